//! The cards of a file: lines with their continuations.

use syntax::Span;

/// Cards from an offset on. Blank lines and comments are passed over; a `+` that continues nothing is a card of its own.
#[derive(Clone, Copy)]
pub(super) struct Cards<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cards<'a> {
    /// From the beginning of a file.
    pub(super) fn new(text: &'a str) -> Cards<'a> {
        Cards { text: text.as_bytes(), at: 0 }
    }

    /// Passes the first line, and gives it.
    pub(super) fn title(&mut self) -> Span {
        let end = self.line(self.at);
        let start = std::mem::replace(&mut self.at, (end + 1).min(self.text.len()));
        let carriage = self.text[start..end].ends_with(b"\r");
        Span::new(start as u32, end as u32 - u32::from(carriage))
    }

    /// Where the line ends that holds an offset.
    fn line(&self, at: usize) -> usize {
        memchr::memchr(b'\n', &self.text[at..]).map_or(self.text.len(), |len| at + len)
    }

    /// The first byte of a line that is no comment and not blank, and the end of that line.
    fn next_line(&self, mut at: usize) -> Option<(usize, usize)> {
        while at < self.text.len() {
            match self.text[at] {
                // Old files have form feeds, and end with what ended files once.
                b' ' | b'\t' | b'\r' | b'\n' | 0x0c | 0x1a => at += 1,
                b'*' | b';' => at = self.line(at),
                b'/' if self.text.get(at + 1) == Some(&b'/') => at = self.line(at),
                b'$' if self.text.get(at + 1).is_none_or(|byte| matches!(byte, b' ' | b'\t')) => {
                    at = self.line(at);
                }
                _ => return Some((at, self.line(at))),
            }
        }
        None
    }
}

impl Iterator for Cards<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let (start, mut end) = self.next_line(self.at)?;
        loop {
            self.at = end;
            match self.next_line(end) {
                Some((next, next_end)) if self.text[next] == b'+' => end = next_end,
                Some((next, _)) => {
                    // What was passed over is not looked at again.
                    self.at = next;
                    break;
                }
                None => {
                    self.at = self.text.len();
                    break;
                }
            }
        }
        let trimmed = self.text[start..end].iter().rposition(|byte| !byte.is_ascii_whitespace());
        Some(Span::new(start as u32, (start + trimmed.map_or(0, |last| last + 1)) as u32))
    }
}

/// The first word of a card.
pub(super) fn first_word(text: &str, card: Span) -> &str {
    let line = &text[card.range()];
    let end = line
        .bytes()
        .position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'=' | b'(' | b',' | b';'));
    &line[..end.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_ends_with_its_last_continuation() {
        let text = "title\r\n\n* comment\nR1 a b\n+ 1k  \n*\n\n  + x\n.end";
        let mut cards = Cards::new(text);
        assert_eq!(&text[cards.title().range()], "title");
        let found: Vec<&str> = cards.map(|card| &text[card.range()]).collect();
        assert_eq!(found, ["R1 a b\n+ 1k  \n*\n\n  + x", ".end"]);
        assert_eq!(Cards::new("").next(), None);
        assert_eq!(Cards::new("").title(), Span::new(0, 0));
        assert_eq!(Cards::new("+ x\ny").count(), 2);
    }
}
