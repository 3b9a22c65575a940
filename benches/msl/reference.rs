//! The models of the Modelica Standard Library of which something is recorded.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use wellposed::{LoadRequest, Loaded, open_sources};

#[path = "../../crates/cli/src/disk.rs"]
pub(crate) mod disk;
#[path = "../../crates/cli/src/library.rs"]
mod library;

/// The library, the records, and which of them are asked for.
pub(crate) struct Reference {
    /// What `MODELICAPATH` names.
    pub(crate) loaded: Loaded,
    /// What `REFERENCE` names: the folder with `index.json`.
    pub(crate) folder: PathBuf,
    /// Parts of the names of models that are asked for; all if there are none.
    pub(crate) wanted: Vec<String>,
    index: BTreeMap<String, Value>,
}

impl Reference {
    /// None if the environment names no library or no records, which is told together with what is not checked.
    pub(crate) fn find(board: &str) -> Option<Reference> {
        let request = LoadRequest { folders: library::folders(&[]), ..LoadRequest::default() };
        let loaded = open_sources(Arc::new(disk::Disk), &request);
        let folder = std::env::var_os("REFERENCE").map(PathBuf::from).filter(|_| loaded.known() > 0);
        let Some(folder) = folder else {
            println!("MODELICAPATH or REFERENCE names no folder: {board} is NOT checked");
            return None;
        };
        let index = std::fs::read_to_string(folder.join("index.json")).unwrap();
        let wanted = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
        Some(Reference { loaded, folder, wanted, index: serde_json::from_str(&index).unwrap() })
    }

    /// The models that are asked for and have this record.
    pub(crate) fn with(&self, record: &str) -> Vec<(&String, &Value)> {
        let asked = |name: &str| self.wanted.is_empty() || self.wanted.iter().any(|part| name.contains(part));
        let has = |facts: &Value| facts[record].as_bool() == Some(true);
        self.index.iter().filter(|entry| has(entry.1) && asked(entry.0)).collect()
    }
}

/// The older revisions of the library that `RECORDED` names, each with what its folder is called; none if it names nothing.
pub(crate) fn recorded() -> Vec<(String, Loaded)> {
    let Some(folder) = std::env::var_os("RECORDED").map(PathBuf::from) else { return Vec::new() };
    let mut revisions: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    revisions.sort();
    let read = |folder: PathBuf| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        (
            name,
            open_sources(
                Arc::new(disk::Disk),
                &LoadRequest { folders: vec![folder], ..LoadRequest::default() },
            ),
        )
    };
    revisions.into_iter().map(read).collect()
}
