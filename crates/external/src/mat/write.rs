//! Writes matrices into MAT files of versions 4, 6 and 7.

use super::{ByteReader, version4, version5};
use crate::{ExternalResult, Matrix, model_error};

/// The bytes of a file with a matrix: a new one of the format `4`, `6` or `7`, or an old one with the matrix added, in
/// the old one's format. A matrix of the same name is replaced.
pub(crate) fn write(
    old: Option<&[u8]>,
    name: &str,
    matrix: &Matrix,
    format: &str,
) -> ExternalResult<Vec<u8>> {
    let Some(old) = old else {
        return match format {
            "4" => four(Vec::new(), name, matrix),
            "6" => Ok([header(), five(name, matrix)?].concat()),
            "7" => {
                let element = five(name, matrix)?;
                let packed = miniz_oxide::deflate::compress_to_vec_zlib(&element, 6);
                Ok([header(), tag(15, packed.len())?.to_vec(), packed].concat())
            }
            "7.3" => model_error("MAT files of version 7.3 are not written; write it as version 7"),
            other => model_error(format!("`{other}` is no version of MAT files: there are 4, 6 and 7")),
        };
    };
    match old.get(124..128) {
        Some([0, 1, b'I', b'M']) => {
            let kept = version5::others(ByteReader { bytes: &old[128..], big: false }, name)?;
            Ok([&old[..128], &kept, &five(name, matrix)?].concat())
        }
        Some([_, 2, b'I', b'M'] | [2, _, b'M', b'I']) => {
            model_error("to MAT files of version 7.3 nothing can be added")
        }
        Some([1, 0, b'M', b'I']) => model_error("to MAT files of this byte order nothing can be added"),
        _ => four(version4::others(old, name)?, name, matrix),
    }
}

fn size(count: usize) -> ExternalResult<[u8; 4]> {
    match u32::try_from(count).ok().filter(|&count| count < 1 << 31) {
        Some(count) => Ok(count.to_le_bytes()),
        None => model_error("the matrix is too large"),
    }
}

/// The numbers column by column.
fn columns(matrix: &Matrix) -> impl Iterator<Item = u8> {
    let at = move |place: usize| {
        let (column, row) = (place / matrix.rows, place % matrix.rows);
        matrix.items[row * matrix.columns + column].to_le_bytes()
    };
    (0..matrix.items.len()).flat_map(at)
}

fn four(mut file: Vec<u8>, name: &str, matrix: &Matrix) -> ExternalResult<Vec<u8>> {
    file.extend([0; 4]);
    for count in [matrix.rows, matrix.columns, 0, name.len() + 1] {
        file.extend(size(count)?);
    }
    file.extend(name.bytes().chain([0]));
    file.extend(columns(matrix));
    Ok(file)
}

/// What every file of version 5 and later begins with.
fn header() -> Vec<u8> {
    let mut head = b"MATLAB 5.0 MAT-file, written by Wellposed".to_vec();
    head.resize(116, b' ');
    head.resize(124, 0);
    head.extend([0, 1, b'I', b'M']);
    head
}

fn tag(kind: u32, count: usize) -> ExternalResult<[u8; 8]> {
    let mut tag = [0; 8];
    tag[..4].copy_from_slice(&kind.to_le_bytes());
    tag[4..].copy_from_slice(&size(count)?);
    Ok(tag)
}

fn element(kind: u32, data: Vec<u8>) -> ExternalResult<Vec<u8>> {
    let mut bytes = tag(kind, data.len())?.to_vec();
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    Ok(bytes)
}

/// A matrix of doubles: flags, dimensions, name and numbers.
fn five(name: &str, matrix: &Matrix) -> ExternalResult<Vec<u8>> {
    let flags = [6u32.to_le_bytes(), [0; 4]].concat();
    let dims = [size(matrix.rows)?, size(matrix.columns)?].concat();
    let parts = [
        element(6, flags)?,
        element(5, dims)?,
        element(1, name.as_bytes().to_vec())?,
        element(9, columns(matrix).collect())?,
    ];
    element(14, parts.concat())
}
