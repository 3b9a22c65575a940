//! Flat models: variables, equations, initial equations, algorithms and functions, each with the place it
//! came from, and the algebra on their expressions.
//!
//! Expressions stand in one table in which equal ones are the same ([`Exprs`]), so that copies and
//! comparisons are free. Names are for printing; everything refers to everything else by typed index.

mod count;
mod dimension;
mod eval;
mod expr;
mod function;
mod ids;
mod model;
mod origin;
mod print;
mod simplify;
mod symbol;
mod unit;
mod value;
mod walk;

pub use dimension::{Clash, Finding, Side, check_units};
pub use eval::{Context, Failure, Gap, MAX_STEPS, call, eval};
pub use expr::{Builtin, Expr, Exprs, Number, Operator};
pub use function::{External, Function, Local, Statement, Step, Target};
pub use ids::{EnumId, ExprId, FunctionId, InstanceId, ListId, OriginId, Symbol, VariableId};
pub use model::{
    Attribute, Causality, Enumeration, Equation, EquationKind, FlatModel, Instance, InstanceKind, Type,
    Variability, Variable,
};
pub use origin::Origin;
pub use symbol::Symbols;
pub use unit::Unit;
pub use value::{Array, Value};
