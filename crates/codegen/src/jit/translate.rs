//! From register code to Cranelift's: one function for each cut.

mod choice;
mod compute;

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{AbiParam, FuncRef, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};

use super::boundary::{Memory, Native};
use super::layout::Layout;
use super::module::{Imports, module};
use super::watch::Watch;
use crate::code::Code;
use crate::op::{Kind, Op, Reg};

/// Machine code and what it needs to run.
pub(super) struct Made {
    pub(super) native: Native,
    pub(super) scratch: Vec<f64>,
    /// The first number of the scratch that tells of a failure.
    pub(super) watch: usize,
    /// The slots that are written.
    pub(super) stored: Vec<u32>,
}

/// Machine code of each code.
pub(super) fn translate(codes: &[&Code]) -> Result<Vec<Made>, String> {
    let mut module = module()?;
    let imports = Imports::new(&mut module)?;
    let pointer = module.target_config().pointer_type();
    let mut chunk = module.make_signature();
    chunk.params.extend([pointer; 4].map(AbiParam::new));
    let mut context = module.make_context();
    let mut scratch = FunctionBuilderContext::new();
    let mut all = Vec::with_capacity(codes.len());
    let mut table = Table::default();
    for &code in codes {
        let (layout, watch) = (Layout::new(code)?, Watch::new(code));
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
    let memory = Memory::new(module);
    let made = |(code, (functions, scratch, watch, stored)): (&&Code, (Vec<FuncId>, _, _, _))| {
        let native = Native::new(&memory, &functions, code.sites.clone());
        Made { native, scratch, watch, stored }
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
enum Held {
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
struct Table {
    function: u32,
    held: Vec<Option<(u32, Held)>>,
    /// How many numbers are written down to be looked at.
    watched: usize,
    /// What is wrong with the code, were it not as `verify` demands. No machine code is made of it then.
    broken: Option<&'static str>,
}

impl Table {
    /// Makes room for the registers of some code.
    fn fit(&mut self, code: &Code) {
        self.held.clear();
        self.held.resize(code.registers as usize, None);
        self.watched = 0;
    }

    fn held(&self, reg: u32) -> Option<Held> {
        self.held[Reg(reg).register()?].filter(|held| held.0 == self.function).map(|held| held.1)
    }

    fn hold(&mut self, reg: u32, held: Held) {
        self.held[reg as usize] = Some((self.function, held));
    }
}

struct Translator<'a> {
    code: &'a Code,
    layout: &'a Layout,
    watch: &'a Watch,
    imports: &'a Imports,
    functions: [Option<FuncRef>; Kind::COUNT],
    module: &'a mut JITModule,
    builder: FunctionBuilder<'a>,
    table: &'a mut Table,
    /// Slots, outputs, scratch, environment.
    pointers: [Value; 4],
    depth: usize,
    /// The operation that is being translated.
    at: usize,
    /// The condition asked for last in this block, as a mask.
    mask: Option<(Value, Value)>,
    /// The way that is being computed though it may not be the one.
    way: Option<choice::Way>,
}

impl<'a> Translator<'a> {
    fn new(
        code: &'a Code,
        layout: &'a Layout,
        watch: &'a Watch,
        imports: &'a Imports,
        table: &'a mut Table,
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
            functions: [None; Kind::COUNT],
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
            if op.kind == Kind::Branch {
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
            Some(Held::Number(value)) => value,
            Some(Held::Either(variable)) => self.builder.use_var(variable),
            Some(Held::Truth(value, depth)) => {
                let (one, zero) = (self.constant(1.0), self.constant(0.0));
                let number = self.builder.ins().select(value, one, zero);
                if depth == self.depth {
                    // Kept as a number only if it is asked for again as one; conditions are asked for once.
                    self.table.hold(reg, Held::Number(number));
                }
                number
            }
            Some(Held::Loaded(value, _, _, at)) if self.at - at <= NEAR => value,
            Some(Held::Loaded(_, row, offset, _)) => self.load(reg, row, offset),
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
            self.table.hold(reg, Held::Loaded(value, row, offset, self.at));
        }
        value
    }

    fn truth(&mut self, reg: u32) -> Value {
        if let Some(Held::Truth(value, _)) = self.table.held(reg) {
            return value;
        }
        let number = self.number(reg);
        let zero = self.constant(0.0);
        self.builder.ins().fcmp(FloatCC::NotEqual, number, zero)
    }

    fn give(&mut self, reg: u32, held: Held) {
        self.table.hold(reg, held);
        if let Some(offset) = self.layout.kept(reg) {
            let value = self.number(reg);
            self.builder.ins().store(MemFlagsData::trusted(), value, self.pointers[SCRATCH], offset);
        }
    }

    fn op(&mut self, op: &Op) {
        let flags = MemFlagsData::trusted();
        match op.kind {
            Kind::Load => {
                let offset = op.a as i32 * 8;
                let value = self.builder.ins().load(types::F64, flags, self.pointers[SLOTS], offset);
                let changes = self.watch.stored.binary_search(&op.a).is_ok();
                let loaded = Held::Loaded(value, SLOTS, offset, self.at);
                self.give(op.to, if changes { Held::Number(value) } else { loaded });
            }
            Kind::Store | Kind::Output => {
                let value = self.number(op.a);
                let row = self.pointers[if op.kind == Kind::Output { OUTPUTS } else { SLOTS }];
                self.builder.ins().store(flags, value, row, op.b as i32 * 8);
                if self.watch.needs(op) {
                    self.tell(value);
                }
            }
            Kind::Move => {
                let value = self.number(op.a);
                if let Some(way) = &mut self.way {
                    way.moves(op.to, value);
                    return;
                }
                let variable = match self.table.held(op.to) {
                    Some(Held::Either(variable)) => variable,
                    _ => self.builder.declare_var(types::F64),
                };
                self.builder.def_var(variable, value);
                self.give(op.to, Held::Either(variable));
            }
            Kind::Call => self.site(op),
            Kind::Assert => {
                let truth = self.truth(op.a);
                let (zero, nan) = (self.constant(0.0), self.constant(f64::NAN));
                let sign = self.builder.ins().select(truth, zero, nan);
                self.tell(sign);
            }
            Kind::Less | Kind::LessEqual | Kind::Equal | Kind::NotEqual => {
                let (a, b) = (self.number(op.a), self.number(op.b));
                let condition = match op.kind {
                    Kind::Less => FloatCC::LessThan,
                    Kind::LessEqual => FloatCC::LessThanOrEqual,
                    Kind::Equal => FloatCC::Equal,
                    _ => FloatCC::NotEqual,
                };
                let value = self.builder.ins().fcmp(condition, a, b);
                self.give(op.to, Held::Truth(value, self.depth));
            }
            Kind::And | Kind::Or => {
                let (a, b) = (self.truth(op.a), self.truth(op.b));
                let ins = self.builder.ins();
                let value = if op.kind == Kind::And { ins.band(a, b) } else { ins.bor(a, b) };
                self.give(op.to, Held::Truth(value, self.depth));
            }
            Kind::Not => {
                let a = self.truth(op.a);
                let one = self.builder.ins().iconst(types::I8, 1);
                let value = self.builder.ins().bxor(a, one);
                self.give(op.to, Held::Truth(value, self.depth));
            }
            // `range` leads through them.
            Kind::Branch | Kind::Jump => {
                self.broken("a jump leads nowhere");
            }
            Kind::Label | Kind::Goto | Kind::Fetch | Kind::Put | Kind::Within | Kind::Check | Kind::Exact => {
                self.broken("what only routines have stands in other code");
            }
            _ => {
                let value = self.arithmetic(op);
                if self.watch.needs(op) {
                    self.tell(value);
                }
                if op.checked && op.kind == Kind::Power {
                    // A negative number to an infinite power is zero, and yet not defined.
                    let exponent = self.number(op.b);
                    self.tell(exponent);
                }
                self.give(op.to, Held::Number(value));
            }
        }
    }
}
