//! External functions of the Modelica Standard Library that only compute: those on Strings, which are
//! counted in bytes as in C.

use super::{Failure, Machine, wrong};
use crate::{Local, Type, Value};

impl Machine<'_> {
    /// The results of an external function; `None` if it is not known.
    #[inline(never)]
    pub(super) fn external(
        &self,
        name: &str,
        inputs: &[Value],
        outputs: &[Local],
    ) -> Option<Result<Value, Failure>> {
        if let ("ModelicaError" | "ModelicaInternal_error", [Value::String(message)]) = (name, inputs) {
            return Some(wrong(&**message));
        }
        let name = name.strip_prefix("ModelicaStrings_")?;
        let (Value::String(text), rest) = inputs.split_first()? else { return None };
        let start = || {
            rest.first()
                .and_then(Value::as_integer)
                .map_or(0, |at| usize::try_from(at.saturating_sub(1)).unwrap_or(0))
        };
        Some(match (name, rest) {
            ("length", []) => Ok(Value::Integer(text.len() as i64)),
            ("substring", [Value::Integer(from), Value::Integer(to)]) => substring(text, *from, *to),
            ("compare", [Value::String(other), Value::Boolean(exact)]) => {
                let Some(Type::Enumeration(kind)) = outputs.first().map(|output| output.kind) else {
                    return None;
                };
                let order = if *exact {
                    text.cmp(other)
                } else {
                    text.to_ascii_lowercase().cmp(&other.to_ascii_lowercase())
                };
                Ok(Value::Literal(kind, (order as i8 + 2) as u32))
            }
            ("skipWhiteSpace", [Value::Integer(_), ..] | []) => {
                Ok(Value::Integer(skip(text, start()) as i64 + 1))
            }
            ("scanIdentifier", [Value::Integer(_)]) => Ok(scan(text, start(), identifier, text_of)),
            ("scanString", [Value::Integer(_)]) => Ok(scan(text, start(), quoted, |token| {
                text_of(token.get(1..token.len().saturating_sub(1)).unwrap_or(""))
            })),
            ("scanInteger", [Value::Integer(_), Value::Boolean(unsigned)]) => Ok(scan(
                text,
                start(),
                |rest| integer(rest, *unsigned),
                |token| Value::Integer(token.parse().unwrap_or(0)),
            )),
            ("scanReal", [Value::Integer(_), Value::Boolean(unsigned)]) => {
                let value = |token: &str| Value::Real(token.parse().unwrap_or(0.0));
                Ok(scan(text, start(), |rest| real(rest, *unsigned), value))
            }
            _ => return None,
        })
    }
}

fn text_of(token: &str) -> Value {
    Value::String(token.into())
}

/// The next index, from one, and the token after white space; the index of the white space if there is no
/// such token.
fn scan(text: &str, start: usize, length: impl Fn(&str) -> usize, value: impl Fn(&str) -> Value) -> Value {
    let begin = skip(text, start);
    let rest = text.get(begin..).unwrap_or("");
    match length(rest) {
        0 => Value::Tuple(vec![Value::Integer(start as i64 + 1), value("")]),
        length => {
            let next = Value::Integer((begin + length) as i64 + 1);
            Value::Tuple(vec![next, value(rest.get(..length).unwrap_or(""))])
        }
    }
}

fn skip(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or("");
    start + rest.len() - rest.trim_ascii_start().len()
}

fn substring(text: &str, from: i64, to: i64) -> Result<Value, Failure> {
    // As in C an end before the begin means the one character at the begin.
    let (begin, end) = (from.saturating_sub(1), to.max(from));
    let range = usize::try_from(begin).ok().zip(usize::try_from(end).ok());
    match range.and_then(|(begin, end)| text.get(begin..end)) {
        Some(part) => Ok(text_of(part)),
        None => wrong(format!("there is no substring {from}..{to} in a String of length {}", text.len())),
    }
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn identifier(text: &str) -> usize {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return 0;
    }
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

fn quoted(text: &str) -> usize {
    if !text.starts_with('"') {
        return 0;
    }
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    0
}

fn sign(text: &str, unsigned: bool) -> usize {
    usize::from(!unsigned && text.starts_with(['+', '-']))
}

/// The length of an integer literal; a number with a fraction or an exponent is none.
fn integer(text: &str, unsigned: bool) -> usize {
    let sign = sign(text, unsigned);
    let count = digits(&text[sign..]);
    let after = text[sign + count..].starts_with(['.', 'e', 'E']);
    if count == 0 || after { 0 } else { sign + count }
}

fn real(text: &str, unsigned: bool) -> usize {
    let mut at = sign(text, unsigned);
    let whole = digits(&text[at..]);
    at += whole;
    let mut fraction = 0;
    if text[at..].starts_with('.') {
        fraction = digits(&text[at + 1..]);
        at += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0;
    }
    if text[at..].starts_with(['e', 'E']) {
        let sign = sign(&text[at + 1..], false);
        let count = digits(&text[at + 1 + sign..]);
        if count > 0 {
            at += 1 + sign + count;
        }
    }
    at
}
