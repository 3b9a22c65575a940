//! Runs every model of `tests/corpus` through the stages that have an expected file beside it.
//!
//! `X.mo` (or the package folder `X/`) with `X.tree` checks the tree, `X.diag` the diagnostics, `X.fmt` the
//! formatted text, `X.flat` the flat model of the last class and how many equations and unknowns it has,
//! `X.equations` what is known of each of its equations, `X.schedule` what is computed in which order, `X.values` its
//! variables over time. In the folders
//! about text the diagnostics are those of reading, in those about balance and debugging those of `check`, in that about clocks
//! those of a simulation too, in all others those of reading and flattening. `X.repairs` is the list of repairs as `check --verbose` prints it. A first line
//! `// check: --lock Class --level 2 --sublevel 1` gives the options of `check`. `X.eqs` and `X.gml` are plain systems of
//! equations, with `X.structure` for the table and `X.diag`; so are models in the folder about numbers. `X.cir` is a netlist,
//! with `X.diag` for what is wrong with it and `X.index` for its index and the reasons; in the folder about computed circuits
//! all analyses that it asks for are carried out, and `X.measured` is what is measured. `X.point` is the index of a model at
//! its beginning, as `analyze --at-start` prints it. `X.printed` is what a simulation prints, and what it does to files.
//!
//! `X.csv` are values that a simulation has to reach: variables by name in the first line, then a time and the values
//! there, line by line; what stands behind `#` is for the reader. They come from a formula or a publication and never from
//! this program, so `BLESS=1` leaves them alone. A value may differ by a hundred times the tolerance of the experiment, of
//! one or of its size. Whatever the values are, no connection may lose power (`power.rs`). Models in the folder about simulation are simulated, and what is said about that is in `X.diag`.
//! `X.rows` are rows that one run has to record, on both sides of events (`rows.rs`); they too come from outside.
//! `BLESS=1` rewrites the expected files. A model without a single expected file fails.

#![allow(clippy::disallowed_methods, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use wellposed::equations::FlatModel;
use wellposed::syntax::{Diagnostic, FileId, dump, format, lex};
use wellposed::system::{self, EquationSystem, SystemAnalysis};
use wellposed::{
    EntryKind, Experiment, Files, Host, Loaded, Overrides, RenderStyle, Repair, RepairSearch, Trajectory,
    Wellposedness, annotation_table, annotations, check_whole, circuit, flatten, index_at_start, load,
    render, simulate,
};

#[path = "../crates/cli/src/disk.rs"]
#[allow(dead_code, reason = "the program writes files, tests do not")]
mod disk;
use disk::Disk;
mod desk;
use desk::{Above, Desk};
mod power;
#[allow(dead_code, reason = "the benchmark of blocks counts values")]
mod rows;
use rows::{Rows, cells};

/// What the names of models and systems end in.
const ENDINGS: &[&str] = &[".mo", ".eqs", ".gml", ".cir"];

fn main() {
    // Names relative to the corpus, so that expected files hold no path of a machine.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    std::env::set_current_dir(root).unwrap_or_else(|error| panic!("there is no corpus: {error}"));
    let mut cases = Vec::new();
    collect(Path::new(""), &mut cases);
    let bless = std::env::var_os("BLESS").is_some();
    let trials = cases.into_iter().map(|case| {
        let name = case.display().to_string();
        Trial::test(name, move || check(&case, bless))
    });
    let trials: Vec<Trial> = trials.collect();
    assert!(!trials.is_empty(), "the corpus is empty");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Models and package folders below a folder, in the order of names.
fn collect(folder: &Path, cases: &mut Vec<PathBuf>) {
    let entries = Disk.list(&Path::new(".").join(folder)).unwrap_or_default();
    for entry in entries {
        let path = folder.join(&entry.name);
        match entry.kind {
            EntryKind::File if ENDINGS.iter().any(|ending| entry.name.ends_with(ending)) => cases.push(path),
            // Every folder below `packages` is one case, whether it is a package or fails to be one.
            EntryKind::Folder if folder == Path::new("packages") => cases.push(path),
            EntryKind::Folder => collect(&path, cases),
            _ => {}
        }
    }
}

/// A model as far as the stages got with it.
struct Case {
    loaded: Loaded,
    flat: Option<FlatModel>,
    repairs: Vec<Repair>,
    trajectory: Option<Trajectory>,
    system: Option<(EquationSystem, SystemAnalysis)>,
    /// The index of a netlist and its reasons.
    index: String,
    /// What is measured in a netlist.
    measured: String,
    /// The index of a model at its beginning and what is told with it.
    point: String,
    /// What a model printed and wrote.
    printed: String,
}

type Stage = fn(&Case) -> String;

const STAGES: &[(&str, Stage)] = &[
    ("tree", trees),
    ("diag", diagnostics),
    ("repairs", repairs),
    ("fmt", formatted),
    ("flat", flattened),
    ("equations", annotated),
    ("schedule", scheduled),
    ("values", values),
    ("structure", structure),
    ("index", index),
    ("measured", |case| case.measured.clone()),
    ("point", |case| case.point.clone()),
    ("printed", |case| case.printed.clone()),
];

/// Folders of models that are read and no more.
const TEXT: &[&str] = &["grammar", "mistakes", "packages"];

/// Folders of models that are simulated.
const RUN: &[&str] = &["clocks"];

/// Folders of models that are checked; those of all others are only flattened.
const CHECKED: &[&str] = &["balance", "debug", "simulate"];

/// The folder of models whose simulation may have something to say.
const SIMULATED: &str = "simulate";

/// The folder of models whose structure is compared with their numbers.
const NUMBERS: &str = "numbers";

/// The folder of netlists whose analyses are carried out.
const COMPUTED: &str = "circuit/computed";

/// The folder of models whose index is found at their beginning.
const POINT: &str = "point";

impl Case {
    fn new(path: &Path) -> Case {
        if path.extension().is_some_and(|ending| ending == "cir") {
            return Case::netlist(path);
        }
        if path.extension().is_some_and(|ending| ending != "mo") {
            return Case::plain(path);
        }
        let mut loaded = load(&Disk, &[path.to_path_buf()]);
        let mut flat = None;
        let mut repairs = Vec::new();
        let mut trajectory = None;
        let desk = Desk::default();
        if !TEXT.iter().any(|folder| path.starts_with(folder)) && loaded.errors() == 0 {
            let name = last_class(&loaded);
            if CHECKED.iter().any(|folder| path.starts_with(folder)) {
                let search = options(&mut loaded);
                let judge = if path.starts_with(SIMULATED) { check_whole } else { wellposed::check };
                let found = judge(&Disk, &loaded, &name, &search);
                loaded.diagnostics.extend(found.diagnostics);
                (flat, repairs) = (found.model, found.repairs);
                if path.starts_with(SIMULATED) && found.wellposedness == Wellposedness::Well {
                    let experiment = Experiment::of(&loaded, &name);
                    let run = simulated(&loaded, flat.as_ref(), &experiment, Some(&desk));
                    loaded.diagnostics.extend(run.map_or_else(|found| found, |done| done.warnings));
                }
            } else {
                let found = flatten(&Disk, &loaded, &name);
                loaded.diagnostics.extend(found.diagnostics);
                flat = found.model;
            }
            if RUN.iter().any(|folder| path.starts_with(folder)) && loaded.errors() == 0 {
                trajectory = run(&mut loaded, &name, flat.clone());
            }
        }
        let mut system = None;
        if let Some(flat) = flat.as_ref().filter(|_| path.starts_with(NUMBERS)) {
            let (analyzed, analysis, found) = wellposed::analyze_model(&loaded.sources, flat);
            loaded.diagnostics.extend(found);
            system = Some((analyzed, analysis));
        }
        let mut point = String::new();
        if let Some(flat) = flat.clone().filter(|_| path.starts_with(POINT)) {
            let experiment = Experiment::of(&loaded, &last_class(&loaded));
            match index_at_start(&Disk, &loaded, flat, &experiment) {
                Ok(found) => {
                    loaded.diagnostics.extend(found.diagnostics);
                    point = found.text;
                }
                Err(found) => loaded.diagnostics.extend(found),
            }
        }
        let (index, measured) = (String::new(), String::new());
        let printed = desk.lines().iter().map(|line| format!("{line}\n")).collect();
        Case { loaded, flat, repairs, trajectory, system, index, measured, point, printed }
    }

    /// A plain system.
    fn plain(path: &Path) -> Case {
        let (mut loaded, system) = system::open(&Disk, path);
        let system = system.map(|system| {
            let analysis = system::analyze(&system);
            loaded.diagnostics.extend(system::diagnose(&system, &analysis));
            (system, analysis)
        });
        let [index, measured, point, printed] = [(); 4].map(|()| String::new());
        let (flat, repairs, trajectory) = (None, Vec::new(), None);
        Case { loaded, flat, repairs, trajectory, system, index, measured, point, printed }
    }

    /// A netlist.
    fn netlist(path: &Path) -> Case {
        let (mut loaded, circuit) = circuit::open(&Disk, path);
        let mut index = "cannot be read\n".to_string();
        let mut measured = String::new();
        if let Some(circuit) = circuit {
            let topology = circuit::Topology::new(&circuit);
            loaded.diagnostics.extend(circuit::diagnose(&loaded.sources, &circuit, &topology));
            index = circuit::summary(&loaded.sources, &circuit, &topology);
            if path.starts_with(COMPUTED) && loaded.errors() == 0 {
                for asked in circuit::requested_analyses(&circuit) {
                    match circuit::analyze(&loaded.sources, &circuit, &topology, asked) {
                        Ok(outcome) => {
                            if asked == circuit::RequestedAnalysis::Transfer {
                                measured.push_str(&outcome.text.unwrap_or_default());
                            }
                            measured.push_str(&outcome.measures);
                            loaded.diagnostics.extend(outcome.warnings);
                        }
                        Err(found) => loaded.diagnostics.extend(found),
                    }
                }
            }
        }
        let [point, printed] = [(); 2].map(|()| String::new());
        let (flat, repairs, trajectory) = (None, Vec::new(), None);
        Case { loaded, flat, repairs, trajectory, system: None, index, measured, point, printed }
    }
}

/// Simulates a model over the time it gives, with points at events and at the end.
fn run(loaded: &mut Loaded, name: &str, flat: Option<FlatModel>) -> Option<Trajectory> {
    let experiment = Experiment::of(loaded, name);
    let experiment = Experiment { interval: Some(experiment.stop - experiment.start), ..experiment };
    match simulate(&Disk, loaded, flat?, &experiment, &Overrides::default(), &|| true, None) {
        Ok(trajectory) => {
            loaded.diagnostics.extend(trajectory.warnings.iter().cloned());
            Some(trajectory)
        }
        Err(failed) => {
            loaded.diagnostics.extend(failed.found);
            None
        }
    }
}

/// The options of `check` that the first line of a model gives; what is locked is noted in the project.
fn options(loaded: &mut Loaded) -> RepairSearch {
    let mut search = RepairSearch::default();
    let Some(file) = loaded.trees.last().map(|tree| tree.file) else { return search };
    let first = loaded.sources[file].text().lines().next().unwrap_or_default().to_string();
    let mut words = first.strip_prefix("// check:").unwrap_or_default().split_whitespace();
    while let Some((option, value)) = words.next().zip(words.next()) {
        match option {
            "--lock" => loaded.project.locked.push(value.to_string()),
            "--level" => search.unlocked = value == "2",
            "--sublevel" => search.sublevel = value.parse().unwrap_or_else(|_| panic!("no level: {value}")),
            _ => panic!("there is no option {option}"),
        }
    }
    search
}

fn last_class(loaded: &Loaded) -> String {
    let last = loaded.trees.last().and_then(|tree| Some((tree.file, tree[tree.classes].last()?)));
    last.map_or(String::new(), |(file, class)| {
        loaded.sources[file].text()[class.name.span.range()].to_string()
    })
}

fn check(case: &Path, bless: bool) -> Result<(), Failed> {
    let found = Case::new(case);
    let mut checked = 0;
    for (ending, stage) in STAGES {
        let expected_path = case.with_extension(ending);
        if !expected_path.exists() {
            continue;
        }
        checked += 1;
        let actual = stage(&found);
        if bless {
            fs::write(&expected_path, &actual)?;
            continue;
        }
        let expected = fs::read_to_string(&expected_path)?;
        if actual != expected {
            let shown = expected_path.display();
            return Err(format!("{shown} differs\n--- expected\n{expected}\n--- actual\n{actual}").into());
        }
    }
    let values = case.with_extension("csv");
    if values.exists() {
        checked += 1;
        compare(&found, &fs::read_to_string(values)?)?;
    }
    let rows = case.with_extension("rows");
    if rows.exists() {
        checked += 1;
        recorded(&found, &fs::read_to_string(rows)?)?;
    }
    if checked == 0 {
        return Err(
            "no expected file: add an empty .tree, .diag, .repairs, .fmt, .flat, .structure, .index or .point and run with BLESS=1, \
             or values that are known as .csv"
                .into(),
        );
    }
    if !case.with_extension("diag").exists() && !found.loaded.diagnostics.is_empty() {
        return Err(format!("unexpected diagnostics\n{}", diagnostics(&found)).into());
    }
    stable(&found.loaded)?;
    found.system.as_ref().map_or(Ok(()), |(system, analysis)| kept(system, analysis))
}

fn trees(case: &Case) -> String {
    let loaded = &case.loaded;
    loaded.trees.iter().map(|tree| dump(tree, loaded.sources[tree.file].text())).collect()
}

/// Values over time, to nine digits: what differs later differs by rounding. What the program added is left out.
fn values(case: &Case) -> String {
    let Some(trajectory) = &case.trajectory else { return String::new() };
    let shown: Vec<usize> =
        (0..trajectory.signals.len()).filter(|&at| !trajectory.signals[at].name.contains('$')).collect();
    let mut lines =
        vec![shown.iter().map(|&at| trajectory.signals[at].name.as_str()).collect::<Vec<_>>().join(" ")];
    for (point, t) in trajectory.times.iter().enumerate() {
        // Of an event the values after it count.
        if trajectory.times.get(point + 1) == Some(t) {
            continue;
        }
        let cells = shown.iter().map(|&at| short(trajectory.value(point, at)));
        lines.push(format!("{}: {}", short(*t), cells.collect::<Vec<_>>().join(" ")));
    }
    lines.dedup();
    lines.join("\n") + "\n"
}

fn short(value: f64) -> String {
    let value: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    // What is that small is zero and rounding.
    if value.abs() < 1e-12 { "0".to_string() } else { value.to_string() }
}

fn diagnostics(case: &Case) -> String {
    let loaded = &case.loaded;
    let shown = loaded.diagnostics.iter().map(|found| render(&loaded.sources, found, RenderStyle::default()));
    shown.collect::<Vec<_>>().join("\n")
}

/// The repairs in the order of their ranks.
fn repairs(case: &Case) -> String {
    let line = |(at, repair): (usize, &Repair)| {
        let (score, what, outcome) = (repair.score, &repair.description, repair.describe_outcome());
        let locked =
            repair.locked.as_ref().map_or(String::new(), |class| format!(", but `{class}` is locked"));
        format!("repair {}, score {score}: {what} ({outcome}{locked})\n", at + 1)
    };
    case.repairs.iter().enumerate().map(line).collect()
}

fn formatted(case: &Case) -> String {
    let loaded = &case.loaded;
    let format =
        |file| format(file, loaded.sources[file].text()).unwrap_or_else(|_| "has errors\n".to_string());
    loaded.trees.iter().map(|tree| format(tree.file)).collect()
}

fn flattened(case: &Case) -> String {
    case.flat.as_ref().map_or("is not flat\n".to_string(), |flat| {
        format!("{}// {} equations, {} unknowns\n", flat.print(), flat.scalar_equations(), flat.unknowns())
    })
}

fn scheduled(case: &Case) -> String {
    let Some(model) = &case.flat else { return String::new() };
    match wellposed::dae::Plan::new(model.clone(), &wellposed::Cancellation::default()) {
        Ok(plan) => plan.print(),
        Err(failed) => failed.print(),
    }
}

fn annotated(case: &Case) -> String {
    case.flat.as_ref().map_or("is not flat\n".to_string(), |flat| {
        annotation_table(&annotations(&case.loaded, flat, &|_, _| false))
    })
}

fn structure(case: &Case) -> String {
    case.system.as_ref().map_or("is not a system\n".to_string(), |(system, analysis)| {
        system::structure(&case.loaded.sources, system, analysis, usize::MAX)
    })
}

fn index(case: &Case) -> String {
    case.index.clone()
}

fn simulated(
    loaded: &Loaded,
    flat: Option<&FlatModel>,
    experiment: &Experiment,
    desk: Option<&Desk>,
) -> Result<Trajectory, Vec<Diagnostic>> {
    let flat = flat.cloned().ok_or_else(Vec::new)?;
    let above = desk.map(|desk| Above { desk, below: &Disk });
    let files = above.as_ref().map_or(&Disk as &dyn Files, |above| above);
    let host = desk.map(|desk| desk as &dyn Host);
    wellposed::simulate(files, loaded, flat, experiment, &Overrides::default(), &|| true, host)
        .map_err(|failed| failed.found)
}

/// Simulates up to each time of a table and compares what was reached with what stands there.
fn compare(case: &Case, table: &str) -> Result<(), Failed> {
    let rows = table.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut rows = rows.filter(|row| !row.is_empty()).map(cells);
    let names = rows.next().unwrap_or_default();
    let mut wrong = String::new();
    for row in rows {
        let number = |at: usize| row.get(at).and_then(|cell| cell.trim().parse::<f64>().ok());
        let time = number(0).ok_or("a line of the table has no time")?;
        let mut experiment = Experiment::of(&case.loaded, &last_class(&case.loaded));
        (experiment.stop, experiment.interval) = (time, None);
        let trajectory = simulated(&case.loaded, case.flat.as_ref(), &experiment, None).map_err(|found| {
            found.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("\n")
        })?;
        let end = trajectory.times.len() - 1;
        if trajectory.times[end] != time {
            return Err(format!("the simulation ended at {} and not at {time}", trajectory.times[end]).into());
        }
        // Whatever a model is about, its connections keep power.
        let lost = case.flat.as_ref().and_then(|flat| power::kept(flat, &trajectory, 1e-7).loss);
        wrong += &lost.map_or(String::new(), |lost| lost + "\n");
        for (at, name) in names.iter().enumerate().skip(1) {
            let known = number(at).ok_or_else(|| format!("{name} has no value at {time}"))?;
            let variable = trajectory.variable(name).ok_or_else(|| format!("there is no {name}"))?;
            let value = trajectory.value(end, variable);
            let allowed = 100.0 * experiment.tolerance * known.abs().max(1.0);
            if value.is_nan() || (value - known).abs() > allowed {
                wrong += &format!("{name} at {time} is {value}, not {known} within {allowed:e}\n");
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// Simulates a model as its annotation says and compares the rows that are known.
fn recorded(case: &Case, table: &str) -> Result<(), Failed> {
    let rows = Rows::read(table)?;
    let experiment = Experiment::of(&case.loaded, &last_class(&case.loaded));
    let trajectory = simulated(&case.loaded, case.flat.as_ref(), &experiment, None)
        .map_err(|found| found.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("\n"))?;
    let differences = rows.differences(&trajectory);
    if differences.is_empty() { Ok(()) } else { Err(differences.join("\n").into()) }
}

/// A system is the same after it was written and read again, as text and as a graph.
fn kept(system: &EquationSystem, analysis: &SystemAnalysis) -> Result<(), Failed> {
    let text = system::write(system);
    let (again, found) = system::read(FileId(0), "again", &text);
    if !found.is_empty() || system::write(&again) != text || again.signature() != system.signature() {
        return Err(format!("writing and reading changes the system\n{text}\n{found:#?}").into());
    }
    let graph = system::gml(system, analysis);
    let (again, found) = system::read_gml(FileId(0), "again", &graph);
    if !found.is_empty() || system::write(&again) != text || again.signature() != system.signature() {
        return Err(format!("writing and reading the graph changes the system\n{graph}\n{found:#?}").into());
    }
    Ok(())
}

/// Formatting a model twice is formatting it once, and changes neither its words nor its tree.
fn stable(loaded: &Loaded) -> Result<(), Failed> {
    for tree in &loaded.trees {
        let text = loaded.sources[tree.file].text();
        let Ok(once) = format(tree.file, text) else { continue };
        if format(tree.file, &once).as_deref() != Ok(once.as_str()) {
            return Err("formatting is not idempotent".into());
        }
        if words(&once) != words(text) {
            return Err("formatting changes the words".into());
        }
        let parsed = wellposed::syntax::parse(tree.file, &once);
        if dump(&parsed.tree, &once) != dump(tree, text) {
            return Err("formatting changes the tree".into());
        }
    }
    Ok(())
}

fn words(text: &str) -> Vec<&str> {
    lex(FileId(0), text).spans.iter().map(|span| &text[span.range()]).collect()
}
