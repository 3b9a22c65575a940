//! Edits that cannot be carried out together.

use repair::overlap;
use syntax::{Edit, FileId, Place, Span};

fn edit(file: u32, start: u32, end: u32) -> Edit {
    let place = Place { file: FileId(file), span: Span::new(start, end) };
    Edit { place, replacement: "x".to_string() }
}

#[test]
fn repairs_that_change_the_same_text_are_not_done_together() {
    let one = [edit(0, 10, 20), edit(0, 40, 50)];
    assert!(overlap(&one, &[edit(0, 45, 60)]), "they overlap");
    assert!(overlap(&one, &[edit(0, 0, 5), edit(0, 12, 13)]), "one lies within the other");
    assert!(!overlap(&one, &[edit(0, 20, 40)]), "they only touch");
    assert!(!overlap(&one, &[edit(1, 10, 20)]), "another file");
    assert!(!overlap(&one, &[edit(0, 15, 15)]), "what is added comes behind what goes");
}
