//! Strings, and what is done when a quote is missing.
//!
//! A forgotten quote turns the rest of the file inside out: what was outside of strings is inside from then
//! on. So an unlikely string is looked at twice before it is believed.

use memchr::{memchr, memchr2, memmem};

use super::{DIGIT, Lexer, NAME, is};
use crate::{Diagnostic, DiagnosticCode, TokenKind};

/// Where to go back to if a string turns out not to be closed.
#[derive(Clone, Copy)]
pub(super) struct UnclosedString {
    start: usize,
    tokens: usize,
    comments: usize,
    diagnostics: usize,
    /// True if a word follows on the same line.
    likely: bool,
}

/// What stands after a string.
enum StringFollower {
    /// A name, which can follow only the description of a class and the language of an external function.
    Name,
    /// What can follow no string.
    Impossible,
    /// Anything else.
    Possible,
}

impl Lexer<'_> {
    pub(super) fn string(&mut self) {
        let start = self.at;
        match self.escaped(b'"') {
            Some(end) if !self.runs_on(start, end) => {
                self.at = end;
                self.escapes(start);
                self.suspect(start);
                self.push(TokenKind::String, start);
            }
            Some(_) => {
                let likely = self.suspect.take_if(|suspect| !suspect.likely).is_none();
                if !likely || !self.relex_unclosed() {
                    self.lost_quote(start);
                }
            }
            // The text ends inside a string: an earlier one may be to blame.
            None => {
                if !self.relex_unclosed() {
                    self.lost_quote(start);
                }
            }
        }
    }

    /// Remembers the first string that looks as if its closing quote were forgotten: it goes on after a line
    /// that ends like a declaration, or a word follows it.
    fn suspect(&mut self, start: usize) {
        if self.suspect.is_some() {
            return;
        }
        let string = &self.bytes[start..self.at];
        let Some(line) = memchr(b'\n', string) else { return };
        let likely = matches!(self.follower(self.at), StringFollower::Name);
        if likely || string[..line].trim_ascii_end().ends_with(b";") {
            self.suspect = Some(UnclosedString {
                start,
                tokens: self.tokens.kinds.len(),
                comments: self.tokens.comments.len(),
                diagnostics: self.tokens.diagnostics.len(),
                likely,
            });
        }
    }

    /// Reads everything again from the first unlikely string on, this time as one that is not closed.
    pub(super) fn relex_unclosed(&mut self) -> bool {
        let Some(suspect) = self.suspect.take() else { return false };
        self.tokens.kinds.truncate(suspect.tokens);
        self.tokens.spans.truncate(suspect.tokens);
        self.tokens.comments.truncate(suspect.comments);
        self.tokens.diagnostics.truncate(suspect.diagnostics);
        self.lost_quote(suspect.start);
        true
    }

    /// A quote without a partner: the string from here to the end of the line is not closed, or the one up to
    /// here was not opened.
    fn lost_quote(&mut self, start: usize) {
        self.at = self.string_end(start);
        let ends = |byte: u8| is(byte, NAME | DIGIT) || matches!(byte, b')' | b']' | b'.');
        if self.at == start + 1 && !self.tokens.kinds.is_empty() && ends(self.bytes[start - 1]) {
            return self.unopened();
        }
        let place = self.place(start, start + 1);
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnterminatedString, place, "this string is not closed")
                .label("opens here")
                .help("close it with `\"`")
                .edit(self.place(self.at, self.at), "\"");
        self.report(diagnostic);
        self.push(TokenKind::String, start);
    }

    /// `<html>` outside of a string: its opening quote is missing, for comparisons are not chained.
    pub(super) fn unopened_html(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let end = memmem::find(rest, b"</html>").map_or(b"<html>".len(), |end| end + b"</html>".len());
        self.at = start + end + usize::from(rest.get(end) == Some(&b'"'));
        let place = self.place(start, start + b"<html>".len());
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnterminatedString, place, "this string is not opened")
                .label("a `\"` is missing before it")
                .help("write `\"`")
                .edit(self.place(start, start), "\"");
        self.report(diagnostic);
        self.push(TokenKind::String, start);
    }

    /// Makes a string of the text before the quote at hand, as far as it can be told from a declaration.
    fn unopened(&mut self) {
        let index = self.string_start();
        let start = self.tokens.spans[index].start as usize;
        self.tokens.kinds.truncate(index);
        self.tokens.spans.truncate(index);
        let place = self.place(start, self.at);
        let diagnostic =
            Diagnostic::new(DiagnosticCode::UnterminatedString, place, "this string is not opened")
                .label("a `\"` is missing where its text begins")
                .help("write `\"` before its text");
        self.report(diagnostic);
        self.push(TokenKind::String, start);
    }

    /// The index of the first token that was meant to be the text of a string which ends here.
    fn string_start(&self) -> usize {
        let (kinds, spans) = (&self.tokens.kinds, &self.tokens.spans);
        let line = memchr::memrchr(b'\n', &self.bytes[..self.at]).map_or(0, |at| at + 1);
        let on_line = spans.iter().rev().take_while(|span| span.start as usize >= line).count();
        let first = kinds.len() - on_line;
        let values = |index: usize| {
            kinds[index..].iter().any(|kind| matches!(kind, TokenKind::Equal | TokenKind::Assign))
        };
        // A description on a line of its own; after the name of a class it might also be a declaration.
        let before = &kinds[..first];
        if matches!(before.last(), Some(TokenKind::Ident | TokenKind::RightParen))
            && !after_header(before)
            && !values(first)
        {
            return first;
        }
        // Behind a declaration: its type and its name are the first two words.
        let third = (first..kinds.len()).filter(|&index| kinds[index] == TokenKind::Ident).nth(2);
        if let Some(third) = third.filter(|&third| !values(third)) {
            return third;
        }
        let words = kinds.iter().rev().take_while(|&&kind| kind == TokenKind::Ident).count();
        kinds.len() - words.max(1)
    }

    /// The offset just after the closing quote, stepping over escapes.
    pub(super) fn escaped(&self, quote: u8) -> Option<usize> {
        let mut at = self.at + 1;
        loop {
            at += memchr2(quote, b'\\', self.bytes.get(at..)?)?;
            if self.bytes[at] == quote {
                return Some(at + 1);
            }
            at += 2;
        }
    }

    /// True if a string over several lines is followed by what can follow no string. Then its closing quote
    /// is really the opening quote of the next string, and its own was forgotten.
    fn runs_on(&self, start: usize, end: usize) -> bool {
        let impossible = match self.follower(end) {
            StringFollower::Impossible => true,
            StringFollower::Name => !after_header(&self.tokens.kinds),
            StringFollower::Possible => false,
        };
        impossible && memchr(b'\n', &self.bytes[start..end]).is_some()
    }

    /// What stands after a string that ends here, on the same line.
    fn follower(&self, end: usize) -> StringFollower {
        let blanks = self.bytes[end..].iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        let rest = &self.bytes[end + blanks..];
        match rest.first() {
            Some(b'%') => StringFollower::Impossible,
            Some(b'<') if rest.starts_with(b"<html>") => StringFollower::Impossible,
            Some(&next) if is(next, DIGIT) => StringFollower::Impossible,
            Some(&next) if is(next, NAME) => {
                let word = rest.iter().take_while(|&&byte| is(byte, NAME | DIGIT)).count();
                match TokenKind::word(&rest[..word]) {
                    TokenKind::Ident => StringFollower::Name,
                    _ => StringFollower::Possible,
                }
            }
            _ => StringFollower::Possible,
        }
    }

    /// Where an unclosed string is taken to end: after its HTML, before an annotation, or at the end of its
    /// line, before the `;` or `,` and the brackets there that were opened outside.
    fn string_end(&self, start: usize) -> usize {
        let rest = &self.bytes[start..];
        if rest[1..].starts_with(b"<html>")
            && let Some(end) = memmem::find(rest, b"</html>")
        {
            return start + end + b"</html>".len();
        }
        let mut line = rest[..memchr(b'\n', rest).unwrap_or(rest.len())].trim_ascii_end();
        for annotation in [&b" annotation("[..], b" annotation ("] {
            if let Some(end) = memmem::find(line, annotation) {
                return start + line[..end].trim_ascii_end().len().max(1);
            }
        }
        line = line.strip_suffix(b";").or(line.strip_suffix(b",")).unwrap_or(line);
        let count = |line: &[u8], byte: u8| line.iter().filter(|&&found| found == byte).count();
        for _ in 0..8 {
            let Some((&last, inner)) = line.split_last() else { break };
            let opening = match last {
                b')' => b'(',
                b']' => b'[',
                b'}' => b'{',
                _ => break,
            };
            if count(line, opening) >= count(line, last) {
                break;
            }
            line = inner;
        }
        start + line.len().max(1)
    }

    /// Reports escapes that the language does not have, in the token from `start` to here.
    pub(super) fn escapes(&mut self, start: usize) {
        let mut at = start + 1;
        while let Some(skip) = memchr(b'\\', &self.bytes[at..self.at]) {
            at += skip;
            let escape = self.text[at + 1..].chars().next().unwrap_or(' ');
            let end = at + 1 + escape.len_utf8();
            if !matches!(escape, '\'' | '"' | '?' | '\\' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v') {
                let shown = escape.escape_default();
                let place = self.place(at, end);
                let diagnostic = Diagnostic::new(
                    DiagnosticCode::InvalidEscape,
                    place,
                    format!("`\\{shown}` is not an escape"),
                )
                .label("unknown after a backslash")
                .help("write `\\\\` for a backslash")
                .edit(self.place(at, at + 1), "\\\\");
                self.report(diagnostic);
            }
            at = end;
        }
    }
}

/// True if a name may follow a string that stands after these tokens: the description of a class, or the
/// language of an external function.
fn after_header(mut kinds: &[TokenKind]) -> bool {
    while let [before @ .., TokenKind::String, TokenKind::Plus] = kinds {
        kinds = before;
    }
    if let [before @ .., TokenKind::RightParen] = kinds {
        let mut depth = 1_usize;
        kinds = before;
        while let [before @ .., last] = kinds
            && depth > 0
        {
            depth = depth + usize::from(*last == TokenKind::RightParen)
                - usize::from(*last == TokenKind::LeftParen);
            kinds = before;
        }
    }
    match kinds {
        [.., TokenKind::External] => true,
        [.., before, TokenKind::Ident] => before.begins_class() || *before == TokenKind::Extends,
        _ => false,
    }
}
