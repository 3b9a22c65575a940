//! Diodes, transistors and switches.

use syntax::{Diagnostic, DiagnosticCode};

use super::card_reader::CardReader;
use super::expand::NetlistExpander;
use super::lexer::CardTokenKind;
use crate::number::{self, ParsedNumber};
use crate::{CircuitElementKind, ControllingQuantity, DeviceData, DeviceFamily, DeviceId, NameId};

/// What may be written at an element, by family.
const DIODE: &[&str] = &["area", "pj", "w", "l", "m", "temp", "dtemp", "ic"];
const BIPOLAR: &[&str] = &["area", "areab", "areac", "m", "temp", "dtemp", "ic"];
const JFET: &[&str] = &["area", "m", "temp", "dtemp", "ic"];
const MOSFET: &[&str] = &["m", "l", "w", "ad", "as", "pd", "ps", "nrd", "nrs", "temp", "dtemp", "ic"];

impl<'a> NetlistExpander<'a> {
    /// `D`, `Q`, `J`, `M`, `S` and `W`
    pub(super) fn device(&mut self, line: &mut CardReader<'a>, letter: u8) {
        let (family, count, known, kinds): (_, _, &[&str], &[&str]) = match letter {
            b'd' => (DeviceFamily::Diode, 2, DIODE, &["d"]),
            b'q' => (DeviceFamily::Bipolar, 3, BIPOLAR, &["npn", "pnp"]),
            b'j' => (DeviceFamily::Jfet, 3, JFET, &["njf", "pjf"]),
            b'm' => (DeviceFamily::Mosfet, 4, MOSFET, &["nmos", "pmos"]),
            b's' => (DeviceFamily::VoltageSwitch, 4, &[], &["sw"]),
            _ => (DeviceFamily::CurrentSwitch, 2, &[], &["csw"]),
        };
        // A substrate, if the word after it is the model; and transistors without a bulk.
        let model_ahead = |this: &Self, line: &CardReader, at| {
            line.ahead(at).is_some_and(|word| this.has_model(line.word(word)))
        };
        if family == DeviceFamily::Mosfet && model_ahead(self, line, 3) && !model_ahead(self, line, 4) {
            return self.bulkless(line, kinds);
        }
        let Some(mut nodes) = (0..count).map(|_| self.node(line)).collect::<Option<Vec<_>>>() else { return };
        if family == DeviceFamily::Bipolar && !model_ahead(self, line, 0) && model_ahead(self, line, 1) {
            let Some(node) = self.node(line) else { return };
            nodes.push(node);
        }
        let mut control = None;
        if family == DeviceFamily::CurrentSwitch {
            let Some(ControllingQuantity::Current(element)) = self.ammeter(line) else { return };
            control = Some(element);
        }
        let Some(word) = line.positional().filter(|word| word.kind == CardTokenKind::Plain) else {
            return self.missing(line, "the model");
        };
        let Some(model) = self.model(line.word(word), line.place(word.span), kinds) else { return };
        let Some(mut settings) = self.flags(line, family) else { return };
        let Some(start) = self.options(line, family, known, &mut settings) else { return };
        self.report_next_extra_word(line);
        if self.calls() != 1.0 {
            let several = self.circuit.names.add("m");
            let own =
                settings.iter().rev().find(|setting| setting.0 == several).map_or(1.0, |setting| setting.1);
            settings.push((several, own * self.calls()));
        }
        self.circuit.devices.push(DeviceData { family, nodes, model: Some(model), control, settings });
        let id = self.add(line, CircuitElementKind::Device(DeviceId(self.circuit.devices.len() as u32 - 1)));
        self.start(id, start);
    }

    /// What stands behind the model without a name: a bare number is the area; `on` and `off` say how to begin. None if it
    /// is something else, which is told.
    fn flags(&mut self, line: &mut CardReader<'a>, family: DeviceFamily) -> Option<Vec<(NameId, f64)>> {
        let mut settings = Vec::new();
        while let Some(word) = line.positional() {
            let text = line.word(word);
            if word.kind == CardTokenKind::Plain
                && ["off", "on"].iter().any(|known| known.eq_ignore_ascii_case(text))
            {
                settings.push((self.circuit.names.add(text), 1.0));
            } else if matches!(family, DeviceFamily::Diode | DeviceFamily::Bipolar | DeviceFamily::Jfet)
                && (word.kind == CardTokenKind::Formula || number::read(text) != ParsedNumber::Word)
            {
                let area = self.circuit.names.add("area");
                let value = self.value(line, word);
                settings.push((area, value));
            } else {
                self.report_extra_word(line, word);
                return None;
            }
        }
        Some(settings)
    }

    /// What stands there with a name; those of `ic` are given back. None if a name is not known, which is told.
    fn options(
        &mut self,
        line: &mut CardReader<'a>,
        family: DeviceFamily,
        known: &[&str],
        settings: &mut Vec<(NameId, f64)>,
    ) -> Option<Vec<f64>> {
        let mut start = Vec::new();
        while let Some(name) = line.named() {
            let text = line.word(name);
            if !known.iter().any(|known| known.eq_ignore_ascii_case(text)) {
                let message = format!("there is no option `{text}` here");
                let mut found = Diagnostic::new(DiagnosticCode::CardSyntax, line.place(name.span), message);
                if let Some(guess) = syntax::nearest(text, known.iter().copied()) {
                    found = found.help(format!("is `{guess}` meant?"));
                }
                self.report(found);
                return None;
            }
            let id = self.circuit.names.add(text);
            // `ic=` may be a list.
            while let Some(word) = line.positional() {
                if line.word(word).eq_ignore_ascii_case("off") {
                    settings.push((self.circuit.names.add("off"), 1.0));
                    continue;
                }
                let value = self.value(line, word);
                if text.eq_ignore_ascii_case("ic") {
                    start.push(value);
                } else {
                    settings.push((id, value));
                }
            }
            if start.len() > family.starts().len() {
                let takes = family.starts().join(", ");
                let message = format!("`ic` takes {takes} and is given {} numbers", start.len());
                self.report(Diagnostic::new(DiagnosticCode::CardSyntax, line.place(name.span), message));
            }
        }
        Some(start)
    }

    /// A MOSFET with three nodes: of a kind that has no bulk, or one is missing.
    fn bulkless(&mut self, line: &mut CardReader<'a>, kinds: &[&str]) {
        let Some(word) = line.ahead(3) else { return };
        if self.model(line.word(word), line.place(word.span), kinds).is_some() {
            let head = line.card.head(self.sources);
            let name = &line.text[head.span.range()];
            let found = Diagnostic::new(
                DiagnosticCode::CardSyntax,
                line.place(word.span),
                format!("the fourth node of `{name}` is missing"),
            )
            .help("drain, gate, source and bulk stand before the model; a bulk of its own is joined to the source");
            self.report(found);
        }
    }
}
