//! Every row of the table against another way to know the same.

use super::*;
use crate::{Bounds, EvalContext, Expr, ExprId, FlatModel, Value, VariableId, eval};

/// Numbers of a domain, its ends left out.
fn samples(domain: Domain) -> impl Iterator<Item = f64> {
    let all = [-3.7, -1.2, -0.6, -0.31, 0.27, 0.55, 0.93, 1.4, 4.1];
    all.into_iter().filter(move |&x| domain.contains(x))
}

fn close(a: f64, b: f64, digits: f64) -> bool {
    (a - b).abs() <= digits * (1.0 + b.abs())
}

/// The exponential by its series, halved until that converges at once.
fn exponential(x: f64) -> f64 {
    let small = x / 1024.0;
    let sum = (1..20).rev().fold(1.0, |sum, n| 1.0 + sum * small / f64::from(n));
    (0..10).fold(sum, |power, _| power * power)
}

/// The sine by its series.
fn sine(x: f64) -> f64 {
    (1..25).rev().fold(1.0, |sum, n| 1.0 - sum * x * x / f64::from(2 * n * (2 * n + 1))) * x
}

/// What an inverse function is worth: where the function takes the value, found by halving.
fn invert(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64, value: f64) -> f64 {
    let rises = function(high) > function(low);
    for _ in 0..200 {
        let middle = low.midpoint(high);
        if (function(middle) < value) == rises { low = middle } else { high = middle }
    }
    low.midpoint(high)
}

/// The value by series and definitions, without the mathematical library.
fn by_definition(function: Elementary, x: f64) -> f64 {
    use Elementary as F;
    let cosine = |x: f64| sine(x + QUARTER);
    match function {
        F::Abs => x.max(-x),
        F::Sign => x / x.max(-x),
        F::Sqrt => invert(|root| root * root, 0.0, x.max(1.0), x),
        F::Floor => f64::from(x as i32 - i32::from(x < 0.0)),
        F::Ceil => f64::from(x as i32 + i32::from(x > 0.0)),
        F::Sin => sine(x),
        F::Cos => cosine(x),
        F::Tan => sine(x) / cosine(x),
        F::Asin => invert(sine, -QUARTER, QUARTER, x),
        F::Acos => invert(cosine, 0.0, 2.0 * QUARTER, x),
        F::Atan => invert(|angle| sine(angle) / cosine(angle), -1.57, 1.57, x),
        F::Sinh => 0.5 * (exponential(x) - exponential(-x)),
        F::Cosh => 0.5 * (exponential(x) + exponential(-x)),
        F::Tanh => 1.0 - 2.0 / (exponential(2.0 * x) + 1.0),
        F::Exp => exponential(x),
        F::Log => invert(exponential, -10.0, 10.0, x),
        F::Log10 => invert(|digits| exponential(digits * std::f64::consts::LN_10), -10.0, 10.0, x),
    }
}

#[test]
fn values_are_those_of_the_definitions() {
    for &function in Elementary::ALL {
        for x in samples(function.record().domain) {
            let (value, expected) = (function.value(x), by_definition(function, x));
            assert!(close(value, expected, 1e-12), "{function:?} of {x} is {value}, not {expected}");
        }
    }
}

#[test]
fn slopes_are_those_of_the_values() {
    for &function in Elementary::ALL {
        for x in samples(function.record().domain) {
            let h = 1e-6;
            let expected = (function.value(x + h) - function.value(x - h)) / (2.0 * h);
            let slope = function.derivative(x, function.value(x));
            assert!(close(slope, expected, 1e-6), "{function:?} at {x}");
        }
    }
}

/// What an expression of one variable is worth.
fn value_at(model: &FlatModel, id: ExprId, x: f64) -> Option<f64> {
    let values = |_: VariableId| Some(Value::Real(x));
    eval(&EvalContext::of(model, &values), id).ok()?.as_real()
}

#[test]
fn inverses_invert() {
    let mut model = FlatModel::default();
    let y = model.exprs.add(Expr::Variable(VariableId(0)));
    let mut found = Vec::new();
    for &function in Elementary::ALL {
        let domain = function.record().domain;
        let values: Vec<f64> = samples(domain).map(|x| function.value(x)).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let Some(inverse) = function.inverse(&mut model.exprs, y, Bounds { low, high }) else { continue };
        found.push(function);
        for (x, value) in samples(domain).zip(values) {
            let back = value_at(&model, inverse, value);
            assert!(back.is_some_and(|back| close(back, x, 1e-9)), "{function:?} of {x}: {back:?}");
        }
        // A value that the function never takes has no argument.
        if function.record().range.0 == 0.0 {
            assert_eq!(
                function.inverse(&mut model.exprs, y, Bounds { low: -1.0, high }),
                None,
                "{function:?}"
            );
        }
    }
    use Elementary as F;
    assert_eq!(found, [F::Sqrt, F::Asin, F::Acos, F::Atan, F::Sinh, F::Exp, F::Log, F::Log10]);
}

#[test]
fn bounds_hold_every_value() {
    let mut model = FlatModel::default();
    let x = model.exprs.add(Expr::Variable(VariableId(0)));
    for &function in Elementary::ALL {
        let whole = model.exprs.builtin(function.builtin(), &[x]);
        let inside: Vec<f64> = samples(function.record().domain).collect();
        for (at, &low) in inside.iter().enumerate() {
            for &high in &inside[at..] {
                let bounds = model.exprs.bounds(whole, &|_| Bounds { low, high });
                for &x in inside.iter().filter(|x| (low..=high).contains(x)) {
                    let value = function.value(x);
                    assert!(bounds.low <= value && value <= bounds.high, "{function:?} of {x} in {bounds:?}");
                }
            }
        }
    }
}

#[test]
fn records_agree_with_the_values() {
    for &function in Elementary::ALL {
        let record = function.record();
        for x in [-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0] {
            assert_eq!(function.value(x).is_finite(), record.domain.contains(x), "{function:?} of {x}");
        }
        let values: Vec<f64> = samples(record.domain).map(|x| function.value(x)).collect();
        assert!(values.iter().all(|&y| record.range.0 <= y && y <= record.range.1), "{function:?}");
        match record.shape {
            Shape::Steps | Shape::Rising => assert!(values.is_sorted(), "{function:?}"),
            Shape::Falling => assert!(values.is_sorted_by(|a, b| a >= b), "{function:?}"),
            Shape::Even => assert_eq!(function.value(-1.3), function.value(1.3), "{function:?}"),
            Shape::Wave(top) => assert_eq!(function.value(top), record.range.1, "{function:?}"),
            Shape::Poles => assert!(function.value(1.6) < function.value(1.5), "{function:?}"),
        }
    }
}

#[test]
fn every_name_leads_to_its_function() {
    for &function in Elementary::ALL {
        assert_eq!(Elementary::find(function.text()), Some(function));
    }
    assert_eq!(Elementary::find("integer"), None);
}
