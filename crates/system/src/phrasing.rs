//! Lists in sentences.

/// A text of at most `width` characters on one line, cut off with `…` if it is longer.
pub(super) fn clip(text: &str, width: usize) -> String {
    let mut clipped = String::new();
    let mut blank = false;
    for (index, c) in text.chars().enumerate() {
        if index + 1 >= width && text.chars().nth(index + 1).is_some() {
            clipped.push('…');
            break;
        }
        // A line break and the blanks around it become one blank.
        let is_blank = c.is_whitespace() || c.is_control();
        if !(is_blank && blank) {
            clipped.push(if is_blank { ' ' } else { c });
        }
        blank = is_blank;
    }
    clipped
}

/// Words with blanks between them, as many as fit into `width`, and how many are left; the first one always stands there.
pub(super) fn join<T: AsRef<str>>(words: impl ExactSizeIterator<Item = T>, width: usize) -> String {
    let total = words.len();
    let mut joined = String::new();
    let mut used = 0;
    for (index, word) in words.enumerate() {
        let word = clip(word.as_ref(), width);
        let len = word.chars().count() + 1;
        if index > 0 && used + len > width {
            joined.push_str(&format!(" … {} more", total - index));
            break;
        }
        if index > 0 {
            joined.push(' ');
        }
        joined.push_str(&word);
        used += len;
    }
    joined
}

/// Names in a sentence: `a`, `a` and `b`, `a`, `b` and 7 more. At most `many` are named.
pub(super) fn list<'a>(names: impl ExactSizeIterator<Item = &'a str>, many: usize) -> String {
    let total = names.len();
    // One more is no longer than the words that would stand for it.
    let shown = if total <= many + 1 { total } else { many };
    let names: Vec<String> = names.take(shown).map(|name| format!("`{}`", clip(name, 60))).collect();
    match (names.split_last(), total - shown) {
        (None, _) => String::new(),
        (Some(_), more @ 1..) => format!("{} and {more} more", names.join(", ")),
        (Some((last, [])), _) => last.clone(),
        (Some((last, first)), _) => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_off() {
        assert_eq!(clip("abcde", 5), "abcde");
        assert_eq!(clip("abcdef", 5), "abcd…");
        assert_eq!(clip("a\n   b", 9), "a b");
        assert_eq!(join(["aaa", "bb", "c"].iter(), 7), "aaa bb … 1 more");
        assert_eq!(join(["aaa", "bb", "c"].iter(), 9), "aaa bb c");
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        let names = ["a", "b", "c", "d"];
        assert_eq!(list(names[..1].iter().copied(), 2), "`a`");
        assert_eq!(list(names[..2].iter().copied(), 2), "`a` and `b`");
        assert_eq!(list(names[..3].iter().copied(), 2), "`a`, `b` and `c`");
        assert_eq!(list(names.iter().copied(), 2), "`a`, `b` and 2 more");
    }
}
