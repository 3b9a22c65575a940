//! What variables and records are bound to.

use equations::{Expr, Symbol};
use syntax::Place;
use syntax::tree::{ExpressionKind, ModificationExpression as Syntax};

use crate::Flattener;
use crate::elab::NameEntry;
use crate::instance::{BindingState, InstId, LeafId};
use crate::layer::{Layer, Owner};
use crate::lower::LoweringContext;
use crate::reference::ResolvedReference;
use crate::value::{ArrayValue, LoweredValue, count};

impl<'a> Flattener<'a> {
    /// Where a declaration is given its value: in itself, or in a modification.
    pub(crate) fn given_at(&self, id: LeafId) -> Place {
        let declared = self.leaf(id).file.place(self.leaf(id).span);
        self.binding_modification(id).map_or(declared, |(place, _)| place)
    }

    pub(super) fn cyclic_leaf(&mut self, id: LeafId) {
        let declared = self.leaf(id).file.place(self.leaf(id).span);
        self.cyclic(self.given_at(id), Some(declared), self.leaf(id).name);
    }

    /// What a declaration binds its variables to.
    pub(crate) fn binding(&mut self, id: LeafId) -> Option<LoweredValue> {
        match &self.leaf(id).binding {
            BindingState::Is(value) => return Some(value.clone()),
            BindingState::None => return None,
            BindingState::Busy => {
                self.cyclic_leaf(id);
                return None;
            }
            BindingState::Todo => {}
        }
        self.leaves[id.0 as usize].binding = BindingState::Busy;
        let (value, hides) = self.lower_separately(|flattener| flattener.find_binding(id));
        self.fold_binding(id, hides);
        self.leaves[id.0 as usize].binding = match &value {
            Some(value) => BindingState::Is(value.clone()),
            None => BindingState::None,
        };
        value
    }

    fn find_binding(&mut self, id: LeafId) -> Option<LoweredValue> {
        let leaf = self.leaf(id);
        let (inst, outer, rank) = (leaf.inst, leaf.outer, leaf.dims.len());
        let given = leaf.layers.iter().position(|layer| layer.value.is_some());
        let layer = given.map(|at| leaf.layers[at].clone());
        let (name, dims, kind) = (leaf.name, leaf.dims.clone(), leaf.kind);
        if given.is_some() {
            self.check_part_of_whole(id);
        }
        if given.is_none_or(|at| at >= outer)
            && let Some(LoweredValue::Plain(field)) = self.whole_field(inst, name)
        {
            if field.dims == dims {
                self.check_final_in_whole(id, &field);
                return Some(LoweredValue::Plain(field));
            }
            let place = self.leaf(id).file.place(self.leaf(id).span);
            self.sizes_differ(place, &dims, &field.dims);
            return None;
        }
        let layer = layer?;
        let LoweredValue::Plain(plain) = self.layer_value(&layer, inst, Some(rank))? else {
            self.expected_text(layer.place(), "a scalar or an array", "a record");
            return None;
        };
        if !plain.items.is_empty() && !crate::value::accepts(kind, plain.kind) {
            let expected = self.describe(&LoweredValue::Plain(ArrayValue {
                kind,
                dims: dims.clone(),
                items: Vec::new(),
            }));
            self.expected(layer.place(), &expected, &LoweredValue::Plain(plain));
            return None;
        }
        if plain.dims == dims {
            return Some(LoweredValue::Plain(plain));
        }
        if plain.is_scalar() && layer.each {
            let items = vec![plain.items[0]; count(&dims)];
            return Some(LoweredValue::Plain(ArrayValue { kind, dims, items }));
        }
        self.sizes_differ(layer.place(), &dims, &plain.dims);
        None
    }

    /// The value that a modification gives, for an element of so many dimensions.
    pub(crate) fn layer_value(
        &mut self,
        layer: &Layer<'a>,
        inst: InstId,
        rank: Option<usize>,
    ) -> Option<LoweredValue> {
        let Some(Syntax::Value(id)) = layer.value else { return None };
        let owner = match layer.owner {
            Owner::Own => inst,
            Owner::Instance(owner) => owner,
        };
        let context = LoweringContext::new(Some(owner), layer.scope, layer.file);
        let value = self.lower(&context, id)?;
        let found = value.dims().len();
        let passed = layer.subscripts.len();
        if passed > 0 && rank.is_none_or(|rank| found == rank + passed) && found >= passed {
            if value.dims()[..passed] != layer.sizes[..] {
                self.sizes_differ(layer.place(), &layer.sizes, &value.dims()[..passed]);
                return None;
            }
            return value.select(&layer.subscripts);
        }
        if passed > 0 && !layer.same && rank.is_some_and(|rank| found == rank) {
            self.missing_each(layer, &layer.sizes.clone());
        }
        Some(value)
    }

    /// What the value of an instance as a whole says about one of its components.
    pub(crate) fn whole_field(&mut self, inst: InstId, name: Symbol) -> Option<LoweredValue> {
        let at = self.inst(inst).layers.iter().position(|layer| layer.value.is_some());
        // The value of the record around it wins over a value from inside that record.
        if at.is_none_or(|at| at >= self.inst(inst).ranking) {
            let own = self.inst(inst).name;
            let around = self.inst(inst).parent.and_then(|parent| self.whole_field(parent, own));
            if let Some(whole) = around {
                return self.selected(inst, &whole)?.field(name).cloned();
            }
        }
        let at = at?;
        let layer = self.inst(inst).layers[at].clone();
        let Some(Syntax::Value(id)) = layer.value else { return None };
        // Of another component only the field is looked at, so that its other fields may depend on this one.
        if let ExpressionKind::Reference(reference) = layer.file.tree[id].kind {
            let owner = match layer.owner {
                Owner::Own => self.inst(inst).parent.unwrap_or(inst),
                Owner::Instance(owner) => owner,
            };
            let context = LoweringContext::new(Some(owner), layer.scope, layer.file);
            let span = layer.file.tree[id].span;
            if let ResolvedReference::Insts(dims, insts) =
                self.resolve_reference(&context, reference, span)?
            {
                let source = match (dims.len(), layer.subscripts.len()) {
                    (0, _) => *insts.first()?,
                    (rank, passed) if rank == passed => {
                        *insts.get(crate::value::position(&dims, &layer.subscripts)?)?
                    }
                    _ => return None,
                };
                let elab = self.inst(source).elab;
                let Some(&NameEntry::Component(index)) = self.elab(elab).index.get(&name) else {
                    return None;
                };
                return match self.node(source, index)? {
                    ResolvedReference::Value(value) => Some(value),
                    ResolvedReference::Insts(dims, insts) => self.record(&dims, &insts),
                    _ => None,
                };
            }
        }
        self.whole(inst)?.field(name).cloned()
    }

    /// The element of a value that belongs to an instance which is an element of an array.
    fn selected(&mut self, inst: InstId, value: &LoweredValue) -> Option<LoweredValue> {
        if value.dims().is_empty() {
            return Some(value.clone());
        }
        let subscripts = self.inst(inst).public.and_then(|id| self.model.instances[id.at()].subscripts)?;
        let at: Vec<u32> = self
            .model
            .exprs
            .items(subscripts)
            .iter()
            .filter_map(|&item| match self.model.exprs.get(item) {
                Expr::Integer(at) => u32::try_from(at).ok(),
                _ => None,
            })
            .collect();
        value.select(&at)
    }

    /// The value that an instance as a whole is bound to.
    fn whole(&mut self, inst: InstId) -> Option<LoweredValue> {
        if let Some(known) = self.wholes.get(&inst).cloned() {
            self.fold_whole(inst, false);
            return known;
        }
        self.wholes.insert(inst, None);
        let layer = self.inst(inst).layers.iter().find(|layer| layer.value.is_some()).cloned();
        let owner = self.inst(inst).parent.unwrap_or(inst);
        let (value, hides) = self.lower_separately(|flattener| {
            layer.and_then(|layer| flattener.layer_value(&layer, owner, Some(0)))
        });
        self.fold_whole(inst, hides);
        self.wholes.insert(inst, value.clone());
        value
    }
}
