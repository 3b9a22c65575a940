//! A row as people read it.

use equations::FlatModel;

use crate::RowSource;

/// A row as text, on one line.
pub fn row_text(model: &FlatModel, source: RowSource) -> String {
    match source {
        RowSource::Equation(at, _) => {
            let text = model.equation_text(&model.equations[at as usize]);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        }
        RowSource::Binding(variable) => {
            let binding = model.variables[variable.at()].binding;
            let value = binding.map_or(String::new(), |binding| model.expr_text(binding));
            format!("{} = {value}", model.variable_name(variable))
        }
    }
}
