//! Conditions of formulas, such as `v(a) > 2.5`: as a transient runs they stay as they are until an event changes them.
//!
//! A formula that jumps is one that no step can follow, however short. With every comparison held it is smooth, and where
//! one changes is found as that of a switch is.

use codegen::{ComputeStep, Executor as _, Interpreter, NoCalls, RegisterCode, Slots, compile};
use equations::{Expr, ExprId, Exprs, Operator, VariableId};
use rustc_hash::FxHashSet;

/// Times are compared in microseconds: what is near in volts is not near in seconds.
const TIME_SCALE: f64 = 1e6;

/// The comparisons of a formula.
pub(super) struct FormulaConditions {
    /// How far each is from where it changes; positive where it holds.
    distances: Interpreter,
    gaps: Vec<f64>,
    /// Which hold: one or zero.
    pub(super) held: Vec<f64>,
    /// Whether each holds where both sides are equal.
    equal: Vec<bool>,
}

/// Slots of a formula with the state of each comparison behind them.
struct ConditionSlots<'a> {
    slots: &'a dyn Slots,
    first: VariableId,
    /// The slot of the first state.
    from: u32,
}

impl Slots for ConditionSlots<'_> {
    fn variable(&self, id: VariableId) -> Option<u32> {
        if id >= self.first { Some(self.from + (id.0 - self.first.0)) } else { self.slots.variable(id) }
    }

    fn time(&self) -> Option<u32> {
        self.slots.time()
    }
}

/// A formula with its comparisons held, and these; nothing if it has none. Their states are read from `from` on, as
/// variables from `first` on.
pub(super) fn split(
    exprs: &Exprs,
    value: ExprId,
    slots: &dyn Slots,
    first: VariableId,
    from: u32,
) -> Option<(RegisterCode, FormulaConditions)> {
    let mut copy =
        ConditionRewriter { exprs: Exprs::default(), first, distances: Vec::new(), equal: Vec::new() };
    let value = copy.all(exprs, value);
    if copy.distances.is_empty() {
        return None;
    }
    let slots = ConditionSlots { slots, first, from };
    let code = compile(&copy.exprs, &[], &slots, &[ComputeStep::Output(0, value)]).ok()?;
    let outputs: Vec<ComputeStep> =
        (0u32..).zip(&copy.distances).map(|(at, &distance)| ComputeStep::Output(at, distance)).collect();
    let distances = compile(&copy.exprs, &[], &slots, &outputs).ok()?;
    let count = copy.distances.len();
    let conditions = FormulaConditions {
        distances: Interpreter::new(&distances),
        gaps: vec![0.0; count],
        held: vec![0.0; count],
        equal: copy.equal,
    };
    Some((code, conditions))
}

impl FormulaConditions {
    /// How far each is from where it changes, with the slots of the formula filled in and the states behind them.
    pub(super) fn measure(&mut self, slots: &mut [f64], from: usize) -> &[f64] {
        slots[from..].copy_from_slice(&self.held);
        if self.distances.run(slots, &mut self.gaps, &mut NoCalls).is_err() {
            self.gaps.fill(f64::NAN);
        }
        &self.gaps
    }

    /// Gives all the states that they have at a point; whether one is another now. One may depend on others that stand
    /// before it.
    pub(super) fn update_states(&mut self, slots: &mut [f64], from: usize) -> bool {
        let first = self.held.clone();
        for _ in 0..=self.held.len() {
            self.measure(slots, from);
            let before = self.held.clone();
            for ((held, &gap), &equal) in self.held.iter_mut().zip(&self.gaps).zip(&self.equal) {
                *held = f64::from(u8::from(gap > 0.0 || (equal && gap == 0.0)));
            }
            if self.held == before {
                break;
            }
        }
        self.held != first
    }
}

/// Formulas without their comparisons.
struct ConditionRewriter {
    exprs: Exprs,
    first: VariableId,
    distances: Vec<ExprId>,
    equal: Vec<bool>,
}

impl ConditionRewriter {
    /// Copies a formula, operands before what they are part of.
    fn all(&mut self, exprs: &Exprs, value: ExprId) -> ExprId {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let (mut reached, mut left) = (Vec::new(), vec![value]);
        while let Some(id) = left.pop() {
            if seen.insert(id) {
                reached.push(id);
                left.extend(operands(exprs, id));
            }
        }
        reached.sort_unstable();
        let mut made: Vec<(ExprId, ExprId)> = Vec::with_capacity(reached.len());
        for id in reached {
            let of = |id: ExprId| made.binary_search_by_key(&id, |pair| pair.0).map_or(id, |at| made[at].1);
            let new = self.one(exprs, id, &of);
            made.push((id, new));
        }
        made.binary_search_by_key(&value, |pair| pair.0).map_or(value, |at| made[at].1)
    }

    fn one(&mut self, exprs: &Exprs, id: ExprId, of: &dyn Fn(ExprId) -> ExprId) -> ExprId {
        match exprs.get(id) {
            Expr::Binary(operator, a, b) => match operator {
                Operator::Greater | Operator::GreaterEqual => {
                    self.hold(of(a), of(b), operator == Operator::GreaterEqual)
                }
                Operator::Less | Operator::LessEqual => {
                    self.hold(of(b), of(a), operator == Operator::LessEqual)
                }
                _ => self.exprs.add(Expr::Binary(operator, of(a), of(b))),
            },
            Expr::Unary(operator, a) => self.exprs.add(Expr::Unary(operator, of(a))),
            Expr::If(condition, yes, no) => self.exprs.add(Expr::If(of(condition), of(yes), of(no))),
            Expr::Builtin(builtin, list) => {
                let arguments: Vec<ExprId> = exprs.items(list).iter().map(|&item| of(item)).collect();
                self.exprs.builtin(builtin, &arguments)
            }
            other => self.exprs.add(other),
        }
    }

    /// A comparison that holds while its first side is larger.
    fn hold(&mut self, larger: ExprId, smaller: ExprId, equal: bool) -> ExprId {
        let mut distance = self.exprs.add(Expr::Binary(Operator::Subtract, larger, smaller));
        let constant = |exprs: &Exprs, id: ExprId| matches!(exprs.get(id), Expr::Real(_));
        let time = |exprs: &Exprs, id: ExprId| exprs.get(id) == Expr::Time;
        let sides = [(larger, smaller), (smaller, larger)];
        if sides.iter().any(|&(a, b)| time(&self.exprs, a) && constant(&self.exprs, b)) {
            let scale = self.exprs.real(TIME_SCALE);
            distance = self.exprs.add(Expr::Binary(Operator::Multiply, scale, distance));
        }
        let state = VariableId(self.first.0 + self.distances.len() as u32);
        self.distances.push(distance);
        self.equal.push(equal);
        let (state, half) = (self.exprs.add(Expr::Variable(state)), self.exprs.real(0.5));
        self.exprs.add(Expr::Binary(Operator::Greater, state, half))
    }
}

fn operands(exprs: &Exprs, id: ExprId) -> Vec<ExprId> {
    match exprs.get(id) {
        Expr::Unary(_, a) => vec![a],
        Expr::Binary(_, a, b) => vec![a, b],
        Expr::If(a, b, c) => vec![a, b, c],
        Expr::Builtin(_, list) => exprs.items(list).to_vec(),
        _ => Vec::new(),
    }
}
