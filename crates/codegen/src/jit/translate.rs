//! From register code to Cranelift's: one function for each cut.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{AbiParam, Block, FuncRef, InstBuilder, MemFlagsData, Signature, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use rustc_hash::FxHashMap;

use super::boundary::{Memory, Native, dispatch};
use crate::code::Code;
use crate::op::{Kind, Op, Reg, compute};

/// Functions of one number that are called.
const ONE: &[(Kind, &str, extern "C" fn(f64) -> f64)] = &[
    (Kind::Sin, "w_sin", one::sin),
    (Kind::Cos, "w_cos", one::cos),
    (Kind::Tan, "w_tan", one::tan),
    (Kind::Asin, "w_asin", one::asin),
    (Kind::Acos, "w_acos", one::acos),
    (Kind::Atan, "w_atan", one::atan),
    (Kind::Sinh, "w_sinh", one::sinh),
    (Kind::Cosh, "w_cosh", one::cosh),
    (Kind::Tanh, "w_tanh", one::tanh),
    (Kind::Exp, "w_exp", one::exp),
    (Kind::Log, "w_log", one::log),
    (Kind::Log10, "w_log10", one::log10),
];

/// The same functions as the interpreter's, so that both agree to the last bit.
mod one {
    use super::{Kind, compute};

    macro_rules! define {
        ($($name:ident $kind:ident)*) => {
            $(pub(super) extern "C" fn $name(a: f64) -> f64 {
                compute(Kind::$kind, a, 0.0, 0.0)
            })*
        };
    }
    define! {
        sin Sin cos Cos tan Tan asin Asin acos Acos atan Atan sinh Sinh cosh Cosh tanh Tanh exp Exp log Log
        log10 Log10 floor Floor ceil Ceil trunc Trunc
    }
}

extern "C" fn power(a: f64, b: f64) -> f64 {
    compute(Kind::Power, a, b, 0.0)
}

extern "C" fn atan2(a: f64, b: f64) -> f64 {
    compute(Kind::Atan2, a, b, 0.0)
}

/// Machine code of each code, and how many numbers of scratch it needs.
pub(super) fn translate(codes: &[&Code]) -> Result<Vec<(Native, usize)>, String> {
    let mut module = module()?;
    let mut imports = FxHashMap::default();
    let mut import = |module: &mut JITModule, kind, name: &str, signature: Signature| {
        let id =
            module.declare_function(name, Linkage::Import, &signature).map_err(|error| error.to_string())?;
        imports.insert(kind, id);
        Ok::<(), String>(())
    };
    let mut unary = module.make_signature();
    unary.params.push(AbiParam::new(types::F64));
    unary.returns.push(AbiParam::new(types::F64));
    for &(kind, name, _) in ONE {
        import(&mut module, kind, name, unary.clone())?;
    }
    let mut binary = unary.clone();
    binary.params.push(AbiParam::new(types::F64));
    import(&mut module, Kind::Power, "w_power", binary.clone())?;
    import(&mut module, Kind::Atan2, "w_atan2", binary)?;
    let pointer = module.target_config().pointer_type();
    let mut call = module.make_signature();
    call.params.extend([pointer, types::I32, pointer, pointer].map(AbiParam::new));
    call.returns.push(AbiParam::new(types::F64));
    import(&mut module, Kind::Call, "w_call", call)?;

    let mut chunk = module.make_signature();
    chunk.params.extend([pointer; 4].map(AbiParam::new));
    chunk.returns.push(AbiParam::new(types::F64));
    let mut context = module.make_context();
    let mut scratch = FunctionBuilderContext::new();
    let mut made = Vec::with_capacity(codes.len());
    for &code in codes {
        let layout = Layout::new(code);
        let mut functions = Vec::new();
        for part in 0..layout.starts.len() - 1 {
            let id = module.declare_anonymous_function(&chunk).map_err(|error| error.to_string())?;
            context.func.signature = chunk.clone();
            let builder = FunctionBuilder::new(&mut context.func, &mut scratch);
            Translator::new(code, &layout, &imports, &mut module, builder).function(part);
            module.define_function(id, &mut context).map_err(|error| error.to_string())?;
            module.clear_context(&mut context);
            functions.push(id);
        }
        made.push((functions, layout.size));
    }
    module.finalize_definitions().map_err(|error| error.to_string())?;
    let memory = Memory::new(module);
    let native = |(code, (functions, size)): (&&Code, (Vec<FuncId>, usize))| {
        (Native::new(&memory, &functions, code.sites.clone()), size)
    };
    Ok(codes.iter().zip(made).map(native).collect())
}

fn module() -> Result<JITModule, String> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "none"),
        ("regalloc_algorithm", "single_pass"),
        ("enable_verifier", "false"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        // Large functions have large frames; without probes one could step over the guard page.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(|error| error.to_string())?;
    }
    let isa = cranelift_native::builder()?
        .finish(settings::Flags::new(flags))
        .map_err(|error| error.to_string())?;
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    for &(_, name, function) in ONE {
        builder.symbol(name, function as *const u8);
    }
    builder.symbol("w_power", power as *const u8);
    builder.symbol("w_atan2", atan2 as *const u8);
    builder.symbol("w_call", dispatch as *const u8);
    // What Cranelift calls itself where the processor cannot round.
    builder.symbol("floor", one::floor as *const u8);
    builder.symbol("ceil", one::ceil as *const u8);
    builder.symbol("trunc", one::trunc as *const u8);
    Ok(JITModule::new(builder))
}

/// What goes from one function to another, and where.
struct Layout {
    /// The first operation of each function, and the end.
    starts: Vec<usize>,
    /// Where in the scratch a register is kept that another function reads.
    kept: FxHashMap<u32, i32>,
    arguments: i32,
    results: i32,
    size: usize,
}

impl Layout {
    fn new(code: &Code) -> Layout {
        let mut starts = vec![0];
        starts.extend(code.cuts.iter().map(|&at| at as usize).filter(|&at| at > 0 && at < code.ops.len()));
        starts.push(code.ops.len());
        let mut made = vec![u32::MAX; code.registers as usize];
        let mut kept = FxHashMap::default();
        for part in 0..starts.len() - 1 {
            for at in starts[part]..starts[part + 1] {
                let op = &code.ops[at];
                let read = |reg: u32, kept: &mut FxHashMap<u32, i32>| {
                    if Reg(reg).register().is_some_and(|reg| made[reg] != part as u32) {
                        let next = kept.len() as i32 * 8;
                        kept.entry(reg).or_insert(next);
                    }
                };
                [op.a, op.b, op.c].iter().take(op.kind.operands()).for_each(|&reg| read(reg, &mut kept));
                if op.kind == Kind::Call {
                    let site = &code.sites[op.b as usize];
                    site.arguments.iter().for_each(|reg| read(reg.0, &mut kept));
                    site.results.iter().for_each(|&reg| made[reg as usize] = part as u32);
                } else if op.kind.gives() {
                    made[op.to as usize] = part as u32;
                }
            }
        }
        let arguments = code.sites.iter().map(|site| site.arguments.len()).max().unwrap_or(0);
        let results = code.sites.iter().map(|site| site.results.len()).max().unwrap_or(0);
        let first = kept.len();
        Layout {
            starts,
            kept,
            arguments: first as i32 * 8,
            results: (first + arguments) as i32 * 8,
            size: first + arguments + results,
        }
    }
}

/// What holds the value of a register.
#[derive(Clone, Copy)]
enum Held {
    Number(Value),
    /// A truth value, and how many branches were open where it was made.
    Truth(Value, usize),
    /// A value of two branches.
    Either(Variable),
}

struct Translator<'a> {
    code: &'a Code,
    layout: &'a Layout,
    imports: &'a FxHashMap<Kind, FuncId>,
    functions: FxHashMap<Kind, FuncRef>,
    module: &'a mut JITModule,
    builder: FunctionBuilder<'a>,
    held: FxHashMap<u32, Held>,
    constants: FxHashMap<u64, Value>,
    /// Slots, outputs, scratch, environment.
    pointers: [Value; 4],
    /// The sums that stay zero as long as nothing fails; two, so that they do not wait for each other.
    sums: [Variable; 2],
    turn: usize,
    depth: usize,
}

impl<'a> Translator<'a> {
    fn new(
        code: &'a Code,
        layout: &'a Layout,
        imports: &'a FxHashMap<Kind, FuncId>,
        module: &'a mut JITModule,
        mut builder: FunctionBuilder<'a>,
    ) -> Translator<'a> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        builder.seal_block(entry);
        let params = builder.block_params(entry);
        let pointers = [params[0], params[1], params[2], params[3]];
        let zero = builder.ins().f64const(0.0);
        let sums = [builder.declare_var(types::F64), builder.declare_var(types::F64)];
        for sum in sums {
            builder.def_var(sum, zero);
        }
        Translator {
            code,
            layout,
            imports,
            functions: FxHashMap::default(),
            module,
            builder,
            held: FxHashMap::default(),
            constants: FxHashMap::default(),
            pointers,
            sums,
            turn: 0,
            depth: 0,
        }
    }

    fn function(mut self, part: usize) {
        let (start, end) = (self.layout.starts[part], self.layout.starts[part + 1]);
        self.range(start, end);
        let [first, second] = self.sums.map(|sum| self.builder.use_var(sum));
        let sum = self.builder.ins().fadd(first, second);
        self.builder.ins().return_(&[sum]);
        self.builder.finalize(self.module.target_config());
    }

    fn range(&mut self, start: usize, end: usize) {
        let code = self.code;
        let mut at = start;
        while at < end {
            let op = &code.ops[at];
            if op.kind == Kind::Branch {
                self.branch(at, op);
                at = code.end(at);
            } else {
                self.op(op);
                at += 1;
            }
        }
    }

    fn branch(&mut self, at: usize, op: &Op) {
        let condition = self.truth(op.a);
        let jump = at + op.b as usize;
        let end = self.code.end(at);
        let [yes, no, after]: [Block; 3] = [(); 3].map(|()| self.builder.create_block());
        self.builder.ins().brif(condition, yes, &[], no, &[]);
        self.depth += 1;
        for (block, range) in [(yes, at + 1..jump), (no, jump + 1..end)] {
            self.builder.switch_to_block(block);
            self.builder.seal_block(block);
            self.range(range.start, range.end);
            self.builder.ins().jump(after, &[]);
        }
        self.depth -= 1;
        self.builder.switch_to_block(after);
        self.builder.seal_block(after);
    }

    fn constant(&mut self, value: f64) -> Value {
        if let Some(&known) = self.constants.get(&value.to_bits()) {
            return known;
        }
        let made = self.builder.ins().f64const(value);
        // What is made in a branch is not seen after it.
        if self.depth == 0 {
            self.constants.insert(value.to_bits(), made);
        }
        made
    }

    fn number(&mut self, reg: u32) -> Value {
        if let Some(at) = Reg(reg).as_constant() {
            return self.constant(self.code.constants[at]);
        }
        match self.held.get(&reg) {
            Some(Held::Number(value)) => *value,
            Some(Held::Either(variable)) => {
                let variable = *variable;
                self.builder.use_var(variable)
            }
            Some(&Held::Truth(value, depth)) => {
                let (one, zero) = (self.constant(1.0), self.constant(0.0));
                let number = self.builder.ins().select(value, one, zero);
                if depth == self.depth {
                    // Kept as a number only if it is asked for again as one; conditions are asked for once.
                    self.held.insert(reg, Held::Number(number));
                }
                number
            }
            None => {
                let offset = self.layout.kept.get(&reg).copied().unwrap_or(0);
                let flags = MemFlagsData::trusted();
                let value = self.builder.ins().load(types::F64, flags, self.pointers[2], offset);
                if self.depth == 0 {
                    self.held.insert(reg, Held::Number(value));
                }
                value
            }
        }
    }

    fn truth(&mut self, reg: u32) -> Value {
        if let Some(Held::Truth(value, _)) = self.held.get(&reg) {
            return *value;
        }
        let number = self.number(reg);
        let zero = self.constant(0.0);
        self.builder.ins().fcmp(FloatCC::NotEqual, number, zero)
    }

    fn give(&mut self, reg: u32, held: Held) {
        self.held.insert(reg, held);
        if let Some(&offset) = self.layout.kept.get(&reg) {
            let value = self.number(reg);
            self.builder.ins().store(MemFlagsData::trusted(), value, self.pointers[2], offset);
        }
    }

    /// Makes one of the sums something else than zero if a value is not finite.
    fn watch(&mut self, value: Value) {
        let gone = self.builder.ins().fsub(value, value);
        self.add(gone);
    }

    fn add(&mut self, value: Value) {
        let sum = self.sums[self.turn];
        self.turn = 1 - self.turn;
        let before = self.builder.use_var(sum);
        let after = self.builder.ins().fadd(before, value);
        self.builder.def_var(sum, after);
    }

    fn call(&mut self, kind: Kind, arguments: &[Value]) -> Value {
        let function = match self.functions.get(&kind) {
            Some(function) => *function,
            None => {
                let function = self.module.declare_func_in_func(self.imports[&kind], self.builder.func);
                self.functions.insert(kind, function);
                function
            }
        };
        let call = self.builder.ins().call(function, arguments);
        self.builder.inst_results(call)[0]
    }

    fn op(&mut self, op: &Op) {
        let flags = MemFlagsData::trusted();
        match op.kind {
            Kind::Load => {
                let value = self.builder.ins().load(types::F64, flags, self.pointers[0], op.a as i32 * 8);
                self.give(op.to, Held::Number(value));
            }
            Kind::Store | Kind::Output => {
                let value = self.number(op.a);
                let row = self.pointers[usize::from(op.kind == Kind::Output)];
                self.builder.ins().store(flags, value, row, op.b as i32 * 8);
                if Reg(op.a).as_constant().is_none_or(|at| !self.code.constants[at].is_finite()) {
                    self.watch(value);
                }
            }
            Kind::Move => {
                let value = self.number(op.a);
                let variable = match self.held.get(&op.to) {
                    Some(Held::Either(variable)) => *variable,
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
                self.add(sign);
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
            Kind::Branch | Kind::Jump => {}
            // Routines alone have these.
            Kind::Label | Kind::Goto | Kind::Fetch | Kind::Put => {}
            Kind::Within | Kind::Check | Kind::Exact => {}
            _ => {
                let value = self.arithmetic(op);
                if op.checked {
                    self.watch(value);
                }
                if op.checked && op.kind == Kind::Power {
                    // A negative number to an infinite power is zero, and yet not defined.
                    let exponent = self.number(op.b);
                    self.watch(exponent);
                }
                self.give(op.to, Held::Number(value));
            }
        }
    }

    fn arithmetic(&mut self, op: &Op) -> Value {
        if op.kind == Kind::Select {
            let (condition, b, c) = (self.truth(op.a), self.number(op.b), self.number(op.c));
            return self.builder.ins().select(condition, b, c);
        }
        let a = self.number(op.a);
        if self.imports.contains_key(&op.kind) {
            let mut arguments = vec![a];
            if op.kind.operands() == 2 {
                arguments.push(self.number(op.b));
            }
            return self.call(op.kind, &arguments);
        }
        if op.kind.operands() == 2 {
            let b = self.number(op.b);
            let ins = self.builder.ins();
            return match op.kind {
                Kind::Add => ins.fadd(a, b),
                Kind::Subtract => ins.fsub(a, b),
                Kind::Multiply => ins.fmul(a, b),
                Kind::Divide => ins.fdiv(a, b),
                kind => {
                    let less = if kind == Kind::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
                    let second = ins.fcmp(less, b, a);
                    self.builder.ins().select(second, b, a)
                }
            };
        }
        match op.kind {
            Kind::Negate => self.builder.ins().fneg(a),
            Kind::Abs => self.builder.ins().fabs(a),
            Kind::Sqrt => self.builder.ins().sqrt(a),
            Kind::Floor => self.builder.ins().floor(a),
            Kind::Ceil => self.builder.ins().ceil(a),
            Kind::Trunc => self.builder.ins().trunc(a),
            _ => {
                // The sign.
                let (zero, one, minus) = (self.constant(0.0), self.constant(1.0), self.constant(-1.0));
                let down = self.builder.ins().fcmp(FloatCC::LessThan, a, zero);
                let low = self.builder.ins().select(down, minus, zero);
                let up = self.builder.ins().fcmp(FloatCC::GreaterThan, a, zero);
                self.builder.ins().select(up, one, low)
            }
        }
    }

    fn site(&mut self, op: &Op) {
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
        let sign = self.call(Kind::Call, &[environment, number, arguments, results]);
        if op.checked {
            self.add(sign);
        }
        for (at, &result) in site.results.iter().enumerate() {
            let value =
                self.builder.ins().load(types::F64, flags, scratch, self.layout.results + at as i32 * 8);
            self.give(result, Held::Number(value));
        }
    }
}
