//! A run that is interrupted and goes on from the state it reached, in a machine that knows nothing else, ends where one
//! without interruption ends: the state has everything that what follows depends on.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::disk;
use super::model;
use super::running;

use std::fmt::Write;
use std::sync::Arc;

use disk::Disk;
use model::{Text, last};
use running::{last_class, running};
use wellposed::{Experiment, Overrides, Simulator, Trajectory, flatten, load};

/// The fewest models that must have been interrupted.
const LEAST: usize = 100;

/// Where runs are interrupted: at a time that nothing happens at, and in the middle, where samples and tables often have
/// their events.
const PARTS: [f64; 2] = [0.381_966, 0.5];

/// Both runs are exact to this part of the range of a variable, and of what is nothing but error to this size.
const TOLERANCE: f64 = 1e-3;
const NEGLIGIBLE: f64 = 1e-5;

/// Models that end elsewhere if they are interrupted in the middle, and why.
const EXPLAINED: &[(&str, &str)] = &[(
    "relations_of_states.mo",
    "`x > y` and `x >= y` change at once, unless the run ends at that instant, where only the second holds",
)];

/// The variables whose last values differ by more than both runs are exact.
fn differences(whole: &Trajectory, resumed: &Trajectory) -> String {
    let (mut text, ends) = (String::new(), [whole.times.len() - 1, resumed.times.len() - 1]);
    for (at, signal) in whole.signals.iter().enumerate() {
        let (one, other) = (whole.value(ends[0], at), resumed.value(ends[1], at));
        let all = (0..whole.times.len()).map(|point| whole.value(point, at).abs());
        let size = all.fold(0.0, f64::max);
        // What has no value has none in both.
        let near = (one - other).abs() <= TOLERANCE * size + NEGLIGIBLE;
        if !(near || one.is_nan() && other.is_nan()) {
            let _ = write!(text, " {} is {one} and {other};", signal.name);
        }
    }
    text
}

#[test]
fn a_run_goes_on_from_its_state() {
    let folders = ["simulate", "simulate/operators", "clocks", "goldens"];
    let (mut count, mut wrong) = (0, String::new());
    for path in folders.iter().flat_map(|folder| running(folder)) {
        let loaded = Arc::new(load(&Disk, std::slice::from_ref(&path)));
        let name = last_class(&loaded);
        let Some(model) = flatten(&Disk, &loaded, &name).model else { continue };
        let all = Experiment { interval: None, ..Experiment::of(&loaded, &name) };
        let overrides = Overrides::default();
        // Each run has a machine of its own.
        let simulator = || Simulator::new(Arc::new(Disk), loaded.clone(), model.clone());
        let run = |stop: f64| {
            let experiment = Experiment { stop, ..all.clone() };
            let mut simulator = simulator();
            let done = simulator.run(&experiment, &overrides, &|| true, None)?;
            Ok::<_, wellposed::FailedSimulation>((done, simulator.reached().cloned()))
        };
        let Ok((whole, _)) = run(all.stop) else { continue };
        if whole.ended.is_some() {
            continue;
        }
        for part in PARTS {
            let (_, state) = run(all.start + part * (all.stop - all.start)).unwrap();
            let state = state.unwrap();
            match simulator().resume(&state, &all, &|| true, None) {
                Ok(resumed) => {
                    let differences = differences(&whole, &resumed);
                    let explained = part == 0.5 && EXPLAINED.iter().any(|found| path.ends_with(found.0));
                    if differences.is_empty() == explained {
                        let _ = writeln!(wrong, "{} at {part}:{differences}", path.display());
                    }
                }
                Err(failed) => {
                    let _ = writeln!(wrong, "{} at {part}: {}", path.display(), failed.found[0].message);
                }
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "these do not go on as they should:\n{wrong}");
    assert!(count >= LEAST, "only {count} models were interrupted");
}

#[test]
fn a_state_is_one_of_its_model() {
    let (one, other) = ("model One Real x(start = 1, fixed = true); equation der(x) = -x; end One;", "Other");
    let (one, other) = (Text::new(one), Text::new(&one.replace("One", other)));
    let simulator = |text: &'_ Text| text.flatten().model.unwrap();
    let experiment = Experiment { stop: 2.0, ..Experiment::default() };
    let mut first = one.simulator(simulator(&one));
    let half = Experiment { stop: 1.0, ..Experiment::default() };
    first.run(&half, &Overrides::default(), &|| true, None).unwrap();
    let state = first.reached().unwrap().clone();
    assert_eq!(state.time(), 1.0);
    let resumed = first.resume(&state, &experiment, &|| true, None).unwrap();
    assert_eq!((resumed.times[0], resumed.end), (1.0, 2.0));
    // By formula.
    assert!((last(&resumed, "x") - (-2.0f64).exp()).abs() < 1e-6);
    let mut second = other.simulator(simulator(&other));
    let refused = second.resume(&state, &experiment, &|| true, None).unwrap_err();
    assert_eq!(refused.found[0].message, "this is a state of `One`, and the model is `Other`");
}
