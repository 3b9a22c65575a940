//! The last chain, kept: it serves again as long as the matrices are the same, which they always are in linear systems.

use std::cell::RefCell;
use std::rc::Rc;

use crate::matrix::SparseMatrix;
use crate::matrix_chain::{MatrixChain, RankPrecision};

/// The last chain that was asked for.
pub(crate) struct ChainCache {
    pub(crate) precision: RankPrecision,
    last: RefCell<Option<Rc<MatrixChain>>>,
}

impl ChainCache {
    pub(crate) fn new(precision: &RankPrecision) -> ChainCache {
        ChainCache { precision: *precision, last: RefCell::default() }
    }

    /// The chain of two matrices.
    pub(crate) fn chain(&self, a: SparseMatrix, b: SparseMatrix) -> Rc<MatrixChain> {
        let mut last = self.last.borrow_mut();
        if let Some(chain) = last.as_ref().filter(|chain| chain.a == a && chain.b == b) {
            return chain.clone();
        }
        // Two at once would be twice the memory.
        *last = None;
        last.insert(Rc::new(MatrixChain::new(a, b, &self.precision))).clone()
    }
}
