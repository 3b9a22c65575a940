//! Conversions to String (MLS 3.7.3).

use super::{EvalContext, EvalFailure, EvalResult, wrong};
use crate::Value;

/// `String(value, …)`, the options by position: a format, or the number of digits (of a Real), the least
/// length, and whether the text stands on the left.
pub(super) fn convert(context: &EvalContext, arguments: &[Value]) -> EvalResult {
    let (value, mut options) = (&arguments[0], &arguments[1..]);
    if let [Value::String(form)] = options {
        return Ok(Value::String(format(value, form)?.into()));
    }
    let text = match value {
        Value::Real(number) => {
            let mut digits = 6;
            if let [first, rest @ ..] = options {
                digits = length(first)?;
                options = rest;
            }
            general(*number, digits.max(1), false)
        }
        Value::Integer(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::String(text) => text.to_string(),
        Value::Literal(kind, literal) => {
            let literals = context.enumerations.get(kind.at()).map_or(&[][..], |kind| &kind.literals);
            match literals.get((*literal as usize).wrapping_sub(1)) {
                Some(&name) => context.symbols.name(name).to_string(),
                None => return wrong("an enumeration has no such literal"),
            }
        }
        other => return wrong(format!("`String` of {}", other.kind())),
    };
    let least = options.first().map_or(Ok(0), length)?;
    let left = options.get(1).is_none_or(|left| *left != Value::Boolean(false));
    Ok(Value::String(pad(&text, least, left).into()))
}

/// A length that is no mistake: one hundred thousand is far beyond any text for people.
fn length(value: &Value) -> EvalResult<usize> {
    match value.as_integer().map(usize::try_from) {
        Some(Ok(length)) if length <= 100_000 => Ok(length),
        _ => wrong("an option of `String` is not a length"),
    }
}

fn pad(text: &str, least: usize, left: bool) -> String {
    if left { format!("{text:<least$}") } else { format!("{text:>least$}") }
}

/// A value by a format of C, without the percent sign.
fn format(value: &Value, form: &str) -> EvalResult<String> {
    let bad = || EvalFailure::Wrong(format!("`{form}` is no format for {}", value.kind()));
    let rest = form.strip_prefix('%').unwrap_or(form);
    let body = rest.trim_start_matches(['-', '+', ' ', '#', '0']);
    let flags = &rest[..rest.len() - body.len()];
    let letter = body.chars().last().ok_or_else(bad)?;
    let mut sizes = body[..body.len() - letter.len_utf8()].splitn(2, '.');
    let size = |text: &str| match text {
        "" => Ok(0),
        text => text.parse::<usize>().ok().filter(|&size| size <= 1000).ok_or_else(bad),
    };
    let width = size(sizes.next().unwrap_or(""))?;
    let precision = sizes.next().map(size).transpose()?;
    let digits = precision.unwrap_or(6);
    let plain = match (letter, value) {
        ('d' | 'i', Value::Integer(number)) => {
            let digits = format!("{:0>1$}", number.unsigned_abs(), precision.unwrap_or(1));
            format!("{}{digits}", if *number < 0 { "-" } else { "" })
        }
        ('u', Value::Integer(number)) => number.to_string(),
        ('x', Value::Integer(number)) => format!("{number:x}"),
        ('X', Value::Integer(number)) => format!("{number:X}"),
        ('o', Value::Integer(number)) => format!("{number:o}"),
        ('s', Value::String(text)) => text.chars().take(precision.unwrap_or(usize::MAX)).collect(),
        (letter, value) => {
            let number = value.as_real().ok_or_else(bad)?;
            let text = match letter.to_ascii_lowercase() {
                'f' if number.is_finite() => format!("{number:.digits$}"),
                'e' if number.is_finite() => exponential(number, digits),
                'g' => general(number, digits.max(1), flags.contains('#')),
                'f' | 'e' => general(number, 1, false),
                _ => return Err(bad()),
            };
            if letter.is_ascii_uppercase() { text.to_uppercase() } else { text }
        }
    };
    let sign = match (plain.starts_with('-'), flags.contains('+'), flags.contains(' ')) {
        (true, ..) => "-",
        (_, true, _) if letter != 's' => "+",
        (_, _, true) if letter != 's' => " ",
        _ => "",
    };
    let digits = if letter == 's' { &plain } else { plain.trim_start_matches('-') };
    if flags.contains('0') && !flags.contains('-') && letter != 's' {
        let width = width.saturating_sub(sign.len());
        return Ok(format!("{sign}{digits:0>width$}"));
    }
    let sign = if letter == 's' { "" } else { sign };
    Ok(pad(&format!("{sign}{digits}"), width, flags.contains('-')))
}

/// `%.{digits}e` of C.
fn exponential(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$e}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{exponent:0>2}")
}

/// `%.{digits}g` of C: the shorter of a decimal and an exponential form.
pub(super) fn general(number: f64, digits: usize, keep: bool) -> String {
    if number.is_nan() {
        return "nan".to_string();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_string();
    }
    let long = exponential(number, digits - 1);
    let Some((mantissa, exponent)) = long.split_once('e') else { return long };
    let power: i64 = exponent.parse().unwrap_or(0);
    if (-4..digits as i64).contains(&power) {
        let decimals = (digits as i64 - 1 - power) as usize;
        return trim(&format!("{number:.decimals$}"), keep).to_string();
    }
    format!("{}e{exponent}", trim(mantissa, keep))
}

fn trim(text: &str, keep: bool) -> &str {
    if keep || !text.contains('.') { text } else { text.trim_end_matches('0').trim_end_matches('.') }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn general_is_like_c() {
        let cases = [
            (0.0, "0"),
            (2.0, "2"),
            (-0.5, "-0.5"),
            (1e6, "1e+06"),
            (123456.7, "123457"),
            (1.0 / 3.0, "0.333333"),
            (1e-5, "1e-05"),
            (0.0001234, "0.0001234"),
            (6.02214076e23, "6.02214e+23"),
            (999999.5, "1e+06"),
        ];
        for (number, text) in cases {
            assert_eq!(general(number, 6, false), text);
        }
    }

    #[test]
    fn formats_are_like_c() {
        let cases = [
            (Value::Real(1.23456), "8.3f", "   1.235"),
            (Value::Real(1.23456), "-8.3f|", ""),
            (Value::Real(-2.5), "08.2f", "-0002.50"),
            (Value::Real(1234.5), ".3e", "1.234e+03"),
            (Value::Real(0.1), "+g", "+0.1"),
            (Value::Integer(42), "5d", "   42"),
            (Value::Integer(255), "x", "ff"),
            (Value::Integer(7), "%03d", "007"),
            (Value::Integer(1), ".2f", "1.00"),
        ];
        for (value, form, text) in cases {
            match format(&value, form) {
                Ok(result) => assert_eq!(result, text, "{form}"),
                Err(_) => assert_eq!(text, "", "{form}"),
            }
        }
    }
}
