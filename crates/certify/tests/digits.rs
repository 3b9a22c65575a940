//! Results with few digits: what these explain is no mistake, and what they do not is one.

use super::models::certificate;

/// y' = x - y with x = sin(t) and y(0) = 1: y = 3/2 exp(-t) + (sin(t) - cos(t))/2.
const LAG: &str = "model M
  Real y(start = 1, fixed = true);
  Real x = sin(time);
equation
  der(y) = x - y;
end M;
";

/// A table of the lag, each number written by a function; `y` is a part of what it should be.
fn lag(factor: f64, write: impl Fn(f64) -> String) -> String {
    (0..=100).fold("time,x,y,der(y)\n".to_string(), |text, at| {
        let t = 0.03 * f64::from(at);
        let (x, y) = (t.sin(), 1.5 * (-t).exp() + 0.5 * (t.sin() - t.cos()));
        format!("{text}{t:.2},{},{},{}\n", write(x), write(factor * y), write(x - y))
    })
}

#[test]
fn decimals_that_were_cut_off_explain_as_much_as_they_are() {
    for decimals in 3..=9 {
        let right = certificate(LAG, &lag(1.0, |value| format!("{value:.decimals$}")));
        assert!(right.passed(), "{decimals}: {right:#?}");
        let wrong = certificate(LAG, &lag(1.02, |value| format!("{value:.decimals$}")));
        assert!(!wrong.passed(), "{decimals}: {wrong:#?}");
    }
}

#[test]
fn times_that_were_cut_off_are_those_of_their_events() {
    let model = "model M
  Integer n;
  Real x(start = 0, fixed = true);
equation
  n = integer(3*time);
  der(x) = 3*n;
end M;
";
    // At a third of a second, which has no last digit, and at two.
    let table = |third: &str, n: i32| {
        format!(
            "time,n,x\n0,0,0.0\n0.1,0,0.0\n0.2,0,0.0\n0.3,0,0.0\n{third},0,0.0\n{third},{n},0.0\n0.4,{n},0.2000000\n0.5,{n},0.5000000\n0.6,{n},0.8000000\n"
        )
    };
    for third in ["0.3333333333333333", "0.3333333", "0.33333"] {
        let found = certificate(model, &table(third, 1));
        assert!(found.passed(), "{third}: {found:#?}");
        assert!(!certificate(model, &table(third, 2)).passed(), "{third}");
    }
}
