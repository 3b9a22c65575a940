//! The structure of a system as scripts read it.

use serde_json::{Value, json};

use super::{Analysis, Block, Items, Ranks, System};

/// The members of the JSON document about a system. Equations and unknowns are named; only the first of very many row
/// ranks and column ranks are there.
pub fn members(system: &System, analysis: &Analysis) -> Vec<(&'static str, Value)> {
    let (equations, unknowns) = (system.equations(), system.unknowns());
    let blocks = analysis.blocks().map(|block| {
        json!({
            "kind": block.kind(),
            "equations": names(equations, block.rows),
            "unknowns": names(unknowns, block.columns),
            "tearing": names(unknowns, block.tearing),
        })
    });
    let part = |block: Option<Block>| {
        let (rows, columns) = block.map_or((&[][..], &[][..]), |block| (block.rows, block.columns));
        json!({ "equations": names(equations, rows), "unknowns": names(unknowns, columns) })
    };
    let states = analysis.states.iter().map(|&state| json!(system.term(state)));
    let ranks =
        |items: &Items, ranks: &Ranks| ranks.sets.iter().map(|rank| names(items, rank)).collect::<Value>();
    vec![
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
    ]
}

fn names(items: &Items, members: &[u32]) -> Value {
    members.iter().map(|&index| json!(items.name(index))).collect()
}
