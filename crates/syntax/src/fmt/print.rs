//! The printer: chooses where groups break so that lines stay within the width.
//!
//! As in D. C. Oppen, Prettyprinting, ACM TOPLAS 2(4), 1980, a group is written on one line if it and what
//! follows it up to the next possible break fit, and a break is consistent or decides for itself. The
//! operations are all there before the first is printed, so sums of widths take the place of his queue.
//! Time is linear in the operations.

use memchr::{memchr, memrchr};

use crate::Tokens;

/// The width that lines are kept within where that is possible.
const WIDTH: u64 = 100;

/// The width of something that cannot stand on one line.
const ENDLESS: u64 = 1 << 32;

/// An operation of the printer.
#[derive(Clone, Copy, Debug)]
pub(super) enum PrintOp {
    /// The token with this index.
    Token(u32),
    /// The comment with this index.
    Comment(u32),
    /// A blank.
    Blank,
    /// A blank or a new line.
    Soft,
    /// Nothing or a new line.
    Zero,
    /// A blank, or a new line also if its group has more than one already.
    Tail,
    /// A blank, or a new line if the text up to the next possible break does not fit.
    Late,
    /// Nothing, or a new line if the text up to the next possible break does not fit.
    Cling,
    /// A new line.
    Line,
    /// An empty line and a new line.
    Empty,
    /// Begins a group.
    Open(BreakStyle),
    /// Ends a group.
    Close,
    /// New lines begin this much further right than the line at hand.
    Hang(u8),
    /// New lines begin where the line at hand does if nothing stands on it, otherwise one level further
    /// right.
    Under,
    /// New lines begin one level further right than they did.
    Block,
    /// New lines begin again where they did before.
    Dedent,
}

/// How a group that does not fit on one line breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BreakStyle {
    /// Everywhere.
    All,
    /// Only before what does not fit.
    Fill,
}

/// Prints the operations.
pub(super) fn print(ops: &[PrintOp], tokens: &Tokens, text: &str, newline: &str) -> String {
    let source = TokenPieces { tokens, text };
    let mut printer = Printer {
        widths: PrintWidths::new(ops, &source),
        newline,
        output: String::with_capacity(text.len() + text.len() / 8),
        column: 0,
        line: 0,
        indent: 0,
        starts: true,
        indents: vec![0],
        groups: Vec::new(),
    };
    for (index, &op) in ops.iter().enumerate() {
        printer.step(index, op, &source);
    }
    printer.output
}

struct TokenPieces<'a> {
    tokens: &'a Tokens,
    text: &'a str,
}

impl<'a> TokenPieces<'a> {
    fn read(&self, op: PrintOp) -> Option<&'a str> {
        let span = match op {
            PrintOp::Token(index) => self.tokens.spans[index as usize],
            PrintOp::Comment(index) => self.tokens.comments[index as usize].span,
            _ => return None,
        };
        Some(&self.text[span.range()])
    }
}

/// The widths of everything, as if all of it stood on one line.
struct PrintWidths {
    /// The width of all operations before each one.
    sums: Vec<u64>,
    /// The width from each operation to the next place where a line may end.
    rest: Vec<u64>,
    /// The end of each group, by its beginning; and of each part of a group, by the break before it.
    ends: Vec<u32>,
}

impl PrintWidths {
    fn new(ops: &[PrintOp], source: &TokenPieces) -> PrintWidths {
        let mut sums = Vec::with_capacity(ops.len() + 1);
        let mut rest = vec![0; ops.len() + 1];
        let mut ends = vec![0; ops.len()];
        let mut sum = 0;
        // The beginnings of open groups, each with the last break inside.
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        for (index, &op) in ops.iter().enumerate() {
            sums.push(sum);
            match op {
                PrintOp::Open(_) => open.push((index, None)),
                PrintOp::Close => {
                    if let Some((start, part)) = open.pop() {
                        ends[start] = index as u32;
                        if let Some(part) = part {
                            ends[part] = index as u32;
                        }
                    }
                }
                PrintOp::Soft | PrintOp::Zero | PrintOp::Tail => {
                    let part = open.last_mut().and_then(|(_, part)| part.replace(index));
                    if let Some(part) = part {
                        ends[part] = index as u32;
                    }
                }
                PrintOp::Line | PrintOp::Empty => {
                    let part = open.last_mut().and_then(|(_, part)| part.take());
                    if let Some(part) = part {
                        ends[part] = index as u32;
                    }
                }
                _ => {}
            }
            let (width, first) = measure(op, source);
            sum += width;
            // Until the second pass: the width to the end of the line, or that there is none.
            rest[index] = match op {
                PrintOp::Soft
                | PrintOp::Zero
                | PrintOp::Tail
                | PrintOp::Late
                | PrintOp::Cling
                | PrintOp::Line
                | PrintOp::Empty => ENDLESS,
                _ if width == ENDLESS => ENDLESS + first,
                _ => width,
            };
        }
        sums.push(sum);
        for index in (0..ops.len()).rev() {
            rest[index] = match rest[index].checked_sub(ENDLESS) {
                Some(last) => last,
                None => rest[index] + rest[index + 1],
            };
        }
        PrintWidths { sums, rest, ends }
    }

    /// The width from one operation to another, and from there to where the line may end.
    fn until(&self, from: usize, to: usize) -> u64 {
        self.sums[to] - self.sums[from] + self.rest[to]
    }
}

/// The width of an operation, and of its first line if it has several.
fn measure(op: PrintOp, source: &TokenPieces) -> (u64, u64) {
    match op {
        PrintOp::Blank | PrintOp::Soft | PrintOp::Tail | PrintOp::Late => (1, 0),
        PrintOp::Line | PrintOp::Empty => (ENDLESS, 0),
        PrintOp::Token(_) | PrintOp::Comment(_) => {
            let text = source.read(op).unwrap_or_default();
            match memchr(b'\n', text.as_bytes()) {
                Some(end) => (ENDLESS, columns(&text[..end])),
                // Code does not give way to the comment at the end of its line.
                None if matches!(op, PrintOp::Comment(_)) && text.starts_with("//") => (0, 0),
                None => (columns(text), 0),
            }
        }
        _ => (0, 0),
    }
}

fn columns(text: &str) -> u64 {
    if text.is_ascii() { text.len() as u64 } else { text.chars().count() as u64 }
}

struct PrintGroup {
    flat: bool,
    style: BreakStyle,
    /// The line it began on.
    line: u32,
}

struct Printer<'a> {
    widths: PrintWidths,
    newline: &'a str,
    output: String,
    column: u64,
    line: u32,
    /// Where the line at hand begins.
    indent: usize,
    /// Nothing stands on the line at hand yet.
    starts: bool,
    /// Where new lines begin.
    indents: Vec<usize>,
    groups: Vec<PrintGroup>,
}

impl Printer<'_> {
    fn step(&mut self, index: usize, op: PrintOp, source: &TokenPieces) {
        match op {
            PrintOp::Token(_) | PrintOp::Comment(_) => self.write(source.read(op).unwrap_or_default()),
            PrintOp::Blank => self.blank(),
            PrintOp::Soft | PrintOp::Zero | PrintOp::Tail | PrintOp::Late | PrintOp::Cling => {
                if self.breaks(index, op) {
                    self.end_line(false);
                } else if !matches!(op, PrintOp::Zero | PrintOp::Cling) {
                    self.blank();
                }
            }
            PrintOp::Line => self.end_line(false),
            PrintOp::Empty => self.end_line(true),
            PrintOp::Open(style) => {
                let end = self.widths.ends[index] as usize;
                let inside_flat = self.groups.last().is_some_and(|group| group.flat);
                let flat = inside_flat || self.fits(index, end);
                let line = self.line;
                self.groups.push(PrintGroup { flat, style, line });
            }
            PrintOp::Close => {
                self.groups.pop();
            }
            PrintOp::Hang(step) => self.indents.push(self.indent + step as usize),
            PrintOp::Under => self.indents.push(self.indent + if self.starts { 0 } else { 2 }),
            PrintOp::Block => self.indents.push(self.margin() + 2),
            PrintOp::Dedent => {
                self.indents.pop();
            }
        }
    }

    fn margin(&self) -> usize {
        self.indents.last().copied().unwrap_or(0)
    }

    fn fits(&self, from: usize, to: usize) -> bool {
        self.column + self.widths.until(from, to) <= WIDTH
    }

    /// True if the line ends at this break.
    fn breaks(&self, index: usize, op: PrintOp) -> bool {
        let Some(group) = self.groups.last().filter(|group| !group.flat) else {
            return false;
        };
        match op {
            PrintOp::Late | PrintOp::Cling => !self.fits(index, index + 1),
            PrintOp::Tail if group.line != self.line => true,
            _ => group.style == BreakStyle::All || !self.fits(index, self.widths.ends[index] as usize),
        }
    }

    fn blank(&mut self) {
        if !self.starts {
            self.output.push(' ');
            self.column += 1;
        }
    }

    fn end_line(&mut self, empty: bool) {
        // A file begins with its first token or comment.
        if !self.output.is_empty() {
            self.output.push_str(self.newline);
            if empty {
                self.output.push_str(self.newline);
            }
        }
        self.line += 1;
        self.indent = self.margin();
        self.column = self.indent as u64;
        self.starts = true;
    }

    fn write(&mut self, text: &str) {
        if self.starts {
            self.output.extend(std::iter::repeat_n(' ', self.indent));
            self.starts = false;
        }
        self.output.push_str(text);
        match memrchr(b'\n', text.as_bytes()) {
            Some(last) => {
                self.line += 1;
                self.column = columns(&text[last + 1..]);
            }
            None => self.column += columns(text),
        }
    }
}
