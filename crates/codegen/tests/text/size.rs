//! Long code: values, derivatives and sizes that stay linear.

use codegen::{ComputeStep, NoCalls, RegisterCode, compile};
use equations::{Builtin, Expr, ExprId, Exprs, Operator, VariableId};

use super::flat::{Layout, run};

fn variable(exprs: &mut Exprs, at: u32) -> ExprId {
    exprs.add(Expr::Variable(VariableId(at)))
}

/// x[k] = sin(x[k - 1]) + x[k - 1]*p for k = 1..n, with p in slot n + 1, and the last as the output.
fn chain(n: u32) -> RegisterCode {
    let mut exprs = Exprs::default();
    let p = variable(&mut exprs, n + 1);
    let mut steps = Vec::new();
    for k in 1..=n {
        let before = variable(&mut exprs, k - 1);
        let sine = exprs.builtin(Builtin::Sin, &[before]);
        let part = exprs.add(Expr::Binary(Operator::Multiply, before, p));
        steps.push(ComputeStep::Assign(VariableId(k), exprs.add(Expr::Binary(Operator::Add, sine, part))));
    }
    let last = variable(&mut exprs, n);
    steps.push(ComputeStep::Output(0, last));
    compile(&exprs, &[], &Layout { variables: n + 2 }, &steps).expect("code")
}

fn follow(n: u32, x: f64, p: f64) -> (f64, f64, f64) {
    let (mut value, mut by_x, mut by_p) = (x, 1.0, 0.0);
    for _ in 0..n {
        by_p = (value.cos() + p) * by_p + value;
        by_x *= value.cos() + p;
        value = value.sin() + value * p;
    }
    (value, by_x, by_p)
}

#[test]
fn a_hundred_thousand_steps() {
    let n = 100_000;
    let code = chain(n);
    let mut slots = vec![0.0; n as usize + 3];
    (slots[0], slots[n as usize + 1]) = (0.5, -0.01);
    let outputs = run(&code, &mut slots, &mut NoCalls).expect("values");
    assert_eq!(outputs, [follow(n, 0.5, -0.01).0]);
}

#[test]
fn derivatives_go_through_a_long_chain() {
    let n = 10_000;
    let code = chain(n);
    let mut slots = vec![0.0; n as usize + 3];
    (slots[0], slots[n as usize + 1]) = (0.5, -0.01);
    let (_, by_x, by_p) = follow(n, 0.5, -0.01);
    let jacobian = code.jacobian(&[0, n + 1]);
    assert!(jacobian.code.len() < 3 * code.len(), "{} {}", jacobian.code.len(), code.len());
    let found = run(&jacobian.code, &mut slots, &mut NoCalls).expect("values");
    assert!((found[0] - by_x).abs() <= 1e-9 * by_x.abs(), "{} {by_x}", found[0]);
    assert!((found[1] - by_p).abs() <= 1e-9 * by_p.abs(), "{} {by_p}", found[1]);
}

/// The same chain with every variable an unknown: two entries to a row.
#[test]
fn a_chain_of_unknowns_is_sparse() {
    let n = 20_000;
    let mut exprs = Exprs::default();
    let mut steps = Vec::new();
    for k in 1..n {
        let (before, here) = (variable(&mut exprs, k - 1), variable(&mut exprs, k));
        let sine = exprs.builtin(Builtin::Sin, &[before]);
        steps.push(ComputeStep::Output(k - 1, exprs.add(Expr::Binary(Operator::Subtract, here, sine))));
    }
    let code = compile(&exprs, &[], &Layout { variables: n }, &steps).expect("code");
    let columns: Vec<u32> = (0..n).collect();
    let jacobian = code.jacobian(&columns);
    assert_eq!(jacobian.rows.len(), 2 * (n as usize - 1));
    assert_eq!(jacobian.starts.len(), n as usize + 1);
    // The entries that are one are known to be.
    assert_eq!(jacobian.code.fixed().count(), n as usize - 1);
    let slots: Vec<f64> = (0..2 * n + 2).map(|k| f64::from(k) * 1e-3).collect();
    let found = run(&jacobian.code, &mut slots.clone(), &mut NoCalls).expect("values");
    for (column, here) in slots.iter().enumerate().take(n as usize) {
        let entries: Vec<(u32, f64)> = (jacobian.starts[column]..jacobian.starts[column + 1])
            .map(|at| (jacobian.rows[at as usize], found[at as usize]))
            .collect();
        let mut expected = Vec::new();
        if column > 0 {
            expected.push((column as u32 - 1, 1.0));
        }
        if column + 1 < n as usize {
            expected.push((column as u32, -here.cos()));
        }
        assert_eq!(entries, expected);
    }
}

/// A long sum is differentiated in as many operations as it has terms.
#[test]
fn a_long_sum_is_no_square() {
    let n = 50_000;
    let mut exprs = Exprs::default();
    let mut sum = variable(&mut exprs, 0);
    for k in 1..n {
        let x = variable(&mut exprs, k);
        let square = exprs.add(Expr::Binary(Operator::Multiply, x, x));
        sum = exprs.add(Expr::Binary(Operator::Add, sum, square));
    }
    let code = compile(&exprs, &[], &Layout { variables: n }, &[ComputeStep::Output(0, sum)]).expect("code");
    let jacobian = code.jacobian(&(0..n).collect::<Vec<u32>>());
    assert_eq!(jacobian.rows.len(), n as usize);
    assert!(jacobian.code.len() < 4 * n as usize, "{}", jacobian.code.len());
    let mut slots: Vec<f64> = (0..2 * n + 2).map(f64::from).collect();
    let found = run(&jacobian.code, &mut slots, &mut NoCalls).expect("values");
    assert!(found.iter().enumerate().skip(1).all(|(k, &entry)| entry == 2.0 * k as f64));
}

/// Deep nesting is refused or compiled, but never overflows the stack of a thread.
#[test]
fn depth_is_no_danger() {
    let nested = |wrap: &dyn Fn(&mut Exprs, ExprId) -> ExprId| {
        let mut exprs = Exprs::default();
        let mut inner = variable(&mut exprs, 0);
        for _ in 0..100_000 {
            inner = wrap(&mut exprs, inner);
        }
        compile(&exprs, &[], &Layout { variables: 1 }, &[ComputeStep::Output(0, inner)])
            .map(|code| code.len())
    };
    let negated = nested(&|exprs, inner| exprs.add(Expr::Unary(Operator::Negate, inner)));
    assert_eq!(negated, Ok(100_002));
    let added = nested(&|exprs, inner| {
        let one = exprs.real(1.0);
        exprs.add(Expr::Binary(Operator::Add, one, inner))
    });
    assert_eq!(added, Ok(100_002));
    let chosen = nested(&|exprs, inner| {
        let x = variable(exprs, 0);
        let one = exprs.real(1.0);
        let less = exprs.add(Expr::Binary(Operator::Less, x, one));
        let sine = exprs.builtin(Builtin::Sin, &[x]);
        exprs.add(Expr::If(less, sine, inner))
    });
    let wrapped = nested(&|exprs, inner| exprs.builtin(Builtin::NoEvent, &[inner]));
    assert!(matches!(wrapped, Err(codegen::CompileError { reason: codegen::CompileErrorKind::Deep, .. })));
    let smooth = nested(&|exprs, inner| {
        let one = exprs.integer(1);
        let smooth = exprs.builtin(Builtin::Smooth, &[one, inner]);
        let array = exprs.list(&[smooth]);
        let array = exprs.add(Expr::Array(array));
        let first = exprs.list(&[one]);
        exprs.add(Expr::Index(array, first))
    });
    assert!(matches!(smooth, Err(codegen::CompileError { reason: codegen::CompileErrorKind::Deep, .. })));
    assert!(
        matches!(chosen, Err(codegen::CompileError { reason: codegen::CompileErrorKind::Deep, .. }))
            || chosen.is_ok()
    );
}
