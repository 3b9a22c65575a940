//! Tapes: what they ask for, what they share, and what they cannot bound.

use enclose::{Interval, IntervalDual, IntervalTape, TapeLeaf};
use equations::{Builtin, Expr, ExprId, Exprs, Operator, VariableId};

fn variable(exprs: &mut Exprs, at: u32) -> ExprId {
    exprs.add(Expr::Variable(VariableId(at)))
}

fn binary(exprs: &mut Exprs, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
    exprs.add(Expr::Binary(operator, a, b))
}

/// Variables and time are inputs: the number of the variable, 1000 for time.
fn leaves(exprs: &Exprs) -> impl FnMut(ExprId) -> TapeLeaf {
    move |id| match exprs.get(id) {
        Expr::Variable(variable) => TapeLeaf::Input(variable.0),
        Expr::Time => TapeLeaf::Input(1000),
        _ => TapeLeaf::Inner,
    }
}

fn run(tape: &mut IntervalTape, inputs: &[(u32, IntervalDual)]) -> Vec<IntervalDual> {
    tape.run(&|number| inputs.iter().find(|(input, _)| *input == number).expect("an input").1);
    (0..tape.output_count()).map(|output| tape.output(output)).collect()
}

fn point(value: f64) -> IntervalDual {
    IntervalDual::constant(Interval::point(value))
}

#[test]
fn chains_of_variables_are_expanded() {
    // v0 = time, v(k) = v(k - 1) + 1, and each is used once more beside it.
    let mut exprs = Exprs::default();
    let count = 100_000;
    let time = exprs.add(Expr::Time);
    let one = exprs.integer(1);
    let variables: Vec<ExprId> = (0..=count).map(|at| variable(&mut exprs, at)).collect();
    let mut bodies = vec![time];
    for &former in &variables[..count as usize] {
        bodies.push(binary(&mut exprs, Operator::Add, former, one));
    }
    let top = variables[count as usize];
    let twice = binary(&mut exprs, Operator::Add, top, top);
    let mut asked = 0;
    let mut tape = IntervalTape::new(&exprs, &[top, twice], &mut |id| {
        asked += 1;
        match exprs.get(id) {
            Expr::Variable(variable) => TapeLeaf::Expand(bodies[variable.at()]),
            Expr::Time => TapeLeaf::Input(7),
            _ => TapeLeaf::Inner,
        }
    });
    assert!(asked <= 2 * count + 4, "asked {asked} times");
    assert_eq!(tape.inputs(), [7]);
    assert_eq!(tape.operation_count(), count as usize + 1);
    let outputs = run(&mut tape, &[(7, IntervalDual::time(1.0, 2.0))]);
    assert_eq!(outputs[0], IntervalDual { value: Interval::new(100_001.0, 100_002.0), slope: Interval::ONE });
    assert_eq!(outputs[1].slope, Interval::point(2.0));
}

#[test]
fn cycles_are_unknown() {
    // a = b + 1, b = a + 1
    let mut exprs = Exprs::default();
    let [a, b] = [0, 1].map(|at| variable(&mut exprs, at));
    let one = exprs.integer(1);
    let bodies = [binary(&mut exprs, Operator::Add, b, one), binary(&mut exprs, Operator::Add, a, one)];
    let mut tape = IntervalTape::new(&exprs, &[a, b, one], &mut |id| match exprs.get(id) {
        Expr::Variable(variable) => TapeLeaf::Expand(bodies[variable.at()]),
        _ => TapeLeaf::Inner,
    });
    assert_eq!([0, 1, 2].map(|at| tape.is_bounded(at)), [false, false, true]);
    assert_eq!(run(&mut tape, &[])[0], IntervalDual::UNKNOWN);
}

#[test]
fn what_is_equal_is_computed_once() {
    let mut exprs = Exprs::default();
    let [x, y, z] = [0, 1, 2].map(|at| variable(&mut exprs, at));
    let two = exprs.real(2.0);
    let (a, b) =
        (binary(&mut exprs, Operator::Multiply, two, x), binary(&mut exprs, Operator::Multiply, two, z));
    let square = binary(&mut exprs, Operator::Multiply, x, z);
    let zero = binary(&mut exprs, Operator::Subtract, x, z);
    let beside = exprs.builtin(Builtin::Exp, &[y]);
    // z is another name of x.
    let mut inner = leaves(&exprs);
    let mut tape = IntervalTape::new(&exprs, &[a, b, square, zero, beside], &mut |id| {
        if id == z { TapeLeaf::Expand(x) } else { inner(id) }
    });
    assert_eq!(tape.operation_count(), 3);
    let x_range = IntervalDual { value: Interval::new(-1.0, 2.0), slope: Interval::ONE };
    let outputs = run(&mut tape, &[(0, x_range), (1, point(0.0))]);
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[2].value, Interval::new(0.0, 4.0));
    assert_eq!(outputs[3], point(0.0));
    assert!(tape.is_constant(3) && !tape.is_constant(2));
    // Only some of them.
    tape.only(&[2]);
    assert_eq!(tape.operation_count(), 1);
    let still = run(&mut tape, &[(0, point(3.0)), (1, point(1.0))]);
    assert_eq!((still[2], still[4]), (point(9.0), outputs[4]));
    tape.all();
    let again = run(&mut tape, &[(0, point(3.0)), (1, point(0.0))]);
    assert_eq!((again[0], again[2]), (point(6.0), point(9.0)));
}

#[test]
fn conditions_choose_where_they_are_decided() {
    let mut exprs = Exprs::default();
    let x = variable(&mut exprs, 0);
    let (zero, minus) = (exprs.real(0.0), exprs.add(Expr::Unary(Operator::Negate, x)));
    let condition = binary(&mut exprs, Operator::Greater, x, zero);
    let choice = exprs.add(Expr::If(condition, x, minus));
    let order = exprs.integer(0);
    let smooth = exprs.builtin(Builtin::Smooth, &[order, choice]);
    let mut tape = IntervalTape::new(&exprs, &[choice, smooth, condition], &mut leaves(&exprs));
    let at = |lo: f64, hi: f64| IntervalDual { value: Interval::new(lo, hi), slope: Interval::point(3.0) };
    let right = run(&mut tape, &[(0, at(1.0, 2.0))]);
    assert_eq!(right[0], at(1.0, 2.0));
    assert_eq!(right[2], point(1.0));
    let left = run(&mut tape, &[(0, at(-2.0, -1.0))]);
    assert_eq!(left[0], IntervalDual { value: Interval::new(1.0, 2.0), slope: Interval::point(-3.0) });
    // Without a word about it, it may jump.
    let both = run(&mut tape, &[(0, at(-2.0, 1.0))]);
    assert_eq!(both[0], IntervalDual { value: Interval::new(-2.0, 2.0), slope: Interval::ENTIRE });
    assert_eq!(both[1].slope, Interval::new(-3.0, 3.0));
    assert_eq!(both[2].value, Interval::UNIT);
    // What is unknown and does not change does not jump either.
    let still = run(&mut tape, &[(0, IntervalDual::constant(Interval::new(-2.0, 1.0)))]);
    assert_eq!(still[0].slope, Interval::ZERO);
}

#[test]
fn logic_is_decided_where_one_side_is_enough() {
    let mut exprs = Exprs::default();
    let [x, y] = [0, 1].map(|at| variable(&mut exprs, at));
    let and = binary(&mut exprs, Operator::And, x, y);
    let or = binary(&mut exprs, Operator::Or, x, y);
    let not = exprs.add(Expr::Unary(Operator::Not, x));
    let mut tape = IntervalTape::new(&exprs, &[and, or, not], &mut leaves(&exprs));
    let open = IntervalDual { value: Interval::UNIT, slope: Interval::ENTIRE };
    assert_eq!(run(&mut tape, &[(0, point(0.0)), (1, open)]), [point(0.0), open, point(1.0)]);
    assert_eq!(run(&mut tape, &[(0, point(1.0)), (1, open)]), [open, point(1.0), point(0.0)]);
    assert_eq!(run(&mut tape, &[(0, open), (1, open)]), [open, open, open]);
}

#[test]
fn transparent_operators_and_folds() {
    let mut exprs = Exprs::default();
    let [x, y, z] = [0, 1, 2].map(|at| variable(&mut exprs, at));
    let inner = exprs.builtin(Builtin::NoEvent, &[x]);
    let homotopy = exprs.builtin(Builtin::Homotopy, &[inner, y]);
    let list = exprs.list(&[x, y, z]);
    let array = exprs.add(Expr::Array(list));
    let [min, max, sum, product] = [Builtin::Min, Builtin::Max, Builtin::Sum, Builtin::Product]
        .map(|builtin| exprs.builtin(builtin, &[array]));
    let roots = [homotopy, min, max, sum, product];
    let mut tape = IntervalTape::new(&exprs, &roots, &mut leaves(&exprs));
    let outputs = run(&mut tape, &[(0, point(2.0)), (1, point(-3.0)), (2, point(5.0))]);
    assert_eq!(outputs, [2.0, -3.0, 5.0, 4.0, -30.0].map(point));
}

#[test]
fn unknown_parts_are_told() {
    let mut exprs = Exprs::default();
    let [x, y] = [0, 1].map(|at| variable(&mut exprs, at));
    let pre = exprs.builtin(Builtin::Pre, &[x]);
    let other = exprs.builtin(Builtin::Pre, &[y]);
    let sum = binary(&mut exprs, Operator::Add, pre, x);
    let lost = binary(&mut exprs, Operator::Add, other, x);
    let time = exprs.add(Expr::Time);
    let mut inner = leaves(&exprs);
    let mut tape = IntervalTape::new(&exprs, &[sum, lost, time], &mut |id| match id {
        id if id == pre => TapeLeaf::Input(50),
        id if id == time => TapeLeaf::Unknown,
        id => inner(id),
    });
    assert_eq!([0, 1, 2].map(|at| tape.is_bounded(at)), [true, false, false]);
    assert_eq!(tape.inputs(), [0, 50]);
    let outputs = run(&mut tape, &[(0, IntervalDual::time(0.0, 1.0)), (50, point(4.0))]);
    assert_eq!(outputs[0], IntervalDual { value: Interval::new(4.0, 5.0), slope: Interval::ONE });
    assert_eq!(outputs[1], IntervalDual::UNKNOWN);
}
