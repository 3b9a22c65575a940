//! The verdict on a model.

use report::ModelStatus;

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
    /// The same for scripts.
    pub fn status(self) -> ModelStatus {
        match self {
            Wellposedness::Well => ModelStatus::WellPosed,
            Wellposedness::Over => ModelStatus::Over,
            Wellposedness::Under => ModelStatus::Under,
            Wellposedness::Mixed => ModelStatus::Mixed,
            Wellposedness::Error => ModelStatus::Error,
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
