//! Modifications as they meet an element: layers, the outermost first.
//!
//! Modifications are never merged into a tree of their own. An element sees the argument lists that reach
//! it, each with the place where its names are to be looked up; the first that says something wins (Modelica
//! Language Specification 3.6, section 7.2).

use equations::{Symbol, Symbols};
use syntax::tree::{
    ClassModification, ModificationArgument, ModificationArgumentKind, ModificationExpression, Prefix,
};
use syntax::{Place, Span};

use crate::elab::ScopeId;
use crate::instance::InstId;
use crate::program::SourceTree;

/// Where the values of a modification are to be looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// In the instance of the class that the modification is written in, whichever that will be.
    Own,
    /// In this instance.
    Instance(InstId),
}

/// The part of one modification that concerns an element.
#[derive(Clone)]
pub(crate) struct Layer<'a> {
    pub(crate) file: SourceTree<'a>,
    /// The arguments for parts of the element.
    pub(crate) arguments: &'a [ModificationArgument],
    /// An argument `a.b.c = …` of whose name this many parts have been passed.
    rest: Option<(&'a ModificationArgument, usize)>,
    /// The value given to the element.
    pub(crate) value: Option<ModificationExpression>,
    /// The whole argument, for messages.
    pub(crate) span: Span,
    /// The modification that it is an argument of, or the declaration.
    within: Span,
    /// Where classes are looked up.
    pub(crate) scope: ScopeId,
    pub(crate) owner: Owner,
    /// The subscripts of the array elements passed on the way, which select from a value without `each`.
    pub(crate) subscripts: Vec<u32>,
    /// The sizes of those arrays, which such a value must have.
    pub(crate) sizes: Vec<u32>,
    /// True if the value is given with `each`.
    pub(crate) each: bool,
    /// True if arrays have been passed on the way, so that `each` has something to mean.
    spread: bool,
    /// True for an argument of a modification.
    argument: bool,
    /// True if nothing outside may change the element, or anything inside of it (section 7.2.6).
    pub(crate) is_final: bool,
    /// True for what a redeclaration without `each` says in an array: one value there stands for all elements.
    pub(crate) same: bool,
    /// True if the arguments are those of the class that the element is a member of, kept because they
    /// redeclare it.
    whole: bool,
    /// True for what a constraining type says of whatever takes the place of a class.
    constraining: bool,
}

impl<'a> Layer<'a> {
    /// The layer of a modification written `(…)`.
    pub(crate) fn new(
        file: SourceTree<'a>,
        modification: Option<ClassModification>,
        value: Option<ModificationExpression>,
        span: Span,
        scope: ScopeId,
        owner: Owner,
    ) -> Layer<'a> {
        let arguments = modification.map_or(&[][..], |modification| &file.tree[modification.arguments]);
        let (subscripts, sizes) = (Vec::new(), Vec::new());
        let (each, spread, is_final, whole, rest) = (false, false, false, false, None);
        Layer {
            file,
            arguments,
            rest,
            value,
            span,
            within: span,
            scope,
            owner,
            subscripts,
            sizes,
            each,
            spread,
            argument: false,
            is_final,
            same: false,
            whole,
            constraining: false,
        }
    }

    /// The layer of a component that stands, by a redeclaration in this layer, in the place of another.
    pub(crate) fn replacing(&self, argument: &ModificationArgument, new: Layer<'a>) -> Layer<'a> {
        if argument.prefixes.has(Prefix::Each) {
            return new;
        }
        Layer { subscripts: self.subscripts.clone(), sizes: self.sizes.clone(), same: true, ..new }
    }

    /// The layer as it reaches a member that it redeclares.
    pub(crate) fn whole(&self) -> Layer<'a> {
        Layer { value: None, whole: true, ..self.clone() }
    }

    /// The layer of a declaration that is, or is not, `final`.
    pub(crate) fn with_final(self, is_final: bool) -> Layer<'a> {
        Layer { is_final, ..self }
    }

    /// The layer of what a constraining type says.
    pub(crate) fn of_constraint(self) -> Layer<'a> {
        Layer { constraining: true, ..self }
    }

    pub(crate) fn is_constraining(&self) -> bool {
        self.constraining
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The layer with values that belong to an instance.
    pub(crate) fn of(&self, instance: InstId) -> Layer<'a> {
        Layer { owner: Owner::Instance(instance), ..self.clone() }
    }

    /// True if it is an argument of a modification, and not what a declaration says of itself.
    pub(crate) fn is_argument(&self) -> bool {
        self.argument
    }

    /// True if another layer is written in the same modification or declaration as this one.
    pub(crate) fn stands_with(&self, other: &Layer<'a>) -> bool {
        let around = self.within;
        self.place().file == other.place().file
            && around.start <= other.span.start
            && other.span.end <= around.end
    }

    /// True for an `each` outside of all arrays.
    pub(crate) fn is_redundant_each(&self) -> bool {
        self.each && !self.spread && self.rest.is_none()
    }

    /// True if it says anything.
    pub(crate) fn is_nonempty(&self) -> bool {
        self.value.is_some() || self.rest.is_some() || !self.arguments.is_empty()
    }

    pub(crate) fn place(&self) -> Place {
        self.file.place(self.span)
    }

    /// The names of the parts that this layer says something about, each with where it says so.
    pub(crate) fn names(&self) -> Vec<(&'a str, Span)> {
        let all = self.rest.into_iter().chain(self.arguments.iter().map(|argument| (argument, 0)));
        all.filter_map(|(argument, passed)| {
            let ModificationArgumentKind::Modify { name, .. } = argument.kind else { return None };
            let part = self.file.tree[name.parts].get(passed)?;
            Some((self.file.read(part.span), argument.span))
        })
        .collect()
    }

    /// The names of the parts that this layer redeclares, each with where it does.
    pub(crate) fn redeclared(&self) -> Vec<(&'a str, Span)> {
        let file = self.file;
        self.arguments
            .iter()
            .filter_map(|argument| match argument.kind {
                ModificationArgumentKind::Class { class, .. } => {
                    let span = file.tree[class].name.span;
                    Some((file.read(span), span))
                }
                ModificationArgumentKind::Component { element } => {
                    Some((file.declared(element)?, argument.span))
                }
                _ => None,
            })
            .collect()
    }

    /// What this layer says about a part of the element.
    fn descend(&self, name: Symbol, symbols: &Symbols, out: &mut Vec<Layer<'a>>) {
        let name = symbols.name(name);
        if let Some((argument, passed)) = self.rest {
            self.enter(argument, passed, name, out);
        }
        for argument in self.arguments {
            self.enter(argument, 0, name, out);
        }
    }

    fn enter(&self, argument: &'a ModificationArgument, passed: usize, name: &str, out: &mut Vec<Layer<'a>>) {
        let ModificationArgumentKind::Modify { name: path, modification, .. } = argument.kind else { return };
        let parts = &self.file.tree[path.parts];
        if parts.get(passed).is_none_or(|part| self.file.read(part.span) != name) {
            return;
        }
        let mut layer = Layer {
            arguments: &[],
            rest: None,
            value: None,
            span: argument.span,
            within: self.span,
            argument: true,
            ..self.clone()
        };
        let last = passed + 1 == parts.len();
        layer.is_final = self.is_final || (last && argument.prefixes.has(Prefix::Final));
        layer.each = argument.prefixes.has(Prefix::Each);
        layer.spread |= !self.sizes.is_empty();
        // `each`: the same for all elements passed so far.
        if layer.each {
            layer.subscripts.clear();
            layer.sizes.clear();
        }
        if last {
            layer.arguments = modification.class.map_or(&[][..], |class| &self.file.tree[class.arguments]);
            layer.value = modification.value;
        } else {
            layer.rest = Some((argument, passed + 1));
        }
        out.push(layer);
    }

    /// The redeclaration of an element, if this layer holds one.
    pub(crate) fn redeclare(&self, name: &str) -> Option<&'a ModificationArgument> {
        self.arguments.iter().find(|argument| match argument.kind {
            ModificationArgumentKind::Class { class, .. } => {
                self.file.read(self.file.tree[class].name.span) == name
            }
            ModificationArgumentKind::Component { element } => {
                self.file.declared(element).is_some_and(|declared| declared == name)
            }
            _ => false,
        })
    }

    /// True if this layer exchanges a class, so that names may mean something else below it.
    pub(crate) fn redeclares_class(&self) -> bool {
        self.arguments.iter().any(|argument| matches!(argument.kind, ModificationArgumentKind::Class { .. }))
    }

    /// True if another layer is the same modification, wherever its names are looked up.
    pub(crate) fn is_same_modification(&self, other: &Layer<'a>) -> bool {
        let at = |layer: &Layer<'a>| LayerKey { 3: self.scope, ..layer.key() };
        at(self) == at(other)
    }

    /// What makes two layers the same.
    pub(crate) fn key(&self) -> LayerKey {
        let rest =
            self.rest.map_or((0, 0), |(argument, passed)| (std::ptr::from_ref(argument) as usize, passed));
        LayerKey(
            self.arguments.as_ptr() as usize,
            rest,
            self.span,
            self.scope,
            self.owner,
            self.subscripts.clone(),
        )
    }
}

/// What makes two layers the same: the arguments by where they stand in memory, and the surroundings.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct LayerKey(usize, (usize, usize), Span, ScopeId, Owner, Vec<u32>);

/// What layers say about a part of the element.
pub(crate) fn descend<'a>(layers: &[Layer<'a>], name: Symbol, symbols: &Symbols) -> Vec<Layer<'a>> {
    let mut out = Vec::new();
    for layer in layers {
        layer.descend(name, symbols, &mut out);
    }
    out
}

impl<'a> SourceTree<'a> {
    /// The name of the component that an element of a redeclaration declares.
    fn declared(self, element: syntax::Id<syntax::tree::Element>) -> Option<&'a str> {
        match self.tree[element].kind {
            syntax::tree::ElementKind::Components { components, .. } => {
                self.tree[components].first().map(|component| self.read(component.name.span))
            }
            _ => None,
        }
    }
}
