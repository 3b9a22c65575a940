//! A file to a system.

use std::path::Path;

use syntax::{Diagnostic, DiagnosticCode, FileId, SourceFile};

use super::{EquationSystem, read, read_gml};
use project::{Files, Loaded};
use project::{bytes, decode, whole_file};

/// Reads the file of a system: GML if its name ends in `.gml`, otherwise the format of [`read`]. There is no system if
/// the text has errors.
pub fn open(files: &dyn Files, path: &Path) -> (Loaded, Option<EquationSystem>) {
    let file = FileId(0);
    let name = path.to_string_lossy().into_owned();
    let mut loaded = Loaded::default();
    let text = match text(files, path) {
        Ok(text) => text,
        Err(found) => {
            loaded.sources.add(SourceFile::new(name, ""));
            loaded.diagnostics.push(found);
            return (loaded, None);
        }
    };
    let (text, complaint) = text;
    let is = |ending: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let (system, found) = if is("gml") { read_gml(file, &name, &text) } else { read(file, &name, &text) };
    loaded.sources.add(SourceFile::new(name, text));
    loaded.diagnostics.extend(complaint);
    if is("mo") && !found.is_empty() {
        // One message in the place of one for each line.
        let found = Diagnostic::new(
            DiagnosticCode::SystemSyntax,
            whole_file(file),
            "this is a Modelica file, not a system",
        )
        .help("`wellposed flatten` and `wellposed parse` read Modelica");
        loaded.diagnostics.push(found);
    } else {
        loaded.diagnostics.extend(found);
    }
    let system = (loaded.errors() == 0).then_some(system);
    (loaded, system)
}

fn text(files: &dyn Files, path: &Path) -> Result<(String, Option<Diagnostic>), Diagnostic> {
    let file = FileId(0);
    decode(file, bytes(files, path, file)?)
}
