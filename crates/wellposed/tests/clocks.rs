//! Ticks are neither lost nor doubled, and are where they should be to the last bit.

#![allow(clippy::unwrap_used)]

use super::model;

use model::Text;
use wellposed::{Experiment, Overrides, Trajectory, flatten};

fn run(text: &str, name: &str, stop: f64) -> Trajectory {
    let text = Text::new(text);
    let model = flatten(&text.files, &text.loaded, name).model.unwrap();
    let experiment = Experiment { stop, interval: Some(stop), ..Experiment::default() };
    text.run(model, &experiment, &Overrides::default()).unwrap()
}

#[test]
fn a_hundred_thousand_ticks_are_counted_at_exact_times() {
    let text = "
        model Sampled
          Real x(start = 0, fixed = true);
          Real u, y, i(start = 0);
          Integer count(start = 0);
        equation
          der(x) = hold(u) - x;
          y = sample(x, Clock(1, 1000));
          i = previous(i) + interval()*(1 - y);
          u = 5*(1 - y) + 2*i;
          count = if y > -1 then previous(count) + 1 else 0;
        end Sampled;";
    let trajectory = run(text, "Sampled", 100.0);
    let count = trajectory.variable("count").unwrap();
    let mut last = 0;
    for point in 0..trajectory.times.len() {
        let now = trajectory.value(point, count) as u64;
        if now != last {
            assert_eq!(now, last + 1);
            // The first tick is at the beginning.
            assert_eq!(trajectory.times[point], last as f64 / 1000.0);
            last = now;
        }
    }
    assert_eq!(last, 100_001);
}

#[test]
fn clocks_of_different_kinds_tick_together() {
    // A tenth written as a fraction, as a decimal, and as a tenth of a second of a slower clock.
    let text = "
        model Together
          Integer a(start = 0), b(start = 0), c(start = 0);
        equation
          when Clock(1, 10) then
            a = previous(a) + 1;
          end when;
          when Clock(0.1) then
            b = previous(b) + 1;
          end when;
          when superSample(Clock(1), 10) then
            c = previous(c) + 1;
          end when;
        end Together;";
    let trajectory = run(text, "Together", 50.0);
    let [a, b, c] = ["a", "b", "c"].map(|name| trajectory.variable(name).unwrap());
    for point in 0..trajectory.times.len() {
        assert_eq!(trajectory.value(point, a), trajectory.value(point, b));
        assert_eq!(trajectory.value(point, a), trajectory.value(point, c));
    }
    assert_eq!(trajectory.value(trajectory.times.len() - 1, a), 501.0);
}
