//! Sources that others control: E, F, G, H and B.

use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::card_reader::CardReader;
use super::expand::NetlistExpander;
use super::formula::FormulaTerm;
use super::formula::table::{TableExtrapolation, along};
use super::lexer::CardTokenKind;
use crate::{
    CircuitElementKind, ControlLaw, ControllingQuantity, ElementId, IndependentSource, LawId, NodeId,
    SourceId, TemperatureDependence,
};

/// What may stand after a formula.
const OPTIONS: &[&str] = &["tc1", "tc2", "temp", "dtemp", "m"];

/// A polynomial may have so many quantities.
const MAX_QUANTITIES: f64 = 100.0;

impl<'a> NetlistExpander<'a> {
    /// `E` and `G`
    pub(super) fn voltage_controlled(&mut self, line: &mut CardReader<'a>, voltage: bool) {
        let Some(nodes) = self.nodes(line) else { return };
        let word = line.peek().map_or("", |word| line.word(word)).to_ascii_lowercase();
        let formula = line.ahead(1).is_some_and(|next| next.kind == CardTokenKind::Equals);
        match word.as_str() {
            "value" | "vol" | "cur" if formula => {
                line.named();
                self.written(line, nodes, voltage);
            }
            "value" if line.ahead(1).is_some_and(|next| next.kind == CardTokenKind::Formula) => {
                line.next();
                self.written(line, nodes, voltage);
            }
            "table" => self.table(line, nodes, voltage),
            "laplace" | "freq" | "chebyshev" | "and" | "or" | "nand" | "nor" | "vcvs" | "vccs" => {
                let place = line.peek().map_or(line.end(), |word| line.place(word.span));
                self.report_unsupported(place, &format!("`{word}` in a controlled source is"));
            }
            "poly" => {
                let Some(count) = self.dimension(line) else { return };
                let mut controls = Vec::new();
                for _ in 0..count {
                    let Some([a, b]) = self.nodes::<2>(line) else { return };
                    controls.push(ControllingQuantity::Voltage(a, b));
                }
                self.polynomial(line, nodes, voltage, controls);
            }
            _ => {
                let Some([a, b]) = self.nodes::<2>(line) else { return };
                self.linear(line, nodes, voltage, ControllingQuantity::Voltage(a, b));
            }
        }
    }

    /// `TABLE {v(a)} = (-1,-5) (0,0) (1,5)`
    fn table(&mut self, line: &mut CardReader<'a>, nodes: [NodeId; 2], voltage: bool) {
        line.next();
        if line.peek().is_some_and(|word| word.kind == CardTokenKind::Equals) {
            line.next();
        }
        let Some(formula) = line.next().filter(|word| word.kind == CardTokenKind::Formula) else {
            return self.missing(line, "a formula in braces after `table`");
        };
        if line.peek().is_some_and(|word| word.kind == CardTokenKind::Equals) {
            line.next();
        }
        let mut numbers = Vec::new();
        while let Some(word) = line.positional() {
            numbers.push(self.value(line, word));
        }
        self.report_next_extra_word(line);
        let Some((x, controls)) = self.law(line.place(formula.span)) else { return };
        let own = if voltage { 1.0 } else { self.calls() };
        match along(&mut self.circuit.formulas, x, &numbers, TableExtrapolation::Held) {
            Some(FormulaTerm::Formula(formula)) => {
                let term = FormulaTerm::Formula(self.scaled(formula, own));
                self.follow(line, nodes, voltage, term, controls);
            }
            Some(term) => self.follow(line, nodes, voltage, term, controls),
            None => {
                let found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    line.place(formula.span),
                    "`table` takes two points or more, each further than the last",
                )
                .help("`TABLE {v(a)} = (-1,-5) (0,0) (1,5)`");
                self.report(found);
            }
        }
    }

    /// `F` and `H`
    pub(super) fn current_controlled(&mut self, line: &mut CardReader<'a>, voltage: bool) {
        let Some(nodes) = self.nodes(line) else { return };
        if line.is(0, "poly") {
            let Some(count) = self.dimension(line) else { return };
            let mut controls = Vec::new();
            for _ in 0..count {
                let Some(control) = self.ammeter(line) else { return };
                controls.push(control);
            }
            return self.polynomial(line, nodes, voltage, controls);
        }
        let Some(control) = self.ammeter(line) else { return };
        self.linear(line, nodes, voltage, control);
    }

    /// The voltage source whose current is meant.
    pub(super) fn ammeter(&mut self, line: &mut CardReader<'a>) -> Option<ControllingQuantity> {
        match line.positional().filter(|word| word.kind == CardTokenKind::Plain) {
            Some(word) => Some(self.current_of(line.word(word), line.place(word.span))),
            None => {
                self.missing(line, "the voltage source that controls it");
                None
            }
        }
    }

    /// The number of quantities after `POLY`.
    fn dimension(&mut self, line: &mut CardReader<'a>) -> Option<usize> {
        line.next();
        let word = line.positional();
        let count = word.map(|word| self.value(line, word));
        match count {
            Some(count) if (1.0..=MAX_QUANTITIES).contains(&count) && count.fract() == 0.0 => {
                Some(count as usize)
            }
            Some(count) if count.is_nan() => None,
            _ => {
                let place = word.map_or(line.end(), |word| line.place(word.span));
                let found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    place,
                    "of how many quantities is this a polynomial?",
                )
                .help("`POLY(2)`");
                self.report(found);
                None
            }
        }
    }

    fn linear(
        &mut self,
        line: &mut CardReader<'a>,
        nodes: [NodeId; 2],
        voltage: bool,
        control: ControllingQuantity,
    ) {
        let gain = match line.positional() {
            Some(word) => self.value(line, word),
            None => return self.missing(line, "the gain"),
        };
        let [_, factor] = self.factors(line, voltage, &[control]);
        self.controlled(line, nodes, voltage, ControlLaw::Linear { control, gain: gain * factor });
    }

    /// What `m` and several calls side by side do to what a source has by itself, and to what it does with its control.
    /// A current that controls it is that of all calls.
    fn factors(
        &mut self,
        line: &mut CardReader<'a>,
        voltage: bool,
        controls: &[ControllingQuantity],
    ) -> [f64; 2] {
        let mut several = 1.0;
        for (name, value, place) in self.assignments(line) {
            match self.circuit.names.get(name) {
                "m" if !voltage => several = self.read_multiplier(line, Some(value)),
                other => {
                    let message = format!("the option `{other}` of a controlled source is");
                    self.report_unsupported(place, &message);
                }
            }
        }
        let own = if voltage { 1.0 } else { several * self.calls() };
        let current = controls.iter().any(|control| matches!(control, ControllingQuantity::Current(_)));
        [own, if current { own / self.calls() } else { own }]
    }

    fn polynomial(
        &mut self,
        line: &mut CardReader<'a>,
        nodes: [NodeId; 2],
        voltage: bool,
        controls: Vec<ControllingQuantity>,
    ) {
        let mut coefficients = Vec::new();
        while let Some(word) = line.positional() {
            coefficients.push(self.value(line, word));
        }
        if coefficients.is_empty() {
            self.missing(line, "a coefficient");
        }
        let [own, each] = self.factors(line, voltage, &controls);
        let linear = controls.len() + 1;
        let alone = controls.len() == 1 && coefficients.len() == 1;
        for (at, coefficient) in coefficients.iter_mut().enumerate() {
            // Alone it is a factor and not what there is without any control.
            *coefficient *= if at == 0 && !alone { own } else { each };
        }
        if each != own && coefficients.iter().skip(linear).any(|&coefficient| coefficient != 0.0) {
            self.report_unsupported(line.card.place(), "products of currents in a call with `m` are");
        }
        // A single coefficient of one quantity is a factor, not a constant.
        if let (&[control], &[gain]) = (&controls[..], &coefficients[..]) {
            return self.controlled(line, nodes, voltage, ControlLaw::Linear { control, gain });
        }
        self.controlled(line, nodes, voltage, ControlLaw::Polynomial { controls, coefficients });
    }

    /// `B`
    pub(super) fn behavioural(&mut self, line: &mut CardReader<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let Some(name) = line.named() else {
            return self.missing(line, "`V=` or `I=`");
        };
        match line.word(name).to_ascii_lowercase().as_str() {
            "v" => self.written(line, nodes, true),
            "i" => self.written(line, nodes, false),
            other => {
                let message = format!("`{other}=` is unknown here");
                let found = Diagnostic::new(DiagnosticCode::CardSyntax, line.place(name.span), message)
                    .help("a behavioural source has `V=` or `I=`");
                self.report(found);
            }
        }
    }

    /// A formula up to the options at the end of the line.
    fn written(&mut self, line: &mut CardReader<'a>, nodes: [NodeId; 2], voltage: bool) {
        let Some(span) = line.before(OPTIONS) else { return self.missing(line, "a formula") };
        // `'a'` in quotes with nothing around it, or a formula without any.
        let place = Place { file: line.file(), span: unquote(line.text, span) };
        let Some((term, controls)) = self.law(place) else { return };
        let options = self.assignments(line);
        let option = |this: &Self, wanted: &str| {
            options
                .iter()
                .rev()
                .find(|option| this.circuit.names.get(option.0) == wanted)
                .map(|option| option.1)
        };
        let heating = TemperatureDependence {
            element: ElementId(0),
            value: 1.0,
            linear: option(self, "tc1").unwrap_or(0.0),
            square: option(self, "tc2").unwrap_or(0.0),
            exponential: None,
            own: option(self, "temp"),
            above: option(self, "dtemp").unwrap_or(0.0),
            nominal: self.conditions.nominal,
        };
        if heating.has_effect() {
            self.circuit.tempered.get_or_insert(line.card.place());
        }
        let several = option(self, "m");
        let several = if voltage { 1.0 } else { self.read_multiplier(line, several) * self.calls() };
        let factor = several * heating.at(self.conditions.celsius);
        let term = match term {
            FormulaTerm::Number(number) => FormulaTerm::Number(number * factor),
            FormulaTerm::Formula(formula) => FormulaTerm::Formula(self.scaled(formula, factor)),
        };
        self.follow(line, nodes, voltage, term, controls);
    }

    /// A source that follows a formula.
    fn follow(
        &mut self,
        line: &CardReader<'a>,
        nodes: [NodeId; 2],
        voltage: bool,
        term: FormulaTerm,
        controls: Vec<ControllingQuantity>,
    ) {
        match term {
            FormulaTerm::Number(number) => {
                self.circuit
                    .sources
                    .push(IndependentSource { dc: Some(number), ..IndependentSource::default() });
                let source = SourceId(self.circuit.sources.len() as u32 - 1);
                let kind = if voltage {
                    CircuitElementKind::Voltage { nodes, source }
                } else {
                    CircuitElementKind::Current { nodes, source }
                };
                self.add(line, kind);
            }
            FormulaTerm::Formula(value) => {
                self.controlled(line, nodes, voltage, ControlLaw::Formula { value, controls });
            }
        }
    }

    fn controlled(&mut self, line: &CardReader, nodes: [NodeId; 2], voltage: bool, law: ControlLaw) {
        self.circuit.laws.push(law);
        let law = LawId(self.circuit.laws.len() as u32 - 1);
        let kind = if voltage {
            CircuitElementKind::ControlledVoltage { nodes, law }
        } else {
            CircuitElementKind::ControlledCurrent { nodes, law }
        };
        self.add(line, kind);
    }
}

/// The formula inside of quotes.
pub(super) fn unquote(text: &str, span: Span) -> Span {
    let inside = &text[span.range()];
    if inside.len() >= 2 && inside.starts_with('\'') && inside.ends_with('\'') {
        return Span::new(span.start + 1, span.end - 1);
    }
    span
}
