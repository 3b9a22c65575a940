//! A model that could not be read.

use crate::ModelStatus;

record! {
    /// The files of the model or of a library cannot be read.
    pub struct UnreadModel {
        /// How the model stands: `error`.
        pub status: ModelStatus,
    }
}

impl Default for UnreadModel {
    fn default() -> UnreadModel {
        UnreadModel { status: ModelStatus::Error }
    }
}
