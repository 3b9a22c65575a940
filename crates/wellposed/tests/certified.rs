//! Results of the corpus, put back into their models as written: every model that runs is certified, with both solvers.
//! The certificate shares no code with what computed the result.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::disk;
use super::running;

use std::fmt::Write;
use std::path::PathBuf;

use disk::Disk;
use running::{last_class, running};
use wellposed::{Experiment, IntegrationMethod, Overrides, certify_run, flatten, load, simulate};

/// The fewest models that must have been certified with each solver.
const LEAST: usize = 60;

/// Models of which a certificate must say that they do not hold together, and why.
const EXPLAINED: &[(&str, &str)] =
    &[("elementary.mo", "`atan2` jumps by a turn where no event is, and its derivative does not")];

/// What the certificate says against each model, with a solver, and how many passed.
fn certify(paths: &[PathBuf], method: IntegrationMethod) -> (usize, String) {
    let (mut passed, mut against) = (0, String::new());
    for path in paths {
        let loaded = load(&Disk, std::slice::from_ref(path));
        let name = last_class(&loaded);
        let Some(model) = flatten(&Disk, &loaded, &name).model else { continue };
        let experiment =
            Experiment { method, interval: None, complete: true, ..Experiment::of(&loaded, &name) };
        let overrides = Overrides::default();
        // What cannot run, as a stiff model with the explicit method, says so elsewhere.
        let Ok(result) = simulate(&Disk, &loaded, model.clone(), &experiment, &overrides, &|| true, None)
        else {
            continue;
        };
        let found = certify_run(&Disk, &loaded, &model, &result, &experiment, &overrides);
        let explained = EXPLAINED.iter().any(|explained| path.ends_with(explained.0));
        if found.certificate.passed() != explained {
            passed += usize::from(!explained);
        } else {
            let _ = writeln!(against, "{} with {method:?}:\n{}", path.display(), found.text);
        }
    }
    (passed, against)
}

#[test]
fn what_runs_solves_its_model() {
    let folders = ["simulate", "simulate/operators", "clocks", "goldens"];
    let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| running(folder)).collect();
    for method in [IntegrationMethod::Bdf, IntegrationMethod::Explicit] {
        let (passed, against) = certify(&paths, method);
        assert!(against.is_empty(), "{passed} passed; these did not:\n{against}");
        assert!(passed >= LEAST, "only {passed} of {} were certified with {method:?}", paths.len());
    }
}
