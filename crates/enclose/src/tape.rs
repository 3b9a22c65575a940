//! Bounds of many expressions at once: straight-line code on intervals.
//!
//! Registers lie in three ranges: numbers that are known when the tape is made, inputs, and one for each operation. Equal
//! expressions are one register, and a run allocates nothing.

mod compile;

use crate::operation::{Operation, compute, compute_value};
use crate::{Interval, IntervalDual};

use equations::ExprId;

/// What an expression is for a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TapeLeaf {
    /// A number that is given for each run: a variable, time, what `pre` remembers.
    Input(u32),
    /// The same as another expression: a variable that is assigned this one.
    Expand(ExprId),
    /// What its operator makes of its operands.
    Inner,
    /// Nothing is known about it.
    Unknown,
}

/// Straight-line code for the bounds of some expressions.
#[derive(Clone, Debug)]
pub struct IntervalTape {
    operations: Vec<Operation>,
    /// Constants, inputs, results of operations, one after the other.
    registers: Vec<IntervalDual>,
    constants: usize,
    /// The number of each input, sorted; their registers follow the constants in this order.
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    /// For each output, true if it depends on nothing unknown.
    bounded: Vec<bool>,
    /// The operations that a run carries out, if not all.
    selected: Option<Vec<u32>>,
}

impl IntervalTape {
    /// The numbers of the inputs that are used, sorted.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    /// How many outputs there are: one for each root.
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// How many operations a run carries out.
    pub fn operation_count(&self) -> usize {
        self.selected.as_ref().map_or(self.operations.len(), Vec::len)
    }

    /// True if an output depends only on inputs and numbers, by operations that have bounds.
    pub fn is_bounded(&self, output: usize) -> bool {
        self.bounded[output]
    }

    /// True if an output is the same for all inputs.
    pub fn is_constant(&self, output: usize) -> bool {
        (self.outputs[output] as usize) < self.constants
    }

    /// Bounds of an output of the last run; after [`IntervalTape::run_values`] its slope is unbounded.
    pub fn output(&self, output: usize) -> IntervalDual {
        self.registers[self.outputs[output] as usize]
    }

    /// From now on runs compute these outputs only; the others keep what they had.
    pub fn only(&mut self, outputs: &[usize]) {
        let first = self.first_result();
        let mut needed = vec![false; self.operations.len()];
        let mut selected = Vec::new();
        for &output in outputs {
            if let Some(at) = (self.outputs[output] as usize).checked_sub(first) {
                needed[at] = true;
            }
        }
        for at in (0..needed.len()).rev() {
            if needed[at] {
                selected.push(at as u32);
                for operand in self.operations[at].operands {
                    if let Some(operand) = (operand as usize).checked_sub(first) {
                        needed[operand] = true;
                    }
                }
            }
        }
        selected.reverse();
        self.selected = Some(selected);
    }

    /// From now on runs compute all outputs.
    pub fn all(&mut self) {
        self.selected = None;
    }

    /// Computes bounds of values and slopes, for inputs that are functions of time over one piece.
    pub fn run(&mut self, inputs: &dyn Fn(u32) -> IntervalDual) {
        self.load(inputs);
        self.sweep(|operation, registers| {
            let [a, b, c] = operation.operands.map(|at| registers[at as usize]);
            compute(operation.kind, a, b, c)
        });
    }

    /// Computes bounds of values alone.
    pub fn run_values(&mut self, inputs: &dyn Fn(u32) -> Interval) {
        self.load(&|input| IntervalDual { value: inputs(input), slope: Interval::ENTIRE });
        self.sweep(|operation, registers| {
            let [a, b, c] = operation.operands.map(|at| registers[at as usize].value);
            IntervalDual { value: compute_value(operation.kind, a, b, c), slope: Interval::ENTIRE }
        });
    }

    fn first_result(&self) -> usize {
        self.constants + self.inputs.len()
    }

    fn load(&mut self, inputs: &dyn Fn(u32) -> IntervalDual) {
        let registers = &mut self.registers[self.constants..];
        for (register, &input) in registers.iter_mut().zip(&self.inputs) {
            *register = inputs(input);
        }
    }

    fn sweep(&mut self, step: impl Fn(Operation, &[IntervalDual]) -> IntervalDual) {
        let first = self.first_result();
        match &self.selected {
            None => {
                for (at, &operation) in self.operations.iter().enumerate() {
                    self.registers[first + at] = step(operation, &self.registers);
                }
            }
            Some(selected) => {
                for &at in selected {
                    let at = at as usize;
                    self.registers[first + at] = step(self.operations[at], &self.registers);
                }
            }
        }
    }
}
