//! Why a simulation could not go on, as data.

/// A failure with all that is needed to say what it was, where and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntegrationFailure {
    /// What went wrong.
    pub kind: IntegrationFailureKind,
    /// The time that was reached, or at which nothing could be computed.
    pub t: f64,
    /// The step that failed last; zero where no step was tried.
    pub step: f64,
    /// The row to blame, if there is one.
    pub row: Option<usize>,
    /// The unknown to blame, if there is one.
    pub column: Option<usize>,
}

/// What an integrator is asked for, or why it failed.
pub type IntegrationResult<T = ()> = Result<T, IntegrationFailure>;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegrationFailureKind {
    /// The relative tolerance is not a number between zero and one.
    Tolerance,
    /// The absolute tolerance is negative or not a number, or zero where an unknown is zero.
    Absolute,
    /// Another option makes no sense.
    Options,
    /// The stop time lies before the start time, or one of them is not finite.
    Interval,
    /// Vectors or the pattern do not have the size of the system, or a nominal value is not positive.
    Shape,
    /// A start value is not finite; `column` says which.
    Start,
    /// The residual of `row` is not finite.
    NotFinite,
    /// `row` cannot be computed: a function is outside its domain.
    Domain,
    /// The system gave up.
    Fatal,
    /// The Jacobian is singular: `row` cannot be solved for `column`.
    Singular,
    /// Newton's method does not converge; `row` has the largest residual, `column` the largest correction.
    Newton,
    /// The error of `column` stays too large however short the step is.
    Error,
    /// No consistent values were found; `row` has the largest residual, `column` the largest correction.
    Inconsistent,
    /// The root function `row` is not a number.
    Root,
    /// Events caused events at one instant without end.
    EventLoop,
    /// The root function `row` changes its sign again and again, and time hardly passes; without a row, events that
    /// were foreseen do.
    Chatter,
    /// The sign changes of the root function `row` come closer and closer to each other and to this time; `step` is the
    /// last time between two of them.
    Zeno,
    /// The number of steps that was allowed is used up.
    Steps,
    /// The integrator needs the explicit form y' = f(t, y), and the system has none.
    Implicit,
}

impl IntegrationFailure {
    /// Whether no step succeeded at a point that was reached in good order.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        matches!(
            self.kind,
            IntegrationFailureKind::NotFinite
                | IntegrationFailureKind::Domain
                | IntegrationFailureKind::Singular
                | IntegrationFailureKind::Newton
                | IntegrationFailureKind::Error
        )
    }

    /// A failure that no row and no unknown is to blame for.
    pub(crate) fn new(kind: IntegrationFailureKind, t: f64, step: f64) -> IntegrationFailure {
        IntegrationFailure { kind, t, step, row: None, column: None }
    }

    pub(crate) fn row(self, row: Option<usize>) -> IntegrationFailure {
        IntegrationFailure { row, ..self }
    }

    pub(crate) fn column(self, column: Option<usize>) -> IntegrationFailure {
        IntegrationFailure { column, ..self }
    }
}

impl std::fmt::Display for IntegrationFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            IntegrationFailureKind::Tolerance => "the relative tolerance must lie between 0 and 1",
            IntegrationFailureKind::Absolute => {
                "the absolute tolerance must not be negative, nor zero where an unknown is zero"
            }
            IntegrationFailureKind::Options => "invalid option of the integrator",
            IntegrationFailureKind::Interval => "the stop time lies before the start time",
            IntegrationFailureKind::Shape => "the sizes of the system and its vectors differ",
            IntegrationFailureKind::Start => "a start value is not a finite number",
            IntegrationFailureKind::NotFinite => "a residual is not a finite number",
            IntegrationFailureKind::Domain => "domain error: a function is outside its domain",
            IntegrationFailureKind::Fatal => "the system cannot be computed",
            IntegrationFailureKind::Singular => "the Jacobian is singular",
            IntegrationFailureKind::Newton => "convergence failure: the Newton iteration does not converge",
            IntegrationFailureKind::Error => "error test failure for every step size",
            IntegrationFailureKind::Inconsistent => "no consistent values were found",
            IntegrationFailureKind::Root => "a root function is not a number",
            IntegrationFailureKind::EventLoop => "the event iteration does not converge",
            IntegrationFailureKind::Chatter => {
                "chattering: a root function changes its sign again and again within a negligible interval"
            }
            IntegrationFailureKind::Zeno => {
                "Zeno behaviour: zero crossings of a root function come closer and closer to each other"
            }
            IntegrationFailureKind::Steps => "the maximum number of steps is reached",
            IntegrationFailureKind::Implicit => "this integrator needs an explicit form",
        };
        write!(f, "{what} at time {}", self.t)?;
        if self.step != 0.0 {
            write!(f, ", step {:e}", self.step)?;
        }
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", unknown {column}")?;
        }
        Ok(())
    }
}

impl std::error::Error for IntegrationFailure {}
