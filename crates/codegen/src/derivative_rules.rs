//! The derivative of each operation.

use equations::{Arithmetic, Elementary, Slope};

use crate::build::CodeBuilder;
use crate::differentiate::Differentiation;
use crate::op::{Op, OpKind, Reg};

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
            OpKind::Add => {
                give(by_a, op.a, adjoint);
                give(by_b, op.b, adjoint);
            }
            OpKind::Subtract => {
                give(by_a, op.a, adjoint);
                if by_b {
                    let minus = builder.one(OpKind::Negate, adjoint);
                    give(true, op.b, minus);
                }
            }
            OpKind::Multiply => {
                if by_a {
                    let term = builder.two(OpKind::Multiply, adjoint, b);
                    give(true, op.a, term);
                }
                if by_b {
                    let term = builder.two(OpKind::Multiply, adjoint, a);
                    give(true, op.b, term);
                }
            }
            OpKind::Divide => {
                let term = builder.two(OpKind::Divide, adjoint, b);
                give(by_a, op.a, term);
                if by_b {
                    let term = builder.two(OpKind::Multiply, term, value);
                    let term = builder.one(OpKind::Negate, term);
                    give(true, op.b, term);
                }
            }
            OpKind::Power => {
                let one = builder.constant(1.0);
                if by_a {
                    let less = builder.two(OpKind::Subtract, b, one);
                    let power = builder.two(OpKind::Power, a, less);
                    let slope = builder.two(OpKind::Multiply, b, power);
                    let term = builder.two(OpKind::Multiply, adjoint, slope);
                    give(true, op.a, term);
                }
                if by_b {
                    // Of zero to a power that stays positive nothing changes with the power.
                    let zero = builder.constant(0.0);
                    let positive = builder.two(OpKind::Less, zero, a);
                    let log = builder.one(OpKind::Apply(Elementary::Log), a);
                    let log = builder.select(positive, log, zero);
                    let slope = builder.two(OpKind::Multiply, value, log);
                    let term = builder.two(OpKind::Multiply, adjoint, slope);
                    give(true, op.b, term);
                }
            }
            OpKind::Min | OpKind::Max => {
                let second = match op.kind {
                    OpKind::Min => builder.two(OpKind::Less, b, a),
                    _ => builder.two(OpKind::Less, a, b),
                };
                let zero = builder.constant(0.0);
                let first = builder.select(second, zero, adjoint);
                let term = builder.select(second, adjoint, zero);
                give(by_a, op.a, first);
                give(by_b, op.b, term);
            }
            OpKind::Atan2 => {
                let squares = [a, b].map(|side| builder.two(OpKind::Multiply, side, side));
                let length = builder.two(OpKind::Add, squares[0], squares[1]);
                let part = builder.two(OpKind::Divide, adjoint, length);
                let first = builder.two(OpKind::Multiply, part, b);
                give(by_a, op.a, first);
                let second = builder.two(OpKind::Multiply, part, a);
                let second = builder.one(OpKind::Negate, second);
                give(by_b, op.b, second);
            }
            OpKind::Select => {
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
    fn unary(&mut self, kind: OpKind, a: Reg, value: Reg, adjoint: Reg) -> Reg {
        let builder = &mut self.builder;
        let function = match kind {
            OpKind::Negate => return builder.one(OpKind::Negate, adjoint),
            OpKind::Apply(function) if !function.steps() => function,
            _ => return self.lost("an operation that depends on its operand has no rule"),
        };
        match function.slope(builder, a, value) {
            Slope::Factor(factor) => builder.two(OpKind::Multiply, adjoint, factor),
            // Where nothing depends on the root, as in `max(1, root)` of zero, its infinite slope does not matter.
            Slope::Divisor(divisor) if function == Elementary::Sqrt => {
                let (zero, one) = (builder.constant(0.0), builder.constant(1.0));
                let idle = builder.two(OpKind::Equal, adjoint, zero);
                let divisor = builder.select(idle, one, divisor);
                builder.two(OpKind::Divide, adjoint, divisor)
            }
            Slope::Divisor(divisor) => builder.two(OpKind::Divide, adjoint, divisor),
            Slope::Side | Slope::Flat => {
                let sign = builder.one(OpKind::Apply(Elementary::Sign), a);
                builder.two(OpKind::Multiply, adjoint, sign)
            }
        }
    }
}

impl Arithmetic for CodeBuilder {
    type Value = Reg;

    fn number(&mut self, number: f64) -> Reg {
        self.constant(number)
    }

    fn plus(&mut self, a: Reg, b: Reg) -> Reg {
        self.two(OpKind::Add, a, b)
    }

    fn minus(&mut self, a: Reg, b: Reg) -> Reg {
        self.two(OpKind::Subtract, a, b)
    }

    fn times(&mut self, a: Reg, b: Reg) -> Reg {
        self.two(OpKind::Multiply, a, b)
    }

    fn negative(&mut self, a: Reg) -> Reg {
        self.one(OpKind::Negate, a)
    }

    fn apply(&mut self, function: Elementary, a: Reg) -> Reg {
        self.one(OpKind::Apply(function), a)
    }
}
