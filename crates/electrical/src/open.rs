//! A file to a circuit.

use std::path::{Path, PathBuf};

use ::circuit::{Circuit, Includes, read};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, SourceFile, SourceMap, Span};

use project::{Files, Loaded};
use project::{bytes, is_binary, unreadable, whole_file};

/// Reads a netlist and what it includes. There is no circuit if the text has errors.
pub fn open(files: &dyn Files, path: &Path) -> (Loaded, Option<Circuit>) {
    let main = FileId(0);
    let mut loaded = Loaded::default();
    let (text, complaint) = match text(files, path, main) {
        Ok(found) => found,
        Err(reason) => {
            loaded.sources.add(SourceFile::new(path.to_string_lossy(), ""));
            loaded.diagnostics.push(reason);
            return (loaded, None);
        }
    };
    loaded.sources.add(SourceFile::new(path.to_string_lossy(), text));
    let mut disk =
        IncludeFolder { files, opened: vec![path.to_path_buf()], complaints: Vec::from_iter(complaint) };
    let (circuit, mut found) = read(&mut loaded.sources, main, &mut disk);
    loaded.diagnostics.append(&mut disk.complaints);
    found.sort_by_key(|found| found.primary.place);
    loaded.diagnostics.extend(found);
    let fine = loaded.errors() == 0;
    (loaded, fine.then_some(circuit))
}

/// Included files, looked for beside the file that names them and then beside the netlist.
struct IncludeFolder<'a> {
    files: &'a dyn Files,
    /// By file id.
    opened: Vec<PathBuf>,
    complaints: Vec<Diagnostic>,
}

impl Includes for IncludeFolder<'_> {
    fn open(&mut self, sources: &mut SourceMap, name: &str, from: FileId) -> Result<FileId, String> {
        let beside = |file: usize| self.opened[file].parent().unwrap_or(Path::new("")).join(name);
        let near = beside(from.0 as usize);
        let path = if self.files.kind(&near).is_ok() { near } else { beside(0) };
        if let Some(known) = self.opened.iter().position(|known| self.files.same(known, &path)) {
            return Ok(FileId(known as u32));
        }
        let file = FileId(sources.len() as u32);
        if self.files.kind(&path).is_err() {
            let places = [beside(from.0 as usize), beside(0)].map(|path| format!("`{}`", path.display()));
            let [near, far] = &places;
            let same = near == far;
            return Err(if same {
                format!("there is no file {near}")
            } else {
                format!("there is neither {near} nor {far}")
            });
        }
        let (text, complaint) = text(self.files, &path, file).map_err(|found| {
            found.message.strip_prefix("cannot be read: ").unwrap_or(&found.message).to_string()
        })?;
        sources.add(SourceFile::new(path.to_string_lossy(), text));
        self.opened.push(path);
        self.complaints.extend(complaint);
        Ok(file)
    }
}

fn text(files: &dyn Files, path: &Path, file: FileId) -> Result<(String, Option<Diagnostic>), Diagnostic> {
    let bytes = bytes(files, path, file)?;
    if bytes.len() > u32::MAX as usize / 2 {
        return Err(unreadable(file, "it is larger than 2 GiB"));
    }
    if let Some(text) = wide(&bytes) {
        return Ok((text, None));
    }
    if is_binary(&bytes) {
        return Err(Diagnostic::new(DiagnosticCode::BinaryFile, whole_file(file), "this file is not text"));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => (text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text), None),
        // Old netlists are in Latin-1, mostly because of a micro sign or a name in a comment.
        Err(error) => {
            let valid = error.utf8_error().valid_up_to() as u32;
            let text: String = error.into_bytes().into_iter().map(char::from).collect();
            let span = Span::new(
                valid,
                valid + text[valid as usize..].chars().next().map_or(0, char::len_utf8) as u32,
            );
            let found =
                Diagnostic::new(DiagnosticCode::NotAscii, Place { file, span }, "this netlist is not UTF-8")
                    .label("the first character that is not")
                    .note("it was read as Latin-1")
                    .help("save it as UTF-8, or write `u` for micro");
            (text, Some(found))
        }
    })
}

/// A text in UTF-16, as some schematic editors write netlists: its first character says so.
fn wide(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2)? {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16(&units).ok()
}
