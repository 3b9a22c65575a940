//! What is between the rows of a result: equations say it, and a result of few rows is held to them.

use certify::CertificateVerdict;

use super::models::certificate;

/// A table of functions of time at `count` equal steps over one second, with nothing but the values of variables.
fn table(names: &str, count: u32, row: impl Fn(f64) -> Vec<f64>) -> String {
    let line = |at: u32| {
        let time = f64::from(at) / f64::from(count);
        let cells: Vec<String> =
            [time].into_iter().chain(row(time)).map(|value| format!("{value:e}")).collect();
        cells.join(",")
    };
    let lines: Vec<String> = (0..=count).map(line).collect();
    format!("time,{names}\n{}\n", lines.join("\n"))
}

/// Asserts that the certificate of a right result holds, and that those of wrong ones fail.
fn tells_apart(model: &str, right: &str, wrong: &[String]) {
    let found = certificate(model, right);
    assert_eq!(found.verdict(), CertificateVerdict::Holds, "{found:#?}\n{right}");
    for table in wrong {
        let found = certificate(model, table);
        assert_eq!(found.verdict(), CertificateVerdict::Fails, "{found:#?}\n{table}");
    }
}

const PARABOLA: &str = "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 2*time;\nend M;\n";

#[test]
fn one_value_that_is_a_little_wrong_is_found_between_twenty_rows() {
    let one = |at: f64| table("x", 20, move |t| vec![t * t * if (t - at).abs() < 1e-9 { 1.01 } else { 1.0 }]);
    tells_apart(PARABOLA, &table("x", 20, |t| vec![t * t]), &[one(0.5), one(0.75), one(0.95)]);
}

#[test]
fn a_free_fall_is_followed_at_every_point() {
    let model = "model M
  Real h(start = 10, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
end M;
";
    let path = |t: f64| vec![10.0 - 0.5 * 9.81 * t * t, -9.81 * t];
    let spoiled = |at: u32| {
        table("h,v", 20, move |t| {
            let mut row = path(t);
            row[0] *= if (t - f64::from(at) / 20.0).abs() < 1e-9 { 1.01 } else { 1.0 };
            row
        })
    };
    tells_apart(model, &table("h,v", 20, path), &(1..20).map(spoiled).collect::<Vec<_>>());
}

#[test]
fn a_fast_derivative_is_integrated_by_its_equation() {
    // x = sin(20 t)/20: three periods in as few as ten steps.
    let model = "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = cos(20*time);\nend M;\n";
    for count in [40, 10] {
        let path = |t: f64| (20.0 * t).sin() / 20.0;
        let all = table("x", count, |t| vec![1.02 * path(t)]);
        let one = table("x", count, |t| vec![path(t) * if (t - 0.6).abs() < 1e-9 { 1.1 } else { 1.0 }]);
        tells_apart(model, &table("x", count, |t| vec![path(t)]), &[all, one]);
    }
}

#[test]
fn kinks_between_rows_do_not_excuse_what_is_wrong() {
    // The integral of |t - 1/3| without events, which has its kink between two rows.
    let model = "model M
  Real e(start = 0, fixed = true);
equation
  der(e) = noEvent(abs(time - 1/3));
end M;
";
    let path = |t: f64| (1.0 / 9.0 + (t - 1.0 / 3.0) * (t - 1.0_f64 / 3.0).abs()) / 2.0;
    for count in [300, 10] {
        let all = table("e", count, |t| vec![1.01 * path(t)]);
        tells_apart(model, &table("e", count, |t| vec![path(t)]), &[all]);
    }
}

#[test]
fn a_pulse_between_two_rows_is_seen() {
    // A pulse of 4 ms between rows that are 50 or 100 ms apart: what follows it is right, and what does not is wrong.
    let model = "model M
  Real x(start = 0, fixed = true);
equation
  der(x) = if noEvent(time > 0.333 and time < 0.337) then 100 else 0;
end M;
";
    for count in [10, 20] {
        let right = table("x", count, |t| vec![if t > 0.337 { 0.4 } else { 0.0 }]);
        tells_apart(model, &right, &[table("x", count, |_| vec![0.0])]);
    }
}

#[test]
fn what_cannot_be_evaluated_between_rows_is_not_called_right() {
    // Nothing but the rows says what `u` is between them, and they do not resolve it.
    let model = "model M
  Real x(start = 0, fixed = true);
  Real u;
  Real w;
equation
  der(x) = u;
  u + w^3 = sin(40*time);
  u - w^3 = sin(40*time);
end M;
";
    let path = |t: f64| vec![(1.0 - (40.0 * t).cos()) / 40.0, (40.0 * t).sin(), 0.0];
    let found = certificate(model, &table("x,u,w", 10, path));
    assert_eq!(found.verdict(), CertificateVerdict::Partly, "{found:#?}");
    assert_eq!(found.unresolved.len(), 1, "{found:#?}");
}

#[test]
fn parameters_that_the_initialization_determines_follow_from_its_equations() {
    // p is not in the table: the first row gives it, and it counts from then on.
    let model = "model M
  parameter Real p(fixed = false);
  Real x(start = 0, fixed = true);
  Real y;
initial equation
  y = 3;
equation
  der(x) = 1;
  y = p + noEvent(max(x, 0));
end M;
";
    let path = |slope: f64| table("x,y", 10, move |t| vec![t, 3.0 + slope * t]);
    for model in [model, &model.replace("  y = 3;\n", "  p = 3;\n")] {
        tells_apart(model, &path(1.0), &[path(1.1)]);
    }
}

#[test]
fn a_function_that_calls_itself_twice_ends() {
    let model = "model M
  function fibonacci
    input Integer n;
    output Integer y;
  algorithm
    y := if n < 2 then n else fibonacci(n - 1) + fibonacci(n - 2);
  end fibonacci;
  Integer n;
  Integer y = fibonacci(n);
equation
  n = integer(9.5 + 0*time);
end M;
";
    assert!(certificate(model, "time,n,y\n0,9,34\n1,9,34\n").passed());
    assert!(!certificate(model, "time,n,y\n0,9,35\n1,9,35\n").passed());
    // What takes longer than anybody waits is not decided, and says so.
    let found =
        certificate(&model.replace("9.5", "60.5"), "time,n,y\n0,60,1548008755920\n1,60,1548008755920\n");
    assert_eq!(found.undecided.get(&certify::UndecidedReason::Endless), Some(&1), "{found:#?}");
}
