//! From register code to Cranelift's: one function for each cut.

mod branch;
mod compute;

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{AbiParam, FuncRef, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};

use super::boundary::{CodeMemory, NativeCode};
use super::fault_checks::FaultChecks;
use super::layout::NativeLayout;
use super::module::{Imports, module};
use crate::code::RegisterCode;
use crate::op::{Op, OpKind, Reg};

/// Machine code and what it needs to run.
pub(super) struct TranslatedCode {
    pub(super) native: NativeCode,
    pub(super) scratch: Vec<f64>,
    /// The first number of the scratch that tells of a failure.
    pub(super) watch: usize,
    /// The slots that are written.
    pub(super) stored: Vec<u32>,
}

/// Machine code of each code.
pub(super) fn translate(codes: &[&RegisterCode]) -> Result<Vec<TranslatedCode>, String> {
    let mut module = module()?;
    let imports = Imports::new(&mut module)?;
    let pointer = module.target_config().pointer_type();
    let mut chunk = module.make_signature();
    chunk.params.extend([pointer; 4].map(AbiParam::new));
    let mut context = module.make_context();
    let mut scratch = FunctionBuilderContext::new();
    let mut all = Vec::with_capacity(codes.len());
    let mut table = RegisterTable::default();
    for &code in codes {
        let (layout, watch) = (NativeLayout::new(code)?, FaultChecks::new(code));
        table.fit(code);
        let mut functions = Vec::new();
        for part in 0..layout.starts.len() - 1 {
            let id = module.declare_anonymous_function(&chunk).map_err(|error| error.to_string())?;
            context.func.signature = chunk.clone();
            let builder = FunctionBuilder::new(&mut context.func, &mut scratch);
            Translator::new(code, &layout, &watch, &imports, &mut table, &mut module, builder).function(part);
            if let Some(reason) = table.broken {
                return Err(format!("the register code is broken: {reason}"));
            }
            module.define_function(id, &mut context).map_err(|error| error.to_string())?;
            module.clear_context(&mut context);
            functions.push(id);
        }
        let mut numbers = code.constants.clone();
        numbers.push(-1.0);
        numbers.resize(layout.watch + table.watched, 0.0);
        all.push((functions, numbers, layout.watch, watch.stored));
    }
    module.finalize_definitions().map_err(|error| error.to_string())?;
    let memory = CodeMemory::new(module);
    let made = |(code, (functions, scratch, watch, stored)): (&&RegisterCode, (Vec<FuncId>, _, _, _))| {
        let native = NativeCode::new(&memory, &functions, code.sites.clone());
        TranslatedCode { native, scratch, watch, stored }
    };
    Ok(codes.iter().zip(all).map(made).collect())
}

/// The rows of numbers that machine code is given, by their places among its parameters.
const SLOTS: usize = 0;
const OUTPUTS: usize = 1;
const SCRATCH: usize = 2;

/// A number in memory that was loaded longer ago than this many operations is loaded again. It would have been driven out
/// of its register by then, and that takes two moves and memory of its own.
const NEAR: usize = 18;

/// What holds the value of a register.
#[derive(Clone, Copy)]
enum RegisterValue {
    Number(Value),
    /// A number in memory, in one of the rows, that does not change: at this offset, and loaded last before this operation.
    Loaded(Value, usize, i32, usize),
    /// A truth value, and how many branches were open where it was made.
    Truth(Value, usize),
    /// A value of two branches.
    Either(Variable),
}

/// What holds registers, each with the number of the function that knows it. A row instead of a hash table: a function uses
/// what stands side by side.
#[derive(Default)]
struct RegisterTable {
    function: u32,
    held: Vec<Option<(u32, RegisterValue)>>,
    /// How many numbers are written down to be looked at.
    watched: usize,
    /// What is wrong with the code, were it not as `verify` demands. No machine code is made of it then.
    broken: Option<&'static str>,
}

impl RegisterTable {
    /// Makes room for the registers of some code.
    fn fit(&mut self, code: &RegisterCode) {
        self.held.clear();
        self.held.resize(code.registers as usize, None);
        self.watched = 0;
    }

    fn held(&self, reg: u32) -> Option<RegisterValue> {
        self.held[Reg(reg).register()?].filter(|held| held.0 == self.function).map(|held| held.1)
    }

    fn hold(&mut self, reg: u32, held: RegisterValue) {
        self.held[reg as usize] = Some((self.function, held));
    }
}

struct Translator<'a> {
    code: &'a RegisterCode,
    layout: &'a NativeLayout,
    watch: &'a FaultChecks,
    imports: &'a Imports,
    functions: [Option<FuncRef>; Imports::COUNT],
    module: &'a mut JITModule,
    builder: FunctionBuilder<'a>,
    table: &'a mut RegisterTable,
    /// Slots, outputs, scratch, environment.
    pointers: [Value; 4],
    depth: usize,
    /// The operation that is being translated.
    at: usize,
    /// The condition asked for last in this block, as a mask.
    mask: Option<(Value, Value)>,
    /// The way that is being computed though it may not be the one.
    way: Option<branch::SpeculativeArm>,
}

impl<'a> Translator<'a> {
    fn new(
        code: &'a RegisterCode,
        layout: &'a NativeLayout,
        watch: &'a FaultChecks,
        imports: &'a Imports,
        table: &'a mut RegisterTable,
        module: &'a mut JITModule,
        mut builder: FunctionBuilder<'a>,
    ) -> Translator<'a> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        builder.seal_block(entry);
        let params = builder.block_params(entry);
        let pointers = [params[0], params[1], params[2], params[3]];
        table.function += 1;
        Translator {
            code,
            layout,
            watch,
            imports,
            functions: [None; Imports::COUNT],
            module,
            builder,
            table,
            pointers,
            depth: 0,
            at: 0,
            mask: None,
            way: None,
        }
    }

    fn function(mut self, part: usize) {
        let (start, end) = (self.layout.starts[part], self.layout.starts[part + 1]);
        self.range(start, end);
        self.builder.ins().return_(&[]);
        self.builder.finalize(self.module.target_config());
    }

    fn range(&mut self, start: usize, end: usize) {
        let code = self.code;
        let mut at = start;
        while at < end {
            let op = &code.ops[at];
            self.at = at;
            if op.kind == OpKind::Branch {
                self.branch(at, op);
                at = code.end(at);
            } else {
                self.op(op);
                at += 1;
            }
        }
    }

    /// A number that operations need which are made of several.
    fn constant(&mut self, value: f64) -> Value {
        self.builder.ins().f64const(value)
    }

    fn number(&mut self, reg: u32) -> Value {
        if let Some(at) = Reg(reg).as_constant() {
            // Read where it is needed, as an operand in memory: in a register it would only drive others out.
            let flags = MemFlagsData::trusted().with_readonly();
            return self.builder.ins().load(types::F64, flags, self.pointers[SCRATCH], at as i32 * 8);
        }
        match self.table.held(reg) {
            Some(RegisterValue::Number(value)) => value,
            Some(RegisterValue::Either(variable)) => self.builder.use_var(variable),
            Some(RegisterValue::Truth(value, depth)) => {
                let (one, zero) = (self.constant(1.0), self.constant(0.0));
                let number = self.builder.ins().select(value, one, zero);
                if depth == self.depth {
                    // Kept as a number only if it is asked for again as one; conditions are asked for once.
                    self.table.hold(reg, RegisterValue::Number(number));
                }
                number
            }
            Some(RegisterValue::Loaded(value, _, _, at)) if self.at - at <= NEAR => value,
            Some(RegisterValue::Loaded(_, row, offset, _)) => self.load(reg, row, offset),
            None => match self.layout.kept(reg) {
                Some(offset) => self.load(reg, SCRATCH, offset),
                None => self.broken("a register is read before it has a value"),
            },
        }
    }

    /// Notes what is wrong with the code; what stands for the value is never run.
    fn broken(&mut self, reason: &'static str) -> Value {
        self.table.broken.get_or_insert(reason);
        self.constant(f64::NAN)
    }

    /// Loads a number that does not change.
    fn load(&mut self, reg: u32, row: usize, offset: i32) -> Value {
        let value = self.builder.ins().load(types::F64, MemFlagsData::trusted(), self.pointers[row], offset);
        // What is made in a branch is not seen after it.
        if self.depth == 0 {
            self.table.hold(reg, RegisterValue::Loaded(value, row, offset, self.at));
        }
        value
    }

    fn truth(&mut self, reg: u32) -> Value {
        if let Some(RegisterValue::Truth(value, _)) = self.table.held(reg) {
            return value;
        }
        let number = self.number(reg);
        let zero = self.constant(0.0);
        self.builder.ins().fcmp(FloatCC::NotEqual, number, zero)
    }

    fn give(&mut self, reg: u32, held: RegisterValue) {
        self.table.hold(reg, held);
        if let Some(offset) = self.layout.kept(reg) {
            let value = self.number(reg);
            self.builder.ins().store(MemFlagsData::trusted(), value, self.pointers[SCRATCH], offset);
        }
    }

    fn op(&mut self, op: &Op) {
        let flags = MemFlagsData::trusted();
        match op.kind {
            OpKind::Load => {
                let offset = op.a as i32 * 8;
                let value = self.builder.ins().load(types::F64, flags, self.pointers[SLOTS], offset);
                let changes = self.watch.stored.binary_search(&op.a).is_ok();
                let loaded = RegisterValue::Loaded(value, SLOTS, offset, self.at);
                self.give(op.to, if changes { RegisterValue::Number(value) } else { loaded });
            }
            OpKind::Store | OpKind::Output => {
                let value = self.number(op.a);
                let row = self.pointers[if op.kind == OpKind::Output { OUTPUTS } else { SLOTS }];
                self.builder.ins().store(flags, value, row, op.b as i32 * 8);
                if self.watch.must_record(op) {
                    self.record_fault_value(value);
                }
            }
            OpKind::Move => {
                let value = self.number(op.a);
                if let Some(way) = &mut self.way {
                    way.moves(op.to, value);
                    return;
                }
                let variable = match self.table.held(op.to) {
                    Some(RegisterValue::Either(variable)) => variable,
                    _ => self.builder.declare_var(types::F64),
                };
                self.builder.def_var(variable, value);
                self.give(op.to, RegisterValue::Either(variable));
            }
            OpKind::Call => self.site(op),
            OpKind::Assert => {
                let truth = self.truth(op.a);
                let (zero, nan) = (self.constant(0.0), self.constant(f64::NAN));
                let sign = self.builder.ins().select(truth, zero, nan);
                self.record_fault_value(sign);
            }
            OpKind::Less | OpKind::LessEqual | OpKind::Equal | OpKind::NotEqual => {
                let (a, b) = (self.number(op.a), self.number(op.b));
                let condition = match op.kind {
                    OpKind::Less => FloatCC::LessThan,
                    OpKind::LessEqual => FloatCC::LessThanOrEqual,
                    OpKind::Equal => FloatCC::Equal,
                    _ => FloatCC::NotEqual,
                };
                let value = self.builder.ins().fcmp(condition, a, b);
                self.give(op.to, RegisterValue::Truth(value, self.depth));
            }
            OpKind::And | OpKind::Or => {
                let (a, b) = (self.truth(op.a), self.truth(op.b));
                let ins = self.builder.ins();
                let value = if op.kind == OpKind::And { ins.band(a, b) } else { ins.bor(a, b) };
                self.give(op.to, RegisterValue::Truth(value, self.depth));
            }
            OpKind::Not => {
                let a = self.truth(op.a);
                let one = self.builder.ins().iconst(types::I8, 1);
                let value = self.builder.ins().bxor(a, one);
                self.give(op.to, RegisterValue::Truth(value, self.depth));
            }
            // `range` leads through them.
            OpKind::Branch | OpKind::Jump => {
                self.broken("a jump leads nowhere");
            }
            OpKind::Label
            | OpKind::Goto
            | OpKind::Fetch
            | OpKind::Put
            | OpKind::Within
            | OpKind::Check
            | OpKind::Exact => {
                self.broken("what only routines have stands in other code");
            }
            _ => {
                let value = self.arithmetic(op);
                if self.watch.must_record(op) {
                    self.record_fault_value(value);
                }
                if op.checked && op.kind == OpKind::Power {
                    // A negative number to an infinite power is zero, and yet not defined.
                    let exponent = self.number(op.b);
                    self.record_fault_value(exponent);
                }
                self.give(op.to, RegisterValue::Number(value));
            }
        }
    }
}
