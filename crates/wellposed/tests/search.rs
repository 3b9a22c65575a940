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
