//! Nothing that can be typed, pasted or corrupted makes the reader panic, hang or overflow the stack.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::path::Path;

use proptest::prelude::*;
use syntax::{DiagnosticCode, FileId, Parsed, TokenKind, dump, lex, parse};

/// Reads a text and checks what must hold of every result.
fn read(text: &str) -> Parsed {
    let tokens = lex(FileId(0), text);
    assert_eq!(tokens.kinds.len(), tokens.spans.len());
    assert_eq!(tokens.kinds.last(), Some(&TokenKind::Eof));
    let mut end = 0;
    for span in &tokens.spans {
        assert!(end <= span.start && span.start <= span.end, "tokens overlap");
        assert!(text.get(span.range()).is_some(), "a token ends inside a character");
        end = span.end;
    }
    let parsed = parse(FileId(0), text);
    let mut last = 0;
    for found in &parsed.diagnostics {
        let related = found.related.iter().map(|label| label.place.span);
        let edits = found.edits.iter().map(|edit| edit.place.span);
        for span in related.chain(edits).chain([found.primary.place.span]) {
            assert!(text.get(span.range()).is_some(), "{found:?} has no place in the text");
        }
        assert!(last <= found.primary.place.span.start, "diagnostics are out of order");
        last = found.primary.place.span.start;
    }
    // Printing reads every node of the tree.
    dump(&parsed.tree, text);
    parsed
}

/// Reads a text on the smallest stack that Rust gives to a thread by default.
fn read_on_thread(text: String) -> Vec<DiagnosticCode> {
    let work = move || read(&text).diagnostics.iter().map(|found| found.code).collect();
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

#[test]
fn nesting_has_a_limit_and_no_cost() {
    const N: usize = 100_000;
    let in_model = |inside: String| format!("model A Real x = {inside}; end A;");
    let deep = [
        in_model("(".repeat(N) + "1" + &")".repeat(N)),
        in_model("{".repeat(N)),
        in_model("[".repeat(N)),
        in_model("-(".repeat(N)),
        in_model("not ".repeat(N) + "true"),
        in_model("2*-".repeat(N) + "1"),
        in_model("f(".repeat(N)),
        in_model("x[".repeat(N)),
        in_model("if a then ".repeat(N)),
        in_model("f(function g(a=".repeat(N)),
        "model A ".repeat(N),
        "package A package extends A ".repeat(N),
        "model A equation ".to_string() + &"if a then ".repeat(N),
        "model A algorithm ".to_string() + &"while a loop ".repeat(N),
        "model A Real x".to_string() + &"(a".repeat(N),
        "model A extends B(".to_string() + &"redeclare model C = D(".repeat(N),
    ];
    for text in deep {
        let start: String = text.chars().take(40).collect();
        let codes = read_on_thread(text);
        let stopped =
            codes.iter().any(|code| matches!(code, DiagnosticCode::TooDeep | DiagnosticCode::TooManyErrors));
        assert!(stopped, "{start} gives {codes:?}");
    }
}

#[test]
fn long_is_not_deep() {
    const N: usize = 100_000;
    let long = [
        format!("model A Real x = 1{}; end A;", " + 1".repeat(N)),
        format!("model A Real x = 1{}; end A;", "*y/z".repeat(N)),
        format!("model A Real x = a{}; end A;", " and b or c".repeat(N)),
        format!("model A Real x = {}0; end A;", "if a then 1 else ".repeat(N)),
        format!("model A Real x = if a then 1 {} else 0; end A;", "elseif b then 2 ".repeat(N)),
        format!("model A Real x = a{}; end A;", ".b[1]".repeat(N)),
        format!("model A Real x = {{1{}}}; end A;", ", 1".repeat(N)),
        format!("model A equation if a then b = 1; {} end if; end A;", "elseif c then b = 2;".repeat(N)),
        format!("model A {} end A;", "Real x; ".repeat(N)),
    ];
    for text in long {
        let start: String = text.chars().take(40).collect();
        assert_eq!(read_on_thread(text), [], "{start}");
    }
}

#[test]
fn errors_are_capped() {
    for garbage in
        ["$", "x = ;\n", "end A; ", "\" \\q \" ", "ä ", "f(a := 1);", "(x == y);", "for i = 1 loop "]
    {
        let parsed = read(&format!("model A equation {}", garbage.repeat(300_000)));
        assert!(parsed.diagnostics.len() <= 202, "{garbage} gives {}", parsed.diagnostics.len());
        assert!(!parsed.diagnostics.is_empty());
    }
}

/// Looking ahead must not cost more the more there is to look at: with quadratic work each of these texts
/// would take minutes.
#[test]
fn size_costs_no_more_than_size() {
    const SIZE: usize = 400_000;
    let beginnings = ["", "model A ", "model A equation\n", "function f algorithm\n"];
    let repeated = [
        "(",
        "[",
        "{",
        "([{",
        ")",
        "){",
        "x(",
        "x[",
        "x.",
        "-",
        "1 ",
        "1 - ",
        "x+",
        "x+y\n",
        "a b c d ",
        "a\n",
        "a b\n",
        "x = ",
        "x = x\n",
        "x := ",
        "x(a) ",
        "x(a)\n",
        "x[1] ",
        "x(;",
        "a[;\n",
        "f(a b;",
        "{a b ",
        "if a ",
        "if a\n",
        "if a then ",
        "when a ",
        "while a ",
        "for i in ",
        "for i from ",
        "else ",
        "endif;",
        "end ",
        "end\n",
        "end if;",
        "end x;",
        "\"",
        "\"$",
        "|",
        "x;\n",
        "\n",
        "\";\n",
        "a \"a;\n",
        "\"a\n\"b",
        "\"<html>\n\"b",
        "a\";\n",
        "'",
        "'a ",
        "'a\n",
        "x' ",
        "'\\",
        "%",
        "x % ",
        "a#",
        "`",
        "```",
        "“",
        "„a”",
        "‘",
        "é ",
        "/*",
        "*/",
        "/*/**/ x */",
        "<<<<<<<\n",
        "== ",
        "model ",
        "model A\n",
        "model A {",
        "model A-B ",
        "parameter ",
        "Real a,\n",
        "Real a ",
        "initial ",
        "annotation(",
        "redeclare ",
        "NOT ",
        "type A B(",
        "\"a\" ",
    ];
    for beginning in beginnings {
        for repeated in repeated {
            read(&(beginning.to_string() + &repeated.repeat(SIZE / repeated.len())));
        }
    }
}

#[test]
fn long_lists_cost_no_more_than_their_length() {
    const N: usize = 100_000;
    let listed = |open: &str, part: &str, close: &str| format!("{open}{}{close}", part.repeat(N));
    let texts = [
        listed("model A equation if a ", "1 ", ";"),
        listed("model A equation if a ", "b + c ", ";"),
        listed("model A equation if a ", "x[", ";"),
        listed("model A equation for i in 1 ", "1 (", ";"),
        listed("model A Real x = [", "f(1);\n", "1]; end A;"),
        listed("model A Real x = [", "a b;\n", "1]; end A;"),
        listed("model A Real x(", "a b ", "); end A;"),
        listed("model A Real x(", "a = 1;\n", "b = 1); end A;"),
        listed("model A equation x = f(", "a b ", ");"),
        listed("model A equation x = {", "1 {", "};"),
        listed("model A Real x = a ", "AND b ", "; end A;"),
        listed("model A Real ", "x, ", "x; end A;"),
        listed("/* ", "long line ", " */ model A equation\n") + &"model B end B;\n".repeat(N),
    ];
    for text in texts {
        read(&text);
    }
}

fn corpus() -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "mo") {
                texts.push(String::from_utf8(std::fs::read(path).unwrap()).unwrap());
            }
        }
    }
    texts.sort();
    texts
}

/// Words that matter to the parser, so that random text gets past its first line.
const WORDS: &[&str] = &[
    "model",
    "A",
    "end",
    "if",
    "then",
    "else",
    "elseif",
    "for",
    "loop",
    "when",
    "while",
    "equation",
    "algorithm",
    "parameter",
    "Real",
    "x",
    "=",
    ":=",
    "==",
    ";",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "1",
    "2.5",
    "\"s\"",
    "+",
    "-",
    "*",
    "^",
    ".",
    ":",
    "der",
    "connect",
    "annotation",
    "redeclare",
    "replaceable",
    "constrainedby",
    "extends",
    "import",
    "external",
    "initial",
    "not",
    "and",
    "or",
    "function",
    "enumeration",
    "'q'",
    "\n",
    "//",
    "/*",
    "*/",
    "\"",
    "'",
    "ä",
    "within",
    "break",
    "each",
    "final",
    "in",
    "endif",
    "ned",
    "eqaution",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..120)) {
        read(&words.join(" "));
    }

    #[test]
    fn random_edits(
        text in proptest::sample::select(corpus()),
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), 0..30_usize, proptest::sample::select(WORDS)), 1..5),
    ) {
        let mut text: Vec<char> = text.chars().collect();
        for (at, remove, insert) in edits {
            let at = if text.is_empty() { 0 } else { at.index(text.len()) };
            let end = (at + remove).min(text.len());
            text.splice(at..end, insert.chars());
        }
        read(&text.into_iter().collect::<String>());
    }
}
