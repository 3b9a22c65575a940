//! The equations of a flat model with all that is known of each, as scripts and people read them.

use equations::FlatModel;
use reduce::{Outside, rows};
use repair::{Annotation, Texts, annotate};
use serde_json::{Value, json};
use syntax::Place;

use crate::Loaded;
use crate::json::place;

/// Annotates the scalar equations of a model in order. `locked` tells of a class whether it may not be changed.
pub fn annotations(
    loaded: &Loaded,
    model: &FlatModel,
    locked: &dyn Fn(Place, &str) -> bool,
) -> Vec<Annotation> {
    let texts = Texts::new(&loaded.trees, &loaded.sources);
    annotate(model, &rows(model, Outside::Nothing), &texts, &loaded.sources, locked)
}

/// The annotations as JSON.
pub fn flat_equations(loaded: &Loaded, model: &FlatModel, annotations: &[Annotation]) -> Value {
    let one = |(number, found): (usize, &Annotation)| {
        json!({
            "name": format!("eq{}", number + 1),
            "equation": found.equation,
            "description": found.description,
            "associated": found.associated,
            "class": found.class,
            "flexibility": found.flexibility,
            "connected": found.connected,
            "locked": found.locked,
            "instance": model.instance_name(found.instance),
            "place": found.place.map(|at| place(&loaded.sources, at)),
        })
    };
    annotations.iter().enumerate().map(one).collect()
}

/// The annotations as a table.
pub fn annotation_table(annotations: &[Annotation]) -> String {
    let mut text =
        String::from("name | equation | description | associated | class | flexibility | made by\n");
    for (number, found) in annotations.iter().enumerate() {
        let cells = [
            format!("eq{}", number + 1),
            found.equation.clone(),
            found.description.clone(),
            found.associated.to_string(),
            found.class.clone(),
            found.flexibility.to_string(),
            if found.connected { "connections" } else { "a statement" }.to_string(),
        ];
        text.push_str(cells.join(" | ").trim_end());
        text.push('\n');
    }
    text
}
