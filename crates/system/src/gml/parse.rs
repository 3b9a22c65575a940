//! GML, the Graph Modelling Language (Himsolt 1996): keys with numbers, texts and lists.
//!
//! Only what a graph of equations and unknowns needs is kept; other keys and lists, such as the `graphics` of editors,
//! are passed over.

use std::borrow::Cow;

use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Span};

/// A graph as it was written.
#[derive(Debug, Default)]
pub(super) struct GmlGraph<'a> {
    pub(super) directed: bool,
    pub(super) nodes: Vec<GmlNode<'a>>,
    pub(super) edges: Vec<GmlEdge<'a>>,
}

/// `node [ … ]`
#[derive(Debug)]
pub(super) struct GmlNode<'a> {
    pub(super) span: Span,
    pub(super) id: Option<&'a str>,
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) label: Option<Cow<'a, str>>,
    pub(super) description: Option<Cow<'a, str>>,
    /// The value of `kind`, `bipartite` or `type`, the first of these that is there.
    pub(super) kind: Option<Cow<'a, str>>,
    /// What is known of the statement that made an equation: `class`, `associated`, `flexibility` and `connected`.
    pub(super) class: Option<Cow<'a, str>>,
    pub(super) known: [Option<&'a str>; 3],
}

/// `edge [ … ]`
#[derive(Debug)]
pub(super) struct GmlEdge<'a> {
    pub(super) span: Span,
    pub(super) source: Option<&'a str>,
    pub(super) target: Option<&'a str>,
    /// The value of `order`, or else of `weight`.
    pub(super) order: Option<&'a str>,
}

enum GmlToken<'a> {
    Key(&'a str),
    Number(&'a str),
    Text(&'a str),
    Open,
    Close,
    End,
}

/// Finds the graph in a text.
pub(super) fn parse(file: FileId, text: &str) -> Result<GmlGraph<'_>, Diagnostic> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = GmlParser { file, text, at, start: at };
    let mut graph = None;
    loop {
        match parser.next()? {
            GmlToken::End => break,
            GmlToken::Key(key) if key.eq_ignore_ascii_case("graph") && graph.is_none() => {
                parser.open(key)?;
                graph = Some(parser.graph()?);
            }
            GmlToken::Key(_) => parser.skip()?,
            _ => return Err(parser.unexpected("a key, such as `graph`")),
        }
    }
    graph.ok_or_else(|| {
        let place = Place { file, span: Span::at(0) };
        Diagnostic::new(DiagnosticCode::GraphSyntax, place, "there is no graph in this file")
            .label("expected `graph [`")
            .help("a system of equations is also read from a file that ends in `.eqs`")
    })
}

struct GmlParser<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    /// Where the last token begins.
    start: usize,
}

impl<'a> GmlParser<'a> {
    fn graph(&mut self) -> Result<GmlGraph<'a>, Diagnostic> {
        let mut graph = GmlGraph::default();
        let open = self.start;
        while let Some(key) = self.key(open)? {
            match key {
                "directed" => graph.directed = self.number()?.is_some_and(|number| number != "0"),
                "node" => {
                    self.open(key)?;
                    graph.nodes.push(self.node()?);
                }
                "edge" => {
                    self.open(key)?;
                    graph.edges.push(self.edge()?);
                }
                _ => self.skip()?,
            }
        }
        Ok(graph)
    }

    fn node(&mut self) -> Result<GmlNode<'a>, Diagnostic> {
        let open = self.start;
        let (mut id, mut name, mut label, mut description) = (None, None, None, None);
        let (mut kind, mut bipartite, mut sort) = (None, None, None);
        let (mut class, mut known) = (None, [None; 3]);
        while let Some(key) = self.key(open)? {
            match key {
                "id" => id = self.number()?,
                "name" => name = self.value()?,
                "label" => label = self.value()?,
                "description" => description = self.value()?,
                "kind" => kind = self.value()?,
                "bipartite" => bipartite = self.value()?,
                "type" => sort = self.value()?,
                "class" => class = self.value()?,
                "associated" => known[0] = self.number()?,
                "flexibility" => known[1] = self.number()?,
                "connected" => known[2] = self.number()?,
                _ => self.skip()?,
            }
        }
        let span = Span::new(open as u32, self.at as u32);
        Ok(GmlNode { span, id, name, label, description, kind: kind.or(bipartite).or(sort), class, known })
    }

    fn edge(&mut self) -> Result<GmlEdge<'a>, Diagnostic> {
        let open = self.start;
        let mut edge = GmlEdge { span: Span::at(open as u32), source: None, target: None, order: None };
        let mut weight = None;
        while let Some(key) = self.key(open)? {
            match key {
                "source" => edge.source = self.number()?,
                "target" => edge.target = self.number()?,
                "order" => edge.order = self.number()?,
                "weight" => weight = self.number()?,
                _ => self.skip()?,
            }
        }
        edge.order = edge.order.or(weight);
        edge.span.end = self.at as u32;
        Ok(edge)
    }

    /// The next key of the list that was opened at `open`, or none at its end.
    fn key(&mut self, open: usize) -> Result<Option<&'a str>, Diagnostic> {
        match self.next()? {
            GmlToken::Key(key) => Ok(Some(key)),
            GmlToken::Close => Ok(None),
            GmlToken::End => Err(self.unclosed(open)),
            _ => Err(self.unexpected("a key or `]`")),
        }
    }

    fn open(&mut self, key: &str) -> Result<(), Diagnostic> {
        match self.next()? {
            GmlToken::Open => Ok(()),
            _ => Err(self.unexpected(&format!("`[` after `{key}`"))),
        }
    }

    /// A number; anything else is passed over and counts as none.
    fn number(&mut self) -> Result<Option<&'a str>, Diagnostic> {
        Ok(match self.next()? {
            GmlToken::Number(number) => Some(number),
            // Some programs write numbers as texts.
            GmlToken::Text(text) => Some(text),
            GmlToken::Open => {
                self.rest(self.start)?;
                None
            }
            _ => return Err(self.unexpected("a value")),
        })
    }

    /// A number or a text; a list is passed over and counts as none.
    fn value(&mut self) -> Result<Option<Cow<'a, str>>, Diagnostic> {
        Ok(match self.next()? {
            GmlToken::Number(number) => Some(Cow::Borrowed(number)),
            GmlToken::Text(text) => Some(decode(text)),
            GmlToken::Open => {
                self.rest(self.start)?;
                None
            }
            _ => return Err(self.unexpected("a value")),
        })
    }

    fn skip(&mut self) -> Result<(), Diagnostic> {
        self.number().map(|_| ())
    }

    /// Passes over the rest of a list, however deep the lists in it are.
    fn rest(&mut self, open: usize) -> Result<(), Diagnostic> {
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                GmlToken::Open => depth += 1,
                GmlToken::Close => depth -= 1,
                GmlToken::End => return Err(self.unclosed(open)),
                _ => {}
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Result<GmlToken<'a>, Diagnostic> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'#') => {
                    let rest = &bytes[self.at..];
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        let start = self.at;
        self.start = start;
        let Some(&first) = bytes.get(start) else { return Ok(GmlToken::End) };
        self.at += 1;
        let mut take = |accept: fn(u8) -> bool| {
            while bytes.get(self.at).is_some_and(|&byte| accept(byte)) {
                self.at += 1;
            }
            &self.text[start..self.at]
        };
        Ok(match first {
            b'[' => GmlToken::Open,
            b']' => GmlToken::Close,
            b'0'..=b'9' | b'+' | b'-' | b'.' => {
                GmlToken::Number(take(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)))
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                GmlToken::Key(take(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
            }
            b'"' => match memchr::memchr(b'"', &bytes[self.at..]) {
                Some(len) => {
                    self.at += len + 1;
                    GmlToken::Text(&self.text[start + 1..self.at - 1])
                }
                None => {
                    let span = Span::new(start as u32, start as u32 + 1);
                    let place = Place { file: self.file, span };
                    return Err(Diagnostic::new(DiagnosticCode::GraphSyntax, place, "a text is not closed")
                        .label("opened here")
                        .help("write `\"` at its end; inside a text it is written `&quot;`"));
                }
            },
            _ => {
                // A character of several bytes is named as a whole.
                self.at = start + self.text[start..].chars().next().map_or(1, char::len_utf8);
                return Err(self.unexpected("a key, a value or a bracket"));
            }
        })
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = &self.text[self.start..self.at];
        let mut shown: String = found.chars().take(20).flat_map(char::escape_debug).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        let message = if found.is_empty() {
            "the text ends too early".to_string()
        } else {
            format!("unexpected `{shown}`")
        };
        let place = Place { file: self.file, span: Span::new(self.start as u32, self.at as u32) };
        Diagnostic::new(DiagnosticCode::GraphSyntax, place, message).label(format!("expected {expected}"))
    }

    fn unclosed(&self, open: usize) -> Diagnostic {
        let place = Place { file: self.file, span: Span::new(open as u32, open as u32 + 1) };
        Diagnostic::new(DiagnosticCode::GraphSyntax, place, "`[` is not closed")
            .label("opened here")
            .help("write `]` where the list ends; was the file cut off?")
    }
}

/// Replaces `&amp;`, `&#228;` and the like; what is none of these stays as it is.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        // No entity has more letters than these.
        let entity = rest.bytes().take(10).position(|byte| byte == b';').map(|end| &rest[1..end]);
        match entity.and_then(character) {
            Some(found) => {
                plain.push(found);
                rest = &rest[entity.map_or(0, str::len) + 2..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn character(entity: &str) -> Option<char> {
    Some(match entity {
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "lt" => '<',
        "gt" => '>',
        _ => {
            let number = entity.strip_prefix('#')?;
            let value = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(value)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_become_characters() {
        for (text, plain) in [
            ("a &amp; b", "a & b"),
            ("&#966;&#x3c6;", "φφ"),
            ("R&D; &;", "R&D; &;"),
            ("&#x110000;", "&#x110000;"),
            ("&quot", "&quot"),
            ("&&lt;", "&<"),
        ] {
            assert_eq!(decode(text), plain);
        }
    }

    #[test]
    fn lists_of_no_interest_are_passed_over() {
        let deep = "[ a ".repeat(100_000) + &"]".repeat(100_000);
        let text = format!("Creator \"me\" graph [ directed 1 a {deep} node [ id 7 graphics [ x 1.5e3 ] ] ]");
        // A key must have a value, so the innermost list is wrong for a reader of everything, but not for us.
        let graph = parse(FileId(0), &text).unwrap();
        assert!(graph.directed);
        assert_eq!(graph.nodes[0].id, Some("7"));
    }
}
