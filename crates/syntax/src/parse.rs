//! Tokens to tree: recursive descent over the grammar of appendix A.2, which never gives up on a file.
//!
//! An error is reported where it is found and returned as [`SkipItem`]; the nearest list of declarations,
//! equations or statements drops the broken item, finds the beginning of the next one and goes on.

mod brackets;
mod class;
mod composition;
mod element;
mod end_clause;
mod equation;
mod expression;
mod modification;
mod recover;
mod shape;
mod statement;
mod suggest;

use shape::ItemShape;

use crate::arena::{Id, List};
use crate::lex::{self, lex};
use crate::tree::{Ident, Name, StoredDefinition, SyntaxNode, SyntaxTables, Within};
use crate::{Diagnostic, FileId, Place, Span, TokenKind};

/// How deep parentheses, classes, blocks and modifications may nest in each other.
///
/// Hand-written models stay below thirty. The limit keeps every walk over a tree, here and in later
/// stages, inside the stack of an ordinary thread.
pub const MAX_DEPTH: u32 = 256;

/// A tree, and everything that was wrong with the text.
#[derive(Debug)]
pub struct Parsed {
    /// What could be read.
    pub tree: StoredDefinition,
    /// What could not, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text. The result depends on nothing else; `file` is only noted in it.
pub fn parse(file: FileId, text: &str) -> Parsed {
    let tokens = lex(file, text);
    let mut parser = Parser {
        file,
        text,
        kinds: tokens.kinds,
        spans: tokens.spans,
        at: 0,
        depth: 0,
        open: Vec::new(),
        brackets: Vec::new(),
        unclosed: false,
        silent: false,
        truncated: tokens.truncated,
        last_error: None,
        odd: tokens.diagnostics.iter().map(|found| found.primary.place.span.start).collect(),
        missed_comma: None,
        reserved: Vec::new(),
        misplaced: Vec::new(),
        nodes: SyntaxTables::default(),
        scratch: SyntaxTables::default(),
        diagnostics: tokens.diagnostics,
    };
    if let Some(last) = parser.diagnostics.get(lex::MAX_ERRORS) {
        let span = last.primary.place.span;
        parser.diagnostics.truncate(lex::MAX_ERRORS);
        parser.too_many(span);
    }
    let within = parser.within();
    let classes = parser.classes();
    let mut nodes = parser.nodes;
    nodes.shrink();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.place);
    let mut comments = tokens.comments;
    comments.shrink_to_fit();
    Parsed { tree: StoredDefinition { file, within, classes, comments, nodes }, diagnostics }
}

/// The item at hand cannot be read; the reason has been reported.
#[derive(Debug)]
struct SkipItem;

type ParseResult<T> = Result<T, SkipItem>;

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    kinds: Vec<TokenKind>,
    spans: Vec<Span>,
    /// The index of the token at hand.
    at: usize,
    depth: u32,
    /// Classes and blocks that wait for their `end`.
    open: Vec<OpenBlock>,
    /// Indices of brackets that wait for their partner.
    brackets: Vec<usize>,
    /// The block just read had no `end`, so no semicolon is to be missed after it.
    unclosed: bool,
    /// Nothing more is reported: the rest of the file is not read.
    silent: bool,
    /// An open comment hides the rest of the file.
    truncated: bool,
    /// The token that the last error was found at.
    last_error: Option<usize>,
    /// Where tokens begin that the lexer has complained about.
    odd: Vec<u32>,
    /// Where the last comma was missed.
    missed_comma: Option<usize>,
    /// Reserved words that were used as names, so that each is reported once.
    reserved: Vec<TokenKind>,
    /// Declarations found among equations, kept for the class they stand in.
    misplaced: Vec<crate::tree::Element>,
    nodes: SyntaxTables,
    /// Lists under construction; a finished one moves to `nodes` in one piece.
    scratch: SyntaxTables,
    diagnostics: Vec<Diagnostic>,
}

/// A class or block that waits for its `end`.
#[derive(Clone, Copy)]
struct OpenBlock {
    /// `TokenKind::Class` for every class, otherwise the keyword of the block.
    kind: TokenKind,
    /// The name of the class or the keyword of the block.
    span: Span,
    /// True for a function, whose body is statements.
    is_function: bool,
    /// How far a class is indented, if it begins a line.
    indent: Option<usize>,
    /// True for a class that begins with `{`, as other languages have it.
    braced: bool,
    /// Where its `end` was forgotten, should it turn out to be missing.
    forgotten: Option<Span>,
}

/// A length of a scratch list, from which a new list begins.
struct ListMark<T>(usize, std::marker::PhantomData<T>);

// The token at hand and those after it.
impl<'a> Parser<'a> {
    fn kind(&self) -> TokenKind {
        self.kinds[self.at]
    }

    fn peek(&self, ahead: usize) -> TokenKind {
        self.kinds.get(self.at + ahead).copied().unwrap_or(TokenKind::Eof)
    }

    fn span(&self) -> Span {
        self.spans[self.at]
    }

    /// The end of the token before the one at hand.
    fn end(&self) -> u32 {
        if self.at == 0 { 0 } else { self.spans[self.at - 1].end }
    }

    fn since(&self, start: Span) -> Span {
        Span::new(start.start, self.end().max(start.start))
    }

    fn read(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Steps over the token at hand; the end of the file stays at hand forever.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.kinds.len() {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: TokenKind) -> ParseResult<Span> {
        if self.at(kind) || self.correct_keyword(kind) {
            return Ok(self.bump());
        }
        self.unexpected(&format!("`{}`", kind.text()))
    }

    /// Runs a part of the grammar one level deeper.
    fn nest<T>(&mut self, part: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth == MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }
}

// Building the tree.
impl Parser<'_> {
    fn mark<T: SyntaxNode>(&mut self) -> ListMark<T> {
        ListMark(T::table_mut(&mut self.scratch).len(), std::marker::PhantomData)
    }

    fn push<T: SyntaxNode>(&mut self, node: T) {
        T::table_mut(&mut self.scratch).push(node);
    }

    /// Ends the list that began at the mark.
    fn list<T: SyntaxNode>(&mut self, ListMark(first, _): ListMark<T>) -> List<T> {
        let table = T::table_mut(&mut self.nodes);
        let start = table.len();
        table.extend(T::table_mut(&mut self.scratch).drain(first..));
        List::new(start, table.len())
    }

    fn add<T: SyntaxNode>(&mut self, node: T) -> Id<T> {
        let table = T::table_mut(&mut self.nodes);
        table.push(node);
        Id::new(table.len() - 1)
    }
}

// Names.
impl Parser<'_> {
    fn ident(&mut self) -> ParseResult<Ident> {
        if self.at(TokenKind::Ident) {
            return Ok(Ident { span: self.bump() });
        }
        if self.reserved_name(true) {
            return Ok(Ident { span: self.bump() });
        }
        self.unexpected("a name")
    }

    fn idents(&mut self, close: TokenKind) -> ParseResult<List<Ident>> {
        let mark = self.mark();
        loop {
            let ident = self.ident()?;
            self.push(ident);
            if !self.comma(close) {
                return Ok(self.list(mark));
            }
        }
    }

    /// `.A.B.C`; a dot that no name follows is left alone.
    fn name(&mut self) -> ParseResult<Name> {
        let start = self.span();
        let absolute = self.eat(TokenKind::Dot);
        let mark = self.mark();
        let mut ident = self.ident()?;
        loop {
            self.push(ident);
            if !self.at(TokenKind::Dot) || matches!(self.peek(1), TokenKind::LeftBrace | TokenKind::Star) {
                break;
            }
            self.bump();
            ident = self.ident()?;
        }
        let parts = self.list(mark);
        Ok(Name { span: self.since(start), absolute, parts })
    }

    fn within(&mut self) -> Option<Within> {
        let start = self.span();
        if !self.at(TokenKind::Within) && !self.correct_keyword(TokenKind::Within) {
            return None;
        }
        self.bump();
        let mut name = None;
        if !self.at(TokenKind::Semicolon) {
            match self.name() {
                Ok(found) => name = Some(found),
                Err(SkipItem) => {
                    self.skip_to_next_item();
                    return None;
                }
            }
        }
        let span = self.since(start);
        if self.semicolon(ItemShape::Unclear).is_err() {
            self.skip_to_next_item();
        }
        Some(Within { span, name })
    }
}
