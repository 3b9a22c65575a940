//! Algorithms that wait for something (MLS 11.2.7), at events: they are carried out from what was before, with the branches whose
//! conditions became true, and what they assign is compared with the row after the event.

use equations::{Equation, EquationKind, ExprId, Statement, Type, Variability, VariableId};
use rustc_hash::FxHashSet;

use super::{DiscreteDefinitions, EventRows, MAX_MIXED};
use crate::algorithm::{has_when, uses_pre};
use crate::certificate::CertificateFindingKind;
use crate::evaluate::PreMeaning;
use crate::judge::{ALLOWED, Difference, Judge, RowCheck};
use crate::missing_value::{CertifyResult, UndecidedReason};

/// An algorithm that waits for something, or asks for what was before.
pub(crate) struct WhenAlgorithm<'m> {
    body: &'m [Statement],
    pub(crate) assigned: &'m [VariableId],
    /// All of its expressions.
    parts: Vec<ExprId>,
    /// What its conditions depend on that keeps its value until something happens, and what else of that kind it uses.
    depends: FxHashSet<VariableId>,
    /// Which of the claims about every row it is.
    pub(crate) check: usize,
    /// What its conditions ask of the moment alone: `sample`, and whether variables changed.
    samples: Vec<ExprId>,
    asked: Vec<VariableId>,
    /// What its conditions mention that is there for a moment alone, with what defines it.
    awaited: Vec<(VariableId, ExprId)>,
}

impl<'m> WhenAlgorithm<'m> {
    /// None if an algorithm does neither.
    pub(crate) fn new(
        judge: &Judge,
        equation: &'m Equation,
        check: usize,
        definitions: &DiscreteDefinitions,
    ) -> Option<WhenAlgorithm<'m>> {
        let EquationKind::Algorithm(body, assigned) = &equation.kind else { return None };
        let mut parts = Vec::new();
        equation.parts(&mut parts);
        if !body.iter().any(has_when) && !uses_pre(judge.model, parts.clone()) {
            return None;
        }
        let (samples, asked) = definitions.samples_and_pre(&parts);
        let conditions = body.iter().filter_map(|statement| match statement {
            Statement::When(branches) => Some(branches.iter().map(|branch| branch.0)),
            _ => None,
        });
        let conditions: Vec<ExprId> = conditions.flatten().collect();
        let mut depends = definitions.discrete_dependencies(parts.clone());
        depends.retain(|id| !assigned.contains(id));
        depends.extend(definitions.discrete_dependencies(conditions.clone()));
        let awaited = definitions.moments(conditions);
        Some(WhenAlgorithm { body, assigned, parts, depends, check, samples, asked, awaited })
    }
}

impl Judge<'_> {
    /// Looks at an algorithm at an event. The row after it is loaded, and `left` of the evaluator is the row before it.
    pub(crate) fn check_algorithm(
        &mut self,
        algorithm: &WhenAlgorithm,
        check: &mut RowCheck,
        around: &EventRows,
    ) {
        if check.undecided.is_some() {
            return;
        }
        let found = self.carried_out(algorithm, around);
        self.evaluator.pre = PreMeaning::Same;
        self.evaluator.clear_cache();
        match found {
            Ok(Some((found, id))) => {
                let relative = found.relative();
                if check.worst.is_none_or(|worst| relative > worst.0) {
                    check.worst = Some((relative, around.time, found.sides));
                    check.kind = CertificateFindingKind::Algorithm(id);
                }
                check.failed |= relative > ALLOWED;
            }
            Ok(None) => check.undecided = Some(UndecidedReason::EventRounds),
            Err(gap) => check.undecided = Some(gap.into()),
        }
    }

    /// The variable that differs most from what the algorithm makes of it; none if the two rows do not tell.
    fn carried_out(
        &mut self,
        algorithm: &WhenAlgorithm,
        around: &EventRows,
    ) -> CertifyResult<Option<(Difference, VariableId)>> {
        let nested = |statement: &Statement| !matches!(statement, Statement::When(_)) && has_when(statement);
        if algorithm.body.iter().any(nested) || around.crowded {
            return Ok(None);
        }
        let changed =
            |judge: &Self, id: VariableId| judge.evaluator.left[id.at()] != judge.evaluator.values[id.at()];
        // What is true for a moment alone is in neither row.
        let mut pulse = algorithm.asked.iter().any(|&id| changed(self, id));
        for &sample in &algorithm.samples {
            if let equations::Expr::Builtin(_, list) = self.model.exprs.get(sample)
                && let &[start, interval] = self.model.exprs.items(list)
                && !self.evaluator.is_clock(interval)
            {
                pulse |= self.evaluator.is_sample_due(start, interval)?;
            }
        }
        let mut choices: Vec<Vec<Option<usize>>> = Vec::new();
        for statement in algorithm.body {
            let Statement::When(branches) = statement else { continue };
            let (mut open, mut surely) = (Vec::new(), false);
            for (at, (condition, _)) in branches.iter().enumerate() {
                match self.became(*condition, around, &algorithm.awaited)? {
                    Some(true) => {
                        open.push(Some(at));
                        surely = true;
                        break;
                    }
                    Some(false)
                        if (!pulse || self.is_sample(*condition)) && !self.may_pass(*condition)? => {}
                    Some(false) | None => open.push(Some(at)),
                }
            }
            if !surely {
                open.push(None);
            }
            choices.push(open);
        }
        let moved = self.changed(&algorithm.parts);
        let mut before = moved.clone();
        before.extend(algorithm.assigned.iter().filter(|id| !moved.contains(id)));
        let mut best: Option<(Difference, VariableId)> = None;
        let count = choices.iter().fold(1usize, |all, open| all.saturating_mul(open.len()));
        for choice in 0..count.min(1 << MAX_MIXED) {
            let mut rest = choice;
            let mut fired = Vec::with_capacity(choices.len());
            for open in &choices {
                fired.push(open[rest % open.len()]);
                rest /= open.len();
            }
            self.evaluator.pre = PreMeaning::Left(before.clone());
            let found = self.once_with(algorithm, &fired)?;
            if best.is_none_or(|best| found.0.relative() < best.0.relative()) {
                best = Some(found);
            }
            if found.0.relative() <= ALLOWED {
                return Ok(Some(found));
            }
        }
        // Another round of the same event may have come in between.
        let others = algorithm.depends.iter().any(|&id| changed(self, id));
        Ok(best.filter(|_| !others))
    }

    /// Carries an algorithm out from what its variables were before the event.
    fn once_with(
        &mut self,
        algorithm: &WhenAlgorithm,
        fired: &[Option<usize>],
    ) -> CertifyResult<(Difference, VariableId)> {
        let mut first = Vec::with_capacity(algorithm.assigned.len());
        for &id in algorithm.assigned {
            let declared = &self.model.variables[id.at()];
            let keeps = declared.kind != Type::Real || declared.variability <= Variability::Discrete;
            let waits = algorithm.body.iter().any(has_when);
            first.push(if keeps || waits { self.evaluator.left[id.at()] } else { self.start(id)? });
        }
        self.execute_algorithm(algorithm.body, algorithm.assigned, &first, fired)
    }
}
