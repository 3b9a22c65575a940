//! Repairs carried out, first in memory: there the model is read and checked anew, and only what it is better with is kept.

use std::path::Path;
use std::sync::Arc;

use project::OverlayFiles;
use repair::{ChangedFile, FixPlan, FixRefusal, RepairSearch, Wellposedness};
use report::{ModelCheck, UnappliedRepair};

use crate::{Checked, Files, Loaded, check};

/// Which repairs are wanted, and how.
pub struct FixRequest<'a> {
    /// The rank of the only one that is wanted; none for the best of each mistake.
    pub rank: Option<usize>,
    /// Whether they are only shown.
    pub dry: bool,
    /// The files as they are.
    pub files: Arc<dyn Files>,
    /// Tells of a file that it can be read only once and not be changed, as standard input.
    pub is_stream: &'a dyn Fn(&Path) -> bool,
    /// Reads the model from other files.
    pub read: &'a dyn Fn(Arc<dyn Files>) -> Option<Loaded>,
}

/// Repairs that were carried out in memory.
pub struct AppliedRepairs<'a> {
    /// Which they are.
    pub plan: FixPlan,
    /// The files that change.
    pub changed: Vec<ChangedFile<'a>>,
    /// The differences, and what was done.
    pub shown: String,
    /// The model as it was read then.
    pub loaded: Loaded,
    /// What is still wrong with it.
    pub checked: Checked,
}

/// Carries repairs of a model out in memory.
///
/// # Errors
/// Why nothing is changed.
pub fn apply_repairs<'a>(
    loaded: &'a Loaded,
    name: &str,
    before: &Checked,
    search: &RepairSearch,
    request: &FixRequest,
) -> Result<AppliedRepairs<'a>, FixRefusal> {
    let plan = FixPlan::new(&loaded.sources, &before.repairs, request.rank)?;
    let changed = plan.changes(loaded)?;
    if let Some(stream) = changed.iter().find(|file| !request.dry && (request.is_stream)(file.path)) {
        let reason = "it was read from standard input; --dry-run shows the diff";
        return Err(FixRefusal::Request(format!("{} is not changed: {reason}", stream.name)));
    }
    let read = loaded.trees.iter().map(|tree| (loaded.path(tree.file), loaded.sources[tree.file].text()));
    let kept = read.filter(|(path, _)| (request.is_stream)(path));
    let texts = changed.iter().map(|file| (file.path, file.text.as_str()));
    let mut altered = OverlayFiles::new(request.files.clone());
    kept.chain(texts).for_each(|(path, text)| altered.set(path, text));
    let altered = Arc::new(altered);
    let after = (request.read)(altered.clone()).ok_or_else(|| {
        FixRefusal::Model("nothing is changed: the model could not be read after the change".to_string())
    })?;
    let checked = check(&*altered, &after, name, search);
    let deficits = checked.deficits();
    plan.accept(&before.deficits(), &deficits, request.rank.is_some())?;
    let mut shown: String = changed.iter().map(|file| file.shown.as_str()).collect();
    shown.push_str(&plan.summarize(&before.repairs, &deficits, request.dry));
    Ok(AppliedRepairs { plan, changed, shown, loaded: after, checked })
}

impl AppliedRepairs<'_> {
    /// Whether nothing is wrong with the model any more.
    pub fn is_well_posed(&self) -> bool {
        self.checked.wellposedness == Wellposedness::Well
    }

    /// The report on the model before, with what was done.
    pub fn report(&self, before: ModelCheck) -> ModelCheck {
        let rank = |at: &usize| at + 1;
        let left = self
            .plan
            .left
            .iter()
            .map(|(at, why)| UnappliedRepair { rank: at.as_ref().map(rank), reason: why.clone() });
        ModelCheck {
            changed: self.changed.iter().map(|file| file.name.clone()).collect(),
            done: Some(self.plan.done.iter().map(rank).collect()).into(),
            left: Some(left.collect()).into(),
            ..before
        }
    }
}
