//! The sources of the workspace.

use std::fs;
use std::path::PathBuf;

use crate::command::root;

/// All sources of the crates with their paths in the repository.
pub(crate) fn sources() -> Result<Vec<(PathBuf, String)>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let inside = path.strip_prefix(root()).unwrap_or(&path).to_path_buf();
                if inside.components().nth(2).is_some_and(|part| part.as_os_str() == "src") {
                    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
                    found.push((inside, text));
                }
            }
        }
    }
    found.sort();
    Ok(found)
}
