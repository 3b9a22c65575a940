//! Changes of the text that take a statement away or add one, and leave everything around it as it is.

use syntax::{Edit, Place, Sources, Span};

use crate::statement::{Statement, StatementKind};
use crate::text::{ClassTextId, Texts};

/// The edit that takes a statement away; none if it cannot be taken away alone.
pub fn remove(texts: &Texts, sources: &Sources, statement: &Statement) -> Option<Edit> {
    let file = statement.place.file;
    let text = sources[file].text();
    let span = match statement.kind {
        StatementKind::Equation | StatementKind::Connect => {
            line(text, terminated(text, statement.place.span)?)
        }
        StatementKind::Value => texts.value(statement.place).map(|value| value.removal(text))?,
    };
    Some(Edit { place: Place { file, span }, replacement: String::new() })
}

/// The edit that adds an equation at the end of a class's equations.
pub fn add(texts: &Texts, sources: &Sources, class: ClassTextId, equation: &str) -> Option<Edit> {
    let found = texts.class(class);
    let text = sources[found.place.file].text();
    let (at, replacement) = match found.last_equation {
        Some(last) => {
            let end = terminated(text, last)?.end;
            (end, format!("\n{}{equation};", indent(text, last.start)))
        }
        None => {
            let end = text[found.place.span.range()].rfind("end")? as u32 + found.place.span.start;
            let start = line_start(text, end);
            let margin = &text[start as usize..end as usize];
            let margin = if margin.trim().is_empty() { margin } else { "" };
            let at = if margin.is_empty() && start != end { end } else { start };
            (at, format!("{margin}equation\n{margin}  {equation};\n"))
        }
    };
    Some(Edit { place: Place { file: found.place.file, span: Span::at(at) }, replacement })
}

/// A text with edits carried out; none if they overlap.
pub fn apply(text: &str, edits: &[&Edit]) -> Option<String> {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| edit.place.span);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let range = edit.place.span.range();
        result.push_str(text.get(done..range.start)?);
        result.push_str(&edit.replacement);
        done = range.end;
    }
    result.push_str(text.get(done..)?);
    Some(result)
}

/// A statement with its semicolon.
fn terminated(text: &str, span: Span) -> Option<Span> {
    let rest = &text[span.end as usize..];
    let semicolon = rest.find(';')?;
    Some(Span { start: span.start, end: span.end + semicolon as u32 + 1 })
}

/// The whole line, if nothing else stands on it.
fn line(text: &str, span: Span) -> Span {
    let start = line_start(text, span.start);
    let rest = &text[span.end as usize..];
    let end = rest.find('\n').map_or(text.len(), |at| span.end as usize + at + 1);
    let blank = |from: usize, to: usize| text[from..to].trim().is_empty();
    if blank(start as usize, span.start as usize) && blank(span.end as usize, end) {
        Span { start, end: end as u32 }
    } else {
        span
    }
}

fn line_start(text: &str, at: u32) -> u32 {
    text[..at as usize].rfind('\n').map_or(0, |at| at as u32 + 1)
}

fn indent(text: &str, at: u32) -> String {
    let start = line_start(text, at) as usize;
    text[start..at as usize].chars().take_while(|letter| letter.is_whitespace()).collect()
}
