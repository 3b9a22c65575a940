//! Every code has a page, and every page is true: its wrong example gives the code and nothing else, its
//! right example gives nothing. From W0146 on the last class of the example is checked, and simulated, or analyzed at its
//! beginning, if it says so. A result beside it, marked `csv`, is verified. Examples marked `eqs` or `gml` are plain systems of equations, those marked `cir` netlists.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wellposed::syntax::DiagnosticCode;
use wellposed::{
    Experiment, Files, LoadRequest, Loaded, MemoryFiles, Overrides, PROJECT, RenderStyle, RepairSearch,
    VerifyOptions, Wellposedness, check, check_whole, circuit, index_at_start, open_sources, page,
    read_project, read_result, render, simulate, system, verify,
};

/// The folder that the libraries of an example lie in.
const LIBRARIES: &str = "libraries";

#[test]
fn every_page_belongs_to_a_code() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/errors");
    let pages: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let codes: BTreeSet<String> = DiagnosticCode::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(pages, codes);
}

#[test]
fn pages_begin_with_code_and_title() {
    for &code in DiagnosticCode::ALL {
        let first = page(code).lines().next().unwrap_or_default();
        assert_eq!(first, format!("# {code}: {}", code.title()));
    }
}

#[test]
fn wrong_examples_give_their_code_alone() {
    for &code in DiagnosticCode::ALL {
        let loaded = read(code, "wrong");
        let found: BTreeSet<DiagnosticCode> = loaded.diagnostics.iter().map(|found| found.code).collect();
        // Too many errors are many errors of another kind, and one more.
        let expected = found == BTreeSet::from([code])
            || (code == DiagnosticCode::TooManyErrors && found.contains(&code));
        assert!(expected, "the wrong example of {code} gives\n{}", show(&loaded));
    }
}

#[test]
fn right_examples_give_nothing() {
    for &code in DiagnosticCode::ALL {
        let loaded = read(code, "right");
        assert!(!loaded.sources.is_empty(), "{code} has no right example");
        assert!(loaded.diagnostics.is_empty(), "the right example of {code} gives\n{}", show(&loaded));
    }
}

/// Reads the blocks of a page that are marked with a word: one file, or the files of a folder, besides which there
/// may be libraries and a project file. If the code is about more than text, the last class is checked too.
fn read(code: DiagnosticCode, word: &str) -> Loaded {
    let mut files = MemoryFiles::default();
    let mut own = PathBuf::from("Example.mo");
    let (mut simulated, mut analyzed) = (false, false);
    let mut overrides = Overrides::default();
    let mut results = Vec::new();
    for (info, text) in blocks(page(code)) {
        let words: Vec<&str> = info.split(' ').collect();
        if !words.contains(&word) {
            continue;
        }
        simulated |= words.contains(&"simulated");
        let given = words.iter().filter_map(|word| word.strip_prefix("param=")?.split_once('='));
        overrides.parameters.extend(given.map(|(name, value)| (name.to_string(), value.parse().unwrap())));
        analyzed |= words.contains(&"analyzed");
        if words[0] == "cir" && !words.iter().any(|word| word.starts_with("file=")) {
            files.add(
                "Example.cir",
                if words.contains(&"escaped") { unescape(&text) } else { text.into_bytes() },
            );
            let asked = words.iter().find_map(|word| match *word {
                "op" => Some(circuit::RequestedAnalysis::Point),
                "tran" => Some(circuit::RequestedAnalysis::Transient),
                "ac" => Some(circuit::RequestedAnalysis::Small),
                _ => None,
            });
            return netlist(&files, asked);
        }
        if matches!(words[0], "eqs" | "gml") {
            return plain(&PathBuf::from("Example").with_extension(words[0]), &text);
        }
        // Files that a netlist includes stand before it.
        let file = words.iter().find_map(|word| word.strip_prefix("file=")).unwrap_or("Example.mo");
        let top = file.split('/').next().unwrap();
        if words[0] == "csv" {
            results.push(text.clone());
        } else if ![LIBRARIES, PROJECT].contains(&top) {
            own = PathBuf::from(top);
        }
        if words.contains(&"unreadable") {
            files.add_unreadable(file);
        } else if words.contains(&"escaped") {
            files.add(file, unescape(&text));
        } else {
            files.add(file, text);
        }
    }
    if files.kind(Path::new(PROJECT)).is_ok() {
        let project = read_project(&files, Path::new(PROJECT));
        if project.errors() > 0 {
            return project;
        }
    }
    let request = LoadRequest { own: vec![own], folders: vec![LIBRARIES.into()], ..LoadRequest::default() };
    let files = Arc::new(files);
    let mut loaded = open_sources(files.clone(), &request);
    if code >= DiagnosticCode::MissingLibrary && loaded.errors() == 0 {
        let name = last_class(&loaded);
        let judge = if simulated { check_whole } else { check };
        let checked = judge(&*files, &loaded, &name, &RepairSearch::default());
        loaded.diagnostics.extend(checked.diagnostics);
        let model = checked.model.filter(|_| checked.wellposedness == Wellposedness::Well);
        let experiment = Experiment::of(&loaded, &name);
        if let Some(model) = model.clone().filter(|_| analyzed) {
            let found = index_at_start(&*files, &loaded, model, &experiment);
            loaded.diagnostics.extend(found.map_or_else(|wrong| wrong, |found| found.diagnostics));
        }
        for result in &results {
            let Some(model) = &model else { break };
            let result = read_result(result.as_bytes()).unwrap();
            let known = VerifyOptions::default();
            let found = verify(&*files, &loaded, model, "result.csv", &result, &known, &[]);
            loaded.diagnostics.extend(found.map_or_else(|other| other, |certified| certified.diagnostics));
        }
        if let Some(model) = model.filter(|_| simulated) {
            let run = simulate(&*files, &loaded, model, &experiment, &overrides, &|| true, None);
            loaded
                .diagnostics
                .extend(run.map_or_else(|failed| failed.found, |trajectory| trajectory.warnings));
        }
    }
    loaded
}

/// Reads a netlist, looks at its graph, and carries out an analysis if one is asked for.
fn netlist(files: &MemoryFiles, asked: Option<circuit::RequestedAnalysis>) -> Loaded {
    let (mut loaded, circuit) = circuit::open(files, Path::new("Example.cir"));
    if let Some(circuit) = circuit {
        let topology = circuit::Topology::new(&circuit);
        loaded.diagnostics.extend(circuit::diagnose(&loaded.sources, &circuit, &topology));
        if let Some(asked) = asked {
            let done = circuit::analyze(&loaded.sources, &circuit, &topology, asked);
            loaded.diagnostics.extend(done.map_or_else(|found| found, |outcome| outcome.warnings));
        }
    }
    loaded
}

/// Reads a plain system and takes it apart.
fn plain(path: &Path, text: &str) -> Loaded {
    let mut files = MemoryFiles::default();
    files.add(path, text);
    let (mut loaded, system) = system::open(&files, path);
    if let Some(system) = system {
        loaded.diagnostics.extend(system::diagnose(&system, &system::analyze(&system)));
    }
    loaded
}

fn last_class(loaded: &Loaded) -> String {
    let tree = loaded.trees.last().unwrap();
    let text = loaded.sources[tree.file].text();
    let class = &text[tree[tree.classes].last().unwrap().name.span.range()];
    match tree.within.and_then(|within| within.name) {
        Some(above) => format!("{}.{class}", &text[above.span.range()]),
        None => class.to_string(),
    }
}

/// Fenced blocks: what stands after the opening fence, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.split_inclusive('\n') {
        match (line.trim_end().strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info.to_string(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    blocks
}

/// Replaces `\xNN` by that byte.
fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}

fn show(loaded: &Loaded) -> String {
    loaded.diagnostics.iter().map(|found| render(&loaded.sources, found, RenderStyle::default())).collect()
}
