//! A model taken apart, with the circuit in it.

use dae::{Boundary, rows};
use electrical::{explain_index, recognize};
use equations::FlatModel;
use syntax::{Diagnostic, SourceMap};
use system::{EquationSystem, SystemAnalysis, analyze, diagnose, from_model};

/// A model taken apart: what its structure tells, its numbers, and the circuit in it if it has one and must be
/// differentiated.
pub fn analyze_model(
    sources: &SourceMap,
    model: &FlatModel,
) -> (EquationSystem, SystemAnalysis, Vec<Diagnostic>) {
    let rows = rows(model, Boundary::Whole);
    let system = from_model(model, &rows);
    let mut analysis = analyze(&system);
    analysis.add_numerical(model, &rows);
    let mut found = diagnose(&system, &analysis);
    if analysis.index.is_some_and(|index| index > 1) {
        found.extend(recognize(model, &rows).iter().flat_map(|network| explain_index(sources, network)));
    }
    (system, analysis, found)
}
