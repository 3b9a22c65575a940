//! The structure of a system as a report.

use report::{
    Inline, ReportedBlock, ReportedDependence, ReportedModelStructure, ReportedPart, ReportedStructure,
    ReportedTrueIndex,
};
use structure::TrueIndex;

use super::{
    EquationBlock, EquationSystem, IndexDifference, NamedItems, NumericalFindings, RankSets, SystemAnalysis,
};

/// The report on a system. Equations and unknowns are named; only the first of very many row ranks and column ranks are
/// there.
pub fn report(system: &EquationSystem, analysis: &SystemAnalysis) -> ReportedStructure {
    let (equations, unknowns) = (system.equations(), system.unknowns());
    let blocks = analysis.blocks().map(|block| ReportedBlock {
        kind: block.kind(),
        equations: names(equations, block.rows),
        unknowns: names(unknowns, block.columns),
        tearing: names(unknowns, block.tearing),
    });
    let part = |block: Option<EquationBlock>| {
        let (rows, columns) = block.map_or((&[][..], &[][..]), |block| (block.rows, block.columns));
        ReportedPart { equations: names(equations, rows), unknowns: names(unknowns, columns) }
    };
    let ranks = |items: &NamedItems, ranks: &RankSets| -> Vec<Vec<String>> {
        ranks.sets.iter().map(|rank| names(items, rank)).collect()
    };
    ReportedStructure {
        equations: equations.len(),
        unknowns: unknowns.len(),
        structural_index: analysis.index,
        degrees_of_freedom: analysis.freedom,
        states: analysis.states.iter().map(|&state| system.term(state).into_owned()).collect(),
        blocks: blocks.collect(),
        over: part(analysis.over()),
        under: part(analysis.under()),
        row_ranks: ranks(equations, &analysis.row_ranks),
        column_ranks: ranks(unknowns, &analysis.column_ranks),
    }
}

/// The report on a model, with what its numbers tell; if nothing is known of them, they tell nothing.
pub fn report_model(system: &EquationSystem, analysis: &SystemAnalysis) -> ReportedModelStructure {
    let numbers = analysis.numbers.as_ref();
    ReportedModelStructure {
        structure: Inline(report(system, analysis)),
        numbers: Inline(true_index(system, numbers.unwrap_or(&NumericalFindings::default()))),
    }
}

/// What the numbers of a model tell.
fn true_index(system: &EquationSystem, numbers: &NumericalFindings) -> ReportedTrueIndex {
    let (index, freedom) = match numbers.index {
        Some(TrueIndex::Regular { index, freedom }) => (Some(index), Some(freedom)),
        _ => (None, None),
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
        ReportedDependence {
            equations: names(system.equations(), &rows),
            unknowns: names(system.unknowns(), &found.columns),
            agree: found.agree,
        }
    });
    ReportedTrueIndex {
        true_index: index,
        true_degrees_of_freedom: freedom,
        true_index_differs: differ.iter().map(|set| names(system.equations(), set)).collect(),
        dependences: dependences.collect(),
    }
}

fn names(items: &NamedItems, members: &[u32]) -> Vec<String> {
    members.iter().map(|&index| items.name(index).to_string()).collect()
}
