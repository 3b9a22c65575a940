//! Equations of all instances (Modelica Language Specification 3.6, chapter 8).

use equations::{
    Equation, EquationKind, Expr, ExprId, FunctionId, Origin, OriginId, Type, Variability, VariableId,
};
use syntax::tree::{
    ConditionalBranch, EquationSyntax as Syntax, EquationSyntaxKind as Kind, Section, SyntaxNode,
};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use crate::Flattener;
use crate::branches::BranchBody;
use crate::instance::InstId;
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, is_number};

/// The branches of an `if` as far as their conditions are known.
pub(crate) struct OpenBranches<T, B> {
    /// Those whose conditions are not, with what they hold.
    pub(crate) kept: Vec<(ExprId, B)>,
    /// What counts if none of these conditions holds.
    pub(crate) last: List<T>,
    /// What never counts.
    pub(crate) gone: Vec<List<T>>,
}

impl<'a> Flattener<'a> {
    /// All equations of an instance, without those of its components.
    pub(crate) fn sections(&mut self, inst: InstId) {
        if self.cancellation.is_cancelled() {
            return;
        }
        let elab = self.inst(inst).elab;
        for at in 0..self.elab(elab).sections.len() {
            let (scope, file, section) = self.elab(elab).sections[at];
            let context = LoweringContext::new(Some(inst), scope, file);
            let mut out = Vec::new();
            self.initial = matches!(
                section,
                Section::Equations { initial: true, .. } | Section::Algorithm { initial: true, .. }
            );
            let is_initial = match *section {
                Section::Equations { initial, equations } => {
                    for equation in &file.tree[equations] {
                        self.equation(&context, equation, &mut out);
                    }
                    initial
                }
                Section::Algorithm { initial, statements } => {
                    // What is wrong has been reported.
                    let _ = self
                        .lower_separately(|flattener| flattener.algorithm(&context, statements, &mut out));
                    initial
                }
                Section::Elements { .. } => false,
            };
            let target =
                if is_initial { &mut self.model.initial_equations } else { &mut self.model.equations };
            target.extend(out);
        }
        self.initial = false;
    }

    fn equation(&mut self, context: &LoweringContext<'a>, equation: &Syntax, out: &mut Vec<Equation>) {
        // What is wrong has been reported; the other equations are still of interest.
        let _ = self.lower_separately(|flattener| flattener.try_equation(context, equation, out));
    }

    fn try_equation(
        &mut self,
        context: &LoweringContext<'a>,
        equation: &Syntax,
        out: &mut Vec<Equation>,
    ) -> Option<()> {
        let inst = context.inst?;
        let file = context.file;
        match equation.kind {
            Kind::Equality { left, right } => {
                let left = self.lower_all(context, left)?;
                let right = self.lower_all(context, right)?;
                let origin = self.written(inst, file, equation.span);
                self.fold_origin(origin);
                self.equate(context, left, right, origin, equation.span, out)
            }
            Kind::If { branches, otherwise } => {
                self.if_equation(context, branches, otherwise, equation.span, out)
            }
            Kind::For { indices, body } => {
                let order: Vec<_> = file.tree[indices].to_vec();
                self.iterate(
                    &context.around(equation.span),
                    &order,
                    &mut Vec::new(),
                    0,
                    &mut |flattener, context| {
                        flattener.check_indices(context, &order)?;
                        for equation in &context.file.tree[body] {
                            flattener.equation(context, equation, out);
                        }
                        Some(())
                    },
                )
            }
            Kind::When { branches } => {
                let mut whens = Vec::new();
                for branch in &file.tree[branches] {
                    let condition = self.when_condition(context, branch.condition)?;
                    let mut body = Vec::new();
                    let before = std::mem::replace(&mut self.event, true);
                    for equation in &file.tree[branch.body] {
                        self.equation(context, equation, &mut body);
                    }
                    self.event = before;
                    whens.push((condition, body));
                }
                let origin = self.written(inst, file, equation.span);
                self.fold_origin(origin);
                out.push(Equation { kind: EquationKind::When(whens), origin });
                Some(())
            }
            // Connections have been noted before.
            Kind::Connect { .. } => Some(()),
            Kind::Call { function, arguments } => {
                if self.is_connections(context, function) {
                    return Some(());
                }
                let value = self.call(context, function, arguments, equation.span)?;
                let origin = self.written(inst, file, equation.span);
                self.fold_origin(origin);
                let mut calls = Vec::new();
                self.calls_of(&value, &mut calls);
                out.extend(calls.into_iter().map(|call| Equation { kind: EquationKind::Call(call), origin }));
                Some(())
            }
        }
    }

    /// `left = right`, scalar by scalar.
    fn equate(
        &mut self,
        context: &LoweringContext<'a>,
        left: LoweredValue,
        right: LoweredValue,
        origin: OriginId,
        span: Span,
        out: &mut Vec<Equation>,
    ) -> Option<()> {
        match (left, right) {
            (LoweredValue::Plain(left), LoweredValue::Plain(right))
                if left.dims == right.dims
                    && (left.kind == right.kind
                        || left.items.is_empty()
                        || (is_number(left.kind) && is_number(right.kind))) =>
            {
                let wholes = [(&left, &right), (&right, &left)].map(|(one, other)| self.follows(one, other));
                if let [Some(name), _] | [_, Some(name)] = wholes {
                    self.not_whole(context.place(span), &name);
                    return None;
                }
                for (&left, &right) in left.items.iter().zip(&right.items) {
                    out.push(Equation { kind: EquationKind::Equality(left, right), origin });
                }
                Some(())
            }
            (LoweredValue::Record(left), LoweredValue::Record(right)) => {
                for (name, field) in left.fields {
                    let Some((_, other)) = right.fields.iter().find(|(known, _)| *known == name) else {
                        self.unknown(context.place(span), "a field of both sides", name);
                        return None;
                    };
                    self.equate(context, field, other.clone(), origin, span, out)?;
                }
                Some(())
            }
            (LoweredValue::Tuple(left), LoweredValue::Tuple(right)) => {
                self.count_results(context.place(span), None, left.len(), right.len())?;
                for (left, right) in left.into_iter().zip(right) {
                    if !matches!(left, LoweredValue::Omitted) {
                        self.equate(context, left, right, origin, span, out)?;
                    }
                }
                Some(())
            }
            // A call with several results stands for its first.
            (left, LoweredValue::Tuple(mut right)) if !right.is_empty() => {
                self.equate(context, left, right.swap_remove(0), origin, span, out)
            }
            (LoweredValue::Tuple(mut left), right) if left.len() == 1 => {
                self.equate(context, left.swap_remove(0), right, origin, span, out)
            }
            (left, right) => {
                self.mismatch(context.place(span), &left, &right, "=");
                None
            }
        }
    }

    /// The name of the Integer that should be equal to a Real of which everything is known: it changes in steps, and
    /// cannot follow it. Of an unknown Real the equation may say what it is.
    fn follows(&self, one: &ArrayValue, other: &ArrayValue) -> Option<String> {
        let &[item] = &one.items[..] else { return None };
        let Expr::Variable(variable) = self.model.exprs.get(item) else { return None };
        let is_unknown = |id: VariableId| self.model.variables[id.at()].variability > Variability::Parameter;
        let differ = one.kind == Type::Integer && other.kind == Type::Real && is_unknown(variable);
        let known =
            differ && !self.model.exprs.variables(other.items.iter().copied()).into_iter().any(is_unknown);
        known.then(|| self.model.variable_name(variable))
    }

    /// Reports more variables than the call on the other side has results.
    pub(crate) fn count_results(
        &mut self,
        place: Place,
        function: Option<FunctionId>,
        wanted: usize,
        given: usize,
    ) -> Option<()> {
        if wanted <= given {
            return Some(());
        }
        let function = function.map(|id| &self.model.functions[id.at()]);
        let declared = function.map(|function| function.place);
        let name = function.map_or("the call".to_string(), |function| {
            format!("`{}`", self.model.symbols.name(function.name))
        });
        let plural = if given == 1 { "result" } else { "results" };
        let diagnostic = Diagnostic::new(
            DiagnosticCode::WrongCall,
            place,
            format!("{name} has {given} {plural}, {wanted} are wanted"),
        )
        .label("more variables than results");
        self.report(match declared {
            Some(declared) => diagnostic.related(declared, "the function"),
            None => diagnostic,
        });
        None
    }

    /// Reads the branches of an `if` whose conditions are not known, up to one that holds for sure.
    pub(crate) fn open_branches<T: Copy, B>(
        &mut self,
        context: &LoweringContext<'a>,
        branches: List<ConditionalBranch<T>>,
        otherwise: List<T>,
        read: &mut dyn FnMut(&mut Self, &ConditionalBranch<T>) -> Option<B>,
    ) -> Option<OpenBranches<T, B>>
    where
        ConditionalBranch<T>: SyntaxNode,
    {
        let mut open = OpenBranches { kept: Vec::new(), last: otherwise, gone: Vec::new() };
        let mut decided = false;
        for branch in &context.file.tree[branches] {
            if decided {
                open.gone.push(branch.body);
                continue;
            }
            let condition = self.condition(context, branch.condition)?;
            match self.boolean_value(condition) {
                Some(false) => open.gone.push(branch.body),
                Some(true) => {
                    open.last = branch.body;
                    decided = true;
                }
                None => {
                    let body = read(self, branch)?;
                    open.kept.push((condition, body));
                }
            }
        }
        open.gone.extend(decided.then_some(otherwise));
        Some(open)
    }

    fn if_equation(
        &mut self,
        context: &LoweringContext<'a>,
        branches: List<ConditionalBranch<Syntax>>,
        otherwise: List<Syntax>,
        span: Span,
        out: &mut Vec<Equation>,
    ) -> Option<()> {
        let file = context.file;
        let mut spans = Vec::new();
        let across = |body: List<Syntax>| {
            let body = &file.tree[body];
            body.first()
                .zip(body.last())
                .map(|(first, last)| Span { start: first.span.start, end: last.span.end })
        };
        let OpenBranches { mut kept, last, gone } =
            self.open_branches(context, branches, otherwise, &mut |flattener, branch| {
                let mut body = Vec::new();
                for equation in &file.tree[branch.body] {
                    flattener.equation(context, equation, &mut body);
                }
                // A branch without equations is shown by its condition.
                spans.push(across(branch.body).or(Some(file.tree[branch.condition].span)));
                Some(body)
            })?;
        for body in gone {
            if let Some(span) = across(body) {
                self.discard(context, context.place(span), |flattener| {
                    let mut unused = Vec::new();
                    for equation in &file.tree[body] {
                        flattener.equation(context, equation, &mut unused);
                    }
                });
            }
        }
        let mut body = Vec::new();
        for equation in &file.tree[last] {
            self.equation(context, equation, &mut body);
        }
        if kept.is_empty() {
            out.extend(body);
            return Some(());
        }
        let truth = self.model.exprs.add(Expr::Boolean(true));
        kept.push((truth, body));
        spans.push(across(last));
        let bodies: Vec<BranchBody> = spans
            .into_iter()
            .zip(&kept)
            .map(|(span, kept)| BranchBody { span, equations: &kept.1 })
            .collect();
        if let Some(found) = self.uneven_branches(context.place(span), &bodies) {
            self.report(found);
            return None;
        }
        let origin = self.written(context.inst?, file, span);
        self.fold_origin(origin);
        out.push(Equation { kind: EquationKind::If(kept), origin });
        Some(())
    }

    /// The condition of a `when`: a Boolean, or several of which one suffices.
    pub(crate) fn when_condition(
        &mut self,
        context: &LoweringContext<'a>,
        id: syntax::Id<syntax::tree::Expression>,
    ) -> Option<ExprId> {
        let span = context.file.tree[id].span;
        match self.lower(context, id)? {
            LoweredValue::Plain(plain) if matches!(plain.kind, Type::Boolean | Type::Clock) => {
                let mut items = plain.items.into_iter();
                let first = items.next()?;
                // Each condition becomes true by itself, so the list is kept.
                let rest: Vec<ExprId> = items.collect();
                if rest.is_empty() {
                    return Some(first);
                }
                let all = [&[first], &rest[..]].concat();
                let list = self.model.exprs.list(&all);
                Some(self.model.exprs.add(Expr::Array(list)))
            }
            other => {
                self.expected(context.place(span), "a Boolean", &other);
                None
            }
        }
    }

    /// Equations that connections make.
    pub(crate) fn push_connected(&mut self, left: ExprId, right: ExprId, origin: Origin) {
        let origin = self.add_origin(origin);
        self.model.equations.push(Equation { kind: EquationKind::Equality(left, right), origin });
    }
}
