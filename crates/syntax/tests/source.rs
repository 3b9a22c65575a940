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
    for offset in [0, 3, 5, 7, 11, 13] {
        assert_eq!(source.offset(source.locate(offset)), offset);
    }
    let far = LineColumn { line: 1, column: 99 };
    assert_eq!((source.offset(far), source.offset(LineColumn { line: 9, column: 1 })), (1, 14));
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
