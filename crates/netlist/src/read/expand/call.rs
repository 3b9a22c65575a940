//! Calls of subcircuits.

use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{NetlistExpander, SubcircuitFrame};
use crate::read::card_reader::CardReader;
use crate::read::circuit_size::find;
use crate::read::deck::Card;
use crate::read::lexer::CardToken;
use crate::read::parameters::{SubcircuitParameter, parameter_names};
use crate::{NameId, NodeId, SubcircuitDefinitionId, SubcircuitInstance, SubcircuitInstanceId};

impl<'a> NetlistExpander<'a> {
    /// `X…`: a call of a subcircuit.
    pub(in crate::read) fn call(&mut self, line: &mut CardReader<'a>) {
        let mut positional = ports(line);
        let Some(called) = positional.pop() else {
            let found =
                Diagnostic::new(DiagnosticCode::CardSyntax, line.card.place(), "which subcircuit is called?")
                    .help("`Xname node node subcircuit`");
            return self.report(found);
        };
        let name = line.word(called);
        let place = line.place(called.span);
        let here = self.frames[self.frame()].definition;
        let Some(definition) = find(self.deck, &self.circuit.names, here, name) else {
            return self.no_subcircuit(name, place);
        };
        let header = &self.deck.definitions[definition.at()];
        if self.frames.iter().any(|frame| frame.definition == definition) {
            self.told_circle = true;
            return self.contains_itself(definition, name, place);
        }
        if self.told_circle && self.cyclic[here.at()] && self.cyclic[definition.at()] {
            return;
        }
        let card = Card { file: header.place.file, span: header.place.span, name: header.name };
        let mut head = CardReader::new(self.sources, card, Vec::new());
        head.next();
        let ports = ports(&mut head);
        if ports.len() != positional.len() {
            let (given, wanted) = (positional.len(), ports.len());
            let names: Vec<&str> = ports.iter().map(|&port| head.word(port)).collect();
            let found = Diagnostic::new(
                DiagnosticCode::WrongPorts,
                line.card.place(),
                format!("`{name}` has {} and is given {given}", nodes(wanted)),
            )
            .related(header.place, format!("its nodes: {}", names.join(", ")))
            .help(format!("write {} before `{name}`", nodes(wanted)));
            return self.report(found);
        }
        let joined: Vec<NodeId> =
            positional.iter().map(|&word| self.node_of(line.word(word), line.place(word.span))).collect();
        let given = self.assignments(line);
        let instance = SubcircuitInstanceId(self.circuit.instances.len() as u32);
        let parent = self.instance();
        let place = line.card.place();
        self.circuit.instances.push(SubcircuitInstance { name: line.card.name, parent, definition, place });
        let mut frame = SubcircuitFrame::new(definition, instance);
        frame.calls = self.calls();
        for (port, node) in ports.into_iter().zip(joined) {
            let name = self.circuit.names.add(head.word(port));
            frame.nodes.insert(name, node);
        }
        self.frames.push(frame);
        self.give(line, &mut head, given);
    }

    /// The parameters of a call: those that its header and its `.param` lines declare, with the values that are given.
    fn give(&mut self, line: &CardReader, head: &mut CardReader<'a>, given: Vec<(NameId, f64, Place)>) {
        let at = self.frame();
        self.defaults(head, at);
        self.gather_parameters(at);
        for (name, value, place) in given {
            let declared = self.frames[at].parameters.contains_key(&name);
            // A subcircuit that has no such parameter lies there so many times.
            if !declared && self.circuit.names.get(name) == "m" {
                self.frames[at].calls *= self.read_multiplier(line, Some(value));
                continue;
            }
            self.frames[at].parameters.insert(name, SubcircuitParameter::Known(value));
            if !declared {
                self.undeclared(name, place);
            }
        }
        self.evaluate_parameters(at);
    }

    fn contains_itself(&mut self, definition: SubcircuitDefinitionId, name: &str, place: Place) {
        let header = &self.deck.definitions[definition.at()];
        let found = Diagnostic::new(
            DiagnosticCode::CyclicSubcircuit,
            place,
            format!("the subcircuit `{name}` contains itself"),
        )
        .label("called here, inside of itself")
        .related(header.place, "the subcircuit")
        .help("take this call out, or call another subcircuit");
        let first = self.frames.iter().position(|frame| frame.definition == definition).unwrap_or(0);
        let name_of = |frame: &SubcircuitFrame| {
            let definition = &self.deck.definitions[frame.definition.at()];
            format!("`{}`", self.circuit.names.get(definition.name))
        };
        let mut chain: Vec<String> = self.frames[first..].iter().map(name_of).collect();
        let found = match &chain[..] {
            [only] => found.note(format!("{only} would be written out without end")),
            [from, ..] => {
                chain.push(from.clone());
                found.note(format!("each calls the next: {}", chain.join(", ")))
            }
            [] => found,
        };
        self.report(found);
    }

    /// A parameter that a subcircuit does not have would be given for nothing.
    fn undeclared(&mut self, name: NameId, place: Place) {
        let frame = &self.frames[self.frame()];
        let header = &self.deck.definitions[frame.definition.at()];
        let (name, called) = (self.circuit.names.get(name).to_string(), self.circuit.names.get(header.name));
        let message = format!("the subcircuit `{called}` has no parameter `{name}`");
        let mut known: Vec<&str> =
            parameter_names(&frame.parameters, &self.circuit.names).filter(|known| *known != name).collect();
        known.sort_unstable();
        let found = Diagnostic::new(DiagnosticCode::UnknownParameter, place, message)
            .related(header.place, "the subcircuit");
        let found = match syntax::nearest(&name, known) {
            Some(guess) => found.help(format!("is `{guess}` meant?")),
            None => found.help(format!("add `{name}=…` to the line `.subckt {called}`, or take it out here")),
        };
        self.report(found);
    }

    fn no_subcircuit(&mut self, name: &str, place: Place) {
        let mut known: Vec<&str> =
            self.deck.definitions[1..].iter().map(|found| self.circuit.names.get(found.name)).collect();
        known.sort_unstable();
        let message = format!("there is no subcircuit `{name}`");
        let mut found =
            Diagnostic::new(DiagnosticCode::UnknownSubcircuit, place, message).label("nothing defines this");
        found = match syntax::nearest(name, known.iter().copied()) {
            Some(guess) => found.help(format!("is `{guess}` meant?")),
            None => found.help(format!("add `.subckt {name} …`, or `.include` the file that has it")),
        };
        self.report(found);
    }
}

/// The words up to the parameters.
fn ports(line: &mut CardReader) -> Vec<CardToken> {
    let mut ports = Vec::new();
    while let Some(word) = line.positional() {
        if line.word(word).eq_ignore_ascii_case("params:") {
            break;
        }
        ports.push(word);
    }
    ports
}

/// `1 node`, `2 nodes`
fn nodes(number: usize) -> String {
    format!("{number} node{}", if number == 1 { "" } else { "s" })
}
