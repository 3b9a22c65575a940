//! Whether those who know the field find things by the word that they would search for: `docs/finding.md`.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::root;
use crate::sources::sources;

/// Tries all questions of the page.
pub(crate) fn check() -> Result<(), String> {
    let page = fs::read_to_string(root().join("docs/finding.md")).map_err(|error| error.to_string())?;
    let files: Vec<(PathBuf, String)> =
        sources()?.into_iter().map(|(path, text)| (path, text.to_lowercase())).collect();
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
