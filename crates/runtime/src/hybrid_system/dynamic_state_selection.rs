//! Other choices of states, made while the model runs: where the present one divides by what nearly vanishes.

mod error_growth;

use std::sync::Arc;

use codegen::{Calls, ComputeStep, Evaluator, Executor};
use dae::{Dae, Plan, ReducedDae, Schedule};
use equations::{Expr, ExprId, VariableId};

use error_growth::ErrorGrowth;

use super::HybridSystem;
use super::state_realization::{RealizationPurpose, StateRealization};
use crate::compile_cache::compile_cached;
use crate::slot_layout::SlotLayout;
use crate::{SimulationError, SimulationResult};

impl HybridSystem<'_> {
    /// The system with the states of a form, and what is computed with them; none if one choice holds for ever. No other
    /// choice is made after this.
    pub(crate) fn running_system(&mut self, form: usize) -> Option<(ReducedDae, Schedule)> {
        let mut choices = self.choices.take()?;
        choices.put(form);
        let schedule = choices.schedule()?;
        Some((choices.reduced, schedule))
    }
}

/// The dummies of each part whose choice may change, stage by stage.
type DummySelection = Vec<Vec<Vec<u32>>>;

/// The choices of a model, and those that were made already: each is compiled once.
pub(crate) struct DynamicStateSelection {
    /// A copy that other schedules add their formulas to; what it had keeps its number.
    reduced: ReducedDae,
    /// The parts whose choice may change, and how many factors each has.
    parts: Vec<(usize, usize)>,
    factors: Box<dyn Executor>,
    values: Vec<f64>,
    /// What tells of each part whether its present choice is good; made when it is first asked for.
    growths: Vec<Option<ErrorGrowth>>,
    /// The choice of each form; a choice without a form has no schedule.
    made: Vec<(DummySelection, Option<usize>)>,
    next: Option<usize>,
    sizes: CandidateSizes,
}

/// Which states were chosen, and by which sizes candidates are weighed.
#[derive(Clone, Debug)]
pub(super) struct StateSelection {
    choice: DummySelection,
    sizes: CandidateSizes,
}

/// The sizes by which candidates are weighed.
#[derive(Clone, Debug)]
enum CandidateSizes {
    /// Their nominal values, or one.
    Nominal,
    /// The same, but where the model says nothing these values if they are large. A reluctance of 1e5 whose usual size seems
    /// to be one would look like a good state, however little it tells of a flux.
    AtLeast(Arc<[f64]>),
    /// These values. What is zero has its nominal value.
    Present(Arc<[f64]>),
}

/// What one value tells of the usual size of a variable is its order of magnitude: a speed of 7 is none of another size than one of 1.
const LARGE: f64 = 1e3;

impl CandidateSizes {
    fn of(&self, dae: &Dae, candidate: VariableId) -> f64 {
        let nominal = dae.attributes.nominal(&dae.model, candidate);
        let value = |values: &Arc<[f64]>| Some(values[candidate.at()].abs()).filter(|size| size.is_normal());
        match self {
            CandidateSizes::Nominal => nominal.unwrap_or(1.0),
            CandidateSizes::AtLeast(values) => {
                nominal.unwrap_or_else(|| value(values).filter(|&size| size > LARGE).unwrap_or(1.0))
            }
            CandidateSizes::Present(values) => value(values).or(nominal).unwrap_or(1.0),
        }
    }
}

impl DynamicStateSelection {
    /// The choices of a plan; none if nothing has to be chosen again.
    pub(crate) fn new(plan: &Plan, layout: &SlotLayout) -> SimulationResult<Option<DynamicStateSelection>> {
        let parts = plan.reduced.parts.iter().enumerate().filter(|part| part.1.is_dynamic());
        let parts: Vec<(usize, usize)> = parts.map(|(at, part)| (at, part.factors().count())).collect();
        if parts.is_empty() {
            return Ok(None);
        }
        let all = parts.iter().flat_map(|&(part, _)| plan.reduced.parts[part].factors());
        let steps: Vec<ComputeStep> =
            (0..).zip(all).map(|(at, factor)| ComputeStep::Output(at, factor)).collect();
        let code = compile_cached(layout, &plan.reduced.dae, &steps)
            .map_err(|refusal| SimulationError::Refused(None, refusal))?;
        let present = parts.iter().map(|&(part, _)| plan.reduced.parts[part].dummies()).collect();
        Ok(Some(DynamicStateSelection {
            reduced: plan.reduced.clone(),
            factors: code.jit_executor(),
            values: vec![0.0; steps.len()],
            growths: parts.iter().map(|_| None).collect(),
            made: vec![(present, Some(0))],
            next: None,
            sizes: CandidateSizes::Nominal,
            parts,
        }))
    }

    /// The form of a better choice at initialization, which then is the first.
    pub(super) fn better_initial_selection(
        &mut self,
        layout: &SlotLayout,
        purpose: RealizationPurpose,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> Option<StateRealization> {
        let choice = self.ask(values, calls)?;
        let form = self.form(layout, purpose, &choice)?;
        self.made = vec![(choice, Some(0))];
        Some(form)
    }

    /// A better choice at the present values, by part.
    pub(crate) fn suggest(
        &mut self,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> Option<Vec<(usize, Vec<Vec<u32>>)>> {
        let choice = self.ask(values, calls)?;
        Some(self.parts.iter().map(|part| part.0).zip(choice).collect())
    }

    /// Looks for a better choice at the present values. True if there is one, to be taken.
    pub(super) fn find_better(
        &mut self,
        layout: &SlotLayout,
        purpose: RealizationPurpose,
        values: &mut [f64],
        calls: &mut Evaluator,
        forms: &mut Vec<StateRealization>,
        present: usize,
    ) -> bool {
        let Some(mut choice) = self.ask(values, calls) else { return false };
        if let CandidateSizes::Nominal = self.sizes {
            self.weigh_by(CandidateSizes::AtLeast((&*values).into()));
            match self.ask(values, calls) {
                Some(other) => choice = other,
                None => return false,
            }
        }
        let known = self.made.iter().find(|made| made.0 == choice).map(|made| made.1);
        let form = known.unwrap_or_else(|| {
            let made = self.form(layout, purpose, &choice).map(|form| {
                forms.push(form);
                forms.len() - 1
            });
            self.made.push((choice, made));
            made
        });
        self.next = form;
        if form.is_none() {
            self.put(present);
        }
        form.is_some()
    }

    /// Weighs the candidates by their sizes from now on. False if that was done before.
    pub(super) fn weigh_candidates(&mut self, values: &[f64]) -> bool {
        self.forget();
        if let CandidateSizes::Present(_) = self.sizes {
            return false;
        }
        self.weigh_by(CandidateSizes::Present(values.into()));
        true
    }

    fn weigh_by(&mut self, sizes: CandidateSizes) {
        self.forget();
        let times =
            |dae: &Dae, candidate: VariableId| sizes.of(dae, candidate) / self.sizes.of(dae, candidate);
        for &(part, _) in &self.parts {
            self.reduced.scale_candidates(part, &times);
        }
        self.sizes = sizes;
    }

    /// The choice of a form.
    pub(super) fn selection(&self, form: usize) -> Option<StateSelection> {
        let made = self.made.iter().find(|made| made.1 == Some(form))?;
        Some(StateSelection { choice: made.0.clone(), sizes: self.sizes.clone() })
    }

    /// Makes a choice that was made before. The answer is its form.
    pub(super) fn restore(
        &mut self,
        selection: &StateSelection,
        (layout, purpose): (&SlotLayout, RealizationPurpose),
        forms: &mut Vec<StateRealization>,
    ) -> Option<usize> {
        self.weigh_by(selection.sizes.clone());
        let known = self.made.iter().find(|made| made.0 == selection.choice).and_then(|made| made.1);
        let form = match known {
            Some(form) => form,
            None => {
                forms.push(self.form(layout, purpose, &selection.choice)?);
                self.made.push((selection.choice.clone(), Some(forms.len() - 1)));
                forms.len() - 1
            }
        };
        self.put(form);
        Some(form)
    }

    /// The form that was found.
    pub(super) fn take_realization(&mut self) -> Option<usize> {
        let next = self.next.take()?;
        self.put(next);
        Some(next)
    }

    /// Makes the choice of a form the present one.
    fn put(&mut self, form: usize) {
        self.forget();
        let Some((choice, _)) = self.made.iter().find(|made| made.1 == Some(form)) else { return };
        for (&(part, _), choice) in self.parts.iter().zip(choice) {
            self.reduced.select_states(part, choice.clone());
        }
    }

    fn ask(&mut self, values: &mut [f64], calls: &mut Evaluator) -> Option<DummySelection> {
        self.factors.run(values, &mut self.values, calls as &mut dyn Calls).ok()?;
        let mut better = false;
        let mut rest = self.values.as_slice();
        let mut all = Vec::new();
        for (&(part, count), growth) in self.parts.iter().zip(&mut self.growths) {
            let (own, after) = rest.split_at(count);
            rest = after;
            let part = &self.reduced.parts[part];
            let found = growth.get_or_insert_with(|| ErrorGrowth::new(part)).better_selection(part, own);
            better |= found.is_some();
            all.push(found.unwrap_or_else(|| part.dummies()));
        }
        better.then_some(all)
    }

    /// The choices, or what they are judged by, are others from now on.
    fn forget(&mut self) {
        self.growths.iter_mut().for_each(|growth| *growth = None);
    }

    /// Makes a choice and compiles it; none if it has no schedule.
    fn form(
        &mut self,
        layout: &SlotLayout,
        purpose: RealizationPurpose,
        choice: &DummySelection,
    ) -> Option<StateRealization> {
        self.forget();
        for (&(part, _), choice) in self.parts.iter().zip(choice) {
            self.reduced.select_states(part, choice.clone());
        }
        let schedule = self.schedule()?;
        let exprs = &mut self.reduced.dae.model.exprs;
        let derivatives: Vec<ExprId> =
            schedule.states.iter().map(|state| exprs.add(Expr::Variable(state.1))).collect();
        StateRealization::new(&self.reduced.dae, &schedule, layout, &derivatives, purpose).ok()
    }

    /// What is computed with the present choice; none if that would take other variables than there are values for.
    fn schedule(&mut self) -> Option<Schedule> {
        let variables = self.reduced.dae.model.variables.len();
        let schedule = self.reduced.schedule().ok()?;
        (self.reduced.dae.model.variables.len() == variables).then_some(schedule)
    }
}
