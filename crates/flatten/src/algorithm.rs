//! Algorithms of models: statements on the variables they assign, scalar by scalar.
//!
//! Loops over known values are written out; what is assigned at a moving subscript becomes a choice for each
//! element. Elements of one array are assigned at once, because each may use the others' values from before.

use equations::{
    AssignmentTarget, Equation, EquationKind, Expr, ExprId, Operator, Statement, Symbol, VariableId,
};
use rustc_hash::FxHashMap;
use syntax::tree::{
    ComponentReference, ConditionalBranch, ExpressionKind, ForIndex, FunctionArgument,
    StatementSyntax as Syntax, StatementSyntaxKind,
};
use syntax::{List, Place, Span};

use crate::Flattener;
use crate::equation::OpenBranches;
use crate::lower::LoweringContext;
use crate::value::{LoweredValue, accepts};

/// The variables that an algorithm assigns, with their numbers.
#[derive(Default)]
struct AssignedVariables {
    variables: Vec<VariableId>,
    numbers: FxHashMap<VariableId, u32>,
}

impl AssignedVariables {
    fn target(&mut self, variable: VariableId) -> AssignmentTarget {
        let next = self.variables.len() as u32;
        let local = *self.numbers.entry(variable).or_insert(next);
        if local == next {
            self.variables.push(variable);
        }
        AssignmentTarget { local, path: Vec::new() }
    }
}

impl<'a> Flattener<'a> {
    pub(crate) fn algorithm(
        &mut self,
        context: &LoweringContext<'a>,
        statements: List<Syntax>,
        out: &mut Vec<Equation>,
    ) -> Option<()> {
        let all = &context.file.tree[statements];
        let (first, last) = (all.first()?, all.last()?);
        let mut assigned = AssignedVariables::default();
        let mut body = Vec::new();
        self.steps(context, statements, &mut assigned, &mut body)?;
        let origin = self.written(context.inst?, context.file, first.span.to(last.span));
        self.fold_origin(origin);
        out.push(Equation { kind: EquationKind::Algorithm(body, assigned.variables), origin });
        Some(())
    }

    fn steps(
        &mut self,
        context: &LoweringContext<'a>,
        statements: List<Syntax>,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        for statement in &context.file.tree[statements] {
            self.step_one(context, statement, assigned, out)?;
        }
        Some(())
    }

    fn step_one(
        &mut self,
        context: &LoweringContext<'a>,
        statement: &Syntax,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        let span = statement.span;
        match statement.kind {
            StatementSyntaxKind::Assign { target, value } => {
                if let Some((name, place)) = self.loop_variable(context, target) {
                    self.assigned_index(name, place);
                    return None;
                }
                let target = self.reference_value(context, target, span)?;
                let value = self.lower(context, value)?;
                self.assign(context, &target, value, span, assigned, out)
            }
            StatementSyntaxKind::AssignCall { targets, function, arguments } => {
                let call = self.call(context, function, arguments, span)?;
                let results = match call {
                    LoweredValue::Tuple(results) => results,
                    single => vec![single],
                };
                self.assign_results(context, targets, results, span, assigned, out)
            }
            StatementSyntaxKind::Call { function, arguments } => {
                self.step_call(context, function, arguments, span, out)
            }
            StatementSyntaxKind::If { branches, otherwise } => {
                self.step_if(context, branches, otherwise, assigned, out)
            }
            StatementSyntaxKind::When { branches } => self.step_when(context, branches, assigned, out),
            StatementSyntaxKind::For { indices, body } => {
                self.step_for(&context.around(span), indices, body, assigned, out)
            }
            StatementSyntaxKind::While { branch: ConditionalBranch { condition, body } } => {
                let condition = self.condition(context, condition)?;
                let mut inner = Vec::new();
                self.steps(context, body, assigned, &mut inner)?;
                out.push(Statement::While(condition, inner));
                Some(())
            }
            StatementSyntaxKind::Break => {
                out.push(Statement::Break);
                Some(())
            }
            StatementSyntaxKind::Return => {
                out.push(Statement::Return);
                Some(())
            }
        }
    }

    /// Keeps the branches whose conditions are not known, up to one that holds for sure.
    fn step_if(
        &mut self,
        context: &LoweringContext<'a>,
        branches: List<ConditionalBranch<Syntax>>,
        otherwise: List<Syntax>,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        let tree = context.file.tree;
        let OpenBranches { mut kept, last, gone } =
            self.open_branches(context, branches, otherwise, &mut |flattener, branch| {
                let mut body = Vec::new();
                flattener.steps(context, branch.body, assigned, &mut body)?;
                Some(body)
            })?;
        for body in gone {
            let Some(first) = tree[body].first() else { continue };
            self.discard(context, context.place(first.span), |flattener| {
                flattener.steps(context, body, &mut AssignedVariables::default(), &mut Vec::new());
            });
        }
        if kept.is_empty() {
            return self.steps(context, last, assigned, out);
        }
        let mut body = Vec::new();
        self.steps(context, last, assigned, &mut body)?;
        let truth = self.model.exprs.add(Expr::Boolean(true));
        kept.push((truth, body));
        out.push(Statement::If(kept));
        Some(())
    }

    fn step_when(
        &mut self,
        context: &LoweringContext<'a>,
        branches: List<ConditionalBranch<Syntax>>,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        let mut whens = Vec::new();
        for branch in &context.file.tree[branches] {
            let condition = self.when_condition(context, branch.condition)?;
            let mut body = Vec::new();
            let before = std::mem::replace(&mut self.event, true);
            let done = self.steps(context, branch.body, assigned, &mut body);
            self.event = before;
            done?;
            whens.push((condition, body));
        }
        out.push(Statement::When(whens));
        Some(())
    }

    /// Writes a loop out, one round after the other.
    fn step_for(
        &mut self,
        context: &LoweringContext<'a>,
        indices: List<ForIndex>,
        body: List<Syntax>,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        let tree = context.file.tree;
        let order: Vec<_> = tree[indices].to_vec();
        let mut inner = Vec::new();
        self.iterate(context, &order, &mut Vec::new(), 0, &mut |flattener, context| {
            flattener.steps(context, body, assigned, &mut inner)
        })?;
        if !has_break(tree, body) {
            out.extend(inner);
            return Some(());
        }
        // Written out, the loop runs once, so that `break` has something to leave.
        inner.push(Statement::Break);
        let truth = self.model.exprs.add(Expr::Boolean(true));
        out.push(Statement::While(truth, inner));
        Some(())
    }

    fn step_call(
        &mut self,
        context: &LoweringContext<'a>,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        span: Span,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        let value = self.call(context, function, arguments, span)?;
        let mut calls = Vec::new();
        self.calls_of(&value, &mut calls);
        for call in calls {
            if matches!(self.model.exprs.get(call), Expr::Call(..)) {
                let origin = self.written(context.inst?, context.file, span);
                self.model.statements.push((call, origin));
            }
            out.push(Statement::Call(call));
        }
        Some(())
    }

    fn assign_results(
        &mut self,
        context: &LoweringContext<'a>,
        targets: List<syntax::tree::Expression>,
        results: Vec<LoweredValue>,
        span: Span,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        self.count_results(context.place(span), None, targets.len(), results.len())?;
        let mut pairs = Vec::new();
        for (target, result) in context.file.tree[targets].iter().zip(results) {
            if let ExpressionKind::Reference(reference) = target.kind {
                let target = self.reference_value(context, reference, target.span)?;
                self.pairs(context, &target, result, span, &mut pairs)?;
            }
        }
        self.assign_pairs(&pairs, assigned, out);
        Some(())
    }

    fn assign(
        &mut self,
        context: &LoweringContext<'a>,
        target: &LoweredValue,
        value: LoweredValue,
        span: Span,
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) -> Option<()> {
        // Of several results the first counts.
        let value = match value {
            LoweredValue::Tuple(mut results) if !results.is_empty() => results.swap_remove(0),
            other => other,
        };
        let mut pairs = Vec::new();
        self.pairs(context, target, value, span, &mut pairs)?;
        self.assign_pairs(&pairs, assigned, out);
        Some(())
    }

    /// The variable of a loop that a reference names, and where.
    fn loop_variable(
        &self,
        context: &LoweringContext<'a>,
        target: ComponentReference,
    ) -> Option<(Symbol, Place)> {
        let [part] = &context.file.tree[target.parts] else { return None };
        let name = self.model.symbols.find(context.file.read(part.name.span))?;
        let loops = self.loops.get(context.loops..)?;
        loops.iter().any(|(known, _)| *known == name).then(|| (name, context.place(part.name.span)))
    }

    /// One statement for one variable, and one for all if there are more.
    fn assign_pairs(
        &mut self,
        pairs: &[(VariableId, ExprId)],
        assigned: &mut AssignedVariables,
        out: &mut Vec<Statement>,
    ) {
        match *pairs {
            [] => {}
            [(variable, value)] => out.push(Statement::Assign(assigned.target(variable), value)),
            _ => {
                let targets = pairs.iter().map(|&(variable, _)| Some(assigned.target(variable))).collect();
                let values: Vec<ExprId> = pairs.iter().map(|&(_, value)| value).collect();
                let values = self.model.exprs.list(&values);
                out.push(Statement::AssignMany(targets, self.model.exprs.add(Expr::Array(values))));
            }
        }
    }

    /// Which variable gets which value.
    fn pairs(
        &mut self,
        context: &LoweringContext<'a>,
        target: &LoweredValue,
        value: LoweredValue,
        span: Span,
        out: &mut Vec<(VariableId, ExprId)>,
    ) -> Option<()> {
        match (target, value) {
            (LoweredValue::Plain(target), LoweredValue::Plain(value))
                if target.dims == value.dims
                    && (value.items.is_empty() || accepts(target.kind, value.kind)) =>
            {
                for (&target, &value) in target.items.iter().zip(&value.items) {
                    self.pair_up(context, target, value, span, out)?;
                }
                Some(())
            }
            (LoweredValue::Record(target), LoweredValue::Record(value)) => {
                for (name, field) in &target.fields {
                    let Some((_, other)) = value.fields.iter().find(|(known, _)| known == name) else {
                        self.unknown(context.place(span), "a field of both sides", *name);
                        return None;
                    };
                    self.pairs(context, field, other.clone(), span, out)?;
                }
                Some(())
            }
            (target, value) => {
                self.mismatch(context.place(span), target, &value, ":=");
                None
            }
        }
    }

    fn pair_up(
        &mut self,
        context: &LoweringContext<'a>,
        target: ExprId,
        value: ExprId,
        span: Span,
        out: &mut Vec<(VariableId, ExprId)>,
    ) -> Option<()> {
        match self.model.exprs.get(target) {
            Expr::Variable(variable) => {
                if !self.initial {
                    self.check_assigned(variable, context.place(span));
                }
                out.push((variable, value));
                Some(())
            }
            Expr::Index(array, subscripts) => {
                let subscripts = self.model.exprs.items(subscripts).to_vec();
                self.choices(array, &subscripts, None, value, out);
                Some(())
            }
            _ => {
                self.expected_text(context.place(span), "a variable", "a value");
                None
            }
        }
    }

    /// `x[i] := v` as `x[k] := if i == k then v else x[k]` for every k.
    fn choices(
        &mut self,
        array: ExprId,
        subscripts: &[ExprId],
        condition: Option<ExprId>,
        value: ExprId,
        out: &mut Vec<(VariableId, ExprId)>,
    ) {
        match (self.model.exprs.get(array), subscripts) {
            (Expr::Array(list), [first, rest @ ..]) => {
                let items = self.model.exprs.items(list).to_vec();
                for (at, item) in items.into_iter().enumerate() {
                    let number = self.model.exprs.integer(at as i64 + 1);
                    let same = self.model.exprs.compare(Operator::Equal, *first, number);
                    if self.model.exprs.get(same) == Expr::Boolean(false) {
                        continue;
                    }
                    let both = condition.map_or(same, |condition| self.model.exprs.and(condition, same));
                    self.choices(item, rest, Some(both), value, out);
                }
            }
            (Expr::Variable(variable), _) => {
                let chosen = condition
                    .map_or(value, |condition| self.model.exprs.if_then_else(condition, value, array));
                out.push((variable, chosen));
            }
            _ => {}
        }
    }
}

/// True if statements leave the loop they stand in.
fn has_break(tree: &syntax::tree::StoredDefinition, statements: List<Syntax>) -> bool {
    tree[statements].iter().any(|statement| match statement.kind {
        StatementSyntaxKind::Break | StatementSyntaxKind::Return => true,
        StatementSyntaxKind::If { branches, otherwise } => {
            tree[branches].iter().any(|branch| has_break(tree, branch.body)) || has_break(tree, otherwise)
        }
        StatementSyntaxKind::When { branches } => {
            tree[branches].iter().any(|branch| has_break(tree, branch.body))
        }
        _ => false,
    })
}
