//! The one place with `unsafe`: where Rust calls machine code and machine code calls back.
//!
//! What must hold, and why it does:
//! - The functions have the type `NativeFunction`: `translate.rs` declares each with that signature and no other.
//! - They read and write only `slots`, `outputs` and `scratch` below the sizes that `Code` and the layout state:
//!   `Jit::run` checks the first two, and makes the third of the size that the translation asked for.
//! - They are not called after their memory is freed: only `NativeCode` calls them, and it holds the memory.
#![allow(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cranelift_jit::JITModule;
use cranelift_module::FuncId;

use crate::calls::{CallSite, Calls};
use crate::interpret::call_or_differentiate;

/// A function of machine code: it gets slots, outputs, scratch and the environment of calls.
type NativeFunction = unsafe extern "C" fn(*mut f64, *mut f64, *mut f64, *mut CallEnvironment);

/// What calls need.
pub(super) struct CallEnvironment<'a> {
    sites: &'a [CallSite],
    calls: &'a mut dyn Calls,
}

/// Machine code and the memory it stands in.
pub(super) struct NativeCode {
    chunks: Vec<NativeFunction>,
    sites: Vec<CallSite>,
    /// Freed when the last code in it is dropped.
    _memory: Arc<CodeMemory>,
}

/// The memory of a finished module.
pub(super) struct CodeMemory {
    /// Always there but in `drop`.
    module: Option<JITModule>,
}

// SAFETY: the module is only owned, never touched, from when it is finished until it is dropped, which one thread does.
unsafe impl Send for CodeMemory {}
// SAFETY: as above.
unsafe impl Sync for CodeMemory {}

impl CodeMemory {
    /// Takes over a finished module.
    pub(super) fn new(module: JITModule) -> Arc<CodeMemory> {
        Arc::new(CodeMemory { module: Some(module) })
    }
}

impl Drop for CodeMemory {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: every `NativeCode` with pointers to its functions is gone.
            unsafe { module.free_memory() }
        }
    }
}

impl NativeCode {
    /// The code that these functions are. All must be finished and have the signature of `NativeFunction`.
    pub(super) fn new(memory: &Arc<CodeMemory>, functions: &[FuncId], sites: Vec<CallSite>) -> NativeCode {
        let address = |&id: &FuncId| memory.module.as_ref().map(|module| module.get_finalized_function(id));
        let chunk = |address| {
            // SAFETY: the address is that of a finished function of this signature; see above.
            unsafe { std::mem::transmute::<*const u8, NativeFunction>(address) }
        };
        let chunks = functions.iter().filter_map(address).map(chunk).collect();
        NativeCode { chunks, sites, _memory: memory.clone() }
    }

    /// Runs everything.
    pub(super) fn run(
        &mut self,
        slots: &mut [f64],
        outputs: &mut [f64],
        scratch: &mut [f64],
        calls: &mut dyn Calls,
    ) {
        let mut environment = CallEnvironment { sites: &self.sites, calls };
        let (slots, outputs, scratch) = (slots.as_mut_ptr(), outputs.as_mut_ptr(), scratch.as_mut_ptr());
        for chunk in &self.chunks {
            // SAFETY: the sizes were checked by the caller; the pointers are of slices borrowed for this call alone.
            unsafe { chunk(slots, outputs, scratch, &raw mut environment) }
        }
    }
}

/// Makes a call for machine code: zero if it went well. A panic must not leave Rust, so it counts as a failure; the
/// interpreter, which then makes the same call, lets it through.
///
/// # Safety
///
/// The environment is the one that `run` gave, and `arguments` and `results` point to as many numbers as the site has.
pub(super) unsafe extern "C" fn dispatch(
    environment: *mut CallEnvironment,
    site: u32,
    arguments: *const f64,
    results: *mut f64,
) -> f64 {
    // SAFETY: as said above.
    let (environment, arguments, results, site) = unsafe {
        let environment = &mut *environment;
        let site = &environment.sites[site as usize];
        let arguments = std::slice::from_raw_parts(arguments, site.arguments.len());
        let results = std::slice::from_raw_parts_mut(results, site.results.len());
        (&mut *environment.calls, arguments, results, site)
    };
    let made =
        catch_unwind(AssertUnwindSafe(|| call_or_differentiate(site, arguments, results, environment)));
    if matches!(made, Ok(Ok(()))) {
        return 0.0;
    }
    results.fill(f64::NAN);
    f64::NAN
}
