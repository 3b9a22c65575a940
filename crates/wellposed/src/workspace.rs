//! What a modeller works on, and what is asked of it: the way in for editors, notebooks and every other program.
//!
//! A [`Workspace`] owns texts, libraries and what follows from them; it has no globals, and everything outside of it comes
//! through [`Files`]. Copies are cheap and share what they have: a server hands one to each thread, goes on editing its own,
//! and the threads answer about the texts as they were.
//!
//! ```
//! use std::path::Path;
//! use wellposed::{AnalysisOptions, Experiment, Overrides, Wellposedness, Workspace};
//!
//! // A text in memory; `Workspace::open` takes files, folders and libraries.
//! let mut workspace = Workspace::of_text(
//!     "model Decay
//!        parameter Real k = 2;
//!        Real x(start = 1, fixed = true);
//!      equation
//!        der(x) = -k*x;
//!        x = 1;
//!      end Decay;",
//! );
//! assert_eq!(workspace.models(), ["Decay"]);
//!
//! // What is wrong, and what would put it right: edits, each of which was verified by carrying it out.
//! let analysis = workspace.analyze("Decay", &AnalysisOptions::default()).unwrap();
//! assert_eq!(analysis.wellposedness, Wellposedness::Over);
//! let repair = &analysis.repairs[0];
//! assert!(repair.is_verified());
//! let text = workspace.edited(&repair.edits).unwrap().remove(0);
//! workspace.set_text(&text.path, &text.text);
//!
//! // A model that is right can be run, by as many threads as there are.
//! let model = workspace.compile("Decay", &AnalysisOptions::default()).unwrap();
//! let runs: Vec<f64> = std::thread::scope(|scope| {
//!     let run = |k: f64| {
//!         let model = &model;
//!         scope.spawn(move || {
//!             let overrides = Overrides { parameters: vec![("k".to_string(), k)], ..Overrides::default() };
//!             let run = model.fork().run(&Experiment::default(), &overrides, &|| true, None).unwrap();
//!             *run.column("x").unwrap().last().unwrap()
//!         })
//!     };
//!     let threads = [run(1.0), run(2.0)];
//!     threads.map(|thread| thread.join().unwrap()).to_vec()
//! });
//! assert!((runs[0] - (-1.0f64).exp()).abs() < 1e-5 && (runs[1] - (-2.0f64).exp()).abs() < 1e-5);
//! ```

mod analysis_cache;
mod model;
mod questions;
mod text_edit;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::Cancellation;
use dae::Boundary;
use project::{Files, LoadRequest, Loaded, MemoryFiles, OverlayFiles, Project, check_names, open_sources};
use repair::RepairSearch;
use runtime::Overrides;
use syntax::{Diagnostic, FileId, Severity};

use crate::check::judge;
use crate::{Checked, Wellposedness, all_models};
use analysis_cache::AnalysisCache;

pub use model::Model;
pub use text_edit::EditedText;

/// Texts, libraries and what follows from them. Copies share everything until one of them is changed.
#[derive(Clone)]
pub struct Workspace {
    files: OverlayFiles,
    request: LoadRequest,
    /// What the project file says, which is read by whoever opens the workspace.
    project: Project,
    /// Files that are open and lie in no folder that was asked for.
    loose: Vec<PathBuf>,
    loaded: Arc<Loaded>,
    analyses: Arc<AnalysisCache>,
}

/// How a model is analyzed.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// What the model is taken as: a whole model, or a component of others.
    pub boundary: Boundary,
    /// Values that are given beside the model.
    pub overrides: Overrides,
    /// Which repairs are searched for.
    pub search: RepairSearch,
    /// Whether to go on.
    pub cancellation: Cancellation,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            boundary: Boundary::Component,
            overrides: Overrides::default(),
            search: RepairSearch::default(),
            cancellation: Cancellation::default(),
        }
    }
}

/// Work was cancelled: there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Why there is no model to run.
#[derive(Clone, Debug)]
pub enum CompileFailure {
    /// Something is wrong with it, as its analysis tells.
    Wrong(Arc<Checked>),
    /// Nobody waited for it any more.
    Cancelled,
}

/// The name of the text of a workspace that has only one.
const ONLY: &str = "Model.mo";

impl Workspace {
    /// Reads the user's own files, and lists the libraries.
    pub fn open(files: Arc<dyn Files>, request: LoadRequest, project: Project) -> Workspace {
        let files = OverlayFiles::new(files);
        let mut workspace = Workspace {
            files,
            request,
            project,
            loose: Vec::new(),
            loaded: Arc::default(),
            analyses: Arc::default(),
        };
        workspace.reload();
        workspace
    }

    /// A single text in memory, without libraries.
    pub fn of_text(text: &str) -> Workspace {
        let mut files = MemoryFiles::default();
        files.add(ONLY, text);
        let request = LoadRequest { own: vec![ONLY.into()], ..LoadRequest::default() };
        Workspace::open(Arc::new(files), request, Project::default())
    }

    /// Reads everything anew, because files have changed where they are stored.
    pub fn reload(&mut self) {
        self.analyses = Arc::default();
        self.open_anew();
    }

    /// Lists and reads all files; analyses of what has not changed are kept.
    fn open_anew(&mut self) {
        let mut request = self.request.clone();
        request.own.extend(self.loose.iter().cloned());
        let mut loaded = open_sources(Arc::new(self.files.clone()), &request);
        loaded.project = self.project.clone();
        self.loaded = Arc::new(loaded);
    }

    /// Gives a file another text than the one that is stored, as an editor does while someone types. What this costs is what
    /// the file costs.
    pub fn set_text(&mut self, path: &Path, text: &str) {
        self.files.set(path, text);
        self.read_again(path, Some(text));
    }

    /// Goes back to what is stored, if the file had another text.
    pub fn close(&mut self, path: &Path) {
        if !self.files.remove(path) {
            return;
        }
        self.loose.retain(|loose| loose != path);
        let stored = self.files.read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        self.read_again(path, stored.as_deref());
    }

    fn read_again(&mut self, path: &Path, text: Option<&str>) {
        let file = self.loaded.file(path);
        let revised = file.zip(text).and_then(|(file, text)| self.loaded.with_text(file, text));
        if let Some(revised) = revised {
            self.loaded = Arc::new(revised);
            return;
        }
        self.open_anew();
        if text.is_some() && self.loaded.file(path).is_none() {
            self.loose.push(path.to_path_buf());
            self.open_anew();
        }
    }

    /// The text of a file as it is now.
    pub fn text(&self, path: &Path) -> Option<&str> {
        Some(self.loaded.sources[self.loaded.file(path)?].text())
    }

    /// The user's own files.
    pub fn own_files(&self) -> impl Iterator<Item = &Path> {
        let own = self.loaded.sources.iter().take_while(|(file, _)| self.loaded.is_own(*file));
        own.map(|(_, source)| Path::new(source.name()))
    }

    /// The full names of the user's own models and blocks, in the order of the text.
    pub fn models(&self) -> Vec<String> {
        all_models(&self.loaded)
    }

    /// Texts and trees, for what is not asked of the workspace itself.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// What is wrong with the text of a file and with the names in it, in the order of the text. What depends on a model is
    /// told by its analysis.
    pub fn diagnostics(&self, path: &Path) -> Vec<Diagnostic> {
        let Some(file) = self.loaded.file(path) else { return Vec::new() };
        let mut found = self.text_diagnostics(file);
        if self.loaded.errors() == 0 {
            found.extend(check_names(&self.files, &self.loaded, file));
            found.sort_by_key(|found| found.primary.place);
        }
        found
    }

    fn is_broken(&self, file: FileId) -> bool {
        let mut own = self.loaded.diagnostics.iter().filter(|found| found.primary.place.file == file);
        own.any(|found| found.severity() == Severity::Error)
    }

    /// What is wrong with the text of a file by itself.
    fn text_diagnostics(&self, file: FileId) -> Vec<Diagnostic> {
        let all = self.loaded.diagnostics.iter();
        all.filter(|found| found.primary.place.file == file).cloned().collect()
    }

    /// Everything that is known of a class without running it. It is kept until a text changes that it was found in.
    ///
    /// # Errors
    /// The work was cancelled.
    pub fn analyze(&self, class: &str, options: &AnalysisOptions) -> Result<Arc<Checked>, Cancelled> {
        if let Some(known) = self.analyses.get(class, options, &self.loaded) {
            return Ok(known);
        }
        let mut analysis = judge(&self.files, &self.loaded, class, options);
        if options.cancellation.is_cancelled() {
            return Err(Cancelled);
        }
        // What is missing may stand in a text that could not be read, and what was found there may be a part of it.
        let broken = self.loaded.errors() > 0;
        if broken && (analysis.model.is_none() || analysis.files.iter().any(|&file| self.is_broken(file))) {
            analysis = Checked::failed(self.loaded.diagnostics.clone(), analysis.files);
            return Ok(Arc::new(analysis));
        }
        let analysis = Arc::new(analysis);
        self.analyses.insert(class, options, &self.loaded, analysis.clone());
        Ok(analysis)
    }

    /// A model that can be run. It is taken as a whole model, whatever the options say.
    ///
    /// # Errors
    /// What is wrong with it, with the repairs that were found, or that the work was cancelled.
    pub fn compile(&self, class: &str, options: &AnalysisOptions) -> Result<Model, CompileFailure> {
        let options = AnalysisOptions { boundary: Boundary::Whole, ..options.clone() };
        let analysis = self.analyze(class, &options).map_err(|Cancelled| CompileFailure::Cancelled)?;
        let wrong = analysis.wellposedness != Wellposedness::Well
            || analysis.diagnostics.iter().any(|found| found.severity() == Severity::Error);
        match &analysis.model {
            Some(flat) if !wrong => {
                let files = Arc::new(self.files.clone());
                Ok(Model::new(files, self.loaded.clone(), class, flat.clone(), options.overrides))
            }
            _ => Err(CompileFailure::Wrong(analysis)),
        }
    }
}
