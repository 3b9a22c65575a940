//! Whether those who know the field find things by the word that they would search for: `docs/finding.md`.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::root;

/// Tries all questions of the page.
pub(crate) fn check() -> Result<(), String> {
    let page = fs::read_to_string(root().join("docs/finding.md")).map_err(|error| error.to_string())?;
    let files = sources()?;
    let mut missed = Vec::new();
    let mut asked = 0;
    for line in page.lines().filter(|line| line.starts_with("| Where")) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, question, search, wanted, _] = cells[..] else { return Err(format!("not a row: {line}")) };
        asked += 1;
        let first = find(&files, search);
        if first != Some(Path::new(wanted)) {
            let first = first.map_or("nothing".to_string(), |path| path.display().to_string());
            missed.push(format!("{question} `{search}` leads to {first}, not to {wanted}"));
        }
    }
    println!("{asked} questions, {} lead astray", missed.len());
    if missed.is_empty() && asked >= 30 { Ok(()) } else { Err(missed.join("\n")) }
}

/// The file that a search leads to: one that is called so, or else the one that says it most often.
fn find<'a>(files: &'a [(PathBuf, String)], search: &str) -> Option<&'a Path> {
    let words: Vec<String> = search.split([' ', '-']).map(str::to_lowercase).collect();
    let name = words.join("_");
    let ranked = files.iter().filter_map(|(path, text)| {
        let called = path.file_stem().is_some_and(|stem| stem == name.as_str());
        let count = [" ", "-", "_"].iter().map(|between| text.matches(&words.join(between)).count());
        let count = if words.len() == 1 { text.matches(&name).count() } else { count.sum() };
        (called || count > 0).then_some((Reverse((called, count)), path))
    });
    ranked.min().map(|(_, path)| path.as_path())
}

/// All sources with their texts in small letters, by their paths in the repository.
fn sources() -> Result<Vec<(PathBuf, String)>, String> {
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
                    found.push((inside, text.to_lowercase()));
                }
            }
        }
    }
    Ok(found)
}
