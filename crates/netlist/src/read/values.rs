//! Numbers and formulas: what a word is worth, and why it is worth nothing.

mod scope;

use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::card_reader::CardReader;
use super::expand::{ElementReference, NetlistExpander, ReferenceUser};
use super::formula::{self, FormulaError, FormulaTerm};
use super::lexer::{CardToken, CardTokenKind};
use super::parameters::parameter_names;
use crate::number::{self, ParsedNumber};
use crate::{ControllingQuantity, ElementId, MeasureAnalysis, NameId};
use scope::{FormulaUse, FormulaValues};

/// So many values that look larger than they are are told: in a netlist in capitals there may be thousands.
const MOST_MISREAD: u32 = 3;

impl<'a> NetlistExpander<'a> {
    /// The number that is written at a place: a number or a formula.
    pub(super) fn evaluate(&mut self, place: Place, frame: usize) -> Result<f64, FormulaError> {
        let text = self.sources[place.file].text();
        if let ParsedNumber::Number(value) = number::read(text[place.span.range()].trim()) {
            return Ok(value);
        }
        match self.formula(place, frame, FormulaUse::Numbers)? {
            (FormulaTerm::Number(value), _) => Ok(value),
            (FormulaTerm::Formula(_), _) => {
                Err(FormulaError::Syntax(place.span, "a number is needed here".to_string()))
            }
        }
    }

    fn formula(
        &mut self,
        place: Place,
        frame: usize,
        allowed: FormulaUse,
    ) -> Result<(FormulaTerm, Vec<ControllingQuantity>), FormulaError> {
        let text = self.sources[place.file].text();
        let mut values = FormulaValues::new(self, place, frame, allowed);
        let term = formula::read(text, place.span, &mut values, 0)?;
        let mut controls = values.controls;
        controls.sort_unstable();
        controls.dedup();
        Ok((term, controls))
    }

    /// The value of a word: a number or a formula. Not a number if it has none, and that was said.
    pub(super) fn value(&mut self, line: &CardReader, word: CardToken) -> f64 {
        let place = line.place(word.span);
        if word.kind == CardTokenKind::Plain {
            match number::read(line.word(word)) {
                ParsedNumber::Number(value) => {
                    self.misread(line, word, value);
                    return value;
                }
                // The name of a parameter is its value, braces or not.
                ParsedNumber::Word if self.has_parameter(line.word(word)) => {
                    return self.number_at(place, self.frame());
                }
                other => self.no_number(line.word(word), place, &other),
            }
            return f64::NAN;
        }
        if word.kind == CardTokenKind::Broken {
            self.report(Diagnostic::new(
                DiagnosticCode::CardSyntax,
                place,
                "a bracket or a quote is not closed",
            ));
            return f64::NAN;
        }
        self.number_at(place, self.frame())
    }

    /// True if a word is the name of a parameter that is seen from where we are.
    fn has_parameter(&self, word: &str) -> bool {
        let Some(name) = self.circuit.names.find(word) else { return false };
        self.frames.iter().any(|frame| frame.parameters.contains_key(&name))
    }

    /// True if a word stands for a number: one, a formula or the name of a parameter.
    pub(super) fn is_numeric(&self, line: &CardReader, word: CardToken) -> bool {
        match word.kind {
            CardTokenKind::Plain => {
                number::read(line.word(word)) != ParsedNumber::Word || self.has_parameter(line.word(word))
            }
            CardTokenKind::Formula => true,
            _ => false,
        }
    }

    /// The value of a formula in a frame, told if there is none.
    pub(super) fn number_at(&mut self, place: Place, frame: usize) -> f64 {
        self.evaluate(place, frame).unwrap_or_else(|problem| {
            self.report_no_value(&problem, place);
            f64::NAN
        })
    }

    /// A formula that may speak of voltages, currents and time, and what it speaks of.
    pub(super) fn law(&mut self, place: Place) -> Option<(FormulaTerm, Vec<ControllingQuantity>)> {
        match self.formula(place, self.frame(), FormulaUse::Everything) {
            Ok(found) => Some(found),
            Err(problem) => {
                self.report_no_value(&problem, place);
                None
            }
        }
    }

    /// The formula of a measure: parameters are numbers, measures before it are variables.
    pub(super) fn measure_formula(&mut self, place: Place, of: MeasureAnalysis) -> Option<FormulaTerm> {
        let text = self.sources[place.file].text();
        let frame = self.frame();
        let mut values = FormulaValues::new(self, place, frame, FormulaUse::Numbers);
        values.measures = Some(of);
        let read = formula::read(text, place.span, &mut values, 0);
        read.map_err(|problem| self.report_no_value(&problem, place)).ok()
    }

    /// Warns of `1M` at a resistor and of `1MHz`: milli, and hardly meant.
    fn misread(&mut self, line: &CardReader, word: CardToken, value: f64) {
        let text = line.word(word);
        let resistor = matches!(line.text.as_bytes()[line.card.span.start as usize], b'r' | b'R');
        let suspicious = resistor || text.as_bytes().last().is_some_and(|last| matches!(last, b'z' | b'Z'));
        let Some(meant) = number::mega(text).filter(|_| suspicious && self.misread < MOST_MISREAD) else {
            return;
        };
        self.misread += 1;
        let place = line.place(word.span);
        let found = Diagnostic::new(
            DiagnosticCode::Misread,
            place,
            format!("`{text}` is {}", number::format_number(value)),
        )
        .label("in SPICE `M` is milli, like `m`")
        .help(format!("write `{meant}` for a million; if milli is meant, write a small `m`"))
        .edit(place, meant);
        self.report(found);
    }

    fn no_number(&mut self, word: &str, place: Place, read: &ParsedNumber) {
        let mut found = Diagnostic::new(DiagnosticCode::WrongNumber, place, format!("`{word}` is no number"));
        found = match read {
            ParsedNumber::Broken { meant: Some(meant) } => found
                .label("a scale such as `k` stands at the end of a number")
                .note("other simulators read this up to the scale and drop the rest")
                .help(format!("write `{meant}`"))
                .edit(place, meant.clone()),
            ParsedNumber::Broken { meant: None } if word.contains(['µ', 'μ']) => {
                let meant = word.replace(['µ', 'μ'], "u");
                found
                    .note("other simulators read this up to the sign, a million times as large")
                    .help(format!("write `{meant}`"))
                    .edit(place, meant)
            }
            _ => found,
        };
        self.report(found);
    }

    /// Tells why a formula has no value.
    pub(super) fn report_no_value(&mut self, problem: &FormulaError, place: Place) {
        let at = |span: Span| Place { file: place.file, span };
        let found = match problem {
            FormulaError::Syntax(span, message) => {
                Diagnostic::new(DiagnosticCode::CardSyntax, at(*span), message)
            }
            FormulaError::Unknown(span) => {
                let name = &self.sources[place.file].text()[span.range()];
                let mut known: Vec<&str> = Vec::new();
                for frame in &self.frames {
                    known.extend(parameter_names(&frame.parameters, &self.circuit.names));
                }
                known.sort_unstable();
                let message = format!("there is no parameter `{name}`");
                let found = Diagnostic::new(DiagnosticCode::UnknownParameter, at(*span), message);
                match syntax::nearest(name, known) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => found.help(format!("add `.param {name} = …`")),
                }
            }
            FormulaError::Deep(span) => {
                Diagnostic::new(DiagnosticCode::TooDeep, at(*span), "this formula is nested too deeply")
            }
            FormulaError::Pending(_) | FormulaError::Told => return,
        };
        self.report(found);
    }

    /// The rest of a line as `name = value`, each with its place.
    pub(super) fn assignments(&mut self, line: &mut CardReader<'a>) -> Vec<(NameId, f64, Place)> {
        let mut found = Vec::new();
        while let Some(name) = line.named() {
            let Some(word) = line.next() else {
                let missing = Diagnostic::new(DiagnosticCode::CardSyntax, line.end(), "a value is missing")
                    .related(line.place(name.span), "of this");
                self.report(missing);
                break;
            };
            let value = self.value(line, word);
            found.push((self.circuit.names.add(line.word(name)), value, line.place(name.span)));
        }
        self.report_next_extra_word(line);
        found
    }

    /// The number of the quantity that is the current of a voltage source.
    pub(super) fn current_of(&mut self, name: &str, place: Place) -> ControllingQuantity {
        let name = self.circuit.names.add(name);
        let instance = self.instance();
        let next = self.circuit.quantities.len();
        let at = *self.quantities.entry((instance, name)).or_insert(next);
        if at == next {
            self.circuit.quantities.push(ControllingQuantity::Current(ElementId(u32::MAX)));
            self.controls.push(ElementReference { name, instance, place, user: ReferenceUser::Quantity(at) });
        }
        ControllingQuantity::Current(ElementId(at as u32))
    }
}
