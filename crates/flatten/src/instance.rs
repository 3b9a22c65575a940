//! Components: an instance for each component that has components, variables for the others.
//!
//! A component is made when someone asks for it, so that sizes and conditions may use parameters that are
//! declared later.

mod add;
mod modified_component;
mod outer;
mod sizes;
mod user_component;

use std::rc::Rc;

use equations::{
    Causality, InstanceId, InstanceKind, Origin, OriginId, Symbol, Type, Variability, VariableId,
};
use syntax::Span;
use syntax::tree::{Prefix, Prefixes, Restriction};

use modified_component::ModifiedComponent;
pub(crate) use sizes::StatedSize;

use crate::Flattener;
use crate::elab::{Basis, ClassRef, ElabId};
use crate::layer::{Layer, Owner};
use crate::lookup::ClassReference;
use crate::lower::LoweringContext;
use crate::program::SourceTree;
use crate::value::LoweredValue;

/// An instance of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct InstId(pub(crate) u32);

/// Variables of one declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LeafId(pub(crate) u32);

/// Components nested deeper than this contain themselves.
const MAX_DEPTH: u32 = 60;

pub(crate) struct Inst<'a> {
    pub(crate) elab: ElabId,
    pub(crate) parent: Option<InstId>,
    /// The model or block that it belongs to: itself, unless it is a connector or a record.
    pub(crate) owner: InstId,
    pub(crate) name: Symbol,
    /// The instance in the flat model; none for packages, which are only looked into.
    pub(crate) public: Option<InstanceId>,
    pub(crate) layers: Vec<Layer<'a>>,
    /// How many of them win over the value of the record around it.
    pub(crate) ranking: usize,
    pub(crate) children: Vec<ChildComponent>,
    pub(crate) depth: u32,
    /// What the prefixes on the way say about everything inside.
    pub(crate) prefixes: InheritedPrefixes,
}

/// What reaches down from a component to its variables.
#[derive(Clone, Copy)]
pub(crate) struct InheritedPrefixes {
    pub(crate) variability: Variability,
    pub(crate) flow: bool,
    pub(crate) stream: bool,
    pub(crate) causality: Causality,
    pub(crate) border: ConnectorExposure,
}

impl InheritedPrefixes {
    /// Nothing but how often a variable may change.
    pub(crate) fn new(variability: Variability) -> InheritedPrefixes {
        let causality = Causality::None;
        InheritedPrefixes {
            variability,
            flow: false,
            stream: false,
            causality,
            border: ConnectorExposure::None,
        }
    }

    /// True for what can be connected or given a value from outside.
    pub(crate) fn is_seen(self) -> bool {
        matches!(self.border, ConnectorExposure::None | ConnectorExposure::Open)
    }
}

/// How a variable is seen from outside the model or block it belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectorExposure {
    /// It is no part of a connector.
    None,
    /// It is not, and protected besides.
    Hidden,
    /// Part of a connector that can be connected from outside.
    Open,
    /// Part of a protected connector.
    Closed,
    /// Part of an expandable connector: what it gives and gets depends on its connections.
    Bus,
}

/// A component of an instance.
#[derive(Clone)]
pub(crate) enum ChildComponent {
    /// Not asked for yet.
    Todo,
    /// Being made.
    Busy,
    /// Its condition is false, or something is wrong with it.
    Absent,
    Leaf(LeafId),
    One(InstId),
    Many(Rc<[u32]>, Rc<[InstId]>),
}

pub(crate) struct Leaf<'a> {
    pub(crate) inst: InstId,
    pub(crate) name: Symbol,
    pub(crate) kind: Type,
    pub(crate) dims: Vec<u32>,
    pub(crate) variability: Variability,
    pub(crate) prefixes: InheritedPrefixes,
    /// The first of its variables; none in packages.
    pub(crate) first: Option<VariableId>,
    /// Everything that modifies it, the outermost first.
    pub(crate) layers: Vec<Layer<'a>>,
    /// How many of them come from outside; these win over the value of a surrounding record.
    pub(crate) outer: usize,
    /// How many of them modify the component, and not its type.
    pub(crate) modifying: usize,
    pub(crate) span: Span,
    pub(crate) file: SourceTree<'a>,
    /// What it is bound to, once someone asked.
    pub(crate) binding: BindingState,
}

#[derive(Clone)]
pub(crate) enum BindingState {
    Todo,
    Busy,
    None,
    Is(LoweredValue),
}

impl<'a> Flattener<'a> {
    pub(crate) fn inst(&self, id: InstId) -> &Inst<'a> {
        &self.insts[id.0 as usize]
    }

    pub(crate) fn leaf(&self, id: LeafId) -> &Leaf<'a> {
        &self.leaves[id.0 as usize]
    }

    /// Adds an instance whose components are made later.
    pub(crate) fn add_inst(&mut self, inst: Inst<'a>) -> InstId {
        let id = InstId(self.insts.len() as u32);
        let children = vec![ChildComponent::Todo; self.elab(inst.elab).components.len()];
        let part = self.instance_kind(inst.elab) != InstanceKind::Model;
        let owner = inst.parent.filter(|_| part).map_or(id, |parent| self.inst(parent).owner);
        self.insts.push(Inst { children, owner, ..inst });
        id
    }

    /// A layer once it is known which instance its values belong to: of the one at hand and those around it, the
    /// one whose class it is written in.
    fn owned(&self, layer: &Layer<'a>, inst: InstId) -> Layer<'a> {
        if layer.owner != Owner::Own {
            return layer.clone();
        }
        let class = self.scope(layer.scope).top;
        let mut at = Some(inst);
        while let Some(around) = at {
            if self.inst(around).elab == class {
                return layer.of(around);
            }
            at = self.inst(around).parent;
        }
        layer.of(inst)
    }

    /// The instance through which the constants of a package are seen.
    pub(crate) fn package(&mut self, elab: ElabId) -> InstId {
        if let Some(&known) = self.packages.get(&elab) {
            return known;
        }
        let layers = self.elab(elab).layers.clone();
        let name = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).name);
        let prefixes = InheritedPrefixes::new(Variability::Constant);
        let inst = self.add_inst(Inst {
            elab,
            parent: None,
            owner: InstId(0),
            name,
            public: None,
            layers,
            ranking: 0,
            children: Vec::new(),
            depth: 0,
            prefixes,
        });
        self.packages.insert(elab, inst);
        inst
    }

    /// A component of an instance, made now if it was not before.
    pub(crate) fn child(&mut self, inst: InstId, index: usize) -> ChildComponent {
        match &self.inst(inst).children[index] {
            ChildComponent::Todo => {}
            ChildComponent::Busy => {
                let elab = self.inst(inst).elab;
                let declaration = self.elab(elab).components[index].declaration;
                let place = declaration.file.place(declaration.component.span);
                self.cyclic(place, None, declaration.name);
                return ChildComponent::Absent;
            }
            child => return child.clone(),
        }
        self.insts[inst.0 as usize].children[index] = ChildComponent::Busy;
        let child = self
            .lower_separately(|flattener| flattener.make(inst, index))
            .0
            .unwrap_or(ChildComponent::Absent);
        self.insts[inst.0 as usize].children[index] = child.clone();
        child
    }

    fn make(&mut self, inst: InstId, index: usize) -> Option<ChildComponent> {
        let elab = self.inst(inst).elab;
        let mut made = self.modified(inst, index);
        let declaration = made.declaration;
        let original = {
            let member = &self.elab(elab).components[index];
            (member.declaration, member.scope)
        };
        self.check_exchanged(&mut made, &original.0);
        let inside = original.0.prefixes.has(Prefix::Redeclare);
        if let Some(condition) = original.0.component.condition {
            let context = LoweringContext::new(Some(inst), original.1, original.0.file);
            if !self.is_true(&context, condition)? {
                return Some(ChildComponent::Absent);
            }
        }
        // An output that is inner and outer hands on what states inside determine (MLS 3.6, 17.3.6).
        let handed = !declaration.prefixes.has(Prefix::Inner) || declaration.prefixes.has(Prefix::Output);
        if declaration.prefixes.has(Prefix::Outer) && handed {
            return self.find_inner(inst, &made);
        }
        let mut layers = made.outer.clone();
        layers.extend(made.inner.iter().cloned());
        self.check_final(declaration.name, &layers);
        let kind = self.type_of(elab, index, &made, &layers)?;
        self.check_exchanges();
        if self.is_incompatible(kind) {
            return None;
        }
        let kind = self.inner_class(inst, kind, made.file.place(declaration.type_name.span))?;
        self.check_component(original.1, &declaration, kind)?;
        self.check_whole(kind, &layers)?;
        if made.wrong.is_none() && (made.exchanged.is_some() || original.0.constraint.is_some() || inside) {
            let place = made.exchanged.unwrap_or(original.0.file.place(original.0.component.span));
            self.check_replacement(made.limit, &original.0, place, kind)?;
        }
        let dims = self.sizes(inst, &made, kind, &layers)?;
        let mut all = declaration.prefixes;
        self.elab(kind).prefixes.iter().for_each(|prefix| all.add(prefix));
        let prefixes = self.inherited(inst, all, kind, declaration.protected);
        match self.elab(kind).basis {
            Basis::Scalar(scalar) => {
                let modifying = layers.len();
                layers.extend(self.elab(kind).attributes.iter().map(|layer| self.owned(layer, inst)));
                let leaf = self.add_leaf(inst, &made, scalar, dims, prefixes, layers);
                self.leaves[leaf.0 as usize].modifying = modifying;
                Some(ChildComponent::Leaf(leaf))
            }
            Basis::Class => self.add_insts(inst, &made, kind, &dims, prefixes, &layers),
        }
    }

    /// The elaborated type of a component, with the classes that its modifications exchange.
    fn type_of(
        &mut self,
        elab: ElabId,
        index: usize,
        made: &ModifiedComponent<'a>,
        layers: &[Layer<'a>],
    ) -> Option<ElabId> {
        let member = &self.elab(elab).components[index];
        let plain = made.scope == member.scope && !layers.iter().any(Layer::redeclares_class);
        if let Some(known) = member.elab.filter(|_| plain) {
            return known;
        }
        let found = self.find_class(made.scope, made.file, made.declaration.type_name, None);
        let kind = match found {
            Some(ClassReference::Scalar(kind)) => Some(self.scalar(kind)),
            Some(ClassReference::Class(class)) => {
                let mut exchanging: Vec<Layer<'a>> =
                    layers.iter().filter(|layer| layer.redeclares_class()).cloned().collect();
                exchanging.extend(class.layers.iter().cloned());
                Some(self.elaborate(&ClassRef { layers: exchanging, ..class }))
            }
            None => None,
        };
        if plain {
            self.elabs[elab.0 as usize].components[index].elab = Some(kind);
        }
        kind
    }

    /// What a component and those around it say about everything inside.
    fn inherited(
        &self,
        inst: InstId,
        prefixes: Prefixes,
        kind: ElabId,
        protected: bool,
    ) -> InheritedPrefixes {
        let around = self.inst(inst).prefixes;
        let own = if prefixes.has(Prefix::Constant) {
            Variability::Constant
        } else if prefixes.has(Prefix::Parameter) {
            Variability::Parameter
        } else if prefixes.has(Prefix::Discrete) {
            Variability::Discrete
        } else {
            Variability::Continuous
        };
        let causality = if prefixes.has(Prefix::Input) {
            Causality::Input
        } else if prefixes.has(Prefix::Output) {
            Causality::Output
        } else {
            around.causality
        };
        let connector = self.is_connector(kind);
        let border = match around.border {
            _ if self.is_expandable(kind) => ConnectorExposure::Bus,
            ConnectorExposure::None if connector && !protected => ConnectorExposure::Open,
            ConnectorExposure::None | ConnectorExposure::Hidden if connector => ConnectorExposure::Closed,
            ConnectorExposure::None if protected => ConnectorExposure::Hidden,
            border => border,
        };
        InheritedPrefixes {
            variability: around.variability.min(own),
            flow: around.flow || prefixes.has(Prefix::Flow),
            stream: around.stream || prefixes.has(Prefix::Stream),
            causality,
            border,
        }
    }

    fn origin(&mut self, origin: Origin) -> OriginId {
        self.model.origins.push(origin);
        OriginId(self.model.origins.len() as u32 - 1)
    }

    pub(crate) fn written(&mut self, inst: InstId, file: SourceTree<'a>, span: Span) -> OriginId {
        let instance = self.inst(inst).public.unwrap_or(InstanceId(0));
        self.origin(Origin::Written { place: file.place(span), instance })
    }

    pub(crate) fn add_origin(&mut self, origin: Origin) -> OriginId {
        self.origin(origin)
    }

    /// True for classes whose components are seen as one value.
    pub(crate) fn is_record(&self, elab: ElabId) -> bool {
        self.elab(elab)
            .class
            .is_some_and(|class| self.program.class(class).node.restriction == Restriction::Record)
    }

    /// What the instances of a class are.
    pub(crate) fn instance_kind(&self, elab: ElabId) -> InstanceKind {
        if self.is_record(elab) {
            InstanceKind::Record
        } else if self.is_connector(elab) {
            InstanceKind::Connector
        } else {
            InstanceKind::Model
        }
    }

    /// True for connectors, also by way of short classes.
    pub(crate) fn is_connector(&self, elab: ElabId) -> bool {
        self.elab(elab)
            .class
            .is_some_and(|class| self.program.class(class).node.restriction == Restriction::Connector)
    }
}
