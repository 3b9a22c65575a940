//! What is wrong with the structure of a model, in the words of its text, and what would mend it.
//!
//! `structure` finds rows and columns that do not come out even, `repair` the statements behind them and those that
//! could go or be added; here every proposal is tried, and what was found is put into words.

mod add_equation;
mod conflict;
mod connect;
mod details;
mod diagnostics;
mod drop_variable;
mod explain;
mod flows;
mod initialization;
mod inputs;
mod islands;
mod network;
mod parameter_equations;
mod planar;
mod planned_start;
mod proposal;
mod reference_potential;
mod remove_component;
mod remove_equation;
mod rewire;
mod signal_sources;
mod unannotated;
mod verified_repair;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use crate::{
    AnalyzedRows, ClassTextId, ClassTexts, ConflictSets, EquationAnnotation, RegularBlocks, SourceStatements,
    StructuralAnalysis, annotate,
};
use base::Cancellation;
use dae::ModelRows;
use equations::{FlatModel, InstanceId, VariableId};
use flatten::UnbalancedClass;
use syntax::{Diagnostic, Edit, Place, Span};

use project::{Files, Loaded};

use connect::ComponentConnectors;
pub(crate) use diagnostics::list_names;
pub use initialization::InitialStructure;
pub use islands::islands;
use proposal::Proposal;
pub use proposal::Repair;
use unannotated::unannotated;

/// So many problems are explained; the others are counted.
const MAX_PROBLEMS: usize = 20;

/// So many proposals are tried for each problem of a small model.
const MAX_TRIALS: usize = 20;

/// So many equations may be made anew to try the proposals for a problem, unless none of them helps.
const MAX_WORK: usize = 40_000;

/// To flatten a model is so much more work than to change its equations.
const FLATTENING: usize = 3;

/// A repair is clearly the best if the next one is this much less likely.
pub const MARGIN: i32 = 10;

/// How far the search for repairs goes.
#[derive(Clone, Debug)]
pub struct RepairSearch {
    /// True if classes may be changed that are locked.
    pub unlocked: bool,
    /// How sublevel repairs may be: 1 takes equations and variables away that cut nothing off; 2 takes away whatever
    /// helps, connections and components too; 3 also adds equations; from 4 on unknowns are brought into equations as
    /// well. What goes by a name, such as a missing ground or an open input, is mended whatever this is.
    pub sublevel: u8,
    /// True if the model is flattened anew for every repair, even where it is known what that comes to.
    pub thorough: bool,
    /// True if parts, matching and paths are told as well.
    pub details: bool,
    /// Whether there is no time to try another repair.
    pub budget: Cancellation,
}

impl Default for RepairSearch {
    fn default() -> Self {
        RepairSearch {
            unlocked: false,
            sublevel: 4,
            thorough: false,
            details: false,
            budget: Cancellation::default(),
        }
    }
}

impl RepairSearch {
    /// Whether both searches come to the same if nothing cuts them short.
    pub fn finds_the_same(&self, other: &RepairSearch) -> bool {
        let wanted =
            |search: &RepairSearch| (search.unlocked, search.sublevel, search.thorough, search.details);
        wanted(self) == wanted(other)
    }
}

/// What is known of a model whose structure is singular.
pub struct Debugger<'a> {
    files: &'a dyn Files,
    loaded: &'a Loaded,
    model: &'a FlatModel,
    uneven: &'a [UnbalancedClass],
    search: &'a RepairSearch,
    /// How the text differs from the one that was read: repairs of other mistakes.
    base: Vec<Edit>,
    /// The last of those mistakes.
    on: Option<usize>,
    /// How many mistakes have been found.
    groups: AtomicUsize,
    /// How many repairs there was no time to try.
    untried: AtomicUsize,
    /// How often the model was flattened to try one.
    flattened: AtomicUsize,
    rows: &'a ModelRows,
    structure: &'a StructuralAnalysis,
    texts: ClassTexts,
    statements: SourceStatements,
    annotations: Vec<EquationAnnotation>,
    cores: OnceLock<ConflictSets>,
    /// What need not be looked at again when a repair is tried.
    regular: OnceLock<Option<RegularBlocks>>,
    ports: OnceLock<ComponentConnectors<'a>>,
    /// What no values can mend in the circuit of the model, and the components that it is about.
    network: OnceLock<Vec<(Vec<InstanceId>, String)>>,
    /// Classes that could be added to the model as components, flattened alone; none for those that cannot be.
    alone: Mutex<BTreeMap<String, Option<Arc<FlatModel>>>>,
    /// How many equations each component has of its own.
    sizes: OnceLock<Vec<u32>>,
    /// Whether some class asks how often a connector is connected.
    counting: OnceLock<bool>,
}

impl<'a> Debugger<'a> {
    /// What is known of a model before repairs are looked for.
    pub fn new(
        files: &'a dyn Files,
        loaded: &'a Loaded,
        model: &'a FlatModel,
        AnalyzedRows { rows, structure }: &'a AnalyzedRows,
        uneven: &'a [UnbalancedClass],
        search: &'a RepairSearch,
    ) -> Debugger<'a> {
        let texts = ClassTexts::new(loaded.trees_of(model), &loaded.sources);
        let statements = SourceStatements::new(model, rows, &texts);
        let locked = |place: Place, class: &str| loaded.is_locked(place.file, class);
        let annotations = annotate(model, rows, &texts, &locked);
        Debugger {
            files,
            loaded,
            model,
            uneven,
            search,
            base: Vec::new(),
            on: None,
            groups: AtomicUsize::new(0),
            untried: AtomicUsize::new(0),
            flattened: AtomicUsize::new(0),
            rows,
            structure,
            texts,
            statements,
            annotations,
            cores: OnceLock::new(),
            regular: OnceLock::new(),
            ports: OnceLock::new(),
            network: OnceLock::new(),
            alone: Mutex::new(BTreeMap::new()),
            sizes: OnceLock::new(),
            counting: OnceLock::new(),
        }
    }

    /// How often the model was flattened to try repairs.
    pub fn flattened(&self) -> usize {
        self.flattened.load(Ordering::Relaxed)
    }

    /// Repairs of one mistake more.
    fn grouped(&self, mut repairs: Vec<Repair>) -> Vec<Repair> {
        let group = self.groups.fetch_add(1, Ordering::Relaxed);
        for repair in &mut repairs {
            (repair.group, repair.on) = (group, self.on);
        }
        repairs
    }

    /// The sets of rows that are known to be too many by themselves.
    fn cores(&self) -> &ConflictSets {
        self.cores.get_or_init(|| self.structure.cores(self.model, self.rows))
    }

    /// The blocks that are known to be regular.
    fn regular(&self) -> Option<&RegularBlocks> {
        self.regular.get_or_init(|| self.structure.regular(self.model, self.rows)).as_ref()
    }

    /// The connectors of the model.
    fn ports(&self) -> &ComponentConnectors<'a> {
        self.ports.get_or_init(|| ComponentConnectors::new(self.model))
    }

    /// The name of a class if it may not be changed.
    fn locked(&self, class: ClassTextId) -> Option<String> {
        let class = self.texts.class(class);
        let locked = !self.search.unlocked && self.loaded.is_locked(class.place.file, &class.name);
        locked.then(|| class.name.clone())
    }

    /// True if a place lies in a file that is not the modeller's own.
    fn is_foreign(&self, place: Place) -> bool {
        !self.loaded.trees.iter().any(|tree| tree.file == place.file)
    }

    /// A statement as it is written, on one line, without what is said of its picture.
    fn written(&self, place: Place) -> String {
        let text = &self.loaded.sources[place.file].text()[place.span.range()];
        unannotated(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Findings point at what statements say, and not at their pictures, which may take many lines.
    fn narrowed(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for label in
            found.iter_mut().flat_map(|found| [&mut found.primary].into_iter().chain(&mut found.related))
        {
            let span = label.place.span;
            let text = &self.loaded.sources[label.place.file].text()[span.range()];
            label.place.span = Span::new(span.start, span.start + unannotated(text).len() as u32);
        }
        found
    }

    fn variable(&self, column: u32) -> VariableId {
        self.rows.columns[column as usize]
    }
}
