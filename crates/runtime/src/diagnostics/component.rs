//! Where in the model's own file the component stands in which something went wrong.
//!
//! An equation of a library is seldom wrong by itself: what it is given is, and that is written where the component is
//! declared.

use equations::{FlatModel, InstanceId, Origin, OriginId};
use syntax::{Diagnostic, Label};

/// Points at the component of the model first, and at what is written in another file after it.
pub(super) fn at_component(model: &FlatModel, origin: Option<OriginId>, mut found: Diagnostic) -> Diagnostic {
    let own = model.instances[0].place.file;
    let instance = match origin.map(|origin| model.source(origin)) {
        Some(Origin::Written { instance, .. }) => *instance,
        Some(Origin::Unconnected { variable }) => model.variables[variable.at()].instance,
        _ => return found,
    };
    let Some(component) = component(model, instance).filter(|_| found.primary.place.file != own) else {
        return found;
    };
    let text = format!("in `{}`", model.instance_name(component));
    let place = model.instances[component.at()].place;
    let inside = std::mem::replace(&mut found.primary, Label { place, text });
    found.related.insert(0, inside);
    found
}

/// The innermost component around an instance that is declared in the file of the model.
fn component(model: &FlatModel, instance: InstanceId) -> Option<InstanceId> {
    let own = model.instances[0].place.file;
    let mut at = instance;
    while at != InstanceId(0) {
        let found = &model.instances[at.at()];
        if found.place.file == own {
            return Some(at);
        }
        at = found.parent;
    }
    None
}
