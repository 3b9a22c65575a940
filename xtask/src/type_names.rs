//! A type's name says what it is without its module: none stands twice in the workspace.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::sources::sources;

/// Fails with the names that several types have.
pub(crate) fn check() -> Result<(), String> {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (path, text) in sources()? {
        // What only tests see is small enough to be known by its file.
        if path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs") {
            continue;
        }
        for name in text.lines().filter_map(declared) {
            places.entry(name.to_string()).or_default().push(path.clone());
        }
    }
    let several = places.iter().filter(|(_, files)| files.len() > 1);
    let several: Vec<String> = several.map(|(name, files)| format!("{name}: {files:?}")).collect();
    println!("{} types", places.len());
    if several.is_empty() { Ok(()) } else { Err(several.join("\n")) }
}

/// The type that a line declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split([' ', '(', '<', '{', ';', ':']).filter(|word| !word.is_empty());
    let mut word = words.next()?;
    while matches!(word, "pub" | "crate)" | "super)" | "unsafe") {
        word = words.next()?;
    }
    let named = matches!(word, "struct" | "enum" | "trait" | "union").then(|| words.next())?;
    // What a macro is given has its name where it is called.
    named.filter(|name| !name.starts_with('$'))
}
