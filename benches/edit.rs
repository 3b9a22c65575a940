//! What an edit costs: the time from a keystroke to the diagnostics, in a project on top of the standard library.
//!
//! The library is found through `MODELICAPATH`. Two files of a project are edited again and again, each time differently: one
//! with a model of about 1,000 equations, after which it is analyzed, and one of 2,000 lines, after which its text and its names
//! are looked at. Ends with an error if that takes longer than people wait for it: 50 and 5 milliseconds, in the median.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code, unreachable_pub)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use wellposed::{AnalysisOptions, LoadRequest, Project, Wellposedness, Workspace};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;

/// So many milliseconds people wait for what is wrong with a model, and with a text.
const LIMITS: [f64; 2] = [50.0, 5.0];

/// So often each file is edited.
const EDITS: usize = 41;

/// So many sections the ladder has.
const SECTIONS: usize = 67;

/// So many classes the long file has, of some eleven lines each.
const CLASSES: usize = 190;

fn main() -> ExitCode {
    let folders = library::folders(&[]);
    if !folders.iter().any(|folder| folder.join("Modelica").is_dir()) {
        println!("the standard library is not there: name its folder in MODELICAPATH");
        return ExitCode::SUCCESS;
    }
    let (ladder, long) = (PathBuf::from("Ladder.mo"), PathBuf::from("Long.mo"));
    let request = LoadRequest { folders, ..LoadRequest::default() };
    let mut workspace = Workspace::open(Arc::new(disk::Disk), request, Project::default());
    workspace.set_text(&ladder, &model(0));
    workspace.set_text(&long, &classes(0));
    let first = analyze(&workspace);
    println!("a model of {} equations, a text of {} lines", first.0, classes(0).lines().count());
    let checked = median(|edit| {
        workspace.set_text(&ladder, &model(edit));
        assert_eq!(analyze(&workspace).1, Wellposedness::Well);
    });
    let named = median(|edit| {
        workspace.set_text(&long, &classes(edit));
        assert_eq!(workspace.diagnostics(Path::new("Long.mo")).len(), 1, "a name that is not there");
    });
    let mut status = ExitCode::SUCCESS;
    for (what, taken, limit) in
        [("analysis of the model", checked, LIMITS[0]), ("text and names", named, LIMITS[1])]
    {
        println!("{what}: {taken:.1} ms; at most {limit}");
        if taken > limit {
            status = ExitCode::FAILURE;
        }
    }
    status
}

/// The equations of the ladder, and its verdict.
fn analyze(workspace: &Workspace) -> (usize, Wellposedness) {
    let found = workspace.analyze("Ladder", &AnalysisOptions::default()).unwrap();
    (found.model.as_ref().map_or(0, wellposed::equations::FlatModel::scalar_equations), found.wellposedness)
}

/// Milliseconds that an edit takes; the first ones read the library.
fn median(mut edit: impl FnMut(usize)) -> f64 {
    let mut taken: Vec<f64> = Vec::new();
    for number in 0..EDITS {
        let start = Instant::now();
        edit(number + 1);
        taken.push(start.elapsed().as_secs_f64() * 1e3);
    }
    taken.sort_by(f64::total_cmp);
    taken[EDITS / 2]
}

/// A ladder of resistors and capacitors of the library.
fn model(edit: usize) -> String {
    let mut text = String::from("model Ladder\n  import Modelica.Electrical.Analog.Basic.*;\n");
    text.push_str(
        "  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 1, f = 50);\n  Ground ground;\n",
    );
    for at in 1..=SECTIONS {
        let _ = writeln!(
            text,
            "  Resistor r{at}(R = {});\n  Capacitor c{at}(C = 1e-6, v(start = 0, fixed = true));",
            at + edit
        );
    }
    text.push_str("equation\n  connect(source.n, ground.p);\n  connect(source.p, r1.p);\n");
    for at in 1..=SECTIONS {
        let _ = writeln!(text, "  connect(r{at}.n, c{at}.p);\n  connect(c{at}.n, ground.p);");
        if at < SECTIONS {
            let _ = writeln!(text, "  connect(r{at}.n, r{}.p);", at + 1);
        }
    }
    text.push_str("end Ladder;\n");
    text
}

/// A long text with one name that is not there.
fn classes(edit: usize) -> String {
    let mut text = String::from("package Long\n");
    for at in 1..=CLASSES {
        let kind = if at == edit % CLASSES + 1 { "Missing" } else { "Resistor" };
        let _ = write!(
            text,
            "  model M{at}\n    extends Modelica.Electrical.Analog.Interfaces.OnePort;\n    \
             Modelica.Electrical.Analog.Basic.{kind} r(R = {at});\n    parameter Real k = {edit};\n    \
             Modelica.Units.SI.Voltage u;\n  equation\n    u = k*v;\n    connect(p, r.p);\n    \
             connect(r.n, n);\n  end M{at};\n\n"
        );
    }
    text.push_str("end Long;\n");
    text
}
