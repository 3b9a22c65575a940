//! `ModelicaStrings`: texts as sequences of bytes, counted from one.

use std::cmp::Ordering;

/// The part from one byte to another. A begin below one is one; an end below zero is the begin.
pub(crate) fn substring(text: &str, begin: i64, end: i64) -> String {
    let begin = begin.max(1);
    let end = if end < 0 { begin } else { end.min(text.len() as i64) };
    if begin > end {
        return String::new();
    }
    lossy(text.as_bytes().get(begin as usize - 1..end as usize).unwrap_or_default())
}

/// The order of two texts by their bytes.
pub(crate) fn compare(a: &str, b: &str, exact: bool) -> Ordering {
    if exact { a.cmp(b) } else { a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase()) }
}

/// The hash of Arash Partow over 32 bits, as a signed number.
pub(crate) fn hash(text: &str) -> i64 {
    let mut hash = 0xaaaa_aaaa_u32;
    for (at, byte) in text.bytes().map(u32::from).enumerate() {
        hash ^= if at % 2 == 0 {
            (hash << 7) ^ byte.wrapping_mul(hash >> 3)
        } else {
            !((hash << 11).wrapping_add(byte ^ (hash >> 5)))
        };
    }
    i64::from(hash as i32)
}

/// The index of the first byte from an index on that is no white space.
pub(crate) fn skip(text: &str, start: i64) -> i64 {
    let space = |byte: &&u8| byte.is_ascii_whitespace() || **byte == 0x0b;
    start.max(1) + rest(text, start).iter().take_while(space).count() as i64
}

/// A name after white space, and the index after it; the start itself if there is none.
pub(crate) fn identifier(text: &str, start: i64) -> (i64, String) {
    token(text, start, |rest| {
        if !rest.first()?.is_ascii_alphabetic() {
            return None;
        }
        let length = count(rest, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        Some((length, lossy(&rest[..length])))
    })
}

/// A text in quotes; a quote after a backslash ends it not. An empty text counts as none.
pub(crate) fn quoted(text: &str, start: i64) -> (i64, String) {
    token(text, start, |rest| {
        let inner = rest.strip_prefix(b"\"")?;
        let length = (0..inner.len()).find(|&at| inner[at] == b'"' && (at == 0 || inner[at - 1] != b'\\'))?;
        (length > 0).then(|| (length + 2, lossy(&inner[..length])))
    })
}

/// An integer; one with a fraction or an exponent is none.
pub(crate) fn integer(text: &str, start: i64, unsigned: bool) -> (i64, i64) {
    token(text, start, |rest| {
        let sign = sign(rest, unsigned)?;
        let length = sign + count(&rest[sign..], |byte| byte.is_ascii_digit());
        if matches!(rest.get(length), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        Some((length, std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?))
    })
}

/// A number with or without fraction and exponent.
pub(crate) fn real(text: &str, start: i64, unsigned: bool) -> (i64, f64) {
    token(text, start, |rest| {
        let digits = |from: usize| count(rest.get(from..).unwrap_or_default(), |byte| byte.is_ascii_digit());
        let mut length = sign(rest, unsigned)?;
        length += digits(length);
        if rest.get(length) == Some(&b'.') {
            length += 1 + digits(length + 1);
        }
        if matches!(rest.get(length), Some(b'e' | b'E')) {
            let signed = usize::from(matches!(rest.get(length + 1), Some(b'+' | b'-')));
            let exponent = digits(length + 1 + signed);
            if exponent == 0 {
                return None;
            }
            length += 1 + signed + exponent;
        }
        Some((length, std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?))
    })
}

/// What a scanner finds after white space, and the index after it; the start and nothing if it finds none.
fn token<T: Default>(text: &str, start: i64, scan: impl Fn(&[u8]) -> Option<(usize, T)>) -> (i64, T) {
    let begin = skip(text, start);
    scan(rest(text, begin))
        .map_or_else(|| (start, T::default()), |(length, value)| (begin + length as i64, value))
}

fn rest(text: &str, start: i64) -> &[u8] {
    let at = usize::try_from(start.max(1) - 1).unwrap_or(usize::MAX);
    text.as_bytes().get(at..).unwrap_or_default()
}

/// The length of a sign; none if there is one where none may be.
fn sign(rest: &[u8], unsigned: bool) -> Option<usize> {
    let signed = matches!(rest.first(), Some(b'+' | b'-'));
    (!signed || !unsigned).then_some(usize::from(signed))
}

fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is(**byte)).count()
}

/// A part may cut a character in two.
fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_are_cut_at_the_ends() {
        assert_eq!(substring("hello", 2, 4), "ell");
        assert_eq!(substring("hello", 0, 99), "hello");
        assert_eq!(substring("hello", 3, -1), "l");
        assert_eq!(substring("hello", 3, 2), "");
        assert_eq!(substring("hello", 6, 9), "");
    }

    #[test]
    fn comparison_may_ignore_case() {
        assert_eq!(compare("abc", "ABC", false), Ordering::Equal);
        assert_eq!(compare("abc", "ABC", true), Ordering::Greater);
        assert_eq!(compare("ab", "abc", true), Ordering::Less);
    }

    #[test]
    fn the_hash_of_nothing_is_its_seed() {
        assert_eq!(hash(""), i64::from(0xaaaa_aaaa_u32 as i32));
        // One byte, by hand: h ^ (h << 7) ^ 97·(h >> 3).
        let seed = 0xaaaa_aaaa_u32;
        let expected = seed ^ (0x5555_5500 ^ 97u32.wrapping_mul(0x1555_5555));
        assert_eq!(hash("a"), i64::from(expected as i32));
    }

    #[test]
    fn scanners_skip_white_space_and_stay_if_there_is_nothing() {
        assert_eq!(skip("a \t\n b", 2), 6);
        assert_eq!(identifier("  x_1 = 2", 1), (6, "x_1".to_string()));
        assert_eq!(identifier("  1x", 1), (1, String::new()));
        assert_eq!(quoted(r#" "a\"b" c"#, 1), (8, r#"a\"b"#.to_string()));
        assert_eq!(quoted(r#" "" c"#, 1), (1, String::new()));
        assert_eq!(quoted(r#" "abc"#, 1), (1, String::new()));
        assert_eq!(integer("a -12)", 2, false), (6, -12));
        assert_eq!(integer("a -12)", 2, true), (2, 0));
        assert_eq!(integer("1.5", 1, false), (1, 0));
        assert_eq!(integer("7", 99, false), (99, 0));
    }

    #[test]
    fn reals_may_miss_a_side_but_not_an_exponent() {
        assert_eq!(real(" +.5 ", 1, false), (5, 0.5));
        assert_eq!(real("5.", 1, true), (3, 5.0));
        assert_eq!(real("1e-3x", 1, true), (5, 1e-3));
        assert_eq!(real("1e", 1, true), (1, 0.0));
        assert_eq!(real(".", 1, true), (1, 0.0));
        assert_eq!(real("-1", 1, true), (1, 0.0));
    }
}
