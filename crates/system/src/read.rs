//! Text to a system.
//!
//! ```text
//! # A comment; so is what follows `//`.
//! unknowns: x "angle" y "torque" z
//! e1: x^2 y   "balance of momentum"
//! e2: x
//! ```
//!
//! One equation to a line: its name, a colon, its unknowns, each with the highest order in which it is
//! differentiated there. Names may be numbers, may have dots and subscripts, and may be anything at all in single
//! quotes. A description may follow. Lines that begin with `unknowns:` declare unknowns, with descriptions, in the
//! order of the columns; if there are any, they stand first and nothing else may be used.

use std::borrow::Cow;

use structure::{MAX_ORDER, Signature, SignatureEntry};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Span, nearest};

use super::lexer::{SystemScanner, SystemToken};
use super::name_index::NameIndex;
use super::phrasing::clip;
use super::{EquationSystem, NamedItems};

/// After so many errors the rest of the text is not looked at.
const MAX_ERRORS: usize = 100;

/// So many equations that repeat an unknown are pointed at; the others are counted.
const MAX_REPEATED: usize = 10;

/// Among more unknowns than these no similar name is looked for.
const MAX_CANDIDATES: usize = 10_000;

/// Reads a system. Lines with errors are left out of it.
pub fn read(file: FileId, name: &str, text: &str) -> (EquationSystem, Vec<Diagnostic>) {
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    let mut reader = SystemReader {
        scan: SystemScanner::new(file, text),
        unknowns: NamedItems::default(),
        columns: NameIndex::new(lines),
        equations: NamedItems::default(),
        rows: NameIndex::new(lines),
        ends: Vec::new(),
        entries: Vec::new(),
        seen: Vec::new(),
        declared: false,
        line: 0,
        repeated: Vec::new(),
        repetitions: 0,
        diagnostics: Vec::new(),
    };
    loop {
        if let Err(found) = reader.line() {
            reader.diagnostics.push(found);
            if reader.diagnostics.len() > MAX_ERRORS {
                let place = reader.diagnostics[MAX_ERRORS].primary.place;
                let message = format!("more than {MAX_ERRORS} errors in this file");
                reader.diagnostics[MAX_ERRORS] = Diagnostic::new(
                    DiagnosticCode::TooManyErrors,
                    place,
                    message,
                )
                .label("the rest of the file was not read")
                .help(
                    "correct the first few and check again, or make sure that this is a system of equations",
                );
                break;
            }
        }
        if !reader.scan.next_line() {
            break;
        }
    }
    reader.finish(name)
}

/// A name in a message. The line may be megabytes of anything.
fn short(name: &str) -> String {
    clip(name, 60)
}

struct SystemReader<'a> {
    scan: SystemScanner<'a>,
    unknowns: NamedItems,
    /// The unknowns by name.
    columns: NameIndex,
    equations: NamedItems,
    /// The equations by name.
    rows: NameIndex,
    /// Where the entries of each equation end.
    ends: Vec<usize>,
    /// The entries of all equations, and of the one at hand.
    entries: Vec<SignatureEntry>,
    /// The line each unknown was last seen in, and its place among the entries.
    seen: Vec<(u32, usize)>,
    /// True if there are lines that declare unknowns.
    declared: bool,
    /// How many lines with equations there were, right or wrong.
    line: u32,
    /// Equations that name an unknown twice in the same order.
    repeated: Vec<Diagnostic>,
    repetitions: usize,
    diagnostics: Vec<Diagnostic>,
}

impl SystemReader<'_> {
    fn line(&mut self) -> Result<(), Diagnostic> {
        let Some((word, span)) = self.scan.word()? else { return Ok(()) };
        let SystemToken::Name(name) = word else {
            return Err(self.expected(span, "a line begins with the name of an equation"));
        };
        let quoted = span.end - span.start > name.len() as u32;
        match self.scan.word()? {
            Some((SystemToken::Colon, _)) if name == "unknowns" && !quoted => self.declaration(span),
            Some((SystemToken::Colon, _)) => self.equation(&name, span),
            Some((SystemToken::Order(_), order)) => Err(self.expected(order, "an equation has no order")),
            Some((_, next)) => {
                let message = format!("a `:` is missing after the name of the equation, `{}`", short(&name));
                let place = self.scan.place(Span::at(span.end));
                let found =
                    Diagnostic::new(DiagnosticCode::SystemSyntax, place, message).label("expected `:` here");
                Err(if next.start > span.end {
                    found.help("write `:`, or a name and `:` before the unknowns").edit(place, ":")
                } else {
                    found.help("write a name, `:`, and the unknowns of the equation")
                })
            }
            None => {
                let message = format!("`{}` stands alone", short(&name));
                Err(Diagnostic::new(DiagnosticCode::SystemSyntax, self.scan.place(span), message)
                    .label("expected an equation: a name, `:`, and its unknowns"))
            }
        }
    }

    fn expected(&self, span: Span, message: &str) -> Diagnostic {
        Diagnostic::new(DiagnosticCode::SystemSyntax, self.scan.place(span), message)
            .label("not expected here")
            .help("write a name, `:`, and the unknowns of the equation, such as `e1: x y^1`")
    }

    /// The rest of `unknowns: x "angle" y z`.
    fn declaration(&mut self, keyword: Span) -> Result<(), Diagnostic> {
        if !self.declared && !self.equations.is_empty() {
            let message = "unknowns are declared after the first equation";
            let first = self.equations.place(0);
            return Err(Diagnostic::new(DiagnosticCode::SystemSyntax, self.scan.place(keyword), message)
                .label("too late for the equations above")
                .related(first, "the first equation")
                .help(
                    "move this line to the beginning; an equation called `unknowns` is written in quotes",
                ));
        }
        self.declared = true;
        // After a mistake the other names of the line are declared all the same: equations below use them.
        let mut wrong = None;
        let mut next = self.scan.word()?;
        while let Some((word, span)) = next {
            let SystemToken::Name(name) = word else {
                let message = match word {
                    SystemToken::Order(_) => "a declaration has no order",
                    SystemToken::Colon => "`:` in a list of unknowns",
                    _ => "a description without an unknown",
                };
                wrong.get_or_insert_with(|| {
                    Diagnostic::new(DiagnosticCode::SystemSyntax, self.scan.place(span), message)
                        .label("expected the name of an unknown")
                        .help("list the unknowns, each followed by its description if it has one")
                });
                next = self.scan.word()?;
                continue;
            };
            next = self.scan.word()?;
            let mut description = Cow::Borrowed("");
            if let Some((SystemToken::Description(text), _)) = next {
                description = text;
                next = self.scan.word()?;
            }
            if let Err(found) = self.declare(&name, &description, span) {
                wrong.get_or_insert(found);
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    fn declare(&mut self, name: &str, description: &str, span: Span) -> Result<(), Diagnostic> {
        let place = self.scan.place(span);
        let next = self.unknowns.len() as u32;
        if let Some(first) = self.columns.enter(name, &self.unknowns, next) {
            let message = format!("unknown `{}` is declared twice", short(name));
            return Err(Diagnostic::new(DiagnosticCode::DuplicateName, place, message)
                .label("declared again here")
                .related(self.unknowns.place(first), "first declared here")
                .help("remove or rename one of the two"));
        }
        self.add(name, description, place);
        Ok(())
    }

    fn add(&mut self, name: &str, description: &str, place: Place) -> u32 {
        self.seen.push((0, 0));
        self.unknowns.push(name, description, place)
    }

    /// The rest of `e1: x y^1 "balance"`.
    fn equation(&mut self, name: &str, span: Span) -> Result<(), Diagnostic> {
        // The entries of an equation that was given up are not there.
        self.entries.truncate(self.ends.last().copied().unwrap_or(0));
        self.line += 1;
        let mut description = Cow::Borrowed("");
        let mut end = span.end;
        let mut next = self.scan.word()?;
        while let Some((word, at)) = next {
            match word {
                SystemToken::Name(unknown) => {
                    next = self.scan.word()?;
                    let mut order = 0;
                    let mut whole = at;
                    if let Some((SystemToken::Order(text), order_at)) = next {
                        order = self.order(text, &unknown, order_at)?;
                        whole = at.to(order_at);
                        next = self.scan.word()?;
                    }
                    end = whole.end;
                    let column = self.column(&unknown, at)?;
                    self.enter(SignatureEntry { column, order }, whole);
                }
                SystemToken::Description(text) => {
                    description = text;
                    if let Some((_, after)) = self.scan.word()? {
                        return Err(Diagnostic::new(
                            DiagnosticCode::SystemSyntax,
                            self.scan.place(after),
                            "something follows the description",
                        )
                        .label("expected the end of the line")
                        .help("a description stands at the end, behind all unknowns of the equation"));
                    }
                    break;
                }
                SystemToken::Colon => return Err(self.expected(at, "a second `:` in one line")),
                SystemToken::Order(_) => return Err(self.expected(at, "an unknown has one order")),
            }
        }
        let next = self.equations.len() as u32;
        if let Some(first) = self.rows.enter(name, &self.equations, next) {
            let message = format!("two equations are called `{}`", short(name));
            return Err(Diagnostic::new(DiagnosticCode::DuplicateName, self.scan.place(span), message)
                .label("the second")
                .related(self.equations.place(first), "the first")
                .help("rename one of the two"));
        }
        self.equations.push(name, &description, self.scan.place(Span::new(span.start, end)));
        self.ends.push(self.entries.len());
        Ok(())
    }

    fn order(&self, text: &str, unknown: &str, span: Span) -> Result<u32, Diagnostic> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // More digits than a number holds are a number that is too large.
        let order = text.parse().unwrap_or(u32::MAX);
        if digits && order <= MAX_ORDER {
            return Ok(order);
        }
        let message = if digits {
            format!("`{}` is differentiated {} times", short(unknown), short(text))
        } else if text.is_empty() {
            format!("the order of `{}` is missing", short(unknown))
        } else {
            format!("`{}` is not the order of a derivative", short(text))
        };
        Err(Diagnostic::new(DiagnosticCode::DerivativeOrder, self.scan.place(span), message)
            .label(format!("expected a whole number from 0 to {MAX_ORDER}")))
    }

    /// The column of an unknown, a new one if nothing is declared.
    fn column(&mut self, name: &str, span: Span) -> Result<u32, Diagnostic> {
        let place = self.scan.place(span);
        if self.declared {
            return self.columns.find(name, &self.unknowns).ok_or_else(|| self.undeclared(name, place));
        }
        let next = self.unknowns.len() as u32;
        let known = self.columns.enter(name, &self.unknowns, next);
        Ok(known.unwrap_or_else(|| self.add(name, "", place)))
    }

    fn undeclared(&self, name: &str, place: Place) -> Diagnostic {
        let unknowns = &self.unknowns;
        let candidates = unknowns.indices().map(|column| unknowns.name(column));
        let meant = if unknowns.len() <= MAX_CANDIDATES { nearest(name, candidates) } else { None };
        let message = format!("`{}` is not among the declared unknowns", short(name));
        let found = Diagnostic::new(DiagnosticCode::UndeclaredUnknown, place, message);
        match meant {
            Some(meant) => found
                .label(format!("did you mean `{meant}`?"))
                .help(format!("write `{meant}`"))
                .edit(place, meant),
            None => found.label("not declared").help(
                "add it to a line `unknowns:`, or leave it out if it is known, as parameters and constants are",
            ),
        }
    }

    /// Adds an unknown to the equation at hand.
    fn enter(&mut self, entry: SignatureEntry, span: Span) {
        let (last, at) = self.seen[entry.column as usize];
        if last != self.line {
            self.seen[entry.column as usize] = (self.line, self.entries.len());
            self.entries.push(entry);
            return;
        }
        let known = &mut self.entries[at];
        if known.order != entry.order {
            // `x x^1` says that both occur; the higher order decides.
            known.order = known.order.max(entry.order);
            return;
        }
        self.repetitions += 1;
        if self.repeated.len() < MAX_REPEATED {
            let name = self.unknowns.name(entry.column);
            let message = format!("`{}` stands twice in one equation", short(name));
            let found = Diagnostic::new(DiagnosticCode::RepeatedUnknown, self.scan.place(span), message);
            self.repeated.push(found.label("counted once").help("remove it, or write what was meant"));
        }
    }

    fn finish(mut self, name: &str) -> (EquationSystem, Vec<Diagnostic>) {
        let more = self.repetitions - self.repeated.len();
        if let Some(last) = self.repeated.last_mut().filter(|_| more > 0) {
            last.notes.push(format!("so do {more} more unknowns below"));
        }
        self.diagnostics.append(&mut self.repeated);
        self.diagnostics.sort_by_key(|found| found.primary.place);
        let mut signature = Signature::new(self.unknowns.len());
        let mut start = 0;
        for &end in &self.ends {
            signature.push(&self.entries[start..end]);
            start = end;
        }
        let system = EquationSystem::join(name, self.unknowns, self.equations, signature);
        (system, self.diagnostics)
    }
}
