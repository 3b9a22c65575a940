//! Carries plans out, with nothing but the evaluator and elimination.

use std::collections::HashMap;
use wellposed::Cancellation;

use wellposed::dae::{Assignment, LinearBlock, Plan, Replacement, ScheduledBlock, TornBlock};
use wellposed::equations::{
    Builtin, EquationKind, EvalContext, Expr, ExprId, Exprs, Value, VariableId, eval,
};

use super::flat;

/// A plan with the values of its variables.
pub(crate) struct Run {
    pub(crate) plan: Plan,
    pub(crate) values: HashMap<VariableId, Value>,
}

impl Run {
    /// Begins with the parameters and the states given, at time 0.3.
    pub(crate) fn new(text: &str, state: &dyn Fn(usize, &str) -> f64) -> Run {
        let plan = Plan::new(flat(text), &Cancellation::default()).map_err(|failed| failed.print()).unwrap();
        let mut run = Run { plan, values: HashMap::new() };
        for (variable, value) in run.plan.reduced.dae.parameters.clone() {
            let value = run.eval(value);
            run.values.insert(variable, value);
        }
        for (at, (variable, _)) in run.plan.schedule.states.clone().into_iter().enumerate() {
            let name = run.plan.reduced.dae.model.variable_name(variable);
            run.values.insert(variable, Value::Real(state(at, &name)));
        }
        for block in run.plan.schedule.blocks.clone() {
            run.block(&block);
        }
        run.aliases();
        run
    }

    fn eval(&mut self, id: ExprId) -> Value {
        let exprs = &mut self.plan.reduced.dae.model.exprs;
        let mut now = |exprs: &mut Exprs, id: ExprId| match exprs.get(id) {
            Expr::Time => Some(exprs.real(0.3)),
            _ => None,
        };
        let id = exprs.substitute(id, &mut Default::default(), &mut now);
        let model = &self.plan.reduced.dae.model;
        let values = |variable: VariableId| self.values.get(&variable).cloned();
        let context = EvalContext::of(model, &values);
        eval(&context, id).unwrap_or_else(|failure| panic!("{failure:?} in {}", model.expr_text(id)))
    }

    pub(crate) fn real(&mut self, id: ExprId) -> f64 {
        let value = self.eval(id);
        value.as_real().unwrap()
    }

    fn assign(&mut self, assign: &Assignment) {
        let value = self.eval(assign.value);
        self.values.insert(assign.variable, value);
    }

    fn block(&mut self, block: &ScheduledBlock) {
        match block {
            ScheduledBlock::Assign(assign) => self.assign(assign),
            ScheduledBlock::Torn(torn) => match &torn.linear {
                Some(linear) => {
                    self.solve(linear);
                    // The torn form must agree with the whole.
                    for residual in self.residuals(torn) {
                        assert!(residual.abs() < 1e-8, "{residual}");
                    }
                }
                None => self.newton(torn),
            },
        }
    }

    fn solve(&mut self, linear: &LinearBlock) {
        let size = linear.unknowns.len();
        let mut matrix = vec![vec![0.0; size + 1]; size];
        for &(row, column, factor) in &linear.coefficients {
            matrix[row as usize][column as usize] = self.real(factor);
        }
        for (row, &rest) in linear.rest.iter().enumerate() {
            matrix[row][size] = -self.real(rest);
        }
        for (variable, value) in linear.unknowns.iter().zip(eliminate(matrix)) {
            self.values.insert(*variable, Value::Real(value));
        }
    }

    fn residuals(&mut self, torn: &TornBlock) -> Vec<f64> {
        for step in &torn.inner {
            self.assign(step);
        }
        torn.residuals.iter().map(|residual| self.real(residual.0)).collect()
    }

    fn newton(&mut self, torn: &TornBlock) {
        let mut at = vec![-0.7; torn.tearing.len()];
        for _ in 0..60 {
            let mut evaluate = |at: &[f64]| {
                for (variable, &value) in torn.tearing.iter().zip(at) {
                    self.values.insert(*variable, Value::Real(value));
                }
                self.residuals(torn)
            };
            let base = evaluate(&at);
            let mut matrix: Vec<Vec<f64>> = base.iter().map(|_| vec![0.0; at.len() + 1]).collect();
            for column in 0..at.len() {
                let mut moved = at.clone();
                moved[column] += 1e-7;
                for (row, value) in evaluate(&moved).into_iter().enumerate() {
                    matrix[row][column] = (value - base[row]) / 1e-7;
                }
            }
            for (row, value) in base.iter().enumerate() {
                matrix[row][at.len()] = -value;
            }
            let size = |residuals: &[f64]| residuals.iter().fold(0.0, |most: f64, one| most.max(one.abs()));
            if size(&base) < 1e-13 {
                evaluate(&at);
                return;
            }
            let steps = eliminate(matrix);
            let mut length = 1.0;
            loop {
                let next: Vec<f64> =
                    at.iter().zip(&steps).map(|(value, step)| value + length * step).collect();
                if size(&evaluate(&next)) < size(&base) || length < 1e-3 {
                    at = next;
                    break;
                }
                length /= 2.0;
            }
        }
        panic!("Newton's method does not converge");
    }

    /// Gives aliases their values.
    fn aliases(&mut self) {
        for (at, alias) in self.plan.reduced.dae.aliases.clone().into_iter().enumerate() {
            let value = match alias {
                None => continue,
                Some(Replacement::Literal(number)) => self.eval(number),
                Some(Replacement::Variable { of, negated }) => match (self.values[&of].clone(), negated) {
                    (Value::Real(value), true) => Value::Real(-value),
                    (value, _) => value,
                },
            };
            self.values.insert(VariableId(at as u32), value);
        }
    }

    /// The greatest amount by which a row of the system, or an equation as it was written, is wrong.
    pub(crate) fn worst(&mut self) -> f64 {
        let rows = self.plan.reduced.dae.rows.clone();
        let mut sides: Vec<(ExprId, ExprId)> = rows.iter().map(|row| (row.left, row.right)).collect();
        for equation in &self.plan.reduced.dae.model.equations {
            if let EquationKind::Equality(left, right) = equation.kind {
                sides.push((left, right));
            }
        }
        let mut worst: f64 = 0.0;
        for (left, right) in sides {
            let (left, right) = (self.undifferentiated(left), self.undifferentiated(right));
            let (left, right) = (self.real(left), self.real(right));
            worst = worst.max((left - right).abs() / left.abs().max(1.0));
        }
        worst
    }

    /// An equation as it was written with its `der` as the variables they have become.
    fn undifferentiated(&mut self, id: ExprId) -> ExprId {
        let dae = &mut self.plan.reduced.dae;
        let derivative = dae.derivative.clone();
        dae.model.exprs.substitute(id, &mut Default::default(), &mut |exprs, id| match exprs.get(id) {
            Expr::Builtin(Builtin::Der, list) => match exprs.get(exprs.items(list)[0]) {
                Expr::Variable(variable) => {
                    derivative[variable.at()].map(|made| exprs.add(Expr::Variable(made)))
                }
                _ => None,
            },
            _ => None,
        })
    }

    pub(crate) fn value(&self, name: &str) -> f64 {
        let dae = &self.plan.reduced.dae;
        let found =
            (0..dae.roles.len() as u32).map(VariableId).find(|&id| dae.model.variable_name(id) == name);
        self.values[&found.unwrap()].as_real().unwrap()
    }
}

/// Solves by elimination with pivots; the right side stands in the last column.
fn eliminate(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    for at in 0..size {
        let best = (at..size).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs())).unwrap();
        matrix.swap(at, best);
        let pivot = matrix[at].clone();
        for (row, values) in matrix.iter_mut().enumerate() {
            if row != at {
                let factor = values[at] / pivot[at];
                values.iter_mut().zip(&pivot).for_each(|(value, by)| *value -= factor * by);
            }
        }
    }
    (0..size).map(|at| matrix[at][size] / matrix[at][at]).collect()
}
