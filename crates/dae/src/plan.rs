//! Everything from a flat model to an order of computation.

use base::Cancellation;
use equations::{FlatModel, InlineTime};

use crate::dae::{Dae, Unsolvable, UnsolvableSystem};
use crate::index_reduction::ReducedDae;
use crate::initialization::Initialization;
use crate::lower::has_own_derivatives;
use crate::schedule::Schedule;

/// So many hidden constraints are looked for.
const MAX_HIDDEN: usize = 20;

/// A model ready to be solved.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The system with its states.
    pub reduced: ReducedDae,
    /// What to compute at initialization.
    pub initialization: Initialization,
    /// What to compute while the simulation runs.
    pub schedule: Schedule,
}

impl Plan {
    /// Takes a model through all passes.
    ///
    /// # Errors
    /// Why it cannot be solved.
    pub fn new(model: FlatModel, cancellation: &Cancellation) -> Result<Plan, Box<UnsolvableSystem>> {
        let plan = |dae| Plan::of(dae, cancellation);
        // A derivative that a function names is the derivative of what it computes. So calls that are to be written out
        // after index reduction are written out before, where rows show what they depend on, unless the function leaves that
        // open, or it asks for derivatives that there are not: of inputs, of which only the function knows that they belong
        // together.
        let waits = model.functions.iter().any(|function| function.inlining.calls == InlineTime::After);
        let again = waits.then(|| model.clone());
        let mut found = Dae::new(model).and_then(plan);
        let Some(model) = again else { return found };
        if found.is_err() && has_own_derivatives(&model) {
            // A call that waits holds all of its arguments, those among them that only its derivatives read.
            found = Dae::of_formulas(model.clone()).and_then(plan).or(found);
        }
        let lacking = match &found {
            Ok(plan) => !plan.reduced.dae.differentiated_inputs.is_empty(),
            Err(failed) => matches!(failed.reason, Unsolvable::Derivative { .. }),
        };
        match lacking {
            true => Dae::with_deferred_calls(model).and_then(plan).or(found),
            false => found,
        }
    }

    fn of(mut dae: Dae, cancellation: &Cancellation) -> Result<Plan, Box<UnsolvableSystem>> {
        let wanted = |dae: Dae| match cancellation.is_cancelled() {
            true => Err(Box::new(UnsolvableSystem { reason: Unsolvable::Cancelled, dae })),
            false => Ok(dae),
        };
        dae = wanted(dae)?;
        dae.remove_aliases();
        // Each hidden constraint leaves fewer values to choose, so this comes to an end.
        for _ in 0..MAX_HIDDEN {
            let written = dae.rows.len();
            let mut reduced = wanted(dae)?.reduce()?;
            reduced.dae = wanted(reduced.dae)?;
            let waiting = reduced.dae.inline_deferred_calls(written);
            reduced.select_initial_states();
            reduced.dae.find_relations();
            let schedule = match reduced.schedule() {
                Ok(schedule) => schedule,
                Err(reason) => return Err(Box::new(UnsolvableSystem { reason, dae: reduced.dae })),
            };
            reduced.dae = wanted(reduced.dae)?;
            let blocks = reduced.dependent_blocks(&schedule);
            // Which constraint it is may depend on parameters.
            let parameters = reduced.coefficient_parameters(&schedule, &blocks);
            let hidden = match parameters.is_empty() {
                true => reduced.hidden_constraint(&schedule, &blocks, written),
                false => None,
            };
            if !parameters.is_empty() || hidden.is_some() {
                dae = reduced.dae;
                dae.rows.truncate(written);
                if let Some(waiting) = waiting {
                    dae.restore_deferred_calls(waiting);
                }
                dae.substitute_parameters(&parameters);
                hidden.into_iter().for_each(|(row, constraint)| dae.rows[row.at()] = constraint);
                continue;
            }
            let found = match reduced.singular_block_error(&schedule, &blocks) {
                Some(reason) => Err(reason),
                None => reduced.initialize(),
            };
            return match found {
                Ok(initialization) => Ok(Plan { reduced, initialization, schedule }),
                Err(reason) => Err(Box::new(UnsolvableSystem { reason, dae: reduced.dae })),
            };
        }
        let reason = Unsolvable::Singular { rows: Vec::new(), variables: Vec::new() };
        Err(Box::new(UnsolvableSystem { reason, dae }))
    }

    /// Makes another choice of the states of some parts, with all that follows from it. If it leads nowhere the plan
    /// stays as it was, and the answer is false.
    pub fn select_states(&mut self, choices: &[(usize, Vec<Vec<u32>>)]) -> bool {
        let mut reduced = self.reduced.clone();
        for (part, choice) in choices {
            reduced.select_states(*part, choice.clone());
        }
        let found = reduced.schedule().and_then(|schedule| Ok((schedule, reduced.initialize()?)));
        match found {
            Ok((schedule, initialization)) => *self = Plan { reduced, initialization, schedule },
            Err(_) => return false,
        }
        true
    }

    /// The plan as text.
    pub fn print(&self) -> String {
        self.reduced.print(&self.initialization, &self.schedule)
    }
}
