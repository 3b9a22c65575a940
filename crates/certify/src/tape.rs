//! Expressions of a model as a tape of numbers, computed for many rows at once.
//!
//! Interpreting a model row by row costs more than simulating it. So what holds at every row is first computed in columns: each
//! step of the tape is carried out for all rows of a block before the next. What a tape finds in order is in order; whatever it
//! does not is looked at again, row by row, by the [`Evaluator`](crate::evaluate::Evaluator), which alone says that something
//! is wrong or not decided. A tape need not be able to do everything: not a number means that the row is left to the evaluator,
//! and every operation hands that on.

mod algorithm;
pub(crate) mod build;
mod builtin;
mod claims;
mod function;
mod loops;
mod operate;
mod statement;
mod subscript;
mod trace;

use equations::{Builtin, Operator, VariableId};

use crate::evaluate::operate::{arithmetic, compare};
use crate::evaluate::{binary_function, unary_function};
pub(crate) use build::{TapeBuilder, TapeNodeId};
pub(crate) use trace::Tracer;

/// How often the loops of a tape may go back in a block of rows; rows that are not done then have no numbers.
const MAX_ROUNDS: usize = 100_000;

/// How many rows are computed at once.
pub(crate) const LANES: usize = 64;

/// The same number at each row of a block.
pub(crate) type Lanes = [f64; LANES];

/// What a tape reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TapeInput {
    Value(VariableId),
    Slope(VariableId),
    Time,
}

/// An operation on numbers that are in places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TapeOp<P> {
    /// A number, by its bits.
    Constant(u64),
    Load(TapeInput),
    Negate(P),
    Not(P),
    And(P, P),
    Or(P, P),
    Arithmetic(Operator, P, P),
    Compare(Operator, P, P),
    /// The second where the first is true, else the third.
    Select(P, P, P),
    One(Builtin, P),
    Two(Builtin, P, P),
    /// The number of a list that is at this place, counted from one.
    Pick(u32, P),
    /// What a loop carries from round to round, by its number, and what that begins with.
    Carried(u32, P),
}

impl<P: Copy> TapeOp<P> {
    /// The same with other places.
    pub(crate) fn map<Q>(self, mut place: impl FnMut(P) -> Q) -> TapeOp<Q> {
        match self {
            TapeOp::Constant(bits) => TapeOp::Constant(bits),
            TapeOp::Load(input) => TapeOp::Load(input),
            TapeOp::Negate(a) => TapeOp::Negate(place(a)),
            TapeOp::Not(a) => TapeOp::Not(place(a)),
            TapeOp::And(a, b) => TapeOp::And(place(a), place(b)),
            TapeOp::Or(a, b) => TapeOp::Or(place(a), place(b)),
            TapeOp::Arithmetic(operator, a, b) => TapeOp::Arithmetic(operator, place(a), place(b)),
            TapeOp::Compare(operator, a, b) => TapeOp::Compare(operator, place(a), place(b)),
            TapeOp::Select(c, a, b) => TapeOp::Select(place(c), place(a), place(b)),
            TapeOp::One(builtin, a) => TapeOp::One(builtin, place(a)),
            TapeOp::Two(builtin, a, b) => TapeOp::Two(builtin, place(a), place(b)),
            TapeOp::Pick(list, a) => TapeOp::Pick(list, place(a)),
            TapeOp::Carried(number, a) => TapeOp::Carried(number, place(a)),
        }
    }
}

/// What is compared: two sides, the sum of the sizes of their terms, and where that is claimed at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TapeClaim<P> {
    /// Whose claim it is.
    pub(crate) owner: u32,
    pub(crate) mask: Option<P>,
    pub(crate) left: P,
    pub(crate) right: P,
    pub(crate) terms: P,
}

/// A step of a tape; `P` is where numbers are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TapeStep<P> {
    Compute(P, TapeOp<P>),
    /// Goes on at a later step if this is false at every row.
    Skip(P, u32),
    /// Gives what a loop carries, the first, its value for the next round.
    Store(P, P),
    /// Goes back to an earlier step while this is true at some row.
    Repeat(P, u32),
    Judge(TapeClaim<P>),
}

/// A tape that can be run.
#[derive(Debug, Default)]
pub(crate) struct LaneTape {
    pub(crate) steps: Vec<TapeStep<u32>>,
    pub(crate) places: usize,
    /// Numbers that rows choose from.
    pub(crate) lists: Vec<Vec<f64>>,
}

/// What came of a claim at the rows of a block.
#[derive(Clone, Copy)]
pub(crate) struct ClaimOutcome<'l> {
    pub(crate) owner: u32,
    pub(crate) mask: Option<&'l Lanes>,
    pub(crate) left: &'l Lanes,
    pub(crate) right: &'l Lanes,
    pub(crate) terms: &'l Lanes,
}

impl LaneTape {
    /// Computes a block: `load` gives what is read, and `judge` takes what is compared. `places` is kept from block to block.
    pub(crate) fn run(
        &self,
        places: &mut Vec<Lanes>,
        mut load: impl FnMut(TapeInput, &mut Lanes),
        mut judge: impl FnMut(ClaimOutcome),
    ) {
        places.resize(self.places, [0.0; LANES]);
        let (mut at, mut rounds) = (0, 0);
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match *step {
                TapeStep::Compute(to, TapeOp::Load(input)) => load(input, &mut places[to as usize]),
                TapeStep::Compute(to, TapeOp::Pick(list, at)) => {
                    let list = &self.lists[list as usize];
                    zip(places, to as usize, at, at, |at, _| picked(list, at));
                }
                TapeStep::Compute(to, op) => compute(op, places, to as usize),
                TapeStep::Skip(condition, target) => {
                    if places[condition as usize].iter().all(|&truth| truth == 0.0) {
                        at = target as usize;
                    }
                }
                TapeStep::Store(to, from) => places[to as usize] = places[from as usize],
                TapeStep::Repeat(condition, target) => {
                    // What is not a number stays so in every further round.
                    let goes_on = |&truth: &f64| truth != 0.0 && !truth.is_nan();
                    if rounds < MAX_ROUNDS && places[condition as usize].iter().any(goes_on) {
                        rounds += 1;
                        at = target as usize;
                    }
                }
                TapeStep::Judge(claimed) => judge(ClaimOutcome {
                    owner: claimed.owner,
                    mask: claimed.mask.map(|mask| &places[mask as usize]),
                    left: &places[claimed.left as usize],
                    right: &places[claimed.right as usize],
                    terms: &places[claimed.terms as usize],
                }),
            }
        }
    }
}

fn compute(op: TapeOp<u32>, places: &mut [Lanes], to: usize) {
    use Operator as O;
    match op {
        TapeOp::Constant(bits) => places[to] = [f64::from_bits(bits); LANES],
        TapeOp::Load(_) | TapeOp::Pick(..) => {}
        TapeOp::Carried(_, a) => places[to] = places[a as usize],
        TapeOp::Select(c, a, b) => {
            let (c, a, b) = (places[c as usize], places[a as usize], places[b as usize]);
            for (at, to) in places[to].iter_mut().enumerate() {
                *to = select(c[at], a[at], b[at]);
            }
        }
        // The loops of what is most frequent are short enough for several rows in one instruction.
        TapeOp::Arithmetic(O::Add | O::ElementAdd, a, b) => zip(places, to, a, b, |a, b| a + b),
        TapeOp::Arithmetic(O::Subtract | O::ElementSubtract, a, b) => zip(places, to, a, b, |a, b| a - b),
        TapeOp::Arithmetic(O::Multiply | O::ElementMultiply, a, b) => zip(places, to, a, b, |a, b| a * b),
        TapeOp::Arithmetic(O::Divide | O::ElementDivide, a, b) => zip(places, to, a, b, |a, b| a / b),
        TapeOp::Arithmetic(_, a, b)
        | TapeOp::Compare(_, a, b)
        | TapeOp::And(a, b)
        | TapeOp::Or(a, b)
        | TapeOp::Two(_, a, b) => {
            zip(places, to, a, b, |a, b| scalar(op.map(|_| ()), [a, b]));
        }
        TapeOp::One(Builtin::Abs, a) => zip(places, to, a, a, |a, _| a.abs()),
        TapeOp::One(_, a) | TapeOp::Negate(a) | TapeOp::Not(a) => {
            zip(places, to, a, a, |a, b| scalar(op.map(|_| ()), [a, b]));
        }
    }
}

#[inline]
fn zip(places: &mut [Lanes], to: usize, a: u32, b: u32, op: impl Fn(f64, f64) -> f64) {
    let (a, b) = (places[a as usize], places[b as usize]);
    for (to, (a, b)) in places[to].iter_mut().zip(a.into_iter().zip(b)) {
        *to = op(a, b);
    }
}

fn select(c: f64, a: f64, b: f64) -> f64 {
    if c.is_nan() {
        f64::NAN
    } else if c != 0.0 {
        a
    } else {
        b
    }
}

/// An operation on single numbers; what is not a number stays none.
pub(crate) fn scalar(op: TapeOp<()>, [a, b]: [f64; 2]) -> f64 {
    let truth = |truth: bool| f64::from(u8::from(truth));
    match op {
        TapeOp::And(..) => {
            if a == 0.0 || a.is_nan() {
                a
            } else {
                b
            }
        }
        TapeOp::Or(..) => {
            if a == 0.0 {
                b
            } else {
                a
            }
        }
        _ if a.is_nan() || b.is_nan() => f64::NAN,
        TapeOp::Negate(()) => -a,
        TapeOp::Not(()) => truth(a == 0.0),
        TapeOp::Arithmetic(operator, ..) => arithmetic(operator, a, b).unwrap_or(f64::NAN),
        TapeOp::Compare(operator, ..) => truth(compare(operator, &a, &b)),
        TapeOp::One(builtin, ()) => unary_function(builtin, a),
        TapeOp::Two(Builtin::Min, ..) => a.min(b),
        TapeOp::Two(Builtin::Max, ..) => a.max(b),
        TapeOp::Two(builtin, ..) => binary_function(builtin, a, b).unwrap_or(f64::NAN),
        TapeOp::Constant(_)
        | TapeOp::Load(_)
        | TapeOp::Select(..)
        | TapeOp::Pick(..)
        | TapeOp::Carried(..) => f64::NAN,
    }
}

/// The number of a list at a place, counted from one; none where there is none.
fn picked(list: &[f64], at: f64) -> f64 {
    if at >= 1.0 && at <= list.len() as f64 && at.fract() == 0.0 { list[at as usize - 1] } else { f64::NAN }
}
