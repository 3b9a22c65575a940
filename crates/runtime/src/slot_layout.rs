//! Where the values of a model live while it is simulated: one row of numbers.

use codegen::Slots;
use dae::{Dae, Relation};
use equations::{Builtin, Expr, ExprId, Symbol, Type, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::compile_cache::{CompileCache, CompileContext};
use super::parameter_values::number;

/// The slots of a model: variables, their values before the last event, time, what the solver itself decides.
#[derive(Debug)]
pub(super) struct SlotLayout {
    variables: u32,
    /// Relations, which keep their values between events.
    given: FxHashMap<ExprId, u32>,
    /// `sample`, `initial` and `terminal`, whose values are set from outside.
    outside: FxHashMap<ExprId, u32>,
    /// Texts that are known when code is made.
    texts: FxHashMap<VariableId, Symbol>,
    /// All variables that are texts.
    words: FxHashSet<VariableId>,
    /// All variables that are Integers.
    integers: FxHashSet<VariableId>,
    /// Parameters that are no real numbers: what they decide is decided when code is made.
    known: FxHashMap<VariableId, f64>,
    /// How many slots there are.
    pub(super) size: usize,
    /// Relations that keep their values between events, by their numbers, and their slots.
    pub(super) frozen: Vec<(usize, u32)>,
    /// `sample(…)` as it stands in the model, and its slot.
    pub(super) samples: Vec<(ExprId, u32)>,
    /// `delay(…)` likewise.
    pub(super) delays: Vec<(ExprId, u32)>,
    initial: u32,
    /// Whether `terminal()` stands in the model.
    terminates: bool,
    /// The code that was made for it.
    cache: CompileCache,
}

/// The same slots for code that runs at initialization, where relations mean what they say.
pub(super) struct InitialSlots<'a>(pub(super) &'a SlotLayout);

impl SlotLayout {
    pub(super) fn new(dae: &Dae) -> SlotLayout {
        let variables = dae.model.variables.len() as u32;
        let mut next = 2 * variables + 4;
        let mut layout = SlotLayout {
            variables,
            given: FxHashMap::default(),
            outside: FxHashMap::default(),
            texts: FxHashMap::default(),
            words: FxHashSet::default(),
            integers: FxHashSet::default(),
            known: FxHashMap::default(),
            size: 0,
            frozen: Vec::new(),
            samples: Vec::new(),
            delays: Vec::new(),
            initial: 2 * variables + 2,
            terminates: false,
            cache: CompileCache::default(),
        };
        for (number, relation) in dae.relations.iter().enumerate() {
            if holds(dae, relation) {
                layout.given.insert(relation.expr, next);
                layout.frozen.push((number, next));
                next += 1;
            }
        }
        for at in (0..dae.model.exprs.len() as u32).map(ExprId) {
            match dae.model.exprs.get(at) {
                // What was a conversion to a clock is no longer used.
                Expr::Builtin(Builtin::Sample, _) if !clocks::clocked_sample(&dae.model, at) => {
                    layout.samples.push((at, next));
                    layout.outside.insert(at, next);
                    next += 1;
                }
                Expr::Builtin(Builtin::Delay, _) => {
                    layout.delays.push((at, next));
                    layout.outside.insert(at, next);
                    next += 1;
                }
                // The ticks of clocks and what they tell continuous time.
                Expr::Builtin(Builtin::Clock | Builtin::Hold, _) => {
                    layout.outside.insert(at, next);
                    next += 1;
                }
                Expr::Builtin(Builtin::Initial, _) => {
                    layout.outside.insert(at, layout.initial);
                }
                Expr::Builtin(Builtin::Terminal, _) => {
                    layout.outside.insert(at, layout.initial + 1);
                    layout.terminates = true;
                }
                _ => {}
            }
        }
        for &(variable, value) in &dae.parameters {
            if let Expr::String(text) = dae.model.exprs.get(value) {
                layout.texts.insert(variable, text);
            }
        }
        for (id, variable) in (0..).map(VariableId).zip(&dae.model.variables) {
            match variable.kind {
                Type::String => drop(layout.words.insert(id)),
                Type::Integer => drop(layout.integers.insert(id)),
                _ => {}
            }
        }
        for &(variable, _) in &dae.parameters {
            if dae.model.variables[variable.at()].kind != Type::Real
                && let Some(number) = dae.attributes.value(variable).and_then(number)
            {
                layout.known.insert(variable, number);
            }
        }
        layout.size = next as usize;
        layout
    }

    /// The same for a model that runs more than once: code is kept.
    pub(super) fn with_compile_cache(dae: &Dae) -> SlotLayout {
        SlotLayout { cache: CompileCache::open(dae), ..SlotLayout::new(dae) }
    }

    /// How many pieces of code were made for it.
    pub(super) fn compilations(&self) -> usize {
        self.cache.count()
    }

    pub(super) fn time_slot(&self) -> usize {
        2 * self.variables as usize
    }

    pub(super) fn lambda_slot(&self) -> usize {
        self.time_slot() + 1
    }

    pub(super) fn initial_slot(&self) -> usize {
        self.initial as usize
    }

    /// The slot of `terminal()`, if the model asks for it.
    pub(super) fn terminal_slot(&self) -> Option<usize> {
        self.terminates.then_some(self.initial as usize + 1)
    }

    /// The slot of an expression that keeps its value between events because it is decided at events only.
    pub(super) fn discrete_slot(&self, id: ExprId) -> Option<u32> {
        let outside = || self.outside.get(&id).filter(|_| self.delays.iter().all(|delay| delay.0 != id));
        self.given.get(&id).or_else(outside).copied()
    }

    /// The slot of the value that a variable had before the last event.
    pub(super) fn pre_slot(&self, id: VariableId) -> usize {
        (self.variables + id.0) as usize
    }
}

/// Whether what jumps is constant between its jumps.
pub(super) fn holds(dae: &Dae, relation: &Relation) -> bool {
    !matches!(dae.model.exprs.get(relation.expr), Expr::Builtin(Builtin::Mod | Builtin::Rem, _))
}

impl Slots for SlotLayout {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }

    fn is_text(&self, id: VariableId) -> bool {
        self.words.contains(&id)
    }

    fn is_integer(&self, id: VariableId) -> bool {
        self.integers.contains(&id)
    }

    fn text(&self, id: VariableId) -> Option<Symbol> {
        self.texts.get(&id).copied()
    }

    fn known(&self, id: VariableId) -> Option<f64> {
        self.known.get(&id).copied()
    }

    fn time(&self) -> Option<u32> {
        Some(self.time_slot() as u32)
    }

    fn pre(&self, id: VariableId) -> Option<u32> {
        Some(self.pre_slot(id) as u32)
    }

    fn lambda(&self) -> Option<u32> {
        Some(self.lambda_slot() as u32)
    }

    fn expr(&self, id: ExprId, literal: bool) -> Option<u32> {
        let frozen = self.given.get(&id).filter(|_| !literal);
        frozen.or_else(|| self.outside.get(&id)).copied()
    }
}

impl CompileContext for SlotLayout {
    fn cache(&self) -> &CompileCache {
        &self.cache
    }

    fn literal(&self) -> bool {
        false
    }
}

impl CompileContext for InitialSlots<'_> {
    fn cache(&self) -> &CompileCache {
        &self.0.cache
    }

    fn literal(&self) -> bool {
        true
    }
}

impl Slots for InitialSlots<'_> {
    fn variable(&self, id: VariableId) -> Option<u32> {
        self.0.variable(id)
    }

    fn is_text(&self, id: VariableId) -> bool {
        self.0.is_text(id)
    }

    fn is_integer(&self, id: VariableId) -> bool {
        self.0.is_integer(id)
    }

    fn text(&self, id: VariableId) -> Option<Symbol> {
        self.0.text(id)
    }

    fn known(&self, id: VariableId) -> Option<f64> {
        self.0.known(id)
    }

    fn time(&self) -> Option<u32> {
        self.0.time()
    }

    fn pre(&self, id: VariableId) -> Option<u32> {
        self.0.pre(id)
    }

    fn lambda(&self) -> Option<u32> {
        self.0.lambda()
    }

    fn expr(&self, id: ExprId, _: bool) -> Option<u32> {
        self.0.expr(id, true)
    }
}
