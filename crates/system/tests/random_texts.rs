//! Plain systems: whatever the text, reading ends and every place lies in it; whatever the system, it survives being
//! written; and the pictures hold what they should.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::Value;
use structure::SignatureEntry;
use syntax::{Diagnostic, FileId, Place, SourceFile, SourceMap, Span};
use system::{
    EquationSystem, NamedItems, analyze, diagnose, dot, gml, html, read, read_gml, report, structure, svg,
    write,
};

/// Places of findings lie in the text, on borders of characters, and in order.
fn check_places(text: &str, found: &[Diagnostic]) {
    for one in found {
        let related = one.related.iter().map(|label| label.place.span);
        let edits = one.edits.iter().map(|edit| edit.place.span);
        for span in related.chain(edits).chain([one.primary.place.span]) {
            assert!(text.get(span.range()).is_some(), "{one:?} has no place in {text:?}");
        }
    }
}

/// Does everything with a system that can be done, for a text that may be anything.
fn exercise(text: &str) {
    let (system, found) = read(FileId(0), "test", text);
    check_places(text, &found);
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("test", text));
    let analysis = analyze(&system);
    check_places(text, &diagnose(&system, &analysis));
    structure(&sources, &system, &analysis, 10);
    report(&system, &analysis);
    dot(&system, &analysis);
    svg(&system, &analysis).unwrap();
    html(&sources, &system, &analysis);
    let (_, found) = read_gml(FileId(0), "test", text);
    check_places(text, &found);
}

/// Systems with all sorts of names and descriptions.
fn systems() -> impl Strategy<Value = EquationSystem> {
    let name = prop_oneof![
        "[a-c]",
        "[xyz][.][a-z]",
        "[a-z]\\[[0-9],[0-9]\\]",
        "\\PC{1,4}",
        "unknowns",
        "[ \"'\\\\^:#/&;\n\r\t<]{1,3}"
    ];
    let item = (name, prop_oneof![Just(String::new()), "\\PC{0,6}", "[\"\\\\\n'&]{1,3}"]);
    let items = proptest::collection::btree_map(
        item.clone().prop_map(|item| item.0),
        item.prop_map(|item| item.1),
        0..6,
    );
    let entries = proptest::collection::vec((0..6u32, 0..3u32), 0..5);
    (items.clone(), items, proptest::collection::vec(entries, 6)).prop_map(|(unknowns, equations, rows)| {
        let place = Place { file: FileId(0), span: Span::at(0) };
        let mut columns = NamedItems::default();
        for (name, description) in &unknowns {
            columns.push(name, description, place);
        }
        let width = columns.len() as u32;
        let mut system = EquationSystem::new("random", columns);
        for ((name, description), row) in equations.iter().zip(&rows) {
            let entries = row.iter().filter(|entry| entry.0 < width);
            let entries: Vec<SignatureEntry> =
                entries.map(|&(column, order)| SignatureEntry { column, order }).collect();
            system.push(name, description, place, &entries);
        }
        system
    })
}

/// Two systems have the same names, descriptions and entries.
fn same(a: &EquationSystem, b: &EquationSystem) -> bool {
    let texts = |items: &NamedItems| {
        let text = |index| (items.name(index).to_string(), items.description(index).to_string());
        items.indices().map(text).collect::<Vec<_>>()
    };
    texts(a.equations()) == texts(b.equations())
        && texts(a.unknowns()) == texts(b.unknowns())
        && a.signature() == b.signature()
}

/// Pieces of systems and of graphs.
const WORDS: &[&str] = &[
    "a",
    "b",
    "c",
    "b^1",
    "a^2",
    "^",
    ":",
    "'",
    "\"",
    "\n",
    "unknowns:",
    "#",
    "//",
    "der(",
    ")",
    ",",
    "[",
    "]",
    "graph [",
    "node [",
    "edge [",
    "id 1",
    "id 2",
    "source 1",
    "target 2",
    "kind 0",
    "kind 1",
    "\u{a0}",
    "\\",
    "é",
    "-1",
];

proptest! {
    #[test]
    fn any_characters(text in "\\PC{0,60}") {
        exercise(&text);
    }

    #[test]
    fn any_words(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..30)) {
        exercise(&words.join(" "));
        exercise(&words.concat());
    }

    #[test]
    fn systems_survive_being_written(system in systems()) {
        let text = write(&system);
        let (again, found) = read(FileId(0), "again", &text);
        prop_assert!(found.is_empty() && same(&system, &again), "{}\n{:?}", text, found);
        let graph = gml(&system, &analyze(&system));
        prop_assert!(graph.is_ascii());
        let (again, found) = read_gml(FileId(0), "again", &graph);
        prop_assert!(found.is_empty() && same(&system, &again), "{}\n{:?}", graph, found);
    }

    #[test]
    fn blocks_hold_everything_once_and_in_order(system in systems()) {
        let analysis = analyze(&system);
        let sorted = |list: &[u32]| { let mut list = list.to_vec(); list.sort_unstable(); list };
        prop_assert_eq!(sorted(analysis.rows()), system.equations().indices().collect::<Vec<_>>());
        prop_assert_eq!(sorted(analysis.columns()), system.unknowns().indices().collect::<Vec<_>>());
        // Each block uses unknowns of its own and of earlier blocks only.
        for row in system.equations().indices() {
            for entry in system.signature().row(row) {
                prop_assert!(analysis.column_block(entry.column) <= analysis.row_block(row));
            }
        }
        let freedom = if analysis.is_regular() { analysis.states.len() } else { analysis.column_ranks.sets.len() };
        prop_assert_eq!(analysis.freedom, freedom);
        prop_assert_eq!(analysis.index.is_some(), analysis.is_regular());
        prop_assert_eq!(diagnose(&system, &analysis).is_empty(), analysis.is_regular());
    }

    #[test]
    fn what_is_guessed_is_enough(system in systems()) {
        let analysis = analyze(&system);
        for block in analysis.blocks().filter(|block| block.kind().word() == "simultaneous") {
            let inside = |column: &u32| block.columns.contains(column) && !block.tearing.contains(column);
            let mut open: Vec<u32> = block.columns.iter().copied().filter(inside).collect();
            prop_assert!(open.len() < block.columns.len());
            // An equation with one unknown that is open determines it.
            while !open.is_empty() {
                let left = |row: &u32| -> Vec<u32> {
                    let columns = system.signature().row(*row).iter().map(|entry| entry.column);
                    columns.filter(|column| open.contains(column)).collect()
                };
                let next = block.rows.iter().map(left).find(|left| left.len() == 1);
                prop_assert!(next.is_some(), "{:?} do not follow", open);
                let next = next.unwrap_or_default();
                open.retain(|column| !next.contains(column));
            }
        }
    }

    #[test]
    fn the_page_holds_the_matrix(system in systems()) {
        let mut sources = SourceMap::default();
        sources.add(SourceFile::new("test", "the only line"));
        let analysis = analyze(&system);
        let data = data(&html(&sources, &system, &analysis));
        let numbers = |key: &str| -> Vec<u32> {
            data[key].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
        };
        let (lengths, columns, orders) = (numbers("lengths"), numbers("columns"), numbers("orders"));
        prop_assert_eq!(lengths.len(), system.equations().len());
        let mut at = 0;
        for (&row, &length) in analysis.rows().iter().zip(&lengths) {
            let mut column = 0;
            let mut entries = Vec::new();
            for _ in 0..length {
                column += columns[at];
                let order = orders.chunks(2).find(|pair| pair[0] == at as u32).map_or(0, |pair| pair[1]);
                entries.push(SignatureEntry { column: analysis.columns()[column as usize], order });
                at += 1;
            }
            entries.sort_unstable();
            prop_assert_eq!(&entries[..], system.signature().row(row));
        }
        prop_assert_eq!(at, columns.len());
        let names = data["equations"].as_str().unwrap();
        let named = if names.is_empty() { 0 } else { names.split('\n').count() };
        prop_assert_eq!(named, system.equations().len());
        let sizes = numbers("blocks");
        prop_assert_eq!(sizes.len(), 3 * analysis.len());
    }
}

/// What the script of a page reads.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn no_name_ends_the_script() {
    let text = "'</script><b>': '<!--' \"</script>\"\n'& {{script}}': x\n";
    let (system, found) = read(FileId(0), "</title><script>alert(1)</script>", text);
    assert!(found.is_empty(), "{found:?}");
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("</script>", text));
    let page = html(&sources, &system, &analyze(&system));
    assert_eq!(page.matches("</script>").count(), 2, "one for the data, one for the script");
    assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;"));
    assert_eq!(data(&page)["equations"], "</script><b>\n& {{script}}");
    let picture = svg(&system, &analyze(&system)).unwrap();
    assert!(!picture.contains("<b>") && picture.contains("&lt;b&gt;"), "{picture}");
}

#[test]
fn the_page_needs_no_network() {
    let (system, _) = read(FileId(0), "test", "e1: x y\ne2: y\n");
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("test", "e1: x y\ne2: y\n"));
    let page = html(&sources, &system, &analyze(&system));
    for forbidden in ["http:", "https:", "src=", "@import", "url(", "{{"] {
        assert!(!page.contains(forbidden), "the page contains {forbidden}");
    }
    assert_eq!(data(&page)["line_texts"], "e2: y\ne1: x y");
    assert_eq!(data(&page)["lines"], serde_json::json!([0, 2, 0, 1]));
}
