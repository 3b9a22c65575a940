//! Parameters of the netlist and of subcircuits.

use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::card_reader::CardReader;
use super::expand::NetlistExpander;
use super::formula::FormulaError;
use super::lexer::CardTokenKind;
use crate::{NameId, NameTable};

/// A parameter of a subcircuit that is being written out.
#[derive(Clone, Copy, Debug)]
pub(super) enum SubcircuitParameter {
    /// What is written, not looked at yet.
    Written(Place),
    /// What is written, being looked at.
    Busy(Place),
    /// Its value.
    Known(f64),
}

impl<'a> NetlistExpander<'a> {
    /// Notes the `.param` lines of a subcircuit.
    pub(super) fn gather_parameters(&mut self, frame: usize) {
        let deck = self.deck;
        for &card in &deck.definitions[self.frames[frame].definition.at()].parameters {
            let mut line = CardReader::new(self.sources, card, Vec::new());
            self.defaults(&mut line, frame);
        }
    }

    /// Notes `name = value` up to the end of a line. Values may be formulas without braces.
    pub(super) fn defaults(&mut self, line: &mut CardReader<'a>, frame: usize) {
        while let Some(word) = line.peek() {
            let Some(name) = line.named() else {
                let found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    line.place(word.span),
                    "`name = value` is expected here",
                );
                return self.report(found);
            };
            let mut span: Option<Span> = None;
            let mut words = 0;
            while let Some(word) = line.peek() {
                if words > 0 && line.ahead(1).is_some_and(|next| next.kind == CardTokenKind::Equals) {
                    break;
                }
                span = Some(span.map_or(word.span, |span| span.to(word.span)));
                words += 1;
                line.next();
            }
            let Some(span) = span else {
                let found = Diagnostic::new(DiagnosticCode::CardSyntax, line.end(), "a value is missing")
                    .related(line.place(name.span), "the parameter");
                return self.report(found);
            };
            // Brackets are no words here, yet they belong to a formula.
            let span = if words > 1 { close(line.text, span, line.card.span) } else { span };
            let place = line.place(span);
            let name = self.circuit.names.add(line.word(name));
            self.frames[frame].parameters.insert(name, SubcircuitParameter::Written(place));
        }
    }

    /// Computes the parameters of a subcircuit. One may use others that are written later, so what is still needed waits
    /// on a list.
    pub(super) fn evaluate_parameters(&mut self, frame: usize) {
        let mut all: Vec<(Place, NameId)> = Vec::new();
        let parameters = std::mem::take(&mut self.frames[frame].parameters);
        all.extend(written(&parameters));
        self.frames[frame].parameters = parameters;
        all.sort_unstable();
        for (_, name) in all {
            let mut waiting = vec![name];
            while let Some(&name) = waiting.last() {
                let written = self.frames[frame].parameters.get(&name);
                let Some(&(SubcircuitParameter::Written(place) | SubcircuitParameter::Busy(place))) = written
                else {
                    waiting.pop();
                    continue;
                };
                self.frames[frame].parameters.insert(name, SubcircuitParameter::Busy(place));
                let value = match self.evaluate(place, frame) {
                    Ok(value) => value,
                    Err(FormulaError::Pending(needed)) => {
                        let busy = matches!(
                            self.frames[frame].parameters.get(&needed),
                            Some(SubcircuitParameter::Busy(_))
                        );
                        if !busy {
                            waiting.push(needed);
                            continue;
                        }
                        self.cyclic(name, needed, &waiting, place);
                        f64::NAN
                    }
                    Err(problem) => {
                        self.report_no_value(&problem, place);
                        f64::NAN
                    }
                };
                self.frames[frame].parameters.insert(name, SubcircuitParameter::Known(value));
                waiting.pop();
            }
        }
    }

    fn cyclic(&mut self, name: NameId, needed: NameId, waiting: &[NameId], place: Place) {
        let names = &self.circuit.names;
        let from = waiting.iter().position(|&found| found == needed).unwrap_or(0);
        let chain: Vec<&str> = waiting[from..].iter().chain([&needed]).map(|&name| names.get(name)).collect();
        let message = format!("the parameter `{}` depends on itself", names.get(name));
        let mut found = Diagnostic::new(DiagnosticCode::CyclicParameter, place, message);
        if chain.len() > 2 && chain.len() < 10 {
            found = found.note(format!("{} each need the next", chain.join(", ")));
        }
        self.report(found);
    }
}

/// The parameters that are still to be computed.
fn written(
    parameters: &FxHashMap<NameId, SubcircuitParameter>,
) -> impl Iterator<Item = (Place, NameId)> + '_ {
    // The caller sorts by place.
    parameters.iter().filter_map(|(&name, parameter)| match parameter {
        SubcircuitParameter::Written(place) => Some((*place, name)),
        _ => None,
    })
}

/// The names of all parameters of a frame, among which a mistyped one may be found.
pub(super) fn parameter_names<'n>(
    parameters: &FxHashMap<NameId, SubcircuitParameter>,
    names: &'n NameTable,
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
