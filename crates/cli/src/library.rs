//! Where libraries are found.

use std::path::PathBuf;

/// The given folders and those of `MODELICAPATH`.
pub(crate) fn folders(named: &[PathBuf]) -> Vec<PathBuf> {
    let path = std::env::var_os("MODELICAPATH").unwrap_or_default();
    let listed = std::env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty());
    named.iter().cloned().chain(listed).collect()
}
