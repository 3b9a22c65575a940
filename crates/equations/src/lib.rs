//! Flat models: variables, equations, initial equations, algorithms and functions, each with the place it
//! came from, and the algebra on their expressions.
//!
//! Expressions stand in one table in which equal ones are the same ([`Exprs`]), so that copies and
//! comparisons are free. Names are for printing; everything refers to everything else by typed index.

mod bounds;
mod builtin;
mod count;
mod differentiate;
mod eval;
mod expr;
mod function;
mod ids;
mod inline;
mod model;
mod origin;
mod print;
mod side_effects;
mod simplify;
mod solve;
mod substitute;
mod symbol;
mod terms;
mod unit;
mod unit_check;
mod value;
mod walk;

pub use bounds::Bounds;
pub use builtin::{
    Arithmetic, Builtin, Domain, Elementary, ElementaryRecord, MachineCode, Numbers, ResultRule, Shape,
    Slope, UnitRule,
};
pub use differentiate::{
    DerivativeLeaf, DerivativeObstacle, DerivativeObstacleKind, Derivatives, Seed, differentiate, partial,
    partial_function,
};
pub use eval::{EvalContext, EvalFailure, ExternalCaller, MAX_STEPS, Unevaluable, call, eval};
pub use expr::{Expr, Exprs, Number, Operator};
pub use function::{
    AccessStep, AssignmentTarget, Derivative, ExternalCall, Function, InlineTime, Inlining, Inverse, Local,
    Statement,
};
pub use ids::{EnumId, ExprId, FunctionId, InstanceId, ListId, OriginId, Symbol, VariableId};
pub use inline::Inliner;
pub use model::{
    Attribute, Causality, Enumeration, Equation, EquationKind, FlatModel, Instance, InstanceKind, Lock,
    Locked, Type, Variability, Variable,
};
pub use origin::{Derivation, Origin};
pub use solve::{Solution, divide, solve};
pub use symbol::Symbols;
pub use terms::{Separator, Terms, linear};
pub use unit::Unit;
pub use unit_check::{UnitClash, UnitMismatch, UnitSide, check_units};
pub use value::{Array, MAX_INTEGER, Value};
pub use walk::Visit;
