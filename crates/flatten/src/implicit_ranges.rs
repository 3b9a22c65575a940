//! Loops without a range: `for i loop x[i] = …` runs over the elements of the arrays that `i` is a subscript of (Modelica
//! Language Specification 3.6, section 11.2.2.1).
//!
//! What the body subscripts is found in its text: a name, and among its subscripts the index alone.

use equations::Type;
use syntax::tree::{ForIndex, Ident, ReferencePart};
use syntax::{Diagnostic, DiagnosticCode, List, Span};

use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::LoweredValue;

/// An array that an index is a subscript of.
pub(crate) struct SubscriptUse {
    /// The parts of its name.
    pub(crate) parts: Vec<ReferencePart>,
    /// Which of the subscripts the index is.
    pub(crate) dimension: usize,
    span: Span,
}

impl<'a> Flattener<'a> {
    /// The arrays that an index is a subscript of, in the order of writing; says so if there are none.
    pub(crate) fn uses(
        &mut self,
        context: &LoweringContext<'a>,
        index: &ForIndex,
        body: Span,
    ) -> Option<Vec<SubscriptUse>> {
        let file = context.file;
        let name = file.read(index.name.span);
        let found = scan(file.text, body, name);
        if found.is_empty() {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::NeedsValue,
                    context.place(index.name.span),
                    format!("the range of `{name}` cannot be inferred"),
                )
                .label("has no range, and is no subscript of an array by itself")
                .help(format!("write the range: `{name} in 1:n`")),
            );
            return None;
        }
        Some(found)
    }

    /// The values of an index, which all arrays it is a subscript of must agree on.
    pub(crate) fn inferred(
        &mut self,
        context: &LoweringContext<'a>,
        index: &ForIndex,
        body: Span,
    ) -> Option<Vec<LoweredValue>> {
        let mut first: Option<(Type, u32, Span)> = None;
        for found in self.uses(context, index, body)? {
            let (kind, size) = self.used_size(context, &found)?;
            match first {
                None => first = Some((kind, size, found.span)),
                Some((known, count, _)) if (known, count) == (kind, size) => {}
                Some((_, count, span)) => {
                    let name = context.file.read(index.name.span);
                    let message = format!("`{name}` runs over arrays of different sizes");
                    self.report(
                        Diagnostic::new(DiagnosticCode::ShapeMismatch, context.place(found.span), message)
                            .label(format!("has {size} elements"))
                            .related(context.place(span), format!("has {count} elements"))
                            .help(format!("write the range: `{name} in 1:n`")),
                    );
                    return None;
                }
            }
        }
        let (kind, size, _) = first?;
        let values = self.values_of(kind);
        Some(values.unwrap_or_else(|| (1..=size).map(|at| self.whole_number(i64::from(at))).collect()))
    }
}

/// The arrays in a stretch of text that have a name as one of their subscripts.
fn scan(text: &str, within: Span, name: &str) -> Vec<SubscriptUse> {
    let bytes = text.as_bytes();
    let end = (within.end as usize).min(bytes.len());
    let mut at = within.start as usize;
    let mut path: Vec<ReferencePart> = Vec::new();
    let mut around: Vec<Vec<ReferencePart>> = Vec::new();
    let mut joined = false;
    let mut found = Vec::new();
    while at < end {
        let start = at;
        match bytes[at] {
            b'"' => at = after_string(bytes, at, end),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = bytes[at..end].iter().position(|&byte| byte == b'\n').map_or(end, |more| at + more);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at..end].find("*/").map_or(end, |more| at + more + 2);
            }
            b'\'' => {
                at = bytes[at + 1..end]
                    .iter()
                    .position(|&byte| byte == b'\'')
                    .map_or(end, |more| at + more + 2);
                push(&mut path, &mut joined, start, at);
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                while at < end && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                    at += 1;
                }
                push(&mut path, &mut joined, start, at);
            }
            b'.' if !path.is_empty() => {
                joined = true;
                at += 1;
            }
            b'[' => {
                let dimension = subscripts(text, at + 1, end).iter().position(|&one| one == name);
                if let (Some(dimension), Some(first)) = (dimension, path.first()) {
                    let span = Span { start: first.name.span.start, end: at as u32 };
                    found.push(SubscriptUse { parts: path.clone(), dimension, span });
                }
                // The name goes on behind the bracket.
                around.push(std::mem::take(&mut path));
                joined = false;
                at += 1;
            }
            b']' => {
                path = around.pop().unwrap_or_default();
                joined = false;
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                path.clear();
                joined = false;
                at += 1;
            }
        }
    }
    found
}

/// Adds a name to a path, or begins another.
fn push(path: &mut Vec<ReferencePart>, joined: &mut bool, start: usize, end: usize) {
    if !std::mem::take(joined) {
        path.clear();
    }
    let name = Ident { span: Span { start: start as u32, end: end as u32 } };
    path.push(ReferencePart { name, subscripts: List::empty() });
}

fn after_string(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut at = start + 1;
    while at < end && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The texts between the commas of a list of subscripts that begins here.
fn subscripts(text: &str, start: usize, end: usize) -> Vec<&str> {
    let mut depth = 0;
    let mut all = Vec::new();
    let mut from = start;
    for (at, letter) in text[start..end].char_indices().map(|(at, letter)| (start + at, letter)) {
        match letter {
            '[' | '(' | '{' => depth += 1,
            ']' if depth == 0 => {
                all.push(text[from..at].trim());
                return all;
            }
            ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    all
}
