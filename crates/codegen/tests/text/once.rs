//! What several equations have in common is one expression, and is computed once.

use equations::{Expr, ExprId, FlatModel};

use super::flat::{Layout, flat, outputs, right};

const MODEL: &str = "model M
  Real a, b, x, y, z;
equation
  a = time;
  b = 2*time;
  x = sin(a*b + 1) + a;
  y = sin(a*b + 1)*b;
  z = if a > b then cos(sin(a*b + 1)) else exp(sin(a*b + 1));
end M;
";

/// The sides of the sine in each of the last three equations.
fn sines(model: &FlatModel) -> Vec<ExprId> {
    let exprs = &model.exprs;
    let mut found = Vec::new();
    for &side in &right(model)[2..] {
        let mut todo = vec![side];
        while let Some(id) = todo.pop() {
            if let Expr::Builtin(equations::Builtin::Sin, _) = exprs.get(id) {
                found.push(id);
            }
            exprs.get(id).children(exprs, &mut todo);
        }
    }
    found
}

#[test]
fn equal_expressions_of_different_equations_are_one() {
    let model = flat(MODEL);
    let found = sines(&model);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|&id| id == found[0]), "{found:?}");
    // The table has no expression twice.
    let exprs = &model.exprs;
    for at in 0..exprs.len() as u32 {
        let same = (0..at).find(|&other| exprs.get(ExprId(other)) == exprs.get(ExprId(at)));
        assert_eq!(same, None, "expression {at}");
    }
}

#[test]
fn what_a_block_has_in_common_is_computed_once() {
    let model = flat(MODEL);
    let sides = right(&model)[2..].to_vec();
    let layout = Layout { variables: model.variables.len() as u32 };
    let count = |sides: &[ExprId]| {
        codegen::compile(&model.exprs, &model.functions, &layout, &outputs(sides)).expect("code").len()
    };
    // Two loads, a product, a sum and a sine; then a sum and an output.
    assert_eq!(count(&sides[..1]), 7);
    // One product and one output more.
    assert_eq!(count(&sides[..2]), 9);
    // The same twice costs an output.
    assert_eq!(count(&[sides[0], sides[0]]), 8);
    // A comparison, a branch and its alternative with one function and one move each, a jump, and an output.
    assert_eq!(count(&sides), 9 + 1 + 2 + 4 + 1);
    // By itself each would load, multiply and compute the sine again.
    let apart: usize = sides.iter().map(|&side| count(&[side])).sum();
    assert!(apart > count(&sides) + 2 * 4, "{apart}");
}
