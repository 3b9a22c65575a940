//! Random expressions.

use equations::{Builtin, Expr, ExprId, Exprs, Operator, VariableId};
use proptest::prelude::*;

pub(crate) const VARIABLES: usize = 4;

/// An expression that shrinks.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Real(f64),
    Integer(i64),
    Truth(bool),
    Variable(u32),
    Unary(Operator, Box<Tree>),
    Binary(Operator, Box<Tree>, Box<Tree>),
    If(Box<[Tree; 3]>),
    Call(Builtin, Vec<Tree>),
}

impl Tree {
    /// The same with some variables exchanged for the ones that were assigned before.
    pub(crate) fn shifted(&self, assigned: u32) -> Tree {
        let shift = |tree: &Tree| Box::new(tree.shifted(assigned));
        match self {
            Tree::Variable(number) if *number < assigned => Tree::Variable(VARIABLES as u32 + number),
            Tree::Unary(operator, a) => Tree::Unary(*operator, shift(a)),
            Tree::Binary(operator, a, b) => Tree::Binary(*operator, shift(a), shift(b)),
            Tree::If(parts) => Tree::If(parts.each_ref().map(|part| part.shifted(assigned)).into()),
            Tree::Call(name, parts) => {
                Tree::Call(*name, parts.iter().map(|part| part.shifted(assigned)).collect())
            }
            other => other.clone(),
        }
    }

    pub(crate) fn build(&self, exprs: &mut Exprs) -> ExprId {
        match self {
            Tree::Real(value) => exprs.real(*value),
            Tree::Integer(value) => exprs.integer(*value),
            Tree::Truth(value) => exprs.add(Expr::Boolean(*value)),
            Tree::Variable(number) => exprs.add(Expr::Variable(VariableId(*number))),
            Tree::Unary(operator, a) => {
                let a = a.build(exprs);
                exprs.add(Expr::Unary(*operator, a))
            }
            Tree::Binary(operator, a, b) => {
                let (a, b) = (a.build(exprs), b.build(exprs));
                exprs.add(Expr::Binary(*operator, a, b))
            }
            Tree::If(parts) => {
                let [a, b, c] = parts.each_ref().map(|part| part.build(exprs));
                exprs.add(Expr::If(a, b, c))
            }
            Tree::Call(builtin, parts) => {
                let parts: Vec<ExprId> = parts.iter().map(|part| part.build(exprs)).collect();
                exprs.builtin(*builtin, &parts)
            }
        }
    }
}

fn leaf() -> impl Strategy<Value = Tree> {
    prop_oneof![
        2 => prop_oneof![Just(0.0), Just(1.0), Just(-1.0), Just(2.5), Just(-0.5), Just(1e-3)].prop_map(Tree::Real),
        1 => (-3i64..6).prop_map(Tree::Integer),
        6 => (0u32..VARIABLES as u32).prop_map(Tree::Variable),
    ]
}

fn pick<T: Clone + std::fmt::Debug + 'static>(items: &'static [T]) -> impl Strategy<Value = T> {
    (0..items.len()).prop_map(|at| items[at].clone())
}

const ARITHMETIC: &[Operator] =
    &[Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Power];
const COMPARE: &[Operator] = &[
    Operator::Less,
    Operator::LessEqual,
    Operator::Greater,
    Operator::GreaterEqual,
    Operator::Equal,
    Operator::NotEqual,
];
/// How many of the functions below, from the first, are steps.
const STEPS: usize = 3;
const ONE: &[Builtin] = &[
    Builtin::Sign,
    Builtin::Floor,
    Builtin::Ceil,
    Builtin::Abs,
    Builtin::Sqrt,
    Builtin::Sin,
    Builtin::Cos,
    Builtin::Tan,
    Builtin::Asin,
    Builtin::Acos,
    Builtin::Atan,
    Builtin::Sinh,
    Builtin::Cosh,
    Builtin::Tanh,
    Builtin::Exp,
    Builtin::Log,
    Builtin::Log10,
    Builtin::NoEvent,
];
const TWO: &[Builtin] =
    &[Builtin::Div, Builtin::Mod, Builtin::Rem, Builtin::Min, Builtin::Max, Builtin::Atan2, Builtin::Smooth];

/// An expression and a condition of some depth, each made of the other. Without steps, because steps that are
/// small against their arguments look like slopes to differences.
fn both(depth: u32, steps: bool) -> (BoxedStrategy<Tree>, BoxedStrategy<Tree>) {
    if depth == 0 {
        return (leaf().boxed(), any::<bool>().prop_map(Tree::Truth).boxed());
    }
    let (number, truth) = both(depth - 1, steps);
    let two = (number.clone(), number.clone());
    let numbers = prop_oneof![
        2 => leaf(),
        2 => number.clone().prop_map(|a| Tree::Unary(Operator::Negate, a.into())),
        8 => (pick(ARITHMETIC), two.clone()).prop_map(|(op, (a, b))| Tree::Binary(op, a.into(), b.into())),
        4 => (truth.clone(), two.clone()).prop_map(|(c, (a, b))| Tree::If([c, a, b].into())),
        4 => (pick(if steps { ONE } else { &ONE[STEPS..] }), number.clone()).prop_map(|(name, a)| Tree::Call(name, vec![a])),
        2 => (pick(if steps { TWO } else { &TWO[STEPS..] }), two.clone()).prop_map(|(name, (a, b))| match name {
            // An Integer zero has no sign but a slot has, and `atan2` of a negative number would see it.
            Builtin::Atan2 => {
                let square = Tree::Binary(Operator::Multiply, b.clone().into(), b.into());
                let positive = Tree::Binary(Operator::Add, Tree::Real(0.5).into(), square.into());
                Tree::Call(name, vec![a, positive])
            }
            Builtin::Smooth => Tree::Call(name, vec![Tree::Integer(1), b]),
            _ => Tree::Call(name, vec![a, b]),
        }),
        1 => (number.clone(), two.clone())
            .prop_map(|(x, (a, b))| Tree::Call(Builtin::SemiLinear, vec![x, a, b])),
    ];
    let truths = prop_oneof![
        6 => (pick(COMPARE), two).prop_map(|(op, (a, b))| Tree::Binary(op, a.into(), b.into())),
        1 => truth.clone().prop_map(|a| Tree::Unary(Operator::Not, a.into())),
        2 => (any::<bool>(), truth.clone(), truth).prop_map(|(and, a, b)| {
            Tree::Binary(if and { Operator::And } else { Operator::Or }, a.into(), b.into())
        }),
    ];
    (numbers.boxed(), truths.boxed())
}

pub(crate) fn number() -> BoxedStrategy<Tree> {
    both(5, true).0
}

/// Smaller ones, of which derivatives by differences can be trusted more often.
pub(crate) fn smooth() -> BoxedStrategy<Tree> {
    both(3, false).0
}

pub(crate) fn truth() -> BoxedStrategy<Tree> {
    both(4, true).1
}

/// A point at which nothing happens by chance.
pub(crate) fn generic() -> impl Strategy<Value = [f64; VARIABLES]> {
    let value = prop_oneof![-3.0..3.0f64, 0.1..2.0f64];
    [value.clone(), value.clone(), value.clone(), value]
}

pub(crate) fn point() -> impl Strategy<Value = [f64; VARIABLES]> {
    let value = prop_oneof![Just(0.0), Just(1.0), Just(-2.0), -3.0..3.0f64, 0.1..2.0f64,];
    [value.clone(), value.clone(), value.clone(), value]
}
