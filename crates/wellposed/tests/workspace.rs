//! The workspace: what it answers is what a new one would, whatever it was asked before, and edits cost what they touch.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use wellposed::syntax::{Edit, LineColumn, Place};
use wellposed::{
    AnalysisOptions, Cancellation, Cancelled, CompileFailure, CompletionKind, LoadRequest, MemoryFiles,
    Model, Project, RenameRefusal, Wellposedness, Workspace,
};

const LIBRARY: &str = "package Lib
  connector Pin \"an end\"
    Real v(unit = \"V\") \"potential\";
    flow Real i(unit = \"A\");
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  type Level = enumeration(low, high \"much\");
end Lib;";

const OWN: &str = "model Resistor
  extends Lib.TwoPin;
  parameter Real R(unit = \"Ohm\") = 10 \"resistance\";
equation
  v = R*p.i;
end Resistor;
model Source
  extends Lib.TwoPin;
  parameter Real U = 5;
equation
  v = U;
end Source;
model Circuit
  Resistor load(R = 2);
  Source source;
  Lib.Ground ground;
  Real total = sum({load.R*k for k in 1:3});
equation
  connect(source.p, load.p);
  connect(source.n, load.n);
  connect(ground.p, source.n);
end Circuit;
";

fn files(own: &str) -> Arc<MemoryFiles> {
    let mut files = MemoryFiles::default();
    files.add("Own.mo", own);
    files.add("libs/Lib.mo", LIBRARY);
    files.add("libs/Bad.mo", "package Bad model M Real x end M; end Bad;");
    Arc::new(files)
}

fn request() -> LoadRequest {
    LoadRequest { own: vec!["Own.mo".into()], folders: vec!["libs".into()], ..LoadRequest::default() }
}

fn open(own: &str) -> Workspace {
    Workspace::open(files(own), request(), Project::default())
}

fn own() -> &'static Path {
    Path::new("Own.mo")
}

/// The place of the `nth` occurrence of a word in the user's text, `inside` bytes in.
fn at(workspace: &Workspace, word: &str, nth: usize, inside: u32) -> Place {
    let text = workspace.text(own()).unwrap();
    let offset = text.match_indices(word).nth(nth).unwrap().0 as u32 + inside;
    let file = workspace.loaded().file(own()).unwrap();
    let source = &workspace.loaded().sources[file];
    workspace.place(own(), source.locate(offset)).unwrap()
}

/// The text at a place, with its line.
fn shown(workspace: &Workspace, place: Place) -> String {
    let source = &workspace.loaded().sources[place.file];
    let line = source.locate(place.span.start).line;
    format!("{}:{line} {}", source.name(), &source.text()[place.span.range()])
}

fn verdict(workspace: &Workspace, class: &str) -> Wellposedness {
    workspace.analyze(class, &AnalysisOptions::default()).unwrap().wellposedness
}

#[test]
fn a_workspace_goes_to_other_threads() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Workspace>();
    is_shared::<Model>();
    is_shared::<AnalysisOptions>();
}

#[test]
fn an_edit_changes_what_it_touches_and_nothing_else() {
    let mut workspace = open(OWN);
    assert_eq!(verdict(&workspace, "Circuit"), Wellposedness::Well);
    let before = workspace.clone();
    let first = workspace.analyze("Circuit", &AnalysisOptions::default()).unwrap();
    assert!(Arc::ptr_eq(&first, &workspace.analyze("Circuit", &AnalysisOptions::default()).unwrap()));

    workspace.set_text(own(), &OWN.replace("v = U;", "v = U; p.i = 1;"));
    assert_eq!(verdict(&workspace, "Circuit"), Wellposedness::Over);
    // A copy that was made before answers about the text as it was.
    assert_eq!(verdict(&before, "Circuit"), Wellposedness::Well);

    workspace.close(own());
    assert_eq!(workspace.text(own()), Some(OWN));
    assert_eq!(verdict(&workspace, "Circuit"), Wellposedness::Well);
}

#[test]
fn an_analysis_is_kept_while_its_texts_are_the_same() {
    let mut files = MemoryFiles::default();
    files.add("A.mo", "model A Real x = 1; end A;");
    files.add("B.mo", "model B Real x = 1; end B;");
    let request = LoadRequest { own: vec!["A.mo".into(), "B.mo".into()], ..LoadRequest::default() };
    let mut workspace = Workspace::open(Arc::new(files), request, Project::default());
    let analyze = |workspace: &Workspace| workspace.analyze("A", &AnalysisOptions::default()).unwrap();
    let first = analyze(&workspace);
    workspace.set_text(Path::new("B.mo"), "model B Real y = 2; end B;");
    assert!(Arc::ptr_eq(&first, &analyze(&workspace)), "B is not in A");
    // A class at the top of another file may hide what was found before.
    workspace.set_text(Path::new("B.mo"), "model B Real y = 2; end B; model C end C;");
    assert!(!Arc::ptr_eq(&first, &analyze(&workspace)));
    let second = analyze(&workspace);
    workspace.set_text(Path::new("A.mo"), "model A Real x; end A;");
    assert_eq!(analyze(&workspace).wellposedness, Wellposedness::Under);
    workspace.set_text(Path::new("A.mo"), "model A Real x = 1; end A;");
    assert!(!Arc::ptr_eq(&second, &analyze(&workspace)), "it is another text with the same words");
    assert_eq!(analyze(&workspace).wellposedness, Wellposedness::Well);
}

#[test]
fn what_was_asked_before_makes_no_difference() {
    let text = format!("{OWN}model Worse\n  Bad.M m;\n  Resistor r;\nend Worse;\n");
    let workspace = open(&text);
    let alone = format!("{:?}", open(&text).analyze("Circuit", &AnalysisOptions::default()).unwrap());
    assert_eq!(verdict(&workspace, "Worse"), Wellposedness::Error);
    let after = format!("{:?}", workspace.analyze("Circuit", &AnalysisOptions::default()).unwrap());
    assert_eq!(alone, after, "a library that another model needs is broken");
}

/// A long walk of edits: after each the workspace says what one says that is opened with the same text.
#[test]
fn after_any_edits_it_says_what_a_new_one_says() {
    let edits: [(&str, &str); 8] = [
        ("R*p.i", "R*p.i + q"),
        ("v = U", "v = U;\n  n.i = 0"),
        ("Lib.Ground ground;", ""),
        ("connect(ground.p, source.n);", ""),
        ("load(R = 2)", "load(R = 2, S = 3)"),
        ("extends Lib.TwoPin;", "extends Lib.TwoPins;"),
        ("end Source;", "end Sorce;"),
        ("model Circuit", "model Circuit \"ä\""),
    ];
    let mut workspace = open(OWN);
    for step in 0..40usize {
        let mut text = OWN.to_string();
        for (at, (from, to)) in edits.iter().enumerate() {
            if (step * 7 + 3) >> at & 1 == 1 {
                text = text.replace(from, to);
            }
        }
        workspace.set_text(own(), &text);
        let fresh = open(&text);
        assert_eq!(workspace.diagnostics(own()), fresh.diagnostics(own()), "{text}");
        let ask = |workspace: &Workspace| {
            let found = workspace.analyze("Circuit", &AnalysisOptions::default()).unwrap();
            format!("{:?} {:?} {:?}", found.wellposedness, found.diagnostics, found.repairs)
        };
        assert_eq!(ask(&workspace), ask(&fresh), "{text}");
    }
}

#[test]
fn a_file_that_is_not_stored_can_be_open() {
    let mut workspace = open(OWN);
    let new = PathBuf::from("New.mo");
    workspace.set_text(&new, "model New\n  extends Circuit;\nend New;\n");
    assert_eq!(verdict(&workspace, "New"), Wellposedness::Well);
    assert_eq!(workspace.models(), ["Resistor", "Source", "Circuit", "New"]);
    workspace.set_text(&new, "model New\n  extends Circuit;\n  Real x;\nend New;\n");
    assert_eq!(verdict(&workspace, "New"), Wellposedness::Under);
    workspace.close(&new);
    assert_eq!(workspace.models(), ["Resistor", "Source", "Circuit"]);
}

#[test]
fn a_library_can_be_edited() {
    let mut workspace = open(OWN);
    let library = Path::new("libs/Lib.mo");
    // What names the library decides its version, so that everything is opened anew; the answers are the same.
    workspace.set_text(library, &LIBRARY.replace("p.v = 0;", ""));
    assert_eq!(verdict(&workspace, "Circuit"), Wellposedness::Under);
    workspace.close(library);
    assert_eq!(verdict(&workspace, "Circuit"), Wellposedness::Well);
}

#[test]
fn names_are_checked_without_a_model() {
    let mut workspace = open(OWN);
    assert_eq!(workspace.diagnostics(own()), []);
    workspace.set_text(own(), &OWN.replace("Lib.Ground ground", "Lib.Grund ground"));
    let found = workspace.diagnostics(own());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(shown(&workspace, found[0].primary.place), "Own.mo:16 Grund");
    workspace.set_text(own(), &OWN.replace("v = U;", "v = U"));
    assert_eq!(workspace.diagnostics(own()).len(), 1);
}

#[test]
fn cancelled_work_has_no_result_and_leaves_none() {
    let workspace = open(OWN);
    // Cancelled at its first question, at its second, and so on: never anything but nothing, or all of it.
    let whole = format!("{:?}", open(OWN).analyze("Circuit", &AnalysisOptions::default()).unwrap());
    let mut cancelled = 0;
    for allowed in 0.. {
        let asked = AtomicUsize::new(0);
        let cancellation = Cancellation::new(move || asked.fetch_add(1, Ordering::Relaxed) >= allowed);
        let options = AnalysisOptions { cancellation, ..AnalysisOptions::default() };
        match workspace.analyze("Circuit", &options) {
            Err(Cancelled) => cancelled += 1,
            Ok(found) => {
                assert_eq!(format!("{found:?}"), whole);
                break;
            }
        }
    }
    assert!(cancelled > 10, "asked {cancelled} times");
}

#[test]
fn a_wrong_model_is_not_compiled() {
    let workspace = open(&OWN.replace("v = U;", ""));
    match workspace.compile("Circuit", &AnalysisOptions::default()) {
        Err(CompileFailure::Wrong(found)) => assert!(!found.repairs.is_empty()),
        _ => panic!("a source without a voltage"),
    }
}

#[test]
fn a_name_leads_to_its_declaration() {
    let workspace = open(OWN);
    let definition = |word: &str, nth, inside| {
        workspace.definition(at(&workspace, word, nth, inside)).map(|place| shown(&workspace, place))
    };
    let cases = [
        (("R*p.i", 0, 0), "Own.mo:3 R"),
        // Through inheritance and a library.
        (("R*p.i", 0, 2), "libs/Lib.mo:7 p"),
        (("R*p.i", 0, 4), "libs/Lib.mo:4 i"),
        (("v = R", 0, 0), "libs/Lib.mo:8 v"),
        (("load(R = 2)", 0, 5), "Own.mo:3 R"),
        (("Resistor load", 0, 2), "Own.mo:1 Resistor"),
        (("Lib.TwoPin", 1, 6), "libs/Lib.mo:6 TwoPin"),
        (("source.n, load", 0, 8), "libs/Lib.mo:7 n"),
        (("load.R*k", 0, 5), "Own.mo:3 R"),
        (("end Circuit", 0, 5), "Own.mo:13 Circuit"),
    ];
    for ((word, nth, inside), expected) in cases {
        assert_eq!(definition(word, nth, inside).as_deref(), Some(expected), "{word}");
    }
    // A loop variable and a built-in type are declared nowhere.
    assert_eq!(definition("k for k", 0, 0), None);
    assert_eq!(definition("Real total", 0, 1), None);
}

#[test]
fn references_are_all_uses() {
    let workspace = open(OWN);
    let places = workspace.references(at(&workspace, "parameter Real R", 0, 15));
    let found: Vec<String> = places.iter().map(|&place| shown(&workspace, place)).collect();
    assert_eq!(found, ["Own.mo:3 R", "Own.mo:5 R", "Own.mo:14 R", "Own.mo:17 R"]);
}

fn renamed(workspace: &Workspace, edits: &[Edit]) -> String {
    workspace.edited(edits).unwrap().remove(0).text
}

#[test]
fn renaming_changes_names_and_no_meaning() {
    let workspace = open(OWN);
    let edits = workspace.rename(at(&workspace, "parameter Real R", 0, 15), "resistance").unwrap();
    assert_eq!(edits.len(), 4);
    let text = renamed(&workspace, &edits);
    let after = open(&text);
    let flat = |workspace: &Workspace| {
        workspace.analyze("Circuit", &AnalysisOptions::default()).unwrap().model.as_ref().unwrap().print()
    };
    assert_eq!(flat(&after).replace("resistance", "R"), flat(&workspace));

    // A class is called so where it ends, too.
    let edits = workspace.rename(at(&workspace, "model Resistor", 0, 8), "Load").unwrap();
    assert_eq!(verdict(&open(&renamed(&workspace, &edits)), "Circuit"), Wellposedness::Well);

    let refused =
        |word: &str, inside, new: &str| workspace.rename(at(&workspace, word, 0, inside), new).unwrap_err();
    assert_eq!(refused("parameter Real R", 15, "1x"), RenameRefusal::NotAnIdentifier);
    assert_eq!(refused("parameter Real R", 15, "model"), RenameRefusal::NotAnIdentifier);
    assert_eq!(refused("R*p.i", 2, "q"), RenameRefusal::Library);
    assert!(matches!(refused("parameter Real R", 15, "v"), RenameRefusal::Taken(_)));
    assert!(matches!(refused("model Resistor", 8, "Source"), RenameRefusal::Taken(_)));
    assert_eq!(refused("Real total", 1, "x"), RenameRefusal::NoName);
}

#[test]
fn a_name_is_described() {
    let workspace = open(OWN);
    let checked = workspace.analyze("Resistor", &AnalysisOptions::default()).unwrap();
    let found = workspace.describe(at(&workspace, "R*p.i", 0, 0), Some(&checked)).unwrap();
    assert_eq!(found.full_name, "Resistor.R");
    assert_eq!(found.declaration, "parameter Real R(unit = \"Ohm\") = 10");
    assert_eq!((found.documentation.as_str(), found.type_name.as_deref()), ("resistance", Some("Real")));
    assert_eq!((found.unit.as_deref(), found.value.as_deref()), (Some("Ohm"), Some("10")));
    let pin = workspace.describe(at(&workspace, "source.p", 0, 8), None).unwrap();
    assert_eq!((pin.full_name.as_str(), pin.type_name.as_deref()), ("Lib.TwoPin.p", Some("Lib.Pin")));
    let class = workspace.describe(at(&workspace, "Lib.Ground", 0, 5), None).unwrap();
    assert_eq!(class.declaration, "model Lib.Ground");
}

#[test]
fn what_may_be_written_is_known_while_it_is_typed() {
    let names = |text: &str, mark: &str| {
        let mut workspace = open(OWN);
        workspace.set_text(own(), &text.replace(mark, &mark.replace('|', "")));
        let place = text.find(mark).unwrap() + mark.find('|').unwrap();
        let file = workspace.loaded().file(own()).unwrap();
        let at = workspace.loaded().sources[file].locate(place as u32);
        let found = workspace.completions(workspace.place(own(), at).unwrap());
        found.into_iter().map(|one| (one.name, one.kind)).collect::<Vec<_>>()
    };
    let words = |text: &str, mark: &str| names(text, mark).into_iter().map(|one| one.0).collect::<Vec<_>>();
    let with = |line: &str| OWN.replace("  connect(source.p, load.p);", line);
    assert_eq!(words(&with("  connect(source.|"), "source.|"), ["U", "n", "p", "v"]);
    assert_eq!(words(&with("  load.p.|"), "load.p.|"), ["i", "v"]);
    assert_eq!(words(&OWN.replace("load(R = 2)", "load(|"), "load(|"), ["R", "n", "p", "v"]);
    assert_eq!(words(&OWN.replace("load(R = 2)", "load(R(un|"), "R(un|"), ["unit"]);
    assert_eq!(words(&with("  Lib.Level.|"), "Lib.Level.|"), ["high", "low"]);
    assert_eq!(words(&with("  Real x = tot|"), "tot|"), ["total"]);
    assert!(names(&with("  con|"), "con|").contains(&("connect".to_string(), CompletionKind::Keyword)));
    assert!(names(&with("  gro|"), "gro|").contains(&("ground".to_string(), CompletionKind::Component)));
}

#[test]
fn symbols_are_the_declarations_of_a_file() {
    let workspace = open(OWN);
    let found = workspace.symbols(own());
    let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Resistor", "Source", "Circuit"]);
    let inside: Vec<&str> = found[2].children.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(inside, ["load", "source", "ground", "total"]);
    let place = workspace.place(own(), LineColumn { line: 14, column: 3 }).unwrap();
    assert_eq!(workspace.class_at(place).as_deref(), Some("Circuit"));
}

/// Repairs of a model that lacks much are the longest part of its analysis: none is tried any more once nobody waits for them.
#[test]
fn a_search_for_repairs_is_cancelled() {
    let text = OWN.replace("v = U;", "").replace("connect(ground.p, source.n);", "");
    let ask = |allowed: usize| {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = asked.clone();
        let cancellation = Cancellation::new(move || counter.fetch_add(1, Ordering::Relaxed) >= allowed);
        let options = AnalysisOptions { cancellation, ..AnalysisOptions::default() };
        let found = open(&text).analyze("Circuit", &options);
        (found.map(|found| found.flattened).ok(), asked.load(Ordering::Relaxed))
    };
    let (whole, all) = ask(usize::MAX);
    assert!(whole.is_some());
    // In the middle of the search: it is given up, and what is left asks less than all of it would.
    let (cut, asked) = ask(all - 3);
    assert_eq!(cut, None);
    assert!(asked <= all, "{asked} of {all}");
}
