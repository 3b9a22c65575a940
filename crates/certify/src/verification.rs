//! A result from its first row to its last.

mod conditioning;
mod coupling;
mod initial;
mod origins;

use std::collections::BTreeMap;

use equations::{Attribute, EquationKind, Expr, ExprId, FlatModel, OriginId, Type, Variability, VariableId};
use external::ResourceFiles;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::certificate::{Certificate, CertificateFinding, CertificateFindingKind, LostEvent};
use crate::clocked::clocked_variables;
use crate::columns::{ColumnClaims, delays};
use crate::evaluate::RowEvaluator;
use crate::judge::{ALLOWED, Claim, ClaimParts, Judge, RowCheck, memories};
use crate::missing_value::UndecidedReason;
use crate::prescribed::PrescribedVariables;
use crate::quadrature::{self, InteriorQuadrature};
use crate::recorded::{RecordedValues, is_parameter};
use crate::relations::{RelationMonitor, has_call, relations};
use crate::samples::lost_samples;
use crate::table::{ColumnSource, ResultTable};
use crate::tape::LANES;
use crate::whens::{DiscreteDefinitions, EventRows, WhenAlgorithm, WhenEquation};
use conditioning::Conditioning;
use coupling::Coupling;
use origins::{differentiated, lines, origins};

/// What is known of how a result was made.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The relative error that was allowed in a step.
    pub tolerance: f64,
    /// How many steps there were between two points, about.
    pub steps: f64,
    /// How many there had been by each row; empty if that is not known.
    pub taken: Vec<u32>,
    /// Parameters that were given other values than the model has, by name.
    pub parameters: Vec<String>,
    /// Variables that were given other start values, by name.
    pub starts: Vec<String>,
    /// Whether others may have been given, too, so that a recorded parameter counts and not the number in the model.
    pub lenient: bool,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions {
            tolerance: 1e-6,
            steps: 1.0,
            taken: Vec::new(),
            parameters: Vec::new(),
            starts: Vec::new(),
            lenient: true,
        }
    }
}

/// So many times the tolerance of a step an interval may be wrong by.
pub(crate) const STEPS: f64 = 50.0;

/// Puts a result back into its model. The table has at least one row, its times ascend, and all of its values are finite.
pub fn certify(
    model: &FlatModel,
    files: &dyn ResourceFiles,
    table: &ResultTable,
    options: &VerifyOptions,
) -> Certificate {
    let recorded = RecordedValues::new(model, table);
    let mut evaluator = RowEvaluator::new(model, files);
    evaluator.blur = recorded.blur;
    // What the initialization determines follows from the first row, which may lack what follows from that in turn.
    for _ in 0..2 {
        recorded.load(&mut evaluator, table.times[0], table.points.point(0));
        recorded.load_constants(&mut evaluator);
    }
    let starts = model.attributes.iter().filter(|found| found.1 == Attribute::Start);
    let starts: FxHashMap<VariableId, ExprId> = starts.map(|found| (found.0, found.2)).collect();
    let mut judge = Judge { model, evaluator, recorded, starts, parts: ClaimParts::default() };
    delays(&mut judge, table, options.tolerance);
    judge.recorded.derive(&mut judge.evaluator, table);
    Verification::new(judge, table, options).run()
}

struct Verification<'a, 't> {
    judge: Judge<'a>,
    table: &'t ResultTable<'t>,
    options: &'t VerifyOptions,
    /// What holds at every row.
    always: Vec<RowCheck<'a>>,
    /// What holds at the first row, because it never changes or is about the beginning.
    once: Vec<RowCheck<'a>>,
    clocked: Vec<bool>,
    memories: FxHashSet<VariableId>,
    overridden: Vec<(VariableId, f64)>,
}

impl<'a, 't> Verification<'a, 't> {
    fn new(judge: Judge<'a>, table: &'t ResultTable<'t>, options: &'t VerifyOptions) -> Verification<'a, 't> {
        let model = judge.model;
        let clocked = clocked_variables(model);
        let mut process = Verification {
            judge,
            table,
            options,
            always: Vec::new(),
            once: Vec::new(),
            clocked,
            memories: memories(model),
            overridden: Vec::new(),
        };
        process.gather(model);
        process
    }

    /// Lists what is claimed.
    fn gather(&mut self, model: &'a FlatModel) {
        for (at, equation) in model.equations.iter().enumerate() {
            if self.judge.recorded.used[at] {
                let mut parts = Vec::new();
                equation.parts(&mut parts);
                if !model.exprs.variables(parts).iter().any(|id| self.clocked[id.at()]) {
                    continue;
                }
                // Values between ticks follow from nothing; it is told as not decided below.
                self.judge.recorded.used[at] = false;
            }
            let (kind, claim) = match &equation.kind {
                EquationKind::Equality(left, right) => {
                    (CertificateFindingKind::Equation, Claim::Equal(*left, *right))
                }
                EquationKind::If(_) => (CertificateFindingKind::Equation, Claim::If(equation)),
                EquationKind::Call(call) => (CertificateFindingKind::Assertion, Claim::Assert(*call)),
                EquationKind::Algorithm(..) => (CertificateFindingKind::Equation, Claim::Algorithm(equation)),
                EquationKind::When(_) => continue,
            };
            let check = RowCheck::new(model, kind, claim, equation.origin);
            self.always.push(check);
        }
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            let Some(binding) = variable.binding else { continue };
            if self.judge.recorded.bound[id.at()] || matches!(variable.kind, Type::String | Type::External) {
                continue;
            }
            let check = RowCheck::new(
                model,
                CertificateFindingKind::Binding(id),
                Claim::Bound(id, binding),
                variable.bound,
            );
            if is_parameter(model, id) { self.once.push(check) } else { self.always.push(check) }
        }
        for check in &mut self.always {
            if check.variables.iter().any(|id| self.clocked[id.at()]) {
                check.undecided = Some(UndecidedReason::Clocked);
            }
        }
    }

    fn run(mut self) -> Certificate {
        let model = self.judge.model;
        let table = self.table;
        let count = table.times.len();
        let memories = std::mem::take(&mut self.memories);
        let definitions = DiscreteDefinitions::new(model, &memories, differentiated(model));
        let is_when = |equation: &&equations::Equation| matches!(equation.kind, EquationKind::When(_));
        let mut whens: Vec<WhenEquation> = model
            .equations
            .iter()
            .filter(is_when)
            .map(|one| WhenEquation::new(model, one, &definitions))
            .collect();
        let all: Vec<VariableId> = whens.iter().flat_map(|when| &when.reinits).copied().collect();
        for when in &mut whens {
            let mine = when.reinits.clone();
            let count = |list: &[VariableId], id: VariableId| list.iter().filter(|&&one| one == id).count();
            when.alone = mine.iter().copied().filter(|&id| count(&all, id) == count(&mine, id)).collect();
        }
        for when in &mut whens {
            let mut parts = Vec::new();
            when.equation.parts(&mut parts);
            if model.exprs.variables(parts).iter().any(|id| self.clocked[id.at()]) {
                when.undecided = Some(UndecidedReason::Clocked);
            } else if when.depends_on(model, |id| self.judge.recorded.is_missing(id)) {
                when.undecided = Some(UndecidedReason::MissingVariable);
            }
        }
        let algorithms: Vec<WhenAlgorithm> = (self.always.iter().enumerate())
            .filter_map(|(at, check)| match check.claim {
                Claim::Algorithm(equation) => WhenAlgorithm::new(&self.judge, equation, at, &definitions),
                _ => None,
            })
            .collect();
        let mut repeated: FxHashSet<VariableId> =
            whens.iter().filter(|when| when.may_repeat()).flat_map(|when| &when.assigned).copied().collect();
        repeated.extend(algorithms.iter().flat_map(|algorithm| algorithm.assigned));
        let Judge { evaluator, recorded, .. } = &mut self.judge;
        recorded.load(evaluator, table.times[0], table.points.point(0));
        let relations = relations(evaluator, recorded);
        let mut watch = RelationMonitor::new(evaluator, recorded, &memories, &self.clocked, relations);
        let mut columns = ColumnClaims::new(&mut self.judge, &self.always);
        let mut nominals: FxHashMap<VariableId, f64> = FxHashMap::default();
        for &(id, attribute, value) in &model.attributes {
            if attribute == Attribute::Nominal
                && let Ok(value) = self.judge.evaluator.number(value)
            {
                nominals.insert(id, value.abs());
            }
        }
        let mut states = quadrature::states(&self.judge.recorded, &nominals, table);
        states.retain(|state| !self.clocked[state.id.at()]);
        states.iter_mut().for_each(|state| state.computed = definitions.calls(state.id));
        let along = lines(model, &memories);
        states.iter_mut().for_each(|state| state.stepwise = along.contains(&state.id));
        let differentiated = differentiated(model);
        let reinits: FxHashSet<u32> = whens
            .iter()
            .flat_map(|when| &when.reinits)
            .filter_map(|id| match self.judge.recorded.sources[id.at()] {
                ColumnSource::Column(column, _) => Some(column),
                _ => None,
            })
            .collect();
        let mut coupling = Coupling::new(model);
        let tied: Vec<(u32, u32)> = whens
            .iter()
            .flat_map(|when| &when.reinits)
            .filter_map(|&id| match self.judge.recorded.sources[id.at()] {
                ColumnSource::Column(column, _) => Some((column, coupling.set(id))),
                _ => None,
            })
            .collect();
        let continuous: Vec<(VariableId, u32, f64)> = (0u32..)
            .map(VariableId)
            .zip(&self.judge.recorded.sources)
            .filter_map(|(id, source)| match *source {
                ColumnSource::Column(column, _)
                    if differentiated.contains(&id)
                        && !reinits.contains(&column)
                        && !self.clocked[id.at()] =>
                {
                    Some((id, column, self.judge.recorded.sizes[id.at()]))
                }
                _ => None,
            })
            .collect();
        let discrete = self.discrete(&memories);
        let origins = origins(model);
        let mut others: BTreeMap<(bool, VariableId), CertificateFinding> = BTreeMap::new();

        watch.measure(&mut self.judge.evaluator, &self.judge.recorded, table);
        let mut lost = lost_samples(&mut self.judge.evaluator, table);
        let tolerance = STEPS * self.options.tolerance * self.options.steps.max(1.0);
        let same = |a: usize, b: usize| b < count && table.times[a] == table.times[b];
        let instant = table.instant();
        let is_right = |at: usize| at > 0 && same(at - 1, at);
        let is_event = |at: usize| is_right(at) || same(at, at + 1);
        let stepping: Vec<u32> =
            discrete.iter().map(|found| found.1).chain(reinits.iter().copied()).collect();
        let is_active = |at: usize| {
            let (before, after) = (table.points.point(at - 1), table.points.point(at));
            stepping.iter().any(|&column| before[column as usize] != after[column as usize])
        };
        let mut conditioning = Conditioning::new(nominals);
        let mut interior = InteriorQuadrature::new(model, &memories);
        // The row that the evaluator has.
        let mut loaded = usize::MAX;
        for at in 0..count {
            let (time, row) = (table.times[at], table.points.point(at));
            let (right, event) = (is_right(at), is_event(at));
            if at % LANES == 0 {
                columns.block(&mut self.judge, table, at, is_event, &mut self.always);
                watch.block(&self.judge.evaluator, &self.judge.recorded, table, at);
            }
            let near = |other: usize| (time - table.times[other]).abs() <= (1e-8 * time.abs()).max(instant);
            // Another event at the same instant counts if something happened at it.
            let crowded = right && {
                let acts = |other: usize| is_right(other) && is_active(other);
                let earlier = (1..at).rev().take_while(|&other| near(other)).any(acts);
                near(0) || earlier || (at + 1..count).take_while(|&other| near(other)).any(acts)
            };
            if right {
                let Judge { evaluator, recorded, .. } = &mut self.judge;
                if loaded != at - 1 {
                    recorded.load(evaluator, table.times[at - 1], table.points.point(at - 1));
                }
                evaluator.left.clone_from(&evaluator.values);
            }
            let evaluator = &mut self.judge.evaluator;
            evaluator.event = event || at == 0;
            evaluator.initial = at == 0;
            evaluator.last = at + 1 == count || time == table.times[count - 1];
            if at == 0 || right || columns.needs_evaluator(at) || watch.is_slow() {
                self.judge.recorded.load(&mut self.judge.evaluator, time, row);
                loaded = at;
            }
            columns.check_row(&mut self.judge, at, event, &mut self.always);
            if at == 0 {
                self.check_first_row(&mut whens, &memories);
                self.judge.recorded.load(&mut self.judge.evaluator, time, row);
            } else if right {
                let left = table.points.point(at - 1);
                let earlier = (at > 1 && !same(at - 2, at - 1)).then(|| at - 2);
                let later = (at + 1 < count && !same(at, at + 1)).then_some(at + 1);
                let beside = |at: usize| (table.times[at], table.points.point(at));
                let around = EventRows {
                    time,
                    left,
                    earlier: earlier.map(beside),
                    right: row,
                    later: later.map(beside),
                    crowded,
                    repeated: &repeated,
                };
                for when in &mut whens {
                    self.judge.check_when(when, &around);
                }
                for algorithm in &algorithms {
                    let check = &mut self.always[algorithm.check];
                    self.judge.check_algorithm(algorithm, check, &around);
                }
                // What follows from a state that is set anew jumps with it.
                let changed = tied.iter().filter(|found| left[found.0 as usize] != row[found.0 as usize]);
                let thrown: FxHashSet<u32> = changed.map(|found| found.1).collect();
                for &(id, column, size) in &continuous {
                    if !thrown.is_empty() && thrown.contains(&coupling.set(id)) {
                        continue;
                    }
                    let (before, after) = (left[column as usize], row[column as usize]);
                    // What is rounding beside other variables of its unit may be any rounding.
                    let gap = (after - before).abs() - self.judge.recorded.floors[id.at()];
                    let gap = gap / size.max(f64::MIN_POSITIVE);
                    let digits = self.judge.recorded.precisions[id.at()].of(before.abs().max(after.abs()));
                    let allowed = tolerance.max(1e-5) + 2.0 * digits / size.max(f64::MIN_POSITIVE);
                    if gap > allowed && others.get(&(false, id)).is_none_or(|old| old.residual < gap) {
                        let finding = CertificateFinding {
                            kind: CertificateFindingKind::Jump(id),
                            residual: gap,
                            allowed,
                            time,
                            origin: origins[id.at()],
                            equation: format!("der({})", model.variable_name(id)),
                            sides: Some((after, before)),
                        };
                        others.insert((false, id), finding);
                    }
                }
            } else {
                let before = table.points.point(at - 1);
                for &(id, column) in &discrete {
                    let (old, new) = (before[column as usize], row[column as usize]);
                    if old == new || others.contains_key(&(true, id)) {
                        continue;
                    }
                    let terms = old.abs() + new.abs();
                    let gap = (old - new).abs() / terms;
                    if gap > 1e-9 + 4.0 * self.judge.recorded.precisions[id.at()].of(terms) / terms {
                        let finding = CertificateFinding {
                            kind: CertificateFindingKind::Discrete(id),
                            residual: gap,
                            allowed: 0.0,
                            time,
                            origin: origins[id.at()],
                            equation: model.variable_name(id),
                            sides: Some((new, old)),
                        };
                        others.insert((true, id), finding);
                    }
                }
            }
            if at + 1 < count && !same(at, at + 1) {
                let earlier = at > 0 && !same(at - 1, at);
                let later = at + 2 < count && !same(at + 1, at + 2);
                let taken = self.options.taken.get(at).zip(self.options.taken.get(at + 1));
                let steps = taken.map(|(from, to)| to.saturating_sub(*from));
                let errors = (tolerance, self.options.tolerance, steps);
                let looked = (&mut states[..], &mut interior);
                let mut suspects =
                    quadrature::check_interval(looked, &mut self.judge, table, at, (earlier, later), errors);
                if at + 2 == count {
                    suspects.extend(quadrature::finish_windows(&mut states));
                }
                for suspect in suspects {
                    if suspect.is_like_excused(&states) {
                        states[suspect.state].coarse += 1;
                        continue;
                    }
                    if self.is_resolved(&mut conditioning, &states[suspect.state], &suspect, at) {
                        suspect.confirm(&mut states);
                    } else {
                        suspect.excuse(&mut states);
                    }
                    loaded = usize::MAX;
                }
            }
            let Judge { evaluator, recorded, .. } = &mut self.judge;
            if watch.check_between_rows(evaluator, recorded, table, at) {
                loaded = at;
            }
        }
        let failed = others.keys().any(|key| !key.0) || states.iter().any(|state| state.failed);
        let prescribed =
            if failed { PrescribedVariables::new(model, &memories) } else { PrescribedVariables::default() };
        let all = others.len();
        others.retain(|key, _| key.0 || !prescribed.variables.contains(&key.1));
        let kinks = all - others.len();
        for state in states.iter_mut().filter(|state| state.failed) {
            if prescribed.declared.contains(&state.id) {
                state.declare();
            }
        }
        lost.extend(watch.finish());
        lost.sort_by(|a, b| a.time.total_cmp(&b.time));
        self.finish(&whens, &states, others, kinks, lost, &origins)
    }

    fn is_discrete(&self, id: VariableId) -> bool {
        let variable = &self.judge.model.variables[id.at()];
        variable.kind != Type::Real || variable.variability == Variability::Discrete
    }

    /// Variables that change at events alone, with their columns. What functions give is left out: they make no events,
    /// and the equation tells the value at every row.
    fn discrete(&self, memories: &FxHashSet<VariableId>) -> Vec<(VariableId, u32)> {
        let called = self.given_by_calls();
        let all = (0u32..).map(VariableId).zip(&self.judge.recorded.sources);
        let columns = all.filter_map(|(id, source)| match *source {
            ColumnSource::Column(column, _)
                if (self.is_discrete(id) && !called.contains(&id)) || memories.contains(&id) =>
            {
                Some((id, column))
            }
            _ => None,
        });
        columns.collect()
    }

    /// Variables that an equation outside of `when` says to be what a function gives, and those that follow from them.
    fn given_by_calls(&self) -> FxHashSet<VariableId> {
        let exprs = &self.judge.model.exprs;
        let defined: Vec<(VariableId, ExprId)> = (self.always.iter())
            .filter_map(|check| match check.claim {
                Claim::Equal(left, right) => match exprs.get(left) {
                    Expr::Variable(id) => Some((id, right)),
                    _ => None,
                },
                Claim::Bound(id, value) => Some((id, value)),
                _ => None,
            })
            .filter(|defined| self.is_discrete(defined.0))
            .collect();
        let mut called = FxHashSet::default();
        loop {
            let before = called.len();
            for &(id, value) in &defined {
                let from_call = has_call(self.judge.model, value)
                    || exprs.variables([value]).iter().any(|part| called.contains(part));
                if from_call {
                    called.insert(id);
                }
            }
            if called.len() == before {
                return called;
            }
        }
    }

    /// What the result neither has nor gives, what most equations wait for first: states, and what is in most equations that
    /// are not decided for want of something.
    fn missing(&self, whens: &[WhenEquation]) -> Vec<VariableId> {
        let model = self.judge.model;
        let mut found = self.judge.recorded.missing.clone();
        if found.is_empty() {
            return found;
        }
        let mut weights = vec![0usize; model.variables.len()];
        let waiting = |check: &&RowCheck| check.undecided.is_some_and(UndecidedReason::is_missing_data);
        for check in self.always.iter().filter(waiting) {
            check.variables.iter().for_each(|id| weights[id.at()] += 1);
        }
        for when in whens.iter().filter(|when| when.undecided.is_some_and(UndecidedReason::is_missing_data)) {
            let mut parts = Vec::new();
            when.equation.parts(&mut parts);
            model.exprs.variables(parts).iter().for_each(|id| weights[id.at()] += 1);
        }
        let states = differentiated(model);
        found.sort_by_key(|&id| {
            (!states.contains(&id), is_parameter(model, id), std::cmp::Reverse(weights[id.at()]), id)
        });
        found
    }

    fn finish(
        self,
        whens: &[WhenEquation],
        states: &[quadrature::DifferentiatedVariable],
        others: BTreeMap<(bool, VariableId), CertificateFinding>,
        kinks: usize,
        lost: Vec<LostEvent>,
        origins: &[OriginId],
    ) -> Certificate {
        let model = self.judge.model;
        let mut certificate = Certificate {
            points: self.table.times.len(),
            lost,
            missing: self.missing(whens),
            unknown: self.judge.recorded.unknown.clone(),
            overridden: self.overridden,
            ..Certificate::default()
        };
        let recorded = &self.judge.recorded;
        let used = recorded.used.iter().chain(&recorded.bound).chain(&recorded.used_initially);
        certificate.computed = used.filter(|used| **used).count();
        certificate.equations = certificate.computed;
        // What says something of rows after the first: the rest would hold of a result of one row.
        let mut add = |moves: bool,
                       undecided: Option<UndecidedReason>,
                       finding: Option<CertificateFinding>,
                       failed: bool| {
            certificate.equations += 1;
            if let Some(reason) = undecided {
                *certificate.undecided.entry(reason).or_default() += 1;
                certificate.lacking += usize::from(moves && reason.is_missing_data());
            } else {
                certificate.checked += 1;
                certificate.judged += usize::from(moves);
            }
            let Some(finding) = finding else { return };
            if certificate.worst.as_ref().is_none_or(|worst| finding.residual > worst.residual) {
                certificate.worst = Some(finding.clone());
            }
            if failed {
                certificate.failures.push(finding);
            }
        };
        let moves = |check: &RowCheck| {
            !matches!(check.claim, Claim::Assert(_))
                && check.variables.iter().any(|&id| !is_parameter(model, id))
        };
        for check in &self.always {
            add(moves(check), check.undecided, check.finding(model), check.failed);
        }
        for check in &self.once {
            add(false, check.undecided, check.finding(model), check.failed);
        }
        for when in whens {
            let finding = when.worst.map(|(residual, time, sides)| CertificateFinding {
                kind: CertificateFindingKind::When,
                residual,
                allowed: ALLOWED,
                time,
                origin: when.equation.origin,
                equation: model.equation_text(when.equation),
                sides: Some(sides),
            });
            let moves = when.seen > 0 || when.undecided.is_some();
            add(moves, when.undecided, finding, when.failed);
        }
        for state in states {
            let finding = state.worst.map(|(residual, time, sides)| CertificateFinding {
                kind: CertificateFindingKind::Derivative(state.id),
                residual,
                allowed: ALLOWED,
                time,
                origin: origins[state.id.at()],
                equation: format!("der({})", model.variable_name(state.id)),
                sides: Some(sides),
            });
            let undecided = if state.declared {
                Some(UndecidedReason::DeclaredDerivative)
            } else if state.unknown > state.seen {
                Some(UndecidedReason::MissingDerivative)
            } else {
                state.is_coarse().then_some(UndecidedReason::CoarsePoints)
            };
            add(true, undecided, finding, state.failed);
        }
        let coarse = states.iter().filter(|state| !state.declared && !state.failed && state.is_coarse());
        certificate.unresolved = coarse.map(|state| state.id).collect();
        if kinks > 0 {
            certificate.equations += kinks;
            certificate.undecided.insert(UndecidedReason::Kink, kinks);
        }
        for finding in others.into_values() {
            if certificate.worst.as_ref().is_none_or(|worst| finding.residual > worst.residual) {
                certificate.worst = Some(finding.clone());
            }
            certificate.failures.push(finding);
        }
        certificate.failures.sort_by(|a, b| b.residual.total_cmp(&a.residual));
        certificate
    }
}
