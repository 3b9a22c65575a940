//! The readers, what they are given, and what must hold of what they say.

use std::path::Path;

use netlist::Includes;
use project::{MemoryFiles, read_project};
use syntax::{Diagnostic, FileId, SourceFile, SourceMap, dump, format, lex, parse};

use crate::seeds;

/// A reader of files that someone else has written.
pub(crate) struct Reader {
    pub(crate) name: &'static str,
    /// Reads bytes. What is wrong with them is for its caller; a panic is a mistake of ours.
    pub(crate) read: fn(&[u8]),
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    pub(crate) dictionary: &'static [&'static str],
}

/// All of them.
pub(crate) const READERS: &[Reader] = &[
    Reader { name: "modelica", read: modelica, seeds: || seeds::files(&["mo"]), dictionary: MODELICA },
    Reader { name: "netlist", read: netlist, seeds: netlists, dictionary: NETLIST },
    Reader { name: "eqs", read: eqs, seeds: || seeds::files(&["eqs"]), dictionary: EQS },
    Reader { name: "gml", read: gml, seeds: || seeds::files(&["gml"]), dictionary: GML },
    Reader { name: "project", read: project, seeds: || vec![PROJECT.into()], dictionary: KEYS },
    Reader { name: "csv", read: result, seeds: || seeds::files(&["csv"]), dictionary: SEPARATORS },
    Reader { name: "mat", read: result, seeds: || vec![seeds::trajectory()], dictionary: &[] },
    Reader {
        name: "table-text",
        read: table_text,
        seeds: || vec![TABLE.into(), COLUMNS.into()],
        dictionary: TABLES,
    },
    Reader { name: "table-mat", read: table_mat, seeds: mat_files, dictionary: &[] },
];

const MODELICA: &[&str] = &[
    "model",
    "class",
    "package",
    "function",
    "record",
    "connector",
    "operator",
    "end",
    "extends",
    "import",
    "within",
    "equation",
    "algorithm",
    "initial",
    "if",
    "then",
    "else",
    "elseif",
    "when",
    "elsewhen",
    "for",
    "in",
    "loop",
    "while",
    "break",
    "return",
    "connect",
    "der(",
    "pre(",
    "annotation(",
    "redeclare",
    "replaceable",
    "constrainedby",
    "each",
    "final",
    "inner",
    "outer",
    "parameter",
    "constant",
    "discrete",
    "flow",
    "stream",
    "enumeration(",
    "external",
    "'q'",
    "\"s\"",
    "/*",
    "*/",
    "//",
    ":=",
    "==",
    "<>",
    ".*",
    ".^",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ";",
    "ä",
    "\\",
];
const NETLIST: &[&str] = &[
    ".subckt", ".ends", ".param", ".model", ".include", ".lib", ".endl", ".control", ".endc", ".end", ".ic",
    ".op", ".tran", ".dc", ".ac", ".tf", ".four", ".meas", ".options", ".temp", ".global", ".if", ".else",
    "\n+", "{", "}", "'", "\"", "=", "(", ")", "POLY(2)", "SIN(", "PWL(", "PULSE(", "EXP(", "SFFM(", "TABLE",
    "V=", "I=", "R1", "C1", "L1", "K1", "V1", "E1", "F1", "G1", "H1", "B1", "D1", "Q1", "M1", "J1", "S1",
    "W1", "T1", "X1", "1meg", "1k5", "v(", "i(", "uic", "$", "*",
];
const EQS: &[&str] = &[
    "unknowns",
    "unknown",
    "variables",
    "equation",
    ":",
    ":=",
    "=",
    ",",
    "#",
    "^",
    "'",
    "der(",
    ")",
    "(",
    "x",
    "f(",
    "\n",
];
const GML: &[&str] = &[
    "graph",
    "node",
    "edge",
    "id",
    "label",
    "source",
    "target",
    "directed",
    "[",
    "]",
    "\"",
    "&amp;",
    "&#x110000;",
    "#",
    "1e9",
];
const KEYS: &[&str] =
    &["libraries", "model", "locked", "=", "[", "]", "\"", "'", "\\u", "\\", ",", "#", "\n", "\r\n"];
const SEPARATORS: &[&str] =
    &[",", ";", "\t", "\"", "\n", "\r\n", "time", "true", "false", "NaN", "der(", "[1, 2]", "#"];
const TABLES: &[&str] =
    &["#1", "double ", "float ", "(", ")", ",", "#", "\n", ";", "\t", "(2,2)", "t", "1e5", "\u{feff}"];

const PROJECT: &str = "# A plant.\r\nlibraries = [\n  \"libs\", # ours\n  '/opt/C:\\x',\n]\r\nmodel = \"Plant.\\\"Main\\\"\"\nlocked = [\"Plant.A\"]\n";
const TABLE: &str =
    "#1\n# a comment\ndouble t(2,2) # the size\n 0 1 # here\n\n1, 2.5e0;\r\nfloat s(1, 3)\n1\t2\n3\n";
const COLUMNS: &str = "time;a;b\n0;1.5;\"x\"\n1;2;3\n";

/// Every place that a diagnostic names lies in its text.
fn check(found: &[Diagnostic], sources: &SourceMap) {
    for found in found {
        let related = found.related.iter().map(|label| label.place);
        for place in related.chain(found.edits.iter().map(|edit| edit.place)).chain([found.primary.place]) {
            let text = sources[place.file].text();
            assert!(text.get(place.span.range()).is_some(), "a diagnostic outside of its text: {found:?}");
        }
    }
}

/// A text as a file of its own.
fn alone(name: &str, text: &str) -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new(name, text));
    sources
}

fn words(text: &str) -> Vec<&str> {
    lex(FileId(0), text).spans.iter().map(|span| &text[span.range()]).collect()
}

/// The formatter changes no word and no tree, and is done after once.
fn modelica(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let parsed = parse(FileId(0), &text);
    check(&parsed.diagnostics, &alone("a.mo", &text));
    let tree = dump(&parsed.tree, &text);
    let Ok(once) = format(FileId(0), &text) else { return };
    assert_eq!(words(&once), words(&text), "the formatter changes words");
    assert_eq!(
        format(FileId(0), &once).as_deref(),
        Ok(once.as_str()),
        "formatting twice is not formatting once"
    );
    assert_eq!(dump(&parse(FileId(0), &once).tree, &once), tree, "the formatter changes the tree");
}

/// Every other file that is asked for is the first one.
struct Itself(bool);

impl Includes for Itself {
    fn open(&mut self, _: &mut SourceMap, name: &str, from: FileId) -> Result<FileId, String> {
        self.0 = !self.0;
        if self.0 { Err(format!("there is no {name}")) } else { Ok(from) }
    }
}

fn netlist(bytes: &[u8]) {
    let mut sources = alone("a.cir", &String::from_utf8_lossy(bytes));
    let (_, found) = netlist::read(&mut sources, FileId(0), &mut Itself(false));
    check(&found, &sources);
}

/// What is written of a system is the same system.
fn eqs(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (system, found) = system::read(FileId(0), "a.eqs", &text);
    check(&found, &alone("a.eqs", &text));
    if found.is_empty() {
        let written = system::write(&system);
        let (again, found) = system::read(FileId(0), "a.eqs", &written);
        assert_eq!(found, [], "what was written cannot be read:\n{written}");
        assert_eq!(again.signature(), system.signature(), "another system:\n{written}");
    }
}

fn gml(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (_, found) = system::read_gml(FileId(0), "a.gml", &text);
    check(&found, &alone("a.gml", &text));
}

fn project(bytes: &[u8]) {
    let mut files = MemoryFiles::default();
    files.add("plant/wellposed.toml", bytes);
    let loaded = read_project(&files, Path::new("plant/wellposed.toml"));
    check(&loaded.diagnostics, &loaded.sources);
}

/// A result that was read has a value for each of its columns at each of its times.
fn result(bytes: &[u8]) {
    let Ok(found) = results::read_result(bytes) else { return };
    assert!(!found.times.is_empty(), "a result without a time");
    assert!(found.times.windows(2).all(|pair| pair[0] <= pair[1]), "a result that goes back in time");
}

fn table_text(bytes: &[u8]) {
    for name in ["t", "s"] {
        sound(external::read_text(bytes, name));
    }
    for delimiter in [b';', b','] {
        sound(external::read_csv(bytes, delimiter, 1));
    }
}

fn table_mat(bytes: &[u8]) {
    for name in ["t", "s.t"] {
        sound(external::read_mat(bytes, name));
    }
    if let Ok((matrix, _)) = external::read_mat_four(bytes, "t") {
        sound(Ok(matrix));
    }
}

/// A matrix has as many items as places.
fn sound(found: Result<external::Matrix, external::ExternalFailure>) {
    if let Ok(matrix) = found {
        assert_eq!(matrix.items.len(), matrix.rows * matrix.columns, "a matrix without some of its items");
    }
}

/// Without the one that is a little larger than a circuit may be: what becomes a little smaller takes minutes.
fn netlists() -> Vec<Vec<u8>> {
    let mut found = seeds::files(&["cir"]);
    found.retain(|bytes| !bytes.starts_with(b"a hundred million"));
    found
}

fn mat_files() -> Vec<Vec<u8>> {
    vec![seeds::mat_four(), seeds::mat_five(false), seeds::mat_five(true)]
}
