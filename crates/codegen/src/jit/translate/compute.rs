//! Values of operations: those that processors have, and functions that are called.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Opcode, Value, types};
use cranelift_module::{FuncId, Module};
use equations::Elementary;

use super::{RegisterValue, Translator};
use crate::jit::module::Imports;
use crate::op::{Op, OpKind, Reg};

/// Operations of one number that are one instruction.
fn instruction(kind: OpKind) -> Option<Opcode> {
    match kind {
        OpKind::Trunc => Some(Opcode::Trunc),
        OpKind::Apply(Elementary::Abs) => Some(Opcode::Fabs),
        OpKind::Apply(Elementary::Sqrt) => Some(Opcode::Sqrt),
        OpKind::Apply(Elementary::Floor) => Some(Opcode::Floor),
        OpKind::Apply(Elementary::Ceil) => Some(Opcode::Ceil),
        _ => None,
    }
}

impl Translator<'_> {
    /// The value of an operation on numbers.
    pub(super) fn arithmetic(&mut self, op: &Op) -> Value {
        if op.kind == OpKind::Select {
            let (condition, b, c) = (self.truth(op.a), self.number(op.b), self.number(op.c));
            return self.pick(condition, b, c);
        }
        let a = self.number(op.a);
        if let Some(function) = self.imports.get(op.kind) {
            let second = if op.kind.operands() == 2 { self.number(op.b) } else { a };
            return self.call(op.kind, function, &[a, second][..op.kind.operands()]);
        }
        if op.kind.operands() == 2 {
            let b = self.number(op.b);
            let ins = self.builder.ins();
            return match op.kind {
                OpKind::Add => ins.fadd(a, b),
                OpKind::Subtract => ins.fsub(a, b),
                OpKind::Multiply => ins.fmul(a, b),
                OpKind::Divide => ins.fdiv(a, b),
                OpKind::Min => {
                    let second = ins.fcmp(FloatCC::LessThan, b, a);
                    self.builder.ins().select(second, b, a)
                }
                OpKind::Max => {
                    let second = ins.fcmp(FloatCC::GreaterThan, b, a);
                    self.builder.ins().select(second, b, a)
                }
                _ => self.broken("an operation of two numbers has no machine code"),
            };
        }
        match op.kind {
            OpKind::Negate => {
                // Shorter than to flip the sign, and the same to the last bit.
                let minus = self.number(Reg::constant(self.code.constants.len() as u32).0);
                self.builder.ins().fmul(a, minus)
            }
            OpKind::Apply(Elementary::Sign) => {
                let (zero, one, minus) = (self.constant(0.0), self.constant(1.0), self.constant(-1.0));
                let down = self.builder.ins().fcmp(FloatCC::LessThan, a, zero);
                let low = self.builder.ins().select(down, minus, zero);
                let up = self.builder.ins().fcmp(FloatCC::GreaterThan, a, zero);
                self.builder.ins().select(up, one, low)
            }
            kind => match instruction(kind) {
                Some(instruction) => {
                    let (made, graph) = self.builder.ins().Unary(instruction, types::F64, a);
                    graph.first_result(made)
                }
                None => self.broken("an operation of one number has no machine code"),
            },
        }
    }

    /// Calls a function from outside.
    fn call(&mut self, kind: OpKind, function: FuncId, arguments: &[Value]) -> Value {
        let place = Imports::place(kind).unwrap_or_default();
        let function = match self.functions[place] {
            Some(function) => function,
            None => {
                let function = self.module.declare_func_in_func(function, self.builder.func);
                self.functions[place] = Some(function);
                function
            }
        };
        let call = self.builder.ins().call(function, arguments);
        self.builder.inst_results(call)[0]
    }

    /// Makes a call of the model.
    pub(super) fn site(&mut self, op: &Op) {
        let flags = MemFlagsData::trusted();
        let site = &self.code.sites[op.b as usize];
        let [_, _, scratch, environment] = self.pointers;
        for (at, argument) in site.arguments.iter().enumerate() {
            let value = self.number(argument.0);
            self.builder.ins().store(flags, value, scratch, self.layout.arguments + at as i32 * 8);
        }
        let number = self.builder.ins().iconst(types::I32, i64::from(op.b));
        let arguments = self.builder.ins().iadd_imm_s(scratch, i64::from(self.layout.arguments));
        let results = self.builder.ins().iadd_imm_s(scratch, i64::from(self.layout.results));
        let Some(function) = self.imports.get(OpKind::Call) else {
            self.broken("there is nothing to make calls with");
            return;
        };
        let sign = self.call(OpKind::Call, function, &[environment, number, arguments, results]);
        if op.checked {
            self.record_fault_value(sign);
        }
        for (at, &result) in site.results.iter().enumerate() {
            let value =
                self.builder.ins().load(types::F64, flags, scratch, self.layout.results + at as i32 * 8);
            self.give(result, RegisterValue::Number(value));
        }
    }
}
