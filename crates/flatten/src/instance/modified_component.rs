//! A component as modifications have left it: which declaration holds, and what modifies it.

use syntax::Place;
use syntax::tree::{ConstrainingClause, ElementKind, ModificationArgumentKind, Prefix};

use super::InstId;
use crate::Flattener;
use crate::elab::{ConstrainingType, ScopeId};
use crate::layer::{Layer, Owner, descend};
use crate::program::{Declaration, SourceTree};

/// A component with what modifications have made of it.
pub(super) struct ModifiedComponent<'a> {
    pub(super) file: SourceTree<'a>,
    pub(super) scope: ScopeId,
    pub(super) declaration: Declaration<'a>,
    /// Given from outside; these win over the value of a surrounding record.
    pub(super) outer: Vec<Layer<'a>>,
    /// Given by `extends` clauses, the declaration and constraining types.
    pub(super) inner: Vec<Layer<'a>>,
    /// The declaration that gives the sizes, and where it is written.
    pub(super) sizes: (ScopeId, Declaration<'a>),
    /// How many of `outer` win over the value of the surrounding record.
    pub(super) ranking: usize,
    /// Where it is redeclared.
    pub(super) exchanged: Option<Place>,
    /// What its type must be able to stand for.
    pub(super) limit: ConstrainingType<'a>,
    /// Where it is redeclared although the declaration before, and where that is looked up, does not allow it.
    pub(super) wrong: Option<(Place, Declaration<'a>, ScopeId)>,
}

impl<'a> Flattener<'a> {
    /// The declaration of a component and all modifications of it.
    pub(super) fn modified(&self, inst: InstId, index: usize) -> ModifiedComponent<'a> {
        let whole = &self.inst(inst).layers;
        let member = &self.elab(self.inst(inst).elab).components[index];
        let own = member.declaration;
        // The value of the record around it is given by one of its layers; those before it win over that value.
        let valued = self.valued(inst);
        let mut outer = descend(&whole[..valued], own.name, &self.model.symbols);
        let ranking = outer.len();
        outer.extend(descend(&whole[valued..], own.name, &self.model.symbols));
        let mut made = ModifiedComponent {
            file: own.file,
            scope: member.scope,
            declaration: own,
            outer,
            inner: Vec::new(),
            sizes: (member.scope, own),
            ranking,
            exchanged: None,
            limit: member.limit,
            wrong: None,
        };
        let redeclared = self.redeclarations(inst, index);
        if !redeclared.is_empty() {
            self.replace(inst, &mut made, &redeclared);
        }
        // Dimensions that a redeclaration does not repeat stay.
        let declaration = made.declaration;
        let silent = declaration.component.subscripts.is_empty() && declaration.type_subscripts.is_empty();
        made.sizes = if silent { (member.scope, own) } else { (made.scope, declaration) };
        made.inner.extend(
            member.layers.iter().filter(|layer| !layer.is_whole()).map(|layer| self.owned(layer, inst)),
        );
        let owner = Owner::Instance(inst);
        made.inner.extend(declared(&own, member.scope, owner, made.exchanged.is_some()));
        made.inner.extend(bound(own.file, own.constraint, member.scope, owner));
        made
    }

    /// How many layers of an instance win over its value as a whole, which it may have as a part of a record around it.
    fn valued(&self, inst: InstId) -> usize {
        let found = self.inst(inst);
        let own = found.layers.iter().position(|layer| layer.value.is_some()).unwrap_or(found.layers.len());
        let around = found.parent.is_some_and(|around| self.whole_layer(around).is_some());
        if around { own.min(found.ranking) } else { own }
    }

    /// The redeclarations of a component, the outermost first, each with the layer that holds it.
    fn redeclarations(&self, inst: InstId, index: usize) -> Vec<(&Layer<'a>, Declaration<'a>)> {
        let member = &self.elab(self.inst(inst).elab).components[index];
        let own = member.declaration;
        let text = self.model.symbols.name(own.name);
        let whole = self.inst(inst).layers.iter();
        let mut redeclared: Vec<(&Layer<'a>, Declaration<'a>)> = whole
            .chain(member.layers.iter().filter(|layer| layer.is_whole()))
            .filter_map(|layer| Some((layer, redeclaration(layer, text, own)?)))
            .collect();
        // A layer that exchanges classes may reach the component in two ways.
        redeclared.dedup_by_key(|one| std::ptr::from_ref(one.1.component));
        // What a constraining type redeclares gives way to a redeclaration that is the last.
        while let [(layer, _), (_, before), ..] = redeclared[..]
            && layer.is_constraining()
            && !before.prefixes.has(Prefix::Replaceable)
        {
            redeclared.remove(0);
        }
        redeclared
    }

    /// Puts the outermost redeclaration in the place of a component.
    fn replace(
        &self,
        inst: InstId,
        made: &mut ModifiedComponent<'a>,
        redeclared: &[(&Layer<'a>, Declaration<'a>)],
    ) {
        let Some(&(layer, declaration)) = redeclared.first() else { return };
        let (own, own_scope) = (made.declaration, made.scope);
        let component = declaration.component;
        let modification = component.modification;
        let owner = self.owned(layer, inst).owner;
        let (span, is_final) = (component.span, declaration.prefixes.has(Prefix::Final));
        let new = Layer::new(layer.file, modification.class, modification.value, span, layer.scope, owner)
            .with_final(is_final);
        made.inner.push(match layer.redeclare(self.model.symbols.name(own.name)) {
            Some(argument) => layer.replacing(argument, new),
            None => new,
        });
        (made.file, made.scope, made.declaration) = (layer.file, layer.scope, declaration);
        let place = layer.file.place(component.span);
        made.exchanged = Some(place);
        // A redeclaration that does not say `replaceable` is the last.
        let (before, scope) =
            redeclared.get(1).map_or((own, own_scope), |(layer, before)| (*before, layer.scope));
        if !before.prefixes.has(Prefix::Replaceable) {
            made.wrong = Some((place, before, scope));
        }
        if let Some((layer, before)) = redeclared[1..].iter().find(|one| one.1.constraint.is_some())
            && let Some(constraint) = before.constraint
        {
            made.limit = ConstrainingType { scope: layer.scope, file: layer.file, base: constraint.base };
        }
        // What constrains the component holds for every replacement.
        for (layer, declaration) in redeclared {
            let owner = self.owned(layer, inst).owner;
            made.inner.extend(bound(layer.file, declaration.constraint, layer.scope, owner));
        }
    }
}

/// What a declaration says of itself. It holds for a replacement too, as what a constraining type would say, unless there is
/// a constraining type that speaks for it.
fn declared<'a>(own: &Declaration<'a>, scope: ScopeId, owner: Owner, exchanged: bool) -> Option<Layer<'a>> {
    let modification = own.component.modification;
    let is_final = own.prefixes.has(Prefix::Final);
    let speaks = !exchanged || own.constraint.is_none();
    if !speaks || (modification.class.is_none() && modification.value.is_none() && !is_final) {
        return None;
    }
    let span = own.component.span;
    let layer = Layer::new(own.file, modification.class, modification.value, span, scope, owner);
    let layer = layer.with_final(is_final);
    Some(if exchanged { layer.of_constraint() } else { layer })
}

/// What a constraining type says.
fn bound<'a>(
    file: SourceTree<'a>,
    constraint: Option<ConstrainingClause>,
    scope: ScopeId,
    owner: Owner,
) -> Option<Layer<'a>> {
    let modification = constraint?.modification?;
    Some(Layer::new(file, Some(modification), None, modification.span, scope, owner).of_constraint())
}

impl<'a> Flattener<'a> {
    /// Reports a redeclaration in a modification that is not allowed (section 7.3.3). One of the same type may change the
    /// sizes of a component that is not replaceable.
    pub(super) fn check_exchanged(&mut self, made: &mut ModifiedComponent<'a>, own: &Declaration<'a>) {
        let Some(place) = made.exchanged else { return };
        if own.prefixes.has(Prefix::Constant) {
            return self.constant_redeclared(place, own.place(), own.name);
        }
        let Some((place, before, scope)) = made.wrong else { return };
        let new = self.find_elab(made.scope, made.file, made.declaration.type_name);
        let old = self.find_elab(scope, before.file, before.type_name);
        if !new.zip(old).is_some_and(|(new, old)| self.is_one(new, old)) {
            self.not_replaceable(place, before.file.place(before.component.name.span), own.name);
            // What was said of the one that should have stayed does not fit what came in its place.
            made.inner.retain(|layer| !layer.is_constraining());
        }
    }
}

/// The component that a modification puts in the place of another.
fn redeclaration<'a>(layer: &Layer<'a>, name: &str, own: Declaration<'a>) -> Option<Declaration<'a>> {
    let file = layer.file;
    let argument = layer.redeclare(name)?;
    let ModificationArgumentKind::Component { element } = argument.kind else { return None };
    let ElementKind::Components { prefixes, type_name, subscripts, components, constraint } =
        file.tree[element].kind
    else {
        return None;
    };
    // Prefixes that a redeclaration does not repeat stay, but for what it may become itself.
    let mut joined = prefixes;
    argument
        .prefixes
        .iter()
        .chain(own.prefixes.iter().filter(|&prefix| prefix != Prefix::Replaceable))
        .for_each(|prefix| joined.add(prefix));
    let component = file.tree[components].first()?;
    let protected = own.protected;
    Some(Declaration {
        file,
        name: own.name,
        prefixes: joined,
        type_name,
        type_subscripts: subscripts,
        component,
        constraint,
        protected,
    })
}
