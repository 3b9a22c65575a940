//! Calls carried out by the evaluator of `equations`.

use std::cell::RefCell;
use std::rc::Rc;

use equations::{
    Array, EvalContext, EvalFailure, FlatModel, FunctionId, MAX_INTEGER, Type, Unevaluable, Value, call,
};
use external::{ObjectId, World, WorldState};

use crate::call_cache::CallCache;
use crate::calls::{ArgumentShape, CallSite, Calls};
use crate::native::ExternalObjects;
use crate::routine::Routines;

/// Calls functions of a model by interpreting their algorithms, and external functions as far as `external` has them.
/// Objects that these make stay until it is dropped.
pub struct Evaluator<'a> {
    pub(crate) model: &'a FlatModel,
    files: Option<&'a dyn external::ResourceFiles>,
    /// What calls left behind.
    pub call_cache: Rc<CallCache>,
    pub(crate) world: RefCell<World<'a>>,
    pub(crate) objects: ExternalObjects,
    /// A function that only the caller can carry out, and what does.
    pub given: Option<(FunctionId, Rc<ProvidedFunction>)>,
    /// The functions that became code. Another evaluator of the same model may go on with them.
    pub routines: Routines,
    /// Functions become routines where they can. Without this every call is interpreted, which is slow and gives the same.
    pub compiled: bool,
    hosted: bool,
    /// Who waits, and for how long.
    pub should_continue: Option<&'a dyn Fn() -> bool>,
}

/// What calls of functions left behind: texts that values stand for, external objects, and what external functions keep.
#[derive(Clone, Debug)]
pub struct EvaluatorState {
    texts: Vec<String>,
    objects: Vec<ObjectId>,
    world: WorldState,
}

/// Carries out a function: arguments, then room for the results.
pub type ProvidedFunction = dyn Fn(&[f64], &mut [f64]) -> Result<(), String>;

impl<'a> Evaluator<'a> {
    /// Calls the functions of a model; without files external functions can read none and make no objects. Nothing is
    /// done outside of the model.
    pub fn new(model: &'a FlatModel, files: Option<&'a dyn external::ResourceFiles>) -> Evaluator<'a> {
        Evaluator::with_host(model, files, None)
    }

    /// The same, and what functions do outside of the model is done by a host.
    pub fn with_host(
        model: &'a FlatModel,
        files: Option<&'a dyn external::ResourceFiles>,
        host: Option<&'a dyn external::Host>,
    ) -> Evaluator<'a> {
        let world = files.map_or_else(|| World::fixed(None), |files| World::new(files, host));
        Evaluator {
            model,
            files,
            call_cache: Rc::default(),
            world: RefCell::new(world),
            objects: ExternalObjects::default(),
            given: None,
            routines: Routines::default(),
            compiled: true,
            hosted: host.is_some(),
            should_continue: None,
        }
    }

    /// What calls left behind for later ones.
    pub fn state(&self) -> EvaluatorState {
        EvaluatorState {
            texts: self.call_cache.texts(),
            objects: self.objects.made.clone(),
            world: self.world.borrow().state().clone(),
        }
    }

    /// Goes back to what calls had left behind.
    pub fn restore(&mut self, state: &EvaluatorState) {
        self.call_cache = Rc::new(CallCache::with_texts(&state.texts));
        self.objects.made.clone_from(&state.objects);
        self.world.borrow_mut().restore(state.world.clone());
    }

    /// Whether somebody does what functions do outside of the model.
    pub fn hosted(&self) -> bool {
        self.hosted
    }

    /// True if a call is made by a routine and not interpreted, as long as nothing goes wrong in it.
    pub fn compiles(&mut self, site: &CallSite) -> bool {
        self.routine(site).is_some()
    }

    /// Makes a call without a routine.
    pub(crate) fn interpret(
        &mut self,
        site: &CallSite,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        if let Some((_, act)) = self.given.as_ref().filter(|given| given.0 == site.function) {
            return act(arguments, results);
        }
        let acts = self.model.functions[site.function.at()].acts;
        // Equations may be computed more than once at an instant; what is done is done once.
        if acts && self.call_cache.lookup_call(site, arguments, results) {
            return Ok(());
        }
        self.carry_out(site, arguments, results)?;
        if acts {
            self.call_cache.remember_call(site, arguments, results);
        }
        Ok(())
    }

    fn carry_out(&mut self, site: &CallSite, arguments: &[f64], results: &mut [f64]) -> Result<(), String> {
        if self.native(&self.model.functions[site.function.at()]) {
            return self.call_external(site, arguments, results);
        }
        let model = self.model;
        let recent = self.routines.external_calls(&model.functions, &model.symbols, site);
        if let Some(known) = recent.and_then(|recent| recent.find(arguments)) {
            results.copy_from_slice(&known.results);
            return Ok(());
        }
        let mut numbers = arguments.iter().copied();
        let values = site.inputs.iter().map(|shape| self.value(shape, &mut numbers));
        let values = values.collect::<Option<_>>().ok_or_else(|| self.unable(site))?;
        self.invoke(site.function, values, results)?;
        if let Some(recent) = self.routines.external_calls(&model.functions, &model.symbols, site) {
            recent.remember(arguments, results);
        }
        Ok(())
    }

    fn invoke(&self, function: FunctionId, arguments: Vec<Value>, results: &mut [f64]) -> Result<(), String> {
        let values = |_| None;
        let outside = |declared: external::ExternalDeclaration, arguments: &mut [external::ExternalValue]| {
            external::call(declared, arguments, &mut self.world.borrow_mut())
        };
        let context = EvalContext {
            exprs: &self.model.exprs,
            functions: &self.model.functions,
            symbols: &self.model.symbols,
            enumerations: &self.model.enumerations,
            values: &values,
            files: self.files,
            outside: Some(&outside),
        };
        let value =
            call(&context, function, arguments).map_err(|failure| self.message(function, &failure))?;
        if let Some(number) = too_large(&value) {
            return Err(format!("`{}` gives the Integer {number}, which is too large", self.name(function)));
        }
        let mut at = 0;
        self.flatten(&value, results, &mut at)
            .filter(|()| at == results.len())
            .ok_or_else(|| format!("`{}` has other results than declared", self.name(function)))
    }

    pub(crate) fn name(&self, function: FunctionId) -> &'a str {
        self.model.symbols.name(self.model.functions[function.at()].name)
    }

    /// The name by which the language of an external function knows it.
    fn external_name(&self, function: FunctionId) -> &'a str {
        let function = &self.model.functions[function.at()];
        let name = function.external.as_ref().map_or(function.name, |external| external.name);
        self.model.symbols.name(name)
    }

    fn message(&self, function: FunctionId, failure: &EvalFailure) -> String {
        let name = self.name(function);
        match failure {
            // What was made has no name that a modeller knows.
            EvalFailure::Wrong(message) if name.starts_with('$') => message.clone(),
            EvalFailure::Wrong(message) => format!("in `{name}`: {message}"),
            EvalFailure::Unknown(_) => format!("`{name}` uses a variable that is not known"),
            EvalFailure::Unsupported(Unevaluable::External(id)) => {
                format!("the external function `{}` is not built in", self.external_name(*id))
            }
            EvalFailure::Unsupported(Unevaluable::Refused(id, act)) => {
                let when = match self.hosted {
                    true => "which no model may do",
                    false => "which is done only when the model is simulated",
                };
                format!("the external function `{}` {act}, {when}", self.external_name(*id))
            }
            EvalFailure::Unsupported(_) => format!("`{name}` does something that cannot be evaluated"),
            EvalFailure::TooLong => format!("`{name}` takes too many steps"),
            EvalFailure::TooDeep => format!("calls in `{name}` are nested too deeply"),
        }
    }
}

impl Calls for Evaluator<'_> {
    fn call(&mut self, site: &CallSite, arguments: &[f64], results: &mut [f64]) -> Result<(), String> {
        if self.compute(site, arguments, results) {
            return Ok(());
        }
        self.interpret(site, arguments, results)
    }

    fn partial(
        &mut self,
        site: &CallSite,
        by: usize,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        self.partial_derivatives(site, by, arguments, results)
    }

    fn text(&self, number: f64) -> Option<String> {
        self.call_cache.text(&self.model.symbols, number).map(|text| text.to_string())
    }

    fn should_continue(&self) -> bool {
        self.should_continue.is_none_or(|should_continue| should_continue())
    }
}

impl Evaluator<'_> {
    /// The value of a shape with the next numbers; none if there are too few, or one is that of no text.
    fn value(&self, shape: &ArgumentShape, numbers: &mut dyn Iterator<Item = f64>) -> Option<Value> {
        Some(match shape {
            ArgumentShape::Scalar(kind) => {
                let number = numbers.next()?;
                match kind {
                    Type::Integer => Value::Integer(number as i64),
                    Type::Boolean => Value::Boolean(number != 0.0),
                    Type::Enumeration(kind) => Value::Literal(*kind, number as u32),
                    Type::String => {
                        Value::String(self.call_cache.text(&self.model.symbols, number)?.as_ref().into())
                    }
                    _ => Value::Real(number),
                }
            }
            ArgumentShape::Text(text) => Value::String(self.model.symbols.name(*text).into()),
            ArgumentShape::Array(dims, items) => Value::Array(Array {
                dims: dims.clone(),
                items: items.iter().map(|item| self.value(item, numbers)).collect::<Option<_>>()?,
            }),
            ArgumentShape::Record(class, fields) => {
                let fields = fields.iter().map(|(name, item)| Some((*name, self.value(item, numbers)?)));
                Value::Record(*class, fields.collect::<Option<_>>()?)
            }
            ArgumentShape::Function(id, given) => {
                let given = given.iter().map(|(at, item)| Some((*at, self.value(item, numbers)?)));
                Value::Function(*id, given.collect::<Option<_>>()?)
            }
        })
    }

    /// The number of a text.
    pub fn number(&self, text: &str) -> f64 {
        self.call_cache.number(&self.model.symbols, text)
    }

    /// Puts the numbers of a value in a row; none if there are too many or one is no number.
    fn flatten(&self, value: &Value, row: &mut [f64], at: &mut usize) -> Option<()> {
        let number = match value {
            Value::Real(number) => *number,
            Value::Integer(number) => *number as f64,
            Value::Boolean(truth) => f64::from(u8::from(*truth)),
            Value::Literal(_, literal) => f64::from(*literal),
            Value::String(text) => self.number(text),
            Value::Array(array) => {
                return array.items.iter().try_for_each(|item| self.flatten(item, row, at));
            }
            Value::Record(_, fields) => {
                return fields.iter().try_for_each(|field| self.flatten(&field.1, row, at));
            }
            Value::Tuple(values) => {
                return values.iter().try_for_each(|value| self.flatten(value, row, at));
            }
            Value::Function(..) | Value::All => return None,
        };
        *row.get_mut(*at)? = number;
        *at += 1;
        Some(())
    }
}

/// An Integer in a value that is not told from the next once it is one of many numbers.
fn too_large(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number).filter(|number| number.unsigned_abs() > MAX_INTEGER),
        Value::Array(array) => array.items.iter().find_map(too_large),
        Value::Record(_, fields) => fields.iter().find_map(|field| too_large(&field.1)),
        Value::Tuple(values) => values.iter().find_map(too_large),
        _ => None,
    }
}
