//! Resistors, capacitors and inductors.

use equations::{Expr, ExprId, Operator};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::card_reader::CardReader;
use super::controlled::unquote;
use super::expand::NetlistExpander;
use super::formula::FormulaTerm;
use super::lexer::{CardToken, CardTokenKind};
use crate::number::{self, ParsedNumber};
use crate::{
    CircuitElementKind, ControlLaw, ControllingQuantity, ElementId, FormulaQuantity, LawId, ModelId, NodeId,
    TemperatureDependence,
};

/// What may be written at an element, and how much narrower than drawn a part of its material is.
struct PassiveSyntax {
    /// The words before `=` that give the value.
    keys: &'static [&'static str],
    options: &'static [&'static str],
    kinds: &'static [&'static str],
    /// The parameter of the model that is the value of an element that gives none.
    value: &'static [&'static str],
}

const RESISTOR: PassiveSyntax = PassiveSyntax {
    keys: &["r", "resistance"],
    options: &["m", "tc", "tc1", "tc2", "tce", "temp", "dtemp", "scale", "l", "w", "noisy", "noise"],
    kinds: &["r", "res"],
    value: &["r", "res"],
};
const CAPACITOR: PassiveSyntax = PassiveSyntax {
    keys: &["c", "cap", "capacitance", "q"],
    options: &["m", "tc", "tc1", "tc2", "temp", "dtemp", "scale", "l", "w", "ic"],
    kinds: &["c", "cap"],
    value: &["cap"],
};
const INDUCTOR: PassiveSyntax = PassiveSyntax {
    keys: &["l", "inductance"],
    options: &["m", "tc", "tc1", "tc2", "temp", "dtemp", "scale", "nt", "ic"],
    kinds: &["l", "ind"],
    value: &["ind"],
};

/// Words without a value that say that an element makes no noise.
const NOISELESS: &[&str] = &["noiseless"];

/// The value of an element.
enum PassiveValue {
    Number(f64),
    /// With what it speaks of.
    Formula(ExprId, Vec<ControllingQuantity>),
}

/// What is written of an element besides its nodes.
struct PassiveSpec {
    value: Option<PassiveValue>,
    model: Option<ModelId>,
    options: Vec<(&'static str, f64, Place)>,
    start: Vec<f64>,
}

impl PassiveSpec {
    fn option(&self, name: &str) -> Option<f64> {
        self.options.iter().rev().find(|option| option.0 == name).map(|option| option.1)
    }
}

impl<'a> NetlistExpander<'a> {
    pub(super) fn resistor(&mut self, line: &mut CardReader<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let Some(written) = self.passive(line, &RESISTOR) else { return };
        let Some((ohms, written)) = self.number(line, nodes, FormulaQuantity::Resistance, written) else {
            return;
        };
        let drawn = |this: &Self, length: f64, width: f64| {
            let narrow = |name| 2.0 * this.material(&written, &[name]).unwrap_or(0.0);
            let sheet = this.material(&written, &["rsh"])?;
            Some(sheet * (length - narrow("short")) / (width - narrow("narrow")))
        };
        let Some(ohms) = ohms.or_else(|| self.drawn(&written, &RESISTOR, drawn)) else {
            return self.missing(line, "a value");
        };
        if ohms == 0.0 {
            let found = Diagnostic::new(DiagnosticCode::ZeroValue, line.card.place(), "a resistor of 0 ohms")
                .note("other simulators take a small resistance in its place")
                .help("give both nodes one name, or write a voltage source of 0 V, which is a wire");
            self.report(found);
        } else if ohms < 0.0 {
            self.negative(line, &format!("a resistance of {} ohms", number::format_number(ohms)));
        }
        let ohms = ohms * written.option("scale").unwrap_or(1.0) / self.beside(line, &written);
        let id = self.add(line, CircuitElementKind::Resistor { nodes, ohms });
        self.heat(id, ohms, &written);
    }

    pub(super) fn capacitor(&mut self, line: &mut CardReader<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let charge = line.is(0, "q");
        let Some(written) = self.passive(line, &CAPACITOR) else { return };
        let what = if charge { FormulaQuantity::Charge } else { FormulaQuantity::Capacitance };
        let Some((farads, written)) = self.number(line, nodes, what, written) else { return };
        let drawn = |this: &Self, length: f64, width: f64| {
            let of = |name| this.material(&written, &[name]);
            let (length, width) = (length - of("short").unwrap_or(0.0), width - of("narrow").unwrap_or(0.0));
            let edge = of("cjsw").unwrap_or(0.0);
            Some(of("cj")? * length * width + edge * 2.0 * (length + width))
        };
        let Some(farads) = farads.or_else(|| self.drawn(&written, &CAPACITOR, drawn)) else {
            return self.missing(line, "a value");
        };
        if farads < 0.0 {
            self.negative(line, &format!("a capacitance of {} F", number::format_number(farads)));
        }
        let farads = farads * written.option("scale").unwrap_or(1.0) * self.beside(line, &written);
        let id = self.add(line, CircuitElementKind::Capacitor { nodes, farads });
        self.heat(id, farads, &written);
        self.start(id, written.start);
    }

    pub(super) fn inductor(&mut self, line: &mut CardReader<'a>) {
        let Some(nodes) = self.nodes(line) else { return };
        let Some(mut written) = self.passive(line, &INDUCTOR) else { return };
        // In each of several calls flows what is written.
        for current in &mut written.start {
            *current *= self.calls();
        }
        let Some((henries, written)) = self.number(line, nodes, FormulaQuantity::Inductance, written) else {
            return;
        };
        let Some(henries) = henries.or_else(|| self.material(&written, INDUCTOR.value)) else {
            return self.missing(line, "a value");
        };
        if henries == 0.0 {
            let found = Diagnostic::new(DiagnosticCode::ZeroValue, line.card.place(), "an inductor of 0 H")
                .help("write a voltage source of 0 V, which is a wire");
            self.report(found);
        } else if henries < 0.0 {
            self.negative(line, &format!("an inductance of {} H", number::format_number(henries)));
        }
        let henries = henries * written.option("scale").unwrap_or(1.0) / self.beside(line, &written);
        let id = self.add(line, CircuitElementKind::Inductor { nodes, henries });
        self.heat(id, henries, &written);
        self.start(id, written.start);
    }

    /// The number that is written, if there is one. Where a formula is written the element is added with it, and nothing
    /// more is to be done.
    fn number(
        &mut self,
        line: &CardReader<'a>,
        nodes: [NodeId; 2],
        what: FormulaQuantity,
        mut written: PassiveSpec,
    ) -> Option<(Option<f64>, PassiveSpec)> {
        match written.value.take() {
            Some(PassiveValue::Formula(formula, controls)) => {
                self.formulated(line, nodes, what, (formula, controls), written);
                None
            }
            Some(PassiveValue::Number(number)) => Some((Some(number), written)),
            None => Some((None, written)),
        }
    }

    fn negative(&mut self, line: &CardReader, what: &str) {
        let found =
            Diagnostic::new(DiagnosticCode::NegativeValue, line.card.place(), format!("{what} is negative"))
                .note("the index analysis assumes positive values");
        self.report(found);
    }

    /// Value, model and options, in the orders in which they are found.
    fn passive(&mut self, line: &mut CardReader<'a>, passive: &PassiveSyntax) -> Option<PassiveSpec> {
        let mut written = PassiveSpec { value: None, model: None, options: Vec::new(), start: Vec::new() };
        while let Some(word) = line.positional() {
            let name =
                word.kind == CardTokenKind::Plain && number::read(line.word(word)) == ParsedNumber::Word;
            if name && written.model.is_none() && self.has_model(line.word(word)) {
                written.model = Some(self.model(line.word(word), line.place(word.span), passive.kinds)?);
            } else if name && NOISELESS.iter().any(|known| known.eq_ignore_ascii_case(line.word(word))) {
                // Noise is not computed.
            } else if written.value.is_none() {
                written.value = Some(self.value_of(line, word)?);
            } else {
                // What follows is of the same kind.
                self.report_extra_word(line, word);
                return None;
            }
        }
        while let Some(name) = line.named() {
            let text = line.word(name);
            let is = |known: &&&str| known.eq_ignore_ascii_case(text);
            // `l` and `c` are values of some elements and sizes of others.
            if written.value.is_none() && passive.keys.iter().any(|key| is(&key)) {
                written.value = Some(self.given(line, passive)?);
                continue;
            }
            let Some(&known) = passive.options.iter().find(is) else {
                let message = format!("the option `{}` is", text.to_ascii_lowercase());
                self.report_unsupported(line.place(name.span), &message);
                line.next();
                continue;
            };
            self.option(line, name, known, &mut written)?;
        }
        self.report_next_extra_word(line);
        Some(written)
    }

    /// The value after `r=`: a word, or a formula without braces.
    fn given(&mut self, line: &mut CardReader<'a>, passive: &PassiveSyntax) -> Option<PassiveValue> {
        let Some(word) = line.peek() else {
            self.missing(line, "a value");
            return None;
        };
        let span = unquote(line.text, line.before(passive.options)?);
        if span == word.span {
            return self.value_of(line, word);
        }
        self.law(line.place(span)).map(value)
    }

    /// The options of an element after `name=`. `tc` and `ic` may have several numbers.
    fn option(
        &mut self,
        line: &mut CardReader<'a>,
        name: CardToken,
        known: &'static str,
        written: &mut PassiveSpec,
    ) -> Option<()> {
        let place = line.place(name.span);
        let mut count = 0;
        while let Some(word) = line.positional() {
            let several = known == "ic" || (known == "tc" && count < 2);
            if count > 0 && !several {
                self.report_extra_word(line, word);
                return None;
            }
            let number = self.value(line, word);
            match (known, count) {
                ("ic", _) => written.start.push(number),
                ("tc", 0) => written.options.push(("tc1", number, place)),
                ("tc", _) => written.options.push(("tc2", number, place)),
                _ => written.options.push((known, number, place)),
            }
            count += 1;
        }
        if count == 0 {
            self.missing(line, "a value");
            return None;
        }
        Some(())
    }

    fn value_of(&mut self, line: &CardReader, word: CardToken) -> Option<PassiveValue> {
        if word.kind != CardTokenKind::Formula {
            return Some(PassiveValue::Number(self.value(line, word)));
        }
        self.law(line.place(word.span)).map(value)
    }

    /// How many of this element lie side by side, because it says so or because of the calls that it stands in.
    fn beside(&mut self, line: &CardReader, written: &PassiveSpec) -> f64 {
        self.read_multiplier(line, written.option("m")) * self.calls()
    }

    /// `m` of an element, which must be above zero.
    pub(super) fn read_multiplier(&mut self, line: &CardReader, given: Option<f64>) -> f64 {
        let several = given.unwrap_or(1.0);
        if several <= 0.0 {
            let found =
                Diagnostic::new(DiagnosticCode::ZeroValue, line.card.place(), format!("`m` is {several}"))
                    .help("`m` is the number of parallel copies of this element");
            self.report(found);
        }
        several
    }

    /// A parameter of the model.
    fn material(&self, written: &PassiveSpec, names: &[&str]) -> Option<f64> {
        names.iter().find_map(|name| self.circuit.model_value(written.model?, name))
    }

    /// The value of an element that gives none: from its size, or from its model.
    fn drawn(
        &self,
        written: &PassiveSpec,
        passive: &PassiveSyntax,
        of: impl Fn(&Self, f64, f64) -> Option<f64>,
    ) -> Option<f64> {
        let size = |own: &str, names: &[&str]| written.option(own).or(self.material(written, names));
        let length = size("l", &["l", "defl"]).filter(|&length| length > 0.0);
        let width = size("w", &["w", "defw"]).unwrap_or(1e-5);
        let drawn = length.and_then(|length| of(self, length, width));
        drawn.or_else(|| self.material(written, passive.value))
    }

    /// Notes how a value follows the temperature, and brings it to that of the circuit.
    fn heat(&mut self, element: ElementId, value: f64, written: &PassiveSpec) {
        let heating = self.heating(element, value, written);
        if heating.has_effect() {
            let celsius = self.conditions.celsius;
            self.circuit.heatings.push(heating);
            heating.apply(&mut self.circuit.elements[element.at()].kind, celsius);
        }
    }

    fn heating(&self, element: ElementId, value: f64, written: &PassiveSpec) -> TemperatureDependence {
        let factor = |name: &str| written.option(name).or(self.material(written, &[name]));
        TemperatureDependence {
            element,
            value,
            linear: factor("tc1").unwrap_or(0.0),
            square: factor("tc2").unwrap_or(0.0),
            exponential: factor("tce"),
            own: written.option("temp"),
            above: written.option("dtemp").unwrap_or(0.0),
            nominal: self.material(written, &["tnom"]).unwrap_or(self.conditions.nominal),
        }
    }

    /// An element whose value is a formula, times what makes it several, or warm.
    fn formulated(
        &mut self,
        line: &CardReader<'a>,
        nodes: [NodeId; 2],
        what: FormulaQuantity,
        (formula, controls): (ExprId, Vec<ControllingQuantity>),
        written: PassiveSpec,
    ) {
        let beside = self.beside(line, &written);
        let several = match what {
            FormulaQuantity::Resistance | FormulaQuantity::Inductance => beside.recip(),
            FormulaQuantity::Capacitance | FormulaQuantity::Charge => beside,
        };
        let heating = self.heating(ElementId(0), 1.0, &written);
        if heating.has_effect() {
            self.circuit.tempered.get_or_insert(line.card.place());
        }
        let scale = written.option("scale").unwrap_or(1.0);
        let value = self.scaled(formula, scale * heating.at(self.conditions.celsius) * several);
        self.circuit.laws.push(ControlLaw::Formula { value, controls });
        let law = LawId(self.circuit.laws.len() as u32 - 1);
        let id = self.add(line, CircuitElementKind::Formula { nodes, what, law });
        self.start(id, written.start);
    }

    /// A formula times a number.
    pub(super) fn scaled(&mut self, formula: ExprId, factor: f64) -> ExprId {
        if factor == 1.0 {
            return formula;
        }
        let factor = self.circuit.formulas.real(factor);
        self.circuit.formulas.add(Expr::Binary(Operator::Multiply, factor, formula))
    }
}

fn value((term, controls): (FormulaTerm, Vec<ControllingQuantity>)) -> PassiveValue {
    match term {
        FormulaTerm::Number(number) => PassiveValue::Number(number),
        FormulaTerm::Formula(formula) => PassiveValue::Formula(formula, controls),
    }
}
