//! What the formatter promises, on random text.

use super::generate;

use proptest::prelude::*;
use syntax::{FileId, Tokens, format, lex, parse};

const FILE: FileId = FileId(0);

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The texts of tokens and comments in order.
fn pieces(text: &str) -> (Vec<&str>, Vec<(u32, &str)>) {
    let tokens = lex(FILE, text);
    (
        tokens.spans.iter().map(|span| &text[span.range()]).collect(),
        tokens.comments.iter().map(|comment| (comment.before, &text[comment.span.range()])).collect(),
    )
}

/// The tree in words, with indices of tokens in the place of offsets.
fn shape(text: &str) -> String {
    let tokens = lex(FILE, text);
    let mut tree = parse(FILE, text).tree;
    tree.comments.clear();
    let written = format!("{tree:?}");
    let mut shape = String::with_capacity(written.len());
    let mut rest = written.as_str();
    while let Some((before, span)) = rest.split_once("Span { start: ") {
        let (start, span) = number(span);
        let (stop, span) = number(span.trim_start_matches(", end: "));
        let (first, last) = (index(&tokens, start), index(&tokens, stop));
        shape.push_str(&format!("{before}{first}..{last}"));
        rest = span.trim_start_matches(" }");
    }
    shape + rest
}

/// The number that a text begins with, and the rest of the text.
fn number(text: &str) -> (u32, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().expect("a number"), &text[end..])
}

/// How many tokens begin before an offset.
fn index(tokens: &Tokens, offset: u32) -> usize {
    tokens.spans.partition_point(|span| span.start < offset)
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn generated_text_has_no_errors(text in generate::file()) {
        prop_assert_eq!(parse(FILE, &text).diagnostics, vec![], "{}", text);
    }

    #[test]
    fn formatting_keeps_tokens_comments_and_tree(text in generate::file()) {
        let once = format(FILE, &text).unwrap();
        prop_assert_eq!(pieces(&once), pieces(&text));
        prop_assert_eq!(shape(&once), shape(&text));
    }

    #[test]
    fn formatting_twice_is_formatting_once(text in generate::file()) {
        let once = format(FILE, &text).unwrap();
        let twice = format(FILE, &once).unwrap();
        prop_assert!(once == twice, "once:\n{}\ntwice:\n{}", once, twice);
    }

    #[test]
    fn lines_have_no_trailing_blanks(text in generate::file()) {
        let once = format(FILE, &text).unwrap();
        let tokens = lex(FILE, &once);
        let mut end = 0;
        let pieces = tokens.comments.iter().map(|comment| comment.span).chain(tokens.spans.iter().copied());
        let mut pieces: Vec<_> = pieces.collect();
        pieces.sort();
        for piece in pieces {
            let gap = &once[end..piece.start as usize];
            prop_assert!(!gap.contains(" \n") && !gap.contains(" \r") && !gap.contains('\t'), "{:?}", gap);
            prop_assert!(gap.matches('\n').count() <= 2, "{:?}", gap);
            end = piece.end as usize;
        }
        prop_assert!(once.ends_with('\n'));
    }

    /// A piece of text cut out of a valid one is where a parser goes astray.
    #[test]
    fn damaged_text_is_no_danger(text in generate::file(), start in any::<u16>(), len in 0..40_usize) {
        let chars: Vec<char> = text.chars().collect();
        let start = start as usize % chars.len();
        let damaged: String = chars.iter().take(start).chain(chars.iter().skip(start + len)).collect();
        if let Ok(once) = format(FILE, &damaged) {
            prop_assert_eq!(format(FILE, &once), Ok(once));
        }
    }

    #[test]
    fn random_bytes_are_no_danger(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = format(FILE, &String::from_utf8_lossy(&bytes));
    }
}
