//! Parameters that are texts and depend on files. A text has no number that the computation could hold; it is known by its
//! symbol, and so it has to be known before anything is compiled.

use dae::Dae;
use equations::{EvalContext, Expr, Type, Value, VariableId, eval};
use rustc_hash::FxHashMap;

/// Gives parameters that are texts their values: names of files, above all. What cannot be known stays as it is.
pub(super) fn evaluate_string_parameters(dae: &mut Dae, files: &dyn external::ResourceFiles) {
    let mut known: FxHashMap<VariableId, Value> = FxHashMap::default();
    for at in 0..dae.parameters.len() {
        let (variable, expr) = dae.parameters[at];
        let model = &dae.model;
        if model.variables[variable.at()].kind != Type::String
            || matches!(model.exprs.get(expr), Expr::String(_))
        {
            continue;
        }
        let attributes = &dae.attributes;
        let values =
            |other: VariableId| known.get(&other).cloned().or_else(|| attributes.value(other).cloned());
        let context = EvalContext { files: Some(files), ..EvalContext::of(model, &values) };
        if let Ok(Value::String(text)) = eval(&context, expr) {
            let symbol = dae.model.symbols.add(&text);
            dae.parameters[at].1 = dae.model.exprs.add(Expr::String(symbol));
            known.insert(variable, Value::String(text));
        }
    }
}
