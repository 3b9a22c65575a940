//! Values of expressions, and what ends instead of going on.

mod functions;
mod model;

use proptest::prelude::*;

use super::*;
use crate::{EnumId, Statement, Type};
use functions::assign;
use model::Model;

#[test]
fn integers_stay_integers_but_quotients_and_powers_are_real() {
    let mut m = Model::default();
    let (seven, two) = (m.int(7), m.int(2));
    for (operator, value) in [
        (Operator::Add, "9"),
        (Operator::Multiply, "14"),
        (Operator::Divide, "3.5"),
        (Operator::Power, "49.0"),
        (Operator::Less, "false"),
        (Operator::NotEqual, "true"),
    ] {
        let expr = m.op(operator, seven, two);
        assert_eq!(m.show(expr), value);
    }
    let (zero, huge) = (m.int(0), m.int(i64::MAX));
    let expr = m.op(Operator::Divide, seven, zero);
    assert_eq!(m.show(expr), "division by zero");
    let expr = m.op(Operator::Add, huge, huge);
    assert_eq!(m.show(expr), "an Integer is too large");
}

#[test]
fn strings_and_truth() {
    let mut m = Model::default();
    let (a, b) = (m.text("ab"), m.text("c"));
    let joined = m.op(Operator::Add, a, b);
    assert_eq!(m.show(joined), "\"abc\"");
    let less = m.op(Operator::Less, a, b);
    assert_eq!(m.show(less), "true");
    // The right side of a settled `or` is not looked at.
    let unknown = m.exprs.add(Expr::Variable(VariableId(9)));
    let settled = m.op(Operator::Or, less, unknown);
    assert_eq!(m.show(settled), "true");
    let open = m.op(Operator::And, less, unknown);
    assert_eq!(m.eval(open), Err(EvalFailure::Unknown(VariableId(9))));
    let mixed = m.op(Operator::Add, a, unknown);
    assert_eq!(m.eval(mixed), Err(EvalFailure::Unknown(VariableId(9))));
    let time = m.exprs.add(Expr::Time);
    assert_eq!(m.eval(time), Err(EvalFailure::Unsupported(Unevaluable::Form("time"))));
}

#[test]
fn products_follow_linear_algebra() {
    let mut m = Model::default();
    let a = m.matrix(&[&[1, 2], &[3, 4], &[5, 6]]);
    let (two, three) = (m.ints(&[10, 100]), m.ints(&[1, 10, 100]));
    let cases = [
        (m.op(Operator::Multiply, a, two), "{210, 430, 650}"),
        (m.op(Operator::Multiply, three, a), "{531, 642}"),
        (m.op(Operator::Multiply, two, two), "10100"),
        (m.op(Operator::ElementMultiply, two, two), "{100, 10000}"),
        (m.op(Operator::Multiply, a, a), "sizes differ: size [3, 2] and size [3, 2]"),
        (m.op(Operator::Add, two, three), "sizes differ: size [2] and size [3]"),
        (m.builtin(Builtin::Transpose, &[a]), "{{1, 3, 5}, {2, 4, 6}}"),
        (m.builtin(Builtin::OuterProduct, &[two, two]), "{{100, 1000}, {1000, 10000}}"),
        (m.builtin(Builtin::Diagonal, &[two]), "{{10, 0}, {0, 100}}"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
    let (two, scalar) = (m.int(2), m.exprs.real(0.5));
    let square = m.matrix(&[&[1, 1], &[0, 1]]);
    let cases = [
        (m.op(Operator::Power, square, two), "{{1.0, 2.0}, {0.0, 1.0}}"),
        (m.op(Operator::Multiply, scalar, square), "{{0.5, 0.5}, {0.0, 0.5}}"),
        (m.op(Operator::Divide, square, two), "{{0.5, 0.5}, {0.0, 0.5}}"),
        (m.op(Operator::ElementAdd, square, two), "{{3, 3}, {2, 3}}"),
        (m.op(Operator::Add, square, two), "sizes differ: size [2, 2] and a scalar"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
    let (x, y) = (m.ints(&[1, 0, 0]), m.ints(&[0, 1, 0]));
    let cross = m.builtin(Builtin::Cross, &[x, y]);
    assert_eq!(m.show(cross), "{0, 0, 1}");
}

#[test]
fn ranges_of_every_type() {
    let mut m = Model::default();
    let range = |m: &mut Model, start: Expr, step: Expr, stop: Expr| {
        let [start, step, stop] = [start, step, stop].map(|expr| m.exprs.add(expr));
        let range = m.exprs.add(Expr::Range(start, step, stop));
        m.show(range)
    };
    let (int, real) = (Expr::Integer, |value: f64| Expr::Real(value.into()));
    let literal = |number| Expr::Literal(EnumId::new(0, 0), number);
    assert_eq!(range(&mut m, int(1), int(1), int(3)), "{1, 2, 3}");
    assert_eq!(range(&mut m, int(1), int(2), int(6)), "{1, 3, 5}");
    assert_eq!(range(&mut m, int(3), int(-2), int(0)), "{3, 1}");
    assert_eq!(range(&mut m, int(3), int(1), int(1)), "empty [0]");
    assert_eq!(range(&mut m, int(3), int(0), int(1)), "the step of a range is zero");
    assert_eq!(range(&mut m, real(0.0), real(0.5), int(1)), "{0.0, 0.5, 1.0}");
    assert_eq!(range(&mut m, real(1.3), int(1), real(3.2)), "{1.3, 2.3}");
    assert_eq!(range(&mut m, Expr::Boolean(false), int(1), Expr::Boolean(true)), "{false, true}");
    assert_eq!(range(&mut m, literal(2), int(1), literal(4)), "{#2, #3, #4}");
    assert_eq!(range(&mut m, int(0), int(1), int(i64::MAX)), "TooLong");
}

#[test]
fn subscripts_select() {
    let mut m = Model::default();
    let a = m.matrix(&[&[1, 2, 3], &[4, 5, 6]]);
    let (one, two, five, all) = (m.int(1), m.int(2), m.int(5), m.exprs.add(Expr::All));
    let end = m.exprs.add(Expr::End(a, 2));
    let (last, yes) = (m.range(two, end), m.exprs.add(Expr::Boolean(true)));
    for (subscripts, value) in [
        (&[two, end][..], "6"),
        (&[two], "{4, 5, 6}"),
        (&[all, one], "{1, 4}"),
        (&[yes, one], "4"),
        (&[all, last], "{{2, 3}, {5, 6}}"),
        (&[one, five], "subscript 5 is outside of 1..3"),
        (&[one, one, one], "3 subscripts for an array with 2 dimensions"),
    ] {
        let expr = m.index(a, subscripts);
        assert_eq!(m.show(expr), value);
    }
}

#[test]
fn builtins_of_arrays() {
    let mut m = Model::default();
    let a = m.matrix(&[&[1, 2, 3], &[4, 5, 6]]);
    let (one, two, three) = (m.int(1), m.int(2), m.int(3));
    let (half, single) = (m.exprs.real(0.5), m.builtin(Builtin::Zeros, &[one]));
    let row = m.ints(&[7, 8, 9]);
    let tall = m.builtin(Builtin::Promote, &[row, two]);
    let flat = m.builtin(Builtin::Transpose, &[tall]);
    let cases = [
        (m.builtin(Builtin::Size, &[a]), "{2, 3}"),
        (m.builtin(Builtin::Size, &[a, two]), "3"),
        (m.builtin(Builtin::Ndims, &[a]), "2"),
        (m.builtin(Builtin::Sum, &[a]), "21"),
        (m.builtin(Builtin::Product, &[a]), "720"),
        (m.builtin(Builtin::Max, &[a]), "6"),
        (m.builtin(Builtin::Min, &[one, half]), "0.5"),
        (m.builtin(Builtin::Max, &[one, half]), "1.0"),
        (m.builtin(Builtin::Cat, &[one, a, flat]), "{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}"),
        (m.builtin(Builtin::Cat, &[two, a, a]), "{{1, 2, 3, 1, 2, 3}, {4, 5, 6, 4, 5, 6}}"),
        (m.builtin(Builtin::Fill, &[half, two, one]), "{{0.5}, {0.5}}"),
        (m.builtin(Builtin::Identity, &[two]), "{{1, 0}, {0, 1}}"),
        (m.builtin(Builtin::Linspace, &[one, two, three]), "{1.0, 1.5, 2.0}"),
        (m.builtin(Builtin::Vector, &[flat]), "{7, 8, 9}"),
        (m.builtin(Builtin::Matrix, &[row]), "{{7}, {8}, {9}}"),
        (m.builtin(Builtin::Scalar, &[single]), "0"),
        (m.builtin(Builtin::Der, &[a]), "{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}"),
        (m.builtin(Builtin::Symmetric, &[a]), "only a square matrix can be made symmetric"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
}

#[test]
fn division_with_remainder() {
    let mut m = Model::default();
    for (a, b, div, modulo, rem) in
        [(7, 3, "2", "1", "1"), (-7, 3, "-2", "2", "-1"), (7, -3, "-2", "-2", "1"), (-7, -3, "2", "-1", "-1")]
    {
        let (a, b) = (m.int(a), m.int(b));
        for (builtin, value) in [(Builtin::Div, div), (Builtin::Mod, modulo), (Builtin::Rem, rem)] {
            let expr = m.builtin(builtin, &[a, b]);
            assert_eq!(m.show(expr), value);
            let real = m.exprs.builtin(Builtin::Real, &[a]);
            let expr = m.builtin(builtin, &[real, b]);
            assert_eq!(m.show(expr), format!("{value}.0"));
        }
    }
}

#[test]
fn conversions_and_checks() {
    let mut m = Model::default();
    let (x, four, ten) = (m.exprs.real(-2.5), m.int(4), m.int(10));
    let (no, form) = (m.exprs.add(Expr::Boolean(false)), m.text(".2f"));
    let message = m.text("too hot");
    let cases = [
        (m.builtin(Builtin::Integer, &[x]), "-3"),
        (m.builtin(Builtin::Sign, &[x]), "-1"),
        (m.builtin(Builtin::Sqrt, &[x]), "`sqrt` of -2.5 is not defined"),
        (m.builtin(Builtin::String, &[x]), "\"-2.5\""),
        (m.builtin(Builtin::String, &[x, form]), "\"-2.50\""),
        (m.builtin(Builtin::String, &[x, four, ten, no]), "\"      -2.5\""),
        (m.builtin(Builtin::String, &[four, four]), "\"4   \""),
        (m.builtin(Builtin::SemiLinear, &[x, four, ten]), "-25.0"),
        (m.builtin(Builtin::Assert, &[no, message]), "too hot"),
        (m.builtin(Builtin::Pre, &[x]), "Unsupported(Builtin(Pre))"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
}

#[test]
fn comprehensions_nest() {
    let mut m = Model::default();
    let (one, two, three) = (m.int(1), m.int(2), m.int(3));
    let (i, j) = (m.local(0), m.local(1));
    let (rows, columns) = (m.range(one, two), m.range(one, three));
    let product = m.op(Operator::Multiply, i, j);
    let row = m.exprs.add(Expr::Comprehension(1, columns, product));
    let all = m.exprs.add(Expr::Comprehension(0, rows, row));
    assert_eq!(m.show(all), "{{1, 2, 3}, {2, 4, 6}}");
    assert_eq!(m.show(i), "`local 1` is used before it has a value");
}

#[test]
fn endless_loops_and_recursion_end() {
    let mut m = Model::default();
    let yes = m.exprs.add(Expr::Boolean(true));
    let locals = vec![m.declare("y", Type::Real, &[])];
    let f = m.function(0, 1, locals, vec![Statement::While(yes, vec![])]);
    let call = m.call(f, &[]);
    assert_eq!(m.eval(call), Err(EvalFailure::TooLong));
    let locals = vec![m.declare("y", Type::Real, &[])];
    let mut m = Model::default();
    let call = m.call(0, &[]);
    let g = m.function(0, 1, locals, vec![assign(0, call)]);
    assert_eq!(g, 0);
    assert_eq!(m.eval(call), Err(EvalFailure::TooDeep));
}

/// On a stack of 2 MB, half of which must be enough.
#[test]
#[allow(clippy::disallowed_methods, reason = "a small stack shows what recursion costs")]
fn deep_expressions_fail_instead_of_overflowing() {
    let run = || {
        // Every level goes the way with the largest frames: call, statement, built-in, subscript.
        let mut m = Model::default();
        let yes = m.exprs.add(Expr::Boolean(true));
        let (one, x) = (m.int(1), m.local(0));
        let inner = m.call(0, &[x]);
        let list = m.vector(&[inner]);
        let item = m.index(list, &[one]);
        let mut value = m.builtin(Builtin::Abs, &[item]);
        for _ in 0..3 {
            value = m.vector(&[value]);
            value = m.builtin(Builtin::Sum, &[value]);
            value = m.exprs.add(Expr::If(yes, value, one));
        }
        let locals = vec![m.declare("x", Type::Real, &[]), m.declare("y", Type::Real, &[])];
        m.function(1, 1, locals, vec![Statement::If(vec![(yes, vec![assign(1, value)])])]);
        let call = m.call(0, &[one]);
        assert_eq!(m.eval(call), Err(EvalFailure::TooDeep));
        let mut deep = one;
        for _ in 0..100_000 {
            deep = m.builtin(Builtin::Abs, &[deep]);
            let list = m.exprs.list(&[one]);
            deep = m.exprs.add(Expr::Index(deep, list));
        }
        assert_eq!(m.eval(deep), Err(EvalFailure::TooDeep));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn long_chains_are_not_deep() {
    let mut m = Model::default();
    let one = m.int(1);
    let mut sum = one;
    for _ in 0..100_000 {
        sum = m.op(Operator::Add, sum, one);
    }
    assert_eq!(m.show(sum), "100001");
}

proptest! {
    /// The definitions of MLS 3.7.2: `x = div(x, y) * y + rem(x, y)`, and `mod` lies between zero and `y`.
    #[test]
    fn remainders_fit_their_quotients(x in any::<i32>(), y in any::<i32>()) {
        prop_assume!(y != 0);
        let (x, y) = (i64::from(x), i64::from(y));
        let mut m = Model::default();
        let (a, b) = (m.int(x), m.int(y));
        let mut get = |builtin| {
            let expr = m.builtin(builtin, &[a, b]);
            m.eval(expr).unwrap().as_integer().unwrap()
        };
        let (div, rem, modulo) = (get(Builtin::Div), get(Builtin::Rem), get(Builtin::Mod));
        prop_assert_eq!(div * y + rem, x);
        prop_assert!(modulo == 0 || (modulo.signum() == y.signum() && modulo.abs() < y.abs()));
        prop_assert_eq!((x - modulo) % y, 0);
    }

    /// `(A * B)'` is `B' * A'`, and indices agree with how the arrays were written.
    #[test]
    fn transposed_products(rows in 1usize..4, inner in 1usize..4, columns in 1usize..4, seed in 0i64..100) {
        let mut m = Model::default();
        let mut matrix = |rows: usize, columns: usize| {
            let row = |r: usize| (0..columns).map(|c| (r as i64 * 7 + c as i64 * 5 + seed) % 11).collect();
            let rows: Vec<Vec<i64>> = (0..rows).map(row).collect();
            m.matrix(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        let (a, b) = (matrix(rows, inner), matrix(inner, columns));
        let product = m.op(Operator::Multiply, a, b);
        let left = m.builtin(Builtin::Transpose, &[product]);
        let (at, bt) = (m.builtin(Builtin::Transpose, &[a]), m.builtin(Builtin::Transpose, &[b]));
        let right = m.op(Operator::Multiply, bt, at);
        prop_assert_eq!(m.eval(left), m.eval(right));
        let (r, k) = (m.int(rows as i64), m.int(inner as i64));
        let item = m.index(a, &[r, k]);
        let expected = ((rows as i64 - 1) * 7 + (inner as i64 - 1) * 5 + seed) % 11;
        prop_assert_eq!(m.eval(item), Ok(Value::Integer(expected)));
    }
}
