//! The words of a card.

use syntax::Span;

use super::cursor::Cursor;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardTokenKind {
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
pub(crate) struct CardToken {
    pub(crate) kind: CardTokenKind,
    pub(crate) span: Span,
}

/// Puts the words of a card into `words`.
pub(crate) fn lex(text: &str, span: Span, words: &mut Vec<CardToken>) {
    words.clear();
    let mut cursor = Cursor::new(text, span);
    loop {
        cursor.skip();
        let Some(byte) = cursor.peek() else { return };
        let start = cursor.at;
        let word = match byte {
            b'=' => single(&mut cursor, CardTokenKind::Equals),
            b'(' => single(&mut cursor, CardTokenKind::Open),
            b')' => single(&mut cursor, CardTokenKind::Close),
            b',' => single(&mut cursor, CardTokenKind::Comma),
            b'{' => braced(&mut cursor),
            b'\'' => quoted(&mut cursor, b'\'', CardTokenKind::Formula),
            b'"' => quoted(&mut cursor, b'"', CardTokenKind::Text),
            _ => {
                while cursor.peek().is_some_and(is_plain) && !comment(&cursor) {
                    cursor.at += 1;
                }
                // A lone `}` or the like must not stand still.
                cursor.at = cursor.at.max(start + 1);
                CardToken { kind: CardTokenKind::Plain, span: Span::new(start as u32, cursor.at as u32) }
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

fn single(cursor: &mut Cursor, kind: CardTokenKind) -> CardToken {
    cursor.at += 1;
    CardToken { kind, span: Span::new(cursor.at as u32 - 1, cursor.at as u32) }
}

/// A formula in braces, with braces inside of it.
fn braced(cursor: &mut Cursor) -> CardToken {
    let start = cursor.at + 1;
    let mut depth = 0usize;
    while let Some(byte) = cursor.peek() {
        cursor.at += 1;
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => {
                let span = Span::new(start as u32, cursor.at as u32 - 1);
                return CardToken { kind: CardTokenKind::Formula, span };
            }
            b'}' => depth -= 1,
            _ => {}
        }
    }
    CardToken { kind: CardTokenKind::Broken, span: Span::new(start as u32 - 1, cursor.at as u32) }
}

fn quoted(cursor: &mut Cursor, quote: u8, kind: CardTokenKind) -> CardToken {
    let start = cursor.at + 1;
    cursor.at = start;
    while let Some(byte) = cursor.peek() {
        cursor.at += 1;
        if byte == quote {
            return CardToken { kind, span: Span::new(start as u32, cursor.at as u32 - 1) };
        }
    }
    CardToken { kind: CardTokenKind::Broken, span: Span::new(start as u32 - 1, cursor.at as u32) }
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
