//! Bounds of what algebraic loops determine.

#![allow(clippy::unwrap_used)]

use enclose::{ImplicitBounds, ImplicitFunction, Interval, IntervalDual, IntervalTape, TapeLeaf};
use equations::{Builtin, Expr, ExprId, Exprs, Operator, VariableId};

/// The tape of some expressions in which variables are inputs by their numbers and time is input 9.
fn tape(exprs: &Exprs, roots: &[ExprId]) -> IntervalTape {
    IntervalTape::new(exprs, roots, &mut |id| match exprs.get(id) {
        Expr::Variable(variable) => TapeLeaf::Input(variable.0),
        Expr::Time => TapeLeaf::Input(9),
        _ => TapeLeaf::Inner,
    })
}

fn binary(exprs: &mut Exprs, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
    exprs.add(Expr::Binary(operator, a, b))
}

/// Bounds that were proven.
fn proven(found: ImplicitBounds) -> Option<Vec<IntervalDual>> {
    if let ImplicitBounds::Proven(bounds) = found { Some(bounds) } else { None }
}

/// sin(t) by the operators of a model.
fn wave(exprs: &mut Exprs) -> ExprId {
    let time = exprs.add(Expr::Time);
    let list = exprs.list(&[time]);
    exprs.add(Expr::Builtin(Builtin::Sin, list))
}

#[test]
fn the_solution_of_a_cubic_and_its_slope_are_within_bounds() {
    // x + x³ = sin(t): x' = cos(t) / (1 + 3 x²). The solution at 400 times, by bisection.
    let mut exprs = Exprs::default();
    let x = exprs.add(Expr::Variable(VariableId(0)));
    let three = exprs.integer(3);
    let cube = binary(&mut exprs, Operator::Power, x, three);
    let sum = binary(&mut exprs, Operator::Add, x, cube);
    let wave = wave(&mut exprs);
    let residual = binary(&mut exprs, Operator::Subtract, sum, wave);
    let mut loops = ImplicitFunction::new(tape(&exprs, &[residual]), vec![0], false).expect("one equation");
    let solution = |t: f64| {
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..80 {
            let x: f64 = 0.5 * (low + high);
            if x + x.powi(3) < t.sin() { low = x } else { high = x }
        }
        0.5 * (low + high)
    };
    let mut proven = 0;
    for piece in 0..40 {
        let (from, to) = (f64::from(piece) * 0.2, f64::from(piece + 1) * 0.2);
        let start = [solution(from) + 0.05];
        let ImplicitBounds::Proven(found) = loops.enclose(&|_| IntervalDual::time(from, to), &start, true)
        else {
            continue;
        };
        proven += 1;
        for part in 0..=10 {
            let t = from + (to - from) * f64::from(part) / 10.0;
            let x = solution(t);
            assert!(found[0].value.contains(x), "{t}: {x} {:?}", found[0]);
            let slope = t.cos() / (1.0 + 3.0 * x * x);
            assert!(found[0].slope.contains(slope), "{t}: {slope} {:?}", found[0]);
        }
        assert!(found[0].value.width() < 0.6, "{:?}", found[0]);
    }
    assert!(proven >= 36, "{proven} of 40 pieces");
}

#[test]
fn a_linear_loop_is_as_narrow_as_its_inputs() {
    // z = s - u/2, u = 3/2 z + s/4 with s = sin(t): u = s.
    let mut exprs = Exprs::default();
    let (u, z) = (exprs.add(Expr::Variable(VariableId(0))), exprs.add(Expr::Variable(VariableId(1))));
    let [half, more, quarter] = [0.5, 1.5, 0.25].map(|number| exprs.real(number));
    let s = wave(&mut exprs);
    let half_u = binary(&mut exprs, Operator::Multiply, half, u);
    let more_z = binary(&mut exprs, Operator::Multiply, more, z);
    let quarter_s = binary(&mut exprs, Operator::Multiply, quarter, s);
    let first = binary(&mut exprs, Operator::Subtract, s, half_u);
    let first = binary(&mut exprs, Operator::Subtract, z, first);
    let second = binary(&mut exprs, Operator::Add, more_z, quarter_s);
    let second = binary(&mut exprs, Operator::Subtract, u, second);
    let mut loops = ImplicitFunction::new(tape(&exprs, &[first, second]), vec![0, 1], true).expect("two");
    let found = proven(loops.enclose(&|_| IntervalDual::time(1.0, 1.01), &[0.0, 0.0], true)).expect("linear");
    assert!(found[0].value.contains(1.005f64.sin()) && found[0].value.width() < 0.02, "{:?}", found[0]);
    assert!(found[0].slope.contains(1.005f64.cos()) && found[0].slope.width() < 0.03, "{:?}", found[0]);
}

#[test]
fn where_two_solutions_meet_nothing_is_claimed() {
    // x² = t with t around zero.
    let mut exprs = Exprs::default();
    let x = exprs.add(Expr::Variable(VariableId(0)));
    let square = binary(&mut exprs, Operator::Multiply, x, x);
    let time = exprs.add(Expr::Time);
    let residual = binary(&mut exprs, Operator::Subtract, square, time);
    let mut loops = ImplicitFunction::new(tape(&exprs, &[residual]), vec![0], false).expect("one equation");
    assert_eq!(loops.enclose(&|_| IntervalDual::time(-0.01, 0.04), &[0.1], false), ImplicitBounds::Unproven);
    // Away from there the branch is the one that the search begins at.
    let below = proven(loops.enclose(&|_| IntervalDual::time(0.99, 1.01), &[-0.9], true)).expect("a branch");
    assert!(below[0].value.contains(-1.0) && below[0].value.hi < -0.9, "{below:?}");
    assert!(below[0].slope.contains(-0.5), "{below:?}");
    assert!(Interval::new(-0.6, -0.4).contains(below[0].slope.midpoint()), "{below:?}");
}
