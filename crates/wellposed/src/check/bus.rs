//! Signals of a bus that may be misspelt: one is read and nothing writes it, one beside it is written and nothing reads it.
//!
//! A bus makes a signal of every name that is connected to it, so that a slip of the pen is a signal of its own. In a model
//! whose bus leads outside it may still come from there.

use equations::{FlatModel, Origin, OriginId, VariableId};
use repair::{AnalyzedRows, problems};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode, Place, nearest};

/// Warns of each signal among the ends of a model that nothing writes, if another one of the same bus has almost its name.
pub(super) fn check_buses(
    model: &FlatModel,
    analyzed: &AnalyzedRows,
    ends: &[VariableId],
) -> Vec<Diagnostic> {
    let open: FxHashSet<VariableId> = problems(&analyzed.structure)
        .iter()
        .flat_map(|problem| problem.columns.iter().map(|&column| analyzed.rows.columns[column as usize]))
        .collect();
    if !ends.iter().any(|end| open.contains(end)) {
        return Vec::new();
    }
    let uses = uses(model, ends);
    let names: Vec<String> = ends.iter().map(|&end| model.variable_name(end)).collect();
    let mut unread: FxHashMap<&str, Vec<(&str, VariableId)>> = FxHashMap::default();
    for (&end, name) in ends.iter().zip(&names) {
        let alone = uses.get(&end).is_some_and(|uses| uses.len() == 1);
        if let Some((bus, signal)) = name.rsplit_once('.').filter(|_| alone && !open.contains(&end)) {
            unread.entry(bus).or_default().push((signal, end));
        }
    }
    let mut found = Vec::new();
    for (end, name) in ends.iter().zip(&names).filter(|pair| open.contains(pair.0)) {
        let Some((bus, signal)) = name.rsplit_once('.') else { continue };
        let Some(beside) = unread.get(bus) else { continue };
        let Some(meant) = nearest(signal, beside.iter().map(|known| known.0)) else { continue };
        // Signals that are counted are meant to differ.
        if letters(meant) == letters(signal) {
            continue;
        }
        let place = |variable: &VariableId| Some(place(model, *uses.get(variable)?.first()?));
        let at = place(end).unwrap_or(model.instances[0].place);
        let message = format!("nothing in the model gives `{name}` a value");
        let mut told = Diagnostic::new(DiagnosticCode::BusSignal, at, message)
            .label(format!("did you mean `{bus}.{meant}`?"));
        let other = beside.iter().find(|known| known.0 == meant);
        if let Some(written) = other.and_then(|other| place(&other.1)) {
            told = told.related(written, format!("`{bus}.{meant}` has a value, and nothing reads it"));
        }
        found.push(told.note("a bus has a signal of each name that is connected to it"));
    }
    found
}

fn letters(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// The equations that speak of each of some variables.
fn uses(model: &FlatModel, of: &[VariableId]) -> FxHashMap<VariableId, Vec<OriginId>> {
    let mut uses: FxHashMap<VariableId, Vec<OriginId>> = of.iter().map(|&id| (id, Vec::new())).collect();
    let mut todo = Vec::new();
    for equation in &model.equations {
        equation.parts(&mut todo);

        for variable in model.exprs.variables(todo.drain(..)) {
            if let Some(uses) = uses.get_mut(&variable) {
                uses.push(equation.origin);
            }
        }
    }
    uses
}

/// Where an equation was written, or the connection that made it.
fn place(model: &FlatModel, origin: OriginId) -> Place {
    match &model.origins[origin.at()] {
        Origin::Connected { connects } => connects.first().map_or(model.instances[0].place, |first| first.0),
        _ => model.written(origin),
    }
}
