//! A text as tests read and simulate it, and values of what comes out.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use wellposed::equations::FlatModel;
use wellposed::syntax::Diagnostic;
use wellposed::{
    Checked, Experiment, Flattened, Loaded, MemoryFiles, Overrides, RepairSearch, Simulator, Trajectory,
    check, flatten, load, simulate,
};

/// A text in memory.
pub(crate) struct Text {
    pub(crate) files: MemoryFiles,
    pub(crate) loaded: Loaded,
}

impl Text {
    /// Reads a text in which nothing is wrong.
    pub(crate) fn new(text: &str) -> Text {
        let mut files = MemoryFiles::default();
        files.add("Model.mo", text);
        let loaded = load(&files, &["Model.mo".into()]);
        assert_eq!(loaded.errors(), 0, "{text}");
        Text { files, loaded }
    }

    /// The name of the last class.
    pub(crate) fn name(&self) -> &str {
        let tree = &self.loaded.trees[0];
        let class = tree[tree.classes].last().unwrap();
        &self.loaded.sources[tree.file].text()[class.name.span.range()]
    }

    /// What runs a model of the text again and again.
    pub(crate) fn simulator(&self, model: FlatModel) -> Simulator {
        Simulator::new(Arc::new(self.files.clone()), Arc::new(self.loaded.clone()), model)
    }

    /// The last class flat.
    pub(crate) fn flatten(&self) -> Flattened {
        flatten(&self.files, &self.loaded, self.name())
    }

    /// What is said of the last class.
    pub(crate) fn check(&self) -> Checked {
        check(&self.files, &self.loaded, self.name(), &RepairSearch::default())
    }

    /// Simulates a model of this text.
    pub(crate) fn run(
        &self,
        model: FlatModel,
        experiment: &Experiment,
        overrides: &Overrides,
    ) -> Result<Trajectory, Vec<Diagnostic>> {
        simulate(&self.files, &self.loaded, model, experiment, overrides, &|| true, None)
            .map_err(|failed| failed.found)
    }
}

/// The value of a variable at a point.
pub(crate) fn at(trajectory: &Trajectory, point: usize, name: &str) -> f64 {
    trajectory.value(point, trajectory.variable(name).unwrap_or_else(|| panic!("no {name}")))
}

/// The value of a variable at the last point.
pub(crate) fn last(trajectory: &Trajectory, name: &str) -> f64 {
    at(trajectory, trajectory.times.len() - 1, name)
}

/// Values agree relative to what they are, or to one if they are small.
pub(crate) fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found} is not {expected}");
}

/// Times agree relative to what they are.
pub(crate) fn at_time(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} is not {expected}");
}
