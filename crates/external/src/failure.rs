//! Why a function has no result.

/// Why a function has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalFailure {
    /// There is no function of this name here.
    Missing,
    /// The function exists, but it would do this, which is not done here.
    Refused(&'static str),
    /// The arguments do not fit; the message is for the modeller.
    Wrong(String),
}

/// What a function gives, or why it gives nothing.
pub type ExternalResult<T> = Result<T, ExternalFailure>;

/// An error for the modeller.
pub(crate) fn model_error<T>(message: impl Into<String>) -> ExternalResult<T> {
    Err(ExternalFailure::Wrong(message.into()))
}
