//! Measures models with many events: a sampled controller at 1 kHz, and a ball between two walls. The program ends with an
//! error if the figure of the first is missed, an event is lost or doubled, or time grows faster than their number.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "meter.rs"]
mod meter;

use std::path::PathBuf;
use std::process::ExitCode;

use wellposed::{Experiment, MemoryFiles, Overrides, RepairSearch, Wellposedness, check, load, simulate};

use meter::total;

/// E004-part7-1 with a faster clock.
const SAMPLED: &str = "
model Model
  Real xp(start = 0, fixed = true), y = xp; parameter Real yr = 1;
  discrete Real xc(start = 0, fixed = true), u(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(xp) = -xp + u;
  when sample(0.0005, 0.001) then
    xc = 0.5*pre(xc) + yr - y; u = pre(xc) + 2*(yr - y); n = pre(n) + 1;
  end when;
end Model;";

const WALLS: &str = "
model Model
  Real h(start = 0.5, fixed = true), v(start = 1000, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(h) = v; der(v) = 0;
  when {h < 0, h > 1} then reinit(v, -pre(v)); n = pre(n) + 1; end when;
end Model;";

/// The fewest seconds of some runs, check included, with as many events as there must be.
fn seconds(text: &str, stop: f64, events: f64) -> f64 {
    let once = |_| {
        let before = total();
        let mut files = MemoryFiles::default();
        files.add("Model.mo", text);
        let loaded = load(&files, &[PathBuf::from("Model.mo")]);
        let checked = check(&files, &loaded, "Model", &RepairSearch::default());
        assert_eq!(checked.wellposedness, Wellposedness::Well);
        let experiment = Experiment { stop, ..Experiment::default() };
        let model = checked.model.unwrap();
        let found =
            simulate(&files, &loaded, model, &experiment, &Overrides::default(), &|| true, None).unwrap();
        let taken = total() - before;
        let last = found.value(found.times.len() - 1, found.variable("n").unwrap());
        assert_eq!(last, events, "events are lost or doubled");
        taken
    };
    (0..5).map(once).fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let mut missed = false;
    for (name, text, limit) in [("samples", SAMPLED, 1.0), ("bounces", WALLS, f64::INFINITY)] {
        let (few, many) = (seconds(text, 10.0, 1e4), seconds(text, 100.0, 1e5));
        let figure = if limit.is_finite() { format!(", must reach {limit} s") } else { String::new() };
        let ratio = many / few.max(0.01);
        println!("100000 {name}: {many:.2} s{figure}; {ratio:.1} times 10000, must be below 15");
        missed |= many > limit || ratio > 15.0;
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
