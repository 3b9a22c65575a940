//! Flat models: variables, equations, initial equations, algorithms and functions, each with the place it
//! came from, and the algebra on their expressions.
//!
//! Expressions stand in one table in which equal ones are the same ([`Exprs`]), so that copies and
//! comparisons are free. Names are for printing; everything refers to everything else by typed index.

mod acts;
mod bounds;
mod count;
mod differentiate;
mod dimension;
mod eval;
mod exchange;
mod expr;
mod function;
mod ids;
mod inline;
mod model;
mod origin;
mod print;
mod simplify;
mod solve;
mod symbol;
mod terms;
mod unit;
mod value;
mod walk;

pub use bounds::Bounds;
pub use differentiate::{
    Derivatives, Leaf, Obstacle, ObstacleKind, Seed, differentiate, partial, partial_function,
};
pub use dimension::{Clash, Finding, Side, check_units};
pub use eval::{Context, Failure, Gap, MAX_STEPS, Outside, call, eval};
pub use expr::{Builtin, Expr, Exprs, Number, Operator};
pub use function::{
    Derivative, External, Function, Inlining, Inverse, Local, Statement, Step, Target, WriteOut,
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
pub use value::{Array, MAX_INTEGER, Value};
