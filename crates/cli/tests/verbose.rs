//! What experts ask for: parts, matching, paths, islands, annotations of graphs, and what an equation may hold.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

fn corpus(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/debug").join(name);
    path.to_str().unwrap().to_string()
}

fn run(args: &[&str]) -> String {
    program::stdout(&program::run(Path::new("."), args)).to_string()
}

#[test]
fn verbose_tells_parts_matching_and_paths() {
    let shown = run(&["check", "--verbose", &corpus("E003-5.4.mo")]);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], "over-determined part: 9 equations, 8 unknowns");
    assert_eq!(lines.iter().filter(|line| line.contains(" determines ")).count(), 8);
    assert!(lines.contains(&"  unmatched equation `R1.i = 23`"), "{shown}");
    let path = "    path `R1.i = 23` – `R1.i` – `R1.R * R1.i = R1.v` – `R1.v` – ";
    assert!(lines.iter().any(|line| line.starts_with(path)), "{shown}");
    let few = run(&["check", "--verbose", &corpus("E003-6.2.mo")]);
    assert!(few.contains("under-determined part: 7 equations, 8 unknowns\n"), "{few}");
    assert!(few.contains("  unmatched unknown `"), "{few}");
    // Without being asked for, none of it.
    assert!(!run(&["check", &corpus("E003-5.4.mo")]).contains("part:"));
}

/// Equations that depend on each other only by their numbers have no paths, but can be listed.
#[test]
fn verbose_tells_what_depends_on_each_other() {
    let shown = run(&["check", "-v", &corpus("no_ground.mo")]);
    assert!(shown.contains("linearly dependent equations: "), "{shown}");
    assert!(shown.contains("unknowns that are not determined because of them: "), "{shown}");
}

/// E003-6.1-island: well-posed, but of no influence on anything.
#[test]
fn verbose_tells_islands() {
    let shown = run(&["check", "--verbose", &corpus("E003-6.1-island.mo")]);
    let island = "island: 1 equation for 1 unknown, without influence on the rest: `R1.s = 10`\n";
    assert_eq!(shown, format!("Circuit is well-posed: 15 equations, 15 unknowns\n{island}"));
    let plain: Value =
        serde_json::from_str(&run(&["check", "--format", "json", &corpus("E003-6.1-island.mo")])).unwrap();
    assert_eq!(plain["details"], json!([]));
}

/// E003-8.2: annotations are attributes of the graph, and are kept when it is read back.
#[test]
fn e003_8_2_annotations() {
    let graph = run(&["analyze", "--emit", "gml", &corpus("E003-5.4.mo")]);
    let of = |name: &str| {
        let key = format!("name \"{name}\"");
        graph.lines().find(|line| line.contains(&key)).unwrap().to_string()
    };
    assert!(of("R1.i = 23").contains(" class \"Resistor\" associated 2 flexibility 3 connected 0 "));
    assert!(of("G.p.v = 0").contains(" class \"Ground\" associated 1 flexibility 3 connected 0 "));
    assert!(of("AC.i = AC.p.i").contains(" class \"TwoPin\" associated 3 flexibility 2 connected 0 "));
    assert!(of("AC.p.v = R1.p.v").contains(" class \"Circuit\" associated 2 flexibility 1 connected 1 "));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("annotated.gml");
    fs::write(&file, &graph).unwrap();
    let again = run(&["system", "--emit", "gml", file.to_str().unwrap()]);
    let nodes = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("class ")).map(str::to_string).collect()
    };
    assert_eq!(nodes(&again), nodes(&graph));
    assert_eq!(nodes(&graph).len(), 15);
    // What is no number is no annotation, and no error.
    fs::write(&file, graph.replace("associated 2", "associated 2.5")).unwrap();
    assert!(nodes(&run(&["system", "--emit", "gml", file.to_str().unwrap()])).is_empty());
}

#[test]
fn json_tells_what_an_equation_must_and_may_hold() {
    let checked: Value =
        serde_json::from_str(&run(&["check", "--format", "json", &corpus("lost_equation.mo")])).unwrap();
    let best = &checked["repairs"][0];
    assert_eq!(best["copies"], json!(40), "{best}");
    assert!(best["must"].as_array().unwrap().contains(&json!("p.i")), "{best}");
    assert_eq!(best["unused"], json!(["R", "p.v", "n.v"]), "{best}");
}
