//! Everything from a flat model to an order of computation.

use equations::FlatModel;

use crate::dae::{Dae, Failed};
use crate::index::Reduced;
use crate::initial::Initialization;
use crate::schedule::Schedule;

/// A model ready to be solved.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The system with its states.
    pub reduced: Reduced,
    /// What to compute at the beginning.
    pub initialization: Initialization,
    /// What to compute while the simulation runs.
    pub schedule: Schedule,
}

impl Plan {
    /// Takes a model through all passes.
    ///
    /// # Errors
    /// Why it cannot be solved.
    pub fn new(model: FlatModel) -> Result<Plan, Box<Failed>> {
        let mut dae = Dae::new(model)?;
        dae.remove_aliases();
        let mut reduced = dae.reduce()?;
        reduced.begin();
        reduced.dae.find_relations();
        let found = reduced.schedule().and_then(|schedule| {
            reduced.check_ranks(&schedule)?;
            Ok((schedule, reduced.initialize()?))
        });
        match found {
            Ok((schedule, initialization)) => Ok(Plan { reduced, initialization, schedule }),
            Err(reason) => Err(Box::new(Failed { reason, dae: reduced.dae })),
        }
    }

    /// Makes another choice of the states of some parts, with all that follows from it. If it leads nowhere the plan
    /// stays as it was, and the answer is false.
    pub fn choose(&mut self, choices: &[(usize, Vec<Vec<u32>>)]) -> bool {
        let mut reduced = self.reduced.clone();
        for (part, choice) in choices {
            reduced.choose(*part, choice.clone());
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
