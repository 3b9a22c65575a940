//! What is known of models from one run to the next: which of them agree with an oracle, and why the others do not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What stands beside a model whose difference nobody has explained.
const OPEN: &str = "open";

/// What is said of a model that another oracle than the record has nothing to ask about.
pub(crate) const NO_RESULT: &str = "no result";

/// The file of an oracle.
pub(crate) struct Board {
    file: PathBuf,
    /// Whether models that agree are left out and the others have a third column, which says why they do not.
    sparse: bool,
    /// What follows the name in each line.
    before: BTreeMap<String, String>,
}

impl Board {
    /// A file with a line to every model.
    pub(crate) fn full(file: PathBuf) -> Board {
        Board { before: read(&file), file, sparse: false }
    }

    /// A file with a line to every model that does not agree, of all sets of models that are asked.
    pub(crate) fn sparse(file: PathBuf) -> Board {
        Board { before: read(&file), file, sparse: true }
    }

    /// Tells which models are worse than they were. True if there are some.
    pub(crate) fn compare<'a>(&self, judged: impl Iterator<Item = (&'a str, &'a str)>) -> bool {
        let mut lost = false;
        for (name, status) in judged {
            if status == NO_RESULT {
                continue;
            }
            let before = self.before.get(name);
            let agreed = if self.sparse { before.is_none() } else { before.is_some_and(|line| line == "ok") };
            if agreed && status != "ok" {
                println!("LOST {name}: {status}");
                lost = true;
            } else if self.sparse && before.is_some() && status == "ok" {
                println!("GAINED {name}");
            }
        }
        lost
    }

    /// Writes the file anew. The reasons that were given stay, and so do models that were not asked.
    pub(crate) fn write<'a>(&self, judged: impl Iterator<Item = (&'a str, &'a str)>) {
        let mut lines = if self.sparse { self.before.clone() } else { BTreeMap::new() };
        for (name, status) in judged {
            if !self.sparse {
                lines.insert(name.to_string(), status.to_string());
            } else if status == "ok" || status == NO_RESULT {
                lines.remove(name);
            } else {
                let reason =
                    lines.get(name).and_then(|line| line.split_once('\t')).map_or(OPEN, |line| line.1);
                lines.insert(name.to_string(), format!("{status}\t{reason}"));
            }
        }
        let text: String = lines.iter().map(|(name, line)| format!("{name}\t{line}\n")).collect();
        std::fs::write(&self.file, text).unwrap();
    }
}

fn read(file: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    lines.map(|(name, line)| (name.to_string(), line.to_string())).collect()
}
