//! The page of a system with a hundred thousand equations: it stays small, holds everything, and draws what is visible.
//! The page of curves: what the pointer, the wheel and a box do.
//!
//! Everywhere the pages are taken apart: their data, and whether their scripts fit them. Where there is `node` the scripts
//! are run as well; where there is none the tests of that say so.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod script;

use std::io::Write;
use std::process::{Command, Stdio};

use script::{Page, Token, tokens};
use serde_json::Value;
use wellposed::syntax::{FileId, SourceFile, SourceMap};
use wellposed::system::{analyze, html, read};
use wellposed::{Experiment, MemoryFiles, Overrides, flatten, load, plot, simulate};

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
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("test.eqs", &text));
    html(&sources, &system, &analyze(&system))
}

const SIZE: usize = 100_000;

#[test]
fn a_large_page_is_data_and_no_elements() {
    let (large, small) = (page(SIZE), page(10));
    // Elements would make a browser wait; their number must not depend on the system.
    let elements = |page: &str| page.matches('<').count();
    assert_eq!(elements(&large), elements(&small));
    assert!(large.len() < 150 * SIZE, "{} bytes to an equation", large.len() / SIZE);
    let data = Page::new(&large).data;
    assert_eq!(data["lengths"].as_array().unwrap().len(), SIZE);
    assert_eq!(data["equations"].as_str().unwrap().lines().count(), SIZE);
    assert_eq!(data["line_of"].as_array().unwrap().len(), SIZE);
    assert_eq!(data["line_texts"].as_str().unwrap().lines().count(), SIZE);
    let places: u64 = data["lengths"].as_array().unwrap().iter().map(|length| length.as_u64().unwrap()).sum();
    assert_eq!(data["columns"].as_array().unwrap().len() as u64, places);
}

/// The numbers of a list.
fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// What is drawn: each row with its columns and their orders, read as the script does.
#[test]
fn the_data_are_the_rows_in_the_order_of_the_blocks() {
    let page = page(20);
    let data = Page::new(&page).data;
    let lines = |name: &str| data[name].as_str().unwrap().lines().map(str::to_string).collect::<Vec<_>>();
    let (equations, unknowns) = (lines("equations"), lines("unknowns"));
    let (lengths, columns) = (numbers(&data["lengths"]), numbers(&data["columns"]));
    let orders = numbers(&data["orders"]);
    let mut at = 0;
    for (row, equation) in equations.iter().enumerate() {
        let mut found = Vec::new();
        let mut column = 0;
        for _ in 0..lengths[row] {
            column += columns[at] as usize;
            let order = orders.chunks(2).find(|pair| pair[0] == at as u64).map_or(0, |pair| pair[1]);
            found.push((unknowns[column].clone(), order));
            at += 1;
        }
        found.sort();
        let own: usize = equation[1..].parse().unwrap();
        let before = own.saturating_sub(1);
        let other = if own.is_multiple_of(10) { own + 1 } else { before };
        let mut expected: Vec<(String, u64)> = [before, other].map(|of| (format!("x{of}"), 0)).to_vec();
        expected.push((format!("x{own}"), u64::from(own % 10 == 5)));
        expected.sort();
        expected.dedup_by(|later, first| later.0 == first.0);
        assert_eq!(found, expected, "{equation}");
    }
    assert_eq!(at, columns.len());
    // Blocks of one row and of two, all of them with as many unknowns.
    let blocks = numbers(&data["blocks"]);
    assert!(blocks.chunks(3).all(|block| block[0] == 1 && block[1] == block[2]), "{blocks:?}");
    assert_eq!(blocks.chunks(3).map(|block| block[1]).sum::<u64>(), 20);
    assert_eq!(blocks.chunks(3).filter(|block| block[1] == 2).count(), 2);
    // Lines are counted from one, in the only file.
    let line_of = numbers(&data["line_of"]);
    let places = numbers(&data["lines"]);
    for (equation, &line) in equations.iter().zip(&line_of) {
        let place = &places[2 * line as usize..][..2];
        assert_eq!(place, [0, equation[1..].parse::<u64>().unwrap() + 1], "{equation}");
    }
}

#[test]
fn scripts_fit_their_pages() {
    Page::new(&page(20)).check();
    Page::new(&curves()).check();
}

/// What would be wrong with a script is found.
#[test]
fn scripts_that_do_not_fit_are_found() {
    let good = page(20);
    for (right, wrong) in [
        ("const card = document", "const cart = document"),
        ("getElementById(\"legend\")", "getElementById(\"legends\")"),
        ("data.line_of[row]", "data.line[row]"),
        ("let hover = null", "let hover = (null"),
        ("id=\"summary\"", "id=\"sum\""),
    ] {
        let bad = good.replacen(right, wrong, 1);
        assert!(bad != good, "`{right}` is not in the page");
        assert!(std::panic::catch_unwind(|| Page::new(&bad).check()).is_err(), "{wrong}");
    }
    let mark = Token::Mark;
    let word = |text: &str| Token::Word(text.to_string());
    let text = |text: &str| Token::Text(text.to_string());
    let found = tokens("a/* b */ + `x${{b: `y`}}z` // c\n - 'd\\'e' * 1.5e3");
    assert_eq!(
        found,
        [
            vec![
                word("a"),
                mark('+'),
                text("x"),
                mark('('),
                mark('{'),
                word("b"),
                mark(':'),
                text("y"),
                mark('}')
            ],
            vec![mark(')'), text("z"), mark('-'), text("d'e"), mark('*'), Token::Number],
        ]
        .concat()
    );
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
                // Not by a macro: what these write is shown only if a test fails.
                let said = "THE SCRIPT OF THE PAGE IS NOT RUN, only read, because there is no `node`";
                std::io::stderr().write_all(format!("{said}: {error}\n").as_bytes()).unwrap();
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
        let mut sources = SourceMap::default();
        sources.add(SourceFile::new("test.eqs", text));
        let Some(told) = run(&html(&sources, &system, &analyze(&system)), "a") else { return };
        assert!(told["summary"].as_str().unwrap().starts_with(summary), "{told}");
    }
}

/// The page of a line that rises from 3 to 5.
fn curves() -> String {
    let text = "model Line\n  Real up(start = 3, fixed = true);\nequation\n  der(up) = 2;\nend Line;\n";
    let mut files = MemoryFiles::default();
    files.add("Line.mo", text);
    let loaded = load(&files, &["Line.mo".into()]);
    let model = flatten(&files, &loaded, "Line").model.unwrap();
    let experiment = Experiment { interval: Some(0.25), ..Experiment::default() };
    let result =
        simulate(&files, &loaded, model, &experiment, &Overrides::default(), &|| true, None).unwrap();
    plot::html(&plot::Plot::new("Line", &result, &plot::Plot::interesting(&result)))
}

#[test]
fn curves_are_the_values_of_the_result() {
    let data = Page::new(&curves()).data;
    let real = |list: &Value| -> Vec<f64> {
        list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    assert_eq!((&data["title"], real(&data["times"])), (&"Line".into(), vec![0.0, 0.25, 0.5, 0.75, 1.0]));
    let curves = data["panels"][0]["curves"].as_array().unwrap();
    assert_eq!(curves[0]["name"], "up");
    for (found, wanted) in real(&curves[0]["values"]).into_iter().zip([3.0, 3.5, 4.0, 4.5, 5.0]) {
        assert!((found - wanted).abs() < 1e-5, "{found}, not {wanted}");
    }
}

#[test]
fn curves_are_zoomed_and_tell_their_values_under_the_pointer() {
    let page = curves();
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
