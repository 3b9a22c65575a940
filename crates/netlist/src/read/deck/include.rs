//! Files that others include, and sections of libraries.

use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, SourceMap};

use super::{Card, DeckBuilder, FileWalk};
use crate::NameId;
use crate::read::Includes;
use crate::read::cards::{Cards, first_word};
use crate::read::lexer::{CardToken, CardTokenKind, lex};

/// So many files may be included, one counted as often as it is.
const MAX_INCLUDES: usize = 10_000;

/// From the line of an `.include` or `.lib` to the file that it names, or why there is none.
pub(in crate::read) type IncludeLinks = FxHashMap<(FileId, u32), Result<FileId, String>>;

/// Reads every file that is included by another.
pub(in crate::read) fn read_includes(
    sources: &mut SourceMap,
    main: FileId,
    includes: &mut dyn Includes,
) -> IncludeLinks {
    let mut links = IncludeLinks::default();
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
            let word = first_word(text, card);
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
fn file_name<'a>(text: &'a str, words: &[CardToken], include: bool) -> Option<&'a str> {
    let named = |word: &&CardToken| {
        matches!(word.kind, CardTokenKind::Plain | CardTokenKind::Text | CardTokenKind::Formula)
    };
    let mut names = words[1..].iter().filter(named);
    let name = names.next()?;
    (include || names.next().is_some()).then(|| &text[name.span.range()])
}

impl DeckBuilder<'_, '_> {
    pub(super) fn include(&mut self, card: Card) {
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
                let found = Diagnostic::new(
                    DiagnosticCode::Unreadable,
                    place,
                    format!("`{name}` cannot be read: {reason}"),
                );
                return self.error(found);
            }
        };
        if self.files.iter().any(|reading| reading.file == file && reading.section.is_none()) {
            return self.circle(file, place, name);
        }
        self.included += 1;
        if self.included > MAX_INCLUDES {
            if self.included == MAX_INCLUDES + 1 {
                let message = format!("more than {MAX_INCLUDES} files are included");
                self.error(Diagnostic::new(DiagnosticCode::TooLargeCircuit, place, message));
            }
            return;
        }
        let mut cards = Cards::new(self.sources[file].text());
        let section = if first_word(text, card.span).eq_ignore_ascii_case(".lib") {
            let Some(section) = self.asked(card, file, place, &mut cards) else { return };
            Some(section)
        } else {
            None
        };
        self.files.push(FileWalk { file, cards, section });
    }

    /// A file that leads back to itself.
    fn circle(&mut self, file: FileId, place: Place, name: &str) {
        let message = format!("`{name}` includes itself");
        let first = self.files.iter().position(|reading| reading.file == file).unwrap_or(0);
        let mut through: Vec<&str> =
            self.files[first..].iter().map(|reading| self.sources[reading.file].name()).collect();
        through.push(self.sources[file].name());
        let found = Diagnostic::new(DiagnosticCode::CyclicInclude, place, message)
            .note(format!("each includes the next: {}", through.join(", ")))
            .help("take out the line that leads back");
        self.error(found);
    }

    /// The section of a library that a `.lib` asks for; the cards before it are passed. None if there is none to be read.
    fn asked(&mut self, card: Card, file: FileId, place: Place, cards: &mut Cards) -> Option<NameId> {
        let text = self.sources[card.file].text();
        let section = self.words.get(2).copied()?;
        let name = &text[section.span.range()];
        if !seek(self.sources[file].text(), cards, name) {
            let place = Place { file: card.file, span: section.span };
            let message = format!("the library has no section `{name}`");
            let found = Diagnostic::new(DiagnosticCode::CardSyntax, place, message)
                .note(format!("it was looked for in {}", self.sources[file].name()));
            self.error(found);
            return None;
        }
        let section = self.names.add(name);
        if self.files.iter().any(|reading| reading.file == file && reading.section == Some(section)) {
            let message = format!("the section `{name}` includes itself");
            self.error(Diagnostic::new(DiagnosticCode::CyclicInclude, place, message));
            return None;
        }
        Some(section)
    }

    /// `.lib name` begins a section that is only read where it is asked for.
    fn section(&mut self, card: Card) {
        let text = self.sources[card.file].text();
        if self.words.len() < 2 {
            let found =
                Diagnostic::new(DiagnosticCode::CardSyntax, card.head(self.sources), "which file is meant?")
                    .help("`.include \"file\"` or `.lib \"file\" section`");
            return self.error(found);
        }
        if let Some(reading) = self.files.last_mut() {
            for span in reading.cards.by_ref() {
                if first_word(text, span).eq_ignore_ascii_case(".endl") {
                    return;
                }
            }
        }
        let found = Diagnostic::new(
            DiagnosticCode::CardSyntax,
            card.place(),
            "a section of a library without `.endl`",
        )
        .help("to read a file, write `.include \"file\"` or `.lib \"file\" section`");
        self.error(found);
    }
}

/// Passes everything before a section of a library; false if there is none.
fn seek(text: &str, cards: &mut Cards, section: &str) -> bool {
    let mut words = Vec::new();
    cards.by_ref().any(|span| {
        if !first_word(text, span).eq_ignore_ascii_case(".lib") {
            return false;
        }
        lex(text, span, &mut words);
        words.len() == 2 && text[words[1].span.range()].eq_ignore_ascii_case(section)
    })
}
