//! All cards of all files, sorted into the subcircuits that they belong to.
//!
//! Two rounds: [`follow`] reads every file that another one includes, so that from then on all texts can be borrowed;
//! [`gather`] walks through them in the order of the text. Both keep a list of what is to be done in the place of
//! recursion.

use rustc_hash::FxHashMap;
use syntax::{Code, Diagnostic, FileId, Place, Sources, Span};

use super::Includes;
use super::cards::{Cards, first};
use super::words::{Word, WordKind, lex};
use crate::{DefinitionId, NameId, Names};

/// So many files may be included, one counted as often as it is.
const MAX_INCLUDES: usize = 10_000;

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
    pub(super) fn head(self, sources: &Sources) -> Place {
        let len = first(sources[self.file].text(), self.span).len() as u32;
        Place { file: self.file, span: Span::new(self.span.start, self.span.start + len.max(1)) }
    }
}

/// A subcircuit as it is written, or the netlist itself.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: NameId,
    pub(super) place: Place,
    pub(super) parent: DefinitionId,
    pub(super) elements: Vec<Card>,
    pub(super) parameters: Vec<Card>,
    pub(super) models: FxHashMap<NameId, Card>,
    pub(super) subcircuits: FxHashMap<NameId, DefinitionId>,
    pub(super) functions: FxHashMap<NameId, Card>,
    /// `.ic` and `.nodeset` inside of a subcircuit.
    pub(super) potentials: Vec<Card>,
}

/// Everything that was written.
pub(super) struct Deck {
    pub(super) title: Span,
    pub(super) definitions: Vec<Definition>,
    /// Commands of the netlist itself, as far as they define nothing.
    pub(super) commands: Vec<Card>,
}

/// From the line of an `.include` or `.lib` to the file that it names, or why there is none.
pub(super) type Links = FxHashMap<(FileId, u32), Result<FileId, String>>;

/// Reads every file that is included by another.
pub(super) fn follow(sources: &mut Sources, main: FileId, includes: &mut dyn Includes) -> Links {
    let mut links = Links::default();
    let mut seen = vec![main];
    let mut next = 0;
    let mut words = Vec::new();
    while let Some(&file) = seen.get(next) {
        next += 1;
        let text = sources[file].text();
        let mut wanted: Vec<(u32, String)> = Vec::new();
        let mut cards = Cards::new(text);
        if file == main {
            cards.title();
        }
        for card in cards {
            if text.as_bytes()[card.start as usize] != b'.' {
                continue;
            }
            let word = first(text, card);
            if is_include(word) || word.eq_ignore_ascii_case(".lib") {
                lex(text, card, &mut words);
                if let Some(name) = file_name(text, &words, is_include(word)) {
                    wanted.push((card.start, name.to_string()));
                }
            }
        }
        for (at, name) in wanted {
            let found = includes.open(sources, &name, file);
            if let Ok(found) = found
                && !seen.contains(&found)
                && seen.len() < MAX_INCLUDES
            {
                seen.push(found);
            }
            links.insert((file, at), found);
        }
    }
    links
}

fn is_include(word: &str) -> bool {
    [".include", ".inc", ".incl"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The file that an `.include` names, or a `.lib` with a section.
fn file_name<'a>(text: &'a str, words: &[Word], include: bool) -> Option<&'a str> {
    let named = |word: &&Word| matches!(word.kind, WordKind::Plain | WordKind::Text | WordKind::Formula);
    let mut names = words[1..].iter().filter(named);
    let name = names.next()?;
    (include || names.next().is_some()).then(|| &text[name.span.range()])
}

/// Sorts all cards.
pub(super) fn gather(
    sources: &Sources,
    main: FileId,
    links: &Links,
    names: &mut Names,
    found: &mut Vec<Diagnostic>,
) -> Deck {
    let top = Definition::new(names.add(""), Place { file: main, span: Span::at(0) }, DefinitionId::TOP);
    let mut cards = Cards::new(sources[main].text());
    let title = cards.title();
    let mut walk = Gather {
        sources,
        links,
        names,
        found,
        deck: Deck { title, definitions: vec![top], commands: Vec::new() },
        open: vec![DefinitionId::TOP],
        files: vec![Reading { file: main, cards, section: None }],
        included: 0,
        owners: Vec::new(),
        inside: Vec::new(),
        words: Vec::new(),
    };
    walk.run();
    walk.deck
}

impl Definition {
    fn new(name: NameId, place: Place, parent: DefinitionId) -> Definition {
        Definition {
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
struct Reading<'a> {
    file: FileId,
    cards: Cards<'a>,
    section: Option<NameId>,
}

struct Gather<'a, 'b> {
    sources: &'a Sources,
    links: &'a Links,
    names: &'b mut Names,
    found: &'b mut Vec<Diagnostic>,
    deck: Deck,
    /// Subcircuits that have not ended, the innermost last.
    open: Vec<DefinitionId>,
    files: Vec<Reading<'a>>,
    included: usize,
    /// By name: the subcircuit that last had an element of this name, and the element.
    owners: Vec<Option<(DefinitionId, Place)>>,
    /// What is said of commands inside of subcircuits.
    inside: Vec<Diagnostic>,
    words: Vec<Word>,
}

impl<'a> Gather<'a, '_> {
    fn run(&mut self) {
        while let Some(reading) = self.files.last_mut() {
            let file = reading.file;
            let Some(span) = reading.cards.next() else {
                if reading.section.is_some() {
                    let end = self.sources[file].text().len() as u32;
                    let place = Place { file, span: Span::at(end) };
                    self.error(Diagnostic::new(
                        Code::CardSyntax,
                        place,
                        "a section of a library without `.endl`",
                    ));
                }
                self.files.pop();
                continue;
            };
            let text = self.sources[file].text();
            let word = first(text, span);
            let card = Card { file, span, name: self.names.add(word) };
            match text.as_bytes()[span.start as usize] {
                b'.' => self.command(card, word),
                b'+' => {
                    let found = Diagnostic::new(
                        Code::CardSyntax,
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
                Code::CardSyntax,
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

    fn current(&mut self) -> &mut Definition {
        let at = self.open.last().map_or(0, |definition| definition.at());
        &mut self.deck.definitions[at]
    }

    fn element(&mut self, card: Card) {
        let owner = *self.open.last().unwrap_or(&DefinitionId::TOP);
        if self.owners.len() <= card.name.at() {
            self.owners.resize(self.names.len().next_power_of_two(), None);
        }
        match self.owners[card.name.at()] {
            Some((before, first)) if before == owner => {
                let head = card.head(self.sources);
                let name = &self.sources[head.file].text()[head.span.range()];
                let message = format!("there are two elements `{name}`");
                let found = Diagnostic::new(Code::DuplicateElement, head, message)
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
                        Code::CardSyntax,
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
                    Code::NotSupported,
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
        let Some(name) = self.words.get(1).filter(|word| word.kind == WordKind::Plain).copied() else {
            let found =
                Diagnostic::new(Code::CardSyntax, card.head(self.sources), "a subcircuit without a name")
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
            let found =
                Diagnostic::new(Code::DuplicateElement, Place { file: card.file, span: name.span }, message)
                    .label("the second")
                    .related(first, "the first");
            self.error(found);
        }
        self.nest(id, card);
    }

    fn nest(&mut self, name: NameId, card: Card) {
        let parent = *self.open.last().unwrap_or(&DefinitionId::TOP);
        let id = DefinitionId(self.deck.definitions.len() as u32);
        self.current().subcircuits.entry(name).or_insert(id);
        self.deck.definitions.push(Definition::new(name, card.place(), parent));
        self.open.push(id);
    }

    /// A `.model` or a `.func`.
    fn define(&mut self, card: Card, what: &str, table: fn(&mut Definition) -> &mut FxHashMap<NameId, Card>) {
        let text = self.lex(card);
        let Some(name) = self.words.get(1).filter(|word| word.kind == WordKind::Plain).copied() else {
            let message = format!("a {what} without a name");
            let found = Diagnostic::new(Code::CardSyntax, card.head(self.sources), message);
            return self.error(found);
        };
        let id = self.names.add(&text[name.span.range()]);
        if let Some(&first) = table(self.current()).get(&id) {
            let message = format!("there are two {what}s `{}`", &text[name.span.range()]);
            let found =
                Diagnostic::new(Code::DuplicateElement, Place { file: card.file, span: name.span }, message)
                    .label("the second")
                    .related(first.place(), "the first")
                    .help("remove one of them, or give it another name");
            return self.error(found);
        }
        table(self.current()).insert(id, card);
    }

    fn include(&mut self, card: Card) {
        let text = self.lex(card);
        let Some(link) = self.links.get(&(card.file, card.span.start)) else {
            return self.section(card);
        };
        let named = self.words.get(1).map_or(card.span, |word| word.span);
        let place = Place { file: card.file, span: named };
        let name = &text[named.range()];
        let file = match link {
            Ok(file) => *file,
            Err(reason) => {
                let found =
                    Diagnostic::new(Code::Unreadable, place, format!("`{name}` cannot be read: {reason}"));
                return self.error(found);
            }
        };
        if self.files.iter().any(|reading| reading.file == file && reading.section.is_none()) {
            let message = format!("`{name}` includes itself");
            let first = self.files.iter().position(|reading| reading.file == file).unwrap_or(0);
            let mut through: Vec<&str> =
                self.files[first..].iter().map(|reading| self.sources[reading.file].name()).collect();
            through.push(self.sources[file].name());
            let found = Diagnostic::new(Code::CyclicInclude, place, message)
                .note(format!("each includes the next: {}", through.join(", ")))
                .help("take out the line that leads back");
            return self.error(found);
        }
        self.included += 1;
        if self.included > MAX_INCLUDES {
            if self.included == MAX_INCLUDES + 1 {
                let message = format!("more than {MAX_INCLUDES} files are included");
                self.error(Diagnostic::new(Code::TooLargeCircuit, place, message));
            }
            return;
        }
        let mut cards = Cards::new(self.sources[file].text());
        let first = super::cards::first(text, card.span);
        let section = if first.eq_ignore_ascii_case(".lib") {
            let Some(section) = self.words.get(2).copied() else { return };
            let name = &text[section.span.range()];
            if !seek(self.sources[file].text(), &mut cards, name) {
                let place = Place { file: card.file, span: section.span };
                let message = format!("the library has no section `{name}`");
                return self.error(
                    Diagnostic::new(Code::CardSyntax, place, message)
                        .note(format!("it was looked for in {}", self.sources[file].name())),
                );
            }
            let section = self.names.add(name);
            if self.files.iter().any(|reading| reading.file == file && reading.section == Some(section)) {
                let message = format!("the section `{name}` includes itself");
                return self.error(Diagnostic::new(Code::CyclicInclude, place, message));
            }
            Some(section)
        } else {
            None
        };
        self.files.push(Reading { file, cards, section });
    }

    /// `.lib name` begins a section that is only read where it is asked for.
    fn section(&mut self, card: Card) {
        let text = self.sources[card.file].text();
        if self.words.len() < 2 {
            let found = Diagnostic::new(Code::CardSyntax, card.head(self.sources), "which file is meant?")
                .help("`.include \"file\"` or `.lib \"file\" section`");
            return self.error(found);
        }
        if let Some(reading) = self.files.last_mut() {
            for span in reading.cards.by_ref() {
                if first(text, span).eq_ignore_ascii_case(".endl") {
                    return;
                }
            }
        }
        let found = Diagnostic::new(Code::CardSyntax, card.place(), "a section of a library without `.endl`")
            .help("to read a file, write `.include \"file\"` or `.lib \"file\" section`");
        self.error(found);
    }

    fn end(&mut self, card: Card) {
        let after = self.files.last_mut().and_then(|reading| reading.cards.next());
        // In an included file others go on after it; at the end nothing may follow.
        if let Some(span) = after {
            let place = Place { file: card.file, span };
            let found = Diagnostic::new(Code::NotSupported, place, "text after `.end` is not supported yet")
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
        let ended = reading.cards.by_ref().any(|span| first(text, span).eq_ignore_ascii_case(".endc"));
        let found = Diagnostic::new(
            Code::ControlBlock,
            card.head(self.sources),
            "the commands between `.control` and `.endc` are not carried out",
        )
        .help("write analyses and measures as lines outside of it, such as `.tran 1n 1u`");
        self.error(found);
        if !ended {
            let found =
                Diagnostic::new(Code::CardSyntax, card.head(self.sources), "`.control` without `.endc`");
            self.error(found);
        }
    }
}

/// Passes everything before a section of a library; false if there is none.
fn seek(text: &str, cards: &mut Cards, section: &str) -> bool {
    let mut words = Vec::new();
    cards.by_ref().any(|span| {
        if !first(text, span).eq_ignore_ascii_case(".lib") {
            return false;
        }
        lex(text, span, &mut words);
        words.len() == 2 && text[words[1].span.range()].eq_ignore_ascii_case(section)
    })
}
