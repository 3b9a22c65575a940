//! MATLAB's MAT files, versions 4, 6 and 7 ("MAT-File Format", The MathWorks). Version 7.3 is HDF5 and is neither read
//! nor written.

mod version4;
mod version5;
mod write;

#[cfg(test)]
mod tests;

use crate::{ExternalResult, Matrix, model_error};

pub(crate) use write::write;

/// The real matrix of a name. A name with dots goes into structures: `a.b.c`.
pub fn read_mat(bytes: &[u8], name: &str) -> ExternalResult<Matrix> {
    // A file of version 5 and later has two words at byte 124: the version, and `MI` or `IM` by the byte order.
    let (version, big) = match bytes.get(124..128) {
        Some(&[low, high, b'I', b'M']) => (u16::from_le_bytes([low, high]), false),
        Some(&[high, low, b'M', b'I']) => (u16::from_be_bytes([high, low]), true),
        _ => (0, false),
    };
    match version {
        0x100 => version5::find(ByteReader { bytes: &bytes[128..], big }, name),
        0x200 => model_error("MAT files of version 7.3 cannot be read; save it as version 7"),
        _ => version4::find(bytes, name),
    }
}

/// A matrix of a file of version 4, of numbers or of letters, and whether its numbers have four bytes each.
pub fn read_mat_four(bytes: &[u8], name: &str) -> ExternalResult<(Matrix, bool)> {
    version4::any(bytes, name)
}

/// What is said of a file whose end is missing.
pub const CUT_OFF: &str = "the file ends in the middle of a matrix";

fn missing<T>(name: &str) -> ExternalResult<T> {
    model_error(format!("there is no matrix `{name}`"))
}

/// Bytes to be read from the front.
#[derive(Clone, Copy)]
struct ByteReader<'a> {
    bytes: &'a [u8],
    /// True if the most significant byte comes first.
    big: bool,
}

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> ExternalResult<&'a [u8]> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            return model_error(CUT_OFF);
        };
        self.bytes = rest;
        Ok(taken)
    }

    /// An unsigned integer of up to eight bytes.
    fn number(&mut self, size: usize) -> ExternalResult<u64> {
        Ok(unsigned(self.take(size)?, self.big))
    }

    fn size(&mut self) -> ExternalResult<usize> {
        Ok(self.number(4)? as usize)
    }
}

fn unsigned(bytes: &[u8], big: bool) -> u64 {
    let add = |all: u64, &byte: &u8| all << 8 | u64::from(byte);
    if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
}

/// How a number is stored.
#[derive(Clone, Copy)]
enum Storage {
    Signed(usize),
    Unsigned(usize),
    Single,
    Double,
}

impl Storage {
    fn width(self) -> usize {
        match self {
            Storage::Signed(width) | Storage::Unsigned(width) => width,
            Storage::Single => 4,
            Storage::Double => 8,
        }
    }

    fn real(self, bytes: &[u8], big: bool) -> f64 {
        let bits = unsigned(bytes, big);
        match self {
            Storage::Unsigned(_) => bits as f64,
            Storage::Signed(width) => {
                let shift = 64 - 8 * width as u32;
                ((bits << shift) as i64 >> shift) as f64
            }
            Storage::Single => f64::from(f32::from_bits(bits as u32)),
            Storage::Double => f64::from_bits(bits),
        }
    }

    /// A matrix that is stored column by column.
    fn matrix(self, bytes: &[u8], big: bool, rows: usize, columns: usize) -> ExternalResult<Matrix> {
        let width = self.width();
        let size = rows.checked_mul(columns).and_then(|count| count.checked_mul(width));
        if size != Some(bytes.len()) {
            return model_error("a matrix has another size than it says");
        }
        let item = |at: usize| self.real(&bytes[at * width..(at + 1) * width], big);
        Ok(Matrix::from_fn(rows, columns, |row, column| item(column * rows + row)))
    }
}
