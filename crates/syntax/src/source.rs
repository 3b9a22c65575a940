//! Text and places in it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A file of a [`SourceMap`] set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes in one file. Files are limited to 4 GiB, so four bytes an end suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to just before `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The empty span at an offset.
    pub const fn at(offset: u32) -> Span {
        Span::new(offset, offset)
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// True if no byte lies inside.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The span as an index into text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A span together with the file it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The bytes of the file.
    pub span: Span,
}

/// A line and a column as people count them: both from one, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from one.
    pub line: u32,
    /// The character in the line, from one.
    pub column: u32,
}

/// One text with the name people know it by. It may be known by name alone until someone reads it.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    content: OnceLock<SourceContent>,
}

#[derive(Debug)]
struct SourceContent {
    text: String,
    lines: OnceLock<Vec<u32>>,
}

impl SourceFile {
    /// A text under a name, usually its path.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        let source = SourceFile::unread(name);
        source.fill(text);
        source
    }

    /// The name of a text that no one has read yet.
    pub fn unread(name: impl Into<String>) -> SourceFile {
        SourceFile { name: name.into(), content: OnceLock::new() }
    }

    /// Gives the text that was read. A text that is there already stays.
    pub fn fill(&self, text: impl Into<String>) {
        self.content.get_or_init(|| SourceContent { text: text.into(), lines: OnceLock::new() });
    }

    /// The name people know the text by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text; empty until it is read.
    pub fn text(&self) -> &str {
        self.content.get().map_or("", |content| &content.text)
    }

    /// Line and column of a byte offset; an offset past the end counts as the end.
    pub fn locate(&self, offset: u32) -> LineColumn {
        let offset = floor(self.text(), offset as usize);
        let starts = self.lines();
        let line = starts.partition_point(|&start| start as usize <= offset) - 1;
        let column = self.text()[starts[line] as usize..offset].chars().count() + 1;
        LineColumn { line: line as u32 + 1, column: column as u32 }
    }

    /// The byte offset of a character; what lies past the end of its line, or of the text, counts as that end.
    pub fn offset(&self, at: LineColumn) -> u32 {
        let starts = self.lines();
        if at.line == 0 || at.line as usize > starts.len() {
            return self.text().len() as u32;
        }
        let line = self.line(at.line);
        let mut characters = self.text()[line.range()].char_indices();
        let before = characters.nth(at.column.saturating_sub(1) as usize);
        before.map_or(line.end, |(offset, _)| line.start + offset as u32)
    }

    /// The bytes of a line, counted from one, without its line ending.
    pub fn line(&self, line: u32) -> Span {
        let starts = self.lines();
        let start = starts[line as usize - 1];
        let end = starts.get(line as usize).map_or(self.text().len() as u32, |&next| next - 1);
        let carriage = self.text().as_bytes()[..end as usize].ends_with(b"\r") && end > start;
        Span::new(start, end - u32::from(carriage))
    }

    /// Offsets at which lines begin. Built on first use: most files never show a diagnostic.
    fn lines(&self) -> &[u32] {
        let Some(content) = self.content.get() else { return &[0] };
        content.lines.get_or_init(|| {
            let newlines = memchr::memchr_iter(b'\n', content.text.as_bytes());
            std::iter::once(0).chain(newlines.map(|at| at as u32 + 1)).collect()
        })
    }
}

/// The nearest character boundary at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// All texts of one run, in the order in which they were added. Copies share the texts.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Adds a text and says under which id it can be found.
    pub fn add(&mut self, source: impl Into<Arc<SourceFile>>) -> FileId {
        self.files.push(source.into());
        FileId(self.files.len() as u32 - 1)
    }

    /// Puts a text in the place of another. Copies that were made before keep the one that was there.
    pub fn replace(&mut self, file: FileId, source: impl Into<Arc<SourceFile>>) {
        self.files[file.0 as usize] = source.into();
    }

    /// A text to be shared.
    pub fn share(&self, file: FileId) -> Arc<SourceFile> {
        self.files[file.0 as usize].clone()
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True before the first text is added.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// All texts with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, source)| (FileId(index as u32), &**source))
    }
}

impl std::ops::Index<FileId> for SourceMap {
    type Output = SourceFile;

    fn index(&self, file: FileId) -> &SourceFile {
        &self.files[file.0 as usize]
    }
}
