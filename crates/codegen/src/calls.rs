//! Calls of functions that are not compiled.

use std::sync::Arc;

use equations::{FunctionId, Symbol, Type};

use crate::op::Reg;

/// Carries out calls. Everything arrives and leaves as numbers in one row; [`CallSite::inputs`] tells what they stand for.
pub trait Calls {
    /// Calls a function; a failure is a message for the modeller.
    fn call(&mut self, site: &CallSite, arguments: &[f64], results: &mut [f64]) -> Result<(), String>;

    /// The derivatives of all results by one of the numbers of the arguments. Unless something better is known, as a
    /// derivative function, they are differences of this call alone, good for about half of the digits; a failure
    /// of the point beside is tried on the other side.
    fn partial(
        &mut self,
        site: &CallSite,
        by: usize,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        difference(&mut |arguments, results| self.call(site, arguments, results), by, arguments, results)
    }

    /// The text that a number stands for.
    fn text(&self, number: f64) -> Option<String> {
        let _ = number;
        None
    }

    /// Whether whoever waits for the results still does. Who runs code again and again until something converges asks.
    fn should_continue(&self) -> bool {
        true
    }
}

/// No function can be called.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCalls;

impl Calls for NoCalls {
    fn call(&mut self, _: &CallSite, _: &[f64], _: &mut [f64]) -> Result<(), String> {
        Err("no function can be called here".to_string())
    }
}

/// A function of many numbers with many results.
pub type NumericFunction<'a> = &'a mut dyn FnMut(&[f64], &mut [f64]) -> Result<(), String>;

/// Derivatives by differences: central, so that a function that is quadratic is differentiated exactly up to rounding,
/// and one-sided at the border of the domain.
pub fn difference(
    act: NumericFunction,
    by: usize,
    arguments: &[f64],
    results: &mut [f64],
) -> Result<(), String> {
    let mut point = arguments.to_vec();
    let x = point[by];
    // The cube root of the precision balances the error of the formula against that of rounding.
    let step = f64::EPSILON.cbrt() * x.abs().max(1e-3);
    let (above, below) = (x + step, x - step);
    let mut at = |value: f64, results: &mut [f64]| {
        point[by] = value;
        act(&point, results)
    };
    let mut low = vec![0.0; results.len()];
    let (mut right, mut left) = (above, below);
    if at(above, results).is_err() {
        right = x;
        at(x, results)?;
    }
    if at(below, &mut low).is_err() {
        left = x;
        at(x, &mut low)?;
    }
    if right == left {
        return Err("the function is defined neither above nor below an argument".to_string());
    }
    for (high, low) in results.iter_mut().zip(low) {
        *high = (*high - low) / (right - left);
    }
    Ok(())
}

/// The call of a function at one place of the code.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    /// The function.
    pub function: FunctionId,
    /// What the arguments are; their numbers stand one after the other.
    pub inputs: Arc<[ArgumentShape]>,
    /// What the results are.
    pub outputs: Arc<[ArgumentShape]>,
    /// The number of the argument, if not the results are asked for but their derivatives by it.
    pub by: Option<u32>,
    /// True if the same call with the same arguments has the same results, so that it need not be made twice.
    pub(crate) repeats: bool,
    pub(crate) arguments: Vec<Reg>,
    pub(crate) results: Vec<u32>,
}

impl CallSite {
    /// A call for its own sake, in no code.
    pub fn new(function: FunctionId, inputs: Vec<ArgumentShape>, outputs: Vec<ArgumentShape>) -> CallSite {
        let (inputs, outputs) = (inputs.into(), outputs.into());
        CallSite {
            function,
            inputs,
            outputs,
            by: None,
            repeats: false,
            arguments: Vec::new(),
            results: Vec::new(),
        }
    }
}

/// What numbers in a row stand for.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum ArgumentShape {
    /// One number of this type: a scalar, the handle of an external object, or the number of a text.
    Scalar(Type),
    /// No number: a text that is known while compiling.
    Text(Symbol),
    /// Dimensions and elements.
    Array(Vec<usize>, Vec<ArgumentShape>),
    Record(Symbol, Vec<(Symbol, ArgumentShape)>),
    /// A function with some of its inputs given.
    Function(FunctionId, Vec<(u32, ArgumentShape)>),
}

impl ArgumentShape {
    /// How many numbers there are.
    pub fn count(&self) -> usize {
        match self {
            ArgumentShape::Scalar(_) => 1,
            ArgumentShape::Text(_) => 0,
            ArgumentShape::Array(_, items) => items.iter().map(ArgumentShape::count).sum(),
            ArgumentShape::Record(_, fields) => fields.iter().map(|field| field.1.count()).sum(),
            ArgumentShape::Function(_, given) => given.iter().map(|pair| pair.1.count()).sum(),
        }
    }
}
