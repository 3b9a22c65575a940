//! A netlist written out, with a frame for each call that is being read: `expand/call.rs` begins one, `expand/node.rs`
//! knows the nodes in it, `expand/control.rs` finds the elements that others speak of.

mod call;
mod control;
mod node;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode, Place, Severity, SourceMap};

pub(super) use control::{ElementReference, ReferenceUser};

use super::card_reader::CardReader;
use super::circuit_size::{CircuitSize, estimate_size};
use super::deck::{Card, Deck};
use super::lexer::{CardToken, CardTokenKind};
use super::parameters::SubcircuitParameter;
use crate::{
    Circuit, CircuitElement, CircuitElementKind, DeviceConditions, ElementId, ModelId, NameId, NameTable,
    Node, NodeId, PlacedName, SubcircuitDefinitionId, SubcircuitInstance, SubcircuitInstanceId,
};
use node::InstanceScopes;

/// A circuit may have so many elements and calls.
const MAX_ELEMENTS: u64 = 20_000_000;

/// Writes out a netlist.
pub(super) fn expand(
    sources: &SourceMap,
    deck: &Deck,
    mut names: NameTable,
    found: Vec<Diagnostic>,
) -> (Circuit, Vec<Diagnostic>) {
    let top = deck.definitions[0].place;
    let empty = names.add("");
    let zero = names.add("0");
    let ground = names.add("gnd");
    let mut circuit = Circuit { names, title: deck.title, ..Circuit::default() };
    circuit.nodes.push(Node { name: zero, instance: SubcircuitInstanceId::TOP, place: top });
    circuit.definitions = deck
        .definitions
        .iter()
        .map(|definition| PlacedName { name: definition.name, place: definition.place })
        .collect();
    circuit.instances.push(SubcircuitInstance {
        name: empty,
        parent: SubcircuitInstanceId::TOP,
        definition: SubcircuitDefinitionId::TOP,
        place: top,
    });
    let mut expand = NetlistExpander {
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
        conditions: DeviceConditions::default(),
        cyclic: Vec::new(),
        told_circle: false,
        inner: None,
        words: Vec::new(),
    };
    expand.run();
    (expand.circuit, expand.found)
}

/// A subcircuit that is being written out.
pub(super) struct SubcircuitFrame {
    pub(super) definition: SubcircuitDefinitionId,
    pub(super) instance: SubcircuitInstanceId,
    next: usize,
    nodes: FxHashMap<NameId, NodeId>,
    pub(super) parameters: FxHashMap<NameId, SubcircuitParameter>,
    pub(super) models: FxHashMap<NameId, Option<ModelId>>,
    /// How many of it lie side by side: `m` of this call times that of all calls around it.
    calls: f64,
}

impl SubcircuitFrame {
    fn new(definition: SubcircuitDefinitionId, instance: SubcircuitInstanceId) -> SubcircuitFrame {
        SubcircuitFrame {
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

pub(super) struct NetlistExpander<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) deck: &'a Deck,
    pub(super) circuit: Circuit,
    pub(super) found: Vec<Diagnostic>,
    /// What was said of a place already: a subcircuit that is called often is wrong once.
    told: FxHashSet<(DiagnosticCode, Place)>,
    /// The calls that lead to where we are, the netlist itself first.
    pub(super) frames: Vec<SubcircuitFrame>,
    grounds: [NameId; 2],
    /// Nodes that `.global` names; those that nothing uses are no nodes.
    globals: FxHashSet<NameId>,
    /// Nodes of the netlist itself by name, one more than their numbers.
    top_nodes: Vec<u32>,
    pub(super) controls: Vec<ElementReference>,
    /// Voltage sources and inductors.
    pub(super) named: FxHashMap<(SubcircuitInstanceId, NameId), ElementId>,
    /// Currents that formulas and laws speak of, to be known by name once.
    pub(super) quantities: FxHashMap<(SubcircuitInstanceId, NameId), usize>,
    /// How many values were told that look larger than they are.
    pub(super) misread: u32,
    /// What `.options` and `.temp` say, which are looked at before everything else.
    pub(super) conditions: DeviceConditions,
    /// Which subcircuits lie on circles of calls.
    pub(super) cyclic: Vec<bool>,
    /// That a circle was told. The ways through circles are too many to follow them all.
    pub(super) told_circle: bool,
    /// Made when a command first names a node inside of a call.
    inner: Option<InstanceScopes>,
    words: Vec<CardToken>,
}

impl<'a> NetlistExpander<'a> {
    fn run(&mut self) {
        self.frames.push(SubcircuitFrame::new(SubcircuitDefinitionId::TOP, SubcircuitInstanceId::TOP));
        let deck = self.deck;
        self.circuit.elements.reserve(deck.definitions[0].elements.len());
        self.gather_parameters(0);
        self.evaluate_parameters(0);
        let (settings, commands): (Vec<Card>, Vec<Card>) =
            deck.commands.iter().partition(|card| super::command::sets(self.sources, **card));
        for card in settings {
            self.card(card, Self::set);
        }
        self.conditions = DeviceConditions::new(&self.circuit);
        let CircuitSize { weight, cyclic } = estimate_size(self.sources, deck, &self.circuit.names);
        self.cyclic = cyclic;
        if weight > MAX_ELEMENTS {
            let message = format!("the circuit has {weight} elements, more than {MAX_ELEMENTS}");
            return self.report(Diagnostic::new(DiagnosticCode::TooLargeCircuit, self.title(), message));
        }
        self.write_out();
        for card in commands {
            self.card(card, Self::command);
        }
        self.resolve_element_references();
        self.empty();
    }

    /// Reads a card. All lines share the room for their words.
    fn card(&mut self, card: Card, read: impl FnOnce(&mut Self, &mut CardReader<'a>)) {
        let mut line = CardReader::new(self.sources, card, std::mem::take(&mut self.words));
        read(self, &mut line);
        self.words = line.recycle();
    }

    /// All elements, those of a call where it stands.
    fn write_out(&mut self) {
        let deck = self.deck;
        while let Some(frame) = self.frames.last_mut() {
            let definition = &deck.definitions[frame.definition.at()];
            if let Some(&card) = definition.elements.get(frame.next) {
                frame.next += 1;
                self.card(card, Self::element);
                continue;
            }
            // The netlist stays: commands speak of it.
            if self.frames.len() == 1 {
                break;
            }
            for &card in &definition.potentials {
                let word = super::cards::first_word(self.sources[card.file].text(), card.span);
                let initial = word.eq_ignore_ascii_case(".ic");
                self.card(card, |expand, line| expand.potentials(line, initial));
            }
            self.frames.pop();
        }
    }

    /// The first line of the netlist.
    fn title(&self) -> Place {
        Place { file: self.deck.definitions[0].place.file, span: self.deck.title }
    }

    /// Reports a netlist without elements, unless something else is wrong with it.
    fn empty(&mut self) {
        let wrong = self.found.iter().any(|found| found.severity() != Severity::Warning);
        if wrong || !self.circuit.elements.is_empty() {
            return;
        }
        let place = self.title();
        let blank = self.sources[place.file].text().trim().is_empty();
        let found = if blank {
            Diagnostic::new(DiagnosticCode::CardSyntax, place, "this netlist is empty")
                .help("the first line is a title, elements such as `R1 a 0 1k` stand in the lines after it")
        } else {
            Diagnostic::new(DiagnosticCode::CardSyntax, place, "there is no element in this netlist")
                .label("the title; elements stand in the lines after it")
        };
        self.report(found);
    }

    /// Says something, unless the same was said of the same place.
    pub(super) fn report(&mut self, mut found: Diagnostic) {
        if self.continues(found.primary.place) && found.code != DiagnosticCode::UnknownControl {
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
    pub(super) fn instance(&self) -> SubcircuitInstanceId {
        self.frames[self.frame()].instance
    }

    /// Adds an element.
    pub(super) fn add(&mut self, line: &CardReader, kind: CircuitElementKind) -> ElementId {
        let id = ElementId(self.circuit.elements.len() as u32);
        let (name, instance) = (line.card.name, self.instance());
        if matches!(kind, CircuitElementKind::Voltage { .. } | CircuitElementKind::Inductor { .. }) {
            self.named.insert((instance, name), id);
        }
        self.circuit.elements.push(CircuitElement { name, instance, place: line.card.place(), kind });
        id
    }

    /// How many of what is being written out lie side by side.
    pub(super) fn calls(&self) -> f64 {
        self.frames[self.frame()].calls
    }

    /// Reports a word that is too many; a comment is one.
    pub(super) fn report_extra_word(&mut self, line: &CardReader, word: CardToken) {
        let (what, place) = (line.word(word), line.place(word.span));
        let found = match word.kind {
            CardTokenKind::Broken => {
                Diagnostic::new(DiagnosticCode::CardSyntax, place, "a bracket or a quote is not closed")
            }
            _ if what.starts_with('*') => {
                let message = "`*` begins a comment only where it begins a line";
                Diagnostic::new(DiagnosticCode::CardSyntax, place, message)
                    .help("write `;` before a comment at the end of a line")
                    .edit(
                        Place { span: syntax::Span::new(place.span.start, place.span.start + 1), ..place },
                        ";",
                    )
            }
            _ => Diagnostic::new(DiagnosticCode::CardSyntax, place, format!("unexpected `{what}`")),
        };
        self.report(found);
    }

    /// Reports the word ahead, which is too many.
    pub(super) fn report_next_extra_word(&mut self, line: &CardReader) {
        if let Some(word) = line.peek() {
            self.report_extra_word(line, word);
        }
    }
}
