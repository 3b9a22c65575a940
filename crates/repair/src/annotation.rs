//! What is known of each flat equation: where it is written, how many stand with it, and how freely it may be changed.
//!
//! P. Bunus, "Debugging and Structural Analysis of Declarative Equation-Based Languages" (2002), section 5.3.

use dae::{ModelRows, row_text};
use equations::{FlatModel, InstanceId, Origin};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Place, SourceMap};

use crate::class_text::{ClassTextId, ClassTexts};

/// What is known of a flat equation.
#[derive(Clone, Copy, Debug)]
pub struct EquationAnnotation {
    /// How many statements stand with it in its class, itself counted; of an equation that a `connect` made, how many
    /// equations that `connect` takes part in.
    pub associated: usize,
    /// The class it is written in.
    pub class: Option<ClassTextId>,
    /// How freely it may be changed: 3 for what the class of a component says itself, 2 for what it inherits, 1 for
    /// what connections make, 0 for what is locked.
    pub flexibility: u8,
    /// True if connections made it.
    pub connected: bool,
    /// True if its class may not be changed.
    pub locked: bool,
    /// The statement; none for flows that are connected to nothing.
    pub place: Option<Place>,
    /// The instance that it belongs to.
    pub instance: InstanceId,
}

/// An annotated equation in words.
#[derive(Clone, Debug)]
pub struct DescribedEquation {
    /// What is known of it.
    pub annotation: EquationAnnotation,
    /// The equation as text.
    pub equation: String,
    /// What its author says it is for.
    pub description: String,
    /// The full name of the class it is written in.
    pub class: String,
}

/// Annotates all rows. `locked` tells of a class, by its file and full name, whether it may not be changed.
pub fn annotate(
    model: &FlatModel,
    rows: &ModelRows,
    texts: &ClassTexts,
    locked: &dyn Fn(Place, &str) -> bool,
) -> Vec<EquationAnnotation> {
    // A statement of a class used often makes many rows; what is known of its text is found once.
    let mut known: FxHashMap<Place, (Option<ClassTextId>, bool)> = FxHashMap::default();
    let mut look = |place: Place| {
        *known.entry(place).or_insert_with(|| {
            let class = texts.class_at(place);
            (class, locked(place, class.map_or("", |class| &texts.class(class).name)))
        })
    };
    let mut statements: FxHashMap<ClassTextId, FxHashSet<Place>> = FxHashMap::default();
    let mut connected: FxHashMap<Place, usize> = FxHashMap::default();
    for row in &rows.rows {
        match &model.origins[row.origin.at()] {
            Origin::Written { place, .. } => {
                if let Some(class) = look(*place).0 {
                    statements.entry(class).or_default().insert(*place);
                }
            }
            Origin::Connected { connects } => {
                let mut places: Vec<Place> = connects.iter().map(|connect| connect.0).collect();
                places.dedup();
                places.into_iter().for_each(|place| *connected.entry(place).or_default() += 1);
            }
            Origin::Unconnected { .. } | Origin::Derived { .. } => {}
        }
    }
    let annotation = |row: &dae::ModelRow| {
        let (place, instance) = match model.source(row.origin) {
            Origin::Written { place, instance } => (Some(*place), *instance),
            Origin::Connected { connects } => match connects.first() {
                Some(&(place, instance)) => (Some(place), instance),
                None => (None, InstanceId(0)),
            },
            Origin::Unconnected { variable } => (None, model.variables[variable.at()].instance),
            Origin::Derived { .. } => (None, InstanceId(0)),
        };
        let (class, is_locked) = place.map_or((None, false), &mut look);
        let name = class.map_or("", |class| &texts.class(class).name);
        let written = matches!(model.origins[row.origin.at()], Origin::Written { .. });
        let own = model.symbols.name(model.instances[model.owner(instance).at()].class) == name;
        EquationAnnotation {
            associated: match (written, class, place) {
                (true, Some(class), _) => statements.get(&class).map_or(0, FxHashSet::len),
                (false, _, Some(place)) => connected.get(&place).copied().unwrap_or(0),
                _ => 0,
            },
            class,
            flexibility: match (is_locked, written, own) {
                (true, ..) => 0,
                (false, false, _) => 1,
                (false, true, false) => 2,
                (false, true, true) => 3,
            },
            connected: !written,
            locked: is_locked,
            place,
            instance,
        }
    };
    rows.rows.iter().map(annotation).collect()
}

/// Annotates all rows in words.
pub fn describe(
    model: &FlatModel,
    rows: &ModelRows,
    texts: &ClassTexts,
    sources: &SourceMap,
    locked: &dyn Fn(Place, &str) -> bool,
) -> Vec<DescribedEquation> {
    let annotations = annotate(model, rows, texts, locked).into_iter().zip(&rows.rows);
    let described = |(annotation, row): (EquationAnnotation, &dae::ModelRow)| DescribedEquation {
        annotation,
        equation: row_text(model, row.source),
        description: annotation.place.map_or(String::new(), |place| texts.description(sources, place)),
        class: annotation.class.map_or(String::new(), |class| texts.class(class).name.clone()),
    };
    annotations.map(described).collect()
}
