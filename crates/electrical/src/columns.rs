//! What of a circuit goes into a result: what `.print`, `.save` and the like name, or everything.

use std::ops::Range;

use ::circuit::{Circuit, CircuitElementKind, ElementId, Mna, MnaUnknown, NodeId, SubcircuitInstanceId};
use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap, Span};

/// In larger circuits nobody looks for a node with a name that is like another.
const MOST_GUESSED: usize = 10_000;

/// A column of a result: a sum of unknowns, each with a factor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SignalColumn {
    pub(super) name: String,
    pub(super) unit: &'static str,
    /// Unknowns by their numbers.
    pub(super) terms: Vec<(usize, f64)>,
    /// What of a small signal is asked for; none leaves magnitude and phase.
    pub(super) part: Option<SignalPart>,
    /// The resistor whose current it is: the factors hold for the ohms that it has in the circuit.
    pub(super) through: Option<ElementId>,
}

/// What may be asked of a small signal, as in `vdb(out)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignalPart {
    Magnitude,
    Phase,
    Real,
    Imaginary,
    Decibels,
}

/// What stands behind `v` or `i`. Phases are in radians, as ngspice has them.
const PARTS: &[(&str, SignalPart, Option<&str>)] = &[
    ("m", SignalPart::Magnitude, None),
    ("p", SignalPart::Phase, Some("rad")),
    ("r", SignalPart::Real, None),
    ("i", SignalPart::Imaginary, None),
    ("db", SignalPart::Decibels, Some("dB")),
];

impl SignalPart {
    /// The number that is asked for.
    pub(super) fn of(self, real: f64, imaginary: f64) -> f64 {
        match self {
            SignalPart::Magnitude => real.hypot(imaginary),
            SignalPart::Phase => phase(real, imaginary),
            SignalPart::Real => real,
            SignalPart::Imaginary => imaginary,
            SignalPart::Decibels => 20.0 * real.hypot(imaginary).log10(),
        }
    }
}

/// The phase of a small signal in radians. What is zero has none; and a negative zero is zero, so that what points to the
/// left is at π and never at -π.
pub(super) fn phase(real: f64, imaginary: f64) -> f64 {
    if real == 0.0 && imaginary == 0.0 { 0.0 } else { (imaginary + 0.0).atan2(real) }
}

impl SignalColumn {
    /// Its value, given those of all unknowns.
    pub(super) fn value(&self, y: &[f64]) -> f64 {
        self.terms.iter().map(|&(at, factor)| factor * y[at]).sum()
    }

    /// What ngspice calls it.
    pub(super) fn kind(&self) -> &'static str {
        match self.unit {
            "V" => "voltage",
            "A" => "current",
            "dB" => "decibel",
            _ => "phase",
        }
    }

    /// Its real and its imaginary part, given those of all unknowns.
    pub(super) fn complex(&self, y: &[[f64; 2]]) -> [f64; 2] {
        [0, 1].map(|part| self.terms.iter().map(|&(at, factor)| factor * y[at][part]).sum())
    }
}

/// The columns of an analysis, and what is said about those that cannot be had.
pub(super) fn columns(
    sources: &SourceMap,
    circuit: &Circuit,
    mna: &Mna,
    analysis: &str,
) -> (Vec<SignalColumn>, Vec<Diagnostic>) {
    let (mut found, mut wrong, mut all) = (Vec::new(), Vec::new(), true);
    for &place in &circuit.outputs {
        let text = &sources[place.file].text()[place.span.range()];
        let lower = text.to_ascii_lowercase();
        let mut items = items(&lower).into_iter();
        let command = items.next().map_or(String::new(), |item| item.0);
        let mut items = items.peekable();
        if let Some((kind, _)) =
            items.next_if(|item| command != ".save" && matches!(item.0.as_str(), "tran" | "dc" | "ac" | "op"))
            && kind != analysis
        {
            continue;
        }
        for (item, at) in items {
            let at = Span::new(place.span.start + at.start as u32, place.span.start + at.end as u32);
            let place = Place { file: place.file, span: at };
            if item == "all" {
                found.extend(everything(circuit, mna));
            } else {
                match column(circuit, mna, &item) {
                    Some(column) if column.part.is_some() && analysis != "ac" => {
                        wrong.push(no_part(place, &item));
                    }
                    Some(column) => found.push(column),
                    // Plots may say how large they are drawn.
                    None if command == ".plot" && item.starts_with('(') => continue,
                    None => wrong.push(unknown(circuit, place, &item)),
                }
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

/// Only small signals have a phase.
pub(super) fn no_part(place: Place, item: &str) -> Diagnostic {
    let meant = format!("{}{}", &item[..1], item.find('(').map_or("", |at| &item[at..]));
    Diagnostic::new(DiagnosticCode::UnknownControl, place, format!("`{item}` is a part of a small signal"))
        .label("only `.ac` has it")
        .help(format!("write `{meant}`, or ask for it in a line for `ac`"))
}

/// What is written is no result; perhaps another node is meant.
pub(super) fn unknown(circuit: &Circuit, place: Place, item: &str) -> Diagnostic {
    let found =
        Diagnostic::new(DiagnosticCode::UnknownControl, place, format!("`{item}` is not among the results"));
    let node = item.split_once('(').filter(|parts| parts.0.starts_with(['v', 'V']));
    let node = node.and_then(|parts| parts.1.strip_suffix(')')).filter(|node| !node.contains(','));
    let known = || (1..circuit.nodes.len()).map(|at| circuit.node_name(NodeId(at as u32)));
    let names: Vec<String> = if circuit.nodes.len() < MOST_GUESSED { known().collect() } else { Vec::new() };
    match node.and_then(|node| syntax::nearest(node, names.iter().map(String::as_str))) {
        Some(guess) => found.help(format!("is node `{guess}` meant?")),
        None => found.help(
            "results are `v(node)`, `v(a,b)`, and `i(element)` of voltage sources, inductors and resistors",
        ),
    }
}

/// A quantity that a line names, in small letters and without blanks; what is said if there is none.
pub(super) fn named(
    sources: &SourceMap,
    circuit: &Circuit,
    mna: &Mna,
    place: Place,
) -> Result<SignalColumn, Box<Diagnostic>> {
    let text = &sources[place.file].text()[place.span.range()];
    let item: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    match column(circuit, mna, &item.to_ascii_lowercase()) {
        Some(found) if found.part.is_some() => Err(Box::new(no_part(place, text))),
        Some(found) => Ok(found),
        None => Err(Box::new(unknown(circuit, place, text))),
    }
}

/// `v(a) v(b,c) i(v1)` one by one, each with its place; blanks in brackets do not part, and are left out.
pub(super) fn items(text: &str) -> Vec<(String, Range<usize>)> {
    let mut items: Vec<(String, Range<usize>)> = Vec::new();
    let (mut depth, mut parted) = (0, true);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if letter.is_whitespace() || (letter == '+' && depth == 0) {
            parted |= depth == 0;
            continue;
        }
        let end = at + letter.len_utf8();
        match items.last_mut().filter(|_| !parted) {
            Some((item, span)) => {
                item.push(letter);
                span.end = end;
            }
            None => items.push((letter.to_string(), at..end)),
        }
        parted = false;
    }
    items
}

/// All potentials and currents that are unknowns.
fn everything(circuit: &Circuit, mna: &Mna) -> Vec<SignalColumn> {
    let mut columns = Vec::new();
    for (at, unknown) in mna.unknowns.list.iter().enumerate() {
        let unit = match unknown {
            MnaUnknown::Node(_) => "V",
            MnaUnknown::Current(..) => "A",
            MnaUnknown::Inner(..) | MnaUnknown::CapacitorCurrent(_) | MnaUnknown::Rate(_) => continue,
        };
        columns.push(SignalColumn {
            name: mna.unknowns.name(circuit, at),
            unit,
            terms: vec![(at, 1.0)],
            part: None,
            through: None,
        });
    }
    columns
}

/// What is written, in small letters and without blanks, as a column; none if there is no such thing.
pub(super) fn column(circuit: &Circuit, mna: &Mna, item: &str) -> Option<SignalColumn> {
    let name = item.to_string();
    let (head, inside) = match item.split_once('(') {
        Some((head, rest)) => (head, rest.strip_suffix(')')?),
        None => ("i", item.strip_suffix("#branch")?),
    };
    let (kind, letters) = head.split_at_checked(1)?;
    let part = match letters {
        "" => None,
        _ => Some(PARTS.iter().find(|part| part.0 == letters)?),
    };
    let unit = |own: &'static str| part.and_then(|part| part.2).unwrap_or(own);
    let part = part.map(|part| part.1);
    if kind == "v" {
        let mut terms = Vec::new();
        for (node, sign) in inside.split(',').zip([1.0, -1.0]) {
            terms.extend(mna.unknowns.node(find_node(circuit, node)?).map(|at| (at, sign)));
        }
        return Some(SignalColumn { name, unit: unit("V"), terms, part, through: None });
    }
    let element = find_element(circuit, inside).filter(|_| kind == "i")?;
    if let Some(at) = mna.unknowns.current(element) {
        return Some(SignalColumn { name, unit: unit("A"), terms: vec![(at, 1.0)], part, through: None });
    }
    let CircuitElementKind::Resistor { nodes: [a, b], ohms } = circuit.elements[element.at()].kind else {
        return None;
    };
    let terms = [(a, 1.0 / ohms), (b, -1.0 / ohms)];
    let terms = terms.into_iter().filter_map(|(node, factor)| Some((mna.unknowns.node(node)?, factor)));
    Some(SignalColumn { name, unit: unit("A"), terms: terms.collect(), part, through: Some(element) })
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
            && (top == (element.instance == SubcircuitInstanceId::TOP))
            && circuit.element_name(ElementId(*at as u32)) == name
    };
    (0..circuit.elements.len()).find(fits).map(|at| ElementId(at as u32))
}
