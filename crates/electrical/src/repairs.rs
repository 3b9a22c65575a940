//! Repairs in words and as edits.

use ::circuit::{RepairOutcome, ResistorRepair, node_place};
use syntax::{Diagnostic, Place, Span};

use super::names::CircuitNames;

/// Adds what to do to a finding: which resistor, where, and what came of trying it.
pub(super) fn add_repair(
    names: CircuitNames,
    found: Diagnostic,
    repair: ResistorRepair,
    trial: RepairOutcome,
    gone: &str,
) -> Diagnostic {
    let tried = match trial {
        RepairOutcome::Helps => format!(" (verified: {gone})"),
        RepairOutcome::HelpsWithOthers => {
            " (verified together with the other repairs: no new error after these changes)".to_string()
        }
        RepairOutcome::Fails => String::new(),
    };
    let circuit = names.circuit;
    match repair {
        ResistorRepair::Series(id) => {
            let element = circuit.elements[id.at()];
            let name = names.element(id);
            let own = short(&name);
            let place = node_place(names.sources, element.place, 0).filter(|_| names.network.is_none());
            let Some(place) = place else {
                return found.help(format!("put a resistor in series with `{name}`{tried}"));
            };
            let node = &names.sources[place.file].text()[place.span.range()];
            let middle = fresh(names, format!("{node}_{own}"));
            let resistor = fresh(names, format!("R_{own}"));
            let line = format!("{resistor} {node} {middle} 1m");
            found
                .help(format!("put a resistor in series with `{name}`: `{line}`{tried}"))
                .edit(place, middle)
                .edit(after(element.place), format!("\n{line}"))
        }
        ResistorRepair::Parallel(id) => {
            let element = circuit.elements[id.at()];
            let name = names.element(id);
            if names.network.is_some() {
                return found.help(format!("put a resistor in parallel with `{name}`{tried}"));
            }
            let nodes: Vec<String> = (0..2)
                .filter_map(|at| node_place(names.sources, element.place, at))
                .map(|place| names.sources[place.file].text()[place.span.range()].to_string())
                .collect();
            let resistor = fresh(names, format!("R_{}", short(&name)));
            let line = format!("{resistor} {} 1G", nodes.join(" "));
            found
                .help(format!("put a resistor in parallel with `{name}`: `{line}`{tried}"))
                .edit(after(element.place), format!("\n{line}"))
        }
        ResistorRepair::Ground(id) => {
            let node = circuit.nodes[id.at()];
            let own = &names.sources[node.place.file].text()[node.place.span.range()];
            let resistor = fresh(names, format!("R_{own}"));
            let line = format!("{resistor} {own} 0 1G");
            let shown = names.node(id.0).unwrap_or_default();
            let found =
                found.help(format!("connect node `{shown}` to ground with a resistor: `{line}`{tried}"));
            match card(names, node.place) {
                Some(card) => found.edit(after(card), format!("\n{line}")),
                None => found,
            }
        }
    }
}

/// A name without the calls that lead to it.
fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// A name that nothing has yet.
fn fresh(names: CircuitNames, mut name: String) -> String {
    while names.circuit.names.find(&name).is_some() {
        name.push('_');
    }
    name
}

/// The place right after a line with its continuations.
fn after(place: Place) -> Place {
    Place { file: place.file, span: Span::at(place.span.end) }
}

/// The line of an element or of a call that a place lies in.
fn card(names: CircuitNames, place: Place) -> Option<Place> {
    let holds = |card: &Place| {
        card.file == place.file && card.span.start <= place.span.start && place.span.end <= card.span.end
    };
    let elements = names.circuit.elements.iter().map(|element| element.place);
    let calls = names.circuit.instances.iter().skip(1).map(|instance| instance.place);
    elements.chain(calls).find(holds)
}
