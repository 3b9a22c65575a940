//! Only what is needed is computed, and nothing that is undefined where it is not needed fails.

use super::flat::{code, evaluator, flat, run, slots};

/// The value of an expression of `a` and `b`.
fn value(expr: &str, a: f64, b: f64) -> Result<f64, codegen::Fault> {
    let model = flat(&format!(
        "model M function f input Real u; output Real y; algorithm
           assert(u > 0, \"not positive\"); y := u; while y > 1 loop y := y - 1; end while; end f;
         Real a; Real b; equation a = 0; b = {expr}; end M;"
    ));
    let code = code(&model).expect("code");
    run(&code, &mut slots(&model, &[a, b]), &mut evaluator(&model)).map(|outputs| outputs[1])
}

#[test]
fn the_other_branch_is_left_alone() {
    for (expr, there, elsewhere) in [
        ("if a > 0 then log(a) else 1", 0.0, 1.0),
        ("if (a < 0 or a > 0) and 1/a > 0 then 2 else 3", 2.0, 3.0),
        ("if a <= 0 or 1/a > 2 then 2 else 3", 3.0, 2.0),
        ("if a > 0 then f(a) else -1", 1.0, -1.0),
        ("if a > 0 then (if 1/a > 5 then sqrt(a) else 1/a) else a", 1.0, 0.0),
        ("(if a > 0 then 1/a else 0) + (if a > 0 then 2/a else 0)", 3.0, 0.0),
        ("noEvent(if a > 0 then 1/a else 4)", 1.0, 4.0),
    ] {
        assert_eq!(value(expr, 1.0, 0.0), Ok(there), "{expr}");
        assert_eq!(value(expr, 0.0, 0.0), Ok(elsewhere), "{expr}");
    }
}

#[test]
fn derivatives_are_lazy_too() {
    let model = flat("model M Real a; Real b; equation a = 0; b = if a > 0 then log(a)/a else a^2*3; end M;");
    let code = code(&model).expect("code");
    let jacobian = code.jacobian(&[0]);
    let at = |a: f64| run(&jacobian.code, &mut slots(&model, &[a]), &mut evaluator(&model));
    assert_eq!((at(0.0), at(-1.0), at(1.0)), (Ok(vec![0.0]), Ok(vec![-6.0]), Ok(vec![1.0])));
}

/// Conditions that share what they choose from do not double the code at every level.
#[test]
fn nesting_does_not_multiply() {
    let mut size = Vec::new();
    for depth in [20, 40] {
        let mut exprs = equations::Exprs::default();
        use equations::{Builtin, Expr, Operator, VariableId};
        let x = exprs.add(Expr::Variable(VariableId(0)));
        let mut inner = x;
        for level in 0..depth {
            let limit = exprs.real(f64::from(level));
            let condition = exprs.add(Expr::Binary(Operator::Less, inner, limit));
            let sine = exprs.builtin(Builtin::Sin, &[inner]);
            let root = exprs.add(Expr::Binary(Operator::Divide, sine, inner));
            let other = exprs.add(Expr::Binary(Operator::Multiply, inner, root));
            let first = exprs.add(Expr::If(condition, root, other));
            let second = exprs.add(Expr::If(condition, other, limit));
            inner = exprs.add(Expr::Binary(Operator::Add, first, second));
        }
        let layout = super::flat::Layout { variables: 1 };
        let code = codegen::compile(&exprs, &[], &layout, &super::flat::outputs(&[inner])).expect("code");
        size.push(code.len());
        size.push(code.jacobian(&[0]).code.len());
    }
    assert!(size[2] < 3 * size[0] && size[3] < 3 * size[1] && size[2] < 40 * 40, "{size:?}");
}
