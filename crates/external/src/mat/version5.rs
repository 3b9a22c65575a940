//! Versions 6 and 7, which call themselves 5: elements of tag and data, matrices made of elements, in version 7
//! compressed one by one.

use super::{ByteReader, Storage, missing};
use crate::{ExternalResult, Matrix, model_error};

/// A compressed matrix may grow to this many bytes.
const MAX_SIZE: usize = 1 << 30;

const MATRIX: u32 = 14;
const COMPRESSED: u32 = 15;

/// Bits of the flags of a matrix.
const COMPLEX: u64 = 0x800;

/// Classes of matrices: a structure, and the first and the last that is numbers.
const STRUCTURE: u64 = 2;
const NUMBERS: std::ops::RangeInclusive<u64> = 6..=15;

/// An element of a file.
struct MatElement<'a> {
    kind: u32,
    data: ByteReader<'a>,
}

/// What stands at the head of a matrix, and what follows it.
struct MatMatrixHeader<'a> {
    class: u64,
    complex: bool,
    dims: Vec<usize>,
    name: &'a [u8],
    rest: ByteReader<'a>,
}

pub(super) fn find(file: ByteReader, name: &str) -> ExternalResult<Matrix> {
    let (first, path) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
    let mut rest = file;
    while !rest.bytes.is_empty() {
        let element = next(&mut rest)?;
        let mut room = Vec::new();
        let element = unpacked(element, rest, &mut room)?;
        if element.kind != MATRIX {
            continue;
        }
        let head = head(element.data)?;
        if head.name == first.as_bytes() {
            return take(&head, path, name);
        }
    }
    missing(name)
}

/// An element as it is, or what is packed in it, for which there is room.
fn unpacked<'a>(
    element: MatElement<'a>,
    file: ByteReader<'a>,
    room: &'a mut Vec<u8>,
) -> ExternalResult<MatElement<'a>> {
    if element.kind != COMPRESSED {
        return Ok(element);
    }
    *room = inflate(element.data.bytes)?;
    next(&mut ByteReader { bytes: room, ..file })
}

/// The elements of a file without the matrix of a name.
pub(super) fn others(file: ByteReader, name: &str) -> ExternalResult<Vec<u8>> {
    let (mut rest, mut kept) = (file, Vec::with_capacity(file.bytes.len()));
    while !rest.bytes.is_empty() {
        let before = rest.bytes;
        let element = next(&mut rest)?;
        let mut room = Vec::new();
        let element = unpacked(element, rest, &mut room)?;
        if element.kind != MATRIX || head(element.data)?.name != name.as_bytes() {
            kept.extend_from_slice(&before[..before.len() - rest.bytes.len()]);
        }
    }
    Ok(kept)
}

fn inflate(bytes: &[u8]) -> ExternalResult<Vec<u8>> {
    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(bytes, MAX_SIZE)
        .or_else(|_| model_error("a compressed matrix is damaged"))
}

/// The next element. Short data stand in the tag itself; others are filled up to eight bytes.
fn next<'a>(rest: &mut ByteReader<'a>) -> ExternalResult<MatElement<'a>> {
    let tag = rest.number(4)? as u32;
    if tag >> 16 != 0 {
        let (kind, size) = (tag & 0xffff, (tag >> 16) as usize);
        let bytes = rest.take(4)?;
        let Some(bytes) = bytes.get(..size) else { return model_error("an element is damaged") };
        return Ok(MatElement { kind, data: ByteReader { bytes, big: rest.big } });
    }
    let size = rest.size()?;
    let bytes = rest.take(size)?;
    if tag != COMPRESSED {
        let padding = (size.wrapping_neg() % 8).min(rest.bytes.len());
        rest.take(padding)?;
    }
    Ok(MatElement { kind: tag, data: ByteReader { bytes, big: rest.big } })
}

fn head(matrix: ByteReader) -> ExternalResult<MatMatrixHeader> {
    let mut rest = matrix;
    let flags = next(&mut rest)?.data.number(4)?;
    let mut sizes = next(&mut rest)?.data;
    let mut dims = Vec::new();
    while !sizes.bytes.is_empty() {
        dims.push(sizes.size()?);
    }
    let name = next(&mut rest)?.data.bytes;
    Ok(MatMatrixHeader { class: flags & 0xff, complex: flags & COMPLEX != 0, dims, name, rest })
}

/// The matrix itself, or what a path into a structure leads to.
fn take(head: &MatMatrixHeader, path: Option<&str>, name: &str) -> ExternalResult<Matrix> {
    let Some(path) = path else { return numbers(head, name) };
    let (first, path) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    if head.class != STRUCTURE || head.dims != [1, 1] {
        return model_error(format!("`{name}` goes into something that is no single structure"));
    }
    let mut rest = head.rest;
    let width = next(&mut rest)?.data.size()?;
    let names = next(&mut rest)?.data.bytes;
    if width == 0 {
        return missing(name);
    }
    for field in names.chunks(width) {
        let element = next(&mut rest)?;
        if field.split(|&byte| byte == 0).next() == Some(first.as_bytes()) {
            return take(&self::head(element.data)?, path, name);
        }
    }
    missing(name)
}

fn numbers(head: &MatMatrixHeader, name: &str) -> ExternalResult<Matrix> {
    let &[rows, columns] = head.dims.as_slice() else {
        return model_error(format!("`{name}` has {} dimensions, a matrix has two", head.dims.len()));
    };
    if !NUMBERS.contains(&head.class) {
        return model_error(format!("`{name}` is no matrix of numbers"));
    }
    if head.complex {
        return model_error(format!("`{name}` is complex"));
    }
    let mut rest = head.rest;
    let element = next(&mut rest)?;
    let storage = match element.kind {
        1 => Storage::Signed(1),
        2 => Storage::Unsigned(1),
        3 => Storage::Signed(2),
        4 => Storage::Unsigned(2),
        5 => Storage::Signed(4),
        6 => Storage::Unsigned(4),
        7 => Storage::Single,
        9 => Storage::Double,
        12 => Storage::Signed(8),
        13 => Storage::Unsigned(8),
        _ => return model_error(format!("`{name}` is stored in a way that is not known")),
    };
    storage.matrix(element.data.bytes, element.data.big, rows, columns)
}
