//! What a formula sees: parameters, measures, functions, and voltages, currents and time where these are allowed.

use equations::{Expr, Exprs, VariableId};
use syntax::{Place, SourceMap, Span};

use crate::read::deck::Card;
use crate::read::expand::NetlistExpander;
use crate::read::formula::{self, FormulaError, FormulaScope, FormulaTerm};
use crate::read::lexer::{CardTokenKind, lex};
use crate::read::parameters::SubcircuitParameter;
use crate::{ControllingQuantity, MeasureAnalysis, NameId, NodeId, SubcircuitDefinitionId};

/// What a formula may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FormulaUse {
    /// Numbers alone.
    Numbers,
    /// Voltages, currents and time too.
    Everything,
}

/// What a formula sees.
pub(super) struct FormulaValues<'e, 'a> {
    expand: &'e mut NetlistExpander<'a>,
    place: Place,
    frame: usize,
    allowed: FormulaUse,
    /// Arguments of the function that is being called.
    locals: Vec<(NameId, FormulaTerm)>,
    pub(super) controls: Vec<ControllingQuantity>,
    /// The result whose measures are known by name.
    pub(super) measures: Option<MeasureAnalysis>,
}

impl<'e, 'a> FormulaValues<'e, 'a> {
    pub(super) fn new(
        expand: &'e mut NetlistExpander<'a>,
        place: Place,
        frame: usize,
        allowed: FormulaUse,
    ) -> FormulaValues<'e, 'a> {
        FormulaValues {
            expand,
            place,
            frame,
            allowed,
            locals: Vec::new(),
            controls: Vec::new(),
            measures: None,
        }
    }
}

impl FormulaValues<'_, '_> {
    fn only_numbers(&self, span: Span) -> Result<(), FormulaError> {
        match self.allowed {
            FormulaUse::Everything => Ok(()),
            FormulaUse::Numbers => {
                Err(FormulaError::Syntax(span, "only a behavioural source may depend on this".to_string()))
            }
        }
    }

    fn quantity(&mut self, control: ControllingQuantity) -> FormulaTerm {
        self.controls.push(control);
        let at = match control {
            ControllingQuantity::Current(number) => number.at(),
            ControllingQuantity::Voltage(..) => {
                let quantities = &mut self.expand.circuit.quantities;
                quantities.push(control);
                quantities.len() - 1
            }
        };
        FormulaTerm::Formula(self.formulas().add(Expr::Variable(VariableId(at as u32))))
    }

    fn sources(&self) -> &SourceMap {
        self.expand.sources
    }

    /// The card of a function, as seen from where the formula is written.
    fn function(&self, name: NameId) -> Option<Card> {
        let mut at = self.expand.frames[self.frame].definition;
        loop {
            let definition = &self.expand.deck.definitions[at.at()];
            if let Some(&card) = definition.functions.get(&name) {
                return Some(card);
            }
            if at == SubcircuitDefinitionId::TOP {
                return None;
            }
            at = definition.parent;
        }
    }
}

impl FormulaScope for FormulaValues<'_, '_> {
    fn name(&mut self, name: &str, span: Span) -> Result<FormulaTerm, FormulaError> {
        let id = self.expand.circuit.names.add(name);
        if let Some(&(_, value)) = self.locals.iter().find(|local| local.0 == id) {
            return Ok(value);
        }
        if let Some(of) = self.measures {
            let mut all = self.expand.circuit.measures.iter();
            if let Some(at) = all.position(|measure| measure.name == id && measure.of == of) {
                return Ok(FormulaTerm::Formula(self.formulas().add(Expr::Variable(VariableId(at as u32)))));
            }
        }
        for frame in self.expand.frames[..=self.frame].iter().rev() {
            match frame.parameters.get(&id) {
                Some(SubcircuitParameter::Known(value)) => return Ok(FormulaTerm::Number(*value)),
                Some(_) => return Err(FormulaError::Pending(id)),
                None => {}
            }
        }
        match name.to_ascii_lowercase().as_str() {
            "pi" => Ok(FormulaTerm::Number(std::f64::consts::PI)),
            "e" => Ok(FormulaTerm::Number(std::f64::consts::E)),
            // In degrees Celsius.
            "temper" | "temp" => {
                self.expand.circuit.tempered.get_or_insert(Place { file: self.place.file, span });
                Ok(FormulaTerm::Number(self.expand.conditions.celsius))
            }
            "time" => {
                self.only_numbers(span)?;
                Ok(FormulaTerm::Formula(self.formulas().add(Expr::Time)))
            }
            _ => Err(FormulaError::Unknown(span)),
        }
    }

    fn voltage(&mut self, nodes: &[(&str, Span)], span: Span) -> Result<FormulaTerm, FormulaError> {
        self.only_numbers(span)?;
        let file = self.place.file;
        let mut ids = [NodeId::GROUND; 2];
        for (id, (name, span)) in ids.iter_mut().zip(nodes) {
            *id = self.expand.node_of(name, Place { file, span: *span });
        }
        Ok(self.quantity(ControllingQuantity::Voltage(ids[0], ids[1])))
    }

    fn current(&mut self, source: &str, span: Span) -> Result<FormulaTerm, FormulaError> {
        self.only_numbers(span)?;
        let place = Place { file: self.place.file, span };
        let control = self.expand.current_of(source, place);
        let FormulaTerm::Formula(all) = self.quantity(control) else { return Err(FormulaError::Told) };
        // Of several calls side by side the source carries the currents of all.
        let each = self.expand.calls().recip();
        Ok(FormulaTerm::Formula(self.expand.scaled(all, each)))
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[FormulaTerm],
        span: Span,
        depth: u32,
    ) -> Option<Result<FormulaTerm, FormulaError>> {
        let name = self.expand.circuit.names.find(name)?;
        let card = self.function(name)?;
        // `.func f(x, y) {x*y}` or `.func f(x, y) = x*y`
        let sources = self.expand.sources;
        let text = sources[card.file].text();
        let mut words = Vec::new();
        lex(text, card.span, &mut words);
        let after = words.iter().position(|word| word.kind == CardTokenKind::Close).unwrap_or(words.len());
        let inside = words[..after].iter().skip(2).filter(|word| word.kind == CardTokenKind::Plain);
        let names: Vec<NameId> =
            inside.map(|word| self.expand.circuit.names.add(&text[word.span.range()])).collect();
        let body = function_body(self.sources(), card);
        if names.len() != arguments.len() {
            let message = format!("the function takes {} and is given {}", names.len(), arguments.len());
            return Some(Err(FormulaError::Syntax(span, message)));
        }
        let Some(body) = body else {
            let message = "the function has no body: `.func f(x) {x*x}`".to_string();
            return Some(Err(FormulaError::Syntax(span, message)));
        };
        let locals = names.into_iter().zip(arguments.iter().copied()).collect();
        let locals = std::mem::replace(&mut self.locals, locals);
        let place = std::mem::replace(&mut self.place, body);
        let text = self.expand.sources[body.file].text();
        let value = formula::read(text, body.span, self, depth + 1);
        self.locals = locals;
        self.place = place;
        // A mistake in the body is told where the body is.
        let value = value.map_err(|problem| match problem {
            FormulaError::Pending(name) => FormulaError::Pending(name),
            other => {
                self.expand.report_no_value(&other, body);
                FormulaError::Told
            }
        });
        Some(value)
    }

    fn formulas(&mut self) -> &mut Exprs {
        &mut self.expand.circuit.formulas
    }
}

/// The formula of a `.func`.
fn function_body(sources: &SourceMap, card: Card) -> Option<Place> {
    let text = sources[card.file].text();
    let mut words = Vec::new();
    lex(text, card.span, &mut words);
    let after = words.iter().position(|word| word.kind == CardTokenKind::Close)? + 1;
    let from = after + usize::from(words.get(after).is_some_and(|word| word.kind == CardTokenKind::Equals));
    let first = words.get(from)?;
    let span = match first.kind {
        CardTokenKind::Formula => first.span,
        CardTokenKind::Open | CardTokenKind::Plain => Span::new(first.span.start, card.span.end),
        _ => return None,
    };
    Some(Place { file: card.file, span })
}
