//! Independent sources and lossless lines.

use syntax::{Diagnostic, DiagnosticCode, Place};

use super::card_reader::CardReader;
use super::expand::NetlistExpander;
use super::lexer::CardTokenKind;
use crate::{
    CircuitElementKind, DeviceData, DeviceFamily, DeviceId, IndependentSource, SourceId, Waveform,
    WaveformKind,
};

/// Waveforms by name, with the fewest and the most numbers that they take.
const FORMS: &[(&str, WaveformKind, usize, usize)] = &[
    ("pulse", WaveformKind::Pulse, 2, 8),
    ("sin", WaveformKind::Sin, 2, 6),
    ("sine", WaveformKind::Sin, 2, 6),
    ("exp", WaveformKind::Exp, 2, 6),
    ("pwl", WaveformKind::Pwl, 2, usize::MAX),
    ("sffm", WaveformKind::Sffm, 2, 7),
    ("am", WaveformKind::Am, 3, 5),
];

impl<'a> NetlistExpander<'a> {
    /// `V` and `I`
    pub(super) fn source(&mut self, line: &mut CardReader<'a>, voltage: bool) {
        let Some(nodes) = self.nodes(line) else { return };
        let mut source = IndependentSource::default();
        let mut several = 1.0;
        while let Some(word) = line.peek() {
            let place = line.place(word.span);
            let text = line.word(word);
            if line.take("dc") {
                // Some write `dc=5`.
                if line.peek().is_some_and(|word| word.kind == CardTokenKind::Equals) {
                    line.next();
                }
                match line.positional() {
                    Some(word) => source.dc = Some(self.value(line, word)),
                    None => return self.missing(line, "the value after `dc`"),
                }
            } else if line.take("ac") {
                if line.peek().is_some_and(|word| word.kind == CardTokenKind::Equals) {
                    line.next();
                }
                let magnitude = self.numeric(line).unwrap_or(1.0);
                let phase = self.numeric(line).unwrap_or(0.0);
                source.ac = Some([magnitude, phase]);
            } else if let Some(shape) = FORMS
                .iter()
                .find(|known| word.kind == CardTokenKind::Plain && known.0.eq_ignore_ascii_case(text))
            {
                line.next();
                if let Some(wave) = self.shape(line, shape, place) {
                    source.wave = Some(wave);
                }
            } else if line.take("distof1") || line.take("distof2") {
                // Only `.disto` would look at these.
                let _ = (self.numeric(line), self.numeric(line));
            } else if !voltage && line.is(0, "m") && line.named().is_some() {
                let Some(word) = line.next() else { return self.missing(line, "a value") };
                let given = self.value(line, word);
                several = self.read_multiplier(line, Some(given));
            } else if line.ahead(1).is_some_and(|next| next.kind == CardTokenKind::Equals) {
                self.report_unsupported(place, &format!("the option `{text}` of a source is"));
                return;
            } else if word.kind == CardTokenKind::Plain && !self.is_numeric(line, word) {
                return self.shapeless(text, place);
            } else {
                line.next();
                if source.dc.is_some() {
                    return self.report(Diagnostic::new(
                        DiagnosticCode::CardSyntax,
                        place,
                        format!("unexpected `{text}`"),
                    ));
                }
                source.dc = Some(self.value(line, word));
            }
        }
        if !voltage {
            source.scale(several * self.calls());
        }
        self.circuit.sources.push(source);
        let source = SourceId(self.circuit.sources.len() as u32 - 1);
        let kind = if voltage {
            CircuitElementKind::Voltage { nodes, source }
        } else {
            CircuitElementKind::Current { nodes, source }
        };
        self.add(line, kind);
    }

    /// The numbers of a waveform; none if they make none.
    fn shape(
        &mut self,
        line: &mut CardReader<'a>,
        &(name, form, least, most): &(&str, WaveformKind, usize, usize),
        place: Place,
    ) -> Option<Waveform> {
        let wave = self.wave(line, form);
        let count = wave.values.len();
        if count < least || count > most || (form == WaveformKind::Pwl && !count.is_multiple_of(2)) {
            let takes = if form == WaveformKind::Pwl {
                "pairs of a time and a value".to_string()
            } else {
                format!("{least} to {most} numbers")
            };
            let message = format!("`{name}` takes {takes} and is given {count}");
            self.report(Diagnostic::new(DiagnosticCode::CardSyntax, place, message));
        }
        if form == WaveformKind::Pwl && !wave.values.chunks(2).map(|pair| pair[0]).is_sorted_by(|a, b| a < b)
        {
            self.report(Diagnostic::new(
                DiagnosticCode::CardSyntax,
                place,
                "the times of `pwl` do not increase",
            ));
            return None;
        }
        Some(wave)
    }

    /// A word where a waveform should be.
    fn shapeless(&mut self, text: &str, place: Place) {
        let known = FORMS.iter().map(|known| known.0).chain(["dc", "ac"]);
        let mut found =
            Diagnostic::new(DiagnosticCode::CardSyntax, place, format!("there is no waveform `{text}`"));
        if ["trnoise", "trrandom", "external", "portnum", "file"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(text))
        {
            found = Diagnostic::new(
                DiagnosticCode::NotSupported,
                place,
                format!("`{text}` is not supported yet"),
            );
        } else if let Some(guess) = syntax::nearest(text, known) {
            found = found.help(format!("is `{guess}` meant?"));
        }
        self.report(found);
    }

    /// A number or a formula, if one is ahead.
    fn numeric(&mut self, line: &mut CardReader<'a>) -> Option<f64> {
        let word = line.peek()?;
        let keyword =
            FORMS.iter().map(|known| known.0).chain(["dc", "ac", "r", "td"]).any(|known| line.is(0, known));
        if keyword || !self.is_numeric(line, word) {
            return None;
        }
        line.positional()?;
        Some(self.value(line, word))
    }

    fn wave(&mut self, line: &mut CardReader<'a>, form: WaveformKind) -> Waveform {
        let mut wave = Waveform { form, values: Vec::new(), repeat: None, delay: None };
        while let Some(value) = self.numeric(line) {
            wave.values.push(value);
        }
        while form == WaveformKind::Pwl && (line.is(0, "r") || line.is(0, "td")) {
            let repeat = line.is(0, "r");
            if line.named().is_none() {
                break;
            }
            let Some(word) = line.next() else { break };
            let value = Some(self.value(line, word));
            if repeat { wave.repeat = value } else { wave.delay = value }
        }
        wave
    }

    /// `T`: a line without losses.
    pub(super) fn line(&mut self, line: &mut CardReader<'a>) {
        let Some(nodes) = self.nodes::<4>(line) else { return };
        let mut settings = Vec::new();
        let (mut impedance, mut delay) = (None, None);
        let mut several = self.calls();
        while let Some(name) = line.named() {
            let text = line.word(name).to_ascii_lowercase();
            if text == "m" {
                let Some(word) = line.next() else { return self.missing(line, "a value") };
                let given = self.value(line, word);
                several *= self.read_multiplier(line, Some(given));
                continue;
            }
            if !["z0", "zo", "td", "f", "nl"].contains(&text.as_str()) {
                return self
                    .report_unsupported(line.place(name.span), &format!("the option `{text}` of a line is"));
            }
            let Some(word) = line.next() else { return self.missing(line, "a value") };
            let value = self.value(line, word);
            match text.as_str() {
                "z0" | "zo" => impedance = Some(value),
                "td" => delay = Some(value),
                "f" => delay = delay.or(Some(value)),
                _ => {}
            }
            settings.push((self.circuit.names.add(&text), value));
        }
        self.report_next_extra_word(line);
        match impedance {
            None => return self.missing(line, "the impedance `Z0=`"),
            Some(value) if value <= 0.0 => {
                let found = Diagnostic::new(
                    DiagnosticCode::ZeroValue,
                    line.card.place(),
                    format!("an impedance of {value} ohms"),
                );
                self.report(found);
            }
            Some(_) => {}
        }
        if delay.is_none() {
            return self.missing(line, "the delay, `TD=` or `F=`,");
        }
        for (name, value) in &mut settings {
            if matches!(self.circuit.names.get(*name), "z0" | "zo") {
                *value /= several;
            }
        }
        let data = DeviceData {
            family: DeviceFamily::Line,
            nodes: nodes.to_vec(),
            model: None,
            control: None,
            settings,
        };
        self.circuit.devices.push(data);
        self.add(line, CircuitElementKind::Device(DeviceId(self.circuit.devices.len() as u32 - 1)));
    }
}
