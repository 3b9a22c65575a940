//! Which files there are to read, and what each of them promises to hold.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use syntax::{Diagnostic, DiagnosticCode, FileId, SourceFile};

use super::whole_file;
use crate::{EntryKind, Files, FolderEntry};

/// Folders nested deeper than this are a link that leads back up.
const MAX_FOLDERS: usize = 64;

/// A file to read.
pub(super) struct DiscoveredFile {
    pub(super) path: PathBuf,
    pub(super) role: FileRole,
    /// The index of the `package.mo` of the folder that the file lies in, or for a `package.mo`, of the
    /// folder above.
    pub(super) package: Option<usize>,
    /// What keeps it from being read.
    pub(super) problem: Option<FileProblem>,
}

impl DiscoveredFile {
    /// Its name, with a place for its text.
    pub(super) fn unread(&self) -> Arc<SourceFile> {
        Arc::new(SourceFile::unread(self.path.to_string_lossy()))
    }

    /// The name of the class that the file promises, without the version that libraries carry after it, as in
    /// `Modelica 4.1.0`.
    pub(super) fn class(&self) -> Option<&str> {
        match &self.role {
            FileRole::Package(name) => name.split(' ').next(),
            FileRole::Class(name) if self.package.is_none() => name.split(' ').next(),
            FileRole::Class(name) => Some(name),
            FileRole::Free | FileRole::Order => None,
        }
    }
}

/// What a file promises to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileRole {
    /// Anything.
    Free,
    /// One class of this name; the names are those of the folder, without an ending.
    Class(String),
    /// `package.mo` of a folder with this name.
    Package(String),
    /// `package.order`
    Order,
}

/// Something that keeps a file or folder from being read.
pub(super) struct FileProblem {
    code: DiagnosticCode,
    message: String,
    help: Option<String>,
}

impl FileProblem {
    pub(super) fn unreadable(reason: &str) -> FileProblem {
        FileProblem {
            code: DiagnosticCode::Unreadable,
            message: format!("cannot be read: {reason}"),
            help: None,
        }
    }

    pub(super) fn to_diagnostic(&self, file: FileId) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code, whole_file(file), self.message.clone());
        match &self.help {
            Some(help) => diagnostic.help(help.clone()),
            None => diagnostic,
        }
    }
}

/// A search for files, each of which is found once, packages before what they hold.
pub(super) struct FileSearch<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) found: Vec<DiscoveredFile>,
    seen: HashSet<PathBuf>,
}

impl<'a> FileSearch<'a> {
    pub(super) fn new(files: &'a dyn Files) -> FileSearch<'a> {
        FileSearch { files, found: Vec::new(), seen: HashSet::new() }
    }

    /// Adds what lies behind a path that the user named.
    pub(super) fn named(&mut self, path: &Path) {
        match self.files.kind(path) {
            Ok(EntryKind::File) => self.add(path.to_path_buf(), FileRole::Free, None, None),
            Ok(EntryKind::Folder) => self.top(path),
            Ok(EntryKind::Other) => self.other(path.to_path_buf(), None),
            Err(error) => {
                let problem = FileProblem::unreadable(&error.to_string());
                self.add(path.to_path_buf(), FileRole::Free, None, Some(problem));
            }
        }
    }

    /// Adds the file of a library itself, without what lies beside it. None if the user named it too.
    pub(super) fn library(&mut self, path: &Path) -> Option<FileId> {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (path, role) = match name(path).strip_suffix(".mo") {
            Some(class) => (path.to_path_buf(), FileRole::Class(class.to_string())),
            None => (path.join("package.mo"), FileRole::Package(name(path))),
        };
        let index = self.found.len();
        self.add(path, role, None, None);
        (self.found.len() > index).then_some(FileId(index as u32))
    }

    /// Adds what lies beside the `package.mo` of a library.
    pub(super) fn beside(&mut self, library: FileId) {
        let index = library.0 as usize;
        if !matches!(self.found[index].role, FileRole::Package(_)) {
            return;
        }
        let Some(folder) = self.found[index].path.parent().map(Path::to_path_buf) else { return };
        if let Some(entries) = self.list(&folder, Some(index)) {
            self.members(&folder, entries, index, 1);
        }
    }

    fn add(&mut self, path: PathBuf, role: FileRole, package: Option<usize>, problem: Option<FileProblem>) {
        if self.seen.insert(path.clone()) {
            self.found.push(DiscoveredFile { path, role, package, problem });
        }
    }

    fn other(&mut self, path: PathBuf, package: Option<usize>) {
        let problem = FileProblem::unreadable("it is a link to nothing, or not a file");
        self.add(path, FileRole::Free, package, Some(problem));
    }

    /// A folder that was named by the user.
    fn top(&mut self, folder: &Path) {
        let Some(entries) = self.list(folder, None) else { return };
        if entries.iter().any(|entry| entry.name == "package.mo") {
            return self.package(folder, entries, None, 1);
        }
        let mut packages: Vec<String> = Vec::new();
        for entry in entries.iter().filter(|entry| entry.kind == EntryKind::Folder) {
            if self.files.kind(&folder.join(&entry.name).join("package.mo")).is_ok() {
                packages.push(format!("`{}`", folder.join(&entry.name).display()));
            }
        }
        let help = match packages.len() {
            0 => "name a `.mo` file, or a folder that contains a `package.mo`".to_string(),
            1 => format!("there is a package in {}: name that folder", packages[0]),
            more => format!("it contains {more} packages: name one, such as {}", packages[0]),
        };
        self.no_package(folder, Some(help), None);
    }

    fn no_package(&mut self, folder: &Path, help: Option<String>, package: Option<usize>) {
        let message = "this folder has no `package.mo`, so it is not a package".to_string();
        let problem = FileProblem { code: DiagnosticCode::NoPackageFile, message, help };
        self.add(folder.to_path_buf(), FileRole::Free, package, Some(problem));
    }

    fn list(&mut self, folder: &Path, package: Option<usize>) -> Option<Vec<FolderEntry>> {
        match self.files.list(folder) {
            Ok(entries) => Some(entries),
            Err(error) => {
                let problem = FileProblem::unreadable(&error.to_string());
                self.add(folder.to_path_buf(), FileRole::Free, package, Some(problem));
                None
            }
        }
    }

    /// A folder with a `package.mo`.
    fn package(&mut self, folder: &Path, entries: Vec<FolderEntry>, parent: Option<usize>, depth: usize) {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let index = self.found.len();
        self.add(folder.join("package.mo"), FileRole::Package(name), parent, None);
        if self.found.len() == index {
            return; // It was named twice.
        }
        self.members(folder, entries, index, depth);
    }

    /// What lies beside a `package.mo`.
    fn members(&mut self, folder: &Path, entries: Vec<FolderEntry>, index: usize, depth: usize) {
        if depth > MAX_FOLDERS {
            let reason =
                format!("folders are nested more than {MAX_FOLDERS} deep; does a link lead back up?");
            self.found[index].problem = Some(FileProblem::unreadable(&reason));
            return;
        }
        for entry in entries {
            let path = folder.join(&entry.name);
            match (entry.kind, entry.name.strip_suffix(".mo")) {
                (EntryKind::File, Some("package")) => {}
                (EntryKind::File, Some(class)) => {
                    self.add(path, FileRole::Class(class.to_string()), Some(index), None);
                }
                (EntryKind::File, None) if entry.name == "package.order" => {
                    self.add(path, FileRole::Order, Some(index), None);
                }
                (EntryKind::Folder, _) if entry.name != "Resources" && !entry.name.starts_with('.') => {
                    self.subfolder(&path, index, depth);
                }
                (EntryKind::Other, Some(_)) => self.other(path, Some(index)),
                _ => {}
            }
        }
    }

    /// A folder inside a package: a package too, or of no interest.
    fn subfolder(&mut self, folder: &Path, parent: usize, depth: usize) {
        let Some(entries) = self.list(folder, Some(parent)) else { return };
        if entries.iter().any(|entry| entry.name == "package.mo") {
            self.package(folder, entries, Some(parent), depth + 1);
        } else if let Some(stray) = entries.iter().find(|entry| entry.name.ends_with(".mo")) {
            let help = format!("add one, or `{}` and its neighbours are not read", stray.name);
            self.no_package(folder, Some(help), Some(parent));
        }
    }
}
