//! Text to tokens (Modelica Language Specification 3.6, appendix A.1).
//!
//! The lexer never stops: what it does not understand becomes a diagnostic and the token that was most
//! likely meant, so that the parser does not complain a second time.

use std::collections::HashSet;

use memchr::{memchr, memchr2, memmem};

use crate::{Code, Diagnostic, FileId, Kind, Place, Span};

/// Errors in one file after which the rest of it is not read.
pub(crate) const MAX_ERRORS: usize = 200;

/// The tokens of a text, in columns: the parser mostly looks at kinds alone.
#[derive(Debug)]
pub struct Tokens {
    /// What each token is; the last one is `Kind::Eof`.
    pub kinds: Vec<Kind>,
    /// Where each token stands.
    pub spans: Vec<Span>,
    /// The comments between them.
    pub comments: Vec<Comment>,
    /// What was wrong with the characters.
    pub diagnostics: Vec<Diagnostic>,
    /// True if an open comment swallowed the rest of the text.
    pub truncated: bool,
}

/// A comment, kept beside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The comment with its slashes and stars, without the line ending.
    pub span: Span,
    /// The index of the first token after it.
    pub before: u32,
}

/// Splits a text into tokens.
pub fn lex(file: FileId, text: &str) -> Tokens {
    // Real library code has about one token to six bytes.
    let guess = text.len() / 6 + 16;
    let mut lexer = Lexer {
        file,
        text,
        bytes: text.as_bytes(),
        at: 0,
        foreign: HashSet::new(),
        suspect: None,
        tokens: Tokens {
            kinds: Vec::with_capacity(guess),
            spans: Vec::with_capacity(guess),
            comments: Vec::new(),
            diagnostics: Vec::new(),
            truncated: false,
        },
    };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    lexer.run();
    lexer.tokens
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Names with letters that names may not have.
    foreign: HashSet<&'a str>,
    /// The first string over several lines whose first line ends like a declaration, and the token it is.
    suspect: Option<Suspect>,
    tokens: Tokens,
}

/// Where to go back to if a string turns out not to be closed.
#[derive(Clone, Copy)]
struct Suspect {
    start: usize,
    tokens: usize,
    comments: usize,
    diagnostics: usize,
}

/// What a byte may begin or continue, one table look-up each.
const NAME: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;

static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = if b.is_ascii_alphabetic() || b == b'_' {
            NAME
        } else if b.is_ascii_digit() {
            DIGIT
        } else if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c') {
            SPACE
        } else {
            0
        };
        byte += 1;
    }
    table
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        loop {
            self.skip(SPACE);
            let Some(&byte) = self.bytes.get(self.at) else {
                break;
            };
            let start = self.at;
            if is(byte, NAME) {
                self.skip(NAME | DIGIT);
                if self.bytes.get(self.at).is_some_and(|byte| !byte.is_ascii()) {
                    self.foreign(start);
                    continue;
                }
                let kind = Kind::word(&self.bytes[start..self.at]);
                self.push(kind, start);
            } else if is(byte, DIGIT) || (byte == b'.' && is(self.peek(1), DIGIT)) {
                let kind = self.number();
                self.push(kind, start);
            } else {
                match byte {
                    b'"' => self.string(),
                    b'\'' => self.quoted(),
                    b'/' if matches!(self.peek(1), b'/' | b'*') => self.comment(),
                    _ => self.symbol(byte),
                }
            }
        }
        self.push(Kind::Eof, self.at);
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip(&mut self, class: u8) {
        while self.bytes.get(self.at).is_some_and(|&byte| is(byte, class)) {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.kinds.push(kind);
        self.tokens.spans.push(span(start, self.at));
    }

    fn place(&self, start: usize, end: usize) -> Place {
        Place { file: self.file, span: span(start, end) }
    }

    /// Keeps a diagnostic; of those that no one will read, only the fact that there are more.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.tokens.diagnostics.len() <= MAX_ERRORS {
            self.tokens.diagnostics.push(diagnostic);
        }
    }

    fn number(&mut self) -> Kind {
        let mut kind = Kind::Integer;
        self.skip(DIGIT);
        if self.peek(0) == b'.' {
            kind = Kind::Real;
            self.at += 1;
            self.skip(DIGIT);
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if matches!(self.peek(0), b'e' | b'E') && is(self.peek(1 + sign), DIGIT) {
            kind = Kind::Real;
            self.at += 1 + sign;
            self.skip(DIGIT);
        }
        kind
    }

    fn symbol(&mut self, byte: u8) {
        let start = self.at;
        let (kind, len) = match (byte, self.peek(1)) {
            (b';', _) => (Kind::Semicolon, 1),
            (b',', _) => (Kind::Comma, 1),
            (b'(', _) => (Kind::LeftParen, 1),
            (b')', _) => (Kind::RightParen, 1),
            (b'[', _) => (Kind::LeftBracket, 1),
            (b']', _) => (Kind::RightBracket, 1),
            (b'{', _) => (Kind::LeftBrace, 1),
            (b'}', _) => (Kind::RightBrace, 1),
            (b':', b'=') => (Kind::Assign, 2),
            (b':', _) => (Kind::Colon, 1),
            (b'=', b'=') if self.merge_mark(b"=======") => return,
            (b'=', b'=') => (Kind::EqualEqual, 2),
            (b'=', b'<') => return self.stand_in(Kind::LessEqual, 2),
            (b'=', b'>') => return self.stand_in(Kind::GreaterEqual, 2),
            (b'=', _) => (Kind::Equal, 1),
            (b'+', _) => (Kind::Plus, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'*', b'*') => return self.stand_in(Kind::Power, 2),
            (b'*', b'/') => return self.stray_comment_end(),
            (b'*', _) => (Kind::Star, 1),
            (b'/', _) => (Kind::Slash, 1),
            (b'^', _) => (Kind::Power, 1),
            (b'.', b'+') => (Kind::DotPlus, 2),
            (b'.', b'-') => (Kind::DotMinus, 2),
            (b'.', b'*') => (Kind::DotStar, 2),
            (b'.', b'/') if !matches!(self.peek(2), b'/' | b'*') => (Kind::DotSlash, 2),
            (b'.', b'^') => (Kind::DotPower, 2),
            (b'.', _) => (Kind::Dot, 1),
            (b'<', b'<') if self.merge_mark(b"<<<<<<<") => return,
            (b'<', b'=') => (Kind::LessEqual, 2),
            (b'<', b'>') => (Kind::NotEqual, 2),
            (b'<', _) => (Kind::Less, 1),
            (b'>', b'>') if self.merge_mark(b">>>>>>>") => return,
            (b'>', b'=') => (Kind::GreaterEqual, 2),
            (b'>', _) => (Kind::Greater, 1),
            (b'!' | b'~', b'=') => return self.stand_in(Kind::NotEqual, 2),
            (b'!', _) => return self.stand_in(Kind::Not, 1),
            (b'&', b'&') => return self.stand_in(Kind::And, 2),
            (b'|', b'|') => return self.stand_in(Kind::Or, 2),
            (b'%' | b'#', _) => return self.foreign_comment(),
            _ => return self.foreign(start),
        };
        self.at += len;
        self.push(kind, start);
    }

    /// `*/` without a beginning.
    fn stray_comment_end(&mut self) {
        let start = self.at;
        self.at += 2;
        let place = self.place(start, self.at);
        let diagnostic = Diagnostic::new(Code::UnterminatedComment, place, "this `*/` closes nothing")
            .note("comments do not nest: the first `*/` has closed the comment")
            .help("remove it, or the `*/` before it");
        self.report(diagnostic);
    }

    /// The marks that a version control system leaves where two changes met, each on a line of its own.
    fn merge_mark(&mut self, mark: &[u8]) -> bool {
        let start = self.at;
        let first = start == 0 || self.bytes[start - 1] == b'\n';
        if !first || !self.bytes[start..].starts_with(mark) {
            return false;
        }
        let rest = &self.bytes[start..];
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
        if mark[0] == b'<' {
            let place = self.place(start, start + mark.len());
            let diagnostic = Diagnostic::new(Code::InvalidCharacter, place, "the mark of a merge conflict")
                .label("two versions of the text follow")
                .help("keep one of the versions and remove the marks");
            self.report(diagnostic);
        }
        true
    }

    /// A comment as other languages begin it; one word about it, and the line is skipped.
    fn foreign_comment(&mut self) {
        let start = self.at;
        let before = &self.bytes[..start];
        let line = &before[memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)..];
        let opens = line.iter().all(|&byte| is(byte, SPACE)) || line.trim_ascii_end().ends_with(b";");
        if !opens {
            return self.foreign(start);
        }
        let place = self.place(start, start + 1);
        let found = self.bytes[start] as char;
        let rest = &self.bytes[start..];
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
        let diagnostic =
            Diagnostic::new(Code::InvalidCharacter, place, format!("`{found}` does not begin a comment"))
                .help("write `//`")
                .edit(place, "//");
        self.report(diagnostic);
    }

    /// An operator of another language: says so, and goes on as if Modelica's own stood there.
    fn stand_in(&mut self, kind: Kind, len: usize) {
        let start = self.at;
        self.at += len;
        let (found, meant) = (&self.text[start..self.at], kind.text());
        let place = self.place(start, self.at);
        // A word needs blanks around it where there are none.
        let blank = |byte: u8| if kind.is_keyword() && !is(byte, SPACE) { " " } else { "" };
        let (before, after) =
            (blank(if start == 0 { b' ' } else { self.bytes[start - 1] }), blank(self.peek(0)));
        let diagnostic =
            Diagnostic::new(Code::InvalidCharacter, place, format!("`{found}` is not a Modelica operator"))
                .help(format!("write `{meant}`"))
                .edit(place, format!("{before}{meant}{after}"));
        self.report(diagnostic);
        self.push(kind, start);
    }

    /// A character that no token begins with, or that continues a name although it must not.
    fn foreign(&mut self, start: usize) {
        let found = self.text[self.at..].chars().next().unwrap_or(' ');
        let name = |c: char| c.is_alphanumeric() || c == '_';
        if name(found) {
            let rest = &self.text[self.at..];
            self.at += rest.find(|c| !name(c)).unwrap_or(rest.len());
            let word = &self.text[start..self.at];
            // Once for each name, however often it is used.
            if self.foreign.insert(word) {
                let message = format!("the name `{}` holds the letter `{found}`", clip(word));
                let diagnostic = Diagnostic::new(Code::InvalidCharacter, self.place(start, self.at), message)
                    .label("names consist of ASCII letters, digits and `_`");
                self.report(diagnostic);
            }
            return self.push(Kind::Ident, start);
        }
        if self.at > start {
            // A name that ends where the strange character begins.
            let kind = Kind::word(&self.bytes[start..self.at]);
            self.push(kind, start);
        }
        let start = self.at;
        self.at += found.len_utf8();
        let meant = match found {
            '−' | '–' | '—' => Some(Kind::Minus),
            '×' | '·' | '⋅' => Some(Kind::Star),
            '÷' => Some(Kind::Slash),
            '≤' => Some(Kind::LessEqual),
            '≥' => Some(Kind::GreaterEqual),
            '≠' => Some(Kind::NotEqual),
            _ => None,
        };
        if let Some(kind) = meant {
            self.at = start;
            return self.stand_in(kind, found.len_utf8());
        }
        let place = self.place(start, self.at);
        let escaped = found.escape_default();
        let diagnostic = match found {
            '“' | '”' | '„' | '«' | '»' => return self.curved(start, found),
            '`' => Diagnostic::new(Code::InvalidCharacter, place, "a backtick means nothing here"),
            '?' => Diagnostic::new(Code::InvalidCharacter, place, "`?` is not a Modelica operator")
                .help("write `if a then b else c`"),
            c if c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}' | '\u{feff}') => {
                let message = format!("an invisible character, `{escaped}`");
                Diagnostic::new(Code::InvalidCharacter, place, message)
                    .help("replace it with a blank")
                    .edit(place, " ")
            }
            _ => {
                let message = format!("the character `{found}` means nothing here");
                Diagnostic::new(Code::InvalidCharacter, place, message)
                    .label("only strings and comments may hold it")
            }
        };
        self.report(diagnostic);
        if !(found.is_whitespace() || found.is_control() || matches!(found, '\u{200b}' | '\u{feff}')) {
            self.push(Kind::Unknown, start);
        }
    }

    /// A string between the quotes of a word processor.
    fn curved(&mut self, start: usize, opening: char) {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let closing = line.char_indices().find(|(_, c)| matches!(c, '“' | '”' | '«' | '»' | '"'));
        let first = self.place(start, self.at);
        let mut diagnostic =
            Diagnostic::new(Code::InvalidCharacter, first, format!("`{opening}` does not delimit a string"))
                .help("write `\"`")
                .edit(first, "\"");
        if let Some((at, closing)) = closing {
            let end = self.at + at;
            self.at = end + closing.len_utf8();
            if closing != '"' {
                diagnostic = diagnostic.edit(self.place(end, self.at), "\"");
            }
        }
        self.report(diagnostic);
        self.push(Kind::String, start);
    }

    fn string(&mut self) {
        let start = self.at;
        let end = self.escaped(b'"');
        let lost = end.is_none_or(|end| self.runs_on(start, end));
        let start = if lost { self.close_string(end.is_none(), start) } else { start };
        if !lost {
            self.at = end.unwrap_or(self.bytes.len());
            self.escapes(start);
            self.suspect(start);
        }
        self.push(Kind::String, start);
    }

    /// Remembers the first string that looks as if its closing quote were forgotten.
    fn suspect(&mut self, start: usize) {
        let string = &self.bytes[start..self.at];
        if self.suspect.is_some()
            || !memchr(b'\n', string).is_some_and(|end| string[..end].trim_ascii_end().ends_with(b";"))
        {
            return;
        }
        let (tokens, comments) = (self.tokens.kinds.len(), self.tokens.comments.len());
        let diagnostics = self.tokens.diagnostics.len();
        self.suspect = Some(Suspect { start, tokens, comments, diagnostics });
    }

    /// Ends a string whose closing quote was forgotten. If the text ends inside a string, an earlier one may
    /// be to blame: then everything since is read again.
    fn close_string(&mut self, at_end: bool, start: usize) -> usize {
        let mut start = start;
        if let Some(suspect) = self.suspect.take().filter(|_| at_end) {
            start = suspect.start;
            self.tokens.kinds.truncate(suspect.tokens);
            self.tokens.spans.truncate(suspect.tokens);
            self.tokens.comments.truncate(suspect.comments);
            self.tokens.diagnostics.truncate(suspect.diagnostics);
        }
        self.at = self.string_end(start);
        let diagnostic = Diagnostic::new(
            Code::UnterminatedString,
            self.place(start, start + 1),
            "this string is not closed",
        )
        .label("opens here")
        .help("close it with `\"`")
        .edit(self.place(self.at, self.at), "\"");
        self.report(diagnostic);
        start
    }

    /// The offset just after the closing quote, stepping over escapes.
    fn escaped(&self, quote: u8) -> Option<usize> {
        let mut at = self.at + 1;
        loop {
            at += memchr2(quote, b'\\', self.bytes.get(at..)?)?;
            if self.bytes[at] == quote {
                return Some(at + 1);
            }
            at += 2;
        }
    }

    /// True if a string over several lines ends right before a word that is no keyword. Then its closing
    /// quote is really the opening quote of the next string, and its own was forgotten.
    fn runs_on(&self, start: usize, end: usize) -> bool {
        let follows = |byte: &u8| is(*byte, NAME | DIGIT) || matches!(byte, b'<' | b'%');
        if !self.bytes.get(end).is_some_and(follows) {
            return false;
        }
        let word = self.bytes[end..].iter().take_while(|&&byte| is(byte, NAME | DIGIT)).count();
        Kind::word(&self.bytes[end..end + word]) == Kind::Ident
            && memchr(b'\n', &self.bytes[start..end]).is_some()
    }

    /// Where an unclosed string is taken to end: after its HTML, or at the end of its line, before the `;`
    /// and the brackets there that were opened outside.
    fn string_end(&self, start: usize) -> usize {
        let rest = &self.bytes[start..];
        if rest[1..].starts_with(b"<html>")
            && let Some(end) = memmem::find(rest, b"</html>")
        {
            return start + end + b"</html>".len();
        }
        let mut line = rest[..memchr(b'\n', rest).unwrap_or(rest.len())].trim_ascii_end();
        line = line.strip_suffix(b";").unwrap_or(line);
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
    fn escapes(&mut self, start: usize) {
        let mut at = start + 1;
        while let Some(skip) = memchr(b'\\', &self.bytes[at..self.at]) {
            at += skip;
            let escape = self.text[at + 1..].chars().next().unwrap_or(' ');
            let end = at + 1 + escape.len_utf8();
            if !matches!(escape, '\'' | '"' | '?' | '\\' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v') {
                let shown = escape.escape_default();
                let place = self.place(at, end);
                let diagnostic =
                    Diagnostic::new(Code::InvalidEscape, place, format!("`\\{shown}` is not an escape"))
                        .label("unknown after a backslash")
                        .help("write `\\\\` for a backslash")
                        .edit(self.place(at, at + 1), "\\\\");
                self.report(diagnostic);
            }
            at = end;
        }
    }

    /// A quote right after an operand is the prime of a derivative or the transpose of Matlab.
    fn prime(&mut self) -> bool {
        let start = self.at;
        let adjacent = self.tokens.spans.last().is_some_and(|last| last.end as usize == start);
        let after = self.tokens.kinds.last().is_some_and(|&kind| {
            matches!(kind, Kind::Ident | Kind::RightParen | Kind::RightBracket | Kind::RightBrace)
        });
        if !adjacent || !after || is(self.peek(1), NAME | DIGIT) {
            return false;
        }
        self.at += 1;
        let place = self.place(start, self.at);
        let diagnostic = Diagnostic::new(
            Code::InvalidCharacter,
            place,
            "`'` is neither a derivative nor a transpose here",
        )
        .help("write `der(x)` for a derivative, `transpose(A)` for a transpose");
        self.report(diagnostic);
        true
    }

    fn quoted(&mut self) {
        if self.prime() {
            return;
        }
        let start = self.at;
        let rest = &self.bytes[start..];
        let line = start + memchr(b'\n', rest).unwrap_or(rest.len());
        match self.escaped(b'\'').filter(|&end| end <= line) {
            Some(end) => {
                self.at = end;
                self.escapes(start);
                let inside = &self.text[start + 1..end - 1];
                if let Some(found) = inside.chars().find(|c| !(' '..='~').contains(c)) {
                    let message = format!("a quoted name holds the character `{}`", found.escape_default());
                    let diagnostic = Diagnostic::new(Code::InvalidCharacter, self.place(start, end), message)
                        .label("quoted names consist of printable ASCII characters");
                    self.report(diagnostic);
                }
            }
            None => {
                self.skip_word();
                let place = self.place(start, start + 1);
                let diagnostic =
                    Diagnostic::new(Code::UnterminatedString, place, "this quoted name is not closed")
                        .label("opens here")
                        .help("close it with `'` on the same line")
                        .edit(self.place(self.at, self.at), "'");
                self.report(diagnostic);
            }
        }
        self.push(Kind::Ident, start);
    }

    fn skip_word(&mut self) {
        self.at += 1;
        self.skip(NAME | DIGIT);
    }

    fn comment(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 2..];
        let before = self.tokens.kinds.len() as u32;
        if self.peek(1) == b'/' {
            let len = memchr(b'\n', rest).unwrap_or(rest.len());
            self.at = start + 2 + rest[..len].trim_ascii_end().len();
        } else if let Some(len) = memmem::find(rest, b"*/") {
            self.at = start + len + 4;
        } else {
            self.at = self.bytes.len();
            self.tokens.truncated = true;
            let place = self.place(start, start + 2);
            let diagnostic = Diagnostic::new(Code::UnterminatedComment, place, "this comment is not closed")
                .label("everything from here to the end of the file is part of it")
                .help("close it with `*/`");
            self.report(diagnostic);
        }
        self.tokens.comments.push(Comment { span: span(start, self.at), before });
    }
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}

/// A long word cut short, so that a message stays a line.
pub(crate) fn clip(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}
