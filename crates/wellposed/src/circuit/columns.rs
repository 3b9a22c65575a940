//! What of a circuit goes into a result: what `.print`, `.save` and the like name, or everything.

use ::circuit::{Circuit, ElementId, InstanceId, Kind, Mna, NodeId, Unknown};
use syntax::{Code, Diagnostic, Place, Sources};

/// A column of a result: a sum of unknowns, each with a factor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) unit: &'static str,
    /// Unknowns by their numbers.
    pub(super) terms: Vec<(usize, f64)>,
}

impl Column {
    /// Its value, given those of all unknowns.
    pub(super) fn value(&self, y: &[f64]) -> f64 {
        self.terms.iter().map(|&(at, factor)| factor * y[at]).sum()
    }
}

/// The columns of an analysis, and what is said about those that cannot be had.
pub(super) fn columns(
    sources: &Sources,
    circuit: &Circuit,
    mna: &Mna,
    analysis: &str,
) -> (Vec<Column>, Vec<Diagnostic>) {
    let (mut found, mut wrong, mut all) = (Vec::new(), Vec::new(), true);
    for &place in &circuit.outputs {
        let text = &sources[place.file].text()[place.span.range()];
        let lower = text.to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        let command = words.next().unwrap_or("");
        if command.starts_with(".meas") {
            let message = format!("`{command}` is not supported yet");
            wrong.push(
                Diagnostic::new(Code::NotSupported, place, message).help("take the value from the result"),
            );
            continue;
        }
        let rest = lower[command.len()..].trim_start();
        let rest = match rest.split_whitespace().next() {
            Some(kind @ ("tran" | "dc" | "ac" | "op")) if command != ".save" => {
                if kind != analysis {
                    continue;
                }
                &rest[kind.len()..]
            }
            _ => rest,
        };
        for item in items(rest) {
            if item == "all" {
                found.extend(everything(circuit, mna));
            } else if let Some(column) = column(circuit, mna, &item) {
                found.push(column);
            } else {
                wrong.push(unknown(place, &item));
            }
            all = false;
        }
    }
    if all {
        found = everything(circuit, mna);
    }
    let mut seen: Vec<String> = Vec::new();
    if !all {
        found.retain(|column| {
            let new = !seen.contains(&column.name);
            seen.push(column.name.clone());
            new
        });
    }
    (found, wrong)
}

fn unknown(place: Place, item: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownControl, place, format!("`{item}` is not among the results"))
        .help("results are `v(node)`, `v(a,b)`, and `i(element)` of voltage sources, inductors and resistors")
}

/// `v(a) v(b,c) i(v1)` one by one; spaces in brackets do not part.
fn items(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if letter.is_whitespace() || (letter == '+' && depth == 0) {
            if depth == 0 {
                items.push(String::new());
            }
            continue;
        }
        if let Some(last) = items.last_mut() {
            last.push(letter);
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

/// All potentials and currents that are unknowns.
fn everything(circuit: &Circuit, mna: &Mna) -> Vec<Column> {
    let mut columns = Vec::new();
    for (at, unknown) in mna.unknowns.list.iter().enumerate() {
        let unit = match unknown {
            Unknown::Node(_) => "V",
            Unknown::Current(..) => "A",
            Unknown::Inner(..) | Unknown::Rate(_) => continue,
        };
        columns.push(Column { name: mna.unknowns.name(circuit, at), unit, terms: vec![(at, 1.0)] });
    }
    columns
}

fn column(circuit: &Circuit, mna: &Mna, item: &str) -> Option<Column> {
    let name = item.to_string();
    if let Some(inside) = item.strip_prefix("v(").and_then(|rest| rest.strip_suffix(')')) {
        let mut terms = Vec::new();
        for (node, sign) in inside.split(',').zip([1.0, -1.0]) {
            terms.extend(mna.unknowns.node(find_node(circuit, node)?).map(|at| (at, sign)));
        }
        return Some(Column { name, unit: "V", terms });
    }
    let inside = item.strip_prefix("i(").and_then(|rest| rest.strip_suffix(')'));
    let element = find_element(circuit, inside.or_else(|| item.strip_suffix("#branch"))?)?;
    if let Some(at) = mna.unknowns.current(element) {
        return Some(Column { name, unit: "A", terms: vec![(at, 1.0)] });
    }
    let Kind::Resistor { nodes: [a, b], ohms } = circuit.elements[element.at()].kind else { return None };
    let terms = [(a, 1.0 / ohms), (b, -1.0 / ohms)];
    let terms = terms.into_iter().filter_map(|(node, factor)| Some((mna.unknowns.node(node)?, factor)));
    Some(Column { name, unit: "A", terms: terms.collect() })
}

/// A node by its name, with the calls that it stands in.
fn find_node(circuit: &Circuit, name: &str) -> Option<NodeId> {
    if name == "0" || name == "gnd" {
        return Some(NodeId::GROUND);
    }
    let last = circuit.names.find(name.rsplit('.').next()?);
    let fits =
        |at: &usize| Some(circuit.nodes[*at].name) == last && circuit.node_name(NodeId(*at as u32)) == name;
    (0..circuit.nodes.len()).find(fits).map(|at| NodeId(at as u32))
}

fn find_element(circuit: &Circuit, name: &str) -> Option<ElementId> {
    let last = circuit.names.find(name.rsplit('.').next()?);
    let top = !name.contains('.');
    let fits = |at: &usize| {
        let element = &circuit.elements[*at];
        Some(element.name) == last
            && (top == (element.instance == InstanceId::TOP))
            && circuit.element_name(ElementId(*at as u32)) == name
    };
    (0..circuit.elements.len()).find(fits).map(|at| ElementId(at as u32))
}
