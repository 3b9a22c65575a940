//! The derivative of each operation.

use crate::differentiate::Differentiation;
use crate::op::{Kind, Op, Reg};

impl Differentiation<'_> {
    /// What the derivative by the value of an operation, `adjoint`, means for its operands.
    pub(crate) fn rule(&mut self, op: &Op, adjoint: Reg, out: &mut Vec<(u32, Reg)>) {
        let (by_a, by_b) = (self.depends(op.a), op.kind.operands() > 1 && self.depends(op.b));
        let mut give = |on: bool, operand: u32, term: Reg| {
            if on {
                out.push((operand, term));
            }
        };
        let a = self.value(op.a);
        let value = self.value(op.to);
        if op.kind.operands() == 1 {
            let term = self.unary(op.kind, a, value, adjoint);
            give(by_a, op.a, term);
            return;
        }
        let b = self.value(op.b);
        let builder = &mut self.builder;
        match op.kind {
            Kind::Add => {
                give(by_a, op.a, adjoint);
                give(by_b, op.b, adjoint);
            }
            Kind::Subtract => {
                give(by_a, op.a, adjoint);
                if by_b {
                    let minus = builder.one(Kind::Negate, adjoint);
                    give(true, op.b, minus);
                }
            }
            Kind::Multiply => {
                if by_a {
                    let term = builder.two(Kind::Multiply, adjoint, b);
                    give(true, op.a, term);
                }
                if by_b {
                    let term = builder.two(Kind::Multiply, adjoint, a);
                    give(true, op.b, term);
                }
            }
            Kind::Divide => {
                let term = builder.two(Kind::Divide, adjoint, b);
                give(by_a, op.a, term);
                if by_b {
                    let term = builder.two(Kind::Multiply, term, value);
                    let term = builder.one(Kind::Negate, term);
                    give(true, op.b, term);
                }
            }
            Kind::Power => {
                let one = builder.constant(1.0);
                if by_a {
                    let less = builder.two(Kind::Subtract, b, one);
                    let power = builder.two(Kind::Power, a, less);
                    let slope = builder.two(Kind::Multiply, b, power);
                    let term = builder.two(Kind::Multiply, adjoint, slope);
                    give(true, op.a, term);
                }
                if by_b {
                    // Of zero to a power that stays positive nothing changes with the power.
                    let zero = builder.constant(0.0);
                    let positive = builder.two(Kind::Less, zero, a);
                    let log = builder.one(Kind::Log, a);
                    let log = builder.select(positive, log, zero);
                    let slope = builder.two(Kind::Multiply, value, log);
                    let term = builder.two(Kind::Multiply, adjoint, slope);
                    give(true, op.b, term);
                }
            }
            Kind::Min | Kind::Max => {
                let second = match op.kind {
                    Kind::Min => builder.two(Kind::Less, b, a),
                    _ => builder.two(Kind::Less, a, b),
                };
                let zero = builder.constant(0.0);
                let first = builder.select(second, zero, adjoint);
                let term = builder.select(second, adjoint, zero);
                give(by_a, op.a, first);
                give(by_b, op.b, term);
            }
            Kind::Atan2 => {
                let squares = [a, b].map(|side| builder.two(Kind::Multiply, side, side));
                let length = builder.two(Kind::Add, squares[0], squares[1]);
                let part = builder.two(Kind::Divide, adjoint, length);
                let first = builder.two(Kind::Multiply, part, b);
                give(by_a, op.a, first);
                let second = builder.two(Kind::Multiply, part, a);
                let second = builder.one(Kind::Negate, second);
                give(by_b, op.b, second);
            }
            Kind::Select => {
                let zero = builder.constant(0.0);
                let yes = builder.select(a, adjoint, zero);
                let no = builder.select(a, zero, adjoint);
                give(by_b, op.b, yes);
                let by_c = self.depends(op.c);
                give(by_c, op.c, no);
            }
            _ => {
                self.lost("an operation that depends on its operands has no rule");
            }
        }
    }

    /// The same for one operand.
    fn unary(&mut self, kind: Kind, a: Reg, value: Reg, adjoint: Reg) -> Reg {
        let builder = &mut self.builder;
        let one = builder.constant(1.0);
        let mut one_and = |kind: Kind, x: Reg| {
            let square = builder.two(Kind::Multiply, x, x);
            builder.two(kind, one, square)
        };
        // Either a factor or a divisor of the derivative.
        let (operation, slope) = match kind {
            Kind::Negate => return builder.one(Kind::Negate, adjoint),
            Kind::Abs => (Kind::Multiply, builder.one(Kind::Sign, a)),
            // Where nothing depends on the root, as in `max(1, sqrt(x))` at zero, its infinite slope does not matter.
            Kind::Sqrt => {
                let (zero, twice) = (builder.constant(0.0), builder.two(Kind::Add, value, value));
                let idle = builder.two(Kind::Equal, adjoint, zero);
                (Kind::Divide, builder.select(idle, one, twice))
            }
            Kind::Sin => (Kind::Multiply, builder.one(Kind::Cos, a)),
            Kind::Cos => {
                let sin = builder.one(Kind::Sin, a);
                (Kind::Multiply, builder.one(Kind::Negate, sin))
            }
            Kind::Tan => (Kind::Multiply, one_and(Kind::Add, value)),
            Kind::Asin | Kind::Acos => {
                let rest = one_and(Kind::Subtract, a);
                let root = builder.one(Kind::Sqrt, rest);
                (Kind::Divide, if kind == Kind::Asin { root } else { builder.one(Kind::Negate, root) })
            }
            Kind::Atan => (Kind::Divide, one_and(Kind::Add, a)),
            Kind::Sinh => (Kind::Multiply, builder.one(Kind::Cosh, a)),
            Kind::Cosh => (Kind::Multiply, builder.one(Kind::Sinh, a)),
            Kind::Tanh => (Kind::Multiply, one_and(Kind::Subtract, value)),
            Kind::Exp => (Kind::Multiply, value),
            Kind::Log => (Kind::Divide, a),
            Kind::Log10 => {
                let ten = builder.constant(std::f64::consts::LN_10);
                (Kind::Divide, builder.two(Kind::Multiply, a, ten))
            }
            _ => return self.lost("an operation that depends on its operand has no rule"),
        };
        builder.two(operation, adjoint, slope)
    }
}
