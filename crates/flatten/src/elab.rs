//! Elaborated classes: a class in its surroundings, with everything it inherits.
//!
//! What a class means depends on where it is found: inherited into another class or reached through a
//! redeclared package, the same text sees other names. So a class is elaborated once for each surrounding
//! scope and each set of modifications that exchange classes.

mod collect;
mod deselect;
mod identity;
mod redeclaration;
mod visibility;

use equations::{Symbol, Type};
use rustc_hash::FxHashMap;
use syntax::tree::{ConstrainingClause, Expression, Ident, Name, Prefix, Prefixes, Section};
use syntax::{List, Place, Span};

use crate::Flattener;
use crate::layer::{Layer, LayerKey};
use crate::program::{ClassId, Declaration, SourceTree};

pub(crate) use deselect::DeselectedElement;

/// An elaborated class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ElabId(pub(crate) u32);

/// A class text as a part of an elaborated class, from which names are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScopeId(pub(crate) u32);

#[derive(Clone, Copy)]
pub(crate) struct Scope {
    pub(crate) class: ClassId,
    /// The elaborated class that this text is a part of, by inheritance or because it is its own.
    pub(crate) top: ElabId,
    /// Where the class is declared.
    pub(crate) parent: Option<ScopeId>,
    /// The text that inherits this one, if one does.
    pub(crate) heir: Option<ScopeId>,
}

/// What components of a class are at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Made of components.
    Class,
    /// A scalar.
    Scalar(Type),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElabState {
    New,
    Busy,
    Done,
}

pub(crate) struct Elab<'a> {
    pub(crate) class: Option<ClassId>,
    pub(crate) scope: Option<ScopeId>,
    /// Modifications of the class as a whole, the outermost first.
    pub(crate) layers: Vec<Layer<'a>>,
    /// What constraining types say about it.
    below: Vec<Layer<'a>>,
    pub(crate) state: ElabState,
    pub(crate) basis: Basis,
    /// Modifications of the built-in type it derives from.
    pub(crate) attributes: Vec<Layer<'a>>,
    /// `input` or `output`, which a short class may add.
    pub(crate) prefixes: Prefixes,
    /// True if it may not be instantiated.
    pub(crate) partial: bool,
    /// For functions written `der(f, x)`.
    pub(crate) derivative: Option<PartialDerivative<'a>>,
    /// Dimensions that short classes add.
    pub(crate) dims: Vec<(ScopeId, SourceTree<'a>, List<Expression>)>,
    pub(crate) components: Vec<Member<'a>>,
    pub(crate) classes: Vec<ClassMember<'a>>,
    pub(crate) index: FxHashMap<Symbol, NameEntry>,
    /// The inherited class that a class of the same name goes on with or replaces.
    shadowed: FxHashMap<ClassId, usize>,
    pub(crate) sections: Vec<(ScopeId, SourceTree<'a>, &'a Section)>,
    /// What `extends` clauses leave out.
    left: Vec<DeselectedElement>,
    /// The texts that it inherits.
    inherited: Vec<ScopeId>,
    /// True if a class that it extends is not there: what that would have brought is not known.
    pub(crate) orphaned: bool,
}

/// `der(function, inputs)`: where it is written, and from where its names are looked up.
#[derive(Clone, Copy)]
pub(crate) struct PartialDerivative<'a> {
    pub(crate) scope: ScopeId,
    pub(crate) file: SourceTree<'a>,
    pub(crate) function: Name,
    pub(crate) inputs: List<Ident>,
}

/// What a name of a class stands for.
#[derive(Clone, Copy)]
pub(crate) enum NameEntry {
    Component(usize),
    Class(usize),
}

/// A component of an elaborated class.
pub(crate) struct Member<'a> {
    pub(crate) declaration: Declaration<'a>,
    /// Where it is written.
    pub(crate) scope: ScopeId,
    /// What the `extends` clauses on the way say about it, the outermost first.
    pub(crate) layers: Vec<Layer<'a>>,
    /// What every replacement must be able to stand for.
    pub(crate) limit: ConstrainingType<'a>,
    /// What is inherited and gives way to it, by where that is declared.
    pub(crate) replaced: Vec<Place>,
    /// Its type, once someone asked.
    pub(crate) elab: Option<Option<ElabId>>,
}

/// The name of a constraining type, and from where it is looked up.
#[derive(Clone, Copy)]
pub(crate) struct ConstrainingType<'a> {
    pub(crate) scope: ScopeId,
    pub(crate) file: SourceTree<'a>,
    pub(crate) base: Name,
}

impl<'a> ConstrainingType<'a> {
    /// That of a declaration: its constraining type, or else its type.
    fn of(declaration: &Declaration<'a>, scope: ScopeId) -> ConstrainingType<'a> {
        let base = declaration.constraint.map_or(declaration.type_name, |constraint| constraint.base);
        ConstrainingType { scope, file: declaration.file, base }
    }
}

/// A class declared in an elaborated class.
#[derive(Clone)]
pub(crate) struct ClassMember<'a> {
    pub(crate) class: ClassId,
    pub(crate) scope: ScopeId,
    pub(crate) layers: Vec<Layer<'a>>,
    /// What every class that replaces it must be able to stand for.
    pub(crate) constraint: Option<ConstrainingClause>,
    pub(crate) protected: bool,
}

/// A class to be elaborated: the text, where it is declared, and how it is modified.
#[derive(Clone)]
pub(crate) struct ClassRef<'a> {
    pub(crate) class: ClassId,
    pub(crate) scope: Option<ScopeId>,
    pub(crate) layers: Vec<Layer<'a>>,
    /// What constraining types say, which everything the class says of itself wins over.
    pub(crate) below: Vec<Layer<'a>>,
}

impl<'a> ClassRef<'a> {
    /// A class that nothing modifies.
    pub(crate) fn new(class: ClassId, scope: Option<ScopeId>) -> ClassRef<'a> {
        ClassRef { class, scope, layers: Vec::new(), below: Vec::new() }
    }
}

pub(crate) type ElabKey = (ClassId, Option<ScopeId>, Vec<LayerKey>, Vec<LayerKey>);

impl<'a> Elab<'a> {
    pub(crate) fn scalar(kind: Type) -> Elab<'a> {
        Elab { basis: Basis::Scalar(kind), state: ElabState::Done, ..Elab::new(None, None, Vec::new()) }
    }

    fn new(class: Option<ClassId>, scope: Option<ScopeId>, layers: Vec<Layer<'a>>) -> Elab<'a> {
        Elab {
            class,
            scope,
            layers,
            below: Vec::new(),
            state: ElabState::New,
            basis: Basis::Class,
            attributes: Vec::new(),
            prefixes: Prefixes::default(),
            partial: false,
            derivative: None,
            dims: Vec::new(),
            components: Vec::new(),
            classes: Vec::new(),
            index: FxHashMap::default(),
            shadowed: FxHashMap::default(),
            sections: Vec::new(),
            left: Vec::new(),
            inherited: Vec::new(),
            orphaned: false,
        }
    }
}

impl Elab<'_> {
    /// True if a class takes the place of one of the same name.
    pub(crate) fn is_shadowing(&self, class: ClassId) -> bool {
        self.shadowed.contains_key(&class)
    }

    /// True if a text is that of a class, or of one whose place it takes, near or far.
    fn leads_to(&self, index: usize, text: ClassId) -> bool {
        let before = |&at: &usize| self.shadowed.get(&self.classes[at].class).copied();
        std::iter::successors(Some(index), before).any(|at| self.classes[at].class == text)
    }
}

impl<'a> Flattener<'a> {
    pub(crate) fn elab(&self, id: ElabId) -> &Elab<'a> {
        &self.elabs[id.0 as usize]
    }

    fn elab_mut(&mut self, id: ElabId) -> &mut Elab<'a> {
        &mut self.elabs[id.0 as usize]
    }

    /// Makes a component an input or output, as its type says.
    pub(crate) fn apply_causality(&mut self, id: ElabId, index: usize, way: Prefix) {
        self.elab_mut(id).components[index].declaration.prefixes.add(way);
    }

    pub(crate) fn scope(&self, id: ScopeId) -> Scope {
        self.scopes[id.0 as usize]
    }

    fn add_scope(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    /// The elaborated class of a reference, complete with what it inherits.
    pub(crate) fn elaborate(&mut self, class: &ClassRef<'a>) -> ElabId {
        let keys = |layers: &[Layer<'a>]| layers.iter().map(Layer::key).collect();
        let key = (class.class, class.scope, keys(&class.layers), keys(&class.below));
        if let Some(&known) = self.known_elabs.get(&key) {
            self.complete(known);
            return known;
        }
        let id = ElabId(self.elabs.len() as u32);
        let scope = self.add_scope(Scope { class: class.class, top: id, parent: class.scope, heir: None });
        let mut elab = Elab::new(Some(class.class), Some(scope), class.layers.clone());
        elab.below = class.below.clone();
        self.elabs.push(elab);
        self.known_elabs.insert(key, id);
        self.complete(id);
        id
    }

    /// Collects what a class declares and inherits, unless that is done or under way.
    fn complete(&mut self, id: ElabId) {
        let Elab { state: ElabState::New, class: Some(class), scope: Some(scope), .. } = *self.elab(id)
        else {
            return;
        };
        let partial = self.program.class(class).node.prefixes.has(Prefix::Partial);
        let elab = self.elab_mut(id);
        (elab.state, elab.partial) = (ElabState::Busy, partial);
        let below = std::mem::take(&mut self.elab_mut(id).below);
        self.collect(id, class, scope, &[], &below);
        let elab = self.elab_mut(id);
        elab.below = below;
        // What modifies a type as a whole modifies the scalar that it is.
        if elab.basis != Basis::Class {
            elab.attributes = [elab.layers.clone(), std::mem::take(&mut elab.attributes)].concat();
        }
        elab.state = ElabState::Done;
        self.check_redeclared(id);
    }

    /// True if a class is of the kind that may not be instantiated.
    pub(crate) fn is_partial(&self, id: ElabId) -> bool {
        self.elab(id).partial
    }

    /// The span of a class's name, for messages.
    pub(crate) fn class_span(&self, class: ClassId) -> Span {
        self.program.class(class).node.name.span
    }
}
