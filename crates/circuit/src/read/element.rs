//! One element to a card.

use syntax::{Code, Diagnostic, Place};

use super::expand::{Expand, User, Wanted};
use super::formula::Term;
use super::line::Line;
use super::words::{Word, WordKind};
use crate::number;
use crate::{ElementId, Formula, Kind, Law, LawId, NodeId};

impl<'a> Expand<'a> {
    /// Reads the element of a card.
    pub(super) fn element(&mut self, line: &mut Line<'a>) {
        let letter = line.text.as_bytes()[line.card.span.start as usize].to_ascii_lowercase();
        match letter {
            b'r' => self.resistor(line),
            b'c' => self.capacitor(line),
            b'l' => self.inductor(line),
            b'k' => self.coupling(line),
            b'v' | b'i' => self.source(line, letter == b'v'),
            b'e' | b'g' => self.voltage_controlled(line, letter == b'e'),
            b'h' | b'f' => self.current_controlled(line, letter == b'h'),
            b'b' => self.behavioural(line),
            b'd' | b'q' | b'j' | b'm' | b's' | b'w' => self.device(line, letter),
            b't' => self.line(line),
            b'x' => self.call(line),
            b'a' => self.unsupported_element(line, "code models (A)"),
            b'o' | b'p' | b'u' | b'y' => self.unsupported_element(line, "lossy lines (O, P, U, Y)"),
            b'z' => self.unsupported_element(line, "MESFETs (Z)"),
            b'n' => self.unsupported_element(line, "Verilog-A devices (N)"),
            _ => {
                let place = line.card.head(self.sources);
                let found = Diagnostic::new(Code::CardSyntax, place, "no element begins with this character")
                    .help("a comment begins with `*`, a continuation with `+`");
                self.report(found);
            }
        }
    }

    fn unsupported_element(&mut self, line: &Line, what: &str) {
        let message = format!("{what} are not supported yet");
        self.report(Diagnostic::new(Code::NotSupported, line.card.place(), message));
    }

    /// Reports something that is right and that we cannot do.
    pub(super) fn unsupported(&mut self, place: Place, what: &str) {
        self.report(Diagnostic::new(Code::NotSupported, place, format!("{what} not supported yet")));
    }

    /// A node.
    pub(super) fn node(&mut self, line: &mut Line) -> Option<NodeId> {
        match line.positional().filter(|word| word.kind == WordKind::Plain) {
            Some(word) => Some(self.node_of(line.word(word), line.place(word.span))),
            None => {
                self.missing(line, "a node");
                None
            }
        }
    }

    pub(super) fn nodes<const N: usize>(&mut self, line: &mut Line) -> Option<[NodeId; N]> {
        let mut nodes = [NodeId::GROUND; N];
        for node in &mut nodes {
            *node = self.node(line)?;
        }
        Some(nodes)
    }

    pub(super) fn missing(&mut self, line: &Line, what: &str) {
        let place = line.peek().map_or(line.end(), |word| line.place(word.span));
        let head = line.card.head(self.sources);
        let name = &line.text[head.span.range()];
        let found = Diagnostic::new(Code::CardSyntax, place, format!("{what} is missing for `{name}`"));
        self.report(found);
    }

    /// The value of an element with two nodes: a word, or `key=`. A formula of voltages gives a law.
    fn quantity(&mut self, line: &mut Line<'a>, keys: &[&str]) -> Option<Value> {
        for key in keys {
            if line.is(0, key) && line.ahead(1).is_some_and(|word| word.kind == WordKind::Equals) {
                line.named();
                let Some(word) = line.next() else {
                    self.missing(line, "a value");
                    return None;
                };
                return self.quantity_of(line, word);
            }
        }
        match line.positional() {
            Some(word) => self.quantity_of(line, word),
            None => {
                self.missing(line, "a value");
                None
            }
        }
    }

    fn quantity_of(&mut self, line: &Line, word: Word) -> Option<Value> {
        if word.kind != WordKind::Formula {
            if word.kind == WordKind::Plain
                && number::read(line.word(word)) == number::Read::Word
                && self.has_model(line.word(word))
            {
                self.unsupported(line.place(word.span), "models of resistors, capacitors and inductors are");
                return None;
            }
            let value = self.value(line, word);
            return Some(Value::Number(value));
        }
        let (term, controls) = self.law(line.place(word.span))?;
        Some(match term {
            Term::Number(number) => Value::Number(number),
            Term::Formula(value) => {
                self.circuit.laws.push(Law::Formula { value, controls });
                Value::Law(LawId(self.circuit.laws.len() as u32 - 1))
            }
        })
    }

    /// Options of an element with two nodes. `m` is given back; what would have an effect that we do not have is refused.
    fn options(&mut self, line: &mut Line<'a>, id: Option<&mut Vec<f64>>) -> f64 {
        let mut parallel = 1.0;
        let mut start = id;
        for (name, value, place) in self.assignments(line) {
            match self.circuit.names.get(name) {
                "m" => parallel = value,
                "ic" => match &mut start {
                    Some(start) => start.push(value),
                    None => self.report(Diagnostic::new(Code::CardSyntax, place, "`ic` has no meaning here")),
                },
                // Noise is not computed, so whether there is any has no effect.
                "noisy" | "noise" => {}
                other => {
                    let message = format!("the option `{other}` is");
                    self.unsupported(place, &message);
                }
            }
        }
        if parallel <= 0.0 {
            let found = Diagnostic::new(Code::ZeroValue, line.card.place(), format!("`m` is {parallel}"))
                .help("`m` is how many of this element lie side by side");
            self.report(found);
        }
        parallel
    }

    fn resistor(&mut self, line: &mut Line<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let Some(value) = self.quantity(line, &["r", "resistance"]) else { return };
        let parallel = self.options(line, None);
        match value {
            Value::Law(law) => {
                self.add(line, Kind::Formula { nodes, what: Formula::Resistance, law });
            }
            Value::Number(ohms) => {
                if ohms == 0.0 {
                    let found = Diagnostic::new(Code::ZeroValue, line.card.place(), "a resistor of 0 ohms")
                        .note("other simulators take a small resistance in its place")
                        .help("give both nodes one name, or write a voltage source of 0 V, which is a wire");
                    self.report(found);
                } else if ohms < 0.0 {
                    self.negative(line, &format!("a resistance of {} ohms", number::short(ohms)));
                }
                self.add(line, Kind::Resistor { nodes, ohms: ohms / parallel });
            }
        }
    }

    fn negative(&mut self, line: &Line, what: &str) {
        let found = Diagnostic::new(Code::NegativeValue, line.card.place(), format!("{what} is negative"))
            .note("what is said about the index holds for positive values");
        self.report(found);
    }

    fn capacitor(&mut self, line: &mut Line<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let charge = line.is(0, "q");
        let Some(value) = self.quantity(line, &["c", "cap", "capacitance", "q"]) else { return };
        let mut start = Vec::new();
        let parallel = self.options(line, Some(&mut start));
        let id = match value {
            Value::Law(law) => {
                let what = if charge { Formula::Charge } else { Formula::Capacitance };
                self.add(line, Kind::Formula { nodes, what, law })
            }
            Value::Number(farads) => {
                if farads < 0.0 {
                    self.negative(line, &format!("a capacitance of {} F", number::short(farads)));
                }
                self.add(line, Kind::Capacitor { nodes, farads: farads * parallel })
            }
        };
        self.start(id, start);
    }

    fn inductor(&mut self, line: &mut Line<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let Some(value) = self.quantity(line, &["l", "inductance"]) else { return };
        let mut start = Vec::new();
        let parallel = self.options(line, Some(&mut start));
        let id = match value {
            Value::Law(law) => self.add(line, Kind::Formula { nodes, what: Formula::Inductance, law }),
            Value::Number(henries) => {
                if henries == 0.0 {
                    let found = Diagnostic::new(Code::ZeroValue, line.card.place(), "an inductor of 0 H")
                        .help("write a voltage source of 0 V, which is a wire");
                    self.report(found);
                } else if henries < 0.0 {
                    self.negative(line, &format!("an inductance of {} H", number::short(henries)));
                }
                self.add(line, Kind::Inductor { nodes, henries: henries / parallel })
            }
        };
        self.start(id, start);
    }

    pub(super) fn start(&mut self, id: ElementId, values: Vec<f64>) {
        if !values.is_empty() {
            self.circuit.starts.push((id, values));
        }
    }

    fn coupling(&mut self, line: &mut Line<'a>) {
        let mut words = Vec::new();
        while let Some(word) = line.positional() {
            words.push(word);
        }
        self.surplus(line);
        let &[first, second, factor] = &words[..] else {
            if words.len() > 3 {
                self.unsupported(line.card.place(), "couplings of more than two inductors are");
            } else {
                self.missing(line, "an inductor or a factor");
            }
            return;
        };
        let factor_place = line.place(factor.span);
        let factor = self.value(line, factor);
        if !(factor.abs() <= 1.0 || factor.is_nan()) || factor == 0.0 {
            let message = format!("a coupling of {factor}");
            let found = Diagnostic::new(Code::ZeroValue, factor_place, message)
                .help("the factor of a coupling lies between 0 and 1");
            self.report(found);
        }
        let unknown = ElementId(u32::MAX);
        let id = self.add(line, Kind::Coupling { inductors: [unknown; 2], factor });
        for (at, word) in [first, second].into_iter().enumerate() {
            let name = self.circuit.names.add(line.word(word));
            let wanted = Wanted {
                name,
                instance: self.instance(),
                place: line.place(word.span),
                user: User::Coupling(id, at),
            };
            self.controls.push(wanted);
        }
    }
}

/// The value of an element.
enum Value {
    Number(f64),
    Law(LawId),
}
