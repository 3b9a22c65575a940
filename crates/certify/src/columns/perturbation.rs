//! What recorded values may be wrong by, on a tape of one claim: each lane is the same row with another value moved.
//!
//! The evaluator asks the same, one value after the other ([`Judge::look`]), and of parameters, too, and with relations both
//! ways. What this explains it would explain; what this does not is left to it.

use equations::{Type, VariableId};
use rustc_hash::FxHashMap;

use super::RowBlock;
use crate::judge::{ALLOWED, Claim, Judge, RowCheck};
use crate::table::ColumnSource;
use crate::tape::{ClaimOutcome, LANES, LaneTape, Lanes, TapeInput, Tracer};

/// The tapes of claims that were asked about, by number; nothing where a claim cannot be asked.
#[derive(Default)]
pub(super) struct PerturbationTapes {
    tapes: FxHashMap<u32, Option<PerturbedClaim>>,
    places: Vec<Lanes>,
}

/// A claim and what can be moved in it.
struct PerturbedClaim {
    tape: LaneTape,
    values: Vec<VariableId>,
    slopes: Vec<VariableId>,
}

impl PerturbationTapes {
    /// Whether what values may be wrong by explains the difference of a claim at a row of a block: then what is left of it, in
    /// parts of its terms, and its sides.
    pub(super) fn explain_by_perturbation(
        &mut self,
        judge: &mut Judge,
        block: &RowBlock,
        lane: usize,
        (owner, check): (u32, &RowCheck),
    ) -> Option<(f64, (f64, f64))> {
        let moved = self.tapes.entry(owner).or_insert_with(|| PerturbedClaim::new(judge, check)).as_ref()?;
        let row = block.rows[lane];
        let mut moves: Vec<(TapeInput, f64)> = Vec::new();
        for &id in &moved.values {
            let ColumnSource::Column(column, factor) = judge.recorded.sources[id.at()] else { continue };
            let value = factor * row[column as usize];
            let step = judge.value_step(id, value);
            if step > 0.0 {
                moves.extend([(TapeInput::Value(id), value + step), (TapeInput::Value(id), value - step)]);
            }
        }
        let values = moves.len();
        for &id in &moved.slopes {
            let ColumnSource::Column(column, factor) = judge.recorded.slopes[id.at()] else { continue };
            let slope = factor * row[column as usize];
            moves.push((TapeInput::Slope(id), slope + judge.slope_step(id, slope)));
        }
        let (mut base, mut terms, mut sides) = (f64::NAN, f64::NAN, (0.0, 0.0));
        let mut differences = Vec::with_capacity(moves.len());
        // The first lane is the row as it is.
        for chunk in moves.chunks(LANES - 1) {
            let load = |input: TapeInput, lanes: &mut Lanes| {
                *lanes = [block.value(&judge.recorded, input, lane); LANES];
                for (at, (which, value)) in chunk.iter().enumerate() {
                    if *which == input {
                        lanes[at + 1] = *value;
                    }
                }
            };
            let keep = |found: ClaimOutcome| {
                let difference = |at: usize| found.left[at] - found.right[at];
                (base, terms, sides) = (difference(0), found.terms[0], (found.left[0], found.right[0]));
                differences.extend((1..=chunk.len()).map(difference));
            };
            moved.tape.run(&mut self.places, load, keep);
        }
        let off = |difference: &f64| {
            let off = (difference - base).abs();
            if off.is_nan() { 0.0 } else { off }
        };
        let (by_value, by_slope) = differences.split_at(values.min(differences.len()));
        let reach = by_value.chunks(2).map(|pair| pair.iter().map(off).fold(0.0, f64::max)).sum::<f64>()
            + by_slope.iter().map(off).sum::<f64>();
        let gap = base.abs() - reach;
        let relative = if gap <= 0.0 { 0.0 } else { gap / terms.max(f64::MIN_POSITIVE) };
        (base.is_finite() && terms.is_finite() && relative <= ALLOWED).then_some((relative, sides))
    }
}

impl PerturbedClaim {
    fn new(judge: &mut Judge, check: &RowCheck) -> Option<PerturbedClaim> {
        if !matches!(check.claim, Claim::Equal(..) | Claim::Bound(..)) {
            return None;
        }
        let mut tracer = Tracer::new(&mut judge.evaluator, &judge.recorded);
        if !tracer.claim(0, check.claim) {
            return None;
        }
        let tape = tracer.finish();
        let is_real = |id: &VariableId| judge.model.variables[id.at()].kind == Type::Real;
        let values = check.variables.iter().copied().filter(is_real).collect();
        let slopes = if check.differentiates { check.variables.clone() } else { Vec::new() };
        Some(PerturbedClaim { tape, values, slopes })
    }
}
