//! What may stand for what: redeclarations, constraints and `inner` for `outer` (Modelica Language Specification 3.6,
//! chapter 6).
//!
//! Compared are names, kinds, types, numbers of dimensions and prefixes of all public components, as deep as
//! the classes differ, and for functions the order of the arguments. That inputs a replacement adds are
//! connected is left to the check of balance.

use equations::{Symbol, Type, Variability};
use syntax::tree::{ClassSpecifier, Prefix, Prefixes, Restriction};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{a, kind_text};
use crate::Flattener;
use crate::elab::{Basis, ClassRef, ConstrainingType, ElabId, NameEntry, ScopeId};
use crate::program::{ClassId, Declaration};

/// Classes that differ deeper than this are not compared any further.
const MAX_DEPTH: u32 = 6;

/// Why a class cannot stand for another.
struct Incompatibility {
    /// What is lacking, after the name of the class.
    what: String,
    /// Where the class that is stood for says so, and what.
    wanted: Option<(Place, String)>,
    /// Where the class that stands for it says something else.
    found: Option<(Place, String)>,
}

impl<'a> Flattener<'a> {
    /// Reports a component whose new type, or whose type by default, cannot stand for the one it must.
    pub(crate) fn check_replacement(
        &mut self,
        limit: ConstrainingType<'a>,
        original: &Declaration<'a>,
        place: Place,
        kind: ElabId,
    ) -> Option<()> {
        let wanted = self.find_elab(limit.scope, limit.file, limit.base)?;
        let Some(lack) = self.lack(kind, wanted, 0) else { return Some(()) };
        // The declaration, unless another one, which it replaces or is replaced by, sets the limit.
        let own = original.constraint.map_or(original.type_name, |constraint| constraint.base);
        let declared = match limit.file.place(limit.base.span) {
            place if place == original.file.place(own.span) => {
                original.file.place(original.component.name.span)
            }
            place => place,
        };
        self.not_compatible(place, declared, original.name, kind, wanted, lack);
        None
    }

    /// Reports an `inner` component that cannot stand for the `outer` one.
    pub(crate) fn check_inner(
        &mut self,
        kind: ElabId,
        outer: ElabId,
        inner: Place,
        place: Place,
        name: Symbol,
    ) {
        if let Some(lack) = self.lack(kind, outer, 0) {
            self.not_compatible(inner, place, name, kind, outer, lack);
        }
    }

    /// Reports elements that are written to take the place of inherited ones, where there are none.
    pub(crate) fn check_redeclared(&mut self, id: ElabId) {
        let elab = self.elab(id);
        let components = elab.components.iter().filter(|member| {
            member.declaration.prefixes.has(Prefix::Redeclare) && member.replaced.is_empty()
        });
        let mut wrong: Vec<(Symbol, Place)> =
            components.map(|member| (member.declaration.name, member.declaration.place())).collect();
        for member in &elab.classes {
            let class = self.program.class(member.class);
            // What goes on with a class that is not inherited is told where that is looked for.
            if class.is_redeclared() && !elab.is_shadowing(member.class) {
                wrong.push((class.name, class.file.place(class.node.name.span)));
            }
        }
        for (name, place) in wrong {
            let name = self.model.symbols.name(name).to_string();
            self.report(
                Diagnostic::new(
                    DiagnosticCode::NotReplaceable,
                    place,
                    format!("there is no inherited `{name}` to redeclare"),
                )
                .label("takes the place of nothing")
                .help("remove `redeclare`, or extend the class that declares it"),
            );
        }
    }

    /// Notes a class that a modification exchanges, to be looked at once nothing is being elaborated.
    pub(crate) fn queue_replacement(
        &mut self,
        elab: ElabId,
        index: usize,
        class: ClassId,
        scope: ScopeId,
        limit: Option<ConstrainingType<'a>>,
    ) {
        if self.rules.known_exchanges.insert((elab, index, class)) {
            self.rules.exchanged.push((elab, index, class, scope, limit));
        }
    }

    /// True for a class that was reported because it cannot stand for what it replaces.
    pub(crate) fn is_incompatible(&self, elab: ElabId) -> bool {
        self.elab(elab).class.is_some_and(|class| self.rules.unfit.contains(&class))
    }

    /// Reports exchanged classes that cannot stand for what they replace.
    pub(crate) fn check_exchanges(&mut self) {
        while let Some((elab, index, class, scope, limit)) = self.rules.exchanged.pop() {
            let member = self.elab(elab).classes[index].clone();
            let file = self.program.class(member.class).file;
            let own = member.constraint.map(|constraint| constraint.base);
            let own = own.map(|base| ConstrainingType { scope: member.scope, file, base });
            let wanted = match limit.or(own) {
                Some(limit) => self.find_elab(limit.scope, limit.file, limit.base),
                None => {
                    let (class, scope) = (member.class, Some(member.scope));
                    Some(self.elaborate(&ClassRef::new(class, scope)))
                }
            };
            let Some(wanted) = wanted else { continue };
            let found = self.elaborate(&ClassRef::new(class, Some(scope)));
            let Some(lack) = self.lack(found, wanted, 0) else { continue };
            let place = self.class_place(class);
            let declared = limit.map(|limit| limit.file.place(limit.base.span));
            let declared = declared.unwrap_or_else(|| self.class_place(member.class));
            let name = self.program.class(member.class).name;
            let (found, wanted) = (self.origin_of(found), self.origin_of(wanted));
            self.not_compatible(place, declared, name, found, wanted, lack);
            self.rules.unfit.insert(class);
        }
    }

    /// The class that a short class stands for, whose name says more.
    fn origin_of(&mut self, elab: ElabId) -> ElabId {
        let Some(class) = self.elab(elab).class else { return elab };
        let node = self.program.class(class).node;
        let (Some(scope), ClassSpecifier::Short { base, .. }) = (self.elab(elab).scope, node.specifier)
        else {
            return elab;
        };
        let around = self.scope(scope).parent.unwrap_or(scope);
        let file = self.program.class(class).file;
        self.find_elab(around, file, base).unwrap_or(elab)
    }

    fn not_compatible(
        &mut self,
        place: Place,
        declared: Place,
        name: Symbol,
        found: ElabId,
        wanted: ElabId,
        lack: Incompatibility,
    ) {
        let name = self.model.symbols.name(name).to_string();
        let [found, wanted] = [found, wanted].map(|elab| self.elab_name(elab));
        let message = format!("`{found}` cannot stand for `{wanted}`: it {}", lack.what);
        let mut diagnostic = Diagnostic::new(DiagnosticCode::NotCompatible, place, message)
            .label(format!("`{name}` becomes {}", a(&found)))
            .related(
                declared,
                format!("whatever takes the place of `{name}` must have all that `{wanted}` has"),
            );
        for (place, text) in lack.wanted.into_iter().chain(lack.found) {
            diagnostic = diagnostic.related(place, text);
        }
        self.report(
            diagnostic.help(format!("use a class that extends `{wanted}`, or has the same public elements")),
        );
    }

    /// Why one class cannot stand for another, if so.
    fn lack(&mut self, found: ElabId, wanted: ElabId, depth: u32) -> Option<Incompatibility> {
        let [Some(class), Some(other)] = [found, wanted].map(|elab| self.elab(elab).class) else {
            return self.scalar_lack(found, wanted);
        };
        if class == other || depth > MAX_DEPTH || self.rules.fitting.contains(&(found, wanted)) {
            return None;
        }
        // Taken for right while it is looked at, so that classes that use each other come to an end.
        self.rules.fitting.insert((found, wanted));
        let lack = self.kind_lack(class, other).or_else(|| self.scalar_lack(found, wanted)).or_else(|| {
            self.component_lack(found, wanted, depth)
                .or_else(|| self.class_lack(found, wanted))
                .or_else(|| self.order_lack(found, wanted))
        });
        if lack.is_some() {
            self.rules.fitting.remove(&(found, wanted));
        }
        lack
    }

    fn kind_lack(&self, found: ClassId, wanted: ClassId) -> Option<Incompatibility> {
        let [a, b] = [found, wanted].map(|class| self.program.class(class).node);
        let family = |kind| match kind {
            Restriction::Block => Restriction::Model,
            Restriction::Record => Restriction::Type,
            other => other,
        };
        let (one, other) = (family(a.restriction), family(b.restriction));
        if one == other || one == Restriction::Class || other == Restriction::Class {
            return None;
        }
        Some(Incompatibility {
            what: format!("is {}, not {}", kind_text(a), kind_text(b)),
            wanted: Some((self.class_place(wanted), format!("{} is wanted", kind_text(b)))),
            found: Some((self.class_place(found), format!("this is {}", kind_text(a)))),
        })
    }

    fn scalar_lack(&self, found: ElabId, wanted: ElabId) -> Option<Incompatibility> {
        let (a, b) = (self.elab(found).basis, self.elab(wanted).basis);
        let same = match (a, b) {
            (Basis::Scalar(Type::Enumeration(a)), Basis::Scalar(Type::Enumeration(b))) => {
                let literals = |id: equations::EnumId| &self.model.enumerations[id.at()].literals;
                literals(b).is_empty() || literals(a) == literals(b)
            }
            (Basis::Scalar(a), Basis::Scalar(b)) => a == b,
            (Basis::Class, Basis::Class) => true,
            _ => false,
        };
        let text = |basis| match basis {
            Basis::Scalar(kind) => format!("`{}`", self.type_name(kind)),
            Basis::Class => "something with components".to_string(),
        };
        (!same).then(|| Incompatibility {
            what: format!("is {}, and expected is {}", text(a), text(b)),
            wanted: None,
            found: None,
        })
    }

    /// Every public component has one of the same name that can stand for it.
    fn component_lack(&mut self, found: ElabId, wanted: ElabId, depth: u32) -> Option<Incompatibility> {
        let is_package = self
            .elab(wanted)
            .class
            .is_some_and(|class| self.program.class(class).node.restriction == Restriction::Package);
        for at in 0..self.elab(wanted).components.len() {
            let member = &self.elab(wanted).components[at];
            let (other, other_scope) = (member.declaration, member.scope);
            if other.protected {
                continue;
            }
            let name = self.model.symbols.name(other.name).to_string();
            let expected = |text: String| Some((other.file.place(other.component.name.span), text));
            let Some(&entry) = self.elab(found).index.get(&other.name) else {
                let what = format!("has no `{name}`");
                return Some(Incompatibility {
                    what,
                    wanted: expected(format!("`{name}` is declared here")),
                    found: None,
                });
            };
            let NameEntry::Component(index) = entry else {
                let place = self.entry_place(found, entry);
                return Some(Incompatibility {
                    what: format!("has a class `{name}`, not a component"),
                    wanted: expected("the component".to_string()),
                    found: Some((place, "the class".to_string())),
                });
            };
            // The constants of packages are looked at where they are used.
            if is_package {
                continue;
            }
            let member = &self.elab(found).components[index];
            let (own, own_scope) = (member.declaration, member.scope);
            let own_place = own.file.place(own.component.name.span);
            if own_place == other.file.place(other.component.name.span) {
                continue;
            }
            let lack = |what: String, wanted: String, found: String| {
                let wanted = Some((other.file.place(other.component.name.span), wanted));
                Some(Incompatibility { what, wanted, found: Some((own_place, found)) })
            };
            if own.protected {
                let what = format!("has `{name}` protected");
                return lack(what, "public here".to_string(), "protected here".to_string());
            }
            let kinds = (
                self.find_elab(own_scope, own.file, own.type_name),
                self.find_elab(other_scope, other.file, other.type_name),
            );
            let (Some(kind), Some(other_kind)) = kinds else { continue };
            if let Some((mine, theirs)) = self.prefix_lack((&own, kind), (&other, other_kind)) {
                let what = format!("has `{name}` as {mine}, and expected is {theirs}");
                return lack(what, format!("{theirs} here"), format!("{mine} here"));
            }
            if self.lack(kind, other_kind, depth + 1).is_some() {
                let [mine, theirs] = [kind, other_kind].map(|elab| a(&self.elab_name(elab)));
                let what = format!("has {mine} as `{name}`, and expected is {theirs}");
                return lack(what, theirs, mine);
            }
        }
        None
    }

    /// What two declarations say differently, in words.
    fn prefix_lack(
        &self,
        (own, kind): (&Declaration<'a>, ElabId),
        (other, other_kind): (&Declaration<'a>, ElabId),
    ) -> Option<(String, String)> {
        let joined = |prefixes: Prefixes, kind: ElabId| {
            let mut all = prefixes;
            self.elab(kind).prefixes.iter().for_each(|prefix| all.add(prefix));
            all
        };
        let (mine, theirs) = (joined(own.prefixes, kind), joined(other.prefixes, other_kind));
        for prefix in [Prefix::Flow, Prefix::Stream, Prefix::Input, Prefix::Output] {
            let say = |has: bool| match (has, prefix.text()) {
                (true, text) => format!("{} variable", a(text)),
                (false, text) => format!("a variable without `{text}`"),
            };
            if mine.has(prefix) != theirs.has(prefix) {
                return Some((say(mine.has(prefix)), say(theirs.has(prefix))));
            }
        }
        let (a, b) = (variability(mine), variability(theirs));
        // Of what is not real, all variables are discrete.
        let real = self.elab(other_kind).basis == Basis::Scalar(Type::Real);
        if a > b && (real || b < Variability::Discrete) {
            let say = |variability| match variability {
                Variability::Constant => "a constant".to_string(),
                Variability::Parameter => "a parameter".to_string(),
                Variability::Discrete => "a discrete-time variable".to_string(),
                Variability::Continuous => "a variable".to_string(),
            };
            return Some((say(a), say(b)));
        }
        let rank = |declaration: &Declaration<'a>, kind: ElabId| {
            let inside: usize = self.elab(kind).dims.iter().map(|(_, _, list)| list.len()).sum();
            declaration.component.subscripts.len() + declaration.type_subscripts.len() + inside
        };
        let (a, b) = (rank(own, kind), rank(other, other_kind));
        let say = |rank| match rank {
            0 => "a scalar".to_string(),
            1 => "a vector".to_string(),
            2 => "a matrix".to_string(),
            _ => format!("an array of {rank} dimensions"),
        };
        (a != b).then(|| (say(a), say(b)))
    }

    /// Every class has one of the same name.
    fn class_lack(&mut self, found: ElabId, wanted: ElabId) -> Option<Incompatibility> {
        for at in 0..self.elab(wanted).classes.len() {
            let member = &self.elab(wanted).classes[at];
            if member.protected {
                continue;
            }
            let (class, name) = (member.class, self.program.class(member.class).name);
            if !self.elab(found).index.contains_key(&name) {
                let text = self.model.symbols.name(name).to_string();
                return Some(Incompatibility {
                    what: format!("has no class `{text}`"),
                    wanted: Some((self.class_place(class), format!("`{text}` is declared here"))),
                    found: None,
                });
            }
        }
        None
    }

    /// The inputs of a function come in the same order, and what is added has a default; outputs likewise.
    fn order_lack(&mut self, found: ElabId, wanted: ElabId) -> Option<Incompatibility> {
        if !self.is_function(wanted) || !self.is_function(found) {
            return None;
        }
        for prefix in [Prefix::Input, Prefix::Output] {
            let list = |elab: ElabId| -> Vec<Declaration<'a>> {
                let members = self.elab(elab).components.iter().map(|member| member.declaration);
                members.filter(|one| one.prefixes.has(prefix)).collect()
            };
            let (mine, theirs) = (list(found), list(wanted));
            let word = prefix.text();
            for (at, other) in theirs.iter().enumerate() {
                let Some(own) = mine.get(at).filter(|own| own.name != other.name) else { continue };
                let [a, b] = [own, other].map(|one| self.model.symbols.name(one.name));
                return Some(Incompatibility {
                    what: format!("has `{a}` as its {word} number {}, and expected is `{b}`", at + 1),
                    wanted: Some((other.file.place(other.component.name.span), format!("{word} {}", at + 1))),
                    found: Some((own.file.place(own.component.name.span), format!("{word} {}", at + 1))),
                });
            }
            let more = mine.iter().skip(theirs.len());
            let open = more.filter(|_| prefix == Prefix::Input).find(|own| {
                let index =
                    self.elab(found).components.iter().find(|member| member.declaration.name == own.name);
                let modified =
                    index.is_some_and(|member| member.layers.iter().any(|layer| layer.value.is_some()));
                own.component.modification.value.is_none() && !modified
            });
            if let Some(own) = open {
                // A short function may give it: `function f = g(k = 2)`.
                let layers = &self.elab(found).layers;
                if crate::layer::descend(layers, own.name, &self.model.symbols)
                    .iter()
                    .any(|layer| layer.value.is_some())
                {
                    continue;
                }
                let name = self.model.symbols.name(own.name);
                return Some(Incompatibility {
                    what: format!("needs one more input, `{name}`"),
                    wanted: None,
                    found: Some((
                        own.file.place(own.component.name.span),
                        "an input without a default, which no call would give".to_string(),
                    )),
                });
            }
        }
        None
    }
}

fn variability(prefixes: Prefixes) -> Variability {
    if prefixes.has(Prefix::Constant) {
        Variability::Constant
    } else if prefixes.has(Prefix::Parameter) {
        Variability::Parameter
    } else if prefixes.has(Prefix::Discrete) {
        Variability::Discrete
    } else {
        Variability::Continuous
    }
}
