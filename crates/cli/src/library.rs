//! Where libraries are found.

use std::path::PathBuf;

use wellposed::{EntryKind, Files};

use crate::disk::Disk;

/// Packages directly inside the given folders and those of `MODELICAPATH`.
pub(crate) fn libraries(folders: &[PathBuf]) -> Vec<PathBuf> {
    let path = std::env::var_os("MODELICAPATH");
    let named = path.iter().flat_map(std::env::split_paths);
    let mut found = Vec::new();
    for folder in folders.iter().cloned().chain(named) {
        for entry in Disk.list(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            let package = entry.kind == EntryKind::Folder && path.join("package.mo").exists();
            if package || (entry.kind == EntryKind::File && entry.name.ends_with(".mo")) {
                found.push(path);
            }
        }
    }
    found
}
