//! Analyses that need not be made again.
//!
//! An analysis depends on the files that its classes were found in, and on which classes the other files declare at their top:
//! one of these may hide what was found. It is kept for as long as both are the same, in whatever revision of the texts.

use std::sync::{Arc, Mutex, PoisonError};

use project::Loaded;
use runtime::Overrides;
use syntax::{FileId, SourceFile};

use super::AnalysisOptions;
use crate::{Checked, RepairSearch};
use dae::Boundary;

/// So many analyses are kept.
const MAX_KEPT: usize = 64;

/// Analyses, the one that was used last at the end.
#[derive(Default)]
pub(super) struct AnalysisCache(Mutex<Vec<KeptAnalysis>>);

struct KeptAnalysis {
    class: String,
    boundary: Boundary,
    overrides: Overrides,
    search: RepairSearch,
    /// The texts that it was made from.
    texts: Vec<(FileId, Arc<SourceFile>)>,
    outline: String,
    analysis: Arc<Checked>,
}

impl KeptAnalysis {
    fn answers(&self, class: &str, options: &AnalysisOptions) -> bool {
        self.class == class
            && self.boundary == options.boundary
            && self.overrides == options.overrides
            && self.search.finds_the_same(&options.search)
    }

    /// Whether nothing that it depends on has changed.
    fn holds(&self, loaded: &Loaded) -> bool {
        let same = |(file, text): &(FileId, Arc<SourceFile>)| {
            loaded.sources.len() > file.0 as usize && Arc::ptr_eq(&loaded.sources.share(*file), text)
        };
        self.texts.iter().all(same) && self.outline == loaded.outline()
    }
}

impl AnalysisCache {
    /// The analysis of a class, if it is known and nothing that it depends on has changed.
    pub(super) fn get(
        &self,
        class: &str,
        options: &AnalysisOptions,
        loaded: &Loaded,
    ) -> Option<Arc<Checked>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|one| one.answers(class, options) && one.holds(loaded))?;
        let found = kept.remove(at);
        let analysis = found.analysis.clone();
        kept.push(found);
        Some(analysis)
    }

    /// Keeps an analysis in the place of an older one.
    pub(super) fn insert(
        &self,
        class: &str,
        options: &AnalysisOptions,
        loaded: &Loaded,
        analysis: Arc<Checked>,
    ) {
        // What was cut short may come out better next time.
        if options.search.budget.is_cancelled() {
            return;
        }
        let texts = analysis.files.iter().map(|&file| (file, loaded.sources.share(file)));
        let new = KeptAnalysis {
            class: class.to_string(),
            boundary: options.boundary,
            overrides: options.overrides.clone(),
            search: options.search.clone(),
            texts: texts.collect(),
            outline: loaded.outline(),
            analysis,
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| !one.answers(class, options));
        if kept.len() == MAX_KEPT {
            kept.remove(0);
        }
        kept.push(new);
    }
}
