//! The first step that has no value is named, with the expression and the reason.

use codegen::{CompileErrorKind, ComputeStep, Fault, FaultKind, NoCalls, compile};
use equations::{Expr, Exprs, Operator, VariableId};

use super::flat::{Layout, code, evaluator, flat, run, slots};

/// What goes wrong with `b = …` and then `c = …` where `a` is zero.
fn fault(b: &str, c: &str) -> (Fault, Expr) {
    let model = flat(&format!(
        "model M function f input Real u; output Real y; algorithm assert(u > 0, \"not positive\"); y := u; end f;
         function g input Real u; output Real y; algorithm
           assert(u > 0, \"not positive but \" + String(u)); y := u; while y > 1 loop y := y - 1; end while; end g;
         Real a; Real b; Real c; equation a = 1; b = {b}; c = {c}; end M;"
    ));
    let code = code(&model).expect("code");
    let fault = run(&code, &mut slots(&model, &[0.0, 1.0]), &mut evaluator(&model)).expect_err("a failure");
    let expr = model.exprs.get(fault.place.expr);
    (fault, expr)
}

#[test]
fn the_first_failure_is_told() {
    for (b, c, step, message) in [
        ("1/a", "log(a)", 1, "division of 1 by zero"),
        ("a", "log(a)", 2, "`log` of 0 is not defined"),
        ("a", "1 + sqrt(a - 1)", 2, "`sqrt` of -1 is not defined"),
        ("asin(a + 2)", "1/a", 1, "`asin` of 2 is not defined"),
        ("(a - 1)^0.3", "1/a", 1, "-1 to the power 0.3, which is not a whole number"),
        ("a^(-2)", "1", 1, "division of 1 by zero"),
        ("a^(a - 0.5)", "1", 1, "zero to the negative power -0.5"),
        ("mod(3, a)", "1", 1, "division of 3 by zero"),
        ("exp(1000 + a)", "1", 1, "the value is inf"),
        ("f(a)", "1/a", 1, "an assertion does not hold"),
        ("a", "g(a - 1)", 2, "in `M.g`: not positive but -1"),
        // The value would be zero, but the division is wrong all the same.
        ("1/(1/a)", "1", 1, "division of 1 by zero"),
        ("max(a, -1/a)", "1", 1, "division of 1 by zero"),
        ("if 1/a > 2 then 1 else 2", "1", 1, "division of 1 by zero"),
        // In the way that is taken, and used only there.
        ("if a < 1 then 2/(1/a) else 3", "1", 1, "division of 1 by zero"),
        ("if a < 1 then exp(-1/a) + 2 else 3", "1", 1, "division of 1 by zero"),
        ("if a < 1 then if a > -1 then min(1/a, 2) else 4 else 3", "1", 1, "division of 1 by zero"),
        ("if a < 1 then 1 + 2/a else 3", "1", 1, "division of 2 by zero"),
        // In the way that is not.
        ("if a > 1 then 2/(1/a) else 3", "log(a)", 2, "`log` of 0 is not defined"),
        ("if a < 1 then 3 else 1/a + max(1/a, a)", "log(a)", 2, "`log` of 0 is not defined"),
    ] {
        let (fault, _) = fault(b, c);
        assert_eq!((fault.place.step, fault.cause.to_string().as_str()), (step, message), "{b}; {c}");
    }
}

#[test]
fn the_expression_is_told() {
    let (fault, expr) = fault("2 + 3*(1 + log(a))", "1");
    assert_eq!(fault.cause, FaultKind::Domain(equations::Elementary::Log, 0.0));
    assert!(matches!(expr, Expr::Builtin(equations::Builtin::Log, _)), "{expr:?}");
}

#[test]
fn what_cannot_be_computed_is_refused_with_its_expression() {
    let model = flat("model M Real a; Real b; equation a = 1; b = 2*delay(a, 1); end M;");
    let refusal = code(&model).expect_err("a refusal");
    assert_eq!((refusal.step, refusal.reason), (1, CompileErrorKind::Builtin(equations::Builtin::Delay)));
    assert!(matches!(model.exprs.get(refusal.expr), Expr::Builtin(equations::Builtin::Delay, _)));
}

#[test]
fn a_derivative_that_is_infinite_names_its_step() {
    let model = flat("model M Real a; Real b; equation a = 1; b = sqrt(a); end M;");
    let code = code(&model).expect("code");
    let jacobian = code.jacobian(&[0]);
    let fault =
        run(&jacobian.code, &mut slots(&model, &[0.0]), &mut evaluator(&model)).expect_err("infinite");
    assert_eq!((fault.place.step, fault.cause), (1, FaultKind::Value(f64::INFINITY)));
}

#[test]
fn an_infinite_derivative_that_nothing_depends_on_is_none() {
    let model = flat("model M Real a; Real b; equation a = 1; b = max(1e-12, sqrt(a)); end M;");
    let code = code(&model).expect("code");
    let jacobian = code.jacobian(&[0]);
    assert!(run(&jacobian.code, &mut slots(&model, &[0.0]), &mut evaluator(&model)).is_ok());
}

#[test]
fn a_failure_that_is_written_over_is_told() {
    let mut exprs = Exprs::default();
    let a = exprs.add(Expr::Variable(VariableId(0)));
    let one = exprs.real(1.0);
    let inverse = exprs.add(Expr::Binary(Operator::Divide, one, a));
    let twice = exprs.add(Expr::Binary(Operator::Add, a, a));
    let slot = [ComputeStep::Assign(VariableId(1), inverse), ComputeStep::Assign(VariableId(1), twice)];
    let output = [ComputeStep::Output(0, inverse), ComputeStep::Output(0, twice)];
    for steps in [slot, output] {
        let code = compile(&exprs, &[], &Layout { variables: 2 }, &steps).expect("code");
        let fault = run(&code, &mut [0.0; 2], &mut NoCalls).expect_err("a failure");
        assert_eq!((fault.place.step, fault.cause), (0, FaultKind::Division(1.0)));
        assert!(run(&code, &mut [3.0, 0.0], &mut NoCalls).is_ok());
    }
}
