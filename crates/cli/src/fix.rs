//! Carries repairs out: the only way in which a model of the user is ever changed.

use std::collections::BTreeMap;
use std::path::Path;

use wellposed::syntax::{Edit, FileId};
use wellposed::{Checked, Loaded, MARGIN, Repair, Wellposedness, diff, merge_edits};

use crate::atomic_write::{self, FileRewrite};
use crate::disk::is_stdin;
use crate::fmt::altered;
use crate::output::{Status, count};

/// More statements than these are not taken away together without being asked for.
const MANY: usize = 3;

/// Why something is not done, and how the program ends because of it.
pub(crate) type FixError = (String, Status);

/// The repairs that are carried out together, and those that are not.
pub(crate) struct FixPlan {
    /// By their positions.
    pub(crate) done: Vec<usize>,
    /// The likeliest repairs of other mistakes, or none if there is none, each with the reason why it is left.
    pub(crate) left: Vec<(Option<usize>, String)>,
    edits: Vec<Edit>,
}

impl FixPlan {
    /// The repairs to carry out: the one with the rank wanted, else of each mistake the one that is clearly the best.
    pub(crate) fn new(
        loaded: &Loaded,
        repairs: &[Repair],
        wanted: Option<usize>,
    ) -> Result<FixPlan, FixError> {
        if let Some(rank) = wanted {
            let repair = named(repairs, rank)?;
            return Ok(FixPlan { done: vec![rank - 1], left: Vec::new(), edits: repair.edits.clone() });
        }
        let mut plan = FixPlan { done: Vec::new(), left: Vec::new(), edits: Vec::new() };
        let groups = repairs.iter().map(|repair| repair.group + 1).max().unwrap_or(1);
        for group in 0..groups {
            let own: Vec<usize> = (0..repairs.len()).filter(|&at| repairs[at].group == group).collect();
            match plan.best(repairs, &own, groups == 1).and_then(|at| plan.fits(loaded, repairs, at)) {
                Ok((at, edits)) => {
                    plan.edits = edits;
                    plan.done.push(at);
                }
                Err(left) => plan.left.push(left),
            }
        }
        match &plan.left[..] {
            left if !plan.done.is_empty() || left.is_empty() => Ok(plan),
            [(_, reason)] => Err((format!("nothing is changed: {reason}"), Status::WrongInput)),
            left => {
                let reasons: Vec<&str> = left.iter().map(|left| left.1.as_str()).collect();
                Err((format!("nothing is changed:\n  {}", reasons.join("\n  ")), Status::WrongInput))
            }
        }
    }

    /// The repair of a mistake that is clearly the best. If the mistake is the only one, everything has to be well with it.
    fn best(&self, repairs: &[Repair], own: &[usize], alone: bool) -> Result<usize, (Option<usize>, String)> {
        let can = |at: &usize| {
            let repair = &repairs[*at];
            let helps = repair.left.is_some() && !repair.singular;
            repair.locked.is_none() && if alone { repair.is_verified() } else { helps }
        };
        let mut able = own.iter().copied().filter(can);
        let Some(at) = able.next() else {
            let reason = match own.first().map(|&at| &repairs[at]) {
                Some(Repair { locked: Some(class), description, .. }) => {
                    format!("to {description} would change `{class}`, which is locked")
                }
                _ => "no repair makes the model well-posed by itself".to_string(),
            };
            return Err((own.first().copied(), reason));
        };
        let best = &repairs[at];
        let (description, rank) = (&best.description, at + 1);
        let refuse = |reason: String| Err((Some(at), reason));
        // Of a mistake that was seen only once another one was mended nothing is known without that.
        let seen = best.on.is_none_or(|on| {
            let first = repairs.iter().position(|repair| repair.group == on);
            first.is_some_and(|first| self.done.contains(&first))
        });
        match able.next().map(|next| (next + 1, &repairs[next])) {
            _ if best.sketch => refuse(format!("{description}; only the modeller can write it")),
            // A class that says nothing any more is hardly what was meant.
            _ if best.empties => refuse(format!(
                "to {description} would leave a class without equations. --repair {rank} applies it anyway"
            )),
            // Of so many one may be meant.
            _ if best.removes.len() > MANY => refuse(format!(
                "to {description} removes {} at once. --repair {rank} applies it anyway",
                count(best.removes.len(), "statement")
            )),
            // Where the mistake is likelier in a locked class, another class is not to be changed instead.
            _ if best.outdone => refuse(format!(
                "the likelier error is in a locked class. --repair {rank} is to {description}"
            )),
            _ if !best.unrivalled => refuse(format!(
                "time limit reached: candidates that are as likely were not checked. --repair {rank} is to {description}"
            )),
            Some((other, next)) if next.score + MARGIN > best.score => refuse(format!(
                "there are several repairs. Choose one: --repair {rank} to {description}, --repair {other} to {}",
                next.description
            )),
            _ if !seen => {
                refuse(format!("to {description} helps only after another repair that is not applied"))
            }
            _ => Ok(at),
        }
    }

    /// A repair with all edits so far and its own; none of them may change the same text.
    fn fits(
        &self,
        loaded: &Loaded,
        repairs: &[Repair],
        at: usize,
    ) -> Result<(usize, Vec<Edit>), (Option<usize>, String)> {
        let own = &repairs[at].edits;
        match self.done.iter().find(|&&done| meet(&repairs[done].edits, own)) {
            Some(other) => Err((
                Some(at),
                format!("to {} would change the same text as repair {}", repairs[at].description, other + 1),
            )),
            None => Ok((at, merge_edits(&loaded.sources, &self.edits, own))),
        }
    }

    /// The files as they will be, with their differences.
    pub(crate) fn texts<'a>(&self, loaded: &'a Loaded, dry: bool) -> Result<Vec<ChangedFile<'a>>, FixError> {
        let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        for edit in &self.edits {
            by_file.entry(edit.place.file).or_default().push(edit.clone());
        }
        let mut changed = Vec::new();
        for (file, edits) in by_file {
            let path = loaded.path(file);
            let name = path.display().to_string();
            let refuse = |why: &str| Err((format!("{name} is not changed: {why}"), Status::Failed));
            if altered(&loaded.diagnostics, file) {
                return refuse("it contains bytes that are not UTF-8");
            }
            let old = loaded.sources[file].text();
            let Some((shown, text)) = diff(&name, old, &edits) else {
                return refuse("the changes overlap");
            };
            if is_stdin(path) && !dry {
                return refuse("it was read from standard input; --dry-run shows the diff");
            }
            changed.push(ChangedFile { path, name, shown, old, text });
        }
        Ok(changed)
    }

    /// Whether the model with all repairs stands as it should: each takes something away of what is wrong, and nothing
    /// new is wrong.
    pub(crate) fn accept(&self, before: &Checked, after: &Checked, wanted: bool) -> Result<(), FixError> {
        let [(structure, start), (structure_left, start_left)] =
            [before, after].map(|checked| (checked.deficit.total(), checked.beginning.total()));
        let less = if structure > 0 {
            structure_left + self.done.len() <= structure
        } else {
            structure_left == 0 && start_left + self.done.len() <= start
        };
        if after.posed != Wellposedness::Error && (less || wanted) {
            return Ok(());
        }
        let ranks: Vec<String> = self.done.iter().map(|at| format!("--repair {}", at + 1)).collect();
        Err((
            format!(
                "nothing is changed: each of these helps, but not all of them together. Choose one: {}",
                ranks.join(", ")
            ),
            Status::WrongInput,
        ))
    }

    /// What is done and what is not, a line for each.
    pub(crate) fn summarize(&self, repairs: &[Repair], after: &Checked, dry: bool) -> String {
        let verb = if dry { "would apply" } else { "applied" };
        let mut told = String::new();
        for &at in &self.done {
            let repair = &repairs[at];
            let outcome = if self.done.len() == 1 {
                format!(" ({})", repair.describe_outcome())
            } else {
                String::new()
            };
            told.push_str(&format!("{verb}: {}{outcome}\n", repair.description));
        }
        for (_, reason) in &self.left {
            told.push_str(&format!("not applied: {reason}\n"));
        }
        if self.done.len() > 1 || !self.left.is_empty() {
            let many = |number: usize, what: &str| {
                (number > 0).then(|| format!("{} {what}", count(number, "equation")))
            };
            let left = [many(after.deficit.over, "in excess"), many(after.deficit.under, "missing")];
            let left: Vec<String> = left.into_iter().flatten().collect();
            told.push_str(&match (after.posed, &left[..]) {
                (Wellposedness::Well, _) => {
                    "together: the model is well-posed after these changes\n".to_string()
                }
                (_, []) => "together: the model is not well-posed after these changes\n".to_string(),
                (_, left) => format!("together: {} after these changes\n", left.join(" and ")),
            });
        }
        told
    }
}

/// True if two repairs change the same text. What is only added changes none.
fn meet(edits: &[Edit], others: &[Edit]) -> bool {
    let meets = |edit: &Edit, other: &Edit| {
        let (one, two) = (edit.place.span, other.place.span);
        edit.place.file == other.place.file
            && one.start < two.end
            && two.start < one.end
            && one.start != one.end
            && two.start != two.end
    };
    edits.iter().any(|edit| others.iter().any(|other| meets(edit, other)))
}

/// A file that changes.
pub(crate) struct ChangedFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) name: String,
    /// The difference, for people.
    pub(crate) shown: String,
    /// What was read.
    old: &'a str,
    pub(crate) text: String,
}

/// Replaces the files, all of them or none.
pub(crate) fn write<'a>(changed: Vec<ChangedFile<'a>>) -> Result<(), FixError> {
    let rewrite = |file: ChangedFile<'a>| FileRewrite { path: file.path, old: file.old, new: file.text };
    let rewrites: Vec<FileRewrite> = changed.into_iter().map(rewrite).collect();
    atomic_write::files(&rewrites)
        .map_err(|(path, error)| (format!("{} cannot be written: {error}", path.display()), Status::Failed))
}

/// The repair with a rank.
fn named(repairs: &[Repair], rank: usize) -> Result<&Repair, FixError> {
    let wrong = |reason: String| Err((reason, Status::WrongInput));
    match repairs.get(rank - 1) {
        Some(repair) if repair.sketch => {
            wrong(format!("repair {rank} is to {}: only the modeller can write it", repair.description))
        }
        Some(Repair { locked: Some(class), description, .. }) => wrong(format!(
            "nothing is changed: repair {rank} is to {description}, and `{class}` is locked; --level 2 allows it"
        )),
        Some(repair) => Ok(repair),
        None => Err((format!("there is no repair {rank}: there are {}", repairs.len()), Status::Failed)),
    }
}

#[cfg(test)]
mod tests {
    use wellposed::syntax::{Place, Span};

    use super::*;

    fn edit(file: u32, start: u32, end: u32) -> Edit {
        let place = Place { file: FileId(file), span: Span::new(start, end) };
        Edit { place, replacement: "x".to_string() }
    }

    #[test]
    fn repairs_that_change_the_same_text_are_not_done_together() {
        let one = [edit(0, 10, 20), edit(0, 40, 50)];
        assert!(meet(&one, &[edit(0, 45, 60)]), "they overlap");
        assert!(meet(&one, &[edit(0, 0, 5), edit(0, 12, 13)]), "one lies within the other");
        assert!(!meet(&one, &[edit(0, 20, 40)]), "they only touch");
        assert!(!meet(&one, &[edit(1, 10, 20)]), "another file");
        assert!(!meet(&one, &[edit(0, 15, 15)]), "what is added comes behind what goes");
    }
}
