//! From expressions to a tape.
//!
//! Expressions are walked with a list in the place of recursion: variables that stand for expressions of variables may form
//! chains as long as the model. An expression that is met again while it is being walked depends on itself; it is unknown there.

use equations::{Builtin, Elementary, Expr, ExprId, Exprs, ListId, Operator};
use rustc_hash::FxHashMap;

use super::{IntervalTape, TapeLeaf};
use crate::operation::{Operation, OperationKind, compute};
use crate::{Interval, IntervalDual};

/// A register before it is known how many there are of each sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Register {
    Constant(u32),
    Input(u32),
    Result(u32),
}

/// The constant of which nothing is known.
const UNKNOWN: Register = Register::Constant(0);

/// An expression, and whether it is said to be continuous, so that an `if` in it does not jump.
type ExprKey = (ExprId, bool);

/// How an expression is computed.
#[derive(Clone, Copy)]
enum RegisterRecipe {
    Known(Register),
    Same(ExprKey),
    One(OperationKind, ExprId),
    Two(OperationKind, ExprId, ExprId),
    Three(OperationKind, ExprId, [ExprKey; 2]),
    /// An operation on the first two, on its result and the third, and so on.
    Fold(OperationKind, ListId),
}

enum CompileTask {
    Enter(ExprKey),
    Leave(ExprKey, RegisterRecipe),
}

struct TapeCompiler<'a> {
    exprs: &'a Exprs,
    /// None while an expression is being walked.
    registers: FxHashMap<ExprKey, Option<Register>>,
    constants: Vec<IntervalDual>,
    operations: Vec<(OperationKind, [Register; 3])>,
    known: FxHashMap<(OperationKind, [Register; 3]), Register>,
    /// True for operations and constants that depend on something unknown.
    loose_constants: Vec<bool>,
    loose_results: Vec<bool>,
}

impl IntervalTape {
    /// Code for the bounds of `roots`, one output for each. `resolve` is asked for each expression, before its operands are
    /// looked at, what it is; literals are not asked for.
    pub fn new(exprs: &Exprs, roots: &[ExprId], resolve: &mut dyn FnMut(ExprId) -> TapeLeaf) -> IntervalTape {
        let mut compiler = TapeCompiler {
            exprs,
            registers: FxHashMap::default(),
            constants: vec![IntervalDual::UNKNOWN],
            operations: Vec::new(),
            known: FxHashMap::default(),
            loose_constants: vec![true],
            loose_results: Vec::new(),
        };
        let roots: Vec<Register> = roots.iter().map(|&root| compiler.walk((root, false), resolve)).collect();
        compiler.finish(&roots)
    }
}

impl TapeCompiler<'_> {
    fn walk(&mut self, root: ExprKey, resolve: &mut dyn FnMut(ExprId) -> TapeLeaf) -> Register {
        let mut tasks = vec![CompileTask::Enter(root)];
        while let Some(task) = tasks.pop() {
            match task {
                CompileTask::Enter(key) => {
                    if self.registers.contains_key(&key) {
                        continue;
                    }
                    self.registers.insert(key, None);
                    let recipe = self.recipe(key, resolve);
                    tasks.push(CompileTask::Leave(key, recipe));
                    let mut enter = |key| tasks.push(CompileTask::Enter(key));
                    match recipe {
                        RegisterRecipe::Known(_) => {}
                        RegisterRecipe::Same(key) => enter(key),
                        RegisterRecipe::One(_, a) => enter((a, false)),
                        RegisterRecipe::Two(_, a, b) => [a, b].into_iter().for_each(|a| enter((a, false))),
                        RegisterRecipe::Three(_, a, rest) => {
                            enter((a, false));
                            rest.into_iter().for_each(enter);
                        }
                        RegisterRecipe::Fold(_, list) => {
                            self.exprs.items(list).iter().for_each(|&item| enter((item, false)));
                        }
                    }
                }
                CompileTask::Leave(key, recipe) => {
                    let register = self.carry_out(recipe);
                    self.registers.insert(key, Some(register));
                }
            }
        }
        self.register(root)
    }

    /// The register of an expression that was walked; unknown if it depends on itself.
    fn register(&self, key: ExprKey) -> Register {
        self.registers.get(&key).copied().flatten().unwrap_or(UNKNOWN)
    }

    fn carry_out(&mut self, recipe: RegisterRecipe) -> Register {
        let plain = |this: &Self, expr| this.register((expr, false));
        match recipe {
            RegisterRecipe::Known(register) => register,
            RegisterRecipe::Same(key) => self.register(key),
            RegisterRecipe::One(kind, a) => {
                let a = plain(self, a);
                self.operation(kind, [a; 3])
            }
            RegisterRecipe::Two(kind, a, b) => {
                let (a, b) = (plain(self, a), plain(self, b));
                self.operation(kind, [a, b, a])
            }
            RegisterRecipe::Three(kind, a, [b, c]) => {
                let operands = [plain(self, a), self.register(b), self.register(c)];
                self.operation(kind, operands)
            }
            RegisterRecipe::Fold(kind, list) => {
                let items: Vec<Register> =
                    self.exprs.items(list).iter().map(|&item| plain(self, item)).collect();
                items.into_iter().reduce(|a, b| self.operation(kind, [a, b, a])).unwrap_or(UNKNOWN)
            }
        }
    }

    fn constant(&mut self, value: IntervalDual, loose: bool) -> Register {
        self.constants.push(value);
        self.loose_constants.push(loose);
        Register::Constant(self.constants.len() as u32 - 1)
    }

    fn is_loose(&self, register: Register) -> bool {
        match register {
            Register::Constant(at) => self.loose_constants[at as usize],
            Register::Result(at) => self.loose_results[at as usize],
            Register::Input(_) => false,
        }
    }

    /// The register of an operation: a number if all operands are, the same register for the same operation.
    fn operation(&mut self, kind: OperationKind, operands: [Register; 3]) -> Register {
        let [a, b, _] = operands;
        // What is multiplied with itself has no two independent factors.
        let kind = if kind == OperationKind::Multiply && a == b { OperationKind::Square } else { kind };
        let loose = operands.into_iter().any(|operand| self.is_loose(operand));
        if kind == OperationKind::Subtract && a == b && !loose {
            return self.constant(IntervalDual::constant(Interval::ZERO), false);
        }
        let numbers = operands.map(|operand| match operand {
            Register::Constant(at) => Some(self.constants[at as usize]),
            _ => None,
        });
        if let [Some(a), Some(b), Some(c)] = numbers {
            return self.constant(compute(kind, a, b, c), loose);
        }
        let next = Register::Result(self.operations.len() as u32);
        let register = *self.known.entry((kind, operands)).or_insert(next);
        if register == next {
            self.operations.push((kind, operands));
            self.loose_results.push(loose);
        }
        register
    }

    fn recipe(
        &mut self,
        (id, continuous): ExprKey,
        resolve: &mut dyn FnMut(ExprId) -> TapeLeaf,
    ) -> RegisterRecipe {
        let expr = self.exprs.get(id);
        let literal = match expr {
            Expr::Real(value) => Some(Interval::point(value.get())),
            Expr::Integer(value) => Some(whole(value)),
            Expr::Boolean(value) => Some(Interval::boolean(value)),
            Expr::Literal(_, literal) => Some(Interval::point(f64::from(literal))),
            _ => None,
        };
        if let Some(value) = literal {
            return RegisterRecipe::Known(self.constant(IntervalDual::constant(value), false));
        }
        match resolve(id) {
            TapeLeaf::Input(number) => RegisterRecipe::Known(Register::Input(number)),
            TapeLeaf::Expand(other) => RegisterRecipe::Same((other, continuous)),
            TapeLeaf::Unknown => RegisterRecipe::Known(UNKNOWN),
            TapeLeaf::Inner => self.inner(expr, continuous),
        }
    }

    fn inner(&self, expr: Expr, continuous: bool) -> RegisterRecipe {
        use OperationKind as K;
        match expr {
            Expr::Unary(Operator::Negate | Operator::Subtract | Operator::ElementSubtract, a) => {
                RegisterRecipe::One(K::Negate, a)
            }
            Expr::Unary(Operator::Add | Operator::ElementAdd, a) => RegisterRecipe::Same((a, continuous)),
            Expr::Unary(Operator::Not, a) => RegisterRecipe::One(K::Not, a),
            Expr::Binary(Operator::Greater, a, b) => RegisterRecipe::Two(K::Less, b, a),
            Expr::Binary(Operator::GreaterEqual, a, b) => RegisterRecipe::Two(K::LessEqual, b, a),
            Expr::Binary(operator, a, b) => match binary(operator) {
                Some(kind) => RegisterRecipe::Two(kind, a, b),
                None => RegisterRecipe::Known(UNKNOWN),
            },
            Expr::If(condition, yes, no) => {
                let kind = if continuous { K::Join } else { K::Choose };
                RegisterRecipe::Three(kind, condition, [(yes, continuous), (no, continuous)])
            }
            Expr::Builtin(builtin, list) => self.builtin(builtin, list, continuous),
            _ => RegisterRecipe::Known(UNKNOWN),
        }
    }

    fn builtin(&self, builtin: Builtin, list: ListId, continuous: bool) -> RegisterRecipe {
        use Builtin as B;
        use OperationKind as K;
        match (builtin, self.exprs.items(list)) {
            (B::NoEvent | B::Pure | B::Real | B::Boolean | B::IntegerOf, &[value])
            | (B::Homotopy, &[value, ..]) => RegisterRecipe::Same((value, continuous)),
            // `smooth` says that its expression is continuous at least.
            (B::Smooth, &[_, value]) => RegisterRecipe::Same((value, true)),
            (B::SemiLinear, &[x, above, below]) => {
                RegisterRecipe::Three(K::SemiLinear, x, [(above, false), (below, false)])
            }
            (B::Min | B::Max | B::Sum | B::Product, &[array]) => match self.exprs.get(array) {
                Expr::Array(items) => RegisterRecipe::Fold(
                    match builtin {
                        B::Min => K::Min,
                        B::Max => K::Max,
                        B::Sum => K::Add,
                        _ => K::Multiply,
                    },
                    items,
                ),
                _ => RegisterRecipe::Known(UNKNOWN),
            },
            (_, &[a]) => {
                one(builtin).map_or(RegisterRecipe::Known(UNKNOWN), |kind| RegisterRecipe::One(kind, a))
            }
            (_, &[a, b]) => {
                two(builtin).map_or(RegisterRecipe::Known(UNKNOWN), |kind| RegisterRecipe::Two(kind, a, b))
            }
            _ => RegisterRecipe::Known(UNKNOWN),
        }
    }

    /// Numbers the registers, and leaves out inputs and operations that ended in no output.
    fn finish(self, roots: &[Register]) -> IntervalTape {
        let bounded = roots.iter().map(|&root| !self.is_loose(root)).collect();
        let mut needed = vec![false; self.operations.len()];
        let mut inputs = Vec::new();
        let mut mark = |register: Register, needed: &mut Vec<bool>| match register {
            Register::Result(at) => needed[at as usize] = true,
            Register::Input(number) => inputs.push(number),
            Register::Constant(_) => {}
        };
        roots.iter().for_each(|&root| mark(root, &mut needed));
        for at in (0..self.operations.len()).rev() {
            if needed[at] {
                self.operations[at].1.into_iter().for_each(|operand| mark(operand, &mut needed));
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        let constants = self.constants.len();
        let mut next = (constants + inputs.len()) as u32;
        let numbers: Vec<u32> = needed
            .iter()
            .map(|&needed| {
                next += u32::from(needed);
                next.wrapping_sub(1)
            })
            .collect();
        let place = |register: Register| match register {
            Register::Constant(at) => at,
            Register::Input(number) => (constants + inputs.partition_point(|&input| input < number)) as u32,
            Register::Result(at) => numbers[at as usize],
        };
        let operations: Vec<Operation> = self
            .operations
            .iter()
            .zip(&needed)
            .filter(|&(_, &needed)| needed)
            .map(|(&(kind, operands), _)| Operation { kind, operands: operands.map(place) })
            .collect();
        let outputs = roots.iter().map(|&root| place(root)).collect();
        let mut registers = self.constants;
        registers.resize(constants + inputs.len() + operations.len(), IntervalDual::UNKNOWN);
        IntervalTape { operations, registers, constants, inputs, outputs, bounded, selected: None }
    }
}

/// A whole number; beyond 2^53 not every one is a double.
fn whole(value: i64) -> Interval {
    let near = value as f64;
    if near as i128 == i128::from(value) {
        Interval::point(near)
    } else {
        Interval::new(near.next_down(), near.next_up())
    }
}

fn binary(operator: Operator) -> Option<OperationKind> {
    use OperationKind as K;
    Some(match operator {
        Operator::Or => K::Or,
        Operator::And => K::And,
        Operator::Less => K::Less,
        Operator::LessEqual => K::LessEqual,
        Operator::Equal => K::Equal,
        Operator::NotEqual => K::NotEqual,
        Operator::Add | Operator::ElementAdd => K::Add,
        Operator::Subtract | Operator::ElementSubtract => K::Subtract,
        Operator::Multiply | Operator::ElementMultiply => K::Multiply,
        Operator::Divide | Operator::ElementDivide => K::Divide,
        Operator::Power | Operator::ElementPower => K::Power,
        Operator::Greater | Operator::GreaterEqual | Operator::Not | Operator::Negate => return None,
    })
}

fn one(builtin: Builtin) -> Option<OperationKind> {
    let function = if builtin == Builtin::Integer { Some(Elementary::Floor) } else { builtin.elementary() };
    function.map(OperationKind::Apply)
}

fn two(builtin: Builtin) -> Option<OperationKind> {
    use Builtin as B;
    use OperationKind as K;
    Some(match builtin {
        B::Div => K::Div,
        B::Mod => K::Mod,
        B::Rem => K::Rem,
        B::Atan2 => K::Atan2,
        B::Min => K::Min,
        B::Max => K::Max,
        _ => return None,
    })
}
