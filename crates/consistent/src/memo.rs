//! The last chain, kept: it serves again as long as the matrices are the same, which they always are in linear systems.

use std::cell::RefCell;
use std::rc::Rc;

use crate::chain::{Chain, Precision};
use crate::matrix::Matrix;

/// The last chain that was asked for.
pub(crate) struct Memo {
    pub(crate) precision: Precision,
    last: RefCell<Option<Rc<Chain>>>,
}

impl Memo {
    pub(crate) fn new(precision: &Precision) -> Memo {
        Memo { precision: *precision, last: RefCell::default() }
    }

    /// The chain of two matrices.
    pub(crate) fn chain(&self, a: Matrix, b: Matrix) -> Rc<Chain> {
        let mut last = self.last.borrow_mut();
        if let Some(chain) = last.as_ref().filter(|chain| chain.a == a && chain.b == b) {
            return chain.clone();
        }
        // Two at once would be twice the memory.
        *last = None;
        last.insert(Rc::new(Chain::new(a, b, &self.precision))).clone()
    }
}
