//! The routines of a model: made when they are first called, and what they gave last.

use std::sync::Arc;

use equations::{Exprs, Function, FunctionId, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Routine;
use super::recent_calls::{RecentCalls, RememberedCall};
use super::run::RoutineFrame;
use crate::calls::{ArgumentShape, CallSite};

/// All routines of a model, by number: functions that became code.
#[derive(Default)]
pub struct Routines {
    pub(super) list: Vec<Arc<Routine>>,
    pub(super) frames: Vec<RoutineFrame>,
    recent: Vec<RecentCalls>,
    /// By function and the address of the shapes, which are kept so that no others get that address.
    seen: FxHashMap<RoutineKey, RoutineCalls<Option<usize>>>,
    made: FxHashMap<FunctionId, Vec<RoutineCalls<Option<usize>>>>,
    opaque: FxHashSet<FunctionId>,
    /// What external functions gave that find nothing outside their arguments; none for those that do.
    outside: FxHashMap<RoutineKey, RoutineCalls<Option<RecentCalls>>>,
    /// Rows of numbers to use again.
    pub(super) pool: Vec<Vec<f64>>,
    /// The calls of derivative functions, by those of the functions.
    pub(super) derivatives: FxHashMap<RoutineKey, RoutineCalls<Arc<[super::tangent::AnnotatedDerivative]>>>,
}

/// A function and the address of the shapes of its arguments.
type RoutineKey = (FunctionId, usize);

/// What is known of calls with arguments of some shapes.
type RoutineCalls<T> = (Arc<[ArgumentShape]>, T);

impl Routines {
    /// Forgets what calls gave, and keeps their code: texts have other numbers in another run.
    pub fn clear_calls(&mut self) {
        self.recent.iter_mut().for_each(|recent| *recent = RecentCalls::default());
        self.outside
            .values_mut()
            .flat_map(|kept| &mut kept.1)
            .for_each(|recent| *recent = RecentCalls::default());
    }

    /// The routine of a call, made if it was not; none if the function cannot be one.
    pub(super) fn find(&mut self, exprs: &Exprs, functions: &[Function], site: &CallSite) -> Option<usize> {
        let key = (site.function, Arc::as_ptr(&site.inputs).cast::<ArgumentShape>() as usize);
        if let Some(seen) = self.seen.get(&key) {
            return seen.1;
        }
        let known = self.made.entry(site.function).or_default();
        let found = known.iter().find(|made| made.0 == site.inputs).map(|made| made.1);
        let routine = match found {
            Some(routine) => routine,
            None => {
                // A function that calls itself finds that there is no routine yet.
                known.push((site.inputs.clone(), None));
                let made = self.make(exprs, functions, site);
                if let Some(known) = self.made.get_mut(&site.function)
                    && let Some(entry) = known.iter_mut().find(|entry| entry.0 == site.inputs)
                {
                    entry.1 = made;
                }
                made
            }
        };
        self.seen.insert(key, (site.inputs.clone(), routine));
        routine
    }

    fn make(&mut self, exprs: &Exprs, functions: &[Function], site: &CallSite) -> Option<usize> {
        let inputs = site.inputs.iter().map(ArgumentShape::count).sum();
        let outputs: usize = site.outputs.iter().map(ArgumentShape::count).sum();
        let code =
            crate::lower::lower(exprs, functions, &mut self.opaque, site.function, &site.inputs).ok()?;
        if code.outputs() != outputs {
            return None;
        }
        let targets: Vec<Option<usize>> =
            code.sites().iter().map(|site| self.find(exprs, functions, site)).collect();
        let closed = targets.iter().all(|target| target.is_some_and(|number| self.list[number].closed));
        let routine = Routine::new(&code, inputs, targets, closed)?;
        let plain = super::straight_line::compile_straight_line(&code, inputs);
        self.frames.push(RoutineFrame { values: routine.frame.clone(), lanes: Vec::new(), plain });
        self.list.push(Arc::new(routine));
        self.recent.push(RecentCalls::default());
        Some(self.list.len() - 1)
    }

    /// What is known of a call with these arguments.
    pub(super) fn lookup_call(&mut self, routine: usize, arguments: &[f64]) -> Option<&mut RememberedCall> {
        self.recent.get_mut(routine)?.find(arguments)
    }

    /// What external calls of a site gave, if it is worth keeping. Pumps fit their curves with a system of linear equations
    /// whenever they are asked for a pressure, by numbers that never change.
    pub(crate) fn external_calls(
        &mut self,
        functions: &[Function],
        symbols: &Symbols,
        site: &CallSite,
    ) -> Option<&mut RecentCalls> {
        let key = (site.function, Arc::as_ptr(&site.inputs).cast::<ArgumentShape>() as usize);
        let kept = self.outside.entry(key).or_insert_with(|| {
            let function = &functions[site.function.at()];
            let name = function.external.as_ref().map(|external| symbols.name(external.name));
            let repeats = name.is_some_and(external::repeats) && !function.acts;
            (site.inputs.clone(), repeats.then(RecentCalls::default))
        });
        kept.1.as_mut()
    }

    /// Remembers what a call gave that was not known.
    pub(super) fn remember_call(&mut self, routine: usize, arguments: &[f64], results: &[f64]) {
        if self.list[routine].closed {
            self.recent[routine].remember(arguments, results);
        }
    }
}
