//! The equations of a flat model with all that is known of each, as scripts and people read them.

use dae::{Boundary, rows};
use equations::{FlatModel, Variability, Variable, VariableId};
use repair::{ClassTexts, DescribedEquation, describe};
use report::{FlatModelReport, ReportedEquation, ReportedPlace};
use syntax::Place;

use crate::Loaded;
use system::SystemAnnotation;

/// Annotates the scalar equations of a model in order. `locked` tells of a class whether it may not be changed.
pub fn annotations(
    loaded: &Loaded,
    model: &FlatModel,
    locked: &dyn Fn(Place, &str) -> bool,
) -> Vec<DescribedEquation> {
    let texts = ClassTexts::new(loaded.trees.iter().map(|tree| &**tree), &loaded.sources);
    describe(model, &rows(model, Boundary::Whole), &texts, &loaded.sources, locked)
}

/// A flat model as a report, with its annotated equations.
pub fn report_flat_model(loaded: &Loaded, model: &FlatModel) -> FlatModelReport {
    let one = |(number, found): (usize, DescribedEquation)| ReportedEquation {
        name: format!("eq{}", number + 1),
        equation: found.equation,
        description: found.description,
        associated: found.annotation.associated,
        class: found.class,
        flexibility: found.annotation.flexibility,
        connected: found.annotation.connected,
        locked: found.annotation.locked,
        instance: model.instance_name(found.annotation.instance),
        place: found.annotation.place.map(|at| ReportedPlace::new(&loaded.sources, at)),
    };
    let annotated = annotations(loaded, model, &|_, _| false);
    let is_parameter = |variable: &&Variable| variable.variability <= Variability::Parameter;
    FlatModelReport {
        model: model.name.clone(),
        equations: model.scalar_equations(),
        unknowns: model.unknowns(),
        parameters: model.variables.iter().filter(is_parameter).count(),
        variables: (0..model.variables.len() as u32).map(|id| model.variable_name(VariableId(id))).collect(),
        flat_equations: annotated.into_iter().enumerate().map(one).collect(),
    }
}

/// The annotations as graphs carry them.
pub fn row_annotations(annotations: Vec<DescribedEquation>) -> Vec<SystemAnnotation> {
    let one = |found: DescribedEquation| SystemAnnotation {
        class: found.class,
        associated: found.annotation.associated as u32,
        flexibility: found.annotation.flexibility,
        connected: found.annotation.connected,
    };
    annotations.into_iter().map(one).collect()
}

/// The annotations as a table.
pub fn annotation_table(annotations: &[DescribedEquation]) -> String {
    let mut text =
        String::from("name | equation | description | associated | class | flexibility | made by\n");
    for (number, found) in annotations.iter().enumerate() {
        let cells = [
            format!("eq{}", number + 1),
            found.equation.clone(),
            found.description.clone(),
            found.annotation.associated.to_string(),
            found.class.clone(),
            found.annotation.flexibility.to_string(),
            if found.annotation.connected { "connections" } else { "a statement" }.to_string(),
        ];
        text.push_str(cells.join(" | ").trim_end());
        text.push('\n');
    }
    text
}
