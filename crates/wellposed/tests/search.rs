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

/// What is wrong is told by the best repair. It is found in any case, so that the time decides how many there are beside
/// it and nothing else.
#[test]
fn the_time_does_not_change_the_diagnosis() {
    let told = |checked: &Checked| {
        let found = checked.diagnostics.iter();
        found.map(|found| (found.code, found.primary.place, found.message.clone())).collect::<Vec<_>>()
    };
    let all = with_time_for(usize::MAX);
    for trials in 0..4 {
        let checked = with_time_for(trials);
        assert_eq!((checked.posed, told(&checked)), (Posed::Over, told(&all)));
        assert_eq!(checked.repairs[0].description, all.repairs[0].description);
        assert!(checked.repairs[0].is_verified());
        let left = all.repairs.len() - checked.repairs.len();
        let note = format!("the time was up: {left} possible repairs were not tried");
        assert_eq!(untried(&checked), if left == 0 { vec![] } else { vec![note.as_str()] });
    }
    assert_eq!(with_time_for(0).repairs.len(), 1);
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

/// However large a model is: when the time is up no more is tried than the best repair needs, and the finding says so.
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
    assert_eq!(checked.repairs.len(), 1);
    assert_eq!(checked.diagnostics.len(), 1);
    let [note] = untried(&checked)[..] else { panic!("{:?}", checked.diagnostics) };
    assert_eq!(note, format!("the time was up: {} possible repairs were not tried", asked.into_inner() - 1));
}
