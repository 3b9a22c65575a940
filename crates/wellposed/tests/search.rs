//! How far the search for repairs goes: what is said when the time is up.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use wellposed::{Checked, Memory, Posed, Search, check, load};

const TANK: &str = "model Tank
  Real level(start = 1, fixed = true), q;
equation
  der(level) = 0.5 - q;
  q = 0.1*level;
  q = 0.3;
end Tank;
";

/// Checks the tank with time for so many trials.
fn with_time_for(trials: usize) -> Checked {
    let mut files = Memory::default();
    files.add("Tank.mo", TANK);
    let loaded = load(&files, &[PathBuf::from("Tank.mo")]);
    let left = AtomicUsize::new(trials);
    let patient =
        || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok();
    check(&files, &loaded, "Tank", &Search { patient: &patient, ..Search::default() })
}

fn untried(checked: &Checked) -> Vec<&str> {
    let notes = checked.diagnostics.iter().flat_map(|found| &found.notes);
    notes.map(String::as_str).filter(|note| note.starts_with("the time was up")).collect()
}

#[test]
fn all_is_tried_if_there_is_time() {
    let checked = with_time_for(usize::MAX);
    assert_eq!(checked.repairs.len(), 3);
    assert!(checked.repairs.iter().all(wellposed::Repair::is_verified));
    assert!(untried(&checked).is_empty());
}

#[test]
fn what_there_was_no_time_for_is_counted() {
    let checked = with_time_for(1);
    assert_eq!(checked.repairs.len(), 1);
    assert_eq!(untried(&checked), ["the time was up: 2 possible repairs were not tried"]);
}

/// What is wrong is told even if nothing could be tried.
#[test]
fn without_any_time_the_problem_is_told() {
    let checked = with_time_for(0);
    assert_eq!(checked.posed, Posed::Over);
    assert!(checked.repairs.is_empty());
    assert_eq!(checked.diagnostics.len(), 1);
    assert_eq!(checked.diagnostics[0].message, "3 equations compete for 2 unknowns");
    assert_eq!(untried(&checked), ["the time was up: 3 possible repairs were not tried"]);
}

/// A chain of so many equations, of which one is missing.
fn chain(size: usize) -> Memory {
    let mut text = String::from("model Chain\n");
    (0..size).for_each(|at| text += &format!("  Real x{at};\n"));
    text += "equation\n  x0 = 1;\n";
    (1..size).filter(|&at| at != size / 2).for_each(|at| text += &format!("  x{at} = 2*x{};\n", at - 1));
    let mut files = Memory::default();
    files.add("Chain.mo", text + "end Chain;\n");
    files
}

/// However large a model is: when the time is up nothing more is tried, and the finding says so.
#[test]
fn a_large_model_without_time_is_told_at_once() {
    let files = chain(20_000);
    let loaded = load(&files, &[PathBuf::from("Chain.mo")]);
    let asked = AtomicUsize::new(0);
    let patient = || {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    };
    let checked = check(&files, &loaded, "Chain", &Search { patient: &patient, ..Search::default() });
    assert_eq!((checked.posed, checked.flattened), (Posed::Under, 0));
    assert!(checked.repairs.is_empty());
    assert_eq!(checked.diagnostics.len(), 1);
    let [note] = untried(&checked)[..] else { panic!("{:?}", checked.diagnostics) };
    assert_eq!(note, format!("the time was up: {} possible repairs were not tried", asked.into_inner()));
}
