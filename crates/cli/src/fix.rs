//! Carries a repair out: the only way in which a model of the user is ever changed.

use std::collections::BTreeMap;

use wellposed::syntax::{Edit, FileId};
use wellposed::{Loaded, MARGIN, Repair, diff};

use crate::disk::is_stdin;
use crate::fmt::altered;
use crate::output::Status;
use crate::write;

/// What was done.
pub(crate) struct Done {
    /// The difference, file by file.
    pub(crate) shown: String,
    /// The files that were changed, or would be.
    pub(crate) files: Vec<String>,
}

/// The repair to carry out: the one with the rank wanted, else the one that is clearly the best.
pub(crate) fn choose(repairs: &[Repair], wanted: Option<usize>) -> Result<&Repair, (String, Status)> {
    let wrong = |reason: String| Err((reason, Status::WrongInput));
    if let Some(rank) = wanted {
        return match repairs.get(rank - 1) {
            Some(repair) if repair.sketch => {
                wrong(format!("repair {rank} is to {}: only you know how it reads", repair.description))
            }
            Some(Repair { locked: Some(class), description, .. }) => wrong(format!(
                "nothing is changed: repair {rank} is to {description}, and `{class}` is locked; --level 2 allows it"
            )),
            Some(repair) => Ok(repair),
            None => Err((format!("there is no repair {rank}: there are {}", repairs.len()), Status::Failed)),
        };
    }
    let can = |repair: &&Repair| repair.is_verified() && repair.locked.is_none();
    let mut able = repairs.iter().filter(can);
    match (able.next(), able.next()) {
        (None, _) => wrong("nothing is changed: no repair makes the model well-posed by itself".to_string()),
        (Some(best), _) if best.sketch => {
            wrong(format!("nothing is changed: {}; only you know how it reads", best.description))
        }
        // A class that says nothing any more is hardly what was meant.
        (Some(best), _) if best.empties => wrong(format!(
            "nothing is changed: to {} would leave a class without equations. --repair {} does it all the same",
            best.description,
            1 + repairs.iter().position(|repair| std::ptr::eq(repair, best)).unwrap_or(0)
        )),
        // Where the mistake is likelier in a locked class, another class is not to be changed instead.
        (Some(best), _) if best.outdone => wrong(format!(
            "nothing is changed: what is likelier wrong is locked. --repair 1 is to {}",
            best.description
        )),
        (Some(best), Some(next)) if next.score + MARGIN > best.score => wrong(format!(
            "nothing is changed: there are several ways to mend it. Choose one: --repair 1 to {}, --repair 2 to {}",
            best.description, next.description
        )),
        (Some(best), _) => Ok(best),
    }
}

/// Changes the files, unless it is to be shown only. A file is replaced as a whole or not at all.
pub(crate) fn carry_out(loaded: &Loaded, repair: &Repair, dry: bool) -> Result<Done, (String, Status)> {
    let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for edit in &repair.edits {
        by_file.entry(edit.place.file).or_default().push(edit.clone());
    }
    let mut done = Done { shown: String::new(), files: Vec::new() };
    let mut texts = Vec::new();
    for (file, edits) in by_file {
        let path = loaded.path(file);
        let name = path.display().to_string();
        let refuse = |why: &str| Err((format!("{name} is not changed: {why}"), Status::Failed));
        if altered(&loaded.diagnostics, file) {
            return refuse("it holds bytes that are not UTF-8");
        }
        let Some((shown, text)) = diff(&name, loaded.sources[file].text(), &edits) else {
            return refuse("the changes overlap");
        };
        if is_stdin(path) && !dry {
            return refuse("it was read from standard input; --dry-run shows the difference");
        }
        done.shown.push_str(&shown);
        done.files.push(name);
        texts.push((path, text));
    }
    for (path, text) in texts.iter().filter(|_| !dry) {
        if let Err(error) = write::file(path, &|out| out.write_all(text.as_bytes())) {
            return Err((format!("{} cannot be written: {error}", path.display()), Status::Failed));
        }
    }
    done.shown.push_str(&format!(
        "{}: {} ({})\n",
        if dry { "would" } else { "done" },
        repair.description,
        repair.outcome()
    ));
    Ok(done)
}
