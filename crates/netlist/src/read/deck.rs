//! All cards of all files, sorted into the subcircuits that they belong to.
//!
//! Two rounds: [`follow`] reads every file that another one includes, so that from then on all texts can be borrowed;
//! [`gather`] walks through them in the order of the text. Both keep a list of what is to be done in the place of
//! recursion.

mod include;

use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, SourceMap, Span};

use super::cards::{Cards, first_word};
use super::lexer::{CardToken, CardTokenKind, lex};
use crate::{NameId, NameTable, SubcircuitDefinitionId};
pub(super) use include::{IncludeLinks, read_includes};

/// A line with its continuations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    pub(super) file: FileId,
    pub(super) span: Span,
    /// Its first word.
    pub(super) name: NameId,
}

impl Card {
    pub(super) fn place(self) -> Place {
        Place { file: self.file, span: self.span }
    }

    /// The first word.
    pub(super) fn head(self, sources: &SourceMap) -> Place {
        let len = first_word(sources[self.file].text(), self.span).len() as u32;
        Place { file: self.file, span: Span::new(self.span.start, self.span.start + len.max(1)) }
    }
}

/// A subcircuit as it is written, or the netlist itself.
#[derive(Debug)]
pub(super) struct SubcircuitDefinition {
    pub(super) name: NameId,
    pub(super) place: Place,
    pub(super) parent: SubcircuitDefinitionId,
    pub(super) elements: Vec<Card>,
    pub(super) parameters: Vec<Card>,
    pub(super) models: FxHashMap<NameId, Card>,
    pub(super) subcircuits: FxHashMap<NameId, SubcircuitDefinitionId>,
    pub(super) functions: FxHashMap<NameId, Card>,
    /// `.ic` and `.nodeset` inside of a subcircuit.
    pub(super) potentials: Vec<Card>,
}

/// Everything that was written.
pub(super) struct Deck {
    pub(super) title: Span,
    pub(super) definitions: Vec<SubcircuitDefinition>,
    /// Commands of the netlist itself, as far as they define nothing.
    pub(super) commands: Vec<Card>,
}

/// Sorts all cards.
pub(super) fn read_deck(
    sources: &SourceMap,
    main: FileId,
    links: &IncludeLinks,
    names: &mut NameTable,
    found: &mut Vec<Diagnostic>,
) -> Deck {
    let top = SubcircuitDefinition::new(
        names.add(""),
        Place { file: main, span: Span::at(0) },
        SubcircuitDefinitionId::TOP,
    );
    let mut cards = Cards::new(sources[main].text());
    let title = cards.title();
    let mut walk = DeckBuilder {
        sources,
        links,
        names,
        found,
        deck: Deck { title, definitions: vec![top], commands: Vec::new() },
        open: vec![SubcircuitDefinitionId::TOP],
        files: vec![FileWalk { file: main, cards, section: None }],
        included: 0,
        owners: Vec::new(),
        inside: Vec::new(),
        words: Vec::new(),
    };
    walk.run();
    walk.deck
}

impl SubcircuitDefinition {
    fn new(name: NameId, place: Place, parent: SubcircuitDefinitionId) -> SubcircuitDefinition {
        SubcircuitDefinition {
            name,
            place,
            parent,
            elements: Vec::new(),
            parameters: Vec::new(),
            models: FxHashMap::default(),
            subcircuits: FxHashMap::default(),
            functions: FxHashMap::default(),
            potentials: Vec::new(),
        }
    }
}

/// A file that is being walked through.
struct FileWalk<'a> {
    file: FileId,
    cards: Cards<'a>,
    section: Option<NameId>,
}

struct DeckBuilder<'a, 'b> {
    sources: &'a SourceMap,
    links: &'a IncludeLinks,
    names: &'b mut NameTable,
    found: &'b mut Vec<Diagnostic>,
    deck: Deck,
    /// Subcircuits that have not ended, the innermost last.
    open: Vec<SubcircuitDefinitionId>,
    files: Vec<FileWalk<'a>>,
    included: usize,
    /// By name: the subcircuit that last had an element of this name, and the element.
    owners: Vec<Option<(SubcircuitDefinitionId, Place)>>,
    /// What is said of commands inside of subcircuits.
    inside: Vec<Diagnostic>,
    words: Vec<CardToken>,
}

impl<'a> DeckBuilder<'a, '_> {
    fn run(&mut self) {
        while let Some(reading) = self.files.last_mut() {
            let file = reading.file;
            let Some(span) = reading.cards.next() else {
                if reading.section.is_some() {
                    let end = self.sources[file].text().len() as u32;
                    let place = Place { file, span: Span::at(end) };
                    self.error(Diagnostic::new(
                        DiagnosticCode::CardSyntax,
                        place,
                        "a section of a library without `.endl`",
                    ));
                }
                self.files.pop();
                continue;
            };
            let text = self.sources[file].text();
            let word = first_word(text, span);
            let card = Card { file, span, name: self.names.add(word) };
            match text.as_bytes()[span.start as usize] {
                b'.' => self.command(card, word),
                b'+' => {
                    let found = Diagnostic::new(
                        DiagnosticCode::CardSyntax,
                        card.head(self.sources),
                        "a continuation of nothing",
                    )
                    .label("there is no line before it that it could continue");
                    self.error(found);
                }
                _ => self.element(card),
            }
        }
        // Where an `.ends` is missing, what follows is inside by mistake.
        if self.open.len() == 1 {
            self.found.append(&mut self.inside);
        }
        for definition in self.open.split_off(1) {
            let definition = &self.deck.definitions[definition.at()];
            let name = self.names.get(definition.name);
            let found = Diagnostic::new(
                DiagnosticCode::CardSyntax,
                definition.place,
                format!("the subcircuit `{name}` has no `.ends`"),
            )
            .help("add a line `.ends` after its last element");
            self.found.push(found);
        }
    }

    fn error(&mut self, found: Diagnostic) {
        self.found.push(found);
    }

    fn current(&mut self) -> &mut SubcircuitDefinition {
        let at = self.open.last().map_or(0, |definition| definition.at());
        &mut self.deck.definitions[at]
    }

    fn element(&mut self, card: Card) {
        let owner = *self.open.last().unwrap_or(&SubcircuitDefinitionId::TOP);
        if self.owners.len() <= card.name.at() {
            self.owners.resize(self.names.len().next_power_of_two(), None);
        }
        match self.owners[card.name.at()] {
            Some((before, first)) if before == owner => {
                let head = card.head(self.sources);
                let name = &self.sources[head.file].text()[head.span.range()];
                let message = format!("there are two elements `{name}`");
                let found = Diagnostic::new(DiagnosticCode::DuplicateElement, head, message)
                    .label("the second")
                    .related(first, "the first")
                    .help("give one of them another name");
                self.error(found);
            }
            _ => {
                self.owners[card.name.at()] = Some((owner, card.head(self.sources)));
                self.current().elements.push(card);
            }
        }
    }

    fn command(&mut self, card: Card, word: &'a str) {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            ".subckt" | ".macro" => self.begin(card),
            ".ends" | ".eom" => {
                if self.open.len() > 1 {
                    self.open.pop();
                } else {
                    let found = Diagnostic::new(
                        DiagnosticCode::CardSyntax,
                        card.head(self.sources),
                        "`.ends` without `.subckt`",
                    );
                    self.error(found);
                }
            }
            ".param" | ".params" | ".parameter" | ".parameters" => self.current().parameters.push(card),
            ".model" => self.define(card, "model", |definition| &mut definition.models),
            ".func" => self.define(card, "function", |definition| &mut definition.functions),
            ".include" | ".inc" | ".incl" | ".lib" => self.include(card),
            ".endl" => {
                if self.files.last().is_some_and(|reading| reading.section.is_some()) {
                    self.files.pop();
                }
            }
            ".end" => self.end(card),
            ".control" => self.control(card),
            // The second is a note of a schematic editor to itself.
            ".title" | ".backanno" => {}
            ".ic" | ".nodeset" if self.open.len() > 1 => self.current().potentials.push(card),
            _ if self.open.len() > 1 => {
                let found = Diagnostic::new(
                    DiagnosticCode::NotSupported,
                    card.head(self.sources),
                    format!("`{word}` inside of a subcircuit is not supported yet"),
                )
                .help("write it outside, after `.ends`");
                self.inside.push(found);
            }
            _ => self.deck.commands.push(card),
        }
    }

    /// The words of a card.
    fn lex(&mut self, card: Card) -> &'a str {
        let text = self.sources[card.file].text();
        lex(text, card.span, &mut self.words);
        text
    }

    fn begin(&mut self, card: Card) {
        let text = self.lex(card);
        let Some(name) = self.words.get(1).filter(|word| word.kind == CardTokenKind::Plain).copied() else {
            let found = Diagnostic::new(
                DiagnosticCode::CardSyntax,
                card.head(self.sources),
                "a subcircuit without a name",
            )
            .help("`.subckt name node node`");
            // What follows belongs to it all the same.
            self.error(found);
            let name = self.names.add("");
            return self.nest(name, card);
        };
        let id = self.names.add(&text[name.span.range()]);
        if let Some(&before) = self.current().subcircuits.get(&id) {
            let first = self.deck.definitions[before.at()].place;
            let message = format!("there are two subcircuits `{}`", &text[name.span.range()]);
            let found = Diagnostic::new(
                DiagnosticCode::DuplicateElement,
                Place { file: card.file, span: name.span },
                message,
            )
            .label("the second")
            .related(first, "the first");
            self.error(found);
        }
        self.nest(id, card);
    }

    fn nest(&mut self, name: NameId, card: Card) {
        let parent = *self.open.last().unwrap_or(&SubcircuitDefinitionId::TOP);
        let id = SubcircuitDefinitionId(self.deck.definitions.len() as u32);
        self.current().subcircuits.entry(name).or_insert(id);
        self.deck.definitions.push(SubcircuitDefinition::new(name, card.place(), parent));
        self.open.push(id);
    }

    /// A `.model` or a `.func`.
    fn define(
        &mut self,
        card: Card,
        what: &str,
        table: fn(&mut SubcircuitDefinition) -> &mut FxHashMap<NameId, Card>,
    ) {
        let text = self.lex(card);
        let Some(name) = self.words.get(1).filter(|word| word.kind == CardTokenKind::Plain).copied() else {
            let message = format!("a {what} without a name");
            let found = Diagnostic::new(DiagnosticCode::CardSyntax, card.head(self.sources), message);
            return self.error(found);
        };
        let id = self.names.add(&text[name.span.range()]);
        if let Some(&first) = table(self.current()).get(&id) {
            let message = format!("there are two {what}s `{}`", &text[name.span.range()]);
            let found = Diagnostic::new(
                DiagnosticCode::DuplicateElement,
                Place { file: card.file, span: name.span },
                message,
            )
            .label("the second")
            .related(first.place(), "the first")
            .help("remove one of them, or give it another name");
            return self.error(found);
        }
        table(self.current()).insert(id, card);
    }

    fn end(&mut self, card: Card) {
        let after = self.files.last_mut().and_then(|reading| reading.cards.next());
        // In an included file others go on after it; at the end nothing may follow.
        if let Some(span) = after {
            let place = Place { file: card.file, span };
            let found = Diagnostic::new(
                DiagnosticCode::NotSupported,
                place,
                "text after `.end` is not supported yet",
            )
            .label("this and all that follows is not read")
            .related(card.place(), "the netlist ends here")
            .help("move `.end` to the end, or take out what stands after it");
            self.error(found);
        }
        if self.files.len() == 1 {
            self.files.clear();
        } else {
            self.files.pop();
        }
    }

    /// Commands for ngspice itself: a program, not a circuit.
    fn control(&mut self, card: Card) {
        let text = self.sources[card.file].text();
        let Some(reading) = self.files.last_mut() else { return };
        let ended = reading.cards.by_ref().any(|span| first_word(text, span).eq_ignore_ascii_case(".endc"));
        let found = Diagnostic::new(
            DiagnosticCode::ControlBlock,
            card.head(self.sources),
            "the commands between `.control` and `.endc` are not executed",
        )
        .help("write analyses and measures as lines outside of it, such as `.tran 1n 1u`");
        self.error(found);
        if !ended {
            let found = Diagnostic::new(
                DiagnosticCode::CardSyntax,
                card.head(self.sources),
                "`.control` without `.endc`",
            );
            self.error(found);
        }
    }
}
