//! Files that are not UTF-8.

#![allow(clippy::unwrap_used)]

use project::{Loaded, MemoryFiles, load};
use syntax::{FileId, Span};

fn read(bytes: impl Into<Vec<u8>>) -> Loaded {
    let mut files = MemoryFiles::default();
    files.add("A.mo", bytes);
    load(&files, &["A.mo".into()])
}

#[test]
fn bad_bytes_are_replaced_one_by_one() {
    let bytes = b"model A \"a\xe4b\xf0\x9f\xffc\xc3\" end A;";
    let loaded = read(&bytes[..]);
    let text = loaded.sources[FileId(0)].text();
    assert_eq!(text, "model A \"a?b???c?\" end A;");
    assert_eq!(text.len(), bytes.len());
    let [complaint] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    assert_eq!(complaint.primary.place.span, Span::new(10, 11));
    assert!(complaint.primary.text.contains("0xe4"), "{complaint:?}");
}

#[test]
fn text_passes_untouched() {
    let loaded = read("model A \"ä\" end A;");
    assert_eq!(
        (loaded.sources[FileId(0)].text(), &loaded.diagnostics[..]),
        ("model A \"ä\" end A;", &[][..])
    );
}
