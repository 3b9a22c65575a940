//! What the published examples say besides their equations: blocks, values over time, and the power that connections keep.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::model;

use std::path::{Path, PathBuf};

use model::{Text, at, last, near};
use wellposed::dae::{Boundary, rows};
use wellposed::equations::{Attribute, Expr, FlatModel, Unit, VariableId};
use wellposed::syntax::DiagnosticCode;
use wellposed::system::{analyze, from_model};
use wellposed::{
    Experiment, MemoryFiles, Overrides, RepairSearch, Trajectory, Wellposedness, check, flatten, load,
};

#[allow(unreachable_pub)]
#[path = "../../../tests/power.rs"]
mod power;

struct Golden {
    text: Text,
    model: FlatModel,
}

/// A model of `tests/corpus/goldens`, which is well-posed.
fn golden(id: &str) -> Golden {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/goldens").join(format!("{id}.mo"));
    let text = Text::new(&std::fs::read_to_string(path).unwrap());
    let checked = text.check();
    assert_eq!(checked.wellposedness, Wellposedness::Well, "{id}");
    Golden { text, model: checked.model.unwrap() }
}

impl Golden {
    fn run(&self, stop: f64) -> Trajectory {
        let experiment = Experiment { stop, tolerance: 1e-9, ..Experiment::default() };
        self.text.run(self.model.clone(), &experiment, &Overrides::default()).unwrap()
    }
}

/// The sizes of the blocks of a model, without those of one equation.
fn large_blocks(model: &FlatModel) -> (usize, Vec<usize>) {
    let system = from_model(model, &rows(model, Boundary::Whole));
    let analysis = analyze(&system);
    assert!(analysis.is_regular());
    let sizes: Vec<usize> = analysis.blocks().map(|block| block.rows.len()).collect();
    let single = sizes.iter().filter(|&&size| size == 1).count();
    (single, sizes.into_iter().filter(|&size| size > 1).collect())
}

#[test]
fn e003_3_11_has_a_perfect_matching_and_one_block_of_62() {
    let golden = golden("E003-3.11");
    assert_eq!((golden.model.scalar_equations(), golden.model.unknowns()), (75, 75));
    assert_eq!(large_blocks(&golden.model), (13, vec![62]));
}

#[test]
fn e003_3_12e_resistors_in_parallel_are_one() {
    let trajectory = golden("E003-3.12e").run(1.0);
    near(last(&trajectory, "R"), 20.0 / 3.0, 1e-9);
}

#[test]
fn e004_part2_6_resistance_grows_with_temperature() {
    let trajectory = golden("E004-part2-6").run(1.0);
    for point in 0..trajectory.times.len() {
        let value = |name: &str| at(&trajectory, point, name);
        let (u, i) = (value("R.u"), value("R.p.i"));
        // 250 at 20 degrees, 260 at 120.
        near(u, (250.0 + 0.1 * (value("R.h.T") - 20.0)) * i, 1e-9);
        near(value("R.h.Q"), -u * i, 1e-9);
    }
    assert!(last(&trajectory, "R.p.i") > 0.0);
}

#[test]
fn e004_part2_9_moves_as_its_matrices_say() {
    let trajectory = golden("E004-part2-9").run(1.0);
    near(last(&trajectory, "S.x[1]"), 15.7615956565, 1e-6);
    near(last(&trajectory, "S.x[2]"), 25.3814738233, 1e-6);
    near(last(&trajectory, "S.y[1]"), 11.728749095, 1e-6);
}

#[test]
fn e004_part3_2_temperatures_meet_and_entropy_gives_the_same() {
    let heat = golden("E004-part3-2").run(1.0);
    let entropy = golden("E004-part3-2-entropy").run(1.0);
    for trajectory in [heat, entropy] {
        let e = (-2.0f64).exp();
        near(last(&trajectory, "hot.port.T"), 350.0 + 50.0 * e, 1e-7);
        near(last(&trajectory, "cold.port.T"), 350.0 - 50.0 * e, 1e-7);
    }
}

#[test]
fn e004_part3_1_connections_keep_power() {
    let models = ["E004-part3-1", "E004-part1-1", "E004-part2-5", "E004-part3-2", "E003-3.10", "E003-5.1"];
    for id in models {
        let golden = golden(id);
        let trajectory = golden.run(1.0);
        let power = power::kept(&golden.model, &trajectory, 1e-9);
        assert_eq!(power.loss, None, "{id}");
        assert!(power.nodes > 0 && power.largest > 0.0, "{id}: no power flows");
    }
    // The border of a component is no loss either.
    let trajectory = golden("E004-part3-1").run(1.0);
    near(last(&trajectory, "node.given"), 6.0, 1e-9);
    near(last(&trajectory, "node.loss"), 0.0, 1e-12);
}

/// What a model of text says, and its flat form if that is nothing.
fn flat(text: &str) -> Result<String, Vec<(DiagnosticCode, String)>> {
    let mut files = MemoryFiles::default();
    files.add("A.mo", text);
    let loaded = load(&files, &[PathBuf::from("A.mo")]);
    let found = flatten(&files, &loaded, "A");
    let all = loaded.diagnostics.iter().chain(&found.diagnostics);
    let said: Vec<(DiagnosticCode, String)> =
        all.map(|found| (found.code, text[found.primary.place.span.range()].to_string())).collect();
    if said.is_empty() { Ok(found.model.unwrap().print()) } else { Err(said) }
}

#[test]
fn e003_3_7_a_variable_goes_when_no_equation_has_it() {
    let start = "model A\n  Real x, y;\nequation\n  x + y = 2;\n  x - y = 3;\nend A;\n";
    let edits = [("x + y = 2", "y = 2"), ("\n  x - y = 3;", ""), ("x, y", "y")];
    let edit = |text: &str, (old, new): (&str, &str)| text.replace(old, new);
    let mut text = start.to_string();
    for step in edits {
        text = edit(&text, step);
        assert!(flat(&text).is_ok(), "{text}");
    }
    let golden = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/goldens/E003-3.7.flat"),
    );
    assert_eq!(format!("{}// 1 equations, 1 unknowns\n", flat(&text).unwrap()), golden.unwrap());
    // The declaration first is refused, at every place that still has the variable.
    let early = flat(&edit(start, edits[2])).unwrap_err();
    assert_eq!(early, vec![(DiagnosticCode::UnknownName, "x".to_string()); 2]);
    let later = flat(&edit(&edit(start, edits[0]), edits[2])).unwrap_err();
    assert_eq!(later, [(DiagnosticCode::UnknownName, "x".to_string())]);
}

#[test]
fn e003_5_5_no_repair_takes_a_connection_away() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/goldens/E003-5.5.mo");
    let Text { files, loaded } = Text::new(&std::fs::read_to_string(path).unwrap());
    let checked = check(&files, &loaded, "Circuit", &RepairSearch::default());
    assert!(!checked.repairs.is_empty());
    for repair in &checked.repairs {
        assert!(repair.removes.iter().all(|removed| !removed.contains("connect")), "{}", repair.description);
    }
    // What E003-5.3 refuses is known of each: laws that stand alone in their class.
    let empties: Vec<&str> = checked
        .repairs
        .iter()
        .filter(|repair| repair.empties)
        .flat_map(|repair| repair.removes.iter().map(String::as_str))
        .collect();
    assert_eq!(empties, ["v = VA*sin(2*PI*f*time)", "p.v = 0"]);
}

#[test]
fn e004_part2_3_angles_are_seen_in_degrees() {
    let model = golden("E004-part2-3").model;
    let text = |variable: VariableId, wanted: Attribute| {
        model.attributes.iter().find(|found| (found.0, found.1) == (variable, wanted)).map(|found| {
            let Expr::String(text) = model.exprs.get(found.2) else { panic!("no text") };
            Unit::parse(model.symbols.name(text)).unwrap()
        })
    };
    let half = (0..model.variables.len() as u32).map(VariableId);
    let half = half.into_iter().find(|&id| model.variable_name(id) == "half").unwrap();
    let (held, seen) = (text(half, Attribute::Unit).unwrap(), text(half, Attribute::DisplayUnit).unwrap());
    near(180.0 * seen.factor(held), std::f64::consts::PI, 1e-15);
}
