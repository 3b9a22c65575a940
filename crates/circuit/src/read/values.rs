//! Parameters and numbers.

use equations::{Expr, Exprs, VariableId};
use rustc_hash::FxHashMap;
use syntax::{Code, Diagnostic, Place, Sources, Span};

use super::expand::{Expand, User, Wanted};
use super::formula::{self, Problem, Scope, Term};
use super::gather::Card;
use super::line::Line;
use super::words::{Word, WordKind};
use crate::number::{self, Read};
use crate::{Control, Curve, DefinitionId, ElementId, NameId, NodeId};

/// So many values that look larger than they are are told: in a netlist in capitals there may be thousands.
const MOST_MISREAD: u32 = 3;

/// A parameter of a subcircuit that is being written out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parameter {
    /// What is written, not looked at yet.
    Written(Place),
    /// What is written, being looked at.
    Busy(Place),
    /// Its value.
    Known(f64),
}

/// What a formula may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Numbers alone.
    Numbers,
    /// Voltages, currents and time too.
    Everything,
}

impl<'a> Expand<'a> {
    /// Notes the `.param` lines of a subcircuit.
    pub(super) fn gather_parameters(&mut self, frame: usize) {
        let deck = self.deck;
        for &card in &deck.definitions[self.frames[frame].definition.at()].parameters {
            let mut line = Line::new(self.sources, card, Vec::new());
            self.defaults(&mut line, frame);
        }
    }

    /// Notes `name = value` up to the end of a line. Values may be formulas without braces.
    pub(super) fn defaults(&mut self, line: &mut Line<'a>, frame: usize) {
        while let Some(word) = line.peek() {
            let Some(name) = line.named() else {
                let found = Diagnostic::new(
                    Code::CardSyntax,
                    line.place(word.span),
                    "`name = value` is expected here",
                );
                return self.report(found);
            };
            let mut span: Option<Span> = None;
            let mut words = 0;
            while let Some(word) = line.peek() {
                if words > 0 && line.ahead(1).is_some_and(|next| next.kind == WordKind::Equals) {
                    break;
                }
                span = Some(span.map_or(word.span, |span| span.to(word.span)));
                words += 1;
                line.next();
            }
            let Some(span) = span else {
                let found = Diagnostic::new(Code::CardSyntax, line.end(), "a value is missing")
                    .related(line.place(name.span), "the parameter");
                return self.report(found);
            };
            // Brackets are no words here, yet they belong to a formula.
            let span = if words > 1 { close(line.text, span, line.card.span) } else { span };
            let place = line.place(span);
            let name = self.circuit.names.add(line.word(name));
            self.frames[frame].parameters.insert(name, Parameter::Written(place));
        }
    }

    /// Computes the parameters of a subcircuit. One may use others that are written later, so what is still needed waits
    /// on a list.
    pub(super) fn settle(&mut self, frame: usize) {
        let mut all: Vec<(Place, NameId)> = Vec::new();
        let parameters = std::mem::take(&mut self.frames[frame].parameters);
        all.extend(written(&parameters));
        self.frames[frame].parameters = parameters;
        all.sort_unstable();
        for (_, name) in all {
            let mut waiting = vec![name];
            while let Some(&name) = waiting.last() {
                let written = self.frames[frame].parameters.get(&name);
                let Some(&(Parameter::Written(place) | Parameter::Busy(place))) = written else {
                    waiting.pop();
                    continue;
                };
                self.frames[frame].parameters.insert(name, Parameter::Busy(place));
                let value = match self.evaluate(place, frame) {
                    Ok(value) => value,
                    Err(Problem::Pending(needed)) => {
                        let busy =
                            matches!(self.frames[frame].parameters.get(&needed), Some(Parameter::Busy(_)));
                        if !busy {
                            waiting.push(needed);
                            continue;
                        }
                        self.cyclic(name, needed, &waiting, place);
                        f64::NAN
                    }
                    Err(problem) => {
                        self.explain(&problem, place);
                        f64::NAN
                    }
                };
                self.frames[frame].parameters.insert(name, Parameter::Known(value));
                waiting.pop();
            }
        }
    }

    fn cyclic(&mut self, name: NameId, needed: NameId, waiting: &[NameId], place: Place) {
        let names = &self.circuit.names;
        let from = waiting.iter().position(|&found| found == needed).unwrap_or(0);
        let chain: Vec<&str> = waiting[from..].iter().chain([&needed]).map(|&name| names.get(name)).collect();
        let message = format!("the parameter `{}` depends on itself", names.get(name));
        let mut found = Diagnostic::new(Code::CyclicParameter, place, message);
        if chain.len() > 2 && chain.len() < 10 {
            found = found.note(format!("{} each need the next", chain.join(", ")));
        }
        self.report(found);
    }

    /// The number that is written at a place: a number or a formula.
    fn evaluate(&mut self, place: Place, frame: usize) -> Result<f64, Problem> {
        let text = self.sources[place.file].text();
        if let Read::Number(value) = number::read(text[place.span.range()].trim()) {
            return Ok(value);
        }
        match self.formula(place, frame, Use::Numbers)? {
            (Term::Number(value), _) => Ok(value),
            (Term::Formula(_), _) => Err(Problem::Syntax(place.span, "a number is needed here".to_string())),
        }
    }

    fn formula(&mut self, place: Place, frame: usize, allowed: Use) -> Result<(Term, Vec<Control>), Problem> {
        let text = self.sources[place.file].text();
        let mut values = Values::new(self, place, frame, allowed);
        let term = formula::read(text, place.span, &mut values, 0)?;
        let mut controls = values.controls;
        controls.sort_unstable();
        controls.dedup();
        Ok((term, controls))
    }

    /// The value of a word: a number or a formula. Not a number if it has none, and that was said.
    pub(super) fn value(&mut self, line: &Line, word: Word) -> f64 {
        let place = line.place(word.span);
        if word.kind == WordKind::Plain {
            match number::read(line.word(word)) {
                Read::Number(value) => {
                    self.misread(line, word, value);
                    return value;
                }
                // The name of a parameter is its value, braces or not.
                Read::Word if self.has_parameter(line.word(word)) => {
                    return self.number_at(place, self.frame());
                }
                other => self.no_number(line.word(word), place, &other),
            }
            return f64::NAN;
        }
        if word.kind == WordKind::Broken {
            self.report(Diagnostic::new(Code::CardSyntax, place, "a bracket or a quote is not closed"));
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
    pub(super) fn is_numeric(&self, line: &Line, word: Word) -> bool {
        match word.kind {
            WordKind::Plain => {
                number::read(line.word(word)) != Read::Word || self.has_parameter(line.word(word))
            }
            WordKind::Formula => true,
            _ => false,
        }
    }

    /// The value of a formula in a frame, told if there is none.
    pub(super) fn number_at(&mut self, place: Place, frame: usize) -> f64 {
        self.evaluate(place, frame).unwrap_or_else(|problem| {
            self.explain(&problem, place);
            f64::NAN
        })
    }

    /// A formula that may speak of voltages, currents and time, and what it speaks of.
    pub(super) fn law(&mut self, place: Place) -> Option<(Term, Vec<Control>)> {
        match self.formula(place, self.frame(), Use::Everything) {
            Ok(found) => Some(found),
            Err(problem) => {
                self.explain(&problem, place);
                None
            }
        }
    }

    /// The formula of a measure: parameters are numbers, measures before it are variables.
    pub(super) fn wish(&mut self, place: Place, of: Curve) -> Option<Term> {
        let text = self.sources[place.file].text();
        let frame = self.frame();
        let mut values = Values { measures: Some(of), ..Values::new(self, place, frame, Use::Numbers) };
        let read = formula::read(text, place.span, &mut values, 0);
        read.map_err(|problem| self.explain(&problem, place)).ok()
    }

    /// Warns of `1M` at a resistor and of `1MHz`: milli, and hardly meant.
    fn misread(&mut self, line: &Line, word: Word, value: f64) {
        let text = line.word(word);
        let resistor = matches!(line.text.as_bytes()[line.card.span.start as usize], b'r' | b'R');
        let suspicious = resistor || text.as_bytes().last().is_some_and(|last| matches!(last, b'z' | b'Z'));
        let Some(meant) = number::mega(text).filter(|_| suspicious && self.misread < MOST_MISREAD) else {
            return;
        };
        self.misread += 1;
        let place = line.place(word.span);
        let found = Diagnostic::new(Code::Misread, place, format!("`{text}` is {}", number::short(value)))
            .label("in SPICE `M` is milli, like `m`")
            .help(format!("write `{meant}` for a million; if milli is meant, write a small `m`"))
            .edit(place, meant);
        self.report(found);
    }

    fn no_number(&mut self, word: &str, place: Place, read: &Read) {
        let mut found = Diagnostic::new(Code::WrongNumber, place, format!("`{word}` is no number"));
        found = match read {
            Read::Broken { meant: Some(meant) } => found
                .label("a scale such as `k` stands at the end of a number")
                .note("other simulators read this up to the scale and drop the rest")
                .help(format!("write `{meant}`"))
                .edit(place, meant.clone()),
            Read::Broken { meant: None } if word.contains(['µ', 'μ']) => {
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
    fn explain(&mut self, problem: &Problem, place: Place) {
        let at = |span: Span| Place { file: place.file, span };
        let found = match problem {
            Problem::Syntax(span, message) => Diagnostic::new(Code::CardSyntax, at(*span), message),
            Problem::Unknown(span) => {
                let name = &self.sources[place.file].text()[span.range()];
                let mut known: Vec<&str> = Vec::new();
                for frame in &self.frames {
                    known.extend(parameter_names(&frame.parameters, &self.circuit.names));
                }
                known.sort_unstable();
                let message = format!("there is no parameter `{name}`");
                let found = Diagnostic::new(Code::UnknownParameter, at(*span), message);
                match syntax::nearest(name, known) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => found.help(format!("add `.param {name} = …`")),
                }
            }
            Problem::Deep(span) => {
                Diagnostic::new(Code::TooDeep, at(*span), "this formula is nested too deeply")
            }
            Problem::Pending(_) | Problem::Told => return,
        };
        self.report(found);
    }

    /// The rest of a line as `name = value`, each with its place.
    pub(super) fn assignments(&mut self, line: &mut Line<'a>) -> Vec<(NameId, f64, Place)> {
        let mut found = Vec::new();
        while let Some(name) = line.named() {
            let Some(word) = line.next() else {
                let missing = Diagnostic::new(Code::CardSyntax, line.end(), "a value is missing")
                    .related(line.place(name.span), "of this");
                self.report(missing);
                break;
            };
            let value = self.value(line, word);
            found.push((self.circuit.names.add(line.word(name)), value, line.place(name.span)));
        }
        self.surplus(line);
        found
    }

    /// The number of the quantity that is the current of a voltage source.
    pub(super) fn current_of(&mut self, name: &str, place: Place) -> Control {
        let name = self.circuit.names.add(name);
        let instance = self.instance();
        let next = self.circuit.quantities.len();
        let at = *self.quantities.entry((instance, name)).or_insert(next);
        if at == next {
            self.circuit.quantities.push(Control::Current(ElementId(u32::MAX)));
            self.controls.push(Wanted { name, instance, place, user: User::Quantity(at) });
        }
        Control::Current(ElementId(at as u32))
    }
}

/// The parameters that are still to be computed.
fn written(parameters: &FxHashMap<NameId, Parameter>) -> impl Iterator<Item = (Place, NameId)> + '_ {
    // The caller sorts by place.
    parameters.iter().filter_map(|(&name, parameter)| match parameter {
        Parameter::Written(place) => Some((*place, name)),
        _ => None,
    })
}

pub(super) fn parameter_names<'n>(
    parameters: &FxHashMap<NameId, Parameter>,
    names: &'n crate::Names,
) -> impl Iterator<Item = &'n str> {
    // The caller sorts by name.
    parameters.keys().map(|&name| names.get(name))
}

/// Takes in the closing brackets right after a formula and the quotes around it.
fn close(text: &str, mut span: Span, card: Span) -> Span {
    let bytes = text.as_bytes();
    if bytes[span.start as usize - 1] == b'{' {
        span.start -= 1;
    }
    let mut back = span.start as usize;
    while back > card.start as usize && matches!(bytes[back - 1], b' ' | b'\t' | b'(') {
        back -= 1;
        if bytes[back] == b'(' {
            span.start = back as u32;
        }
    }
    let mut at = span.end as usize;
    while at < card.end as usize && matches!(bytes[at], b' ' | b'\t' | b')' | b'}') {
        at += 1;
        if matches!(bytes[at - 1], b')' | b'}') {
            span.end = at as u32;
        }
    }
    span
}

/// What a formula sees.
struct Values<'e, 'a> {
    expand: &'e mut Expand<'a>,
    place: Place,
    frame: usize,
    allowed: Use,
    /// Arguments of the function that is being called.
    locals: Vec<(NameId, Term)>,
    controls: Vec<Control>,
    /// The result whose measures are known by name.
    measures: Option<Curve>,
}

impl<'e, 'a> Values<'e, 'a> {
    fn new(expand: &'e mut Expand<'a>, place: Place, frame: usize, allowed: Use) -> Values<'e, 'a> {
        Values { expand, place, frame, allowed, locals: Vec::new(), controls: Vec::new(), measures: None }
    }
}

impl Values<'_, '_> {
    fn only_numbers(&self, span: Span) -> Result<(), Problem> {
        match self.allowed {
            Use::Everything => Ok(()),
            Use::Numbers => {
                Err(Problem::Syntax(span, "only a behavioural source may depend on this".to_string()))
            }
        }
    }

    fn quantity(&mut self, control: Control) -> Term {
        self.controls.push(control);
        let at = match control {
            Control::Current(number) => number.at(),
            Control::Voltage(..) => {
                let quantities = &mut self.expand.circuit.quantities;
                quantities.push(control);
                quantities.len() - 1
            }
        };
        Term::Formula(self.formulas().add(Expr::Variable(VariableId(at as u32))))
    }

    fn sources(&self) -> &Sources {
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
            if at == DefinitionId::TOP {
                return None;
            }
            at = definition.parent;
        }
    }
}

impl Scope for Values<'_, '_> {
    fn name(&mut self, name: &str, span: Span) -> Result<Term, Problem> {
        let id = self.expand.circuit.names.add(name);
        if let Some(&(_, value)) = self.locals.iter().find(|local| local.0 == id) {
            return Ok(value);
        }
        if let Some(of) = self.measures {
            let mut all = self.expand.circuit.measures.iter();
            if let Some(at) = all.position(|measure| measure.name == id && measure.of == of) {
                return Ok(Term::Formula(self.formulas().add(Expr::Variable(VariableId(at as u32)))));
            }
        }
        for frame in self.expand.frames[..=self.frame].iter().rev() {
            match frame.parameters.get(&id) {
                Some(Parameter::Known(value)) => return Ok(Term::Number(*value)),
                Some(_) => return Err(Problem::Pending(id)),
                None => {}
            }
        }
        match name.to_ascii_lowercase().as_str() {
            "pi" => Ok(Term::Number(std::f64::consts::PI)),
            "e" => Ok(Term::Number(std::f64::consts::E)),
            // In degrees Celsius.
            "temper" | "temp" => {
                self.expand.circuit.tempered.get_or_insert(Place { file: self.place.file, span });
                Ok(Term::Number(self.expand.conditions.celsius))
            }
            "time" => {
                self.only_numbers(span)?;
                Ok(Term::Formula(self.formulas().add(Expr::Time)))
            }
            _ => Err(Problem::Unknown(span)),
        }
    }

    fn voltage(&mut self, nodes: &[(&str, Span)], span: Span) -> Result<Term, Problem> {
        self.only_numbers(span)?;
        let file = self.place.file;
        let mut ids = [NodeId::GROUND; 2];
        for (id, (name, span)) in ids.iter_mut().zip(nodes) {
            *id = self.expand.node_of(name, Place { file, span: *span });
        }
        Ok(self.quantity(Control::Voltage(ids[0], ids[1])))
    }

    fn current(&mut self, source: &str, span: Span) -> Result<Term, Problem> {
        self.only_numbers(span)?;
        let place = Place { file: self.place.file, span };
        let control = self.expand.current_of(source, place);
        let Term::Formula(all) = self.quantity(control) else { return Err(Problem::Told) };
        // Of several calls side by side the source carries the currents of all.
        let each = self.expand.calls().recip();
        Ok(Term::Formula(self.expand.scaled(all, each)))
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Term],
        span: Span,
        depth: u32,
    ) -> Option<Result<Term, Problem>> {
        let name = self.expand.circuit.names.find(name)?;
        let card = self.function(name)?;
        // `.func f(x, y) {x*y}` or `.func f(x, y) = x*y`
        let sources = self.expand.sources;
        let text = sources[card.file].text();
        let mut words = Vec::new();
        super::words::lex(text, card.span, &mut words);
        let after = words.iter().position(|word| word.kind == WordKind::Close).unwrap_or(words.len());
        let inside = words[..after].iter().skip(2).filter(|word| word.kind == WordKind::Plain);
        let names: Vec<NameId> =
            inside.map(|word| self.expand.circuit.names.add(&text[word.span.range()])).collect();
        let body = function_body(self.sources(), card);
        if names.len() != arguments.len() {
            let message = format!("the function takes {} and is given {}", names.len(), arguments.len());
            return Some(Err(Problem::Syntax(span, message)));
        }
        let Some(body) = body else {
            let message = "the function has no body: `.func f(x) {x*x}`".to_string();
            return Some(Err(Problem::Syntax(span, message)));
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
            Problem::Pending(name) => Problem::Pending(name),
            other => {
                self.expand.explain(&other, body);
                Problem::Told
            }
        });
        Some(value)
    }

    fn formulas(&mut self) -> &mut Exprs {
        &mut self.expand.circuit.formulas
    }
}

/// The formula of a `.func`.
fn function_body(sources: &Sources, card: Card) -> Option<Place> {
    let text = sources[card.file].text();
    let mut words = Vec::new();
    super::words::lex(text, card.span, &mut words);
    let after = words.iter().position(|word| word.kind == WordKind::Close)? + 1;
    let from = after + usize::from(words.get(after).is_some_and(|word| word.kind == WordKind::Equals));
    let first = words.get(from)?;
    let span = match first.kind {
        WordKind::Formula => first.span,
        WordKind::Open | WordKind::Plain => Span::new(first.span.start, card.span.end),
        _ => return None,
    };
    Some(Place { file: card.file, span })
}
