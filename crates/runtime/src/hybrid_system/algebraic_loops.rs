//! Algebraic loops solved inside of every evaluation, so that the integrator sees nothing but states.
//!
//! What a loop iterates is then exact between events, not interpolated: a diode that is at the edge of conducting
//! switches when it does and not when the error of the last step says so.

use codegen::Calls;
use dae::{Dae, Schedule, ScheduledBlock};
use linear::{FactoredMatrix, Pattern};

use super::continuous_code::ContinuousCode;
use crate::blocks::{BlockSequence, noted};
use crate::compile_cache::CompiledBlock;
use crate::slot_layout::SlotLayout;
use crate::{IntegrationMethod, SimulationError, SimulationResult};

/// With more states, states and loops are one sparse system for the integrator: the derivatives of states alone are a full
/// matrix, whose factors take some 50 milliseconds for so many. What loops iterate must then be smooth in time; where a mixing
/// temperature of flows that begin at zero jumps within their first picoseconds, only solved loops get past it.
const MAX_STATES: usize = 400;

/// What keeps the derivatives of a loop with many solutions from being singular, relative to the largest of its row.
const HOLD: f64 = 1e-6;

/// The loops of a model.
pub(super) struct AlgebraicLoops {
    blocks: BlockSequence,
    /// How many unknowns each loop iterates.
    counts: Vec<usize>,
    inner: LoopJacobian,
    /// The same with a place on the diagonal for each unknown, made where a loop has many solutions.
    held: Option<LoopJacobian>,
    /// All derivatives, of states and loops.
    full: Vec<f64>,
}

/// The derivatives of loops by what they iterate.
struct LoopJacobian {
    pattern: Pattern,
    matrix: FactoredMatrix,
    /// Where its entries are among all derivatives. A place that is only there to be held has none.
    places: Vec<Option<u32>>,
    /// The values that were factored; none if that failed.
    factored: Vec<f64>,
}

impl LoopJacobian {
    fn new(flow: &ContinuousCode, diagonal: bool) -> SimulationResult<LoopJacobian> {
        let (states, starts) = (flow.states, flow.pattern.starts());
        let (mut columns, mut places) = (Vec::new(), Vec::new());
        for (column, &start) in starts.iter().enumerate().take(flow.unknowns.len()).skip(states) {
            let own = flow.pattern.column(column as u32).iter().zip(start..);
            let inside = own.filter(|&(&row, _)| row as usize >= states);
            let mut entries: Vec<(u32, Option<u32>)> =
                inside.map(|(&row, place)| (row - states as u32, Some(place))).collect();
            let own = (column - states) as u32;
            if diagonal && entries.iter().all(|entry| entry.0 != own) {
                entries.push((own, None));
            }
            columns.push(entries.iter().map(|entry| entry.0).collect::<Vec<u32>>());
            places.extend(entries.iter().map(|entry| entry.1));
        }
        let pattern = Pattern::from_columns(&columns).map_err(|_| SimulationError::NoSolution(Vec::new()))?;
        let matrix = FactoredMatrix::new(&pattern);
        matrix.symbolic().map_err(|_| SimulationError::Singular(flow.residuals.clone()))?;
        Ok(LoopJacobian { pattern, matrix, places, factored: Vec::new() })
    }

    /// Takes its entries from all derivatives.
    fn read(&mut self, full: &[f64]) {
        for (value, place) in self.matrix.values.iter_mut().zip(&self.places) {
            *value = place.map_or(0.0, |place| full[place as usize]);
        }
    }

    /// Adds to the diagonal of some unknowns.
    fn hold(&mut self, loose: &[bool]) {
        let pattern = &self.pattern;
        let mut most = vec![0.0; loose.len()];
        for (&row, value) in pattern.rows().iter().zip(&self.matrix.values) {
            most[row as usize] = f64::max(most[row as usize], value.abs());
        }
        for (column, range) in pattern.starts().windows(2).enumerate().filter(|&(column, _)| loose[column]) {
            let size = if most[column] > 0.0 { most[column] } else { 1.0 };
            let places = range[0] as usize..range[1] as usize;
            for (&row, value) in pattern.rows()[places.clone()].iter().zip(&mut self.matrix.values[places]) {
                *value += if row as usize == column { HOLD * size } else { 0.0 };
            }
        }
    }

    /// Factors its entries; false if they have no factors. Those of a linear loop with constant coefficients are made once.
    fn factor(&mut self) -> bool {
        let bits = |number: &f64| number.to_bits();
        if !self.factored.is_empty() && self.factored.iter().map(bits).eq(self.matrix.values.iter().map(bits))
        {
            return true;
        }
        noted();
        self.factored.clone_from(&self.matrix.values);
        let renewed = self.matrix.factor().is_ok();
        if !renewed {
            self.factored.clear();
        }
        renewed
    }

    /// Solves for one right-hand side with the factors there are.
    fn solve(&mut self, side: &mut [f64]) -> Option<()> {
        self.matrix.solve(side).ok()
    }
}

impl AlgebraicLoops {
    /// Whether the loops of a model of so many states, with so many unknowns to iterate, are solved here. Explicit
    /// methods know nothing of loops.
    pub(super) fn apply(states: usize, iterated: usize, method: IntegrationMethod) -> bool {
        iterated > 0 && (states <= MAX_STATES || method == IntegrationMethod::Explicit)
    }

    /// The loops of a schedule.
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &SlotLayout,
        flow: &ContinuousCode,
    ) -> SimulationResult<AlgebraicLoops> {
        let blocks = schedule.blocks.iter().filter_map(|block| between(dae, block)).collect::<Vec<_>>();
        let counts = blocks.iter().filter_map(|block| match block {
            ScheduledBlock::Torn(torn) => Some(torn.tearing.len()),
            ScheduledBlock::Assign(_) => None,
        });
        Ok(AlgebraicLoops {
            counts: counts.collect(),
            blocks: BlockSequence::new(dae, layout, &blocks, CompiledBlock::jit_executor)?,
            full: vec![0.0; flow.pattern.entries()],
            inner: LoopJacobian::new(flow, false)?,
            held: None,
        })
    }

    /// Computes everything that follows from time and the states.
    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        self.blocks.run(values, calls)
    }

    /// The derivatives of `c·y' - f` by the states, the loops following them. None if a loop has no unique solution.
    pub(super) fn differentiate(
        &mut self,
        flow: &mut ContinuousCode,
        values: &mut [f64],
        calls: &mut dyn Calls,
        c: f64,
        into: &mut [f64],
    ) -> SimulationResult<Option<()>> {
        flow.differentiate(values, calls, c, &mut self.full)?;
        Ok(self.eliminate(flow, into))
    }

    /// Keeps loops with many solutions from having none. A loop that was led to the nearest of them stays there as the states
    /// change; what it holds on to changes nothing else, and to find out by trying would take a solution of all loops for
    /// each state. None if no loop is the reason.
    fn hold(&mut self, flow: &ContinuousCode) -> Option<()> {
        let loose = self.blocks.is_underdetermined().zip(&self.counts);
        let loose: Vec<bool> = loose.flat_map(|(loose, &count)| std::iter::repeat_n(loose, count)).collect();
        if !loose.contains(&true) || loose.len() != flow.unknowns.len() - flow.states {
            return None;
        }
        if self.held.is_none() {
            self.held = LoopJacobian::new(flow, true).ok();
        }
        let held = self.held.as_mut()?;
        held.read(&self.full);
        held.hold(&loose);
        held.factor().then_some(())
    }

    /// Solves with loops that are held. What that did to all others is taken back by solving again for what is left over.
    fn settle(&mut self, side: &mut [f64]) -> Option<()> {
        let held = self.held.as_mut()?;
        let mut left = side.to_vec();
        held.solve(side)?;
        let change: Vec<f64> = side.iter().map(|change| -change).collect();
        self.inner.pattern.add_product(&self.inner.matrix.values, &change, &mut left);
        held.solve(&mut left)?;
        side.iter_mut().zip(&left).for_each(|(change, left)| *change += left);
        Some(())
    }

    /// Block elimination: what the loops contribute to the derivatives by each state.
    fn eliminate(&mut self, flow: &ContinuousCode, into: &mut [f64]) -> Option<()> {
        let (states, size) = (flow.states, flow.unknowns.len());
        self.inner.read(&self.full);
        let regular = self.inner.factor();
        if !regular {
            self.hold(flow)?;
        }
        let starts = flow.pattern.starts();
        let mut side = vec![0.0; size - states];
        into.fill(0.0);
        for column in 0..states {
            let own = &mut into[column * states..][..states];
            side.fill(0.0);
            let mut coupled = false;
            for (&row, place) in flow.pattern.column(column as u32).iter().zip(starts[column] as usize..) {
                match (row as usize).checked_sub(states) {
                    None => own[row as usize] = self.full[place],
                    Some(row) => {
                        side[row] = self.full[place];
                        coupled = true;
                    }
                }
            }
            if !coupled {
                continue;
            }
            if regular {
                self.inner.solve(&mut side)?;
            } else {
                self.settle(&mut side)?;
            }
            for (iterated, &change) in (states..).zip(&side).filter(|found| *found.1 != 0.0) {
                let rows = flow.pattern.column(iterated as u32).iter().zip(starts[iterated] as usize..);
                for (&row, place) in rows.take_while(|&(&row, _)| (row as usize) < states) {
                    own[row as usize] -= self.full[place] * change;
                }
            }
        }
        Some(())
    }
}

/// What remains of a block between events.
fn between(dae: &Dae, block: &ScheduledBlock) -> Option<ScheduledBlock> {
    match block {
        ScheduledBlock::Assign(assign) if dae.is_discrete(assign.row, assign.variable) => None,
        ScheduledBlock::Torn(torn) if torn.is_discrete(dae) => None,
        ScheduledBlock::Torn(torn) => {
            let called = torn.discrete.iter().filter(|found| !dae.is_discrete(found.row, found.variable));
            let discrete = called.copied().collect();
            Some(ScheduledBlock::Torn(dae::TornBlock { discrete, ..torn.clone() }))
        }
        block => Some(block.clone()),
    }
}
