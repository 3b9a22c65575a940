//! New instances and variables, element by element.

use equations::{
    Causality, Expr, ExprId, Instance, InstanceId, InstanceKind, ListId, Symbol, Type, Variability, Variable,
    VariableId,
};

use super::{
    BindingState, ChildComponent, ConnectorExposure, InheritedPrefixes, Inst, InstId, Leaf, LeafId,
    MAX_DEPTH, ModifiedComponent,
};
use crate::Flattener;
use crate::elab::ElabId;
use crate::layer::Layer;
use crate::lower::MAX_ITEMS;
use crate::value::{count, subscripts};

impl<'a> Flattener<'a> {
    pub(super) fn add_leaf(
        &mut self,
        inst: InstId,
        made: &ModifiedComponent<'a>,
        kind: Type,
        dims: Vec<u32>,
        prefixes: InheritedPrefixes,
        layers: Vec<Layer<'a>>,
    ) -> LeafId {
        let span = made.declaration.component.span;
        // Only real numbers change continuously.
        let variability = match kind {
            Type::Real => prefixes.variability,
            // An external object is made once and never again, whatever is said of it (MLS 3.6, 12.9.7).
            Type::External => prefixes.variability.min(Variability::Parameter),
            _ => prefixes.variability.min(Variability::Discrete),
        };
        let mut first = None;
        if let Some(instance) = self.inst(inst).public {
            first = Some(VariableId(self.model.variables.len() as u32));
            let origin = self.written(inst, made.file, span);
            // Inputs and outputs of the model are its own, and those of its connectors.
            let owner = self.inst(inst).owner;
            let seen = self.inst(owner).parent.is_none() && prefixes.is_seen();
            let causality = if seen { prefixes.causality } else { Causality::None };
            for at in subscripts(&dims) {
                let subscripts = self.subscript_list(&at);
                self.model.variables.push(Variable {
                    instance,
                    name: made.declaration.name,
                    subscripts,
                    kind,
                    variability,
                    causality,
                    flow: prefixes.flow,
                    stream: prefixes.stream,
                    binding: None,
                    origin,
                    bound: origin,
                });
            }
        }
        self.leaves.push(Leaf {
            inst,
            name: made.declaration.name,
            kind,
            dims,
            variability,
            prefixes,
            first,
            layers,
            outer: made.ranking,
            modifying: 0,
            span,
            file: made.file,
            binding: BindingState::Todo,
        });
        let id = LeafId(self.leaves.len() as u32 - 1);
        self.leaf_of.extend((0..first.map_or(0, |_| count(&self.leaf(id).dims))).map(|_| id));
        id
    }

    pub(crate) fn subscript_list(&mut self, at: &[u32]) -> Option<ListId> {
        if at.is_empty() {
            return None;
        }
        let items: Vec<ExprId> =
            at.iter().map(|&value| self.model.exprs.add(Expr::Integer(i64::from(value)))).collect();
        Some(self.model.exprs.list(&items))
    }

    /// True if components of a class would be made without end: because they are nested too deeply, or because there
    /// would be too many if each held as many of its own class as those around it do.
    fn is_endless(&self, inst: InstId, elab: ElabId, depth: u32, many: usize) -> bool {
        if depth > MAX_DEPTH {
            return true;
        }
        let known = self.endless.contains(&elab);
        if many < 2 && !known {
            return false;
        }
        let mut total = many;
        let mut at = Some(inst);
        while let Some(around) = at {
            if self.inst(around).elab == elab {
                if known {
                    return true;
                }
                total = total.saturating_mul(many);
            }
            at = self.inst(around).parent;
        }
        total > many && total > MAX_ITEMS
    }

    pub(super) fn add_insts(
        &mut self,
        inst: InstId,
        made: &ModifiedComponent<'a>,
        elab: ElabId,
        dims: &[u32],
        prefixes: InheritedPrefixes,
        layers: &[Layer<'a>],
    ) -> Option<ChildComponent> {
        let depth = self.inst(inst).depth + 1;
        let place = made.file.place(made.declaration.component.span);
        if self.is_endless(inst, elab, depth, count(dims)) {
            if let Some(class) = self.elab(elab).class.filter(|_| self.endless.insert(elab)) {
                self.recursive(place, class);
            }
            return None;
        }
        if self.is_partial(elab) && self.inst(inst).public.is_some() {
            self.partial(place, elab);
            return None;
        }
        self.check_modified(elab, layers);
        if dims.is_empty() {
            self.check_each(layers);
        }
        let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
        let kind = self.instance_kind(elab);
        // A model or block has a border of its own.
        let prefixes = if kind == InstanceKind::Model {
            InheritedPrefixes { causality: Causality::None, border: ConnectorExposure::None, ..prefixes }
        } else {
            prefixes
        };
        let mut items = Vec::with_capacity(count(dims));
        for at in subscripts(dims) {
            let public = self.inst(inst).public.map(|parent| {
                let subscripts = self.subscript_list(&at);
                let name = made.declaration.name;
                self.model.instances.push(Instance { parent, name, subscripts, class, kind, place });
                InstanceId(self.model.instances.len() as u32 - 1)
            });
            let mut own = layers.to_vec();
            for layer in &mut own {
                layer.subscripts.extend(&at);
                layer.sizes.extend(dims);
            }
            own.extend(self.elab(elab).layers.iter().map(|layer| self.owned(layer, inst)));
            items.push(self.add_inst(Inst {
                elab,
                parent: Some(inst),
                owner: inst,
                name: made.declaration.name,
                public,
                layers: own,
                ranking: made.ranking,
                children: Vec::new(),
                depth,
                prefixes,
            }));
        }
        match (dims.is_empty(), items.first()) {
            (true, Some(&only)) => Some(ChildComponent::One(only)),
            _ => Some(ChildComponent::Many(dims.into(), items.into())),
        }
    }
}
