//! What a repair does is known without flattening again, and is what flattening gives.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use wellposed::{Checked, MemoryFiles, RenderStyle, RepairSearch, check, load, render};

/// Checks a model with and without flattening it for every repair; what comes out must be the same.
fn both(files: &MemoryFiles, paths: &[PathBuf], model: &str) -> Option<[Checked; 2]> {
    let loaded = load(files, paths);
    if loaded.errors() > 0 {
        return None;
    }
    let checked = [true, false]
        .map(|thorough| check(files, &loaded, model, &RepairSearch { thorough, ..RepairSearch::default() }));
    let [thorough, quick] = checked.each_ref().map(|checked| {
        let mut text = format!("{:?}\n", checked.wellposedness);
        for found in &checked.diagnostics {
            text.push_str(&render(&loaded.sources, found, RenderStyle::default()));
        }
        for repair in &checked.repairs {
            writeln!(text, "{} {} {}", repair.score, repair.description, repair.describe_outcome()).unwrap();
        }
        text
    });
    assert_eq!(quick, thorough, "{model}");
    Some(checked)
}

/// The files of a folder, by their names in it.
fn read(folder: &Path, name: &Path, files: &mut Vec<(PathBuf, String)>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = name.join(path.file_name().unwrap());
        if path.is_dir() {
            read(&path, &name, files);
        } else {
            files.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn wrong_models_of_the_corpus() {
    let mut files = Vec::new();
    read(&root().join("tests/corpus/debug"), Path::new(""), &mut files);
    let mut compared = 0;
    for (path, text) in files.iter().filter(|file| file.0.extension().is_some_and(|end| end == "mo")) {
        let last = text.lines().rev().find_map(|line| line.strip_prefix("end ")?.strip_suffix(';'));
        let Some(model) = last else { continue };
        let mut memory = MemoryFiles::default();
        memory.add(path.to_str().unwrap(), text.clone());
        compared += usize::from(both(&memory, std::slice::from_ref(path), model).is_some());
    }
    assert!(compared > 30, "{compared}");
}

/// Statements of the examples are taken away, and connections are made that are not there.
#[test]
fn broken_examples() {
    let mut files = Vec::new();
    read(&root().join("examples/Workbench"), Path::new("Workbench"), &mut files);
    let (mut compared, mut repairs, mut saved) = (0, 0, 0);
    for at in 0..files.len() {
        if !files[at].0.starts_with("Workbench/Examples") {
            continue;
        }
        let package = files[at].0.file_stem().unwrap().to_str().unwrap().to_string();
        let text = files[at].1.clone();
        let lines: Vec<&str> = text.lines().collect();
        let mut model = "";
        for (number, line) in lines.iter().enumerate() {
            if let Some(name) = line.trim().strip_prefix("model ") {
                model = name.split_whitespace().next().unwrap();
            }
            // Every third statement is enough.
            let statement =
                line.trim_end().ends_with(';') && (line.contains(" = ") || line.contains("connect("));
            if !statement || number % 3 != 0 {
                continue;
            }
            let mut broken = lines.clone();
            let other = lines[number + 1..].iter().find(|other| other.contains("connect("));
            let crossed = other.filter(|_| line.contains("connect(") && number % 2 == 0).map(|other| {
                let ends = |line: &str| line.trim()[8..].split([',', ')']).next().unwrap().trim().to_string();
                format!("{line} connect({}, {});", ends(line), ends(other))
            });
            match &crossed {
                Some(crossed) => broken[number] = crossed,
                None => {
                    broken.remove(number);
                }
            }
            let mut memory = MemoryFiles::default();
            for (other, (path, text)) in files.iter().enumerate() {
                let text = if other == at { broken.join("\n") } else { text.clone() };
                memory.add(path.to_str().unwrap(), text);
            }
            let model = format!("Workbench.Examples.{package}.{model}");
            if let Some([thorough, quick]) = both(&memory, &["Workbench".into()], &model) {
                compared += usize::from(!thorough.repairs.is_empty());
                repairs += thorough.repairs.len();
                saved += thorough.flattened - quick.flattened;
            }
        }
    }
    assert!(
        compared > 50 && saved > repairs / 2,
        "{compared} models, {repairs} repairs, {saved} flattenings saved"
    );
}

/// A ladder of resistors and capacitors, with a fault.
fn ladder(size: usize, fault: &str) -> String {
    let class = |name: &str, law: &str| {
        let law = if fault == format!("without {law}") { String::new() } else { format!("  {law};\n") };
        format!("model {name}\n  extends TwoPin;\nequation\n{law}end {name};\n")
    };
    let mut text = String::from(
        "connector Pin\n  Real v;\n  flow Real i;\nend Pin;\npartial model TwoPin\n  Pin p, n;\n  Real v, i;\nequation\n  \
         v = p.v - n.v;\n  0 = p.i + n.i;\n  i = p.i;\nend TwoPin;\nmodel Ground\n  Pin p;\nequation\n  p.v = 0;\nend Ground;\n",
    );
    text += &class("Resistor", "v = 2*i");
    text += &class("Capacitor", "i = 3*der(v)");
    text += &class("Source", "v = 1");
    text += "model Ladder\n  Source source;\n  Ground ground;\n";
    for at in 0..size {
        writeln!(text, "  Resistor r{at};\n  Capacitor c{at};").unwrap();
    }
    text += "equation\n  connect(source.n, ground.p);\n  connect(source.p, r0.p);\n";
    for at in 0..size {
        writeln!(text, "  connect(r{at}.n, c{at}.p);\n  connect(c{at}.n, ground.p);").unwrap();
        if at > 0 {
            writeln!(text, "  connect(r{}.n, r{at}.p);", at - 1).unwrap();
        }
    }
    match fault {
        "an equation" => text += "  r3.v = 7;\n",
        "a loose ground" => {
            text = text.replace("(source.n, ground.p)", "(source.n, c0.n)").replace("ground.p)", "source.n)");
        }
        "no ground" => {
            text = text.replace("  Ground ground;\n", "").replace("(source.n, ground.p)", "(source.n, c0.n)");
            text = text.replace("ground.p)", "source.n)");
        }
        "a source" => {
            text = text.replace("  Ground ground;\n", "  Ground ground;\n  Source other;\n")
                + "  connect(other.p, source.p);\n  connect(other.n, source.n);\n";
        }
        _ => {}
    }
    text + "end Ladder;\n"
}

/// What is wrong with a model of any size is found without flattening it again and again.
#[test]
fn a_large_model_is_flattened_once() {
    for (fault, most) in [
        ("an equation", 0),
        ("a source", 4),
        ("a loose ground", 4),
        ("no ground", 5),
        ("without v = 1", 0),
        ("without i = 3*der(v)", 0),
    ] {
        let mut files = MemoryFiles::default();
        files.add("L.mo", ladder(300, fault));
        let [_, quick] = both(&files, &["L.mo".into()], "Ladder").unwrap();
        assert!(quick.repairs.iter().any(wellposed::Repair::is_verified), "{fault}");
        assert!(quick.flattened <= most, "{fault}: flattened {} times", quick.flattened);
    }
}

/// Where a model is so large that only the likeliest repairs are tried, none of these needs it flattened.
#[test]
fn the_likeliest_repairs_are_tried_without_flattening() {
    for fault in ["an equation", "a loose ground", "no ground", "without i = 3*der(v)"] {
        let mut files = MemoryFiles::default();
        files.add("L.mo", ladder(1_200, fault));
        let loaded = load(&files, &["L.mo".into()]);
        let checked = check(&files, &loaded, "Ladder", &RepairSearch::default());
        assert!(checked.repairs.iter().any(wellposed::Repair::is_verified), "{fault}");
        assert_eq!(checked.flattened, 0, "{fault}");
    }
}
