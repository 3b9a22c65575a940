//! Blocks of equations, compiled one by one and solved each in its turn: at the beginning, at events, and between them
//! where algebraic loops are closed.

mod guard;
mod least;
mod linear;
mod modes;
mod newton;
#[cfg(test)]
mod tests;

use codegen::{Calls, Fault, Run, Step};
use dae::{Assign, Block, Dae, Role, RowId, Torn};
use equations::{Expr, VariableId};
use rustc_hash::FxHashSet;

use super::Halt;
use super::workshop::{Made, Workshop, make};
use guard::Guarded;
use linear::LinearSystem;
use newton::Newton;

#[cfg(test)]
thread_local! {
    /// How often coefficients of linear equations were factored in this thread.
    static FACTORINGS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Coefficients of linear equations are factored, which tests count.
pub(super) fn noted() {
    #[cfg(test)]
    FACTORINGS.with(|count| count.set(count.get() + 1));
}

/// Blocks in order.
pub(super) struct Blocks {
    list: Vec<Solver>,
}

enum Solver {
    Formulas(Formulas),
    Guarded(Box<Guarded>),
    System(Box<System>),
}

/// How the unknowns of a system that change all the time are found.
enum Way {
    Linear(Box<LinearSystem>),
    Newton(Box<Newton>),
}

/// Where the search for a solution may begin. Elsewhere than at the present values it may find another solution than the one
/// that was meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dare {
    /// At the present values.
    Here,
    /// Beside them, if equations have no value there, or do not depend on their unknowns.
    Beside,
    /// Beside them, whatever kept it from finding one.
    Anywhere,
}

/// How code is run: interpreted where it runs a few times, else as machine code.
pub(super) type Runner = fn(&Made) -> Box<dyn Run>;

/// Formulas that are computed one after the other.
struct Formulas {
    code: Box<dyn Run>,
    rows: Vec<RowId>,
}

/// Equations that are solved at once, with what switches in them.
struct System {
    way: Way,
    rows: Vec<RowId>,
    /// Those of what switches.
    switching: Vec<RowId>,
    discrete: Option<Formulas>,
    changing: Vec<u32>,
    /// Of what switches, what depends on the unknowns directly, and the formulas of all the rest.
    drivers: Vec<u32>,
    followers: Option<Formulas>,
}

impl Blocks {
    /// Compiles blocks.
    pub(super) fn new(
        dae: &Dae,
        slots: &dyn Workshop,
        blocks: &[Block],
        runner: Runner,
    ) -> Result<Blocks, Halt> {
        let mut list = Vec::new();
        let mut run: Vec<Assign> = Vec::new();
        for block in blocks {
            match block {
                Block::Assign(assign) => run.push(*assign),
                Block::Torn(torn) => {
                    formulas(dae, slots, &std::mem::take(&mut run), runner, &mut list)?;
                    list.push(Solver::System(Box::new(System::new(dae, slots, torn, runner)?)));
                }
            }
        }
        formulas(dae, slots, &run, runner, &mut list)?;
        Ok(Blocks { list })
    }

    /// Where the search for a solution may begin.
    pub(super) fn dare(&mut self, dare: Dare) {
        for solver in &mut self.list {
            if let Solver::System(system) = solver
                && let Way::Newton(newton) = &mut system.way
            {
                newton.dare = dare;
            }
        }
    }

    /// Whether there is a system to be solved, and not formulas alone.
    pub(super) fn solves(&self) -> bool {
        self.list.iter().any(|solver| matches!(solver, Solver::System(_)))
    }

    /// Of each system whether its last solution was the nearest of many.
    pub(super) fn loose(&self) -> impl Iterator<Item = bool> + '_ {
        self.list.iter().filter_map(|solver| match solver {
            Solver::System(system) => Some(matches!(&system.way, Way::Linear(linear) if linear.loose)),
            Solver::Formulas(_) | Solver::Guarded(_) => None,
        })
    }

    /// Computes all of them.
    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        for solver in &mut self.list {
            match solver {
                Solver::Formulas(formulas) => formulas.run(values, calls)?,
                Solver::Guarded(guarded) => guarded.run(values, calls)?,
                Solver::System(system) => system.solve(values, calls)?,
            }
        }
        Ok(())
    }
}

/// Compiles formulas, those apart that one condition chooses.
fn formulas(
    dae: &Dae,
    slots: &dyn Workshop,
    mut assigns: &[Assign],
    runner: Runner,
    list: &mut Vec<Solver>,
) -> Result<(), Halt> {
    for (condition, count) in guard::pieces(dae, assigns) {
        let (own, rest) = assigns.split_at(count);
        assigns = rest;
        list.push(match condition {
            Some(condition) => Solver::Guarded(Box::new(Guarded::new(dae, slots, condition, own, runner)?)),
            None => Solver::Formulas(Formulas::new(dae, slots, own, runner)?),
        });
    }
    Ok(())
}

impl Formulas {
    fn new(dae: &Dae, slots: &dyn Workshop, assigns: &[Assign], runner: Runner) -> Result<Formulas, Halt> {
        let steps: Vec<Step> =
            assigns.iter().map(|assign| Step::Assign(assign.variable, assign.value)).collect();
        let rows: Vec<RowId> = assigns.iter().map(|assign| assign.row).collect();
        let code = make(slots, dae, &steps)
            .map_err(|refusal| Halt::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        Ok(Formulas { code: runner(&code), rows })
    }

    fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        let row = |fault: &Fault| self.rows.get(fault.place.step as usize).copied();
        self.code.run(values, &mut [], calls).map_err(|fault| Halt::Fault(row(&fault), fault))
    }
}

impl System {
    fn new(dae: &Dae, slots: &dyn Workshop, torn: &Torn, runner: Runner) -> Result<System, Halt> {
        let linear = match &torn.linear {
            Some(linear) => LinearSystem::new(dae, slots, linear, runner)?,
            None => None,
        };
        let discrete = (!torn.discrete.is_empty())
            .then(|| Formulas::new(dae, slots, &torn.discrete, runner))
            .transpose()?;
        let (drivers, followers): (Vec<Assign>, Vec<Assign>) =
            torn.discrete.iter().copied().partition(|assign| is_driver(dae, assign));
        let followers =
            (!followers.is_empty()).then(|| Formulas::new(dae, slots, &followers, runner)).transpose()?;
        Ok(System {
            drivers: drivers.iter().map(|assign| assign.variable.0).collect(),
            followers,
            way: match linear {
                Some(linear) => Way::Linear(Box::new(linear)),
                None => Way::Newton(Box::new(Newton::new(dae, slots, torn, runner)?)),
            },
            rows: torn.residuals.iter().map(|residual| residual.1).collect(),
            discrete,
            switching: torn.discrete.iter().map(|assign| assign.row).collect(),
            changing: torn.discrete.iter().map(|assign| assign.variable.0).collect(),
        })
    }
}

/// Whether the value of something discrete depends on real numbers directly.
fn is_driver(dae: &Dae, assign: &Assign) -> bool {
    let (exprs, mut todo) = (&dae.model.exprs, vec![assign.value]);
    let mut seen = FxHashSet::default();
    while let Some(id) = todo.pop() {
        match exprs.get(id) {
            Expr::Variable(variable) => match dae.roles[variable.at()] {
                Role::Constant | Role::Parameter | Role::Free | Role::Discrete => {}
                _ => return true,
            },
            expr if seen.insert(id) => expr.children(exprs, &mut todo),
            _ => {}
        }
    }
    false
}

/// The size that is usual for a variable.
pub(super) fn nominal(dae: &Dae, variable: VariableId) -> f64 {
    dae.attributes.nominal(&dae.model, variable).unwrap_or(1.0)
}
