//! Bounds of expressions over a piece of a step, from bounds of the unknowns there: of what passes the edges of relations,
//! and of what the model asserts. What algebraic loops determine is bounded too, if they are small and made of formulas.

use dae::{Dae, Schedule, ScheduledBlock, TornBlock};
use enclose::{ImplicitBounds, ImplicitFunction, Interval, IntervalDual, IntervalTape, TapeLeaf};
use equations::{Expr, ExprId, VariableId};
use rustc_hash::FxHashMap;
use simulate::Enclosure;

use super::schedule_formulas::ScheduleFormulas;
use crate::slot_layout::SlotLayout;

/// So many loops may follow from each other: tapes are made within tapes.
const MAX_NESTING: usize = 40;

/// So many operations on intervals are spent on loops whatever the model costs, and one to so many operations of the model, in
/// machine code: each takes as long as fifty of those.
const LOOP_OPERATIONS: u64 = 500_000;
const LOOP_SHARE: u64 = 1_000;

/// Where a loop could not be bounded: something finite, so that shorter pieces are tried.
const UNPROVEN: IntervalDual =
    IntervalDual { value: Interval { lo: -1e100, hi: 1e100 }, slope: Interval::ENTIRE };

/// Bounds of some expressions of a form.
pub(super) struct StepBounds {
    tape: IntervalTape,
    /// The loops that they need, in order, with the slots of their unknowns.
    loops: Vec<(ImplicitFunction, Vec<u32>)>,
    /// What each input of the tapes is, and what it was last.
    sources: Vec<BoundInput>,
    inputs: Vec<IntervalDual>,
    /// The same as far as no loops are needed, and whether it was used last, because loops cost too much.
    without_loops: Option<Box<StepBounds>>,
    given_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BoundInput {
    Time,
    /// An unknown of the integrator, by its number.
    Unknown(u32),
    /// Something that keeps its value between events, by its slot.
    Slot(u32),
    /// An unknown of a loop, by its slot.
    Loop(u32),
}

/// What is known while tapes are made.
struct BoundsBuilder<'a> {
    dae: &'a Dae,
    layout: &'a SlotLayout,
    formulas: ScheduleFormulas<'a>,
    /// The unknowns that the integrator sees.
    columns: FxHashMap<u32, u32>,
    /// The loop that iterates each unknown, and what became of it: whether it has bounds, once that is known.
    iterated: FxHashMap<VariableId, &'a TornBlock>,
    bounded: FxHashMap<VariableId, bool>,
    nesting: usize,
    sources: Vec<BoundInput>,
    known: FxHashMap<BoundInput, u32>,
    loops: Vec<(ImplicitFunction, Vec<u32>)>,
}

impl BoundsBuilder<'_> {
    fn tape(&mut self, roots: &[ExprId], own: &[VariableId]) -> IntervalTape {
        let exprs = &self.dae.model.exprs;
        IntervalTape::new(exprs, roots, &mut |id| self.leaf(id, own))
    }

    fn input(&mut self, source: BoundInput) -> u32 {
        *self.known.entry(source).or_insert_with(|| {
            self.sources.push(source);
            self.sources.len() as u32 - 1
        })
    }

    /// What an expression is for a tape; `own` are the unknowns of the loop that it is for.
    fn leaf(&mut self, id: ExprId, own: &[VariableId]) -> TapeLeaf {
        let columns = &self.columns;
        match self.formulas.leaf(id, &|variable| columns.contains_key(&variable.0)) {
            TapeLeaf::Input(slot) => {
                let source = match columns.get(&slot) {
                    _ if slot as usize == self.layout.time_slot() => BoundInput::Time,
                    Some(&column) => BoundInput::Unknown(column),
                    None => BoundInput::Slot(slot),
                };
                TapeLeaf::Input(self.input(source))
            }
            TapeLeaf::Unknown => match self.dae.model.exprs.get(id) {
                Expr::Variable(variable) if own.contains(&variable) || self.is_bounded(variable) => {
                    TapeLeaf::Input(self.input(BoundInput::Loop(variable.0)))
                }
                _ => TapeLeaf::Unknown,
            },
            leaf => leaf,
        }
    }

    /// Whether a variable is iterated by a loop that has bounds, which is added then.
    fn is_bounded(&mut self, variable: VariableId) -> bool {
        if let Some(&known) = self.bounded.get(&variable) {
            return known;
        }
        let Some(&torn) = self.iterated.get(&variable) else { return false };
        if self.nesting == MAX_NESTING {
            return false;
        }
        self.nesting += 1;
        let residuals: Vec<ExprId> = torn.residuals.iter().map(|residual| residual.0).collect();
        let tape = self.tape(&residuals, &torn.tearing);
        self.nesting -= 1;
        let unknowns = torn.tearing.iter().map(|unknown| self.input(BoundInput::Loop(unknown.0))).collect();
        let affine = self.is_affine(torn);
        let found = ImplicitFunction::new(tape, unknowns, affine);
        for unknown in &torn.tearing {
            self.bounded.insert(*unknown, found.is_some());
        }
        let slots = torn.tearing.iter().map(|unknown| unknown.0).collect();
        let bounded = found.is_some();
        self.loops.extend(found.map(|found| (found, slots)));
        bounded
    }
}

impl BoundsBuilder<'_> {
    /// Whether a loop is linear with coefficients that keep their values between events, whatever they are computed from.
    fn is_affine(&mut self, torn: &TornBlock) -> bool {
        let Some(linear) = &torn.linear else { return false };
        let coefficients: Vec<ExprId> = linear.coefficients.iter().map(|found| found.2).collect();
        let tape = self.tape(&coefficients, &[]);
        let held = |&input: &u32| matches!(self.sources[input as usize], BoundInput::Slot(_));
        (0..coefficients.len()).all(|at| tape.is_bounded(at)) && tape.inputs().iter().all(held)
    }
}

impl StepBounds {
    /// The integrator sees these unknowns; loops are bounded too, or not. None if no bounds of any of the expressions are known.
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &SlotLayout,
        unknowns: &[VariableId],
        (roots, loops): (&[ExprId], bool),
    ) -> Option<StepBounds> {
        let torn = schedule.blocks.iter().filter_map(|block| match block {
            ScheduledBlock::Torn(torn)
                if loops
                    && !torn.is_discrete(dae)
                    && ImplicitFunction::is_small(torn.tearing.len(), true) =>
            {
                Some(torn)
            }
            _ => None,
        });
        let mut builder = BoundsBuilder {
            dae,
            layout,
            formulas: ScheduleFormulas::new(dae, schedule, layout),
            columns: (0..).zip(unknowns).map(|(at, id)| (id.0, at)).collect(),
            iterated: torn.flat_map(|torn| torn.tearing.iter().map(move |&id| (id, torn))).collect(),
            bounded: FxHashMap::default(),
            nesting: 0,
            sources: Vec::new(),
            known: FxHashMap::default(),
            loops: Vec::new(),
        };
        let tape = builder.tape(roots, &[]);
        let BoundsBuilder { loops, sources, .. } = builder;
        let inputs = vec![IntervalDual::UNKNOWN; sources.len()];
        let any = (0..roots.len()).any(|root| tape.is_bounded(root));
        let without_loops = match loops.is_empty() {
            true => None,
            false => StepBounds::new(dae, schedule, layout, unknowns, (roots, false)).map(Box::new),
        };
        any.then_some(StepBounds { tape, loops, sources, inputs, without_loops, given_up: false })
    }

    /// Computes bounds over a piece of time, and says whether any are known. What loops cost beyond a share of `work`, the
    /// operations of the model so far, is saved: points are looked at instead.
    pub(super) fn run(
        &mut self,
        values: &[f64],
        work: u64,
        (from, to): (f64, f64),
        unknown: &dyn Fn(usize) -> Enclosure,
        slopes: bool,
    ) -> bool {
        let spent: u64 = self.loops.iter().map(|found| found.0.operations()).sum();
        self.given_up = !self.loops.is_empty() && spent > LOOP_OPERATIONS + work / LOOP_SHARE;
        if self.given_up {
            let plain = self.without_loops.as_mut();
            return plain.is_some_and(|plain| plain.run(values, work, (from, to), unknown, slopes));
        }
        let mut renewed = false;
        for (input, source) in self.inputs.iter_mut().zip(&self.sources) {
            let before = *input;
            *input = match *source {
                BoundInput::Loop(_) => IntervalDual::UNKNOWN,
                BoundInput::Time => IntervalDual::time(from, to),
                BoundInput::Slot(slot) => IntervalDual::constant(Interval::point(values[slot as usize])),
                BoundInput::Unknown(column) => {
                    let Enclosure { value, slope } = unknown(column as usize);
                    IntervalDual {
                        value: Interval::new(value[0], value[1]),
                        slope: Interval::new(slope[0], slope[1]),
                    }
                }
            };
            renewed |= matches!(source, BoundInput::Slot(_)) && *input != before;
        }
        for (found, slots) in &mut self.loops {
            let inputs = &self.inputs;
            let start: Vec<f64> = slots.iter().map(|&slot| values[slot as usize]).collect();
            if renewed {
                found.renew();
            }
            let bounds = found.enclose(&|number| inputs[number as usize], &start, slopes);
            for (at, &unknown) in found.unknowns().iter().enumerate() {
                self.inputs[unknown as usize] = match &bounds {
                    ImplicitBounds::Proven(bounds) => bounds[at],
                    ImplicitBounds::Unproven => UNPROVEN,
                    ImplicitBounds::Untried => IntervalDual::UNKNOWN,
                };
            }
        }
        let inputs = &self.inputs;
        if slopes {
            self.tape.run(&|number| inputs[number as usize]);
        } else {
            self.tape.run_values(&|number| inputs[number as usize].value);
        }
        true
    }

    /// Bounds of an expression; none if nothing is known of it.
    pub(super) fn get(&self, root: usize) -> Option<IntervalDual> {
        if self.given_up {
            return self.without_loops.as_ref()?.get(root);
        }
        self.tape.is_bounded(root).then(|| self.tape.output(root))
    }
}
