//! Misspelt words.

use super::TokenKind;

/// The keyword among `candidates` that a word was probably meant to be.
///
/// A word in the wrong case always counts; otherwise one slip of the fingers is forgiven in a short
/// word and two in a long one.
pub(crate) fn nearest_keyword(word: &str, candidates: &[TokenKind]) -> Option<TokenKind> {
    if word.len() > 15 || !word.is_ascii() {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let word = habit(&word);
    candidates
        .iter()
        .map(|&kind| (slips(word.as_bytes(), kind.text().as_bytes()), kind))
        .filter(|&(slips, kind)| slips <= allowed(kind.text().len()) || reversed(word, kind.text()))
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, kind)| kind)
}

/// The name among `candidates` that a word was probably meant to be; of equally near ones the first in the
/// alphabet.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_ascii_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= 2 && *candidate != word)
        .map(|candidate| (slips(lower.as_bytes(), candidate.to_ascii_lowercase().as_bytes()), candidate))
        .filter(|&(slips, candidate)| slips <= allowed(candidate.len()))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Words of other languages, and what they are called here.
fn habit(word: &str) -> &str {
    match word {
        "const" => "constant",
        "param" => "parameter",
        "private" => "protected",
        "elif" => "elseif",
        "func" => "function",
        "do" => "loop",
        _ => word,
    }
}

/// True for `fi` in the place of `if`.
fn reversed(word: &str, keyword: &str) -> bool {
    word.len() == 2 && word.bytes().rev().eq(keyword.bytes())
}

fn allowed(len: usize) -> usize {
    match len {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    }
}

/// Letters left out, put in, exchanged or swapped with their neighbour: the optimal string alignment distance.
fn slips(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (a, b, expected) in [
            ("end", "end", 0),
            ("ned", "end", 1),
            ("eqaution", "equation", 1),
            ("", "if", 2),
            ("modle", "model", 1),
            ("paramter", "parameter", 1),
            ("abc", "xyz", 3),
        ] {
            assert_eq!(slips(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
        }
    }

    #[test]
    fn names_are_guessed() {
        let names = ["Resistor", "Capacitor", "R", "resistance", "Resistors"];
        assert_eq!(nearest("Resitor", names), Some("Resistor"));
        assert_eq!(nearest("resistor", names), Some("Resistor"));
        assert_eq!(nearest("Transistor", names), None);
        assert_eq!(nearest("X", names), None);
    }

    #[test]
    fn short_words_are_not_guessed() {
        assert_eq!(nearest_keyword("of", TokenKind::KEYWORDS), None);
        assert_eq!(nearest_keyword("R", TokenKind::KEYWORDS), None);
        assert_eq!(nearest_keyword("Model", TokenKind::KEYWORDS), Some(TokenKind::Model));
        assert_eq!(nearest_keyword("algoritm", TokenKind::KEYWORDS), Some(TokenKind::Algorithm));
        assert_eq!(nearest_keyword("resistance", TokenKind::KEYWORDS), None);
    }
}
