//! Text to tokens (Modelica Language Specification 3.6, appendix A.1).
//!
//! The lexer never stops: what it does not understand becomes a diagnostic and the token that was most
//! likely meant, so that the parser does not complain a second time.

mod foreign;
mod string;

use std::collections::HashSet;

use memchr::{memchr, memmem};

use string::UnclosedString;

use crate::{Diagnostic, DiagnosticCode, FileId, Place, Span, TokenKind};

/// Errors in one file after which the rest of it is not read.
pub(crate) const MAX_ERRORS: usize = 200;

/// The tokens of a text, in columns: the parser mostly looks at kinds alone.
#[derive(Debug)]
pub struct Tokens {
    /// What each token is; the last one is `TokenKind::Eof`.
    pub kinds: Vec<TokenKind>,
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
        unknown: None,
        fenced: false,
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
    /// The last character that means nothing, and where it stands.
    unknown: Option<(char, usize)>,
    /// True between two marks of a code block in Markdown.
    fenced: bool,
    /// The first string that may not be closed.
    suspect: Option<UnclosedString>,
    tokens: Tokens,
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
            // No one will read more, unless one forgotten quote is to blame for all of it.
            if self.tokens.diagnostics.len() > MAX_ERRORS && !self.relex_unclosed() {
                break;
            }
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
                let kind = TokenKind::word(&self.bytes[start..self.at]);
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
        self.push(TokenKind::Eof, self.at);
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip(&mut self, class: u8) {
        while self.bytes.get(self.at).is_some_and(|&byte| is(byte, class)) {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
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

    fn number(&mut self) -> TokenKind {
        let mut kind = TokenKind::Integer;
        self.skip(DIGIT);
        if self.peek(0) == b'.' {
            kind = TokenKind::Real;
            self.at += 1;
            self.skip(DIGIT);
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if matches!(self.peek(0), b'e' | b'E') && is(self.peek(1 + sign), DIGIT) {
            kind = TokenKind::Real;
            self.at += 1 + sign;
            self.skip(DIGIT);
        }
        kind
    }

    fn symbol(&mut self, byte: u8) {
        let start = self.at;
        let (kind, len) = match (byte, self.peek(1)) {
            (b';', _) => (TokenKind::Semicolon, 1),
            (b',', _) => (TokenKind::Comma, 1),
            (b'(', _) => (TokenKind::LeftParen, 1),
            (b')', _) => (TokenKind::RightParen, 1),
            (b'[', _) => (TokenKind::LeftBracket, 1),
            (b']', _) => (TokenKind::RightBracket, 1),
            (b'{', _) => (TokenKind::LeftBrace, 1),
            (b'}', _) => (TokenKind::RightBrace, 1),
            (b':', b'=') => (TokenKind::Assign, 2),
            (b':', _) => (TokenKind::Colon, 1),
            (b'=', b'=') if self.merge_mark(b"=======") => return,
            (b'=', b'=') => (TokenKind::EqualEqual, 2),
            (b'=', b'<') if self.bytes[start + 1..].starts_with(b"<html>") => (TokenKind::Equal, 1),
            (b'=', b'<') => return self.foreign_operator(TokenKind::LessEqual, 2),
            (b'=', b'>') => return self.foreign_operator(TokenKind::GreaterEqual, 2),
            (b'=', _) => (TokenKind::Equal, 1),
            (b'+', _) => (TokenKind::Plus, 1),
            (b'-', _) => (TokenKind::Minus, 1),
            (b'*', b'*') => return self.foreign_operator(TokenKind::Power, 2),
            (b'*', b'/') => return self.stray_comment_end(),
            (b'*', _) => (TokenKind::Star, 1),
            (b'/', _) => (TokenKind::Slash, 1),
            (b'^', _) => (TokenKind::Power, 1),
            (b'.', b'+') => (TokenKind::DotPlus, 2),
            (b'.', b'-') => (TokenKind::DotMinus, 2),
            (b'.', b'*') => (TokenKind::DotStar, 2),
            (b'.', b'/') if !matches!(self.peek(2), b'/' | b'*') => (TokenKind::DotSlash, 2),
            (b'.', b'^') => (TokenKind::DotPower, 2),
            (b'.', _) => (TokenKind::Dot, 1),
            (b'<', b'<') if self.merge_mark(b"<<<<<<<") => return,
            (b'<', b'h') if self.bytes[start..].starts_with(b"<html>") => return self.unopened_html(),
            (b'<', b'=') => (TokenKind::LessEqual, 2),
            (b'<', b'>') => (TokenKind::NotEqual, 2),
            (b'<', _) => (TokenKind::Less, 1),
            (b'>', b'>') if self.merge_mark(b">>>>>>>") => return,
            (b'>', b'=') => (TokenKind::GreaterEqual, 2),
            (b'>', _) => (TokenKind::Greater, 1),
            (b'!' | b'~', b'=') => return self.foreign_operator(TokenKind::NotEqual, 2),
            (b'!', _) => return self.foreign_operator(TokenKind::Not, 1),
            (b'&', b'&') => return self.foreign_operator(TokenKind::And, 2),
            (b'|', b'|') => return self.foreign_operator(TokenKind::Or, 2),
            (b'%' | b'#', _) => return self.foreign_comment(),
            _ => return self.foreign(start),
        };
        self.at += len;
        self.push(kind, start);
    }

    /// `*/` without a beginning. If the comment before it holds a second `/*`, all up to here was meant to be
    /// part of it.
    fn stray_comment_end(&mut self) {
        let start = self.at;
        self.at += 2;
        let place = self.place(start, self.at);
        let mut diagnostic =
            Diagnostic::new(DiagnosticCode::UnterminatedComment, place, "this `*/` closes nothing")
                .help("remove it, or look for the `/*` that it belongs to");
        let last = self.tokens.comments.last().copied();
        if let Some(comment) =
            last.filter(|last| memmem::find(&self.bytes[last.span.range()][2..], b"/*").is_some())
        {
            let first = self.place(comment.span.end as usize - 2, comment.span.end as usize);
            diagnostic = diagnostic
                .related(first, "the comment ends here")
                .note("comments do not nest")
                .help("remove the `/*` and the `*/` inside the comment");
            self.suspect = None;
            self.tokens.kinds.truncate(comment.before as usize);
            self.tokens.spans.truncate(comment.before as usize);
            self.tokens.diagnostics.retain(|found| found.primary.place.span.start < comment.span.end);
        }
        self.report(diagnostic);
    }

    fn quoted(&mut self) {
        if self.prime('\'') {
            return;
        }
        let start = self.at;
        let on_line = |end: &usize| memchr(b'\n', &self.bytes[start..*end]).is_none();
        match self.escaped(b'\'').filter(on_line) {
            Some(end) => {
                self.at = end;
                self.escapes(start);
                let inside = &self.text[start + 1..end - 1];
                if let Some(found) = inside.chars().find(|c| !(' '..='~').contains(c)) {
                    let message =
                        format!("a quoted name contains the character `{}`", found.escape_default());
                    let diagnostic =
                        Diagnostic::new(DiagnosticCode::InvalidCharacter, self.place(start, end), message)
                            .label("quoted names consist of printable ASCII characters");
                    self.report(diagnostic);
                }
            }
            None => {
                self.skip_word();
                let place = self.place(start, start + 1);
                let diagnostic = Diagnostic::new(
                    DiagnosticCode::UnterminatedString,
                    place,
                    "this quoted name is not closed",
                )
                .label("opens here")
                .help("close it with `'` on the same line")
                .edit(self.place(self.at, self.at), "'");
                self.report(diagnostic);
            }
        }
        self.push(TokenKind::Ident, start);
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
            let diagnostic =
                Diagnostic::new(DiagnosticCode::UnterminatedComment, place, "this comment is not closed")
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
