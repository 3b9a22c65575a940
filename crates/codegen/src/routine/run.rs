//! Runs routines: values alone, or with derivatives beside them.

use equations::MAX_INTEGER;

use super::{LANES, Routine, RoutineStopped};
use crate::evaluate::Evaluator;
use crate::op::{OpKind, compute, defined};
use crate::tiered::TieredCode;

/// How many operations a call may take in loops before the evaluator, which counts too, is asked.
const MAX_STEPS: u64 = 20_000_000;

/// The numbers of a routine under way, and their derivatives in some directions.
#[derive(Default)]
pub(crate) struct RoutineFrame {
    pub(super) values: Vec<f64>,
    pub(super) lanes: Vec<[f64; LANES]>,
    /// What computes the values alone, if there are no loops.
    pub(super) plain: Option<TieredCode>,
}

/// The derivatives of a number in some directions.
type Tangents<const W: usize> = [f64; W];

/// A derivative times a slope. A number that does not change does not change whatever the slope is.
#[inline(always)]
fn scale<const W: usize>(lanes: Tangents<W>, slope: f64) -> Tangents<W> {
    lanes.map(|lane| if lane == 0.0 { 0.0 } else { lane * slope })
}

#[inline(always)]
fn sum<const W: usize>(mut a: Tangents<W>, b: Tangents<W>) -> Tangents<W> {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
    a
}

/// The slopes of an operation by its two operands.
#[inline(always)]
fn slopes(kind: OpKind, a: f64, b: f64, value: f64) -> (f64, f64) {
    match kind {
        OpKind::Add => (1.0, 1.0),
        OpKind::Subtract => (1.0, -1.0),
        OpKind::Multiply => (b, a),
        OpKind::Divide => (1.0 / b, -value / b),
        OpKind::Power => {
            let by_a = if a == 0.0 { b * a.powf(b - 1.0) } else { b * value / a };
            // Of zero to a power that stays positive nothing changes with the power.
            (by_a, if a > 0.0 { value * a.ln() } else { 0.0 })
        }
        OpKind::Min => (f64::from(u8::from(b >= a)), f64::from(u8::from(b < a))),
        OpKind::Max => (f64::from(u8::from(b <= a)), f64::from(u8::from(b > a))),
        OpKind::Atan2 => {
            let squares = a * a + b * b;
            (b / squares, -a / squares)
        }
        // No number, so that the routine stops instead of telling that nothing changes.
        _ => (f64::NAN, f64::NAN),
    }
}

impl Evaluator<'_> {
    /// Runs a routine on its frame, the arguments in place; the results go to `outputs`, each with its derivatives.
    pub(super) fn interpret_routine<const W: usize>(
        &mut self,
        routine: &Routine,
        values: &mut [f64],
        lanes: &mut [Tangents<W>],
        outputs: &mut [f64],
        tangents: &mut [Tangents<W>],
    ) -> Result<(), RoutineStopped> {
        let mut at = 0;
        let mut steps = 0u64;
        while let Some(op) = routine.ops.get(at) {
            let (to, a) = (op.to as usize, op.a as usize);
            macro_rules! two {
                ($kind:ident) => {{
                    let b = op.b as usize;
                    let (x, y) = (values[a], values[b]);
                    if op.checked && !defined(OpKind::$kind, x, y) {
                        return Err(RoutineStopped);
                    }
                    let value = compute(OpKind::$kind, x, y, 0.0);
                    values[to] = value;
                    if W > 0 {
                        let (by_a, by_b) = slopes(OpKind::$kind, x, y, value);
                        lanes[to] = sum(scale(lanes[a], by_a), scale(lanes[b], by_b));
                    }
                }};
            }
            // What does not change smoothly has no derivative.
            macro_rules! flat {
                ($kind:ident) => {{
                    let y = if OpKind::$kind.operands() > 1 { values[op.b as usize] } else { 0.0 };
                    values[to] = compute(OpKind::$kind, values[a], y, 0.0);
                    if W > 0 {
                        lanes[to] = [0.0; W];
                    }
                }};
            }
            match op.kind {
                OpKind::Add => two!(Add),
                OpKind::Subtract => two!(Subtract),
                OpKind::Multiply => two!(Multiply),
                OpKind::Divide => two!(Divide),
                OpKind::Power => two!(Power),
                OpKind::Min => two!(Min),
                OpKind::Max => two!(Max),
                OpKind::Atan2 => two!(Atan2),
                OpKind::Less => flat!(Less),
                OpKind::LessEqual => flat!(LessEqual),
                OpKind::Equal => flat!(Equal),
                OpKind::NotEqual => flat!(NotEqual),
                OpKind::And => flat!(And),
                OpKind::Or => flat!(Or),
                OpKind::Not => flat!(Not),
                OpKind::Trunc => flat!(Trunc),
                OpKind::Negate => {
                    values[to] = -values[a];
                    if W > 0 {
                        lanes[to] = scale(lanes[a], -1.0);
                    }
                }
                OpKind::Apply(function) => {
                    let x = values[a];
                    if op.checked && !function.record().domain.contains(x) {
                        return Err(RoutineStopped);
                    }
                    let value = function.value(x);
                    values[to] = value;
                    if W > 0 {
                        lanes[to] = if function.steps() {
                            [0.0; W]
                        } else {
                            scale(lanes[a], function.derivative(x, value))
                        };
                    }
                }
                OpKind::Select => {
                    let from = if values[a] != 0.0 { op.b } else { op.c } as usize;
                    values[to] = values[from];
                    if W > 0 {
                        lanes[to] = lanes[from];
                    }
                }
                OpKind::Move => {
                    values[to] = values[a];
                    if W > 0 {
                        lanes[to] = lanes[a];
                    }
                }
                OpKind::Branch => {
                    if values[a] == 0.0 {
                        at = op.b as usize;
                        continue;
                    }
                }
                OpKind::Jump => {
                    let target = op.b as usize;
                    if target <= at {
                        steps += (at - target) as u64;
                        if steps > MAX_STEPS {
                            return Err(RoutineStopped);
                        }
                    }
                    at = target;
                    continue;
                }
                OpKind::Assert => {
                    if values[a] == 0.0 {
                        return Err(RoutineStopped);
                    }
                }
                OpKind::Check => {
                    if values[a].is_nan() {
                        return Err(RoutineStopped);
                    }
                }
                OpKind::Exact => {
                    if values[a].abs() > MAX_INTEGER as f64 {
                        return Err(RoutineStopped);
                    }
                }
                OpKind::Within => {
                    place(values[a], op.b)?;
                }
                OpKind::Fetch => {
                    let access = &routine.accesses[op.b as usize];
                    let item = place(values[a], access.size)?;
                    let from = (access.block + access.offset + item * access.stride) as usize;
                    values[to] = values[from];
                    if W > 0 {
                        lanes[to] = lanes[from];
                    }
                }
                OpKind::Put => {
                    let access = &routine.accesses[op.c as usize];
                    let item = place(values[op.b as usize], access.size)?;
                    let into = (access.block + access.offset + item * access.stride) as usize;
                    values[into] = values[a];
                    if W > 0 {
                        lanes[into] = lanes[a];
                    }
                }
                OpKind::Output => {
                    if !values[a].is_finite() {
                        return Err(RoutineStopped);
                    }
                    outputs[op.b as usize] = values[a];
                    if W > 0 {
                        if lanes[a].iter().any(|lane| !lane.is_finite()) {
                            return Err(RoutineStopped);
                        }
                        tangents[op.b as usize] = lanes[a];
                    }
                }
                OpKind::Call => {
                    let at = op.b as usize;
                    self.nested(&routine.sites[at], routine.targets[at], values, lanes)?;
                }
                // Slots are for equations; labels and the ways to them are jumps by now.
                OpKind::Load | OpKind::Store | OpKind::Label | OpKind::Goto => return Err(RoutineStopped),
            }
            at += 1;
        }
        Ok(())
    }
}

/// The place, from zero, that a subscript means.
#[inline(always)]
fn place(subscript: f64, size: u32) -> Result<u32, RoutineStopped> {
    if subscript >= 1.0 && subscript <= f64::from(size) && subscript.fract() == 0.0 {
        Ok(subscript as u32 - 1)
    } else {
        Err(RoutineStopped)
    }
}
