//! The first row of a result: what never changes, and what holds at the beginning alone (MLS 8.6).

use equations::{Attribute, Builtin, EquationKind, Expr, ExprId, FlatModel, VariableId};
use rustc_hash::FxHashSet;

use super::Verification;
use crate::certificate::CertificateFindingKind;
use crate::evaluate::PreMeaning;
use crate::judge::{Claim, RowCheck};
use crate::missing_value::UndecidedReason;
use crate::recorded::is_parameter;
use crate::whens::WhenEquation;

impl Verification<'_, '_> {
    /// The first row: what never changes, initial equations, fixed start values, and `when initial()`.
    pub(super) fn check_first_row(&mut self, whens: &mut [WhenEquation], memories: &FxHashSet<VariableId>) {
        let model = self.judge.model;
        let mut once = std::mem::take(&mut self.once);
        for check in &mut once {
            self.judge.check_claim(check);
            if let (CertificateFindingKind::Binding(id), Claim::Bound(_, binding)) = (check.kind, check.claim)
            {
                let given = || self.options.parameters.contains(&model.variable_name(id));
                let literal = || model.exprs.variables([binding]).is_empty() && self.options.lenient;
                // The model may have been built with what was given, so that there is nothing to excuse.
                let built = || model.given.iter().any(|given| given.0 == model.variable_name(id));
                if check.failed && (given() || literal()) {
                    (check.failed, check.worst) = (false, None);
                    self.overridden.push((id, self.judge.evaluator.values[id.at()]));
                } else if !model.given.is_empty() && built() {
                    self.overridden.push((id, self.judge.evaluator.values[id.at()]));
                }
            }
        }
        self.judge.evaluator.pre = PreMeaning::Unknown;
        for (at, equation) in model.initial_equations.iter().enumerate() {
            if self.judge.recorded.used_initially[at] {
                continue;
            }
            let claim = match &equation.kind {
                EquationKind::Equality(left, right) => Claim::Equal(*left, *right),
                EquationKind::If(_) => Claim::If(equation),
                EquationKind::Call(call) => Claim::Assert(*call),
                EquationKind::Algorithm(..) => Claim::Algorithm(equation),
                EquationKind::When(_) => continue,
            };
            let mut check = RowCheck::new(model, CertificateFindingKind::Initial, claim, equation.origin);
            if check.variables.iter().any(|id| self.clocked[id.at()]) {
                check.undecided = Some(UndecidedReason::Clocked);
            }
            self.judge.check_claim(&mut check);
            // What is set anew as the model begins is no longer what it began with.
            let reset = check.failed && check.variables.clone().iter().any(|&id| self.may_reset(whens, id));
            let moved = check.variables.iter().any(|&id| self.is_discrete(id) || memories.contains(&id));
            if check.failed && (reset || moved) {
                (check.failed, check.worst) = (false, None);
                check.undecided = Some(UndecidedReason::BeforeStart);
            }
            once.push(check);
        }
        let fixed: Vec<(VariableId, ExprId)> = model
            .attributes
            .iter()
            .filter(|found| found.1 == Attribute::Fixed)
            .map(|found| (found.0, found.2))
            .collect();
        for (id, fixed) in fixed {
            let variable = &model.variables[id.at()];
            let start = self.judge.starts.get(&id).copied();
            if is_parameter(model, id)
                || !matches!(self.judge.evaluator.number(fixed), Ok(fixed) if fixed != 0.0)
                || self.options.starts.contains(&model.variable_name(id))
                || self.clocked[id.at()]
            {
                continue;
            }
            let Some(start) = start else { continue };
            let origin = variable.origin;
            let mut check =
                RowCheck::new(model, CertificateFindingKind::Initial, Claim::Bound(id, start), origin);
            if self.is_discrete(id) || memories.contains(&id) {
                // It is what `pre` was before the first row.
                check.undecided = Some(UndecidedReason::BeforeStart);
            }
            self.judge.check_claim(&mut check);
            if check.failed && self.may_reset(whens, id) {
                (check.failed, check.worst) = (false, None);
                check.undecided = Some(UndecidedReason::BeforeStart);
            }
            once.push(check);
        }
        for when in whens.iter_mut().filter(|when| when.undecided.is_none()) {
            let EquationKind::When(branches) = &when.equation.kind else { continue };
            let first = branches.iter().find(|branch| is_initial(model, branch.0));
            for inner in first.map_or(&[][..], |branch| &branch.1[..]) {
                let EquationKind::Equality(left, right) = inner.kind else { continue };
                let claim = Claim::Equal(left, right);
                let mut check = RowCheck::new(model, CertificateFindingKind::When, claim, inner.origin);
                self.judge.check_claim(&mut check);
                if check.failed {
                    when.failed = true;
                    when.worst = check.worst;
                }
            }
        }
        self.judge.evaluator.pre = PreMeaning::Same;
        self.once = once;
    }
}

impl Verification<'_, '_> {
    /// Whether a variable may have been set anew as the model begins: the condition of a `when` that does it may be true there.
    fn may_reset(&mut self, whens: &[WhenEquation], id: VariableId) -> bool {
        for when in whens.iter().filter(|when| when.reinits.contains(&id)) {
            let EquationKind::When(branches) = &when.equation.kind else { continue };
            for (condition, _) in branches {
                let parts = match self.judge.model.exprs.get(*condition) {
                    Expr::Array(list) => self.judge.model.exprs.items(list).to_vec(),
                    _ => vec![*condition],
                };
                if parts
                    .into_iter()
                    .any(|part| !matches!(self.judge.evaluate_condition(part, true), Ok(Some(false))))
                {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether a condition is `initial()`, or has it among several.
fn is_initial(model: &FlatModel, condition: ExprId) -> bool {
    let is_it = |id: ExprId| matches!(model.exprs.get(id), Expr::Builtin(Builtin::Initial, _));
    match model.exprs.get(condition) {
        Expr::Array(list) => model.exprs.items(list).iter().any(|&one| is_it(one)),
        _ => is_it(condition),
    }
}
