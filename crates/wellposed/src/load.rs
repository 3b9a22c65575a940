//! Files and package folders to trees (Modelica Language Specification 3.6, section 13.4).
//!
//! First the folders are listed, then all files are read and parsed side by side, then it is checked that
//! each file holds what its place promises.

mod decode;
mod discover;
mod verify;

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, FileId, Place, Severity, Source, Sources, Span, parse};

use crate::Files;
pub(crate) use decode::decode;

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The texts.
    pub sources: Sources,
    /// The trees: packages before what they hold, otherwise in the order of names.
    pub trees: Vec<StoredDefinition>,
    /// What is wrong with the texts, file by file.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// How many findings are errors.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|found| found.severity() == Severity::Error).count()
    }

    /// The name by which a file was read.
    pub fn path(&self, file: FileId) -> &Path {
        Path::new(self.sources[file].name())
    }
}

/// Reads files and package folders.
pub fn load(files: &dyn Files, paths: &[PathBuf]) -> Loaded {
    let found = discover::discover(files, paths);
    let read: Vec<Read> = found
        .par_iter()
        .enumerate()
        .map(|(index, found)| Read::new(files, FileId(index as u32), found))
        .collect();
    let mut loaded = Loaded::default();
    for (found, read) in found.iter().zip(read) {
        loaded.sources.add(Source::new(found.path.to_string_lossy(), read.text));
        loaded.trees.extend(read.tree);
        loaded.diagnostics.extend(read.diagnostics);
    }
    verify::verify(&found, &mut loaded);
    // Findings about the folders join those about the text; each file keeps the order of its lines.
    loaded.diagnostics.sort_by_key(|found| found.primary.place);
    loaded
}

/// The place of a whole file.
pub(crate) fn whole(file: FileId) -> Place {
    Place { file, span: Span::at(0) }
}

/// One file with its tree.
struct Read {
    text: String,
    tree: Option<StoredDefinition>,
    diagnostics: Vec<Diagnostic>,
}

impl Read {
    fn new(files: &dyn Files, file: FileId, found: &discover::Found) -> Read {
        let mut read = Read { text: String::new(), tree: None, diagnostics: Vec::new() };
        if let Some(problem) = &found.problem {
            read.diagnostics.push(problem.to_diagnostic(file));
            return read;
        }
        let bytes = match files.read(&found.path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let problem = discover::Problem::unreadable(&error.to_string());
                read.diagnostics.push(problem.to_diagnostic(file));
                return read;
            }
        };
        match decode::decode(file, bytes) {
            Ok((text, complaint)) => {
                read.text = text;
                read.diagnostics.extend(complaint);
            }
            Err(complaint) => {
                read.diagnostics.push(complaint);
                return read;
            }
        }
        if found.role != discover::Role::Order {
            let parsed = parse(file, &read.text);
            read.tree = Some(parsed.tree);
            read.diagnostics.extend(parsed.diagnostics);
        }
        read
    }
}
