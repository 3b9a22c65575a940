//! Flat models: variables, equations, initial equations, algorithms and functions, each with the place it
//! came from, and the algebra on their expressions.
//!
//! Main types: [`FlatModel`], [`Exprs`] (all expressions of a model in one table), [`Origin`] (where something came from),
//! [`Builtin`] and [`Elementary`] (the one table of built-in functions: value, domain, derivative, inverse, unit, code), [`Unit`].
//!
//! Invariants: equal expressions are the same [`ExprId`], so that copies and comparisons are free; everything refers to everything
//! else by typed index, and names are for printing; an element without an [`Origin`] cannot be built.
//!
//! ```
//! use equations::{Expr, Exprs, Number, VariableId};
//!
//! let mut exprs = Exprs::default();
//! let x = exprs.add(Expr::Variable(VariableId(0)));
//! assert_eq!(x, exprs.add(Expr::Variable(VariableId(0))));
//! assert_ne!(x, exprs.add(Expr::Real(Number::from(1.0))));
//! ```

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
