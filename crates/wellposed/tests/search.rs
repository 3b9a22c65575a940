//! How far the search for repairs goes: what is said when the time is up.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use wellposed::syntax::DiagnosticCode;
use wellposed::{Cancellation, Checked, MemoryFiles, RepairSearch, Wellposedness, check, load};

const TANK: &str = "model Tank
  Real level(start = 3, fixed = true), q;
equation
  der(level) = 0.5 - q;
  q = 0.1*level;
  q = 0.3;
end Tank;
";

/// A lamp at a battery without a ground.
const LAMP: &str = "connector Pin
  Real v;
  flow Real i;
end Pin;
model Lamp
  Pin p, n;
equation
  p.v - n.v = 10*p.i;
  p.i + n.i = 0;
end Lamp;
model Battery
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Battery;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Circuit
  Lamp lamp;
  Battery battery;
equation
  connect(battery.p, lamp.p);
  connect(battery.n, lamp.n);
end Circuit;
";

/// Checks the tank with time for so many trials.
fn with_time_for(trials: usize) -> Checked {
    in_time(TANK, "Tank", trials)
}

/// Checks a model with time for so many trials.
fn in_time(text: &str, name: &str, trials: usize) -> Checked {
    let mut files = MemoryFiles::default();
    files.add("Model.mo", text);
    let loaded = load(&files, &[PathBuf::from("Model.mo")]);
    let left = AtomicUsize::new(trials);
    let budget = Cancellation::new(move || {
        left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    });
    check(&files, &loaded, name, &RepairSearch { budget, ..RepairSearch::default() })
}

fn untried(checked: &Checked) -> Vec<&str> {
    let notes = checked.diagnostics.iter().flat_map(|found| &found.notes);
    notes.map(String::as_str).filter(|note| note.starts_with("time limit reached: ")).collect()
}

/// What a search says that leaves some candidates out.
fn not_checked(candidates: usize) -> String {
    match candidates {
        1 => "time limit reached: 1 candidate repair was not checked".to_string(),
        _ => format!("time limit reached: {candidates} candidate repairs were not checked"),
    }
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
        assert_eq!((checked.wellposedness, told(&checked)), (Wellposedness::Over, told(&all)));
        assert_eq!(checked.repairs[0].description, all.repairs[0].description);
        assert!(checked.repairs[0].is_verified());
        let left = all.repairs.len() - checked.repairs.len();
        let note = not_checked(left);
        assert_eq!(untried(&checked), if left == 0 { vec![] } else { vec![note.as_str()] });
    }
    assert_eq!(with_time_for(0).repairs.len(), 1);
}

/// A circuit that nothing grounds is one without a ground, however little time there is to try one.
#[test]
fn a_missing_ground_is_told_without_time() {
    for trials in [0, 3, usize::MAX] {
        let checked = in_time(LAMP, "Circuit", trials);
        let codes: Vec<DiagnosticCode> = checked.diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(codes, [DiagnosticCode::MissingReference], "{trials}");
        assert!(checked.repairs[0].is_verified() && checked.repairs[0].description.contains("Ground"));
    }
}

/// A chain of so many equations, of which one is missing.
fn chain(size: usize) -> MemoryFiles {
    let mut text = String::from("model Chain\n");
    (0..size).for_each(|at| text += &format!("  Real x{at};\n"));
    text += "equation\n  x0 = 1;\n";
    (1..size).filter(|&at| at != size / 2).for_each(|at| text += &format!("  x{at} = 2*x{};\n", at - 1));
    let mut files = MemoryFiles::default();
    files.add("Chain.mo", text + "end Chain;\n");
    files
}

/// However large a model is: when the time is up no more is tried than the best repair needs, and the finding says so.
#[test]
fn a_large_model_without_time_is_told_at_once() {
    let files = chain(20_000);
    let loaded = load(&files, &[PathBuf::from("Chain.mo")]);
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let budget = Cancellation::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
        true
    });
    let checked = check(&files, &loaded, "Chain", &RepairSearch { budget, ..RepairSearch::default() });
    assert_eq!((checked.wellposedness, checked.flattened), (Wellposedness::Under, 0));
    assert_eq!(checked.repairs.len(), 1);
    assert_eq!(checked.diagnostics.len(), 1);
    let [note] = untried(&checked)[..] else { panic!("{:?}", checked.diagnostics) };
    assert_eq!(note, not_checked(asked.load(Ordering::Relaxed) - 1));
}
