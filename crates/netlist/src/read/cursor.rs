//! A place in a line with its continuations: what the reader of words and the reader of formulas share.
//!
//! A card is everything from the first word of a line to the end of its last continuation, as one span of the file. Line
//! breaks, the `+` after them and comments are passed over wherever blanks are.

use syntax::Span;

/// Where a reader stands.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    pub(super) at: usize,
    pub(super) end: usize,
}

impl<'a> Cursor<'a> {
    /// At the beginning of a part of a text.
    pub(super) fn new(text: &'a str, span: Span) -> Cursor<'a> {
        Cursor {
            text: &text.as_bytes()[..span.end as usize],
            at: span.start as usize,
            end: span.end as usize,
        }
    }

    /// The byte ahead.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The byte after the one ahead.
    pub(super) fn second(&self) -> Option<u8> {
        self.text.get(self.at + 1).copied()
    }

    /// Passes blanks, comments and the beginnings of continuations.
    pub(super) fn skip(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => self.turn(),
                b';' => self.line(),
                b'$' if self.starts_comment() => self.line(),
                b'/' if self.second() == Some(b'/') => self.line(),
                _ => break,
            }
        }
    }

    /// A `$` begins a comment after a blank; elsewhere it belongs to a name.
    fn starts_comment(&self) -> bool {
        self.at == 0 || matches!(self.text[self.at - 1], b' ' | b'\t' | b',' | b'\n')
    }

    /// To the end of the line.
    fn line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    /// Over line breaks and whole lines of comments to what is after the `+`.
    fn turn(&mut self) {
        while self.peek() == Some(b'\n') {
            self.at += 1;
            while matches!(self.peek(), Some(b' ' | b'\t' | b'\r')) {
                self.at += 1;
            }
            match self.peek() {
                Some(b'*') => self.line(),
                Some(b'+') => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
        }
    }
}
