//! Texts in one piece of memory.

#![allow(clippy::unwrap_used)]

use system::StringList;

#[test]
fn texts_come_back_as_they_went_in() {
    let mut texts = StringList::default();
    let given = ["x", "", "φ[1]", ""];
    for text in given {
        texts.push(text);
    }
    assert_eq!(texts.iter().collect::<Vec<_>>(), given);
}
