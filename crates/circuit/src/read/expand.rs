//! Calls of subcircuits written out.

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Code, Diagnostic, Place, Severity, Sources};

use super::gather::{Card, Deck};
use super::line::Line;
use super::values::Parameter;
use super::weigh::{find, weigh};
use super::words::{Word, WordKind};
use crate::{
    Circuit, Conditions, Control, DefinitionId, Element, ElementId, Instance, InstanceId, Kind, Law, ModelId,
    NameId, Names, Node, NodeId, Placed,
};

/// A circuit may have so many elements and calls.
const MAX_ELEMENTS: u64 = 20_000_000;

/// Writes out a netlist.
pub(super) fn expand(
    sources: &Sources,
    deck: &Deck,
    mut names: Names,
    found: Vec<Diagnostic>,
) -> (Circuit, Vec<Diagnostic>) {
    let top = deck.definitions[0].place;
    let empty = names.add("");
    let zero = names.add("0");
    let ground = names.add("gnd");
    let mut circuit = Circuit { names, title: deck.title, ..Circuit::default() };
    circuit.nodes.push(Node { name: zero, instance: InstanceId::TOP, place: top });
    circuit.definitions = deck
        .definitions
        .iter()
        .map(|definition| Placed { name: definition.name, place: definition.place })
        .collect();
    circuit.instances.push(Instance {
        name: empty,
        parent: InstanceId::TOP,
        definition: DefinitionId::TOP,
        place: top,
    });
    let mut expand = Expand {
        sources,
        deck,
        circuit,
        found,
        told: FxHashSet::default(),
        frames: Vec::new(),
        grounds: [zero, ground],
        globals: FxHashSet::default(),
        top_nodes: Vec::new(),
        controls: Vec::new(),
        named: FxHashMap::default(),
        quantities: FxHashMap::default(),
        misread: 0,
        conditions: Conditions::default(),
        inner: None,
        words: Vec::new(),
    };
    expand.run();
    (expand.circuit, expand.found)
}

/// A subcircuit that is being written out.
pub(super) struct Frame {
    pub(super) definition: DefinitionId,
    pub(super) instance: InstanceId,
    next: usize,
    nodes: FxHashMap<NameId, NodeId>,
    pub(super) parameters: FxHashMap<NameId, Parameter>,
    pub(super) models: FxHashMap<NameId, Option<ModelId>>,
    /// How many of it lie side by side: `m` of this call times that of all calls around it.
    calls: f64,
}

impl Frame {
    fn new(definition: DefinitionId, instance: InstanceId) -> Frame {
        Frame {
            definition,
            instance,
            next: 0,
            nodes: FxHashMap::default(),
            parameters: FxHashMap::default(),
            models: FxHashMap::default(),
            calls: 1.0,
        }
    }
}

/// Calls and nodes by where they stand and what they are called.
#[derive(Default)]
struct Inner {
    calls: FxHashMap<(InstanceId, NameId), InstanceId>,
    nodes: FxHashMap<(InstanceId, NameId), NodeId>,
}

/// A name of an element that has to be found when all are there.
pub(super) struct Wanted {
    pub(super) name: NameId,
    pub(super) instance: InstanceId,
    pub(super) place: Place,
    pub(super) user: User,
}

/// Who wants to know an element.
#[derive(Clone, Copy)]
pub(super) enum User {
    /// The quantity with this number.
    Quantity(usize),
    /// One of the inductors of a coupling.
    Coupling(ElementId, usize),
}

pub(super) struct Expand<'a> {
    pub(super) sources: &'a Sources,
    pub(super) deck: &'a Deck,
    pub(super) circuit: Circuit,
    pub(super) found: Vec<Diagnostic>,
    /// What was said of a place already: a subcircuit that is called often is wrong once.
    told: FxHashSet<(Code, Place)>,
    /// The calls that lead to where we are, the netlist itself first.
    pub(super) frames: Vec<Frame>,
    grounds: [NameId; 2],
    /// Nodes that `.global` names; those that nothing uses are no nodes.
    globals: FxHashSet<NameId>,
    /// Nodes of the netlist itself by name, one more than their numbers.
    top_nodes: Vec<u32>,
    pub(super) controls: Vec<Wanted>,
    /// Voltage sources and inductors.
    pub(super) named: FxHashMap<(InstanceId, NameId), ElementId>,
    /// Currents that formulas and laws speak of, to be known by name once.
    pub(super) quantities: FxHashMap<(InstanceId, NameId), usize>,
    /// How many values were told that look larger than they are.
    pub(super) misread: u32,
    /// What `.options` and `.temp` say, which are looked at before everything else.
    pub(super) conditions: Conditions,
    /// Made when a command first names a node inside of a call.
    inner: Option<Inner>,
    words: Vec<Word>,
}

impl<'a> Expand<'a> {
    fn run(&mut self) {
        self.frames.push(Frame::new(DefinitionId::TOP, InstanceId::TOP));
        let deck = self.deck;
        self.circuit.elements.reserve(deck.definitions[0].elements.len());
        self.gather_parameters(0);
        self.settle(0);
        let (settings, commands): (Vec<Card>, Vec<Card>) =
            deck.commands.iter().partition(|card| super::command::sets(self.sources, **card));
        for &card in &settings {
            let mut line = Line::new(self.sources, card, std::mem::take(&mut self.words));
            self.set(&mut line);
            self.words = line.recycle();
        }
        self.conditions = Conditions::new(&self.circuit);
        let weight = weigh(self.sources, deck, &self.circuit.names);
        if weight > MAX_ELEMENTS {
            let message = format!("the circuit has {weight} elements, more than {MAX_ELEMENTS}");
            let place = Place { file: deck.definitions[0].place.file, span: deck.title };
            return self.report(Diagnostic::new(Code::TooLargeCircuit, place, message));
        }
        while let Some(frame) = self.frames.last_mut() {
            let definition = &deck.definitions[frame.definition.at()];
            let Some(&card) = definition.elements.get(frame.next) else {
                // The netlist stays: commands speak of it.
                if self.frames.len() == 1 {
                    break;
                }
                for &card in &definition.potentials {
                    let initial = super::cards::first(self.sources[card.file].text(), card.span)
                        .eq_ignore_ascii_case(".ic");
                    let mut line = Line::new(self.sources, card, std::mem::take(&mut self.words));
                    self.potentials(&mut line, initial);
                    self.words = line.recycle();
                }
                self.frames.pop();
                continue;
            };
            frame.next += 1;
            let mut line = Line::new(self.sources, card, std::mem::take(&mut self.words));
            self.element(&mut line);
            self.words = line.recycle();
        }
        for card in commands {
            let mut line = Line::new(self.sources, card, std::mem::take(&mut self.words));
            self.command(&mut line);
            self.words = line.recycle();
        }
        self.resolve();
        if self.circuit.elements.is_empty()
            && self.found.iter().all(|found| found.severity() == Severity::Warning)
        {
            let place = Place { file: deck.definitions[0].place.file, span: deck.title };
            let blank = self.sources[place.file].text().trim().is_empty();
            let found = if blank {
                Diagnostic::new(Code::CardSyntax, place, "this netlist is empty").help(
                    "the first line is a title, elements such as `R1 a 0 1k` stand in the lines after it",
                )
            } else {
                Diagnostic::new(Code::CardSyntax, place, "there is no element in this netlist")
                    .label("the title; elements stand in the lines after it")
            };
            self.report(found);
        }
    }

    /// Says something, unless the same was said of the same place.
    pub(super) fn report(&mut self, mut found: Diagnostic) {
        if self.continues(found.primary.place) && found.code != Code::UnknownControl {
            found = found
                .note(
                    "this line continues the one before the comment: a comment between them does not end it",
                )
                .help("if it belongs to the comment, begin it with `*` too");
        }
        if self.told.insert((found.code, found.primary.place)) {
            self.found.push(found);
        }
    }

    /// True for a place in a line that begins with `+`, right after a line that is a comment.
    fn continues(&self, place: Place) -> bool {
        let text = &self.sources[place.file].text()[..place.span.start as usize];
        let mut before = text.rsplit('\n').map(str::trim_start);
        let own = before.next().is_some_and(|line| line.starts_with('+'));
        // Several lines may go on like this.
        own && before.find(|line| !line.starts_with('+')).is_some_and(|line| line.starts_with('*'))
    }

    pub(super) fn frame(&self) -> usize {
        self.frames.len() - 1
    }

    /// The instance that is being written out.
    pub(super) fn instance(&self) -> InstanceId {
        self.frames[self.frame()].instance
    }

    /// Adds an element.
    pub(super) fn add(&mut self, line: &Line, kind: Kind) -> ElementId {
        let id = ElementId(self.circuit.elements.len() as u32);
        let (name, instance) = (line.card.name, self.instance());
        if matches!(kind, Kind::Voltage { .. } | Kind::Inductor { .. }) {
            self.named.insert((instance, name), id);
        }
        self.circuit.elements.push(Element { name, instance, place: line.card.place(), kind });
        id
    }

    /// The node of a name where we are.
    pub(super) fn node_of(&mut self, name: &str, place: Place) -> NodeId {
        let name = self.circuit.names.add(name);
        if self.grounds.contains(&name) {
            return NodeId::GROUND;
        }
        let next = NodeId(self.circuit.nodes.len() as u32);
        let at = if self.globals.contains(&name) { 0 } else { self.frame() };
        let node = if at == 0 {
            if self.top_nodes.len() <= name.at() {
                self.top_nodes.resize(self.circuit.names.len().next_power_of_two(), 0);
            }
            let slot = &mut self.top_nodes[name.at()];
            if *slot == 0 {
                *slot = next.0 + 1;
            }
            NodeId(*slot - 1)
        } else {
            *self.frames[at].nodes.entry(name).or_insert(next)
        };
        if node == next {
            self.circuit.nodes.push(Node { name, instance: self.frames[at].instance, place });
        }
        node
    }

    /// The node of a name, such as `out` or `x1.mid`, if there is one: commands make no nodes.
    pub(super) fn known_node(&mut self, name: &str) -> Option<NodeId> {
        let path = name;
        let Some(name) = self.circuit.names.find(name) else { return self.inner_node(path) };
        if self.grounds.contains(&name) {
            return Some(NodeId::GROUND);
        }
        if self.frame() > 0 && !self.globals.contains(&name) {
            return self.frames[self.frame()].nodes.get(&name).copied();
        }
        let slot = self.top_nodes.get(name.at()).copied().filter(|&slot| slot > 0);
        slot.map(|slot| NodeId(slot - 1)).or_else(|| self.inner_node(path))
    }

    /// A node inside of calls, by the names of these.
    fn inner_node(&mut self, path: &str) -> Option<NodeId> {
        let (calls, name) = path.rsplit_once('.')?;
        if self.inner.is_none() {
            let mut inner = Inner::default();
            for (at, instance) in self.circuit.instances.iter().enumerate().skip(1) {
                inner.calls.insert((instance.parent, instance.name), InstanceId(at as u32));
            }
            for (at, node) in self.circuit.nodes.iter().enumerate() {
                inner.nodes.insert((node.instance, node.name), NodeId(at as u32));
            }
            self.inner = Some(inner);
        }
        let inner = self.inner.as_ref()?;
        let mut instance = InstanceId::TOP;
        for call in calls.split('.') {
            instance = *inner.calls.get(&(instance, self.circuit.names.find(call)?))?;
        }
        inner.nodes.get(&(instance, self.circuit.names.find(name)?)).copied()
    }

    /// `.global`
    pub(super) fn global(&mut self, line: &mut Line<'a>) {
        while let Some(word) = line.next() {
            let name = self.circuit.names.add(line.word(word));
            self.globals.insert(name);
        }
    }

    /// How many of what is being written out lie side by side.
    pub(super) fn calls(&self) -> f64 {
        self.frames[self.frame()].calls
    }

    /// `X…`: a call of a subcircuit.
    pub(super) fn call(&mut self, line: &mut Line<'a>) {
        let mut positional = Vec::new();
        while let Some(word) = line.positional() {
            if line.word(word).eq_ignore_ascii_case("params:") {
                break;
            }
            positional.push(word);
        }
        let Some(called) = positional.pop() else {
            let found = Diagnostic::new(Code::CardSyntax, line.card.place(), "which subcircuit is called?")
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
            let found = Diagnostic::new(
                Code::CyclicSubcircuit,
                place,
                format!("the subcircuit `{name}` contains itself"),
            )
            .label("called here, inside of itself")
            .related(header.place, "the subcircuit")
            .help("take this call out, or call another subcircuit");
            let first = self.frames.iter().position(|frame| frame.definition == definition).unwrap_or(0);
            let name_of = |frame: &Frame| {
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
            return self.report(found);
        }
        let card = Card { file: header.place.file, span: header.place.span, name: header.name };
        let mut head = Line::new(self.sources, card, Vec::new());
        head.next();
        let mut ports = Vec::new();
        while let Some(port) = head.positional() {
            if head.word(port).eq_ignore_ascii_case("params:") {
                break;
            }
            ports.push(port);
        }
        if ports.len() != positional.len() {
            let (given, wanted) = (positional.len(), ports.len());
            let names: Vec<&str> = ports.iter().map(|&port| head.word(port)).collect();
            let found = Diagnostic::new(
                Code::WrongPorts,
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
        let instance = InstanceId(self.circuit.instances.len() as u32);
        let parent = self.instance();
        let place = line.card.place();
        self.circuit.instances.push(Instance { name: line.card.name, parent, definition, place });
        let mut frame = Frame::new(definition, instance);
        frame.calls = self.calls();
        for (port, node) in ports.into_iter().zip(joined) {
            let name = self.circuit.names.add(head.word(port));
            frame.nodes.insert(name, node);
        }
        self.frames.push(frame);
        let at = self.frame();
        self.defaults(&mut head, at);
        self.gather_parameters(at);
        for (name, value, place) in given {
            let declared = self.frames[at].parameters.contains_key(&name);
            // A subcircuit that has no such parameter lies there so many times.
            if !declared && self.circuit.names.get(name) == "m" {
                self.frames[at].calls *= self.several(line, Some(value));
                continue;
            }
            self.frames[at].parameters.insert(name, Parameter::Known(value));
            if !declared {
                self.undeclared(definition, name, place);
            }
        }
        self.settle(at);
    }

    /// A parameter that a subcircuit does not have would be given for nothing.
    fn undeclared(&mut self, definition: DefinitionId, name: NameId, place: Place) {
        let header = &self.deck.definitions[definition.at()];
        let (name, called) = (self.circuit.names.get(name).to_string(), self.circuit.names.get(header.name));
        let message = format!("the subcircuit `{called}` has no parameter `{name}`");
        let mut known: Vec<&str> =
            super::values::parameter_names(&self.frames[self.frame()].parameters, &self.circuit.names)
                .filter(|known| *known != name)
                .collect();
        known.sort_unstable();
        let found =
            Diagnostic::new(Code::UnknownParameter, place, message).related(header.place, "the subcircuit");
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
            Diagnostic::new(Code::UnknownSubcircuit, place, message).label("nothing defines this");
        found = match syntax::nearest(name, known.iter().copied()) {
            Some(guess) => found.help(format!("is `{guess}` meant?")),
            None => found.help(format!("add `.subckt {name} …`, or `.include` the file that has it")),
        };
        self.report(found);
    }

    /// Finds the elements that others speak of.
    fn resolve(&mut self) {
        for wanted in std::mem::take(&mut self.controls) {
            let Some(&element) = self.named.get(&(wanted.instance, wanted.name)) else {
                self.no_control(&wanted);
                continue;
            };
            match (wanted.user, self.circuit.elements[element.at()].kind) {
                (User::Quantity(at), Kind::Voltage { .. }) => {
                    self.circuit.quantities[at] = Control::Current(element);
                }
                (User::Coupling(coupling, which), Kind::Inductor { .. }) => {
                    if let Kind::Coupling { inductors, .. } = &mut self.circuit.elements[coupling.at()].kind {
                        inductors[which] = element;
                    }
                }
                _ => self.no_control(&wanted),
            }
        }
        // Laws name currents by the numbers of quantities until all elements are known.
        let quantities = std::mem::take(&mut self.circuit.quantities);
        for law in &mut self.circuit.laws {
            let controls = match law {
                Law::Linear { control, .. } => std::slice::from_mut(control),
                Law::Polynomial { controls, .. } | Law::Formula { controls, .. } => controls,
            };
            for control in controls {
                if let Control::Current(number) = control {
                    *control = quantities[number.at()];
                }
            }
        }
        for device in &mut self.circuit.devices {
            if let Some(Control::Current(element)) = device.control.map(|number| quantities[number.at()]) {
                device.control = Some(element);
            }
        }
        self.circuit.quantities = quantities;
    }

    fn no_control(&mut self, wanted: &Wanted) {
        let name = self.circuit.names.get(wanted.name).to_string();
        let what = match wanted.user {
            User::Quantity(_) => "voltage source",
            User::Coupling(..) => "inductor",
        };
        let message = format!("there is no {what} `{name}` here");
        let mut found = Diagnostic::new(Code::UnknownControl, wanted.place, message);
        found = match wanted.user {
            User::Quantity(_) => found.help(
                "only currents of voltage sources can be named; put one of 0 V in series with the element",
            ),
            User::Coupling(..) => found.help("a coupling names two inductors of the same subcircuit"),
        };
        self.report(found);
    }

    /// Reports a word that is too many; a comment is one.
    pub(super) fn excess(&mut self, line: &Line, word: Word) {
        let (what, place) = (line.word(word), line.place(word.span));
        let found = match word.kind {
            WordKind::Broken => {
                Diagnostic::new(Code::CardSyntax, place, "a bracket or a quote is not closed")
            }
            _ if what.starts_with('*') => {
                let message = "`*` begins a comment only where it begins a line";
                Diagnostic::new(Code::CardSyntax, place, message)
                    .help("write `;` before a comment at the end of a line")
                    .edit(
                        Place { span: syntax::Span::new(place.span.start, place.span.start + 1), ..place },
                        ";",
                    )
            }
            _ => Diagnostic::new(Code::CardSyntax, place, format!("`{what}` is too much here")),
        };
        self.report(found);
    }

    /// Reports the word ahead, which is too many.
    pub(super) fn surplus(&mut self, line: &Line) {
        if let Some(word) = line.peek() {
            self.excess(line, word);
        }
    }
}

/// `1 node`, `2 nodes`
fn nodes(number: usize) -> String {
    format!("{number} node{}", if number == 1 { "" } else { "s" })
}
