//! A flat model as a system of differential and algebraic equations: scalar rows over variables, each derivative a
//! variable of its own, nothing left of statements but what could not be written as a formula.

use equations::{DerivativeObstacle, Derivatives, ExprId, FlatModel, OriginId, VariableId};

use crate::attributes::Attributes;
use crate::discrete_variables::DiscreteVariables;

/// What a variable is to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableRole {
    /// Known before everything else, and never changed.
    Constant,
    /// Known once the simulation begins.
    Parameter,
    /// A parameter that the initial equations determine, or that depends on one.
    Free,
    /// Given from outside.
    Input,
    /// Changes at events only.
    Discrete,
    /// Changes all the time.
    Continuous,
    /// The derivative of a variable by time.
    Derivative,
    /// The value of a discrete variable before the initial event, an unknown of the initial problem.
    Previous,
}

/// A row of the system, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

impl RowId {
    /// The number as a position in its table.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// What a row determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Something that changes all the time.
    Continuous,
    /// Something that changes at events only.
    Discrete,
}

/// A scalar equation `left = right`.
#[derive(Clone, Copy, Debug)]
pub struct Equality {
    /// The left side.
    pub left: ExprId,
    /// The right side.
    pub right: ExprId,
    /// What it determines.
    pub kind: RowKind,
    /// Where it came from; a differentiated row says so.
    pub origin: OriginId,
}

/// Something that is done rather than equal: `reinit`, `assert`, `terminate` or a call.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// When it is done; always if there is no condition.
    pub condition: Option<ExprId>,
    /// The call.
    pub call: ExprId,
    /// Where it came from.
    pub origin: OriginId,
}

/// Something in a row that jumps, and where.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// The comparison, or the rounding, as it stands in the rows.
    pub expr: ExprId,
    /// What passes through zero, or through a whole number, when it jumps.
    pub crossing: ExprId,
    /// The first row it was found in.
    pub row: RowId,
    /// Whether between events it is a linear function of time alone, which is told where it changes faster and faster.
    pub timed: bool,
}

/// What a variable was replaced by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Replacement {
    /// Another variable, or its negative.
    Variable {
        /// The other variable.
        of: VariableId,
        /// Whether it is the negative.
        negated: bool,
    },
    /// A literal.
    Literal(ExprId),
}

/// A start value that cannot hold because of what the variable was replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartConflict {
    /// The variable whose start counts.
    pub kept: VariableId,
    /// The variable whose start is not used.
    pub other: VariableId,
    /// That start.
    pub start: ExprId,
    /// Whether both starts are fixed, so that the model has no solution.
    pub fixed: bool,
}

/// Why a model is no system of equations that can be solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsolvable {
    /// An expression would have to be differentiated and cannot be.
    Derivative {
        /// The equation it stands in.
        origin: OriginId,
        /// What stands in the way.
        obstacle: DerivativeObstacle,
        /// The initial equation that holds the derivative, if no constraint asks for it.
        initial: Option<OriginId>,
    },
    /// Parameters depend on each other in a circle.
    Circle(Vec<VariableId>),
    /// Rows and unknowns cannot be matched. Over-determined if there are more rows than variables.
    Singular {
        /// The rows by where they came from.
        rows: Vec<OriginId>,
        /// The variables.
        variables: Vec<VariableId>,
    },
    /// The branches of an `if` have different numbers of equations, or a `when` has one that is no assignment.
    Branches(OriginId),
    /// A loop of an algorithm that ends by itself holds a `when`, or a `return`.
    Loop(OriginId),
    /// Rows that are linear with known coefficients depend on each other, though each has an unknown of its own.
    Dependent {
        /// The rows of the block by where they came from.
        rows: Vec<OriginId>,
        /// Its unknowns.
        variables: Vec<VariableId>,
        /// How many rows follow from the others.
        defect: u32,
    },
    /// Nobody wants to know any more.
    Cancelled,
}

/// What can be done with a model, or why it cannot.
pub(crate) type UnsolvableResult<T = ()> = Result<T, Unsolvable>;

/// A system that cannot be solved: why, and as far as it got.
#[derive(Clone, Debug)]
pub struct UnsolvableSystem {
    /// Why.
    pub reason: Unsolvable,
    /// What there is of it; its model has the names and origins that the reason speaks of.
    pub dae: Dae,
}

/// A system of differential and algebraic equations.
#[derive(Clone, Debug)]
pub struct Dae {
    /// The model it was made from, with variables for derivatives and conditions added at the end.
    pub model: FlatModel,
    /// What each variable is.
    pub roles: Vec<VariableRole>,
    /// The derivative of each variable.
    pub derivative: Vec<Option<VariableId>>,
    /// What each variable is the derivative of.
    pub integral: Vec<Option<VariableId>>,
    /// What each variable was replaced by.
    pub aliases: Vec<Option<Replacement>>,
    /// Attributes of each variable.
    pub attributes: Attributes,
    /// The rows that always hold.
    pub rows: Vec<Equality>,
    /// The rows that hold at initialization.
    pub initial: Vec<Equality>,
    /// What is done rather than equal.
    pub actions: Vec<Action>,
    /// From this number on actions are done at initialization only.
    pub initial_actions: usize,
    /// The conditions of `when`, each a Boolean variable that is true while its condition is.
    pub conditions: Vec<VariableId>,
    /// What jumps.
    pub relations: Vec<Relation>,
    /// Parameters with their values, in an order in which each uses earlier ones only.
    pub parameters: Vec<(VariableId, ExprId)>,
    /// Parameters that were put in as the number zero because they multiply unknowns. With another value of one of them
    /// the system is another one.
    pub evaluated: Vec<VariableId>,
    /// Start values that aliases contradict.
    pub conflicts: Vec<StartConflict>,
    /// Inputs whose derivatives are needed.
    pub differentiated_inputs: Vec<VariableId>,
    /// The function that tells what comes out of what is transported.
    pub carrier: Option<equations::FunctionId>,
    /// Which variables of the model change at events only.
    pub(crate) discrete: DiscreteVariables,
    /// Variables whose derivatives stand in the model as it was written.
    pub(crate) written: Vec<bool>,
    /// Derivatives of functions that were made.
    pub(crate) made: Derivatives,
    /// Calls that were written out.
    pub(crate) inliner: equations::Inliner,
}

impl Dae {
    /// Whether a variable that this row determines keeps its value between events.
    pub fn is_discrete(&self, row: RowId, variable: VariableId) -> bool {
        self.rows[row.at()].kind == RowKind::Discrete && !self.discrete.is_called(variable)
    }

    /// Whether a variable changes between events.
    pub fn moves_between_events(&self, variable: VariableId) -> bool {
        matches!(
            self.roles[variable.at()],
            VariableRole::Continuous | VariableRole::Derivative | VariableRole::Input
        ) || self.discrete.is_called(variable)
    }
}
