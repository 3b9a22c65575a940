//! Version 4: matrices one after the other, each with a head of five integers and its name.

use super::{Bytes, Storage, missing};
use crate::{Failure, Matrix, wrong};

pub(super) fn find(bytes: &[u8], name: &str) -> Result<Matrix, Failure> {
    let mut rest = Bytes { bytes, big: false };
    while !rest.bytes.is_empty() {
        rest.big = false;
        let head = rest;
        let mut kind = rest.number(4)?;
        // The digits of the kind are byte order, zero, storage and form. In the wrong order it is huge.
        if kind > 9999 {
            rest = Bytes { big: true, ..head };
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
            _ => return wrong("this is no MAT file"),
        };
        if kind > 9999 || digit(100) != 0 || (digit(1000) == 1) != rest.big {
            return wrong("this is no MAT file");
        }
        let own = rest.take(length)?;
        let own = own.split(|&byte| byte == 0).next().unwrap_or(own);
        let Some(size) = rows.checked_mul(columns).and_then(|count| count.checked_mul(storage.width()))
        else {
            return wrong("this is no MAT file");
        };
        let data = rest.take(size)?;
        if imaginary != 0 {
            rest.take(size)?;
        }
        if own != name.as_bytes() {
            continue;
        }
        return match (digit(1), imaginary) {
            (0, 0) => storage.matrix(data, rest.big, rows, columns),
            (0, _) => wrong(format!("`{name}` is complex")),
            _ => wrong(format!("`{name}` is no matrix of numbers")),
        };
    }
    missing(name)
}
