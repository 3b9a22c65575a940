//! Which names an equation of a class could use, and which variables of the model they are.
//!
//! Bunus (2002), section 6.3: a class knows its own variables, those of the classes that it extends, and those of its
//! components by their prefix. What is written in it stands in the model once for each component of the class and of the
//! classes that extend it.

use std::collections::{BTreeMap, BTreeSet};

use dae::ModelRows;
use equations::{FlatModel, InstanceId, InstanceKind, Origin, VariableId};
use rustc_hash::FxHashMap;
use syntax::Place;
use syntax::tree::Restriction;

use crate::class_text::{ClassTextId, ClassTexts};

/// Which classes made which instances, and which instances are made from which classes: their own and those that these
/// extend, as far as they brought anything. Connectors are no place for an equation and are left out.
pub struct ClassInstances {
    pub(crate) classes: FxHashMap<InstanceId, BTreeSet<ClassTextId>>,
    pub(crate) instances: FxHashMap<ClassTextId, BTreeSet<InstanceId>>,
}

impl ClassInstances {
    /// Looks at a model.
    pub fn new(model: &FlatModel, rows: &ModelRows, texts: &ClassTexts) -> ClassInstances {
        let mut found = ClassInstances { classes: FxHashMap::default(), instances: FxHashMap::default() };
        let mut add = |instance: InstanceId, class: Option<ClassTextId>| {
            // Of the same class there are often many in a row.
            if let Some(class) = class
                && found.classes.entry(instance).or_default().insert(class)
            {
                found.instances.entry(class).or_default().insert(instance);
            }
        };
        for (at, instance) in (0..).map(InstanceId).zip(&model.instances) {
            if instance.kind == InstanceKind::Model {
                add(at, class_of_instance(model, texts, at));
            }
        }
        let origins = model.variables.iter().map(|variable| variable.origin);
        for origin in origins.chain(rows.rows.iter().map(|row| row.origin)) {
            if let Origin::Written { place, instance } = model.origins[origin.at()]
                && model.instances[instance.at()].kind == InstanceKind::Model
            {
                add(instance, texts.class_at(place));
            }
        }
        found
    }

    /// The unknowns that a class knows, by their names in it, each with what it is in the instances of the class.
    pub fn names(
        &self,
        model: &FlatModel,
        rows: &ModelRows,
        texts: &ClassTexts,
        class: ClassTextId,
    ) -> BTreeMap<String, Vec<VariableId>> {
        let instances: Vec<InstanceId> = if texts.class(class).restriction == Restriction::Connector {
            let all = (0..model.instances.len() as u32).map(InstanceId);
            all.filter(|&at| class_of_instance(model, texts, at) == Some(class)).collect()
        } else {
            self.instances.get(&class).into_iter().flatten().copied().collect()
        };
        let mut found: BTreeMap<String, Vec<VariableId>> = BTreeMap::new();
        for instance in instances {
            let prefix = model.instance_name(instance);
            let skip = if prefix.is_empty() { 0 } else { prefix.len() + 1 };
            let inside = |&&id: &&VariableId| is_in(model, model.variables[id.at()].instance, instance);
            for &id in rows.columns.iter().filter(inside) {
                if knows(model, texts, class, instance, id) {
                    found.entry(model.variable_name(id)[skip..].to_string()).or_default().push(id);
                }
            }
        }
        found
    }
}

/// True if a class knows a variable in an instance of it: all there is in its own, and in an heir what it declares.
pub(crate) fn knows(
    model: &FlatModel,
    texts: &ClassTexts,
    class: ClassTextId,
    instance: InstanceId,
    variable: VariableId,
) -> bool {
    class_of_instance(model, texts, instance) == Some(class)
        || brought(model, instance, variable).and_then(|place| texts.class_at(place)) == Some(class)
}

/// The class of an instance itself.
pub(crate) fn class_of_instance(
    model: &FlatModel,
    texts: &ClassTexts,
    instance: InstanceId,
) -> Option<ClassTextId> {
    texts.by_name(model.symbols.name(model.instances[instance.at()].class))
}

/// True if an instance is another one or lies in it.
pub(crate) fn is_in(model: &FlatModel, mut at: InstanceId, around: InstanceId) -> bool {
    while at != around {
        let parent = model.instances[at.at()].parent;
        if parent == at {
            return false;
        }
        at = parent;
    }
    true
}

/// The declaration in the class of an instance that brought a variable: its own, or that of the component it lies in.
fn brought(model: &FlatModel, instance: InstanceId, variable: VariableId) -> Option<Place> {
    let variable = &model.variables[variable.at()];
    let mut at = variable.instance;
    if at == instance {
        return match model.origins[variable.origin.at()] {
            Origin::Written { place, .. } => Some(place),
            _ => None,
        };
    }
    loop {
        let found = &model.instances[at.at()];
        if found.parent == instance {
            return Some(found.place);
        }
        if found.parent == at {
            return None;
        }
        at = found.parent;
    }
}
