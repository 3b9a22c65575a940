//! Characters that Modelica does not use: those of other languages, of word processors and of version control.

use memchr::memchr;

use super::{Lexer, SPACE, clip, is};
use crate::{Diagnostic, DiagnosticCode, TokenKind};

/// What ends a string that began with a curved quote.
const DOUBLE: [char; 5] = ['“', '”', '«', '»', '"'];

/// What ends a name that began with a curved quote.
const SINGLE: [char; 3] = ['‘', '’', '\''];

/// How many characters a string between curved quotes has at most.
const MAX_CURVED: usize = 1000;

// Characters that no token begins with.
impl Lexer<'_> {
    /// A character that no token begins with, or that continues a name although it must not.
    pub(super) fn foreign(&mut self, start: usize) {
        let found = self.text[self.at..].chars().next().unwrap_or(' ');
        if is_letter(found) {
            return self.foreign_name(start, found);
        }
        if self.at > start {
            // A name that ends where the strange character begins.
            let kind = TokenKind::word(&self.bytes[start..self.at]);
            self.push(kind, start);
        }
        match found {
            '−' | '–' | '—' => self.foreign_operator(TokenKind::Minus, found.len_utf8()),
            '×' | '·' | '⋅' => self.foreign_operator(TokenKind::Star, found.len_utf8()),
            '÷' => self.foreign_operator(TokenKind::Slash, found.len_utf8()),
            '≤' => self.foreign_operator(TokenKind::LessEqual, found.len_utf8()),
            '≥' => self.foreign_operator(TokenKind::GreaterEqual, found.len_utf8()),
            '≠' => self.foreign_operator(TokenKind::NotEqual, found.len_utf8()),
            '“' | '”' | '„' | '«' | '»' => self.curved(found, &DOUBLE, TokenKind::String),
            '‘' | '’' if self.prime(found) => {}
            '‘' | '’' => self.curved(found, &SINGLE, TokenKind::Ident),
            '`' if self.fence() => {}
            _ if is_invisible(found) => self.invisible(found),
            _ => self.unknown(found),
        }
    }

    /// A name with letters that names may not have: once for each, however often it is used.
    fn foreign_name(&mut self, start: usize, found: char) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        let word = &self.text[start..self.at];
        let after_number = matches!(self.tokens.kinds.last(), Some(TokenKind::Integer | TokenKind::Real))
            && self.tokens.spans.last().is_some_and(|last| last.end as usize == start);
        let place = self.place(start, self.at);
        if after_number {
            let message = format!("a number cannot end in `{}`", clip(word));
            let help = match found {
                'µ' | 'μ' => "write `e-6` for micro",
                _ => "write the number alone, in the unit of its variable",
            };
            self.report(Diagnostic::new(DiagnosticCode::InvalidCharacter, place, message).help(help));
        } else if self.foreign.insert(word) {
            let message = format!("the name `{}` contains the letter `{found}`", clip(word));
            let mut diagnostic = Diagnostic::new(DiagnosticCode::InvalidCharacter, place, message)
                .label("names consist of ASCII letters, digits and `_`");
            if matches!(found, '²' | '³') {
                diagnostic = diagnostic.help("for a power, write `^2` or `^3`");
            }
            self.report(diagnostic);
        }
        self.push(TokenKind::Ident, start);
    }

    fn invisible(&mut self, found: char) {
        let start = self.at;
        self.at += found.len_utf8();
        let place = self.place(start, self.at);
        let message = format!("an invisible character, `{}`", found.escape_default());
        let diagnostic = Diagnostic::new(DiagnosticCode::InvalidCharacter, place, message)
            .help("replace it with a blank")
            .edit(place, " ");
        self.report(diagnostic);
    }

    /// A character without a meaning: once for each line, as in `|x|`.
    fn unknown(&mut self, found: char) {
        let start = self.at;
        self.at += found.len_utf8();
        let again = self
            .unknown
            .replace((found, start))
            // Text that is read again may lie before the last one.
            .is_some_and(|(last, at)| {
                let between = self.bytes.get(at..start);
                last == found && between.is_some_and(|text| memchr(b'\n', text).is_none())
            });
        if !again {
            let message = format!("the character `{found}` means nothing here");
            let mut diagnostic =
                Diagnostic::new(DiagnosticCode::InvalidCharacter, self.place(start, self.at), message)
                    .label("only strings and comments may contain it");
            if let Some(help) = advice(found) {
                diagnostic = diagnostic.help(help);
            }
            self.report(diagnostic);
        }
        self.push(TokenKind::Unknown, start);
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_invisible(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}' | '\u{feff}')
}

/// What Modelica has in the place of a character of other languages.
fn advice(found: char) -> Option<&'static str> {
    Some(match found {
        '?' => "write `if a then b else c`",
        '%' => "for 50 % write `0.5`, for a remainder `mod(a, b)`",
        '°' => "write the number alone, in the unit of its variable",
        '\\' => "to divide, write `/`",
        '&' => "write `and`; strings are joined with `+`",
        '|' => "write `or`; an absolute value is `abs(x)`",
        '√' => "write `sqrt(x)`",
        _ => return None,
    })
}

// Signs that mean something in another language.
impl Lexer<'_> {
    /// An operator of another language: says so, and goes on as if Modelica's own stood there.
    pub(super) fn foreign_operator(&mut self, kind: TokenKind, len: usize) {
        let start = self.at;
        self.at += len;
        let (found, meant) = (&self.text[start..self.at], kind.text());
        let place = self.place(start, self.at);
        // A word needs blanks around it where there are none.
        let blank = |byte: u8| if kind.is_keyword() && !is(byte, SPACE) { " " } else { "" };
        let (before, after) =
            (blank(if start == 0 { b' ' } else { self.bytes[start - 1] }), blank(self.peek(0)));
        let diagnostic = Diagnostic::new(
            DiagnosticCode::InvalidCharacter,
            place,
            format!("`{found}` is not a Modelica operator"),
        )
        .help(format!("write `{meant}`"))
        .edit(place, format!("{before}{meant}{after}"));
        self.report(diagnostic);
        self.push(kind, start);
    }

    /// A string or a quoted name between the quotes of a word processor.
    fn curved(&mut self, opening: char, closings: &[char], kind: TokenKind) {
        let start = self.at;
        self.at += opening.len_utf8();
        let rest = &self.text[self.at..];
        let line = &rest[..memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        let closing = line.char_indices().take(MAX_CURVED).find(|(_, c)| closings.contains(c));
        let first = self.place(start, self.at);
        let (what, quote) = if kind == TokenKind::String { ("string", "\"") } else { ("name", "'") };
        let message = format!("`{opening}` does not delimit a {what}");
        let mut diagnostic = Diagnostic::new(DiagnosticCode::InvalidCharacter, first, message)
            .help(format!("write `{quote}`"))
            .edit(first, quote);
        if kind == TokenKind::Ident {
            diagnostic = diagnostic.note("a string is written between `\"` and `\"`");
        }
        if let Some((at, closing)) = closing {
            let end = self.at + at;
            self.at = end + closing.len_utf8();
            if !closing.is_ascii() {
                diagnostic = diagnostic.edit(self.place(end, self.at), quote);
            }
        }
        self.report(diagnostic);
        self.push(kind, start);
    }

    /// A quote right after an operand is the prime of a derivative or the transpose of Matlab.
    pub(super) fn prime(&mut self, quote: char) -> bool {
        let start = self.at;
        let adjacent = self.tokens.spans.last().is_some_and(|last| last.end as usize == start);
        let after = self.tokens.kinds.last().is_some_and(|&kind| kind == TokenKind::Ident || kind.closes());
        let end = start + quote.len_utf8();
        if !adjacent || !after || self.text[end..].starts_with(is_letter) {
            return false;
        }
        self.at = end;
        let place = self.place(start, self.at);
        let message = format!("`{quote}` is neither a derivative nor a transpose here");
        let diagnostic = Diagnostic::new(DiagnosticCode::InvalidCharacter, place, message)
            .help("write `der(x)` for a derivative, `transpose(A)` for a transpose");
        self.report(diagnostic);
        true
    }

    /// A comment as other languages begin it: one word about it, and the line is skipped.
    pub(super) fn foreign_comment(&mut self) {
        let start = self.at;
        if !self.first_on_line() && self.tokens.kinds.last() != Some(&TokenKind::Semicolon) {
            return self.foreign(start);
        }
        let place = self.place(start, start + 1);
        let found = self.bytes[start] as char;
        self.skip_line();
        let diagnostic = Diagnostic::new(
            DiagnosticCode::InvalidCharacter,
            place,
            format!("`{found}` does not begin a comment"),
        )
        .help("write `//`")
        .edit(place, "//");
        self.report(diagnostic);
    }
}

// Marks of other tools, each on a line of its own.
impl Lexer<'_> {
    /// The marks that a version control system leaves where two changes met; the first one is reported.
    pub(super) fn merge_mark(&mut self, mark: &[u8]) -> bool {
        let start = self.at;
        let first = start == 0 || self.bytes[start - 1] == b'\n';
        if !first || !self.bytes[start..].starts_with(mark) {
            return false;
        }
        self.skip_line();
        if mark[0] == b'<' {
            let place = self.place(start, start + mark.len());
            let diagnostic =
                Diagnostic::new(DiagnosticCode::InvalidCharacter, place, "the mark of a merge conflict")
                    .label("two versions of the text follow")
                    .help("keep one of the versions and remove the marks");
            self.report(diagnostic);
        }
        true
    }

    /// Three backticks, between which Markdown sets code; every second one ends what the first began.
    fn fence(&mut self) -> bool {
        let start = self.at;
        if !self.bytes[start..].starts_with(b"```") || !self.first_on_line() {
            return false;
        }
        self.skip_line();
        self.fenced = !self.fenced;
        if self.fenced {
            let place = self.place(start, start + 3);
            let diagnostic = Diagnostic::new(
                DiagnosticCode::InvalidCharacter,
                place,
                "the mark of a code block in Markdown",
            )
            .help("remove the line, and the one that ends the block");
            self.report(diagnostic);
        }
        true
    }

    /// True if no token stands before this place on its line.
    fn first_on_line(&self) -> bool {
        let last = self.tokens.spans.last().map(|last| last.end as usize);
        last.is_none_or(|last| memchr(b'\n', &self.bytes[last..self.at]).is_some())
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
    }
}
