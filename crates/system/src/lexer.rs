//! The words of a line: names, orders, colons, descriptions.

use std::borrow::Cow;

use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Span};

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SystemToken<'a> {
    /// `x`, `a.b[1, 2]`, or anything at all in single quotes
    Name(Cow<'a, str>),
    /// `^2`, directly behind a name; what follows the `^` is not looked at yet
    Order(&'a str),
    /// `:`
    Colon,
    /// A text in double quotes.
    Description(Cow<'a, str>),
}

/// Goes through a text, word by word and line by line.
pub(super) struct SystemScanner<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    /// Where the last word ended, if it was a name.
    name_end: Option<usize>,
}

impl<'a> SystemScanner<'a> {
    pub(super) fn new(file: FileId, text: &'a str) -> SystemScanner<'a> {
        // A byte order mark is no part of the first name.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        SystemScanner { file, text, at, name_end: None }
    }

    pub(super) fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    /// Goes to the next line; false at the end of the text.
    pub(super) fn next_line(&mut self) -> bool {
        self.name_end = None;
        match memchr::memchr(b'\n', &self.text.as_bytes()[self.at..]) {
            Some(offset) => self.at += offset + 1,
            None => self.at = self.text.len(),
        }
        self.at < self.text.len()
    }

    /// The next word of the line, or none if only blanks and a comment are left.
    pub(super) fn word(&mut self) -> Result<Option<(SystemToken<'a>, Span)>, Diagnostic> {
        self.skip_blanks();
        let start = self.at;
        let Some(&first) = self.text.as_bytes().get(start) else { return Ok(None) };
        let name_end = self.name_end.take();
        let word = match first {
            b'\n' | b'#' => return Ok(None),
            b'/' if self.text[start..].starts_with("//") => return Ok(None),
            b':' => {
                self.at += 1;
                SystemToken::Colon
            }
            b'"' => SystemToken::Description(self.quoted('"')?),
            // `x'`, as people write derivatives; a quoted name never follows another without a blank.
            b'\'' if name_end == Some(start) => return Err(self.primes()),
            b'\'' => SystemToken::Name(self.quoted('\'')?),
            b'^' if name_end == Some(start) => {
                self.at += 1;
                let rest = &self.text[self.at..];
                let len =
                    rest.find(|c: char| !c.is_alphanumeric() && !"_.+-".contains(c)).unwrap_or(rest.len());
                self.at += len;
                SystemToken::Order(&rest[..len])
            }
            _ => SystemToken::Name(Cow::Borrowed(self.bare()?)),
        };
        if matches!(word, SystemToken::Name(_)) {
            self.name_end = Some(self.at);
        }
        Ok(Some((word, Span::new(start as u32, self.at as u32))))
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b',' | 0x0b | 0x0c => self.at += 1,
                0x80.. => match self.char() {
                    Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// A name without quotes. Between square brackets blanks and commas belong to it.
    fn bare(&mut self) -> Result<&'a str, Diagnostic> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut open = None;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                _ if PLAIN[byte as usize] => self.at += 1,
                b'[' if open.is_none() && self.at > start => {
                    open = Some(self.at);
                    self.at += 1;
                }
                b']' if open.is_some() => {
                    open = None;
                    self.at += 1;
                }
                b' ' | b',' | b'+' | b'-' | b'*' | b'(' | b')' if open.is_some() => self.at += 1,
                0x80.. => match self.char() {
                    Some(c) if c.is_alphanumeric() => self.at += c.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        if let Some(open) = open {
            let place = self.place(Span::new(open as u32, open as u32 + 1));
            return Err(Diagnostic::new(DiagnosticCode::SystemSyntax, place, "`[` is not closed")
                .label("opened here, and not closed in this line"));
        }
        if self.at == start {
            return Err(self.stray());
        }
        let name = &self.text[start..self.at];
        if bytes.get(self.at) == Some(&b'(') && matches!(name, "der" | "d") {
            return Err(self.call(start));
        }
        Ok(name)
    }

    /// A text between quotes, with the escapes of Modelica that stand for one character.
    fn quoted(&mut self, quote: char) -> Result<Cow<'a, str>, Diagnostic> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        let mut escaped = false;
        loop {
            match bytes.get(self.at) {
                None | Some(b'\n') => {
                    let place = self.place(Span::new(start as u32, start as u32 + 1));
                    let message = format!("`{quote}` is not closed");
                    return Err(Diagnostic::new(DiagnosticCode::SystemSyntax, place, message)
                        .label("opened here, and not closed in this line"));
                }
                Some(b'\\') => {
                    escaped = true;
                    // The character behind it, whatever its length, but not the end of the line.
                    let next = self.text[self.at + 1..].chars().next().filter(|&c| c != '\n');
                    self.at += 1 + next.map_or(0, char::len_utf8);
                }
                Some(&byte) if byte == quote as u8 => break,
                Some(_) => self.at += 1,
            }
        }
        let inside = &self.text[start + 1..self.at];
        self.at += 1;
        if inside.is_empty() && quote == '\'' {
            let place = self.place(Span::new(start as u32, self.at as u32));
            return Err(Diagnostic::new(DiagnosticCode::SystemSyntax, place, "a name without letters")
                .label("there is nothing between the quotes"));
        }
        Ok(if escaped { Cow::Owned(unescape(inside)) } else { Cow::Borrowed(inside) })
    }

    /// What to say of a character that begins no word.
    fn stray(&self) -> Diagnostic {
        let found = self.char().unwrap_or(' ');
        let place = self.place(Span::new(self.at as u32, (self.at + found.len_utf8()) as u32));
        let shown = if found.is_control() { format!("U+{:04X}", found as u32) } else { format!("`{found}`") };
        let diagnostic = |message: String| Diagnostic::new(DiagnosticCode::SystemSyntax, place, message);
        match found {
            '^' => diagnostic("an order without an unknown".to_string())
                .label("expected directly behind an unknown, as in `x^2`"),
            '=' | '+' | '-' | '*' | '/' | '(' | ')' | '<' | '>' | ';' => {
                diagnostic(format!("{shown} is no part of a list of unknowns"))
                    .label("expected names alone")
                    .help("list the unknowns of the equation, without operators: `e1: x y^1`")
            }
            _ => diagnostic(format!("{shown} does not begin a name"))
                .label("not expected here")
                .help("put a name with such characters in quotes: `'a-b'`"),
        }
    }

    /// `x''` in the place of `x^2`.
    fn primes(&self) -> Diagnostic {
        let count = self.text[self.at..].bytes().take_while(|&byte| byte == b'\'').count();
        let span = Span::new(self.at as u32, (self.at + count) as u32);
        Diagnostic::new(
            DiagnosticCode::DerivativeOrder,
            self.place(span),
            "a derivative is not written with `'` here",
        )
        .label("a quote begins a name")
        .help(format!("write `^{count}`"))
        .edit(self.place(span), format!("^{count}"))
    }

    /// `der(x)` in the place of `x^1`.
    fn call(&self, start: usize) -> Diagnostic {
        let line = &self.text[self.at + 1..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let end = line.find(')').map_or(self.at + 1, |offset| self.at + 2 + offset);
        let place = self.place(Span::new(start as u32, end as u32));
        let found = Diagnostic::new(
            DiagnosticCode::DerivativeOrder,
            place,
            "a derivative is not written as a call here",
        )
        .label("the order stands behind the unknown");
        match line.split_once(')') {
            Some((inside, _)) if !inside.is_empty() && inside.bytes().all(|byte| PLAIN[byte as usize]) => {
                found.help(format!("write `{inside}^1`")).edit(place, format!("{inside}^1"))
            }
            _ => found.help("write `x^1` for the first derivative of `x`, `x^2` for the second"),
        }
    }
}

/// The bytes that a name without quotes consists of.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        plain[byte] = c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$' | b'@' | b'%' | b'~');
        byte += 1;
    }
    plain
};

/// True if a name can be written without quotes.
pub(super) fn is_bare(name: &str) -> bool {
    let mut open = false;
    let mut begun = false;
    for c in name.chars() {
        match c {
            '[' if begun && !open => open = true,
            ']' if open => open = false,
            ',' if open => {}
            _ if c.is_ascii() && PLAIN[c as usize] => {}
            _ if !c.is_ascii() && c.is_alphanumeric() => {}
            _ => return false,
        }
        begun = true;
    }
    begun && !open
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('\\', Some('n')) => plain.push('\n'),
            ('\\', Some('t')) => plain.push('\t'),
            ('\\', Some('r')) => plain.push('\r'),
            ('\\', Some(other)) => plain.push(other),
            _ => {
                plain.push(c);
                continue;
            }
        }
        rest.next();
    }
    plain
}

/// A text between quotes, such that it is read as what it was.
pub(super) fn quote(text: &str, quote: char) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push(quote);
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            _ => {
                if c == quote || c == '\\' {
                    quoted.push('\\');
                }
                quoted.push(c);
            }
        }
    }
    quoted.push(quote);
    quoted
}
