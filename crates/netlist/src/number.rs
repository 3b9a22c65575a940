//! Numbers as SPICE writes them: `4.7k`, `10uF`, `1e-12`, `2Meg`.

/// What a word is as a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ParsedNumber {
    /// A number; letters after it were a unit.
    Number(f64),
    /// It begins like a number and goes on as none; `meant` is a guess.
    Broken { meant: Option<String> },
    /// It does not begin like a number.
    Word,
}

/// Powers of ten that a double holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Reads a word as a number with a scale and a unit.
pub(crate) fn read(word: &str) -> ParsedNumber {
    let bytes = word.as_bytes();
    let Some((number, used)) = digits(bytes) else { return ParsedNumber::Word };
    let rest = &word[used..];
    let (scale, factor, _) = scale(rest.as_bytes());
    if let Some(tail) = rest.bytes().find(|byte| !byte.is_ascii_alphabetic() && *byte != b'%') {
        let meant = tail.is_ascii_digit().then(|| meant(&word[..used], rest)).flatten();
        return ParsedNumber::Broken { meant };
    }
    ParsedNumber::Number(number.scaled(scale) * factor)
}

/// `1k5` was probably meant to be `1.5k`, and `4R7` to be `4.7`.
fn meant(number: &str, rest: &str) -> Option<String> {
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (unit, tail) = rest.split_at(letters);
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unit = if unit.eq_ignore_ascii_case("r") { "" } else { unit };
    let known = unit.is_empty() || scale(unit.as_bytes()).2 == unit.len();
    (known && plain(number) && plain(tail)).then(|| format!("{number}.{tail}{unit}"))
}

/// A number as people want to read it.
pub(crate) fn format_number(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) { format!("{number:e}") } else { format!("{number}") }
}

/// What `1M` and `1MHz` look like: elsewhere a capital M is mega, in SPICE it is milli. What is written with `meg` instead;
/// nothing for other words.
pub(crate) fn mega(word: &str) -> Option<String> {
    let (_, used) = digits(word.as_bytes())?;
    let unit = word[used..].strip_prefix('M')?;
    let units = ["", "hz", "ohm", "ohms"];
    let known = units.iter().any(|known| known.eq_ignore_ascii_case(unit));
    known.then(|| format!("{}meg{unit}", &word[..used]))
}

/// Digits and a power of ten.
#[derive(Clone, Copy)]
pub(crate) struct Decimal {
    negative: bool,
    mantissa: u64,
    exponent: i32,
}

impl Decimal {
    /// The nearest double to the number times a power of ten.
    pub(crate) fn scaled(self, scale: i32) -> f64 {
        let exponent = self.exponent.saturating_add(scale);
        let exact = self.mantissa < 1 << 53;
        let value = match exponent {
            0..=22 if exact => self.mantissa as f64 * EXACT[exponent as usize],
            -22..=-1 if exact => self.mantissa as f64 / EXACT[-exponent as usize],
            _ => format!("{}e{exponent}", self.mantissa).parse().unwrap_or(f64::NAN),
        };
        if self.negative { -value } else { value }
    }
}

/// The number that bytes begin with, without a scale, and how many of them it takes.
pub(crate) fn digits(bytes: &[u8]) -> Option<(Decimal, usize)> {
    let mut at = 0;
    let mut found = Decimal { negative: false, mantissa: 0, exponent: 0 };
    if let Some(sign @ (b'+' | b'-')) = bytes.first() {
        found.negative = *sign == b'-';
        at = 1;
    }
    let (mut any, mut point) = (false, false);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => {
                any = true;
                // Nineteen digits fit; a double knows sixteen.
                if found.mantissa < 100_000_000_000_000_000 {
                    found.mantissa = found.mantissa * 10 + u64::from(byte - b'0');
                    found.exponent -= i32::from(point);
                } else {
                    found.exponent = found.exponent.saturating_add(i32::from(!point));
                }
            }
            b'.' if !point => point = true,
            _ => break,
        }
        at += 1;
    }
    if !any {
        return None;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let mut end = at + 1;
        let negative = bytes.get(end) == Some(&b'-');
        end += usize::from(matches!(bytes.get(end), Some(b'+' | b'-')));
        let start = end;
        let mut power = 0i32;
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            power = power.saturating_mul(10).saturating_add(i32::from(digit - b'0')).min(100_000);
            end += 1;
        }
        if end > start {
            found.exponent = found.exponent.saturating_add(if negative { -power } else { power });
            at = end;
        }
    }
    Some((found, at))
}

/// The power of ten and the factor that letters begin with, and how many letters that takes.
pub(crate) fn scale(letters: &[u8]) -> (i32, f64, usize) {
    let begins = |word: &[u8]| letters.len() >= 3 && letters[..3].eq_ignore_ascii_case(word);
    if begins(b"meg") {
        return (6, 1.0, 3);
    }
    if begins(b"mil") {
        return (0, 25.4e-6, 3);
    }
    let power = match letters.first().map(u8::to_ascii_lowercase) {
        Some(b't') => 12,
        Some(b'g') => 9,
        Some(b'k') => 3,
        Some(b'm') => -3,
        Some(b'u') => -6,
        Some(b'n') => -9,
        Some(b'p') => -12,
        Some(b'f') => -15,
        Some(b'a') => -18,
        _ => return (0, 1.0, 0),
    };
    (power, 1.0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_nearest_doubles() {
        for (text, value) in [
            ("1", 1.0),
            ("-4.7k", -4700.0),
            ("0.1u", 1e-7),
            ("10uF", 1e-5),
            ("1meg", 1e6),
            ("1MEGohm", 1e6),
            ("1M", 1e-3),
            ("2mil", 50.8e-6),
            ("5V", 5.0),
            ("3e3k", 3e6),
            ("1e", 1.0),
            (".5p", 0.5e-12),
            ("7.", 7.0),
            ("1F", 1e-15),
            ("1e-400", 0.0),
            ("123456789012345678901234567890", 123456789012345678901234567890.0),
            ("+2", 2.0),
        ] {
            assert_eq!(read(text), ParsedNumber::Number(value), "{text}");
        }
    }

    #[test]
    fn a_capital_m_is_milli_and_looks_like_mega() {
        assert_eq!(mega("1M").as_deref(), Some("1meg"));
        assert_eq!(mega("2.5MHz").as_deref(), Some("2.5megHz"));
        for text in ["1m", "1Meg", "1MEG", "1Mil", "1mHz", "1MV", "M"] {
            assert_eq!(mega(text), None, "{text}");
        }
    }

    #[test]
    fn what_others_read_half_is_refused() {
        let meant = |text: &str| match read(text) {
            ParsedNumber::Broken { meant } => meant,
            other => panic!("{text} is {other:?}"),
        };
        assert_eq!(meant("1k5").as_deref(), Some("1.5k"));
        assert_eq!(meant("4R7").as_deref(), Some("4.7"));
        assert_eq!((meant("0x10"), meant("10µ")), (None, None));
        assert_eq!(meant("1.2.3"), None);
        assert_eq!(meant("1-2"), None);
        assert_eq!(
            (read("n1"), read("-"), read(".")),
            (ParsedNumber::Word, ParsedNumber::Word, ParsedNumber::Word)
        );
    }
}
