//! Which functions do something outside of the model.

use rustc_hash::FxHashSet;

use crate::{Expr, ExprId, Exprs, FlatModel, Function, FunctionId, Local};

impl FlatModel {
    /// Marks the functions that do something outside of the model: external ones that do, and all that call one that is
    /// marked.
    pub fn mark_side_effects(&mut self) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.functions.len()];
        let mut marked = Vec::new();
        self.functions.iter_mut().for_each(|function| function.acts = false);
        for (at, function) in self.functions.iter().enumerate() {
            let name = function.external.as_ref().map(|external| self.symbols.name(external.name));
            if name.is_some_and(external::has_side_effects) {
                marked.push(at);
            }
            for callee in callees(&self.exprs, function) {
                if let Some(known) = callers.get_mut(callee.at()) {
                    known.push(at);
                }
            }
        }
        while let Some(at) = marked.pop() {
            if !std::mem::replace(&mut self.functions[at].acts, true) {
                marked.extend(&callers[at]);
            }
        }
    }
}

/// The functions that a function calls or hands on, each once.
fn callees(exprs: &Exprs, function: &Function) -> Vec<FunctionId> {
    let mut todo: Vec<ExprId> = Vec::new();
    function.body.iter().flatten().for_each(|statement| statement.parts(&mut todo));
    todo.extend(function.external.iter().flat_map(|external| &external.arguments));
    function.locals.iter().for_each(|local| begins(local, &mut todo));
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let expr = exprs.get(id);
        if let Expr::Call(callee, _) | Expr::Partial(callee, _) = expr {
            found.push(callee);
        }
        expr.children(exprs, &mut todo);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Adds the expressions that a local begins with.
fn begins(local: &Local, out: &mut Vec<ExprId>) {
    out.extend(local.binding);
    out.extend(local.dims.iter().flatten());
    local.fields.iter().for_each(|field| begins(field, out));
}

#[cfg(test)]
mod tests {
    use crate::{Expr, ExternalCall, FlatModel, Function, FunctionId, Statement};

    /// A function that calls another, or an external one of a name.
    fn add(model: &mut FlatModel, calls: Result<FunctionId, &str>) -> FunctionId {
        let list = model.exprs.list(&[]);
        let body = calls.ok().map(|callee| vec![Statement::Call(model.exprs.add(Expr::Call(callee, list)))]);
        let name = model.symbols.add("f");
        let external = calls.err().map(|name| ExternalCall {
            language: model.symbols.add("C"),
            name: model.symbols.add(name),
            result: None,
            arguments: Vec::new(),
        });
        let place = syntax::Place { file: syntax::FileId(0), span: syntax::Span::at(0) };
        model.functions.push(Function { body, external, ..Function::new(name, place) });
        FunctionId(model.functions.len() as u32 - 1)
    }

    #[test]
    fn who_calls_what_acts_acts_however_often_it_is_asked() {
        let mut model = FlatModel::default();
        let print = add(&mut model, Err("ModelicaInternal_print"));
        let sine = add(&mut model, Err("sin"));
        let direct = add(&mut model, Ok(print));
        add(&mut model, Ok(sine));
        model.mark_side_effects();
        // Those that are added later are found too.
        add(&mut model, Ok(direct));
        model.mark_side_effects();
        let acts: Vec<bool> = model.functions.iter().map(|function| function.acts).collect();
        assert_eq!(acts, [true, false, true, false, true]);
    }
}
