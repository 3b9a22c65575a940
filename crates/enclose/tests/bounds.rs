//! Bounds of random expressions contain what the expressions are worth, and how they change.

use enclose::{Interval, IntervalDual, IntervalTape, TapeLeaf};
use equations::{Builtin, Elementary, Expr, ExprId, Exprs, Operator, VariableId};
use proptest::prelude::*;

/// An expression of `x`, a function of time, and `y`, a number.
#[derive(Clone, Debug)]
enum Tree {
    X,
    Y,
    Number(f64),
    Whole(i64),
    One(Builtin, Box<Tree>),
    Two(Builtin, Box<Tree>, Box<Tree>),
    Negate(Box<Tree>),
    Operate(Operator, Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i64),
    /// Relation, its two sides, the two branches.
    If(Operator, Box<[Tree; 4]>),
    SemiLinear(Box<[Tree; 3]>),
}

const X: VariableId = VariableId(0);
const Y: VariableId = VariableId(1);

impl Tree {
    fn build(&self, exprs: &mut Exprs) -> ExprId {
        match self {
            Tree::X => exprs.add(Expr::Variable(X)),
            Tree::Y => exprs.add(Expr::Variable(Y)),
            Tree::Number(value) => exprs.real(*value),
            Tree::Whole(value) => exprs.integer(*value),
            Tree::One(builtin, a) => {
                let a = a.build(exprs);
                exprs.builtin(*builtin, &[a])
            }
            Tree::Two(builtin, a, b) => {
                let (a, b) = (a.build(exprs), b.build(exprs));
                exprs.builtin(*builtin, &[a, b])
            }
            Tree::Negate(a) => {
                let a = a.build(exprs);
                exprs.add(Expr::Unary(Operator::Negate, a))
            }
            Tree::Operate(operator, a, b) => {
                let (a, b) = (a.build(exprs), b.build(exprs));
                exprs.add(Expr::Binary(*operator, a, b))
            }
            Tree::Power(a, exponent) => {
                let (a, b) = (a.build(exprs), exprs.integer(*exponent));
                exprs.add(Expr::Binary(Operator::Power, a, b))
            }
            Tree::If(relation, parts) => {
                let [a, b, yes, no] = [0, 1, 2, 3].map(|at| parts[at].build(exprs));
                let condition = exprs.add(Expr::Binary(*relation, a, b));
                exprs.add(Expr::If(condition, yes, no))
            }
            Tree::SemiLinear(parts) => {
                let parts = [0, 1, 2].map(|at| parts[at].build(exprs));
                exprs.builtin(Builtin::SemiLinear, &parts)
            }
        }
    }

    /// The value with the functions of the standard library, by Modelica Language Specification 3.7.
    fn value(&self, x: f64, y: f64) -> f64 {
        match self {
            Tree::X => x,
            Tree::Y => y,
            Tree::Number(value) => *value,
            Tree::Whole(value) => *value as f64,
            Tree::One(builtin, a) => one(*builtin, a.value(x, y)),
            Tree::Two(builtin, a, b) => two(*builtin, a.value(x, y), b.value(x, y)),
            Tree::Negate(a) => -a.value(x, y),
            Tree::Operate(operator, a, b) => operate(*operator, a.value(x, y), b.value(x, y)),
            Tree::Power(a, exponent) => a.value(x, y).powf(*exponent as f64),
            Tree::If(relation, parts) => {
                let [a, b, yes, no] = [0, 1, 2, 3].map(|at| parts[at].value(x, y));
                // A condition without a value has none to choose by.
                if (a - b).is_nan() {
                    f64::NAN
                } else if operate(*relation, a, b) != 0.0 {
                    yes
                } else {
                    no
                }
            }
            Tree::SemiLinear(parts) => {
                let [x, above, below] = [0, 1, 2].map(|at| parts[at].value(x, y));
                if x >= 0.0 { x * above } else { x * below }
            }
        }
    }
}

fn one(builtin: Builtin, a: f64) -> f64 {
    match builtin {
        Builtin::Abs => a.abs(),
        Builtin::Sign if a.is_nan() => f64::NAN,
        Builtin::Sign => f64::from(i8::from(a > 0.0) - i8::from(a < 0.0)),
        Builtin::Sqrt => a.sqrt(),
        Builtin::Ceil => a.ceil(),
        Builtin::Floor | Builtin::Integer => a.floor(),
        Builtin::Sin => a.sin(),
        Builtin::Cos => a.cos(),
        Builtin::Tan => a.tan(),
        Builtin::Asin => a.asin(),
        Builtin::Acos => a.acos(),
        Builtin::Atan => a.atan(),
        Builtin::Sinh => a.sinh(),
        Builtin::Cosh => a.cosh(),
        Builtin::Tanh => a.tanh(),
        Builtin::Exp => a.exp(),
        Builtin::Log => a.ln(),
        Builtin::Log10 => a.log10(),
        _ => unreachable!("not a function of one number"),
    }
}

fn two(builtin: Builtin, a: f64, b: f64) -> f64 {
    match builtin {
        Builtin::Div => (a / b).trunc(),
        Builtin::Mod => a - (a / b).floor() * b,
        Builtin::Rem => a - (a / b).trunc() * b,
        Builtin::Atan2 => a.atan2(b),
        _ if a.is_nan() || b.is_nan() => f64::NAN,
        Builtin::Min => a.min(b),
        Builtin::Max => a.max(b),
        _ => unreachable!("not a function of two numbers"),
    }
}

fn operate(operator: Operator, a: f64, b: f64) -> f64 {
    let truth = |value: bool| f64::from(u8::from(value));
    match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::Divide => a / b,
        Operator::Power => a.powf(b),
        Operator::Less => truth(a < b),
        Operator::LessEqual => truth(a <= b),
        Operator::Greater => truth(a > b),
        Operator::GreaterEqual => truth(a >= b),
        Operator::Equal => truth(a == b),
        Operator::NotEqual => truth(a != b),
        _ => unreachable!("not an operator of numbers"),
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    use Builtin as B;
    let leaf = prop_oneof![
        4 => Just(Tree::X),
        2 => Just(Tree::Y),
        2 => (-10.0..10.0_f64).prop_map(Tree::Number),
        2 => (-5..6_i64).prop_map(Tree::Whole),
        1 => prop_oneof![Just(1e-12), Just(1e12), Just(0.1), Just(1e100)].prop_map(Tree::Number),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new).boxed();
        let one = prop::sample::select(vec![
            B::Abs,
            B::Sign,
            B::Sqrt,
            B::Ceil,
            B::Floor,
            B::Integer,
            B::Sin,
            B::Cos,
            B::Tan,
            B::Asin,
            B::Acos,
            B::Atan,
            B::Sinh,
            B::Cosh,
            B::Tanh,
            B::Exp,
            B::Log,
            B::Log10,
        ]);
        let two = prop::sample::select(vec![B::Div, B::Mod, B::Rem, B::Atan2, B::Min, B::Max]);
        let arithmetic = prop::sample::select(vec![
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Divide,
            Operator::Power,
        ]);
        let relation = prop::sample::select(vec![
            Operator::Less,
            Operator::LessEqual,
            Operator::Greater,
            Operator::GreaterEqual,
            Operator::Equal,
            Operator::NotEqual,
        ]);
        prop_oneof![
            6 => (one, boxed.clone()).prop_map(|(builtin, a)| Tree::One(builtin, a)),
            3 => (two, boxed.clone(), boxed.clone()).prop_map(|(builtin, a, b)| Tree::Two(builtin, a, b)),
            1 => boxed.clone().prop_map(Tree::Negate),
            9 => (arithmetic, boxed.clone(), boxed.clone()).prop_map(|(op, a, b)| Tree::Operate(op, a, b)),
            2 => (boxed, -4..6_i64).prop_map(|(a, n)| Tree::Power(a, n)),
            2 => (relation, prop::array::uniform4(inner.clone()))
                .prop_map(|(relation, parts)| Tree::If(relation, Box::new(parts))),
            1 => prop::array::uniform3(inner).prop_map(|parts| Tree::SemiLinear(Box::new(parts))),
        ]
    })
}

/// A piece of time: where it begins and how long it is.
fn piece() -> impl Strategy<Value = (f64, f64)> {
    let begin = prop_oneof![Just(0.0), -10.0..10.0_f64, -1e6..1e6_f64];
    let length = prop_oneof![Just(0.0), Just(1e-9), 0.0..0.1_f64, 0.0..20.0_f64];
    (begin, length)
}

fn resolve(exprs: &Exprs) -> impl FnMut(ExprId) -> TapeLeaf {
    move |id| match exprs.get(id) {
        Expr::Variable(variable) => TapeLeaf::Input(variable.0),
        _ => TapeLeaf::Inner,
    }
}

fn contains(bounds: Interval, value: f64) -> bool {
    bounds.contains(value) || !value.is_finite()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn bounds_contain_values_and_differences(
        tree in tree(),
        (begin, length) in piece(),
        (y, y_width) in piece(),
        places in prop::collection::vec((0.0..=1.0_f64, 0.0..=1.0_f64), 8),
    ) {
        let mut exprs = Exprs::default();
        let root = tree.build(&mut exprs);
        let mut tape = IntervalTape::new(&exprs, &[root], &mut resolve(&exprs));
        let end = begin + length;
        let y_range = Interval::new(y, y + y_width);
        let piece = |from: f64, to: f64, y: Interval| {
            move |input: u32| if input == 0 { IntervalDual::time(from, to) } else { IntervalDual::constant(y) }
        };
        prop_assert!(tape.is_bounded(0));
        tape.run(&piece(begin, end, y_range));
        let all = tape.output(0);
        tape.run_values(&|input| piece(begin, end, y_range)(input).value);
        prop_assert_eq!(tape.output(0).value, all.value, "values alone are the same");
        let mut former: Option<(f64, Interval)> = None;
        let fixed = (y + places[0].1 * y_width).min(y_range.hi);
        for &(x_place, y_place) in &places {
            let x = (begin + x_place * length).min(end);
            let at_y = (y + y_place * y_width).min(y_range.hi);
            let value = tree.value(x, at_y);
            prop_assert!(contains(all.value, value), "{value} at {x}, {at_y} not in {:?}", all.value);
            // Differences for one y: quotients of rigorous bounds at two points meet the slope.
            tape.run(&piece(x, x, Interval::point(fixed)));
            let here = tape.output(0).value;
            prop_assert!(contains(here, tree.value(x, fixed)));
            if tree.value(x, fixed).is_finite() {
                if let Some((before, bounds)) = former && before != x {
                    let rise = here - bounds;
                    let steps = Interval::between(x - before, (x - before).next_up())
                        .hull(Interval::point((x - before).next_down()));
                    let allowed = all.slope * steps;
                    prop_assert!(
                        rise.intersect(allowed).is_some(),
                        "from {before} to {x} it rises by {rise:?}, not {allowed:?}"
                    );
                }
                former = Some((x, here));
            }
        }
    }

    #[test]
    fn waves_have_their_extrema(center in -1e7..1e7_f64, width in 0.0..7.0_f64, place in 0.0..=1.0_f64) {
        let range = Interval::new(center, center + width);
        let x = (center + place * width).min(range.hi);
        for (bounds, function) in [(range.apply(Elementary::Sin), f64::sin as fn(f64) -> f64), (range.apply(Elementary::Cos), f64::cos)] {
            prop_assert!(bounds.contains(function(x)));
            let (mut lo, mut hi) = (1.0_f64, -1.0_f64);
            for step in 0..=2000 {
                let value = function((center + width * f64::from(step) / 2000.0).min(range.hi));
                (lo, hi) = (lo.min(value), hi.max(value));
            }
            // Samples this close miss an extremum by less than (7 / 4000)^2 / 2.
            prop_assert!(bounds.lo >= lo - 2e-6 && bounds.hi <= hi + 2e-6, "{bounds:?} for {lo} to {hi}");
        }
    }

    #[test]
    fn sharper_bounds_still_contain(c in -3.0..3.0_f64, begin in -2.0..2.0_f64, length in 0.0..1.0_f64, place in 0.0..=1.0_f64) {
        // x * (x - c) over a piece: the natural bounds count x twice.
        let end = begin + length;
        let product = |time: IntervalDual| time * (time - IntervalDual::constant(Interval::point(c)));
        let middle = begin.midpoint(end);
        let natural = product(IntervalDual::time(begin, end));
        let half = (end - begin).next_up();
        let sharp = natural.sharpen(product(IntervalDual::time(middle, middle)).value, half);
        let x = (begin + place * length).min(end);
        prop_assert!(sharp.value.contains(x * (x - c)));
        prop_assert!(natural.value.lo <= sharp.value.lo && sharp.value.hi <= natural.value.hi);
    }
}

#[test]
fn waves_reach_exactly_one_where_a_top_is_within() {
    let pi = std::f64::consts::PI;
    assert_eq!(Interval::new(1.0, 2.0).apply(Elementary::Sin).hi, 1.0);
    assert!(Interval::new(1.0, 2.0).apply(Elementary::Sin).lo <= 1.0_f64.sin());
    assert!(Interval::new(0.1, 1.0).apply(Elementary::Sin).hi < 0.8415);
    assert_eq!(Interval::new(4.0, 5.0).apply(Elementary::Sin).lo, -1.0);
    assert_eq!(Interval::new(-0.1, 0.2).apply(Elementary::Cos).hi, 1.0);
    assert_eq!(Interval::new(3.0, 4.0).apply(Elementary::Cos).lo, -1.0);
    assert_eq!(Interval::new(0.0, 2.0 * pi).apply(Elementary::Sin), Interval::new(-1.0, 1.0));
    assert_eq!(Interval::new(1e300, 1e300).apply(Elementary::Sin), Interval::new(-1.0, 1.0));
    assert_eq!(Interval::new(1.0, 2.0).apply(Elementary::Tan), Interval::ENTIRE);
    assert!(Interval::new(-1.0, 1.0).apply(Elementary::Tan).is_bounded());
}

#[test]
fn powers_know_even_from_odd() {
    let range = Interval::new(-2.0, 3.0);
    assert_eq!(range.powi(2), Interval::new(0.0, 9.0));
    let cube = range.powi(3);
    assert!(cube.contains(-8.0) && cube.contains(27.0) && cube.width() < 35.0001);
    assert!(range.powi(4).lo == 0.0 && range.powi(4).hi < 81.0001);
    assert_eq!(range.powi(0), Interval::ONE);
    assert_eq!(range.powi(-1), Interval::ENTIRE);
    let inverse = range.powi(-2);
    assert!(inverse.lo > 0.11 && inverse.lo <= 1.0 / 9.0 && inverse.hi == f64::INFINITY);
    // 0 ^ 0.5 is 0; beyond the domain only what is defined counts.
    let root = Interval::new(-1.0, 4.0).powf(Interval::point(0.5));
    assert!(root.lo == 0.0 && root.contains(2.0) && root.hi < 2.0001);
    assert_eq!(Interval::new(-2.0, -1.0).powf(Interval::point(0.5)), Interval::ENTIRE);
    let both = Interval::new(0.5, 2.0).powf(Interval::new(-1.0, 1.0));
    assert!(both.contains(0.5) && both.contains(2.0) && both.lo > 0.4999 && both.hi < 2.0001);
}

#[test]
fn whole_numbers_stay_exact() {
    let i = |value: f64| Interval::point(value);
    assert_eq!(i(2.0) + i(3.0), i(5.0));
    assert_eq!(i(7.0) * i(-6.0), i(-42.0));
    assert_eq!(i(42.0) / i(7.0), i(6.0));
    assert_eq!(i(7.0).modulo(i(3.0)), i(1.0));
    assert_eq!(i(-7.0).modulo(i(3.0)), i(2.0));
    assert_eq!(i(-7.0) % i(3.0), i(-1.0));
    let third = i(1.0) / i(3.0);
    assert!(third.lo < third.hi && third.contains(1.0 / 3.0));
    let sum = i(0.1) + i(0.2);
    assert!(sum.lo < sum.hi && sum.contains(0.1 + 0.2));
}

#[test]
fn unbounded_intervals_stay_sound() {
    let half = Interval::new(0.0, f64::INFINITY);
    assert_eq!(half * Interval::ZERO, Interval::ZERO);
    assert_eq!(half - half, Interval::ENTIRE);
    assert_eq!(Interval::ONE / half, half);
    assert_eq!(Interval::ONE / Interval::new(-1.0, 1.0), Interval::ENTIRE);
    assert_eq!(Interval::new(1.0, 2.0) / Interval::ZERO, Interval::ENTIRE);
    assert_eq!(Interval::ENTIRE.apply(Elementary::Exp), half);
    assert_eq!(Interval::point(f64::NAN), Interval::ENTIRE);
    assert_eq!(Interval::new(-1.0, 1.0).apply(Elementary::Log).lo, f64::NEG_INFINITY);
    assert_eq!(Interval::new(-2.0, -1.0).apply(Elementary::Log), Interval::ENTIRE);
}

#[test]
fn bounds_hold_every_function_of_the_table() {
    let ends = [-40.0, -3.7, -1.2, -1.0, -0.6, 0.0, 0.27, 0.93, 1.0, 1.5, 1.6, 4.1, 40.0];
    for &function in Elementary::ALL {
        let domain = function.record().domain;
        for (at, &lo) in ends.iter().enumerate() {
            for &hi in &ends[at..] {
                let time = IntervalDual::time(lo, hi);
                let bounds = time.apply(function);
                assert_eq!(bounds.value, Interval::new(lo, hi).apply(function), "{function:?}");
                let inside = (0..=20).map(|step| lo + (hi - lo) * f64::from(step) / 20.0);
                let inside = inside.map(|x| x.clamp(lo, hi)).filter(|&x| domain.contains(x));
                let values: Vec<(f64, f64)> = inside.map(|x| (x, function.value(x))).collect();
                for (number, &(x, value)) in values.iter().enumerate() {
                    assert!(
                        bounds.value.contains(value),
                        "{function:?} of {x} is {value}, not in {bounds:?}"
                    );
                    for &(other, there) in &values[number + 1..] {
                        if other > x {
                            let quotient = (there - value) / (other - x);
                            let slack = 1e-9 * (1.0 + quotient.abs());
                            let slope = Interval::new(bounds.slope.lo - slack, bounds.slope.hi + slack);
                            assert!(
                                slope.contains(quotient),
                                "{function:?} from {x} to {other} in {bounds:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
