//! Runs routines: values alone, or with derivatives beside them.

use equations::MAX_INTEGER;

use super::{LANES, Routine, Stopped};
use crate::evaluate::Evaluator;
use crate::jit::Warm;
use crate::op::{Kind, compute, defined};

/// How many operations a call may take in loops before the evaluator, which counts too, is asked.
const MAX_STEPS: u64 = 20_000_000;

/// The numbers of a routine under way, and their derivatives in some directions.
#[derive(Default)]
pub(crate) struct Frame {
    pub(super) values: Vec<f64>,
    pub(super) lanes: Vec<[f64; LANES]>,
    /// What computes the values alone, if there are no loops.
    pub(super) plain: Option<Warm>,
}

/// The derivatives of a number in some directions.
type Lanes<const W: usize> = [f64; W];

/// A derivative times a slope. A number that does not change does not change whatever the slope is.
#[inline(always)]
fn scale<const W: usize>(lanes: Lanes<W>, slope: f64) -> Lanes<W> {
    lanes.map(|lane| if lane == 0.0 { 0.0 } else { lane * slope })
}

#[inline(always)]
fn sum<const W: usize>(mut a: Lanes<W>, b: Lanes<W>) -> Lanes<W> {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
    a
}

/// The slopes of an operation by its operands.
#[inline(always)]
fn slopes(kind: Kind, a: f64, b: f64, value: f64) -> (f64, f64) {
    match kind {
        Kind::Add => (1.0, 1.0),
        Kind::Subtract => (1.0, -1.0),
        Kind::Multiply => (b, a),
        Kind::Divide => (1.0 / b, -value / b),
        Kind::Power => {
            let by_a = if a == 0.0 { b * a.powf(b - 1.0) } else { b * value / a };
            // Of zero to a power that stays positive nothing changes with the power.
            (by_a, if a > 0.0 { value * a.ln() } else { 0.0 })
        }
        Kind::Min => (f64::from(u8::from(b >= a)), f64::from(u8::from(b < a))),
        Kind::Max => (f64::from(u8::from(b <= a)), f64::from(u8::from(b > a))),
        Kind::Atan2 => {
            let squares = a * a + b * b;
            (b / squares, -a / squares)
        }
        Kind::Negate => (-1.0, 0.0),
        Kind::Abs => (compute(Kind::Sign, a, 0.0, 0.0), 0.0),
        Kind::Sqrt => (0.5 / value, 0.0),
        Kind::Sin => (a.cos(), 0.0),
        Kind::Cos => (-a.sin(), 0.0),
        Kind::Tan => (1.0 + value * value, 0.0),
        Kind::Asin => (1.0 / (1.0 - a * a).sqrt(), 0.0),
        Kind::Acos => (-1.0 / (1.0 - a * a).sqrt(), 0.0),
        Kind::Atan => (1.0 / (1.0 + a * a), 0.0),
        Kind::Sinh => (a.cosh(), 0.0),
        Kind::Cosh => (a.sinh(), 0.0),
        Kind::Tanh => (1.0 - value * value, 0.0),
        Kind::Exp => (value, 0.0),
        Kind::Log => (1.0 / a, 0.0),
        Kind::Log10 => (1.0 / (a * std::f64::consts::LN_10), 0.0),
        // No number, so that the routine stops instead of telling that nothing changes.
        _ => (f64::NAN, f64::NAN),
    }
}

impl Evaluator<'_> {
    /// Runs a routine on its frame, the arguments in place; the results go to `outputs`, each with its derivatives.
    pub(super) fn travel<const W: usize>(
        &mut self,
        routine: &Routine,
        values: &mut [f64],
        lanes: &mut [Lanes<W>],
        outputs: &mut [f64],
        tangents: &mut [Lanes<W>],
    ) -> Result<(), Stopped> {
        let mut at = 0;
        let mut steps = 0u64;
        while let Some(op) = routine.ops.get(at) {
            let (to, a) = (op.to as usize, op.a as usize);
            macro_rules! one {
                ($kind:ident) => {{
                    let x = values[a];
                    if op.checked && !defined(Kind::$kind, x, 0.0) {
                        return Err(Stopped);
                    }
                    let value = compute(Kind::$kind, x, 0.0, 0.0);
                    values[to] = value;
                    if W > 0 {
                        lanes[to] = scale(lanes[a], slopes(Kind::$kind, x, 0.0, value).0);
                    }
                }};
            }
            macro_rules! two {
                ($kind:ident) => {{
                    let b = op.b as usize;
                    let (x, y) = (values[a], values[b]);
                    if op.checked && !defined(Kind::$kind, x, y) {
                        return Err(Stopped);
                    }
                    let value = compute(Kind::$kind, x, y, 0.0);
                    values[to] = value;
                    if W > 0 {
                        let (by_a, by_b) = slopes(Kind::$kind, x, y, value);
                        lanes[to] = sum(scale(lanes[a], by_a), scale(lanes[b], by_b));
                    }
                }};
            }
            // What does not change smoothly has no derivative.
            macro_rules! flat {
                ($kind:ident) => {{
                    let y = if Kind::$kind.operands() > 1 { values[op.b as usize] } else { 0.0 };
                    values[to] = compute(Kind::$kind, values[a], y, 0.0);
                    if W > 0 {
                        lanes[to] = [0.0; W];
                    }
                }};
            }
            match op.kind {
                Kind::Add => two!(Add),
                Kind::Subtract => two!(Subtract),
                Kind::Multiply => two!(Multiply),
                Kind::Divide => two!(Divide),
                Kind::Power => two!(Power),
                Kind::Min => two!(Min),
                Kind::Max => two!(Max),
                Kind::Atan2 => two!(Atan2),
                Kind::Less => flat!(Less),
                Kind::LessEqual => flat!(LessEqual),
                Kind::Equal => flat!(Equal),
                Kind::NotEqual => flat!(NotEqual),
                Kind::And => flat!(And),
                Kind::Or => flat!(Or),
                Kind::Not => flat!(Not),
                Kind::Sign => flat!(Sign),
                Kind::Floor => flat!(Floor),
                Kind::Ceil => flat!(Ceil),
                Kind::Trunc => flat!(Trunc),
                Kind::Negate => one!(Negate),
                Kind::Abs => one!(Abs),
                Kind::Sqrt => one!(Sqrt),
                Kind::Sin => one!(Sin),
                Kind::Cos => one!(Cos),
                Kind::Tan => one!(Tan),
                Kind::Asin => one!(Asin),
                Kind::Acos => one!(Acos),
                Kind::Atan => one!(Atan),
                Kind::Sinh => one!(Sinh),
                Kind::Cosh => one!(Cosh),
                Kind::Tanh => one!(Tanh),
                Kind::Exp => one!(Exp),
                Kind::Log => one!(Log),
                Kind::Log10 => one!(Log10),
                Kind::Select => {
                    let from = if values[a] != 0.0 { op.b } else { op.c } as usize;
                    values[to] = values[from];
                    if W > 0 {
                        lanes[to] = lanes[from];
                    }
                }
                Kind::Move => {
                    values[to] = values[a];
                    if W > 0 {
                        lanes[to] = lanes[a];
                    }
                }
                Kind::Branch => {
                    if values[a] == 0.0 {
                        at = op.b as usize;
                        continue;
                    }
                }
                Kind::Jump => {
                    let target = op.b as usize;
                    if target <= at {
                        steps += (at - target) as u64;
                        if steps > MAX_STEPS {
                            return Err(Stopped);
                        }
                    }
                    at = target;
                    continue;
                }
                Kind::Assert => {
                    if values[a] == 0.0 {
                        return Err(Stopped);
                    }
                }
                Kind::Check => {
                    if values[a].is_nan() {
                        return Err(Stopped);
                    }
                }
                Kind::Exact => {
                    if values[a].abs() > MAX_INTEGER as f64 {
                        return Err(Stopped);
                    }
                }
                Kind::Within => {
                    place(values[a], op.b)?;
                }
                Kind::Fetch => {
                    let access = &routine.accesses[op.b as usize];
                    let item = place(values[a], access.size)?;
                    let from = (access.block + access.offset + item * access.stride) as usize;
                    values[to] = values[from];
                    if W > 0 {
                        lanes[to] = lanes[from];
                    }
                }
                Kind::Put => {
                    let access = &routine.accesses[op.c as usize];
                    let item = place(values[op.b as usize], access.size)?;
                    let into = (access.block + access.offset + item * access.stride) as usize;
                    values[into] = values[a];
                    if W > 0 {
                        lanes[into] = lanes[a];
                    }
                }
                Kind::Output => {
                    if !values[a].is_finite() {
                        return Err(Stopped);
                    }
                    outputs[op.b as usize] = values[a];
                    if W > 0 {
                        if lanes[a].iter().any(|lane| !lane.is_finite()) {
                            return Err(Stopped);
                        }
                        tangents[op.b as usize] = lanes[a];
                    }
                }
                Kind::Call => {
                    let at = op.b as usize;
                    self.nested(&routine.sites[at], routine.targets[at], values, lanes)?;
                }
                // Slots are for equations; labels and the ways to them are jumps by now.
                Kind::Load | Kind::Store | Kind::Label | Kind::Goto => return Err(Stopped),
            }
            at += 1;
        }
        Ok(())
    }
}

/// The place, from zero, that a subscript means.
#[inline(always)]
fn place(subscript: f64, size: u32) -> Result<u32, Stopped> {
    if subscript >= 1.0 && subscript <= f64::from(size) && subscript.fract() == 0.0 {
        Ok(subscript as u32 - 1)
    } else {
        Err(Stopped)
    }
}
