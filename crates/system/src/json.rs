//! The structure of a system as scripts read it.

use serde_json::{Value, json};

use structure::TrueIndex;

use super::{
    EquationBlock, EquationSystem, IndexDifference, NamedItems, NumericalFindings, RankSets, SystemAnalysis,
};

/// The members of the JSON document about a system. Equations and unknowns are named; only the first of very many row
/// ranks and column ranks are there.
pub fn members(system: &EquationSystem, analysis: &SystemAnalysis) -> Vec<(&'static str, Value)> {
    let (equations, unknowns) = (system.equations(), system.unknowns());
    let blocks = analysis.blocks().map(|block| {
        json!({
            "kind": block.kind(),
            "equations": names(equations, block.rows),
            "unknowns": names(unknowns, block.columns),
            "tearing": names(unknowns, block.tearing),
        })
    });
    let part = |block: Option<EquationBlock>| {
        let (rows, columns) = block.map_or((&[][..], &[][..]), |block| (block.rows, block.columns));
        json!({ "equations": names(equations, rows), "unknowns": names(unknowns, columns) })
    };
    let states = analysis.states.iter().map(|&state| json!(system.term(state)));
    let ranks = |items: &NamedItems, ranks: &RankSets| {
        ranks.sets.iter().map(|rank| names(items, rank)).collect::<Value>()
    };
    let mut members = vec![
        ("equations", json!(equations.len())),
        ("unknowns", json!(unknowns.len())),
        ("structural_index", json!(analysis.index)),
        ("degrees_of_freedom", json!(analysis.freedom)),
        ("states", states.collect()),
        ("blocks", blocks.collect()),
        ("over", part(analysis.over())),
        ("under", part(analysis.under())),
        ("row_ranks", ranks(equations, &analysis.row_ranks)),
        ("column_ranks", ranks(unknowns, &analysis.column_ranks)),
    ];
    members.extend(analysis.numbers.iter().flat_map(|numbers| told(system, numbers)));
    members
}

/// What the numbers of a model tell.
fn told(system: &EquationSystem, numbers: &NumericalFindings) -> [(&'static str, Value); 4] {
    let (index, freedom) = match numbers.index {
        Some(TrueIndex::Regular { index, freedom }) => (json!(index), json!(freedom)),
        _ => (Value::Null, Value::Null),
    };
    let differ = match &numbers.reason {
        Some(
            IndexDifference::Cancelling(sets)
            | IndexDifference::Hidden(sets)
            | IndexDifference::Dependent(sets),
        ) => &sets[..],
        None => &[],
    };
    let dependences = numbers.dependences.iter().map(|found| {
        let rows: Vec<u32> = found.rows.iter().map(|row| row.0).collect();
        json!({
            "equations": names(system.equations(), &rows),
            "unknowns": names(system.unknowns(), &found.columns),
            "agree": found.agree,
        })
    });
    [
        ("true_index", index),
        ("true_degrees_of_freedom", freedom),
        ("true_index_differs", differ.iter().map(|set| names(system.equations(), set)).collect()),
        ("dependences", dependences.collect()),
    ]
}

fn names(items: &NamedItems, members: &[u32]) -> Value {
    members.iter().map(|&index| json!(items.name(index))).collect()
}
