//! The models of the corpus that run.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use wellposed::Loaded;

/// All models of a folder of the corpus that have values beside them, and so run.
pub(crate) fn running(folder: &str) -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(folder);
    let files = std::fs::read_dir(&corpus).unwrap().map(|file| file.unwrap().path());
    let has = |path: &PathBuf, end: &str| path.with_extension(end).exists();
    let mut found: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "mo"))
        .filter(|path| has(path, "csv") || has(path, "rows"))
        .collect();
    found.sort();
    found
}

/// The name of the last class of a file.
pub(crate) fn last_class(loaded: &Loaded) -> String {
    let tree = &loaded.trees[0];
    let class = tree[tree.classes].last().unwrap();
    loaded.sources[tree.file].text()[class.name.span.range()].to_string()
}
