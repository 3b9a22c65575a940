//! What machine code is made in and what it calls: Cranelift's settings, and functions that no processor has.

use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use equations::{Elementary, MachineCode};

use super::boundary::dispatch;
use crate::op::{OpKind, compute};

/// A function of one number by its place in the table: the same as the interpreter's, so that both agree to the last bit.
extern "C" fn one<const AT: usize>(a: f64) -> f64 {
    Elementary::ALL[AT].value(a)
}

macro_rules! callable {
    ($($at:literal)*) => { [$(one::<$at>),*] };
}

/// All of them.
const ONE: [extern "C" fn(f64) -> f64; Elementary::ALL.len()] =
    callable![0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16];

/// The name by which machine code knows a function, if it calls it.
fn symbol(function: Elementary) -> Option<String> {
    (function.record().code == MachineCode::Call).then(|| format!("w_{}", function.text()))
}

extern "C" fn trunc(a: f64) -> f64 {
    compute(OpKind::Trunc, a, 0.0, 0.0)
}

extern "C" fn power(a: f64, b: f64) -> f64 {
    compute(OpKind::Power, a, b, 0.0)
}

extern "C" fn atan2(a: f64, b: f64) -> f64 {
    compute(OpKind::Atan2, a, b, 0.0)
}

/// A module without functions.
pub(super) fn module() -> Result<JITModule, String> {
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
    for (&function, callable) in Elementary::ALL.iter().zip(ONE) {
        if let Some(name) = symbol(function) {
            builder.symbol(name, callable as *const u8);
        }
    }
    builder.symbol("w_power", power as *const u8);
    builder.symbol("w_atan2", atan2 as *const u8);
    builder.symbol("w_call", dispatch as *const u8);
    // What Cranelift calls itself where the processor cannot round.
    for rounding in [Elementary::Floor, Elementary::Ceil] {
        builder.symbol(rounding.text(), ONE[rounding as usize] as *const u8);
    }
    builder.symbol("trunc", trunc as *const u8);
    Ok(JITModule::new(builder))
}

/// The functions that machine code calls.
pub(super) struct Imports {
    functions: [Option<FuncId>; Imports::COUNT],
}

impl Imports {
    /// How many kinds of operations may be calls.
    pub(super) const COUNT: usize = Elementary::ALL.len() + 3;

    /// The place of a kind among those that may be calls.
    pub(super) fn place(kind: OpKind) -> Option<usize> {
        match kind {
            OpKind::Apply(function) => Some(function as usize),
            OpKind::Power => Some(Imports::COUNT - 3),
            OpKind::Atan2 => Some(Imports::COUNT - 2),
            OpKind::Call => Some(Imports::COUNT - 1),
            _ => None,
        }
    }

    /// Declares them.
    pub(super) fn new(module: &mut JITModule) -> Result<Imports, String> {
        let mut imports = Imports { functions: [None; Imports::COUNT] };
        let mut unary = module.make_signature();
        unary.params.push(AbiParam::new(types::F64));
        unary.returns.push(AbiParam::new(types::F64));
        for &function in Elementary::ALL {
            if let Some(name) = symbol(function) {
                imports.declare(module, OpKind::Apply(function), &name, &unary)?;
            }
        }
        let mut binary = unary;
        binary.params.push(AbiParam::new(types::F64));
        imports.declare(module, OpKind::Power, "w_power", &binary)?;
        imports.declare(module, OpKind::Atan2, "w_atan2", &binary)?;
        let pointer = module.target_config().pointer_type();
        let mut call = module.make_signature();
        call.params.extend([pointer, types::I32, pointer, pointer].map(AbiParam::new));
        call.returns.push(AbiParam::new(types::F64));
        imports.declare(module, OpKind::Call, "w_call", &call)?;
        Ok(imports)
    }

    fn declare(
        &mut self,
        module: &mut JITModule,
        kind: OpKind,
        name: &str,
        signature: &Signature,
    ) -> Result<(), String> {
        let declared = module.declare_function(name, Linkage::Import, signature);
        let declared = declared.map_err(|error| error.to_string())?;
        if let Some(place) = Imports::place(kind) {
            self.functions[place] = Some(declared);
        }
        Ok(())
    }

    /// The function that an operation of this kind calls, if it calls one.
    pub(super) fn get(&self, kind: OpKind) -> Option<FuncId> {
        Imports::place(kind).and_then(|place| self.functions[place])
    }
}
