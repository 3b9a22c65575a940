//! Algebraic loops solved inside of every evaluation, so that the integrator sees nothing but states.
//!
//! What a loop iterates is then exact between events, not interpolated: a diode that is at the edge of conducting
//! switches when it does and not when the error of the last step says so.

use codegen::Calls;
use linear::{Lu, Pattern, Symbolic};
use reduce::{Block, Dae, RowKind, Schedule};

use super::flow::Flow;
use crate::simulation::blocks::{Blocks, noted};
use crate::simulation::layout::Layout;
use crate::simulation::workshop::Made;
use crate::simulation::{Halt, Method};

/// With more states, states and loops are one sparse system for the integrator.
const MAX_STATES: usize = 150;

/// The loops of a model.
pub(super) struct Loops {
    blocks: Blocks,
    inner: Inner,
    /// All derivatives, of states and loops.
    full: Vec<f64>,
}

/// The derivatives of loops by what they iterate.
struct Inner {
    symbolic: Symbolic,
    lu: Option<Lu>,
    /// Where its entries are among all derivatives.
    places: Vec<u32>,
    values: Vec<f64>,
    /// The values that were factored.
    factored: Vec<f64>,
}

impl Inner {
    /// The factors of the present values; none if there are none. Those of a linear loop with constant coefficients are made
    /// once.
    fn factors(&mut self) -> Option<&mut Lu> {
        let same = |factored: &[f64], values: &[f64]| {
            factored.iter().map(|number| number.to_bits()).eq(values.iter().map(|number| number.to_bits()))
        };
        if self.lu.is_none() || !same(&self.factored, &self.values) {
            noted();
            self.lu = match self.lu.take() {
                Some(mut lu) => lu.renew(&self.values).is_ok().then_some(lu),
                None => Lu::factor(&self.symbolic, &self.values).ok(),
            };
            self.factored.clone_from(&self.values);
        }
        self.lu.as_mut()
    }
}

impl Loops {
    /// Whether the loops of a model of so many states, with so many unknowns to iterate, are solved here. Explicit
    /// methods know nothing of loops.
    pub(super) fn apply(states: usize, iterated: usize, method: Method) -> bool {
        iterated > 0 && (states <= MAX_STATES || method == Method::Explicit)
    }

    /// The loops of a schedule.
    pub(super) fn new(dae: &Dae, schedule: &Schedule, layout: &Layout, flow: &Flow) -> Result<Loops, Halt> {
        let states = flow.states;
        let blocks = schedule.blocks.iter().filter_map(|block| between(dae, block)).collect::<Vec<_>>();
        let starts = flow.pattern.starts();
        let (mut columns, mut places) = (Vec::new(), Vec::new());
        for (column, &start) in starts.iter().enumerate().take(flow.unknowns.len()).skip(states) {
            let own = flow.pattern.column(column as u32).iter().zip(start..);
            let inside = own.filter(|&(&row, _)| row as usize >= states);
            let (rows, at): (Vec<u32>, Vec<u32>) =
                inside.map(|(&row, place)| (row - states as u32, place)).unzip();
            columns.push(rows);
            places.extend(at);
        }
        let inner = Pattern::from_columns(&columns).map_err(|_| Halt::NoSolution(Vec::new()))?;
        let symbolic = Symbolic::analyze(&inner).map_err(|_| Halt::Singular(flow.residuals.clone()))?;
        Ok(Loops {
            blocks: Blocks::new(dae, layout, &blocks, Made::often)?,
            full: vec![0.0; flow.pattern.entries()],
            inner: Inner {
                symbolic,
                lu: None,
                values: vec![0.0; places.len()],
                places,
                factored: Vec::new(),
            },
        })
    }

    /// Computes everything that follows from time and the states.
    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        self.blocks.run(values, calls)
    }

    /// The derivatives of `c·y' - f` by the states, the loops following them. None if a loop has no unique solution.
    pub(super) fn differentiate(
        &mut self,
        flow: &mut Flow,
        values: &mut [f64],
        calls: &mut dyn Calls,
        c: f64,
        into: &mut [f64],
    ) -> Result<Option<()>, Halt> {
        flow.differentiate(values, calls, c, &mut self.full)?;
        Ok(self.eliminate(flow, into))
    }

    /// Block elimination: what the loops contribute to the derivatives by each state.
    fn eliminate(&mut self, flow: &Flow, into: &mut [f64]) -> Option<()> {
        let (states, size) = (flow.states, flow.unknowns.len());
        for (value, &place) in self.inner.values.iter_mut().zip(&self.inner.places) {
            *value = self.full[place as usize];
        }
        let lu = self.inner.factors()?;
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
            lu.solve(&mut side).ok()?;
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
fn between(dae: &Dae, block: &Block) -> Option<Block> {
    match block {
        Block::Assign(assign) if dae.rows[assign.row.at()].kind == RowKind::Discrete => None,
        Block::Torn(torn) if torn.is_held(dae) => None,
        Block::Torn(torn) => Some(Block::Torn(reduce::Torn { discrete: Vec::new(), ..torn.clone() })),
        block => Some(block.clone()),
    }
}
