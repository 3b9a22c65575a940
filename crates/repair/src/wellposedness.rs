//! The verdict on a model.

use crate::Deficit;

/// How a model stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wellposedness {
    /// As many equations as unknowns, everywhere.
    Well,
    /// More equations than unknowns somewhere.
    Over,
    /// Fewer equations than unknowns somewhere.
    Under,
    /// Too many here and too few there.
    Mixed,
    /// It could not be flattened.
    Error,
}

impl Wellposedness {
    /// The word that scripts read.
    pub fn text(self) -> &'static str {
        match self {
            Wellposedness::Well => "well-posed",
            Wellposedness::Over => "over",
            Wellposedness::Under => "under",
            Wellposedness::Mixed => "mixed",
            Wellposedness::Error => "error",
        }
    }
}

impl From<Deficit> for Wellposedness {
    fn from(deficit: Deficit) -> Wellposedness {
        match (deficit.over, deficit.under) {
            (0, 0) => Wellposedness::Well,
            (_, 0) => Wellposedness::Over,
            (0, _) => Wellposedness::Under,
            _ => Wellposedness::Mixed,
        }
    }
}
