//! Texts as numbers, so that they can stand among the values of a model.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use equations::{FunctionId, Symbols};
use rustc_hash::FxHashMap;

use crate::calls::{ArgumentShape, CallSite};

/// What calls leave behind: texts that were put together, and what was done outside of the model. Whoever begins a
/// simulation again lends it to the next evaluator, so that nothing is done twice.
#[derive(Debug, Default)]
pub struct CallCache {
    texts: RefCell<StringTable>,
    done: RefCell<Vec<CachedCall>>,
}

/// Texts by number. Those that stand in the model have the numbers of their symbols, others follow: equal texts have
/// equal numbers.
#[derive(Debug, Default)]
struct StringTable {
    made: Vec<Rc<str>>,
    known: FxHashMap<Rc<str>, usize>,
}

/// A call that did something, with what it gave.
#[derive(Debug)]
struct CachedCall {
    function: FunctionId,
    /// What the arguments are: texts that stand in the code are no numbers.
    inputs: Arc<[ArgumentShape]>,
    arguments: Vec<f64>,
    results: Vec<f64>,
}

impl CallCache {
    /// The texts that were put together so far, in the order of their numbers.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.texts.borrow().made.iter().map(ToString::to_string).collect()
    }

    /// These texts are known, with the numbers that they had, and nothing was done.
    pub(crate) fn with_texts(texts: &[String]) -> CallCache {
        let made: Vec<Rc<str>> = texts.iter().map(|text| text.as_str().into()).collect();
        let known = made.iter().cloned().zip(0..).collect();
        CallCache { texts: RefCell::new(StringTable { made, known }), done: RefCell::default() }
    }

    /// The number of a text.
    pub(crate) fn number(&self, symbols: &Symbols, text: &str) -> f64 {
        if let Some(symbol) = symbols.find(text) {
            return symbol.at() as f64;
        }
        let mut texts = self.texts.borrow_mut();
        let next = texts.made.len();
        let number = match texts.known.get(text) {
            Some(&number) => number,
            None => {
                let kept: Rc<str> = text.into();
                texts.made.push(kept.clone());
                texts.known.insert(kept, next);
                next
            }
        };
        (symbols.len() + number) as f64
    }

    /// The text of a number.
    pub(crate) fn text(&self, symbols: &Symbols, number: f64) -> Option<Rc<str>> {
        if !(number >= 0.0 && number.fract() == 0.0) {
            return None;
        }
        let number = number as usize;
        match number.checked_sub(symbols.len()) {
            Some(made) => self.texts.borrow().made.get(made).cloned(),
            None => symbols.nth(number).map(Rc::from),
        }
    }

    /// What a call gave that was made before, with the same arguments.
    pub(crate) fn lookup_call(&self, site: &CallSite, arguments: &[f64], results: &mut [f64]) -> bool {
        let done = self.done.borrow();
        let same = |done: &&CachedCall| {
            done.function == site.function
                && done.inputs == site.inputs
                && done.arguments.iter().zip(arguments).all(|(a, b)| a.to_bits() == b.to_bits())
        };
        let found = done.iter().find(same);
        if let Some(found) = found {
            results.copy_from_slice(&found.results);
        }
        found.is_some()
    }

    /// Remembers that a call was made.
    pub(crate) fn remember_call(&self, site: &CallSite, arguments: &[f64], results: &[f64]) {
        let (function, inputs) = (site.function, site.inputs.clone());
        let (arguments, results) = (arguments.to_vec(), results.to_vec());
        self.done.borrow_mut().push(CachedCall { function, inputs, arguments, results });
    }

    /// From now on the same call with the same arguments is another one: time went on.
    pub fn new_round(&self) {
        self.done.borrow_mut().clear();
    }
}
