//! Algorithms of models at a row (MLS 11.1): they are carried out, and what they assign is compared.

use equations::{
    AssignmentTarget, Equation, EquationKind, Expr, ExprId, Statement, Type, Variability, VariableId, Visit,
};

use crate::evaluate::RowEvaluator;
use crate::judge::{Difference, Judge};
use crate::missing_value::{CertifyResult, MissingValue};

/// How often a loop may run.
const MAX_ROUNDS: usize = 1_000_000;

/// Where a statement leads.
#[derive(Clone, Copy, PartialEq)]
enum AlgorithmFlow {
    Next,
    Break,
    Return,
}

impl Judge<'_> {
    /// Carries out an algorithm and gives the variable it assigns that differs most from what is recorded.
    pub(crate) fn algorithm(&mut self, equation: &Equation) -> CertifyResult<(Difference, VariableId)> {
        let EquationKind::Algorithm(body, assigned) = &equation.kind else {
            return Err(MissingValue::Unsupported);
        };
        let recorded: Vec<f64> = assigned.iter().map(|id| self.evaluator.values[id.at()]).collect();
        if let Some(at) = recorded.iter().position(|value| value.is_nan()) {
            return Err(MissingValue::Missing(assigned[at]));
        }
        let mut first = Vec::with_capacity(assigned.len());
        for (id, &now) in assigned.iter().zip(&recorded) {
            let declared = &self.model.variables[id.at()];
            let keeps = declared.kind != Type::Real || declared.variability <= Variability::Discrete;
            // What is discrete begins with what it was; at a row between events that is what it is.
            first.push(if keeps || body.iter().any(has_when) { now } else { self.start(*id)? });
        }
        self.execute_algorithm(body, assigned, &first, &[])
    }

    /// Carries an algorithm out with what its variables begin with, and of each `when` in it the branch with this number, or
    /// none. Gives the variable that differs most from what is recorded.
    pub(crate) fn execute_algorithm(
        &mut self,
        body: &[Statement],
        assigned: &[VariableId],
        first: &[f64],
        fired: &[Option<usize>],
    ) -> CertifyResult<(Difference, VariableId)> {
        let recorded: Vec<f64> = assigned.iter().map(|id| self.evaluator.values[id.at()]).collect();
        for (id, first) in assigned.iter().zip(first) {
            self.evaluator.values[id.at()] = *first;
        }
        self.evaluator.remembers = false;
        self.evaluator.clear_cache();
        let done = run_with(&mut self.evaluator, body, assigned, fired);
        self.evaluator.remembers = true;
        let computed: Vec<f64> = assigned.iter().map(|id| self.evaluator.values[id.at()]).collect();
        for (id, value) in assigned.iter().zip(&recorded) {
            self.evaluator.values[id.at()] = *value;
        }
        self.evaluator.clear_cache();
        done?;
        let first = assigned.first().copied().unwrap_or(VariableId(0));
        let mut worst = (Difference::none(), first);
        for ((&id, &now), value) in assigned.iter().zip(&recorded).zip(computed) {
            let found = Difference::of(now, value, now.abs() + value.abs());
            if self.parts.take(&mut worst.0, found) {
                worst.1 = id;
            }
        }
        Ok(worst)
    }

    /// The start value of a variable.
    pub(crate) fn start(&mut self, id: VariableId) -> CertifyResult<f64> {
        match self.starts.get(&id) {
            Some(&start) => self.evaluator.number(start),
            None => Ok(0.0),
        }
    }
}

/// The statements of an algorithm, with the branches of its `when` that are carried out.
fn run_with(
    evaluator: &mut RowEvaluator,
    body: &[Statement],
    assigned: &[VariableId],
    fired: &[Option<usize>],
) -> CertifyResult<AlgorithmFlow> {
    let mut fired = fired.iter();
    for statement in body {
        let flow = match statement {
            Statement::When(branches) => match fired.next() {
                Some(&Some(at)) => run(evaluator, &branches[at].1, assigned)?,
                _ => AlgorithmFlow::Next,
            },
            statement => act(evaluator, statement, assigned)?,
        };
        if flow != AlgorithmFlow::Next {
            return Ok(flow);
        }
    }
    Ok(AlgorithmFlow::Next)
}

fn run(
    evaluator: &mut RowEvaluator,
    body: &[Statement],
    assigned: &[VariableId],
) -> CertifyResult<AlgorithmFlow> {
    for statement in body {
        let flow = act(evaluator, statement, assigned)?;
        if flow != AlgorithmFlow::Next {
            return Ok(flow);
        }
    }
    Ok(AlgorithmFlow::Next)
}

fn act(
    evaluator: &mut RowEvaluator,
    statement: &Statement,
    assigned: &[VariableId],
) -> CertifyResult<AlgorithmFlow> {
    match statement {
        Statement::Assign(target, value) => {
            let number = evaluator.number(*value)?;
            assign(evaluator, target, assigned, number)?;
        }
        Statement::AssignMany(targets, value) => {
            let values = match evaluator.value(*value)? {
                crate::value::CertifyValue::Tuple(values) => values,
                value => value.into_items(),
            };
            for (target, value) in targets.iter().zip(values) {
                if let Some(target) = target {
                    assign(evaluator, target, assigned, value.number()?)?;
                }
            }
        }
        // Assertions in algorithms end a simulation; what else is called acts outside of the model.
        Statement::Call(_) => {}
        Statement::If(branches) => {
            for (condition, inner) in branches {
                if evaluator.number(*condition)? != 0.0 {
                    return run(evaluator, inner, assigned);
                }
            }
        }
        // Between events nothing becomes true.
        Statement::When(_) => {}
        Statement::While(condition, inner) => {
            for round in 0.. {
                if round > MAX_ROUNDS {
                    return Err(MissingValue::Failed);
                }
                if evaluator.number(*condition)? == 0.0 {
                    break;
                }
                match run(evaluator, inner, assigned)? {
                    AlgorithmFlow::Next => {}
                    AlgorithmFlow::Break => break,
                    AlgorithmFlow::Return => return Ok(AlgorithmFlow::Return),
                }
            }
        }
        Statement::For(..) => return Err(MissingValue::Unsupported),
        Statement::Break => return Ok(AlgorithmFlow::Break),
        Statement::Return => return Ok(AlgorithmFlow::Return),
    }
    Ok(AlgorithmFlow::Next)
}

fn assign(
    evaluator: &mut RowEvaluator,
    target: &AssignmentTarget,
    assigned: &[VariableId],
    number: f64,
) -> CertifyResult<()> {
    let id = assigned.get(target.local as usize).filter(|_| target.path.is_empty());
    let id = id.ok_or(MissingValue::Unsupported)?;
    if number.is_nan() {
        return Err(MissingValue::Failed);
    }
    evaluator.values[id.at()] = number;
    Ok(())
}

/// Whether a statement waits for something to happen.
pub(crate) fn has_when(statement: &Statement) -> bool {
    match statement {
        Statement::When(_) => true,
        Statement::If(branches) => branches.iter().flat_map(|branch| &branch.1).any(has_when),
        Statement::For(_, _, body) | Statement::While(_, body) => body.iter().any(has_when),
        _ => false,
    }
}

/// Whether an expression asks for what was before.
pub(crate) fn uses_pre(model: &equations::FlatModel, roots: Vec<ExprId>) -> bool {
    use equations::Builtin as B;
    model.exprs.visit(roots, |_, expr| match expr {
        Expr::Builtin(B::Pre | B::Edge | B::Change | B::Sample, _) => Visit::Stop,
        _ => Visit::Enter,
    })
}
