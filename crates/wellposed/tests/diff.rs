//! Edits as changed lines.

#![allow(clippy::unwrap_used)]

use wellposed::diff;
use wellposed::syntax::{Edit, FileId, Place, Span};

fn edit(start: u32, end: u32, replacement: &str) -> Edit {
    Edit { place: Place { file: FileId(0), span: Span { start, end } }, replacement: replacement.to_string() }
}

#[test]
fn lines_that_change_stand_among_those_that_stay() {
    let text = "a\nb\nc\nd\ne\nf\n";
    let (shown, new) = diff("x", text, &[edit(4, 5, "C"), edit(8, 10, "")]).unwrap();
    assert_eq!(new, "a\nb\nC\nd\nf\n");
    assert_eq!(shown, "--- x\n+++ x\n@@ -1,6 +1,5 @@\n a\n b\n-c\n+C\n d\n-e\n f\n");
}

#[test]
fn edits_of_one_line_are_one_change_and_far_ones_stand_apart() {
    let text: String = (0..30).map(|line| format!("line {line}\n")).collect();
    let (shown, _) = diff("x", &text, &[edit(0, 4, "row"), edit(5, 6, "zero")]).unwrap();
    assert_eq!(shown.matches('-').count() - shown.matches("---").count() * 3, 2);
    let far = diff("x", &text, &[edit(0, 0, "new\n"), edit(200, 200, "X")]).unwrap().0;
    assert_eq!(far.matches("@@ -").count(), 2);
    assert!(far.contains("@@ -1,3 +1,4 @@"), "{far}");
    assert_eq!(diff("x", "abc", &[edit(0, 2, ""), edit(1, 3, "")]), None);
}
