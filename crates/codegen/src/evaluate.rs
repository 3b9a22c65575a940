//! Calls carried out by the evaluator of `equations`.

use std::cell::RefCell;
use std::rc::Rc;

use equations::{Array, Context, Failure, FlatModel, FunctionId, Gap, Type, Value, call};
use external::World;

use crate::calls::{Calls, Shape, Site};
use crate::native::{Objects, world};
use crate::routine::Routines;

/// Calls functions of a model by interpreting their algorithms, and external functions as far as `external` has them.
/// Objects that these make stay until it is dropped.
pub struct Evaluator<'a> {
    pub(crate) model: &'a FlatModel,
    files: Option<&'a dyn external::Files>,
    pub(crate) world: RefCell<World<'a>>,
    pub(crate) objects: Objects,
    /// A function that only the caller can carry out, and what does.
    pub given: Option<(FunctionId, Rc<Given>)>,
    pub(crate) routines: Routines,
    /// Functions become routines where they can. Without this every call is interpreted, which is slow and gives the same.
    pub compiled: bool,
    /// Who waits, and for how long.
    pub patience: Option<&'a dyn Fn() -> bool>,
}

/// Carries out a function: arguments, then room for the results.
pub type Given = dyn Fn(&[f64], &mut [f64]) -> Result<(), String>;

impl<'a> Evaluator<'a> {
    /// Calls the functions of a model; without files external functions can read none and make no objects.
    pub fn new(model: &'a FlatModel, files: Option<&'a dyn external::Files>) -> Evaluator<'a> {
        Evaluator {
            model,
            files,
            world: RefCell::new(world(files)),
            objects: Objects::default(),
            given: None,
            routines: Routines::default(),
            compiled: true,
            patience: None,
        }
    }

    /// True if a call is made by a routine and not interpreted, as long as nothing goes wrong in it.
    pub fn compiles(&mut self, site: &Site) -> bool {
        self.routine(site).is_some()
    }

    /// Makes a call without a routine.
    pub(crate) fn interpret(
        &mut self,
        site: &Site,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        if let Some((_, act)) = self.given.as_ref().filter(|given| given.0 == site.function) {
            return act(arguments, results);
        }
        if self.native(&self.model.functions[site.function.at()]) {
            return self.outside(site, arguments, results);
        }
        let mut numbers = arguments.iter().copied();
        let values = site.inputs.iter().map(|shape| self.value(shape, &mut numbers)).collect();
        self.invoke(site.function, values, results)
    }

    fn invoke(&self, function: FunctionId, arguments: Vec<Value>, results: &mut [f64]) -> Result<(), String> {
        let values = |_| None;
        let outside = |name: &str, arguments: &mut [external::Argument]| {
            external::call(name, arguments, &mut self.world.borrow_mut())
        };
        let context = Context {
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
        let mut at = 0;
        flatten(&value, results, &mut at)
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

    fn message(&self, function: FunctionId, failure: &Failure) -> String {
        let name = self.name(function);
        match failure {
            Failure::Wrong(message) => format!("in `{name}`: {message}"),
            Failure::Unknown(_) => format!("`{name}` uses a variable that is not known"),
            Failure::Unsupported(Gap::External(id)) => {
                format!("the external function `{}` is not built in", self.external_name(*id))
            }
            Failure::Unsupported(Gap::Refused(id, act)) => {
                format!("the external function `{}` {act}, which is not done", self.external_name(*id))
            }
            Failure::Unsupported(_) => format!("`{name}` does something that cannot be evaluated"),
            Failure::TooLong => format!("`{name}` takes too many steps"),
            Failure::TooDeep => format!("calls in `{name}` are nested too deeply"),
        }
    }
}

impl Calls for Evaluator<'_> {
    fn call(&mut self, site: &Site, arguments: &[f64], results: &mut [f64]) -> Result<(), String> {
        if self.compute(site, arguments, results) {
            return Ok(());
        }
        self.interpret(site, arguments, results)
    }

    fn partial(
        &mut self,
        site: &Site,
        by: usize,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        self.slope(site, by, arguments, results)
    }

    fn patient(&self) -> bool {
        self.patience.is_none_or(|patience| patience())
    }
}

impl Evaluator<'_> {
    /// The value of a shape with the next numbers.
    fn value(&self, shape: &Shape, numbers: &mut dyn Iterator<Item = f64>) -> Value {
        match shape {
            Shape::Scalar(kind) => {
                let number = numbers.next().unwrap_or(f64::NAN);
                match kind {
                    Type::Integer => Value::Integer(number as i64),
                    Type::Boolean => Value::Boolean(number != 0.0),
                    Type::Enumeration(kind) => Value::Literal(*kind, number as u32),
                    _ => Value::Real(number),
                }
            }
            Shape::Text(text) => Value::String(self.model.symbols.name(*text).into()),
            Shape::Array(dims, items) => Value::Array(Array {
                dims: dims.clone(),
                items: items.iter().map(|item| self.value(item, numbers)).collect(),
            }),
            Shape::Record(class, fields) => Value::Record(
                *class,
                fields.iter().map(|(name, item)| (*name, self.value(item, numbers))).collect(),
            ),
            Shape::Function(id, given) => Value::Function(
                *id,
                given.iter().map(|(at, item)| (*at, self.value(item, numbers))).collect(),
            ),
        }
    }
}

/// Puts the numbers of a value in a row; none if there are too many or one is no number.
fn flatten(value: &Value, row: &mut [f64], at: &mut usize) -> Option<()> {
    let number = match value {
        Value::Real(number) => *number,
        Value::Integer(number) => *number as f64,
        Value::Boolean(truth) => f64::from(u8::from(*truth)),
        Value::Literal(_, literal) => f64::from(*literal),
        Value::Array(array) => return array.items.iter().try_for_each(|item| flatten(item, row, at)),
        Value::Record(_, fields) => return fields.iter().try_for_each(|field| flatten(&field.1, row, at)),
        Value::Tuple(values) => return values.iter().try_for_each(|value| flatten(value, row, at)),
        // Texts have no place among numbers, and none was kept for them.
        Value::String(_) => return Some(()),
        Value::Function(..) | Value::All => return None,
    };
    *row.get_mut(*at)? = number;
    *at += 1;
    Some(())
}
