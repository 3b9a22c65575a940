//! Why something cannot be computed from a result.

use equations::VariableId;

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// A variable that the result does not have.
    Missing(VariableId),
    /// The derivative of something whose derivative the result does not have.
    Derivative,
    /// Clocks: values that are there at ticks alone.
    Clocked,
    /// `delay` and `spatialDistribution` need more of the past than a row.
    Delay,
    /// External functions that remember what they were asked before, or do something outside of the model.
    Memory,
    /// Texts are not recorded.
    Text,
    /// An array where a scalar is asked for.
    Shape,
    /// What was before the first row.
    Past,
    /// A local that has no value yet.
    Unset,
    /// A function failed with these arguments, or has no value.
    Failed,
    /// A form that is not evaluated here.
    Unsupported,
    /// The rows are too far apart to tell what was between them.
    Vague,
}

/// Why an equation was not decided, for people and scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Undecided {
    /// It mentions a variable that the result does not have and that nothing else gives.
    MissingVariable,
    /// It mentions a derivative that the result does not have.
    MissingDerivative,
    /// It belongs to a clock.
    Clocked,
    /// It has a `delay` or a `spatialDistribution`.
    Delay,
    /// It calls something that remembers, or acts outside of the model.
    Memory,
    /// It is about texts, which results do not have.
    Text,
    /// A function of it has no value at the recorded values.
    Function,
    /// It has a form that the certificate does not evaluate.
    Form,
    /// Several rounds of an event iteration stand between the two rows of an event.
    EventRounds,
    /// What `pre` was before the first row is not recorded.
    BeforeStart,
    /// The points lie too far apart to compare differences with derivatives.
    CoarsePoints,
    /// The derivative of a function of time that has a kink at an event.
    Kink,
    /// The derivative that an annotation declares without how an input changes.
    DeclaredDerivative,
}

impl Undecided {
    /// The reason in a few words.
    pub fn text(self) -> &'static str {
        match self {
            Undecided::MissingVariable => "a variable that the result does not have",
            Undecided::MissingDerivative => "a derivative that the result does not have",
            Undecided::Clocked => "clocked equation",
            Undecided::Delay => "`delay` or `spatialDistribution`",
            Undecided::Memory => "external function with a memory or an effect",
            Undecided::Text => "texts, which results do not have",
            Undecided::Function => "a function without a value at recorded values",
            Undecided::Form => "a form that is not evaluated",
            Undecided::EventRounds => "several rounds of one event",
            Undecided::BeforeStart => "what was before the first point",
            Undecided::CoarsePoints => "points too far apart for a quadrature",
            Undecided::Kink => "the derivative of a prescribed motion at its kink",
            Undecided::DeclaredDerivative => "a derivative that an annotation declares",
        }
    }

    /// Whether the result is to blame: it lacks columns, or points.
    pub fn is_lack(self) -> bool {
        matches!(self, Undecided::MissingVariable | Undecided::MissingDerivative | Undecided::CoarsePoints)
    }

    /// The reason as scripts read it.
    pub fn key(self) -> &'static str {
        match self {
            Undecided::MissingVariable => "missing_variable",
            Undecided::MissingDerivative => "missing_derivative",
            Undecided::Clocked => "clocked",
            Undecided::Delay => "delay",
            Undecided::Memory => "memory",
            Undecided::Text => "text",
            Undecided::Function => "function",
            Undecided::Form => "form",
            Undecided::EventRounds => "event_rounds",
            Undecided::BeforeStart => "before_start",
            Undecided::CoarsePoints => "coarse_points",
            Undecided::Kink => "kink",
            Undecided::DeclaredDerivative => "declared_derivative",
        }
    }
}

impl From<Gap> for Undecided {
    fn from(gap: Gap) -> Undecided {
        match gap {
            Gap::Missing(_) => Undecided::MissingVariable,
            Gap::Derivative => Undecided::MissingDerivative,
            Gap::Clocked => Undecided::Clocked,
            Gap::Vague => Undecided::CoarsePoints,
            Gap::Delay => Undecided::Delay,
            Gap::Memory => Undecided::Memory,
            Gap::Text => Undecided::Text,
            Gap::Past => Undecided::BeforeStart,
            Gap::Unset | Gap::Failed => Undecided::Function,
            Gap::Shape | Gap::Unsupported => Undecided::Form,
        }
    }
}
