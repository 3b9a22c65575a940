//! A change of a text as people read it: the unified format.

use std::fmt::Write;

use syntax::{Edit, Place, Span};

use crate::apply;

/// So many lines stand around a change.
const CONTEXT: usize = 3;

/// Lines that change: from a line of the old text on, so many go and these come.
struct DiffHunk<'a> {
    start: usize,
    old: Vec<&'a str>,
    new: Vec<String>,
}

/// What edits do to a text, and the new text; none if they overlap.
pub fn diff(name: &str, text: &str, edits: &[Edit]) -> Option<(String, String)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let starts: Vec<usize> =
        lines.iter().scan(0, |at, line| Some(std::mem::replace(at, *at + line.len()))).collect();
    let line_of = |at: u32| starts.partition_point(|&start| start <= at as usize).saturating_sub(1);
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.place.span);
    let mut changes: Vec<DiffHunk> = Vec::new();
    let mut at = 0;
    while at < sorted.len() {
        // Edits of the same line are one change.
        let (first, mut last) = (line_of(sorted[at].place.span.start), line_of(sorted[at].place.span.end));
        let from = at;
        at += 1;
        while at < sorted.len() && line_of(sorted[at].place.span.start) <= last {
            last = last.max(line_of(sorted[at].place.span.end));
            at += 1;
        }
        let start = starts.get(first).copied().unwrap_or(0);
        let end = starts.get(last + 1).copied().unwrap_or(text.len());
        let own: Vec<Edit> = sorted[from..at].iter().map(|edit| moved(edit, start as u32)).collect();
        let new = apply(&text[start..end], &own.iter().collect::<Vec<_>>())?;
        let mut change = DiffHunk {
            start: first,
            old: text[start..end].split_inclusive('\n').collect(),
            new: new.split_inclusive('\n').map(String::from).collect(),
        };
        change.trim();
        changes.push(change);
    }
    let mut out = format!("--- {name}\n+++ {name}\n");
    let mut shift = 0isize;
    let mut rest = &changes[..];
    while !rest.is_empty() {
        let near = |pair: &[DiffHunk]| pair[0].start + pair[0].old.len() + 2 * CONTEXT >= pair[1].start;
        let count = 1 + rest.windows(2).take_while(|pair| near(pair)).count();
        shift = hunk(&mut out, &lines, &rest[..count], shift);
        rest = &rest[count..];
    }
    Some((out, apply(text, &edits.iter().collect::<Vec<_>>())?))
}

impl DiffHunk<'_> {
    /// Leaves out lines that stay as they are.
    fn trim(&mut self) {
        while self.old.first().is_some_and(|old| self.new.first().is_some_and(|new| new == old)) {
            self.old.remove(0);
            self.new.remove(0);
            self.start += 1;
        }
        while self.old.last().is_some_and(|old| self.new.last().is_some_and(|new| new == old)) {
            self.old.pop();
            self.new.pop();
        }
    }
}

/// An edit of a part of the text that begins here.
fn moved(edit: &Edit, by: u32) -> Edit {
    let Span { start, end } = edit.place.span;
    let place = Place { span: Span { start: start - by, end: end - by }, ..edit.place };
    Edit { place, replacement: edit.replacement.clone() }
}

/// Writes changes that stand near each other; gives by how many lines the new text is longer up to here.
fn hunk(out: &mut String, lines: &[&str], changes: &[DiffHunk], shift: isize) -> isize {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return shift };
    let from = first.start.saturating_sub(CONTEXT);
    let to = (last.start + last.old.len() + CONTEXT).min(lines.len());
    let grown: isize =
        changes.iter().map(|change| change.new.len() as isize - change.old.len() as isize).sum();
    let length = to - from;
    let _ = writeln!(
        out,
        "@@ -{},{length} +{},{} @@",
        from + 1,
        from as isize + 1 + shift,
        length as isize + grown
    );
    let mut put = |mark: char, line: &str| {
        out.push(mark);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    };
    let mut at = from;
    for change in changes {
        lines[at..change.start].iter().for_each(|line| put(' ', line));
        change.old.iter().for_each(|line| put('-', line));
        change.new.iter().for_each(|line| put('+', line));
        at = change.start + change.old.len();
    }
    lines[at..to].iter().for_each(|line| put(' ', line));
    shift + grown
}
