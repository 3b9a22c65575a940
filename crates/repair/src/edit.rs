//! Changes of the text that take a statement away or add one, and leave everything around it as it is.

use syntax::{Edit, Place, SourceMap, Span};

use crate::class_text::{ClassTextId, ClassTexts};
use crate::effect::EditEffect;
use crate::statement::{SourceStatement, SourceStatementKind};

/// The edit that takes a statement away; none if it cannot be taken away alone.
pub fn remove(texts: &ClassTexts, sources: &SourceMap, statement: &SourceStatement) -> Option<Edit> {
    let file = statement.place.file;
    let text = sources[file].text();
    match statement.kind {
        SourceStatementKind::Equation | SourceStatementKind::Connect => remove_at(sources, statement.place),
        SourceStatementKind::Value => {
            let span = texts.value(statement.place).map(|value| value.removal(text))?;
            Some(Edit { place: Place { file, span }, replacement: String::new() })
        }
    }
}

/// The edit that takes an equation away, by its place.
pub fn remove_at(sources: &SourceMap, place: Place) -> Option<Edit> {
    let text = sources[place.file].text();
    let span = line(text, terminated(text, place.span)?);
    Some(Edit { place: Place { span, ..place }, replacement: String::new() })
}

/// The edits that take a component away, with all its connections, and what they do; none if another equation speaks of
/// it.
pub fn remove_component(
    texts: &ClassTexts,
    sources: &SourceMap,
    class: ClassTextId,
    place: Place,
    name: &str,
) -> Option<(Vec<Edit>, Vec<EditEffect>)> {
    let file = place.file;
    let text = sources[file].text();
    let span = match texts.component(place)?.removal() {
        Ok(clause) => line(text, terminated(text, clause)?),
        Err(component) => without_comma(text, component),
    };
    let mut spans = vec![span];
    let mut effects = Vec::new();
    for equation in texts.equations(class) {
        if !names(&text[equation.span.range()], name) {
            continue;
        }
        if !equation.is_connect {
            return None;
        }
        spans.push(line(text, terminated(text, equation.span)?));
        effects.push(EditEffect::Disconnect(Place { file, span: equation.span }));
    }
    effects.push(EditEffect::Component(place));
    let edit = |span| Edit { place: Place { file, span }, replacement: String::new() };
    Some((spans.into_iter().map(edit).collect(), effects))
}

/// True if a text holds a name as a word of its own that no dot comes before.
fn names(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(|letter| letter != '.' && is_part(letter))
    })
}

/// An item of a list with one of the commas beside it.
pub(crate) fn without_comma(text: &str, span: Span) -> Span {
    let after = &text[span.end as usize..];
    if let Some(rest) = after.trim_start().strip_prefix(',') {
        let end = text.len() - rest.trim_start().len();
        return Span { start: span.start, end: end as u32 };
    }
    let before = text[..span.start as usize].trim_end();
    match before.strip_suffix(',') {
        Some(before) => Span { start: before.len() as u32, end: span.end },
        None => span,
    }
}

/// The edit that adds an equation at the end of a class's equations.
pub fn add(texts: &ClassTexts, sources: &SourceMap, class: ClassTextId, equation: &str) -> Option<Edit> {
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

/// The edit that declares another component after what a class declares; none if it declares nothing.
pub fn declare(
    texts: &ClassTexts,
    sources: &SourceMap,
    class: ClassTextId,
    declaration: &str,
) -> Option<Edit> {
    let found = texts.class(class);
    let text = sources[found.place.file].text();
    let last = found.last_element?;
    let at = terminated(text, last)?.end;
    let replacement = format!("\n{}{declaration};", indent(text, last.start));
    Some(Edit { place: Place { file: found.place.file, span: Span::at(at) }, replacement })
}

/// The edits that give a component another type and leave all else that is said of it.
pub fn retype(
    texts: &ClassTexts,
    sources: &SourceMap,
    class: ClassTextId,
    place: Place,
    kind: &str,
    other: &str,
) -> Option<Vec<Edit>> {
    let text = sources[place.file].text();
    let edit = |span: Span, replacement: &str| Edit {
        place: Place { file: place.file, span },
        replacement: replacement.to_string(),
    };
    match texts.component(place)?.removal() {
        Ok(clause) => {
            let start = clause.start + text[clause.range()].find(kind)? as u32;
            Some(vec![edit(Span { start, end: start + kind.len() as u32 }, other)])
        }
        Err(own) => {
            let declaration = format!("{other} {}", &text[own.range()]);
            Some(vec![edit(without_comma(text, own), ""), declare(texts, sources, class, &declaration)?])
        }
    }
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

/// A statement with its semicolon, which comments may stand before.
fn terminated(text: &str, span: Span) -> Option<Span> {
    let mut rest = text[span.end as usize..].trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n')?.1.trim_start()
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")?.1.trim_start()
        } else {
            let end = text.len() - rest.strip_prefix(';')?.len();
            return Some(Span { start: span.start, end: end as u32 });
        };
    }
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

/// Whether two lists of edits change the same text. What is only added changes none.
pub fn overlap(edits: &[Edit], others: &[Edit]) -> bool {
    let overlaps = |edit: &Edit, other: &Edit| {
        let (one, two) = (edit.place.span, other.place.span);
        edit.place.file == other.place.file
            && one.start < two.end
            && two.start < one.end
            && one.start != one.end
            && two.start != two.end
    };
    edits.iter().any(|edit| others.iter().any(|other| overlaps(edit, other)))
}
