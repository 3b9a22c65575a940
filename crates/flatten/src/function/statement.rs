//! Statements of functions.

use equations::{AccessStep, AssignmentTarget, Builtin, Expr, ExprId, Local, Statement, Type};
use syntax::tree::{
    ComponentReference, ConditionalBranch, Expression, ExpressionKind, ForIndex, StatementSyntax as Syntax,
    StatementSyntaxKind,
};
use syntax::{Diagnostic, DiagnosticCode, Id, List, Span};

use super::FunctionBody;
use super::expression_type::ExprType;
use crate::Flattener;
use crate::value::{LoweredValue, accepts};

impl<'a> Flattener<'a> {
    pub(super) fn statements(
        &mut self,
        body: &mut FunctionBody<'a>,
        list: List<Syntax>,
        out: &mut Vec<Statement>,
    ) {
        for statement in &body.context.file.tree[list] {
            // What is wrong has been reported.
            body.failed |= self.statement(body, statement, out).is_none();
        }
    }

    pub(super) fn statement(
        &mut self,
        body: &mut FunctionBody<'a>,
        statement: &Syntax,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        let tree = body.context.file.tree;
        match statement.kind {
            StatementSyntaxKind::Assign { target, value } => {
                let span = tree[value].span;
                let target = self.local_target(body, target, statement.span)?;
                let value = self.expr(body, value)?;
                self.read_early(body, value, span);
                self.check_assignment(body, &target, value, span)?;
                body.early.assign(target.local);
                out.push(Statement::Assign(target, value));
            }
            StatementSyntaxKind::AssignCall { targets, function, arguments } => {
                let mut all = Vec::new();
                for target in &tree[targets] {
                    all.push(match target.kind {
                        ExpressionKind::Reference(reference) => {
                            Some(self.local_target(body, reference, target.span)?)
                        }
                        _ => None,
                    });
                }
                let call = self.expr_call(body, function, arguments, statement.span)?;
                self.read_early(body, call, statement.span);
                self.check_results(body, &all, call, statement.span)?;
                all.iter().flatten().for_each(|target| body.early.assign(target.local));
                out.push(Statement::AssignMany(all, call));
            }
            StatementSyntaxKind::Call { function, arguments } => {
                let call = self.expr_call(body, function, arguments, statement.span)?;
                self.read_early(body, call, statement.span);
                out.push(Statement::Call(call));
            }
            StatementSyntaxKind::Break => out.push(Statement::Break),
            StatementSyntaxKind::Return => out.push(Statement::Return),
            StatementSyntaxKind::If { branches, otherwise } => {
                let mut all = self.statement_branches(body, &tree[branches])?;
                let mut last = Vec::new();
                self.statements(body, otherwise, &mut last);
                let truth = self.model.exprs.add(Expr::Boolean(true));
                all.push((truth, last));
                out.push(Statement::If(all));
            }
            StatementSyntaxKind::For { indices, body: inner } => {
                let indices: Vec<ForIndex> = tree[indices].to_vec();
                let before = std::mem::replace(&mut body.context.around, statement.span);
                let made = self.loop_statement(body, &indices, inner);
                body.context.around = before;
                out.push(made?);
            }
            StatementSyntaxKind::While { branch } => {
                let condition = self.condition_expr(body, branch.condition)?;
                self.assign_ahead(body, branch.body);
                let mut inner = Vec::new();
                self.statements(body, branch.body, &mut inner);
                out.push(Statement::While(condition, inner));
            }
            StatementSyntaxKind::When { .. } => {
                let span = statement.span;
                let word = syntax::Span { start: span.start, end: span.start + "when".len() as u32 };
                self.not_in_function("when", body.context.place(word));
            }
        }
        Some(())
    }

    /// The condition of a statement.
    fn condition_expr(&mut self, body: &mut FunctionBody<'a>, id: Id<Expression>) -> Option<ExprId> {
        let span = body.context.file.tree[id].span;
        let condition = self.expr(body, id)?;
        self.read_early(body, condition, span);
        if let Some(sort) = self.sort(body, condition)
            && sort != ExprType::scalar(Type::Boolean)
        {
            let found = self.sort_name(sort);
            self.expected_text(body.context.place(span), "a Boolean", &found);
            return None;
        }
        Some(condition)
    }

    /// Reports a value that does not fit the variable it is assigned to.
    fn check_assignment(
        &mut self,
        body: &mut FunctionBody<'a>,
        target: &AssignmentTarget,
        value: ExprId,
        span: Span,
    ) -> Option<()> {
        let (expected, found) = (self.target_sort(body, target), self.sort(body, value));
        let (Some(expected), Some(found)) = (expected, found) else { return Some(()) };
        if self.can_hold(expected, found) {
            return Some(());
        }
        let code = if expected.rank == found.rank {
            DiagnosticCode::TypeMismatch
        } else {
            DiagnosticCode::ShapeMismatch
        };
        let (expected, found) = (self.sort_name(expected), self.sort_name(found));
        self.report(
            Diagnostic::new(
                code,
                body.context.place(span),
                format!("{found} is assigned to a variable that is {expected}"),
            )
            .label(format!("expected {expected}, found {found}")),
        );
        None
    }

    /// Reports results that do not fit the variables they are assigned to.
    fn check_results(
        &mut self,
        body: &mut FunctionBody<'a>,
        targets: &[Option<AssignmentTarget>],
        call: ExprId,
        span: Span,
    ) -> Option<()> {
        let Expr::Call(id, _) = self.model.exprs.get(call) else { return Some(()) };
        let function = &self.model.functions[id.at()];
        let outputs = function.outputs as usize;
        self.count_results(body.context.place(span), Some(id), targets.len(), outputs)?;
        for (number, target) in targets.iter().enumerate() {
            let Some(target) = target else { continue };
            let result = self.model.exprs.add(Expr::Result(call, number as u32));
            self.check_assignment(body, target, result, span)?;
        }
        Some(())
    }

    /// What a variable or a part of it holds.
    fn target_sort(&mut self, body: &mut FunctionBody<'a>, target: &AssignmentTarget) -> Option<ExprType> {
        let mut whole = self.model.exprs.add(Expr::Local(target.local));
        for step in &target.path {
            whole = match step {
                AccessStep::Field(name) => self.model.exprs.add(Expr::Field(whole, *name)),
                AccessStep::Index(items) => {
                    let list = self.model.exprs.list(items);
                    self.model.exprs.add(Expr::Index(whole, list))
                }
            };
        }
        self.sort(body, whole)
    }

    fn can_hold(&self, variable: ExprType, value: ExprType) -> bool {
        let kinds = match (variable.kind, value.kind) {
            (Type::Record(_), Type::Record(_)) => true,
            (variable, value) => accepts(variable, value),
        };
        kinds && variable.rank == value.rank
    }

    pub(super) fn statement_branches(
        &mut self,
        body: &mut FunctionBody<'a>,
        branches: &[ConditionalBranch<Syntax>],
    ) -> Option<Vec<(ExprId, Vec<Statement>)>> {
        let mut all = Vec::new();
        for branch in branches {
            let condition = self.condition_expr(body, branch.condition)?;
            let mut inner = Vec::new();
            self.statements(body, branch.body, &mut inner);
            all.push((condition, inner));
        }
        Some(all)
    }

    pub(super) fn loop_statement(
        &mut self,
        body: &mut FunctionBody<'a>,
        indices: &[ForIndex],
        inner: List<Syntax>,
    ) -> Option<Statement> {
        let (index, rest) = indices.split_first()?;
        let values = self.loop_range(body, index)?;
        self.read_early(body, values, index.name.span);
        self.assign_ahead(body, inner);
        let (local, shadowed) = self.loop_local(body, index, values);
        let statements = if rest.is_empty() {
            let mut statements = Vec::new();
            self.statements(body, inner, &mut statements);
            statements
        } else {
            vec![self.loop_statement(body, rest, inner)?]
        };
        self.end_loop(body, index, shadowed);
        Some(Statement::For(local, values, statements))
    }

    pub(super) fn loop_range(&mut self, body: &mut FunctionBody<'a>, index: &ForIndex) -> Option<ExprId> {
        let Some(range) = index.range else { return self.inferred_range(body, index) };
        if let ExpressionKind::Reference(reference) = body.context.file.tree[range].kind
            && let Some(values) = self.type_values(&body.context.clone(), reference)
        {
            let values = LoweredValue::stack(&[values.len() as u32], values)?;
            return self.as_expr(&values);
        }
        self.expr(body, range)
    }

    /// `1:size(x, k)` for an index that is the subscript `k` of `x`.
    fn inferred_range(&mut self, body: &mut FunctionBody<'a>, index: &ForIndex) -> Option<ExprId> {
        let context = body.context;
        let found = self.uses(&context, index, context.around)?.swap_remove(0);
        let mut names = found.parts.iter().map(|part| context.file.read(part.name.span));
        let first = self.model.symbols.add(names.next()?);
        let mut whole = match body.names.get(&first) {
            Some(&local) => {
                if let Some(&kind) =
                    body.counts.get(&(local, found.dimension)).filter(|_| found.parts.len() == 1)
                {
                    let values = self.values_of(kind)?;
                    let values = LoweredValue::stack(&[values.len() as u32], values)?;
                    return self.as_expr(&values);
                }
                self.model.exprs.add(Expr::Local(local))
            }
            None => {
                let names: Vec<&str> =
                    found.parts.iter().map(|part| context.file.read(part.name.span)).collect();
                let value = self.constant_by_names(&context, false, &names, index.name.span)?;
                self.as_expr(&value)?
            }
        };
        if body.names.contains_key(&first) {
            for name in names {
                let name = self.model.symbols.add(name);
                whole = self.model.exprs.add(Expr::Field(whole, name));
            }
        }
        let (one, dimension) =
            (self.model.exprs.integer(1), self.model.exprs.integer(found.dimension as i64 + 1));
        let size = self.model.exprs.builtin(Builtin::Size, &[whole, dimension]);
        Some(self.model.exprs.add(Expr::Range(one, one, size)))
    }

    /// A local for a loop index, and what its name meant before.
    pub(super) fn loop_local(
        &mut self,
        body: &mut FunctionBody<'a>,
        index: &ForIndex,
        values: ExprId,
    ) -> (u32, Option<u32>) {
        let name = self.model.symbols.add(body.context.file.read(index.name.span));
        let local = body.locals.len() as u32;
        let kind = self.sort(body, values).map_or(Type::Integer, |sort| sort.kind);
        let fields = self.declared_as(body, values).map_or(Vec::new(), |array| array.fields.clone());
        body.locals.push(Local { name, kind, dims: Vec::new(), binding: None, fields });
        (local, body.names.insert(name, local))
    }

    pub(super) fn end_loop(&mut self, body: &mut FunctionBody<'a>, index: &ForIndex, shadowed: Option<u32>) {
        let name = self.model.symbols.add(body.context.file.read(index.name.span));
        match shadowed {
            Some(local) => body.names.insert(name, local),
            None => body.names.remove(&name),
        };
    }

    pub(super) fn local_target(
        &mut self,
        body: &mut FunctionBody<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<AssignmentTarget> {
        let parts = &body.context.file.tree[reference.parts];
        let name = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let Some(&local) = body.names.get(&name) else {
            self.unknown(body.context.place(span), "a variable of the function", name);
            return None;
        };
        if local < body.inputs {
            self.assigned_input(name, body.context.place(parts[0].name.span));
        } else if local >= body.declared {
            self.assigned_index(name, body.context.place(parts[0].name.span));
        }
        let mut whole = self.model.exprs.add(Expr::Local(local));
        let mut path = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                let name = self.model.symbols.add(body.context.file.read(part.name.span));
                self.check_field(body, whole, name, part.name.span)?;
                path.push(AccessStep::Field(name));
                whole = self.model.exprs.add(Expr::Field(whole, name));
            }
            if !part.subscripts.is_empty() {
                let items = self.subscript_exprs(body, whole, part.subscripts)?;
                let list = self.model.exprs.list(&items);
                whole = self.model.exprs.add(Expr::Index(whole, list));
                path.push(AccessStep::Index(items));
            }
        }
        Some(AssignmentTarget { local, path })
    }
}
