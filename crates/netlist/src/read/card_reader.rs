//! A card that is being read, word by word.

use syntax::{FileId, Place, SourceMap, Span};

use super::cursor::Cursor;
use super::deck::Card;
use super::lexer::{CardToken, CardTokenKind, lex};

/// The words of a card, brackets and commas left out: in SPICE they are blanks.
pub(super) struct CardReader<'a> {
    pub(super) text: &'a str,
    pub(super) card: Card,
    words: Vec<CardToken>,
    at: usize,
}

impl<'a> CardReader<'a> {
    /// A card, with a list of words that is used again.
    pub(super) fn new(sources: &'a SourceMap, card: Card, mut words: Vec<CardToken>) -> CardReader<'a> {
        let text = sources[card.file].text();
        lex(text, card.span, &mut words);
        words.retain(|word| {
            !matches!(word.kind, CardTokenKind::Open | CardTokenKind::Close | CardTokenKind::Comma)
        });
        CardReader { text, card, words, at: 1 }
    }

    /// The list of words, for the next card.
    pub(super) fn recycle(self) -> Vec<CardToken> {
        self.words
    }

    pub(super) fn file(&self) -> FileId {
        self.card.file
    }

    /// The word ahead.
    pub(super) fn peek(&self) -> Option<CardToken> {
        self.words.get(self.at).copied()
    }

    /// A word further ahead.
    pub(super) fn ahead(&self, distance: usize) -> Option<CardToken> {
        self.words.get(self.at + distance).copied()
    }

    /// Takes a word.
    pub(super) fn next(&mut self) -> Option<CardToken> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Takes a word that is a name, a number or a formula and gives no value to anything.
    pub(super) fn positional(&mut self) -> Option<CardToken> {
        let word = self.peek().filter(|word| {
            matches!(word.kind, CardTokenKind::Plain | CardTokenKind::Formula | CardTokenKind::Text)
        })?;
        if self.ahead(1).is_some_and(|next| next.kind == CardTokenKind::Equals) {
            return None;
        }
        self.at += 1;
        Some(word)
    }

    /// Takes `name =`.
    pub(super) fn named(&mut self) -> Option<CardToken> {
        let name = self.peek().filter(|word| word.kind == CardTokenKind::Plain)?;
        self.ahead(1).filter(|next| next.kind == CardTokenKind::Equals)?;
        self.at += 2;
        Some(name)
    }

    /// Takes a word if it is this one, whatever its case.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let is = self.is(0, word);
        self.at += usize::from(is);
        is
    }

    /// True if a word ahead is this one.
    pub(super) fn is(&self, distance: usize, word: &str) -> bool {
        self.ahead(distance).is_some_and(|found| {
            found.kind == CardTokenKind::Plain && self.word(found).eq_ignore_ascii_case(word)
        })
    }

    /// The text of a word.
    pub(super) fn word(&self, word: CardToken) -> &'a str {
        &self.text[word.span.range()]
    }

    pub(super) fn place(&self, span: Span) -> Place {
        Place { file: self.card.file, span }
    }

    /// The place where something is missing: the end.
    pub(super) fn end(&self) -> Place {
        let last = self.words.last().map_or(self.card.span, |word| word.span);
        self.place(Span::at(last.end))
    }

    /// Takes everything up to the next of some options, as it is written: a formula without braces. Brackets are no words,
    /// so it begins right after the last word that was taken.
    pub(super) fn before(&mut self, options: &[&str]) -> Option<Span> {
        self.peek()?;
        let named = |at: usize| {
            let equals =
                |at: usize| self.words.get(at).is_some_and(|word| word.kind == CardTokenKind::Equals);
            let word = self.words[at];
            let known = options.iter().any(|option| option.eq_ignore_ascii_case(self.word(word)));
            known && equals(at + 1) && !equals(at + 2)
        };
        let option = (self.at + 1..self.words.len()).find(|&at| named(at));
        let end = option.map_or(self.card.span.end, |at| self.words[at].span.start);
        let mut cursor = Cursor::new(self.text, Span::new(self.words[self.at - 1].span.end, end));
        cursor.skip();
        self.at = option.unwrap_or(self.words.len());
        let len = self.text[cursor.at..end as usize].trim_end().len();
        Some(Span::new(cursor.at as u32, (cursor.at + len) as u32))
    }
}
