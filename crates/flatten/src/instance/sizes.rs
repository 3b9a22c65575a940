//! The sizes of components.

use equations::Symbol;
use syntax::tree::{Expression, ExpressionKind};
use syntax::{Diagnostic, DiagnosticCode, Id, List, Place};

use super::{InstId, ModifiedComponent};
use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::layer::{Layer, descend};
use crate::lower::{LoweringContext, MAX_ITEMS};
use crate::program::{Declaration, SourceTree};
use crate::value::LoweredValue;

impl<'a> Flattener<'a> {
    /// The sizes of a component: its own, those of its clause, those of its type. If one is written `:`, the value
    /// gives them all.
    pub(super) fn sizes(
        &mut self,
        inst: InstId,
        made: &ModifiedComponent<'a>,
        kind: ElabId,
        layers: &[Layer<'a>],
    ) -> Option<Vec<u32>> {
        let (scope, Declaration { file, component, type_subscripts, .. }) = made.sizes;
        let mut lists = vec![(scope, file, component.subscripts), (scope, file, type_subscripts)];
        lists.extend(self.elab(kind).dims.iter().copied());
        let rank = lists.iter().map(|(_, _, list)| list.len()).sum();
        let open = |&(_, file, list): &(ScopeId, SourceTree<'a>, List<Expression>)| {
            file.tree[list].iter().any(|subscript| matches!(subscript.kind, ExpressionKind::All))
        };
        if lists.iter().any(open) {
            let dims = self.sizes_of_value(inst, layers, made, rank)?;
            self.note_sizes(inst, made, &lists, &dims);
            return Some(dims);
        }
        let place = file.place(component.span);
        let mut dims = Vec::with_capacity(rank);
        for (scope, file, list) in lists {
            let context = LoweringContext::new(Some(inst), scope, file);
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
        made: &ModifiedComponent<'a>,
        rank: usize,
    ) -> Option<Vec<u32>> {
        let given = layers.iter().position(|layer| layer.value.is_some());
        let from_outside = given.is_some_and(|at| at < made.ranking);
        let field = if from_outside { None } else { self.whole_field(inst, made.declaration.name) };
        let value = match (field, given) {
            (Some(field), _) => Some(field),
            (None, Some(at)) => self.layer_value(&layers[at], inst, None),
            (None, None) => self.attribute_value(inst, layers, rank),
        };
        let Some(value) = value else {
            // What is wrong with the value was told.
            let said: Vec<Place> = match given {
                Some(at) => vec![layers[at].place()],
                None => self.attribute_layers(layers).iter().map(Layer::place).collect(),
            };
            if said.into_iter().any(|place| self.failed_since(place)) {
                return None;
            }
            let place = made.file.place(made.declaration.component.span);
            let name = self.model.symbols.name(made.declaration.name).to_string();
            self.report(
                Diagnostic::new(
                    DiagnosticCode::NeedsValue,
                    place,
                    format!("the size of `{name}` is not known"),
                )
                .label("written `:`, so it comes from the value, and there is none")
                .help("give it a value or a size"),
            );
            return None;
        };
        // Leading dimensions are those of the arrays around it.
        let dims = value.dims();
        Some(dims[dims.len().saturating_sub(rank)..].to_vec())
    }

    /// What an attribute is given, whose size is that of a variable without a value (section 10.1).
    fn attribute_value(&mut self, inst: InstId, layers: &[Layer<'a>], rank: usize) -> Option<LoweredValue> {
        for layer in self.attribute_layers(layers) {
            let value = self.layer_value(&layer, inst, None)?;
            if value.dims().len() >= rank {
                return Some(value);
            }
        }
        None
    }

    /// What gives attributes values for all elements together.
    fn attribute_layers(&mut self, layers: &[Layer<'a>]) -> Vec<Layer<'a>> {
        let given = ["start", "fixed", "min", "max", "nominal"].into_iter().filter_map(|name| {
            let name = self.model.symbols.add(name);
            let given = descend(layers, name, &self.model.symbols);
            given.into_iter().find(|layer| layer.value.is_some() && !layer.each)
        });
        given.collect()
    }

    /// Keeps the sizes that are written beside those written `:`, until the component is there: they may be computed
    /// from its other sizes, as in `A[:, size(A, 1)]`.
    fn note_sizes(
        &mut self,
        inst: InstId,
        made: &ModifiedComponent<'a>,
        lists: &[(ScopeId, SourceTree<'a>, List<Expression>)],
        dims: &[u32],
    ) {
        let all = lists.iter().flat_map(|&(scope, file, list)| list.ids().map(move |id| (scope, file, id)));
        let (declared, rank) = (lists.iter().map(|list| list.2.len()).sum(), dims.len());
        let is_open =
            |file: SourceTree<'a>, id: Id<Expression>| matches!(file.tree[id].kind, ExpressionKind::All);
        let written = all.enumerate().filter(|&(_, (_, file, id))| !is_open(file, id));
        // Where dimensions are missing, it is enough to say so once.
        let most = if rank < declared { 1 } else { declared };
        for (at, (scope, file, id)) in written.take(most) {
            let name = made.declaration.name;
            let found = dims.get(at).copied().filter(|_| rank == declared);
            self.rules.stated.push(StatedSize { inst, name, scope, file, id, at, found, declared, rank });
        }
    }

    /// Reports values whose sizes are not those that are written.
    pub(crate) fn check_stated(&mut self) {
        for StatedSize { inst, name, scope, file, id, at, found, declared, rank } in
            std::mem::take(&mut self.rules.stated)
        {
            let context = LoweringContext::new(Some(inst), scope, file);
            let Some(size) = self.dimension(&context, id) else { continue };
            if found == Some(size) {
                continue;
            }
            let name = self.model.symbols.name(name).to_string();
            let message = match (found, rank) {
                (Some(found), _) => {
                    format!(
                        "dimension {} of `{name}` has the size {size}, and its value has {found} there",
                        at + 1
                    )
                }
                (None, 0) => format!("`{name}` is an array, and its value is a scalar"),
                (None, _) => format!("`{name}` has {declared} dimensions, and its value has {rank}"),
            };
            let diagnostic =
                Diagnostic::new(DiagnosticCode::ShapeMismatch, file.place(file.tree[id].span), message);
            self.report(match found {
                Some(_) => diagnostic
                    .label("the value has another size than the declaration")
                    .help("write `:` if the value is to give this size too"),
                None => diagnostic
                    .label("the value has fewer dimensions than the declaration")
                    .help("give it a value with as many dimensions as are declared"),
            });
        }
    }
}

/// A size that is written beside one that the value gives.
pub(crate) struct StatedSize<'a> {
    inst: InstId,
    name: Symbol,
    scope: ScopeId,
    file: SourceTree<'a>,
    id: Id<Expression>,
    /// The number of the dimension, from zero.
    at: usize,
    /// What the value has there, unless it has too few dimensions.
    found: Option<u32>,
    /// How many dimensions are declared.
    declared: usize,
    /// How many the value has.
    rank: usize,
}
