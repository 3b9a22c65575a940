//! Crossings of functions whose zeros are known by formula: all are found, one after the other, none twice.

use std::f64::consts::PI;

use enclose::{CrossingSearch, Interval, IntervalDual, Isolation, first_crossing};
use equations::Elementary;
use proptest::prelude::*;

/// A function of time on intervals and on numbers.
struct Function<'a> {
    bounds: &'a dyn Fn(IntervalDual) -> IntervalDual,
    value: &'a dyn Fn(f64) -> f64,
}

/// Functions of time as they are written.
trait Written {
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn exp(self) -> Self;
    fn floor(self) -> Self;
}

impl Written for IntervalDual {
    fn sin(self) -> IntervalDual {
        self.apply(Elementary::Sin)
    }

    fn cos(self) -> IntervalDual {
        self.apply(Elementary::Cos)
    }

    fn exp(self) -> IntervalDual {
        self.apply(Elementary::Exp)
    }

    fn floor(self) -> IntervalDual {
        self.apply(Elementary::Floor)
    }
}

fn number(value: f64) -> IntervalDual {
    IntervalDual::constant(Interval::point(value))
}

impl Function<'_> {
    fn first(&self, search: &mut CrossingSearch, budget: usize) -> Isolation {
        let mut bounds = |from: f64, to: f64| (self.bounds)(IntervalDual::time(from, to));
        let mut value = |time: f64| (self.value)(time);
        first_crossing(&mut bounds, &mut value, search, budget)
    }

    /// All crossings, and the evaluations that they took.
    fn all(&self, from: f64, to: f64, sign: i8) -> (Vec<f64>, usize) {
        let mut search = CrossingSearch::new(from, to, sign);
        let mut times = Vec::new();
        loop {
            match self.first(&mut search, 100_000) {
                Isolation::Nothing => return (times, search.evaluations),
                Isolation::Crossing { time, sign: after } => {
                    let expected = if times.len() % 2 == 0 { -sign } else { sign };
                    assert_eq!(after, expected, "signs alternate");
                    assert!(time > *times.last().unwrap_or(&from), "times grow");
                    times.push(time);
                    assert!(times.len() < 100_000, "crossings without end");
                }
                Isolation::Unproven { until } => panic!("unproven from {until} on, after {times:?}"),
            }
        }
    }
}

#[track_caller]
fn assert_times(found: &[f64], expected: &[f64], relative: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?} instead of {expected:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= relative * expected.abs(), "{found} instead of {expected}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// sin(2 pi f t) = s at t = (asin(s) + 2 pi k) / (2 pi f) and (pi - asin(s) + 2 pi k) / (2 pi f).
    #[test]
    fn sine_above_a_threshold(
        exponent in -1.0..3.0_f64,
        threshold in prop_oneof![Just(0.9999), Just(0.99), Just(-0.9999), -0.9999..0.9999_f64],
        periods in 1_u32..40,
    ) {
        let frequency = 10.0_f64.powf(exponent);
        let to = f64::from(periods) / frequency;
        let function = Function {
            bounds: &|time| (number(2.0 * PI * frequency) * time).sin() - number(threshold),
            value: &|time| (2.0 * PI * frequency * time).sin() - threshold,
        };
        let (found, evaluations) = function.all(0.0, to, if threshold < 0.0 { 1 } else { -1 });
        let arc = threshold.asin();
        let mut expected: Vec<f64> = (0..=periods)
            .flat_map(|period| [arc, PI - arc].map(|phase| (phase / (2.0 * PI) + f64::from(period)) / frequency))
            .filter(|&time| 0.0 < time && time <= to)
            .collect();
        expected.sort_by(f64::total_cmp);
        // A sine near its top turns an error of its value into one 1 / slope times as large.
        let slope = (1.0 - threshold * threshold).sqrt();
        prop_assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            let error = (found - expected).abs() * frequency;
            prop_assert!(error <= 1e-15 * (f64::from(periods) + 1.0 / slope) * 4.0, "{} for {}", found, expected);
        }
        prop_assert!(evaluations <= 60 + 60 * expected.len(), "{} evaluations for {}", evaluations, expected.len());
    }

    #[test]
    fn squares(c in 1e-6..1e6_f64) {
        let function = Function { bounds: &|time| time.sqr() - number(c), value: &|time| time * time - c };
        let (found, _) = function.all(0.0, 1e4, -1);
        assert_times(&found, &[c.sqrt()], 1e-15);
    }

    /// (t - a) (t - b)^2 (t - c) changes its sign at a and c and touches zero at b.
    #[test]
    fn double_roots(a in 0.1..1.0_f64, b in 1.5..2.0_f64, c in 2.5..3.0_f64) {
        let function = Function {
            bounds: &|time| (time - number(a)) * (time - number(b)).sqr() * (time - number(c)),
            value: &|time| (time - a) * (time - b) * (time - b) * (time - c),
        };
        assert_times(&function.all(0.0, 5.0, 1).0, &[a, c], 1e-15);
    }

    /// The product of two sines changes its sign at the zeros of either.
    #[test]
    fn products_of_sines(a in 1.0..20.0_f64, b in 1.0..20.0_f64) {
        let function = Function {
            bounds: &|time| (number(a) * time).sin() * (number(b) * time).cos(),
            value: &|time| (a * time).sin() * (b * time).cos(),
        };
        let to = 10.0;
        let of = |w: f64, shift: f64| (0..200).map(move |k| (f64::from(k) + shift) * PI / w);
        let mut expected: Vec<f64> =
            of(a, 0.0).chain(of(b, 0.5)).filter(|&time| 0.0 < time && time <= to).collect();
        expected.sort_by(f64::total_cmp);
        prop_assume!(expected.windows(2).all(|pair| pair[1] - pair[0] > 1e-9));
        assert_times(&function.all(0.0, to, 1).0, &expected, 1e-14);
    }
}

/// exp(-t) sin(t) has the zeros of the sine, however small it gets.
#[test]
fn decaying_oscillation() {
    let function =
        Function { bounds: &|time| (-time).exp() * time.sin(), value: &|time| (-time).exp() * time.sin() };
    let expected: Vec<f64> = (1..=63).map(|k| f64::from(k) * PI).collect();
    assert_times(&function.all(0.0, 200.0, 1).0, &expected, 1e-15);
}

/// 1 - sin touches zero and never crosses; sin - 1 neither.
#[test]
fn touches_are_no_crossings() {
    let above = Function { bounds: &|time| number(1.0) - time.sin(), value: &|time| 1.0 - time.sin() };
    assert_eq!(above.all(0.0, 100.0, 1).0, []);
    let below = Function { bounds: &|time| time.sin() - number(1.0), value: &|time| time.sin() - 1.0 };
    assert_eq!(below.all(0.0, 100.0, -1).0, []);
    // (t - 1)^2 is exactly zero at a double.
    let square =
        Function { bounds: &|time| (time - number(1.0)).sqr(), value: &|time| (time - 1.0) * (time - 1.0) };
    assert_eq!(square.all(0.0, 3.0, 1).0, []);
    // Written out it is negative at some doubles near 1, by rounding.
    let rounded = Function {
        bounds: &|time| time.sqr() - number(2.0) * time + number(1.0),
        value: &|time| time * time - 2.0 * time + 1.0,
    };
    assert_eq!(rounded.all(0.0, 3.1, 1).0, []);
}

/// A cube crosses zero with a slope of zero.
#[test]
fn triple_root() {
    let function = Function {
        bounds: &|time| (time - number(0.3)).powi(3),
        value: &|time| (time - 0.3) * (time - 0.3) * (time - 0.3),
    };
    let (found, _) = function.all(0.0, 2.0, -1);
    assert_times(&found, &[0.3], 1e-15);
}

/// The search begins exactly at a zero, to both sides.
#[test]
fn begins_at_a_zero() {
    let sine = Function { bounds: &IntervalDual::sin, value: &f64::sin };
    assert_times(&sine.all(0.0, 7.0, 1).0, &[PI, 2.0 * PI], 1e-15);
    // The double after pi is negative already, the double at pi is not yet.
    assert_times(&sine.all(PI, 7.0, -1).0, &[2.0 * PI], 1e-15);
    assert_times(&sine.all(PI.next_up(), 7.0, -1).0, &[2.0 * PI], 1e-15);
    // t^2 leaves zero with a slope of zero.
    let square = Function { bounds: &IntervalDual::sqr, value: &|time| time * time };
    assert_eq!(square.all(0.0, 1.0, 1).0, []);
}

/// Zero belongs to one side or the other: `min(t, 1) >= 1` becomes true at 1, `min(t, 1) > 1` never does.
#[test]
fn zero_counts_to_a_side() {
    let function =
        Function { bounds: &|time| time.min(number(1.0)) - number(1.0), value: &|time| time.min(1.0) - 1.0 };
    let search = |zero: i8| CrossingSearch { zero, ..CrossingSearch::new(0.0, 3.0, -1) };
    assert_eq!(function.first(&mut search(1), 1000), Isolation::Crossing { time: 1.0, sign: 1 });
    assert_eq!(function.first(&mut search(-1), 1000), Isolation::Nothing);
    assert_eq!(function.first(&mut search(0), 1000), Isolation::Nothing);
    // `t >= 1` and `t > 1` at the last instant.
    let ramp = Function { bounds: &|time| time - number(1.0), value: &|time| time - 1.0 };
    let search = |zero: i8| CrossingSearch { zero, ..CrossingSearch::new(0.0, 1.0, -1) };
    assert_eq!(ramp.first(&mut search(1), 1000), Isolation::Crossing { time: 1.0, sign: 1 });
    assert_eq!(ramp.first(&mut search(-1), 1000), Isolation::Nothing);
    let search = |zero: i8| CrossingSearch { zero, ..CrossingSearch::new(0.0, 2.0, -1) };
    assert_eq!(ramp.first(&mut search(-1), 1000), Isolation::Crossing { time: 1.0_f64.next_up(), sign: 1 });
}

/// Jumps and poles change the sign without a zero.
#[test]
fn jumps() {
    let steps = Function { bounds: &|time| time.floor() - number(2.5), value: &|time| time.floor() - 2.5 };
    assert_eq!(steps.all(0.0, 10.0, -1).0, [3.0]);
    let pole = Function {
        bounds: &|time| number(1.0) / (time - number(1.0 / 3.0)),
        value: &|time| 1.0 / (time - 1.0 / 3.0),
    };
    assert_times(&pole.all(0.0, 1.0, -1).0, &[1.0 / 3.0], 1e-15);
}

/// A long horizon costs what lies before the first crossing, and little more.
#[test]
fn long_horizons_are_cheap() {
    let function = Function {
        bounds: &|time| (number(2.0 * PI) * time).sin() - number(0.5),
        value: &|time| (2.0 * PI * time).sin() - 0.5,
    };
    let mut search = CrossingSearch::new(0.0, 1e4, -1);
    let first = function.first(&mut search, 1000);
    assert!(matches!(first, Isolation::Crossing { time, sign: 1 } if (time - 1.0 / 12.0).abs() < 1e-15));
    assert!(search.evaluations < 60, "{} evaluations", search.evaluations);
    // All 20,000 of them.
    let (found, evaluations) = function.all(0.0, 1e4, -1);
    assert_eq!(found.len(), 20_000);
    assert!(evaluations < 20_000 * 25, "{evaluations} evaluations");
}

/// Where nothing can be told, it says how far the proof goes.
#[test]
fn unproven() {
    let unknown = Function { bounds: &|_| IntervalDual::UNKNOWN, value: &|time| 1.0 - time };
    let mut search = CrossingSearch::new(0.0, 10.0, 1);
    assert_eq!(unknown.first(&mut search, 1000), Isolation::Unproven { until: 0.0 });
    // Bounds of sin^2 + cos^2 - 1 hold zero everywhere.
    let noise = Function {
        bounds: &|time| {
            if time.value.hi < 1.0 { number(1.0) } else { time.sin().sqr() + time.cos().sqr() - number(1.0) }
        },
        value: &|_| 1e-17,
    };
    let mut search = CrossingSearch::new(0.0, 10.0, 1);
    let Isolation::Unproven { until } = noise.first(&mut search, 500) else { panic!("proven") };
    assert!((1.0..2.0).contains(&until), "{until}");
}

/// What does not change cannot cross, whatever rounding says about its value.
#[test]
fn constants_never_cross() {
    let still = Function { bounds: &|_| IntervalDual::constant(Interval::new(-1.0, 1.0)), value: &|_| 1e-17 };
    assert_eq!(still.all(0.0, 1e9, 1).0, []);
}
