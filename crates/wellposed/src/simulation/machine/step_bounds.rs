//! Bounds of expressions over a piece of a step, from bounds of the unknowns there: of what passes the edges of relations,
//! and of what the model asserts.

use enclose::{Dual, Interval, Leaf, Tape};
use equations::{ExprId, VariableId};
use reduce::{Dae, Schedule};
use rustc_hash::FxHashMap;
use simulate::Enclosure;

use super::formulas::Formulas;
use crate::simulation::layout::Layout;

/// Bounds of some expressions of a form.
pub(super) struct StepBounds {
    tape: Tape,
    /// What each input of the tape is, and what it was last.
    sources: Vec<Source>,
    inputs: Vec<Dual>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    Time,
    /// An unknown of the integrator, by its number.
    Unknown(u32),
    /// Something that keeps its value between events, by its slot.
    Slot(u32),
}

impl StepBounds {
    /// The integrator sees these unknowns. None if no bounds of any of the expressions are known.
    pub(super) fn new(
        dae: &Dae,
        schedule: &Schedule,
        layout: &Layout,
        unknowns: &[VariableId],
        roots: &[ExprId],
    ) -> Option<StepBounds> {
        let formulas = Formulas::new(dae, schedule, layout);
        let columns: FxHashMap<u32, u32> = (0..).zip(unknowns).map(|(at, id)| (id.0, at)).collect();
        let (mut sources, mut known) = (Vec::new(), FxHashMap::default());
        let given = |id: VariableId| columns.contains_key(&id.0);
        let tape = Tape::new(&dae.model.exprs, roots, &mut |id| match formulas.leaf(id, &given) {
            Leaf::Input(slot) => {
                let source = match columns.get(&slot) {
                    _ if slot as usize == layout.time_slot() => Source::Time,
                    Some(&column) => Source::Unknown(column),
                    None => Source::Slot(slot),
                };
                let number = *known.entry(source).or_insert_with(|| {
                    sources.push(source);
                    sources.len() as u32 - 1
                });
                Leaf::Input(number)
            }
            leaf => leaf,
        });
        let inputs = vec![Dual::UNKNOWN; sources.len()];
        let any = (0..roots.len()).any(|root| tape.is_bounded(root));
        any.then_some(StepBounds { tape, sources, inputs })
    }

    /// Computes bounds over a piece of time.
    pub(super) fn run(
        &mut self,
        values: &[f64],
        (from, to): (f64, f64),
        unknown: &dyn Fn(usize) -> Enclosure,
        slopes: bool,
    ) {
        for (input, source) in self.inputs.iter_mut().zip(&self.sources) {
            *input = match *source {
                Source::Time => Dual::time(from, to),
                Source::Slot(slot) => Dual::constant(Interval::point(values[slot as usize])),
                Source::Unknown(column) => {
                    let Enclosure { value, slope } = unknown(column as usize);
                    Dual {
                        value: Interval::new(value[0], value[1]),
                        slope: Interval::new(slope[0], slope[1]),
                    }
                }
            };
        }
        let inputs = &self.inputs;
        if slopes {
            self.tape.run(&|number| inputs[number as usize]);
        } else {
            self.tape.run_values(&|number| inputs[number as usize].value);
        }
    }

    /// Bounds of an expression; none if nothing is known of it.
    pub(super) fn get(&self, root: usize) -> Option<Dual> {
        self.tape.is_bounded(root).then(|| self.tape.output(root))
    }
}
