//! How much is looked at, and that what is found stays the same.

use equations::{
    Equation, EquationKind, Expr, ExprId, FlatModel, InstanceId, Operator, Origin, OriginId, Type,
    Variability, VariableId,
};

use super::VariableMarks;
use crate::dae::Dae;
use crate::parameter_zeros::ParameterZeros;

/// A row with so many choices in each other, all by the parameter `p`. What each of them drops is made of what the next one
/// drops; only the innermost holds `z`, which is nowhere else, if `hides` says so.
fn nested(depth: usize, hides: bool) -> FlatModel {
    let mut model = FlatModel::default();
    let origin = OriginId(0);
    model.origins.push(Origin::Unconnected { variable: VariableId(0) });
    let [p, x, z] = [
        ("p", Type::Boolean, Variability::Parameter),
        ("x", Type::Real, Variability::Continuous),
        ("z", Type::Real, Variability::Continuous),
    ]
    .map(|(name, kind, variability)| model.add_variable(InstanceId(0), name, kind, variability, origin));
    let exprs = &mut model.exprs;
    model.variables[p.at()].binding = Some(exprs.boolean(true));
    let [p, x, z] = [p, x, z].map(|id| exprs.add(Expr::Variable(id)));
    let product = |exprs: &mut equations::Exprs, a: ExprId, b: ExprId| {
        exprs.add(Expr::Binary(Operator::Multiply, a, b))
    };
    let (mut dropped, mut kept) = (if hides { z } else { x }, x);
    for _ in 0..depth {
        dropped = product(exprs, dropped, x);
        let inner = exprs.add(Expr::If(p, kept, dropped));
        kept = product(exprs, inner, x);
    }
    let one = exprs.real(1.0);
    for (left, right) in [(kept, one), (product(exprs, z, x), one)].into_iter().take(2 - usize::from(hides)) {
        model.equations.push(Equation { kind: EquationKind::Equality(left, right), origin });
    }
    model
}

/// The parameters that are found, and how many expressions were looked at for them.
fn look(depth: usize, hides: bool) -> (Vec<VariableId>, usize) {
    let dae = Dae::new(nested(depth, hides)).expect("a system");
    let (mut found, mut marked) = (Vec::new(), VariableMarks::default());
    ParameterZeros::new(&dae).decided_branches(&mut found, &mut marked);
    found.dedup();
    (found, marked.looks)
}

#[test]
fn what_is_dropped_is_looked_at_once_however_choices_nest() {
    let (found, few) = look(100, true);
    let (_, many) = look(200, true);
    assert_eq!(found, [VariableId(0)]);
    // Formula by formula it would be four times as much.
    assert!(many <= 2 * few + 2, "{few} and {many} looks");
    assert!(few <= 3 * 100, "{few} looks at {} formulas", 100);
}

#[test]
fn a_choice_that_drops_no_unknown_is_left_open() {
    assert_eq!(look(10, false).0, []);
}
