//! The sizes of components.

use syntax::tree::{Expression, ExpressionKind};
use syntax::{Code, Diagnostic, List};

use super::{InstId, Made};
use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::layer::Layer;
use crate::lower::{Context, MAX_ITEMS};
use crate::program::{Declaration, File};

impl<'a> Flattener<'a> {
    /// The sizes of a component: its own, those of its clause, those of its type. If one is written `:`, the value
    /// gives them all.
    pub(super) fn sizes(
        &mut self,
        inst: InstId,
        made: &Made<'a>,
        kind: ElabId,
        layers: &[Layer<'a>],
    ) -> Option<Vec<u32>> {
        let (scope, Declaration { file, component, type_subscripts, .. }) = made.sizes;
        let mut lists = vec![(scope, file, component.subscripts), (scope, file, type_subscripts)];
        lists.extend(self.elab(kind).dims.iter().copied());
        let rank = lists.iter().map(|(_, _, list)| list.len()).sum();
        let open = |&(_, file, list): &(ScopeId, File<'a>, List<Expression>)| {
            file.tree[list].iter().any(|subscript| matches!(subscript.kind, ExpressionKind::All))
        };
        if lists.iter().any(open) {
            return self.sizes_of_value(inst, layers, made, rank);
        }
        let place = file.place(component.span);
        let mut dims = Vec::with_capacity(rank);
        for (scope, file, list) in lists {
            let context = Context::new(Some(inst), scope, file);
            for subscript in list.ids() {
                dims.push(self.dimension(&context, subscript)?);
            }
        }
        let total = dims.iter().try_fold(1_usize, |total, &dim| total.checked_mul(dim as usize));
        if total.is_none_or(|total| total > MAX_ITEMS) {
            self.too_large(place);
            return None;
        }
        Some(dims)
    }

    /// Sizes written `:` come from the value.
    pub(super) fn sizes_of_value(
        &mut self,
        inst: InstId,
        layers: &[Layer<'a>],
        made: &Made<'a>,
        rank: usize,
    ) -> Option<Vec<u32>> {
        let given = layers.iter().position(|layer| layer.value.is_some());
        let from_outside = given.is_some_and(|at| at < made.ranking);
        let field = if from_outside { None } else { self.whole_field(inst, made.declaration.name) };
        let value = match (field, given) {
            (Some(field), _) => Some(field),
            (None, Some(at)) => self.layer_value(&layers[at], inst, None),
            (None, None) => None,
        };
        let Some(value) = value else {
            // What is wrong with the value was told.
            if given.is_some_and(|at| self.failed_since(layers[at].place())) {
                return None;
            }
            let place = made.file.place(made.declaration.component.span);
            let name = self.model.symbols.name(made.declaration.name).to_string();
            self.report(
                Diagnostic::new(Code::NeedsValue, place, format!("the size of `{name}` is not known"))
                    .label("written `:`, so it comes from the value, and there is none")
                    .help("give it a value or a size"),
            );
            return None;
        };
        // Leading dimensions are those of the arrays around it.
        let dims = value.dims();
        Some(dims[dims.len().saturating_sub(rank)..].to_vec())
    }
}
