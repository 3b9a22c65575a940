//! A subscript outside of its array, in the names of the model: expressions hold elements, not arrays.

use equations::{Expr, ExprId, FlatModel};

/// An element as it was written: the array, and the subscripts.
pub(super) struct SubscriptedElement {
    pub(super) array: String,
    pub(super) subscripts: Vec<ExprId>,
}

impl SubscriptedElement {
    /// What a selection among elements selects from, if all of them belong to one array.
    pub(super) fn of(model: &FlatModel, id: ExprId) -> Option<SubscriptedElement> {
        let Expr::Index(array, list) = model.exprs.get(id) else { return None };
        Some(SubscriptedElement { array: name(model, array)?, subscripts: model.exprs.items(list).to_vec() })
    }

    /// The element as it would be written.
    pub(super) fn text(&self, model: &FlatModel) -> String {
        let subscripts: Vec<String> = self.subscripts.iter().map(|&one| model.expr_text(one)).collect();
        format!("{}[{}]", self.array, subscripts.join(", "))
    }
}

fn name(model: &FlatModel, id: ExprId) -> Option<String> {
    match model.exprs.get(id) {
        Expr::Array(list) => {
            let mut names = model.exprs.items(list).iter().map(|&item| name(model, item));
            let first = names.next()??;
            names.all(|other| other.as_ref() == Some(&first)).then_some(first)
        }
        Expr::Variable(variable) => Some(bare(&model.variable_name(variable))),
        _ => None,
    }
}

/// A name without its subscripts.
fn bare(name: &str) -> String {
    let mut depth = 0;
    let outside = name.chars().filter(|&letter| {
        depth += i32::from(letter == '[');
        let kept = depth == 0;
        depth -= i32::from(letter == ']');
        kept
    });
    outside.collect()
}
