//! Libraries: which files are read, which version is chosen, and what is said if something is not there.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use wellposed::syntax::{Diagnostic, DiagnosticCode};
use wellposed::{
    EntryKind, Files, Flattened, FolderEntry, LoadRequest, Loaded, MemoryFiles, load, open_sources,
};

/// Files in memory that remember which of them were read.
#[derive(Default)]
struct Watched {
    memory: MemoryFiles,
    read: Mutex<Vec<String>>,
}

impl Files for Watched {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read.lock().unwrap().push(path.to_string_lossy().into_owned());
        self.memory.read(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        self.memory.list(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        self.memory.kind(path)
    }
}

impl Watched {
    fn read(&self) -> Vec<String> {
        let mut read = self.read.lock().unwrap().clone();
        read.sort();
        read
    }
}

fn watched(files: &[(&str, &str)]) -> Arc<Watched> {
    let mut watched = Watched::default();
    files.iter().for_each(|(path, text)| watched.memory.add(path, *text));
    Arc::new(watched)
}

/// Opens all files that do not lie in a folder whose name begins with `libs`.
fn open_all(files: &[(&str, &str)]) -> Loaded {
    let own = files.iter().map(|(path, _)| PathBuf::from(path));
    let own = own.filter(|path| !path.to_string_lossy().starts_with("libs")).collect();
    let folders =
        files.iter().filter_map(|(path, _)| path.split('/').next().filter(|top| top.starts_with("libs")));
    let folders: BTreeSet<PathBuf> = folders.map(PathBuf::from).collect();
    let request = LoadRequest { own, folders: folders.into_iter().collect(), ..LoadRequest::default() };
    open_sources(watched(files), &request)
}

/// What is said of a model, its libraries included.
fn said(files: &[(&str, &str)], model: &str) -> Vec<Diagnostic> {
    let loaded = open_all(files);
    let checked =
        wellposed::check(&MemoryFiles::default(), &loaded, model, &wellposed::RepairSearch::default());
    [loaded.diagnostics, checked.diagnostics].concat()
}

/// Flattens a model that reads no files of data.
fn flatten(loaded: &Loaded, model: &str) -> Flattened {
    wellposed::flatten(&MemoryFiles::default(), loaded, model)
}

/// The flat text of a model that nothing is wrong with.
fn flat(files: &[(&str, &str)], model: &str) -> String {
    let flattened = flatten(&open_all(files), model);
    assert_eq!(flattened.diagnostics, []);
    flattened.model.unwrap().print()
}

const LIBRARY: &[(&str, &str)] = &[
    ("libs/Lib/package.mo", "package Lib constant Real one = 1; end Lib;"),
    ("libs/Lib/package.order", "one\nBase\nPart\nBroken\nSub\n"),
    ("libs/Lib/Base.mo", "within Lib; partial model Base Real x; end Base;"),
    ("libs/Lib/Part.mo", "within Lib; model Part extends Base; equation x = one; end Part;"),
    ("libs/Lib/Broken.mo", "within Lib; model Broken Real x end Broken;"),
    ("libs/Lib/Sub/package.mo", "within Lib; package Sub end Sub;"),
    ("libs/Lib/Sub/Leaf.mo", "within Lib.Sub; model Leaf Real y = 2; end Leaf;"),
    ("libs/Other.mo", "package Other model M Real z = 3; end M; end Other;"),
];

fn with<'a>(own: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [own, LIBRARY].concat()
}

fn request() -> LoadRequest {
    LoadRequest { own: vec!["A.mo".into()], folders: vec!["libs".into()], ..LoadRequest::default() }
}

#[test]
fn only_the_files_that_a_model_needs_are_read() {
    let files = watched(&with(&[("A.mo", "model A Lib.Part part; end A;")]));
    let loaded = open_sources(files.clone(), &request());
    assert_eq!(files.read(), ["A.mo"]);
    assert_eq!((loaded.parsed(), loaded.known()), (1, 8));
    let flattened = flatten(&loaded, "A");
    assert_eq!(flattened.diagnostics, [], "a file that no one needs is not looked at");
    assert_eq!(files.read(), ["A.mo", "libs/Lib/Base.mo", "libs/Lib/Part.mo", "libs/Lib/package.mo"]);
    assert_eq!((loaded.parsed(), loaded.known()), (4, 8));
    // What was read once is not read again.
    flatten(&loaded, "Lib.Part");
    assert_eq!(files.read().len(), 4);
    flatten(&loaded, "Lib.Sub.Leaf");
    assert_eq!(files.read().len(), 6);
}

#[test]
fn a_model_is_the_same_however_it_is_read() {
    let files = with(&[("A.mo", "model A Lib.Part part; Lib.Sub.Leaf leaf; Other.M m; end A;")]);
    let lazy = flat(&files, "A");
    let eager = load(&watched(&files).memory, &["A.mo", "libs/Lib", "libs/Other.mo"].map(PathBuf::from));
    assert_eq!(lazy, flatten(&eager, "A").model.unwrap().print());
}

#[test]
fn threads_change_nothing() {
    let files = watched(&with(&[("A.mo", "model A Lib.Part part; Lib.Nowhere n; end A;")]));
    let loaded = open_sources(files.clone(), &request());
    let run = || flatten(&loaded, "A").diagnostics;
    let first = run();
    assert_eq!(first.len(), 1);
    let fresh =
        open_sources(watched(&with(&[("A.mo", "model A Lib.Part part; Lib.Nowhere n; end A;")])), &request());
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| flatten(&fresh, "A").diagnostics)).collect();
        all.into_iter().for_each(|one| assert_eq!(one.join().unwrap(), first));
    });
    assert_eq!(fresh.parsed(), loaded.parsed());
}

#[test]
fn a_broken_file_that_is_needed_is_all_there_is_to_say() {
    let loaded = open_all(&with(&[("A.mo", "model A Lib.Broken b; Real y = b.nothing; end A;")]));
    let flattened = flatten(&loaded, "A");
    assert!(flattened.model.is_none());
    let [found] = &flattened.diagnostics[..] else { panic!("{:?}", flattened.diagnostics) };
    assert_eq!(found.code, DiagnosticCode::MissingSemicolon);
    assert_eq!(loaded.path(found.primary.place.file), Path::new("libs/Lib/Broken.mo"));
}

#[test]
fn a_library_file_must_hold_what_its_name_promises() {
    let cases: [(&str, DiagnosticCode); 3] = [
        ("within Lib; model Wrong end Wrong;", DiagnosticCode::WrongClassName),
        ("within Elsewhere; model Bad end Bad;", DiagnosticCode::WrongWithin),
        ("", DiagnosticCode::NoClass),
    ];
    for (text, code) in cases {
        let mut files = with(&[("A.mo", "model A Lib.Bad b; end A;")]);
        files.push(("libs/Lib/Bad.mo", text));
        let codes: Vec<DiagnosticCode> = said(&files, "A").iter().map(|found| found.code).collect();
        assert_eq!(codes, [code], "{text}");
    }
}

#[test]
fn names_are_known_from_the_listing() {
    let files = watched(&with(&[("A.mo", "model A Lib.Sbu.Leaf leaf; Lib.Par part; end A;")]));
    let loaded = open_sources(files.clone(), &request());
    let found = flatten(&loaded, "A").diagnostics;
    let helps: Vec<&str> = found.iter().filter_map(|found| found.help.as_deref()).collect();
    assert_eq!(helps, ["did you mean `Sub`?", "did you mean `Part`?"]);
    assert_eq!(files.read(), ["A.mo", "libs/Lib/package.mo"]);
}

#[test]
fn a_file_of_the_user_may_add_to_a_library() {
    let files = with(&[
        ("A.mo", "model A Lib.Mine mine; end A;"),
        ("B.mo", "within Lib; model Mine Real x = one; end Mine;"),
    ]);
    assert!(flat(&files, "A").contains("x = 1"));
}

/// A library of which there are several versions.
fn versions(uses: &str) -> Vec<(&'static str, String)> {
    let library = |version: &str, says: &str| {
        format!("package V constant Real v = {version}; annotation(version = \"{version}\"{says}); end V;")
    };
    let none = |from: &str| format!(", conversion(noneFromVersion = \"{from}\", from(version = \"1.0\"))");
    vec![
        ("A.mo", format!("model A Real x = V.v; annotation({uses}); end A;")),
        ("libs/V 2.0/package.mo", library("2.0", &none("1.9"))),
        ("libs/V 10.0/package.mo", library("10.0", &none("2.5"))),
        ("libs/V/package.mo", library("3.0", "")),
        ("libs2/V 11.0.mo", library("11.0", "")),
        (
            "libs2/W.mo",
            "package W model M Real x = V.v; end M; annotation(uses(V(version = \"2.0\"))); end W;"
                .to_string(),
        ),
    ]
}

fn chosen(uses: &str) -> (String, Vec<Diagnostic>) {
    let files = versions(uses);
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let loaded = open_all(&files);
    let flattened = flatten(&loaded, "A");
    let text = flattened.model.unwrap().print();
    let value = text.split(" = ").nth(1).and_then(|rest| rest.split(';').next()).unwrap().to_string();
    (value, [loaded.diagnostics, flattened.diagnostics].concat())
}

#[test]
fn the_version_that_is_asked_for_is_chosen() {
    for (uses, expected) in [
        ("", "10.0"),                            // The latest of the first folder.
        ("uses(V)", "10.0"),                     // Any will do.
        ("uses(V(version = \"2.0\"))", "2.0"),   // By the name of a folder.
        ("uses(V(version = \"3.0\"))", "3.0"),   // By an annotation.
        ("uses(V(version = \"11.0\"))", "11.0"), // In a later folder.
        ("uses(V(version = \"2.5\"))", "10.0"),  // Replaced without a change.
        ("uses(W)", "2.0"),                      // What a library asks for, where the user does not care.
    ] {
        let (value, diagnostics) = chosen(uses);
        assert_eq!((value.as_str(), diagnostics), (expected, vec![]), "{uses}");
    }
}

#[test]
fn a_version_that_is_not_there_is_said_with_those_that_are() {
    let (value, found) = chosen("uses(V(version = \"1.0\"))");
    assert_eq!(value, "10.0");
    let [found] = &found[..] else { panic!("{found:?}") };
    assert_eq!(found.code, DiagnosticCode::UnmetUses);
    assert_eq!(found.message, "version 1.0 of library `V` is not found; version 10.0 is used");
    let span = found.primary.place.span;
    assert_eq!(span.end - span.start, "V(version = \"1.0\")".len() as u32);
    let notes = found.notes.join("\n");
    for part in
        ["`libs/V 10.0/package.mo` is version 10.0", "version 2.0", "version 3.0", "must be converted"]
    {
        assert!(notes.contains(part), "{notes}");
    }
}

#[test]
fn the_library_of_the_model_has_a_say_in_versions() {
    let files = versions("");
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    for (model, version) in [(None, "10.0"), (Some("W.M".to_string()), "2.0")] {
        let request = LoadRequest {
            own: Vec::new(),
            folders: vec!["libs".into(), "libs2".into()],
            model,
            ..LoadRequest::default()
        };
        let flattened = flatten(&open_sources(watched(&files), &request), "W.M");
        let text = flattened.model.unwrap().print();
        assert!(text.contains(&format!("x = {version}")), "{text}");
    }
}

#[test]
fn what_the_library_of_the_model_uses_is_looked_at() {
    let library = "package W model M Real x = 1; end M; annotation(uses(V(version = \"1.0\"))); end W;";
    let other = "package V annotation(version = \"2.0\"); end V;";
    let files = [("libs/W/package.mo", library), ("libs/V/package.mo", other)];
    let request = LoadRequest {
        own: Vec::new(),
        folders: vec!["libs".into()],
        model: Some("W.M".to_string()),
        ..LoadRequest::default()
    };
    let loaded = open_sources(watched(&files), &request);
    let found = flatten(&loaded, "W.M").diagnostics;
    let all = loaded.diagnostics.iter().chain(&found);
    let told: Vec<&str> = all.map(|found| found.message.as_str()).collect();
    assert_eq!(told, ["version 1.0 of library `V` is not found; version 2.0 is used"]);
}

#[test]
fn a_library_that_is_only_said_to_be_used_is_a_warning() {
    let text = "model A Real x = 1; annotation(uses(Absent(version = \"1.0\"))); end A;";
    let found = said(&with(&[("A.mo", text)]), "A");
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [DiagnosticCode::UnmetUses]);
}

#[test]
fn a_missing_library_is_said_once_with_where_it_was_sought() {
    for text in [
        "model A Absent.M m; Absent.N n; Real x = Absent.f(1) + Absent.c; annotation(uses(Absent)); end A;",
        "model A import Absent.P; P.M m; P.N n; end A;",
        "model A import P = Absent.P; P.M m; end A;",
        "model A import Absent.P.*; M m; Real x = c; end A;",
        "model A Real x = Absent.c; annotation(uses(Absent)); end A;",
    ] {
        let found = said(&with(&[("A.mo", text)]), "A");
        let [found] = &found[..] else { panic!("{text}: {found:?}") };
        assert_eq!(
            (found.code, found.message.as_str()),
            (DiagnosticCode::MissingLibrary, "library `Absent` is not found")
        );
        assert_eq!(found.notes, ["looked in `libs`"], "{text}");
        assert!(found.help.as_ref().unwrap().contains("MODELICAPATH"));
        assert_eq!(&text[found.primary.place.span.range()], "Absent", "{text}");
    }
}

#[test]
fn the_standard_library_is_known_by_name() {
    let found = said(&[("A.mo", "model A Real x = Modelica.Constants.pi; end A;")], "A");
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [DiagnosticCode::MissingLibrary]);
    assert!(found[0].notes[0].contains("no folder was searched"), "{:?}", found[0].notes);
    // Any other name may be that of a component.
    let found = said(&[("A.mo", "model A Real x = R1.v; end A;")], "A");
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [DiagnosticCode::UnknownName]);
}

#[test]
fn a_misspelt_library_is_a_misspelt_name() {
    let found = said(&with(&[("A.mo", "model A Othre.M m; end A;")]), "A");
    assert_eq!(found[0].help.as_deref(), Some("did you mean `Other`?"));
}

#[test]
fn a_class_in_two_files_has_two_places() {
    let files = [("A.mo", "model A end A;"), ("B.mo", "model B end B; model A Real x = 1; end A;")];
    let loaded = open_all(&files);
    let [found] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    assert_eq!(found.code, DiagnosticCode::DuplicateClass);
    assert_eq!(loaded.path(found.primary.place.file), Path::new("B.mo"));
    assert_eq!(loaded.path(found.related[0].place.file), Path::new("A.mo"));
    // Files that are only read may have nothing to do with each other.
    let paths = ["A.mo", "B.mo"].map(PathBuf::from);
    assert_eq!(load(&watched(&files).memory, &paths).diagnostics, []);
}

#[test]
fn a_class_of_the_user_hides_a_library() {
    let files = with(&[("A.mo", "package Other model M Real z = 4; end M; end Other;")]);
    let loaded = open_all(&files);
    let [found] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    assert_eq!(found.code, DiagnosticCode::HiddenLibrary);
    assert_eq!(loaded.path(found.related[0].place.file), Path::new("libs/Other.mo"));
    let flattened = flatten(&loaded, "Other.M");
    assert!(flattened.model.unwrap().print().contains("z = 4"));
    // The file of the library itself hides nothing.
    let request = LoadRequest { own: vec!["libs/Other.mo".into()], ..request() };
    assert_eq!(open_sources(watched(&files), &request).diagnostics, []);
}

#[test]
fn a_folder_without_package_mo_is_almost_a_library() {
    let files = [("A.mo", "model A Absent.M m; annotation(uses(Absent)); end A;"), ("libs/Absent/M.mo", "")];
    let found = said(&files, "A");
    let [found] = &found[..] else { panic!("{found:?}") };
    assert_eq!(found.code, DiagnosticCode::MissingLibrary);
    let note = "the folder `libs/Absent` has no `package.mo`, so it is not a package";
    assert_eq!(found.notes, ["looked in `libs`", note]);
    assert!(found.help.as_ref().unwrap().contains("`package.mo`"));
}

#[test]
fn a_library_lies_in_no_package() {
    let library = ("libs/L/package.mo", "within Above; package L model M Real x = 1; end M; end L;");
    let found = said(&[("A.mo", "model A L.M m; end A;"), library], "A");
    let [found] = &found[..] else { panic!("{found:?}") };
    assert_eq!(found.code, DiagnosticCode::WrongWithin);
    assert_eq!(&library.1[found.primary.place.span.range()], "within Above");
}

#[test]
fn an_instance_knows_its_name_from_the_model_on() {
    let text = "package P model Part constant String name = getInstanceName(); end Part; \
                model Whole Part part; constant String own = getInstanceName(); end Whole; end P;";
    let flat = flat(&[("A.mo", text)], "P.Whole");
    assert!(flat.contains("part.name = \"Whole.part\"") && flat.contains("own = \"Whole\""), "{flat}");
}

/// The text that a finding points at, with the name of its file.
fn pointed(loaded: &Loaded, found: &Diagnostic) -> (String, String) {
    let place = found.primary.place;
    let source = &loaded.sources[place.file];
    (source.name().to_string(), source.text()[place.span.range()].to_string())
}

#[test]
fn a_folder_that_is_no_package_is_told() {
    let files = with(&[
        ("A.mo", "model A Lib.Loose.Part part; end A;"),
        ("libs/Lib/Loose/Part.mo", "within Lib.Loose; model Part end Part;"),
    ]);
    let found = said(&files, "A");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "`Lib` has no `Loose`");
    assert!(found[0].notes.iter().any(|note| note.contains("`libs/Lib/Loose` has no `package.mo`")));
    let help = found[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("package Loose … end Loose;"), "{help}");
}

#[test]
fn a_class_that_is_not_there_is_shown_where_it_was_asked_for() {
    let files = with(&[("A.mo", "model A end A;")]);
    let asked = |model: &str| {
        let named_in = Some("the command line".to_string());
        let request = LoadRequest { model: Some(model.to_string()), named_in, ..request() };
        let loaded = open_sources(watched(&files), &request);
        let found = flatten(&loaded, model).diagnostics;
        assert_eq!(found.len(), 1, "{model}");
        (pointed(&loaded, &found[0]), found[0].clone())
    };
    let line = |text: &str| ("the command line".to_string(), text.to_string());
    let (place, found) = asked("Lib.Sub.Leav");
    assert_eq!((place, found.message.as_str()), (line("Leav"), "there is no class `Lib.Sub.Leav`"));
    assert!(found.help.is_some_and(|help| help.contains("`Leaf`")));
    let (place, found) = asked("Nowhere");
    assert_eq!((place, found.message.as_str()), (line("Nowhere"), "there is no class `Nowhere`"));
    let (place, found) = asked("Nowhere.At.All");
    assert_eq!((place, found.code), (line("Nowhere"), DiagnosticCode::MissingLibrary));
    // A package is there, but is no model.
    let (place, found) = asked("Lib.Sub");
    assert_eq!((place, found.message.as_str()), (line("Lib.Sub"), "`Lib.Sub` is a `package`, and no model"));
}

/// A library with a replaceable medium, and a component that asks for something around it.
const MEDIUM: &[(&str, &str)] = &[(
    "libs/Lib.mo",
    "package Lib
       model System parameter Real g = 9.81; end System;
       partial package PartialMedium
         replaceable partial function density input Real T; output Real d; end density;
         replaceable partial model Properties Real d; end Properties;
       end PartialMedium;
       package Water
         extends PartialMedium;
         redeclare function extends density algorithm d := 1000 - T; end density;
         redeclare model extends Properties equation d = 1000; end Properties;
       end Water;
       model Pipe
         replaceable package Medium = PartialMedium constrainedby PartialMedium;
         Real d = Medium.density(time);
       end Pipe;
       model Tank
         replaceable package Medium = PartialMedium constrainedby PartialMedium;
         outer System system;
         Medium.Properties medium;
         Real level = system.g;
       end Tank;
     end Lib;",
)];

fn with_medium(text: &str) -> Vec<(&str, &str)> {
    MEDIUM.iter().copied().chain([("M.mo", text)]).collect()
}

#[test]
fn a_medium_that_nobody_chose_is_told_once_and_where_it_is_chosen() {
    let text = "model M Lib.Pipe first; Lib.Pipe second; end M;";
    let said = said(&with_medium(text), "M");
    let [found] = &said[..] else { panic!("{said:#?}") };
    assert_eq!(found.code, DiagnosticCode::PartialCall);
    assert_eq!(&text[found.primary.place.span.range()], "first");
    assert_eq!(&text[found.related[0].place.span.range()], "second");
    assert!(found.message.contains("`first.Medium` and `second.Medium`"), "{}", found.message);
    assert!(found.help.as_ref().unwrap().contains("first(redeclare package Medium = …)"));
}

#[test]
fn it_is_an_error_where_models_of_the_medium_are_needed() {
    let inner = "inner Lib.System system; ";
    let text = format!("model M {inner}Lib.Tank tank; end M;");
    let found = said(&with_medium(&text), "M");
    let codes: Vec<DiagnosticCode> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [DiagnosticCode::PartialClass], "{found:#?}");
    assert_eq!(&text[found[0].primary.place.span.range()], "tank");
    let text = format!("model M {inner}Lib.Tank tank(redeclare package Medium = Lib.Water); end M;");
    assert_eq!(said(&with_medium(&text), "M"), []);
}

#[test]
fn what_a_component_of_a_library_needs_around_it_is_inserted_into_the_model() {
    let text = "model M\n  Lib.Tank tank(redeclare package Medium = Lib.Water);\nend M;";
    let said = said(&with_medium(text), "M");
    let [found] = &said[..] else { panic!("{said:#?}") };
    assert_eq!(found.code, DiagnosticCode::AddedInner);
    assert_eq!(&text[found.primary.place.span.range()], "tank");
    let [edit] = &found.edits[..] else { panic!("{found:#?}") };
    let at = edit.place.span.start as usize;
    let mended = format!("{}{}{}", &text[..at], edit.replacement, &text[at..]);
    assert!(mended.starts_with("model M\n  inner Lib.System system;\n  Lib.Tank"), "{mended}");
    assert_eq!(self::said(&with_medium(&mended), "M"), []);
}
