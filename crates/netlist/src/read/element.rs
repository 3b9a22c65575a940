//! One element to a card.

use syntax::{Diagnostic, DiagnosticCode, Place};

use super::card_reader::CardReader;
use super::expand::{ElementReference, NetlistExpander, ReferenceUser};
use super::lexer::CardTokenKind;
use crate::{CircuitElementKind, ElementId, NodeId};

impl<'a> NetlistExpander<'a> {
    /// Reads the element of a card.
    pub(super) fn element(&mut self, line: &mut CardReader<'a>) {
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
                let found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    place,
                    "no element begins with this character",
                )
                .help("a comment begins with `*`, a continuation with `+`");
                self.report(found);
            }
        }
    }

    fn unsupported_element(&mut self, line: &CardReader, what: &str) {
        let message = format!("{what} are not supported yet");
        self.report(Diagnostic::new(DiagnosticCode::NotSupported, line.card.place(), message));
    }

    /// Reports something that is right and that we cannot do.
    pub(super) fn report_unsupported(&mut self, place: Place, what: &str) {
        self.report(Diagnostic::new(
            DiagnosticCode::NotSupported,
            place,
            format!("{what} not supported yet"),
        ));
    }

    /// A node.
    pub(super) fn node(&mut self, line: &mut CardReader) -> Option<NodeId> {
        match line.positional().filter(|word| word.kind == CardTokenKind::Plain) {
            Some(word) => Some(self.node_of(line.word(word), line.place(word.span))),
            None => {
                self.missing(line, "a node");
                None
            }
        }
    }

    pub(super) fn nodes<const N: usize>(&mut self, line: &mut CardReader) -> Option<[NodeId; N]> {
        let mut nodes = [NodeId::GROUND; N];
        for node in &mut nodes {
            *node = self.node(line)?;
        }
        Some(nodes)
    }

    pub(super) fn missing(&mut self, line: &CardReader, what: &str) {
        let place = line.peek().map_or(line.end(), |word| line.place(word.span));
        let head = line.card.head(self.sources);
        let name = &line.text[head.span.range()];
        let found =
            Diagnostic::new(DiagnosticCode::CardSyntax, place, format!("{what} is missing for `{name}`"));
        self.report(found);
    }

    pub(super) fn start(&mut self, id: ElementId, values: Vec<f64>) {
        if !values.is_empty() {
            self.circuit.starts.push((id, values));
        }
    }

    fn coupling(&mut self, line: &mut CardReader<'a>) {
        let mut words = Vec::new();
        while let Some(word) = line.positional() {
            words.push(word);
        }
        self.report_next_extra_word(line);
        let &[first, second, factor] = &words[..] else {
            if words.len() > 3 {
                self.report_unsupported(line.card.place(), "couplings of more than two inductors are");
            } else {
                self.missing(line, "an inductor or a factor");
            }
            return;
        };
        let factor_place = line.place(factor.span);
        let factor = self.value(line, factor);
        if !(factor.abs() <= 1.0 || factor.is_nan()) {
            let message = format!("a coupling of {factor}");
            let found = Diagnostic::new(DiagnosticCode::ZeroValue, factor_place, message)
                .help("the factor of a coupling lies between 0 and 1");
            self.report(found);
        }
        let unknown = ElementId(u32::MAX);
        let id = self.add(line, CircuitElementKind::Coupling { inductors: [unknown; 2], factor });
        for (at, word) in [first, second].into_iter().enumerate() {
            let name = self.circuit.names.add(line.word(word));
            let wanted = ElementReference {
                name,
                instance: self.instance(),
                place: line.place(word.span),
                user: ReferenceUser::Coupling(id, at),
            };
            self.controls.push(wanted);
        }
    }
}
