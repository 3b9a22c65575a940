//! Whatever the bytes, reading ends, every place lies in the text, and formatting changes no word.
#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{FileId, dump, format, lex, parse};

fn words(text: &str) -> Vec<&str> {
    lex(FileId(0), text).spans.iter().map(|span| &text[span.range()]).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let parsed = parse(FileId(0), &text);
    for found in &parsed.diagnostics {
        assert!(text.get(found.primary.place.span.range()).is_some());
    }
    let tree = dump(&parsed.tree, &text);
    let Ok(once) = format(FileId(0), &text) else { return };
    assert_eq!(words(&once), words(&text));
    assert_eq!(format(FileId(0), &once).as_deref(), Ok(once.as_str()));
    assert_eq!(dump(&parse(FileId(0), &once).tree, &once), tree);
});
