//! The walk's cursor: it emits tokens in order, and with each token the comments before it.

use super::gap::{TokenGap, usual};
use super::print::{BreakStyle, PrintOp};
use crate::tree::{StoredDefinition, SyntaxNode};
use crate::{List, Span, TokenKind, Tokens};

/// The walk over a tree, which turns tokens into operations of the printer.
pub(super) struct LayoutWriter<'a> {
    pub(super) tree: &'a StoredDefinition,
    pub(super) tokens: &'a Tokens,
    text: &'a str,
    ops: Vec<PrintOp>,
    /// The index of the token at hand.
    at: usize,
    /// The index of the next comment.
    comment: usize,
    /// What was asked for before the token at hand; none for the usual.
    gap: Option<TokenGap>,
    state: GapProgress,
    /// By the index of a `{`: true if nothing but numbers and braces stands inside.
    numeric: Vec<bool>,
    /// Nothing has been emitted yet since the header of the body at hand.
    pub(super) first: bool,
    /// Inside an annotation, where arrays of numbers are written densely.
    pub(super) annotated: bool,
    /// Inside a range, where sums are written without blanks.
    pub(super) tight: bool,
    /// By how much the operators of a broken expression are indented.
    pub(super) step: u8,
}

/// How much of the gap before the token at hand has been emitted.
#[derive(Clone, Copy)]
enum GapProgress {
    /// Nothing.
    Fresh,
    /// Its comments; the operation is what follows them.
    Led(Option<PrintOp>),
    /// Everything.
    Placed,
}

impl<'a> LayoutWriter<'a> {
    pub(super) fn new(tree: &'a StoredDefinition, tokens: &'a Tokens, text: &'a str) -> LayoutWriter<'a> {
        LayoutWriter {
            tree,
            tokens,
            text,
            ops: Vec::with_capacity(tokens.kinds.len() * 3),
            at: 0,
            comment: 0,
            gap: None,
            state: GapProgress::Fresh,
            numeric: numeric(&tokens.kinds),
            first: false,
            annotated: false,
            tight: false,
            step: 2,
        }
    }

    /// Emits what is left and gives the operations.
    pub(super) fn finish(mut self) -> Vec<PrintOp> {
        self.upto(u32::MAX);
        self.request_gap(TokenGap::ITEM);
        self.emit_gap();
        self.ops
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.tokens.kinds[self.at]
    }

    /// The kind of the token before the one at hand.
    pub(super) fn before(&self) -> TokenKind {
        match self.at {
            0 => TokenKind::Eof,
            at => self.tokens.kinds[at - 1],
        }
    }

    pub(super) fn span(&self) -> Span {
        self.tokens.spans[self.at]
    }

    pub(super) fn is_numeric(&self) -> bool {
        self.numeric[self.at]
    }

    pub(super) fn push(&mut self, op: PrintOp) {
        self.ops.push(op);
    }

    /// Chooses the gap before the token at hand.
    pub(super) fn request_gap(&mut self, gap: TokenGap) {
        self.gap = Some(gap);
    }

    /// Emits the token at hand; nothing lies behind the end of the file.
    pub(super) fn token(&mut self) {
        if self.kind() == TokenKind::Eof {
            return;
        }
        self.emit_gap();
        self.push(PrintOp::Token(self.at as u32));
        self.at += 1;
        self.gap = None;
        self.state = GapProgress::Fresh;
    }

    /// Emits the tokens that begin before an offset.
    pub(super) fn upto(&mut self, offset: u32) {
        while self.kind() != TokenKind::Eof && self.span().start < offset {
            self.token();
        }
    }

    /// Emits the token at hand if it is of this kind.
    pub(super) fn eat(&mut self, kind: TokenKind) {
        if self.kind() == kind {
            self.token();
        }
    }

    /// A group that begins with the token at hand, with the indentation of lines after the first.
    pub(super) fn group(&mut self, style: BreakStyle, indent: PrintOp, inside: impl FnOnce(&mut Self)) {
        self.emit_gap();
        self.nest(style, indent, inside);
    }

    /// A group that begins with the gap before the token at hand.
    pub(super) fn nest(&mut self, style: BreakStyle, indent: PrintOp, inside: impl FnOnce(&mut Self)) {
        self.push(PrintOp::Open(style));
        self.push(indent);
        inside(self);
        self.push(PrintOp::Dedent);
        self.push(PrintOp::Close);
    }

    /// A pair of brackets, which may break after the first and between the parts inside.
    ///
    /// With `hug` the first part stays at its bracket, as a sole argument does.
    pub(super) fn bracket(&mut self, style: BreakStyle, hug: bool, inside: impl FnOnce(&mut Self)) {
        self.token();
        if self.kind().closes() {
            return self.token();
        }
        let outside = (self.tight, self.step);
        (self.tight, self.step) = (false, 2);
        self.push(PrintOp::Open(style));
        self.push(PrintOp::Hang(2));
        self.request_gap(if hug { TokenGap::Cling } else { TokenGap::Zero });
        inside(self);
        self.eat(TokenKind::Comma);
        self.request_gap(TokenGap::Tight);
        // A comment before the bracket belongs to the parts; the bracket itself does not.
        self.emit_comments();
        self.push(PrintOp::Dedent);
        self.push(PrintOp::Close);
        (self.tight, self.step) = outside;
        self.token();
    }

    /// Nodes with commas between them.
    pub(super) fn list<T: SyntaxNode>(
        &mut self,
        nodes: List<T>,
        gap: TokenGap,
        node: impl Fn(&mut Self, &T),
    ) {
        let tree = self.tree;
        for (index, part) in tree[nodes].iter().enumerate() {
            if index > 0 {
                self.token();
                self.request_gap(gap);
            }
            node(self, part);
        }
    }
}

// Gaps and comments.
impl LayoutWriter<'_> {
    /// Emits the gap before the token at hand.
    pub(super) fn emit_gap(&mut self) {
        self.emit_comments();
        if let GapProgress::Led(Some(op)) = self.state {
            self.push(op);
        }
        self.state = GapProgress::Placed;
    }

    /// Emits the comments before the token at hand, but not yet what parts the last one from the token.
    pub(super) fn emit_comments(&mut self) {
        if !matches!(self.state, GapProgress::Fresh) {
            return;
        }
        let mut gap = self.gap.unwrap_or_else(|| usual(self.before(), self.kind()));
        let mut end = if self.at == 0 { 0 } else { self.tokens.spans[self.at - 1].end };
        while let Some(comment) = self.comment_here(self.comment) {
            let next = self.comment_here(self.comment + 1).unwrap_or(self.span());
            gap = self.comment(gap, end, comment, next.start);
            end = comment.end;
            self.comment += 1;
        }
        if self.kind() == TokenKind::Eof {
            // Also a comment that ends with the file ends a line.
            gap = TokenGap::Break;
        }
        self.state = GapProgress::Led(self.resolve(gap, end, self.span().start, true));
    }

    fn comment_here(&self, index: usize) -> Option<Span> {
        let comment = self.tokens.comments.get(index)?;
        (comment.before as usize == self.at).then_some(comment.span)
    }

    /// Emits a comment that lies between the offsets `end` and `next`; gives the gap that remains.
    ///
    /// A comment on the line of the code before it stays there. One that begins a line gets a line of its
    /// own, unless code follows it on that line: then it stays before that code where a new line is certain,
    /// and joins the line before where it is not, so that it is read the same way the next time.
    fn comment(&mut self, gap: TokenGap, end: u32, comment: Span, next: u32) -> TokenGap {
        let line = self.text[comment.range()].starts_with("//");
        let begins = end == 0 || self.newlines(end, comment.start) > 0;
        let ends = line || self.newlines(comment.end, next) > 0;
        let index = self.comment as u32;
        if begins && (ends || gap.is_line()) {
            let gap = if gap.is_line() { gap } else { TokenGap::Break };
            if let Some(op) = self.resolve(gap, end, comment.start, false) {
                self.push(op);
            }
            self.push(PrintOp::Comment(index));
            return if ends { gap.after_line() } else { TokenGap::Blank };
        }
        if !self.before().opens() || matches!(self.ops.last(), Some(PrintOp::Comment(_))) {
            self.push(PrintOp::Blank);
        }
        self.push(PrintOp::Comment(index));
        match gap {
            gap if gap.is_line() => gap,
            _ if line => TokenGap::Break,
            gap => gap.after_comment(self.kind()),
        }
    }

    /// The operation for a gap between two offsets; `last` if the token at hand follows it.
    fn resolve(&self, gap: TokenGap, from: u32, to: u32, last: bool) -> Option<PrintOp> {
        Some(match gap {
            TokenGap::Tight => return None,
            TokenGap::Blank => PrintOp::Blank,
            TokenGap::Soft => PrintOp::Soft,
            TokenGap::Zero => PrintOp::Zero,
            TokenGap::Tail => PrintOp::Tail,
            TokenGap::Late => PrintOp::Late,
            TokenGap::Cling => PrintOp::Cling,
            TokenGap::Break => PrintOp::Line,
            TokenGap::Line { first, last: end } => {
                let unwanted = first || (last && end);
                if !unwanted && self.newlines(from, to) > 1 { PrintOp::Empty } else { PrintOp::Line }
            }
            TokenGap::Apart => PrintOp::Empty,
        })
    }

    fn newlines(&self, from: u32, to: u32) -> usize {
        memchr::memchr_iter(b'\n', &self.text.as_bytes()[from as usize..to as usize]).count()
    }
}

/// By the index of a `{`: true if nothing but numbers, signs, commas and braces stands inside.
fn numeric(kinds: &[TokenKind]) -> Vec<bool> {
    let mut numeric = vec![false; kinds.len()];
    let mut open: Vec<(usize, bool)> = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        match kind {
            TokenKind::LeftBrace => open.push((index, true)),
            TokenKind::RightBrace => {
                if let Some((start, all)) = open.pop() {
                    numeric[start] = all;
                    if let Some(outer) = open.last_mut() {
                        outer.1 &= all;
                    }
                }
            }
            TokenKind::Integer | TokenKind::Real | TokenKind::Comma | TokenKind::Plus | TokenKind::Minus => {}
            _ => {
                if let Some(inner) = open.last_mut() {
                    inner.1 = false;
                }
            }
        }
    }
    numeric
}
