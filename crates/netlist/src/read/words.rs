//! The words of a card.

use syntax::Span;

use super::cursor::Cursor;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordKind {
    /// A name or a number.
    Plain,
    /// `{…}` or `'…'`: a formula; the span is what is inside.
    Formula,
    /// `"…"`; the span is what is inside.
    Text,
    /// `=`
    Equals,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// A bracket or a quote that is not closed.
    Broken,
}

/// A word and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) kind: WordKind,
    pub(crate) span: Span,
}

/// Puts the words of a card into `words`.
pub(crate) fn lex(text: &str, span: Span, words: &mut Vec<Word>) {
    words.clear();
    let mut cursor = Cursor::new(text, span);
    loop {
        cursor.skip();
        let Some(byte) = cursor.peek() else { return };
        let start = cursor.at;
        let word = match byte {
            b'=' => single(&mut cursor, WordKind::Equals),
            b'(' => single(&mut cursor, WordKind::Open),
            b')' => single(&mut cursor, WordKind::Close),
            b',' => single(&mut cursor, WordKind::Comma),
            b'{' => braced(&mut cursor),
            b'\'' => quoted(&mut cursor, b'\'', WordKind::Formula),
            b'"' => quoted(&mut cursor, b'"', WordKind::Text),
            _ => {
                while cursor.peek().is_some_and(is_plain) && !comment(&cursor) {
                    cursor.at += 1;
                }
                // A lone `}` or the like must not stand still.
                cursor.at = cursor.at.max(start + 1);
                Word { kind: WordKind::Plain, span: Span::new(start as u32, cursor.at as u32) }
            }
        };
        words.push(word);
    }
}

fn is_plain(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'=' | b'(' | b')' | b',' | b'{' | b'\'' | b'"' | b';')
}

fn comment(cursor: &Cursor) -> bool {
    cursor.peek() == Some(b'/') && cursor.second() == Some(b'/')
}

fn single(cursor: &mut Cursor, kind: WordKind) -> Word {
    cursor.at += 1;
    Word { kind, span: Span::new(cursor.at as u32 - 1, cursor.at as u32) }
}

/// A formula in braces, with braces inside of it.
fn braced(cursor: &mut Cursor) -> Word {
    let start = cursor.at + 1;
    let mut depth = 0usize;
    while let Some(byte) = cursor.peek() {
        cursor.at += 1;
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => {
                let span = Span::new(start as u32, cursor.at as u32 - 1);
                return Word { kind: WordKind::Formula, span };
            }
            b'}' => depth -= 1,
            _ => {}
        }
    }
    Word { kind: WordKind::Broken, span: Span::new(start as u32 - 1, cursor.at as u32) }
}

fn quoted(cursor: &mut Cursor, quote: u8, kind: WordKind) -> Word {
    let start = cursor.at + 1;
    cursor.at = start;
    while let Some(byte) = cursor.peek() {
        cursor.at += 1;
        if byte == quote {
            return Word { kind, span: Span::new(start as u32, cursor.at as u32 - 1) };
        }
    }
    Word { kind: WordKind::Broken, span: Span::new(start as u32 - 1, cursor.at as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        lex(text, Span::new(0, text.len() as u32), &mut words);
        words.iter().map(|word| &text[word.span.range()]).collect()
    }

    #[test]
    fn comments_and_line_breaks_are_blanks() {
        assert_eq!(
            of("R1 a b\n* no\n\n + 1k ; end\n+ tc=1 $ end\n+ x // end"),
            ["R1", "a", "b", "1k", "tc", "=", "1", "x"]
        );
        assert_eq!(
            of("V1 a$b n+ sin(0,1 {a*\n+ {b}}) 'x y'"),
            ["V1", "a$b", "n+", "sin", "(", "0", ",", "1", "a*\n+ {b}", ")", "x y"]
        );
        assert_eq!(of("R1 {a"), ["R1", "{a"]);
        assert_eq!(of("}"), ["}"]);
    }
}
