//! A file to bytes, and bytes to text.

use std::path::Path;

use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Span};

use super::whole_file;
use crate::{EntryKind, Files};

/// How many bytes at the beginning tell whether a file is text.
const SAMPLE: usize = 8000;

/// The bytes of a file that someone names.
pub fn bytes(files: &dyn Files, path: &Path, file: FileId) -> Result<Vec<u8>, Diagnostic> {
    match files.kind(path) {
        Ok(EntryKind::File) => files.read(path).map_err(|error| unreadable(file, &error.to_string())),
        Ok(EntryKind::Folder) => Err(unreadable(file, "it is a folder")),
        Ok(EntryKind::Other) => Err(unreadable(file, "it is a link to nothing, or not a file")),
        Err(error) => Err(unreadable(file, &error.to_string())),
    }
}

/// Whether bytes are no text: their beginning tells.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(SAMPLE)].contains(&0)
}

/// Why a file has no bytes.
pub fn unreadable(file: FileId, reason: &str) -> Diagnostic {
    Diagnostic::new(DiagnosticCode::Unreadable, whole_file(file), format!("cannot be read: {reason}"))
}

/// The text of a file, with a complaint about bytes that are not UTF-8. Those bytes are replaced one by one,
/// so that the rest can be read and every place stays true. `Err` if the file is not text at all.
pub fn decode(file: FileId, bytes: Vec<u8>) -> Result<(String, Option<Diagnostic>), Diagnostic> {
    if u32::try_from(bytes.len()).is_err() {
        let message = "this file is larger than 4 GiB";
        return Err(Diagnostic::new(DiagnosticCode::Unreadable, whole_file(file), message));
    }
    if is_binary(&bytes) {
        let mut diagnostic =
            Diagnostic::new(DiagnosticCode::BinaryFile, whole_file(file), "this file is not text");
        diagnostic = if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            diagnostic
                .note("it begins with the mark of UTF-16")
                .help("save it as UTF-8; Modelica knows no other encoding")
        } else {
            diagnostic
                .note("it contains bytes of value zero")
                .help("if it is a model, save it as UTF-8 text; otherwise do not name it here")
        };
        return Err(diagnostic);
    }
    let mut bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, None)),
        Err(error) => error.into_bytes(),
    };
    let mut at = 0;
    let mut first = None;
    let mut count = 0;
    while let Err(error) = std::str::from_utf8(&bytes[at..]) {
        let start = at + error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| start + len);
        first.get_or_insert((start, bytes[start]));
        count += 1;
        bytes[start..end].fill(b'?');
        at = end;
    }
    let text = String::from_utf8(bytes).unwrap_or_default();
    let complaint = first.map(|(start, byte)| {
        let span = Span::new(start as u32, start as u32 + 1);
        let others = if count > 1 { format!(", the first of {count} such places") } else { String::new() };
        Diagnostic::new(DiagnosticCode::NotUtf8, Place { file, span }, "this file is not UTF-8")
            .label(format!("the byte {byte:#04x} is no character of UTF-8{others}"))
            .note("the rest of the file was read as if a `?` stood there")
            .help("save the file as UTF-8; it may be in Latin-1 or a Windows code page now")
    });
    Ok((text, complaint))
}
