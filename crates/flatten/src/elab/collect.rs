//! What a class declares and inherits, gathered in one place: base classes, redeclared elements and what `extends` clauses say
//! about them.

use equations::{EnumId, Symbol, Type};
use syntax::List;
use syntax::tree::{ClassModification, ClassSpecifier, Name, Prefix};

use super::{
    Basis, ClassMember, ConstrainingType, ElabId, Member, NameEntry, PartialDerivative, Scope, ScopeId,
};
use crate::Flattener;
use crate::layer::{Layer, Owner, descend};
use crate::lookup::ClassReference;
use crate::program::{ClassId, ClassItem, Declaration, SourceTree};

/// A base class as it is written.
struct BaseClass<'a> {
    /// Where its name is looked up.
    scope: ScopeId,
    /// The text that names it.
    heir: ScopeId,
    file: SourceTree<'a>,
    name: Name,
    modification: Option<ClassModification>,
}

impl<'a> Flattener<'a> {
    /// Adds what a class text declares and inherits. `above` is what the `extends` clauses that led here say, `below`
    /// what constraining types say of the class.
    pub(super) fn collect(
        &mut self,
        id: ElabId,
        class: ClassId,
        scope: ScopeId,
        above: &[Layer<'a>],
        below: &[Layer<'a>],
    ) {
        let (file, node) = (self.program.class(class).file, self.program.class(class).node);
        self.check_class_text(class);
        match node.specifier {
            ClassSpecifier::Long { extends, modification, .. } => {
                let above = &[above, below].concat();
                if extends {
                    self.go_on(id, class, scope, modification, above);
                }
                let scan = self.program.scan(class, &mut self.model.symbols);
                let (items, sections) = (scan.items.clone(), scan.sections.clone());
                for item in items {
                    match item {
                        ClassItem::Extends { base, modification, protected } => {
                            let first = (self.elab(id).components.len(), self.elab(id).classes.len());
                            let sections = self.elab(id).sections.len();
                            let left = self.collect_deselected(file, modification);
                            self.leaving.push((id, left));
                            self.inherit(
                                id,
                                class,
                                BaseClass { scope, heir: scope, file, name: base, modification },
                                above,
                                &[],
                            );
                            if let Some((_, left)) = self.leaving.pop() {
                                self.apply_deselection(id, left, sections);
                            }
                            // What is inherited under `protected` is protected.
                            let elab = self.elab_mut(id);
                            let components = elab.components[first.0..].iter_mut();
                            components.for_each(|member| member.declaration.protected |= protected);
                            let classes = elab.classes[first.1..].iter_mut();
                            classes.for_each(|member| member.protected |= protected);
                        }
                        ClassItem::Class { class, constraint, protected } => {
                            let layers = Vec::new();
                            let member = ClassMember { class, scope, layers, constraint, protected };
                            self.add_class(id, &member, above);
                        }
                        ClassItem::Component(declaration) => {
                            self.add_component(id, declaration, scope, above);
                        }
                    }
                }
                let sections = sections.into_iter().map(|section| (scope, file, section));
                self.elab_mut(id).sections.extend(sections);
            }
            ClassSpecifier::Short { prefixes, base, subscripts, modification, .. } => {
                let known = &mut self.elab_mut(id).prefixes;
                prefixes.iter().for_each(|prefix| known.add(prefix));
                // A short class is no scope of its own: its names are those of the class around it.
                let around = self.scope(scope).parent.unwrap_or(scope);
                if !subscripts.is_empty() {
                    self.elab_mut(id).dims.push((around, file, subscripts));
                }
                let base = BaseClass { scope: around, heir: scope, file, name: base, modification };
                self.inherit(id, class, base, above, below);
            }
            ClassSpecifier::Enumeration { literals, .. } => {
                let kind = self.enumeration(class, literals);
                let elab = self.elab_mut(id);
                elab.basis = Basis::Scalar(Type::Enumeration(kind));
                elab.attributes = [above, below].concat();
            }
            ClassSpecifier::Derivative { function, inputs, .. } => {
                // Its inputs and results are those of the function it is the derivative of.
                let around = self.scope(scope).parent.unwrap_or(scope);
                if self.check_derivative(class, around, function).is_some() {
                    let base =
                        BaseClass { scope: around, heir: scope, file, name: function, modification: None };
                    self.inherit(id, class, base, above, below);
                    self.check_inputs(id, file, inputs);
                }
                let derivative = PartialDerivative { scope: around, file, function, inputs };
                self.elab_mut(id).derivative = Some(derivative);
            }
        }
    }

    /// Adds what a base class declares and inherits.
    fn inherit(
        &mut self,
        id: ElabId,
        class: ClassId,
        BaseClass { scope, heir, file, name, modification }: BaseClass<'a>,
        above: &[Layer<'a>],
        below: &[Layer<'a>],
    ) {
        if self.names_itself(class, scope, file, name) {
            let place = file.place(self.program.class(class).node.name.span);
            return self.recursive(place, class);
        }
        let Some(found) = self.find_class(scope, file, name, Some(class)) else {
            self.elab_mut(id).orphaned = true;
            return;
        };
        let mut layers = above.to_vec();
        if let Some(modification) = modification {
            layers.push(Layer::new(file, Some(modification), None, modification.span, scope, Owner::Own));
        }
        layers.extend_from_slice(below);
        match found {
            ClassReference::Scalar(kind) => {
                self.check_scalar_base(class, kind, file.place(name.span));
                let elab = self.elab_mut(id);
                elab.basis = Basis::Scalar(kind);
                elab.attributes = layers;
            }
            ClassReference::Class(base) => {
                if self.inherits_itself(id, base.class) {
                    let place = file.place(self.program.class(class).node.name.span);
                    return self.recursive(place, base.class);
                }
                self.check_base(class, base.class, file.place(name.span));
                if heir == scope {
                    self.check_inherited_base(id, scope, file, name);
                }
                layers.extend(base.layers.iter().cloned());
                // A short class is what it stands for; a class that extends one is not.
                if self.is_renamed(id) {
                    let partial = self.program.class(base.class).node.prefixes.has(Prefix::Partial);
                    self.elab_mut(id).partial |= partial;
                }
                let inner = self.add_inherited(id, base.class, base.scope, heir);
                self.bases.push((id, base.class));
                let shaped = self.is_shaped(id);
                self.collect(id, base.class, inner, &layers, &base.below);
                self.bases.pop();
                if !shaped && self.is_shaped(id) {
                    self.check_alone(class, file.place(name.span), base.class);
                }
                self.check_settled(class, &base, file.place(name.span));
                // Attributes of scalars are looked at where there are variables.
                if let Some(modification) = modification.filter(|_| self.elab(id).basis == Basis::Class) {
                    let layer =
                        Layer::new(file, Some(modification), None, modification.span, scope, Owner::Own);
                    self.check_names(id, &layer);
                }
            }
        }
    }

    /// True for a class that is an array, or has a direction, as a whole.
    fn is_shaped(&self, id: ElabId) -> bool {
        let elab = self.elab(id);
        !elab.dims.is_empty() || elab.prefixes.iter().next().is_some()
    }

    /// The scope of a text that another one of the same class inherits.
    fn add_inherited(
        &mut self,
        id: ElabId,
        class: ClassId,
        parent: Option<ScopeId>,
        heir: ScopeId,
    ) -> ScopeId {
        let scope = self.add_scope(Scope { class, top: id, parent, heir: Some(heir) });
        self.elab_mut(id).inherited.push(scope);
        scope
    }

    /// True as long as nothing but short classes lead from the class at hand to the one whose base is looked for.
    fn is_renamed(&self, id: ElabId) -> bool {
        let bases = self.bases.iter().filter(|base| base.0 == id).map(|base| base.1);
        self.elab(id)
            .class
            .into_iter()
            .chain(bases)
            .all(|class| matches!(self.program.class(class).node.specifier, ClassSpecifier::Short { .. }))
    }

    /// True if the only class of a name is the one that is looking for its base.
    fn names_itself(&mut self, class: ClassId, scope: ScopeId, file: SourceTree<'a>, base: Name) -> bool {
        let [only] = file.tree[base.parts] else { return false };
        let name = self.program.class(class).name;
        file.read(only.span) == self.model.symbols.name(name)
            && !base.absolute
            && self.lookup(scope, name, Some(class)).is_none()
    }

    /// True if a class is already being inherited into the one at hand.
    fn inherits_itself(&self, id: ElabId, base: ClassId) -> bool {
        self.elab(id).class == Some(base) || self.bases.contains(&(id, base))
    }

    /// `model extends A`: goes on with the class `A` that the surrounding class inherits.
    fn go_on(
        &mut self,
        id: ElabId,
        class: ClassId,
        scope: ScopeId,
        modification: Option<ClassModification>,
        above: &[Layer<'a>],
    ) {
        let (file, name) = (self.program.class(class).file, self.program.class(class).name);
        let shadowed = self.scope(scope).parent.and_then(|parent| {
            let surrounding = self.elab(self.scope(parent).top);
            surrounding.shadowed.get(&class).map(|&index| surrounding.classes[index].clone())
        });
        let Some(base) = shadowed else {
            let place = file.place(self.program.class(class).node.name.span);
            return self.unknown(place, "an inherited class", name);
        };
        let mut layers = above.to_vec();
        if let Some(modification) = modification {
            layers.push(Layer::new(file, Some(modification), None, modification.span, scope, Owner::Own));
        }
        layers.extend(base.layers.iter().cloned());
        let inner = self.add_inherited(id, base.class, Some(base.scope), scope);
        self.collect(id, base.class, inner, &layers, &[]);
    }

    fn add_class(&mut self, id: ElabId, member: &ClassMember<'a>, above: &[Layer<'a>]) {
        // It takes the place of what is inherited, however far down that was declared.
        let class = member.class;
        let (name, replaces) = (self.program.class(class).name, self.program.class(class).replaces());
        let layers = self.reaching(above, name);
        let elab = &mut self.elabs[id.0 as usize];
        let index = elab.classes.len();
        elab.classes.push(ClassMember { layers, ..member.clone() });
        match elab.index.get(&name) {
            // The same text, inherited in two ways: it has taken its place already.
            Some(&NameEntry::Class(known)) if elab.leads_to(known, class) => {}
            Some(&NameEntry::Class(known)) if replaces => {
                elab.shadowed.insert(class, known);
                elab.index.insert(name, NameEntry::Class(index));
                self.check_redeclared_class(id, index, known);
            }
            // Inherited after the class that replaces it.
            Some(&NameEntry::Class(known)) => {
                let replaced = elab.classes[known].class;
                elab.shadowed.entry(replaced).or_insert(index);
                self.check_classes(id, known, index);
            }
            Some(&NameEntry::Component(known)) => self.check_mixed(id, known, index),
            None => {
                elab.index.insert(name, NameEntry::Class(index));
            }
        }
    }

    fn add_component(
        &mut self,
        id: ElabId,
        declaration: Declaration<'a>,
        scope: ScopeId,
        above: &[Layer<'a>],
    ) {
        if self.is_deselected(id, &declaration, scope) {
            return;
        }
        let mut layers = self.reaching(above, declaration.name);
        let elab = &mut self.elabs[id.0 as usize];
        match elab.index.get(&declaration.name) {
            // `redeclare` in the class at hand takes the place of what was inherited before, whose
            // modifications hold on.
            Some(&NameEntry::Component(known)) => {
                let old = &mut elab.components[known];
                // The same text, inherited in two ways.
                if old.declaration.place() == declaration.place()
                    || old.replaced.contains(&declaration.place())
                {
                    return;
                }
                if declaration.prefixes.has(Prefix::Redeclare) {
                    let (before, before_scope) = (old.declaration, old.scope);
                    let Declaration { file, component, .. } = before;
                    layers.extend(old.layers.iter().cloned());
                    let again = old.declaration.prefixes.has(Prefix::Redeclare);
                    let kept = match old.declaration.constraint {
                        Some(constraint) => constraint.modification,
                        None => component.modification.class.filter(|_| !again),
                    };
                    layers.push(Layer::new(file, kept, None, component.span, old.scope, Owner::Own));
                    let limit = if declaration.constraint.is_some() {
                        ConstrainingType::of(&declaration, scope)
                    } else {
                        old.limit
                    };
                    let mut replaced = std::mem::take(&mut old.replaced);
                    replaced.push(before.place());
                    elab.components[known] =
                        Member { declaration, scope, layers, limit, replaced, elab: None };
                    self.check_redeclared_component((&declaration, scope), (&before, before_scope));
                } else {
                    // Inherited after what replaces it.
                    old.replaced.push(declaration.place());
                    self.check_components(id, known, declaration, scope);
                }
            }
            Some(&NameEntry::Class(known)) => {
                let place = declaration.file.place(declaration.component.name.span);
                self.check_mixed_class(id, known, declaration.name, place);
            }
            None => {
                elab.index.insert(declaration.name, NameEntry::Component(elab.components.len()));
                let limit = ConstrainingType::of(&declaration, scope);
                elab.components.push(Member {
                    declaration,
                    scope,
                    layers,
                    limit,
                    replaced: Vec::new(),
                    elab: None,
                });
            }
        }
    }

    /// What modifications of a whole class say about a member of it: what they change in it, and the layers
    /// that exchange it.
    fn reaching(&self, above: &[Layer<'a>], name: Symbol) -> Vec<Layer<'a>> {
        let mut layers: Vec<Layer<'a>> = Vec::new();
        let text = self.model.symbols.name(name);
        for layer in above {
            if layer.redeclare(text).is_some() {
                layers.push(layer.whole());
            }
            layers.extend(descend(std::slice::from_ref(layer), name, &self.model.symbols));
        }
        layers
    }

    fn enumeration(
        &mut self,
        class: ClassId,
        literals: Option<List<syntax::tree::EnumerationLiteral>>,
    ) -> EnumId {
        if let Some(&known) = self.enumerations.get(&class) {
            return known;
        }
        let file = self.program.class(class).file;
        let name = self.program.class(class).full;
        let literals = literals.map_or(&[][..], |literals| &file.tree[literals]);
        let literals: Vec<Symbol> =
            literals.iter().map(|literal| self.model.symbols.add(file.read(literal.name.span))).collect();
        let same = |known: &equations::Enumeration| !literals.is_empty() && known.literals == literals;
        let at = self.model.enumerations.len();
        let id = EnumId::new(at, self.model.enumerations.iter().position(same).unwrap_or(at));
        self.model.enumerations.push(equations::Enumeration { name, literals });
        self.enumerations.insert(class, id);
        id
    }
}
