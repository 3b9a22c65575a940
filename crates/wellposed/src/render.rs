//! Diagnostics as people read them.

use std::collections::BTreeMap;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use syntax::{Diagnostic, Edit, FileId, Label, Severity, SourceFile, SourceMap, Span};

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderStyle {
    /// Colours, for a terminal.
    pub color: bool,
}

/// Sources between labels up to this size are shown as one piece; beyond, each label gets its own. The
/// renderer looks at every byte of a piece, and a machine-written file may be one line of 100 MB.
const MAX_PIECE: u32 = 1 << 20;

/// How much of a very long line is shown on either side of a label.
const MARGIN: u32 = 60;

/// Shows one diagnostic, ending with a line break.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic, style: RenderStyle) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let code = diagnostic.code.to_string();
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()).id(code));
    for piece in pieces(sources, diagnostic) {
        group = piece.show(group);
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    let mut report = vec![group];
    if let Some(help) = &diagnostic.help {
        match suggestions(sources, &diagnostic.edits) {
            Some(snippets) => {
                let group = Group::with_title(Level::HELP.secondary_title(help.as_str()));
                report.push(group.elements(snippets));
            }
            None => {
                let group = report.remove(0).element(Level::HELP.message(help.as_str()));
                report.push(group);
            }
        }
    }
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&report) + "\n"
}

/// A stretch of a source with labels in it.
struct SnippetPart<'a> {
    source: &'a SourceFile,
    window: Span,
    /// The labels, the primary one being marked.
    labels: Vec<(bool, &'a Label)>,
}

/// The labels of a diagnostic, gathered into stretches of text, the primary one first.
fn pieces<'a>(sources: &'a SourceMap, diagnostic: &'a Diagnostic) -> Vec<SnippetPart<'a>> {
    let primary = std::iter::once((true, &diagnostic.primary));
    let related = diagnostic.related.iter().map(|label| (false, label));
    let mut pieces: Vec<SnippetPart> = Vec::new();
    let mut by_file: BTreeMap<FileId, usize> = BTreeMap::new();
    for (is_primary, label) in primary.chain(related) {
        let file = label.place.file;
        let source = &sources[file];
        let lines = lines(source, label.place.span);
        let joined = by_file.get(&file).map(|&index| pieces[index].window.to(lines));
        match joined.filter(|joined| joined.end - joined.start <= MAX_PIECE) {
            Some(joined) => {
                let piece = &mut pieces[by_file[&file]];
                piece.window = joined;
                piece.labels.push((is_primary, label));
            }
            None => {
                by_file.entry(file).or_insert(pieces.len());
                pieces.push(SnippetPart { source, window: lines, labels: vec![(is_primary, label)] });
            }
        }
    }
    pieces
}

/// The lines that a span lies on, or a part of them if they are very long.
fn lines(source: &SourceFile, span: Span) -> Span {
    let start = source.line(source.locate(span.start).line).start;
    let end = source.line(source.locate(span.end).line).end;
    if end - start <= MAX_PIECE {
        return Span::new(start, end);
    }
    let text = source.text();
    let mut from = span.start.saturating_sub(MARGIN).max(start) as usize;
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = (span.start + MARGIN).min(end) as usize;
    while !text.is_char_boundary(to) {
        to += 1;
    }
    Span::new(from as u32, to as u32)
}

impl<'a> SnippetPart<'a> {
    fn show(&self, group: Group<'a>) -> Group<'a> {
        let first = self.labels[0].1.place.span;
        if self.source.text().is_empty() {
            return group.element(Origin::path(self.source.name()));
        }
        let window = &self.source.text()[self.window.range()];
        let line = self.source.locate(self.window.start).line as usize;
        let mut snippet = Snippet::source(window).line_start(line);
        let cut = self.window.start != self.source.line(line as u32).start;
        let at = self.source.locate(first.start);
        if !cut {
            snippet = snippet.path(self.source.name());
        }
        for (is_primary, label) in &self.labels {
            let kind = if *is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let span = label.place.span;
            let inside =
                |at: u32| (at.clamp(self.window.start, self.window.end) - self.window.start) as usize;
            let annotation = kind.span(inside(span.start)..inside(span.end));
            let text = (!label.text.is_empty()).then_some(label.text.as_str());
            snippet = snippet.annotation(annotation.label(text));
        }
        let group = group.element(snippet);
        if !cut {
            return group;
        }
        // The renderer counts columns from where the piece begins, so it is told the place by itself.
        group.element(Origin::path(self.source.name()).line(at.line as usize).char_column(at.column as usize))
    }
}

/// The text as the edits would leave it, a piece for each stretch of lines that they change; nothing if there is nothing
/// to change, or if it does not fit on a screen.
fn suggestions<'a>(sources: &'a SourceMap, edits: &'a [Edit]) -> Option<Vec<Snippet<'a, Patch<'a>>>> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.place.file, edit.place.span.start));
    let mut groups: Vec<(FileId, Span, Vec<&Edit>)> = Vec::new();
    for edit in sorted {
        let file = edit.place.file;
        let window = lines(&sources[file], edit.place.span);
        if sources[file].locate(window.start).column != 1 || window.end - window.start > 2000 {
            return None;
        }
        match groups.last_mut().filter(|last| last.0 == file && window.start <= last.1.end) {
            Some(last) => {
                last.1 = last.1.to(window);
                last.2.push(edit);
            }
            None => groups.push((file, window, vec![edit])),
        }
    }
    let first = groups.first()?.0;
    let show = |(file, window, edits): (FileId, Span, Vec<&'a Edit>)| {
        let source = &sources[file];
        let patches = edits.into_iter().map(|edit| {
            let span = edit.place.span;
            let range = (span.start - window.start) as usize..(span.end - window.start) as usize;
            Patch::new(range, edit.replacement.as_str())
        });
        let snippet = Snippet::source(&source.text()[window.range()])
            .line_start(source.locate(window.start).line as usize)
            .patches(patches);
        if file == first { snippet } else { snippet.path(source.name()) }
    };
    Some(groups.into_iter().map(show).collect())
}
