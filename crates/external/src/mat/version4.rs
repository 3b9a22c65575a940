//! Version 4: matrices one after the other, each with a head of five integers and its name.

use super::{ByteReader, Storage, missing};
use crate::{ExternalResult, Matrix, model_error};

/// A matrix of the file.
struct MatEntry<'a> {
    name: &'a [u8],
    /// The last digit of its kind: zero for numbers.
    form: u64,
    storage: Storage,
    rows: usize,
    columns: usize,
    complex: bool,
    /// Its numbers.
    data: ByteReader<'a>,
    /// All of it.
    whole: &'a [u8],
}

pub(super) fn find(bytes: &[u8], name: &str) -> ExternalResult<Matrix> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let entry = next(&mut rest)?;
        if entry.name != name.as_bytes() {
            continue;
        }
        return match (entry.form, entry.complex) {
            (0, false) => entry.storage.matrix(entry.data.bytes, entry.data.big, entry.rows, entry.columns),
            (0, true) => model_error(format!("`{name}` is complex")),
            _ => model_error(format!("`{name}` is no matrix of numbers")),
        };
    }
    missing(name)
}

/// A matrix of any form, and whether its numbers have four bytes each.
pub(super) fn any(bytes: &[u8], name: &str) -> ExternalResult<(Matrix, bool)> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let entry = next(&mut rest)?;
        if entry.name == name.as_bytes() {
            let single = matches!(entry.storage, Storage::Single);
            let matrix = entry.storage.matrix(entry.data.bytes, entry.data.big, entry.rows, entry.columns)?;
            return Ok((matrix, single));
        }
    }
    missing(name)
}

/// The file without the matrix of a name.
pub(super) fn others(bytes: &[u8], name: &str) -> ExternalResult<Vec<u8>> {
    let (mut rest, mut kept) = (bytes, Vec::with_capacity(bytes.len()));
    while !rest.is_empty() {
        let entry = next(&mut rest)?;
        if entry.name != name.as_bytes() {
            kept.extend_from_slice(entry.whole);
        }
    }
    Ok(kept)
}

fn next<'a>(bytes: &mut &'a [u8]) -> ExternalResult<MatEntry<'a>> {
    let mut rest = ByteReader { bytes, big: false };
    let mut kind = rest.number(4)?;
    // The digits of the kind are byte order, zero, storage and form. In the wrong order it is huge.
    if kind > 9999 {
        rest = ByteReader { bytes, big: true };
        kind = rest.number(4)?;
    }
    let digit = |place: u64| kind / place % 10;
    let (rows, columns, imaginary, length) = (rest.size()?, rest.size()?, rest.size()?, rest.size()?);
    let storage = match digit(10) {
        0 => Storage::Double,
        1 => Storage::Single,
        2 => Storage::Signed(4),
        3 => Storage::Signed(2),
        4 => Storage::Unsigned(2),
        5 => Storage::Unsigned(1),
        _ => return model_error("this is no MAT file"),
    };
    if kind > 9999 || digit(100) != 0 || (digit(1000) == 1) != rest.big {
        return model_error("this is no MAT file");
    }
    let name = rest.take(length)?;
    let name = name.split(|&byte| byte == 0).next().unwrap_or(name);
    let Some(size) = rows.checked_mul(columns).and_then(|count| count.checked_mul(storage.width())) else {
        return model_error("this is no MAT file");
    };
    let data = ByteReader { bytes: rest.take(size)?, big: rest.big };
    if imaginary != 0 {
        rest.take(size)?;
    }
    let whole = &bytes[..bytes.len() - rest.bytes.len()];
    *bytes = rest.bytes;
    Ok(MatEntry { name, form: digit(1), storage, rows, columns, complex: imaginary != 0, data, whole })
}
