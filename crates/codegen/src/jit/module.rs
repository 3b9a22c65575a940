//! What machine code is made in and what it calls: Cranelift's settings, and functions that no processor has.

use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::boundary::dispatch;
use crate::op::{OpKind, compute};

/// Functions of one number that are called.
const ONE: &[(OpKind, &str, extern "C" fn(f64) -> f64)] = &[
    (OpKind::Sin, "w_sin", one::sin),
    (OpKind::Cos, "w_cos", one::cos),
    (OpKind::Tan, "w_tan", one::tan),
    (OpKind::Asin, "w_asin", one::asin),
    (OpKind::Acos, "w_acos", one::acos),
    (OpKind::Atan, "w_atan", one::atan),
    (OpKind::Sinh, "w_sinh", one::sinh),
    (OpKind::Cosh, "w_cosh", one::cosh),
    (OpKind::Tanh, "w_tanh", one::tanh),
    (OpKind::Exp, "w_exp", one::exp),
    (OpKind::Log, "w_log", one::log),
    (OpKind::Log10, "w_log10", one::log10),
];

/// The same functions as the interpreter's, so that both agree to the last bit.
mod one {
    use super::{OpKind, compute};

    macro_rules! define {
        ($($name:ident $kind:ident)*) => {
            $(pub(super) extern "C" fn $name(a: f64) -> f64 {
                compute(OpKind::$kind, a, 0.0, 0.0)
            })*
        };
    }
    define! {
        sin Sin cos Cos tan Tan asin Asin acos Acos atan Atan sinh Sinh cosh Cosh tanh Tanh exp Exp log Log
        log10 Log10 floor Floor ceil Ceil trunc Trunc
    }
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

/// The functions that machine code calls.
pub(super) struct Imports {
    /// By the number of the kind that is such a call.
    functions: [Option<FuncId>; OpKind::COUNT],
}

impl Imports {
    /// Declares them.
    pub(super) fn new(module: &mut JITModule) -> Result<Imports, String> {
        let mut imports = Imports { functions: [None; OpKind::COUNT] };
        let mut unary = module.make_signature();
        unary.params.push(AbiParam::new(types::F64));
        unary.returns.push(AbiParam::new(types::F64));
        for &(kind, name, _) in ONE {
            imports.declare(module, kind, name, &unary)?;
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
        self.functions[kind as usize] = Some(declared.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// The function that an operation of this kind calls, if it calls one.
    pub(super) fn get(&self, kind: OpKind) -> Option<FuncId> {
        self.functions[kind as usize]
    }
}
