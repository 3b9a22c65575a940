//! The page of a system with a hundred thousand equations: it stays small, holds everything, and draws what is visible.
//! The page of curves: what the pointer, the wheel and a box do.

#![allow(clippy::disallowed_methods, clippy::print_stderr, clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use wellposed::syntax::{FileId, Source, Sources};
use wellposed::system::{analyze, html, read};
use wellposed::{Experiment, Memory, Overrides, flatten, load, plot, simulate};

/// Each unknown with its neighbour, and every tenth two of them together: blocks of one and of two.
fn page(size: usize) -> String {
    let mut text = String::new();
    for at in 0..size {
        let before = at.saturating_sub(1);
        let other = if at % 10 == 0 && at + 1 < size { at + 1 } else { before };
        let order = if at % 10 == 5 { "^1" } else { "" };
        text.push_str(&format!("e{at}: x{at}{order} x{before} x{other} \"balance {at}\"\n"));
    }
    let (system, found) = read(FileId(0), "test", &text);
    assert!(found.iter().all(|found| found.severity() != wellposed::syntax::Severity::Error), "{found:?}");
    let mut sources = Sources::default();
    sources.add(Source::new("test.eqs", &text));
    html(&sources, &system, &analyze(&system))
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

const SIZE: usize = 100_000;

#[test]
fn a_large_page_is_data_and_no_elements() {
    let (large, small) = (page(SIZE), page(10));
    // Elements would make a browser wait; their number must not depend on the system.
    let elements = |page: &str| page.matches('<').count();
    assert_eq!(elements(&large), elements(&small));
    assert!(large.len() < 150 * SIZE, "{} bytes to an equation", large.len() / SIZE);
    let data = data(&large);
    assert_eq!(data["lengths"].as_array().unwrap().len(), SIZE);
    assert_eq!(data["equations"].as_str().unwrap().lines().count(), SIZE);
    assert_eq!(data["line_of"].as_array().unwrap().len(), SIZE);
    assert_eq!(data["line_texts"].as_str().unwrap().lines().count(), SIZE);
    let places: u64 = data["lengths"].as_array().unwrap().iter().map(|length| length.as_u64().unwrap()).sum();
    assert_eq!(data["columns"].as_array().unwrap().len() as u64, places);
}

/// What the script does, told by `page/browser.js`; none where no `node` is there to run it.
fn run(page: &str, name: &str) -> Option<Value> {
    told(page, &[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page/browser.js"), name])
}

fn told(page: &str, arguments: &[&str]) -> Option<Value> {
    let mut node =
        match Command::new("node").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
            Ok(node) => node,
            Err(error) => {
                eprintln!("THE SCRIPT OF THE PAGE IS NOT RUN, because there is no `node`: {error}");
                return None;
            }
        };
    node.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "the script of the page fails");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn the_script_draws_what_is_visible() {
    let Some(told) = run(&page(SIZE), "e50005") else { return };
    let number = |of: &str, what: &str| told[of][what].as_u64().unwrap_or(0);
    let summary = told["summary"].as_str().unwrap();
    assert!(summary.starts_with("100,000 equations · 100,000 unknowns · "), "{summary}");
    // From afar all is one image, with the diagonal in it, and a few shapes; the blocks of two are its pixels.
    assert_eq!(number("first", "images"), 1);
    assert!(number("first", "pixels") >= 700, "{told}");
    assert_eq!(number("first", "texts"), 0);
    assert!(number("first", "rectangles") < 100, "{told}");
    // Near, the cells of some 70 rows and as many columns, with their names.
    assert_eq!((number("near", "images"), told["named"].as_bool()), (0, Some(true)), "{told}");
    let cells = number("near", "rectangles");
    assert!((100..1000).contains(&cells), "{told}");
    assert!((80..300).contains(&number("near", "texts")), "{told}");
    let card: Vec<&str> =
        told["card"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(card[0], "e50005");
    assert!(card.contains(&"balance 50005") && card.contains(&"test.eqs:50006"), "{card:?}");
    assert!(card.iter().any(|text| text.starts_with("e50005: x50005^1 x50004")), "{card:?}");
    assert_eq!((told["lost"].as_bool(), told["missing"].as_bool()), (Some(false), Some(true)));
    // Seen from afar again, and while the pointer moves, the image is the one that was made at first.
    for then in ["far", "pointed"] {
        assert_eq!((number(then, "pixels"), number(then, "images")), (0, 1), "{told}");
    }
    assert_eq!(told["hidden"].as_bool(), Some(false));
}

/// Systems without rows or columns have a page too.
#[test]
fn the_script_runs_on_next_to_nothing() {
    for (text, summary) in [
        ("", "0 equations · 0 unknowns · 0 blocks"),
        ("unknowns: x y\n", "0 equations · 2 unknowns"),
        ("a: x\n", "1 equation · 1 unknown · 1 block · structural index 1"),
    ] {
        let (system, _) = read(FileId(0), "test", text);
        let mut sources = Sources::default();
        sources.add(Source::new("test.eqs", text));
        let Some(told) = run(&html(&sources, &system, &analyze(&system)), "a") else { return };
        assert!(told["summary"].as_str().unwrap().starts_with(summary), "{told}");
    }
}

#[test]
fn curves_are_zoomed_and_tell_their_values_under_the_pointer() {
    let text = "model Line\n  Real up(start = 3, fixed = true);\nequation\n  der(up) = 2;\nend Line;\n";
    let mut files = Memory::default();
    files.add("Line.mo", text);
    let loaded = load(&files, &["Line.mo".into()]);
    let model = flatten(&files, &loaded, "Line").model.unwrap();
    let experiment = Experiment { interval: Some(0.25), ..Experiment::default() };
    let result =
        simulate(&files, &loaded, model, &experiment, &Overrides::default(), &|| true, None).unwrap();
    let page = plot::html(&plot::Plot::new("Line", &result, &plot::Plot::interesting(&result)));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page/curves.js");
    let Some(told) = told(&page, &[script]) else { return };
    let ends = |when: &str| {
        let times = told[when]["times"].as_array().unwrap();
        [times.first(), times.last()].map(|time| time.unwrap().as_f64().unwrap())
    };
    assert_eq!((ends("first"), &told["first"]["outputs"]), ([0.0, 1.0], &serde_json::json!([""])));
    assert_eq!(
        (&told["pointed"]["outputs"], &told["pointed"]["hint"]),
        (&serde_json::json!(["4"]), &"time 0.5".into())
    );
    let [from, to] = ends("wheel");
    assert!(from >= 0.39 && to <= 0.61 && from < 0.5 && to > 0.5, "{told}");
    assert_eq!(ends("box"), [0.25, 0.5]);
    assert_eq!(ends("all"), [0.0, 1.0]);
    assert_eq!(told["left"]["outputs"], serde_json::json!([""]));
}
