//! Lines and columns of texts.

#![allow(clippy::unwrap_used)]

use syntax::{LineColumn, SourceFile};

#[test]
fn lines_and_columns_count_characters_from_one() {
    let source = SourceFile::new("a.mo", "x\r\nä = \"ö\";\n");
    assert_eq!(source.locate(0), LineColumn { line: 1, column: 1 });
    assert_eq!(source.locate(3), LineColumn { line: 2, column: 1 });
    assert_eq!(source.locate(5), LineColumn { line: 2, column: 2 });
    assert_eq!(source.locate(4), LineColumn { line: 2, column: 1 }, "inside a character");
    assert_eq!(source.locate(99), LineColumn { line: 3, column: 1 });
    assert_eq!(&source.text()[source.line(1).range()], "x");
    assert_eq!(&source.text()[source.line(2).range()], "ä = \"ö\";");
    assert_eq!(&source.text()[source.line(3).range()], "");
}

#[test]
fn a_text_is_empty_until_it_is_read() {
    let source = SourceFile::unread("a.mo");
    assert_eq!((source.text(), source.locate(7)), ("", LineColumn { line: 1, column: 1 }));
    source.fill("x\ny");
    source.fill("another");
    assert_eq!((source.text(), source.locate(2)), ("x\ny", LineColumn { line: 2, column: 1 }));
}
