//! Diodes, transistors and switches.

use syntax::{Code, Diagnostic};

use super::expand::Expand;
use super::line::Line;
use super::words::WordKind;
use crate::number::{self, Read};
use crate::{Control, DeviceData, DeviceId, Family, Kind};

/// What may be written at an element, by family.
const DIODE: &[&str] = &["area", "pj", "w", "l", "m", "temp", "dtemp", "ic"];
const BIPOLAR: &[&str] = &["area", "areab", "areac", "m", "temp", "dtemp", "ic"];
const JFET: &[&str] = &["area", "m", "temp", "dtemp", "ic"];
const MOSFET: &[&str] = &["m", "l", "w", "ad", "as", "pd", "ps", "nrd", "nrs", "temp", "dtemp", "ic"];

impl<'a> Expand<'a> {
    /// `D`, `Q`, `J`, `M`, `S` and `W`
    pub(super) fn device(&mut self, line: &mut Line<'a>, letter: u8) {
        let (family, count, known, kinds): (_, _, &[&str], &[&str]) = match letter {
            b'd' => (Family::Diode, 2, DIODE, &["d"]),
            b'q' => (Family::Bipolar, 3, BIPOLAR, &["npn", "pnp"]),
            b'j' => (Family::Jfet, 3, JFET, &["njf", "pjf"]),
            b'm' => (Family::Mosfet, 4, MOSFET, &["nmos", "pmos"]),
            b's' => (Family::VoltageSwitch, 4, &[], &["sw"]),
            _ => (Family::CurrentSwitch, 2, &[], &["csw"]),
        };
        let mut nodes = Vec::new();
        for _ in 0..count {
            let Some(node) = self.node(line) else { return };
            nodes.push(node);
        }
        // A substrate, if the word after it is the model.
        let model_ahead =
            |this: &Self, line: &Line, at| line.ahead(at).is_some_and(|word| this.has_model(line.word(word)));
        if family == Family::Bipolar && !model_ahead(self, line, 0) && model_ahead(self, line, 1) {
            let Some(node) = self.node(line) else { return };
            nodes.push(node);
        }
        let mut control = None;
        if family == Family::CurrentSwitch {
            let Some(Control::Current(element)) = self.ammeter(line) else { return };
            control = Some(element);
        }
        let Some(word) = line.positional().filter(|word| word.kind == WordKind::Plain) else {
            return self.missing(line, "the model");
        };
        let Some(model) = self.model(line.word(word), line.place(word.span), kinds) else { return };
        let mut settings = Vec::new();
        // A bare number is the area; `on` and `off` say how to begin.
        while let Some(word) = line.positional() {
            let text = line.word(word);
            if word.kind == WordKind::Plain
                && ["off", "on"].iter().any(|known| known.eq_ignore_ascii_case(text))
            {
                settings.push((self.circuit.names.add(text), 1.0));
            } else if matches!(family, Family::Diode | Family::Bipolar | Family::Jfet)
                && (word.kind == WordKind::Formula || number::read(text) != Read::Word)
            {
                let area = self.circuit.names.add("area");
                let value = self.value(line, word);
                settings.push((area, value));
            } else {
                let message = format!("`{text}` is too much here");
                self.report(Diagnostic::new(Code::CardSyntax, line.place(word.span), message));
            }
        }
        let mut start = Vec::new();
        while let Some(name) = line.named() {
            let text = line.word(name);
            if !known.iter().any(|known| known.eq_ignore_ascii_case(text)) {
                let message = format!("there is no option `{text}` here");
                let mut found = Diagnostic::new(Code::CardSyntax, line.place(name.span), message);
                if let Some(guess) = syntax::nearest(text, known.iter().copied()) {
                    found = found.help(format!("is `{guess}` meant?"));
                }
                return self.report(found);
            }
            let id = self.circuit.names.add(text);
            // `ic=` may be a list.
            while let Some(word) = line.positional() {
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
                self.report(Diagnostic::new(Code::CardSyntax, line.place(name.span), message));
            }
        }
        self.surplus(line);
        self.circuit.devices.push(DeviceData { family, nodes, model: Some(model), control, settings });
        let id = self.add(line, Kind::Device(DeviceId(self.circuit.devices.len() as u32 - 1)));
        self.start(id, start);
    }
}
