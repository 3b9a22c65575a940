//! The usual way in: matching, parts and blocks in one call.

use crate::blocks::{self, Blocks};
use crate::incidence::Incidence;
use crate::matching::Matching;
use crate::parts::{self, Parts};

/// What the places of an incidence alone tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// Which row determines which column.
    pub matching: Matching,
    /// What is over-, well- and under-determined.
    pub parts: Parts,
    /// The well-determined part in solving order.
    pub blocks: Blocks,
}

impl Decomposition {
    /// The parts and blocks that follow from a maximum matching.
    pub fn from_matching(incidence: &Incidence, matching: Matching) -> Decomposition {
        let mut sides = parts::over(incidence, &matching);
        let blocks = blocks::sort(incidence, &matching, &mut sides);
        let parts = Parts::collect(&sides, &matching);
        Decomposition { matching, parts, blocks }
    }

    /// Whether all rows and columns are well-determined.
    pub fn is_well(&self) -> bool {
        self.parts.over.is_empty() && self.parts.under.is_empty()
    }
}

/// Matches rows with columns and sorts both into parts and blocks.
pub fn decompose(incidence: &Incidence) -> Decomposition {
    Decomposition::from_matching(incidence, Matching::maximum(incidence))
}
