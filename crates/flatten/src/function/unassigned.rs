//! Variables of a function that are used before anything can have given them a value.
//!
//! Only what no course of the statements assigns before is told of: a variable that one branch assigns may be used after
//! it, and one that a loop assigns anywhere in it.

use equations::{Builtin, Expr, ExprId, Exprs, FunctionId, Local, Visit};
use rustc_hash::FxHashSet;
use syntax::tree::{ExpressionKind, StatementSyntax as Syntax, StatementSyntaxKind};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use super::FunctionBody;
use crate::Flattener;
use crate::rules::is_open;

/// What is known while statements are read from the first to the last.
#[derive(Default)]
pub(super) struct AssignmentTracker {
    /// Variables without a value so far.
    open: FxHashSet<u32>,
    /// Where one of them is read.
    read: Vec<(u32, Place)>,
    /// Those that were assigned later.
    assigned: FxHashSet<u32>,
}

impl AssignmentTracker {
    /// Begins with the variables that have no value by their declarations.
    pub(super) fn open(&mut self, locals: &[Local], inputs: u32, exprs: &Exprs) {
        let open = locals.iter().enumerate().skip(inputs as usize).filter(|(_, local)| is_open(local, exprs));
        self.open = open.map(|(number, _)| number as u32).collect();
    }

    pub(super) fn assign(&mut self, local: u32) {
        if self.open.remove(&local) {
            self.assigned.insert(local);
        }
    }
}

impl<'a> Flattener<'a> {
    /// Notes what an expression reads that has no value yet.
    pub(super) fn read_early(&mut self, body: &mut FunctionBody<'a>, expr: ExprId, span: Span) {
        if body.early.open.is_empty() {
            return;
        }
        self.model.exprs.visit([expr], |_, part| match part {
            Expr::Local(local) if body.early.open.contains(&local) => {
                body.early.read.push((local, body.context.place(span)));
                Visit::Skip
            }
            // A size is known without a value.
            Expr::Builtin(Builtin::Size | Builtin::Ndims, _) => Visit::Skip,
            _ => Visit::Enter,
        });
    }

    /// Takes what statements of a loop assign as assigned: they run again.
    pub(super) fn assign_ahead(&mut self, body: &mut FunctionBody<'a>, statements: List<Syntax>) {
        if body.early.open.is_empty() {
            return;
        }
        let (file, tree) = (body.context.file, body.context.file.tree);
        let mut todo = vec![statements];
        let mut assign = |target: syntax::tree::ComponentReference| {
            let name = self.model.symbols.find(file.read(tree[target.parts][0].name.span));
            if let Some(&local) = name.and_then(|name| body.names.get(&name)) {
                body.early.assign(local);
            }
        };
        while let Some(list) = todo.pop() {
            for statement in &tree[list] {
                match statement.kind {
                    StatementSyntaxKind::Assign { target, .. } => assign(target),
                    StatementSyntaxKind::AssignCall { targets, .. } => {
                        for target in &tree[targets] {
                            if let ExpressionKind::Reference(target) = target.kind {
                                assign(target);
                            }
                        }
                    }
                    StatementSyntaxKind::If { branches, otherwise } => {
                        todo.extend(tree[branches].iter().map(|branch| branch.body));
                        todo.push(otherwise);
                    }
                    StatementSyntaxKind::For { body, .. } => todo.push(body),
                    StatementSyntaxKind::While { branch } => todo.push(branch.body),
                    _ => {}
                }
            }
        }
    }

    /// Reports what is read before it is assigned. What is never assigned is told of elsewhere, and texts of libraries
    /// are not the user's to mend.
    pub(super) fn check_early(&mut self, id: FunctionId, early: &AssignmentTracker) {
        let function = &self.model.functions[id.at()];
        if !self.program.is_own(function.place.file) {
            return;
        }
        let locals = &function.locals;
        let told: Vec<Diagnostic> = early
            .read
            .iter()
            .filter(|(local, _)| early.assigned.contains(local))
            .map(|&(local, place)| {
                let name = self.model.symbols.name(locals[local as usize].name);
                Diagnostic::new(
                    DiagnosticCode::UsedBefore,
                    place,
                    format!("`{name}` is used before it has a value"),
                )
                .label("nothing can have assigned it by now")
                .help(format!("assign `{name}` first, or give it a value where it is declared"))
            })
            .collect();
        told.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }
}
