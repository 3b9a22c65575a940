//! `outer` components, and the `inner` ones they stand for (Modelica Language Specification 3.6, section 5.4).

use syntax::tree::{
    ClassSpecifier, ExpressionKind, ModificationArgumentKind, ModificationExpression, Prefix,
};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{ChildComponent, InstId, ModifiedComponent};
use crate::Flattener;
use crate::elab::{Basis, ElabId, NameEntry};
use crate::lower::LoweringContext;
use crate::program::ClassId;
use crate::rules::a;

impl<'a> Flattener<'a> {
    /// The component that a name in an instance means. One that is inner and outer is two: those inside see the inner one,
    /// and names in the instance itself mean the outer one (section 5.4 of the specification).
    pub(crate) fn visible_component(&mut self, inst: InstId, index: usize) -> ChildComponent {
        let prefixes = self.elab(self.inst(inst).elab).components[index].declaration.prefixes;
        let both =
            prefixes.has(Prefix::Inner) && prefixes.has(Prefix::Outer) && !prefixes.has(Prefix::Output);
        if !both {
            return self.child(inst, index);
        }
        let made = self.modified(inst, index);
        self.find_inner(inst, &made).unwrap_or(ChildComponent::Absent)
    }

    /// The `inner` component that an `outer` one stands for.
    pub(super) fn find_inner(
        &mut self,
        inst: InstId,
        made: &ModifiedComponent<'a>,
    ) -> Option<ChildComponent> {
        let name = made.declaration.name;
        let mut at = self.inst(inst).parent;
        while let Some(above) = at {
            let elab = self.inst(above).elab;
            if let Some(&crate::elab::NameEntry::Component(index)) = self.elab(elab).index.get(&name)
                && self.elab(elab).components[index].declaration.prefixes.has(Prefix::Inner)
            {
                let child = self.child(above, index);
                self.check_outer(&child, above, index, made);
                self.check_unmodified(made);
                self.check_outer_sizes(inst, &child, made);
                return Some(child);
            }
            at = self.inst(above).parent;
        }
        // A class that is only looked into is no part of the model, and adds nothing to it.
        if self.inst(inst).public.is_none() {
            let elab = self.find_elab(made.scope, made.file, made.declaration.type_name)?;
            let prefixes = self.inst(inst).prefixes;
            return match self.elab(elab).basis {
                Basis::Class => self.add_insts(inst, &stripped(made), elab, &[], prefixes, &[]),
                Basis::Scalar(_) => None,
            };
        }
        if let Some(known) = self.defaults.get(&name).cloned() {
            self.check_same_default(&known, made);
            return Some(known);
        }
        self.default_inner(inst, made)
    }

    /// The `inner` class that an `outer` one stands for; any other class as it is.
    pub(crate) fn inner_class(&mut self, inst: InstId, kind: ElabId, place: Place) -> Option<ElabId> {
        let Some(class) = self.elab(kind).class else { return Some(kind) };
        if !self.program.class(class).node.prefixes.has(Prefix::Outer) {
            return Some(kind);
        }
        let name = self.program.class(class).name;
        let mut at = self.inst(inst).parent;
        while let Some(above) = at {
            let elab = self.inst(above).elab;
            if let Some(&NameEntry::Class(index)) = self.elab(elab).index.get(&name)
                && self.program.class(self.elab(elab).classes[index].class).node.prefixes.has(Prefix::Inner)
            {
                let inner = self.class_ref(elab, index);
                let (declared, inner) = (self.elab(elab).classes[index].class, self.elaborate(&inner));
                let declared = self.program.class(declared);
                let declared = declared.file.place(declared.node.name.span);
                self.check_inner(inner, kind, declared, place, name);
                return Some(inner);
            }
            at = self.inst(above).parent;
        }
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::NoInner,
                place,
                format!("no `inner` class `{name}` surrounds this component"),
            )
            .label("declared `outer`")
            .help(format!("declare `inner` `{name}` in the model or in a component around this one")),
        );
        None
    }

    /// An `outer` component without an `inner` gets one with default values (section 5.4 of the
    /// specification), if its class allows.
    pub(super) fn default_inner(
        &mut self,
        inst: InstId,
        made: &ModifiedComponent<'a>,
    ) -> Option<ChildComponent> {
        let place = made.file.place(made.declaration.component.span);
        let name = self.model.symbols.name(made.declaration.name).to_string();
        let elab = self.find_elab(made.scope, made.file, made.declaration.type_name)?;
        if self.is_partial(elab) || self.elab(elab).basis != Basis::Class {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::NoInner,
                    place,
                    format!("no `inner {name}` surrounds this component"),
                )
                .label("declared `outer`")
                .help(format!("declare `inner` `{name}` in the model or in a component around this one")),
            );
            return None;
        }
        self.added_inner(inst, made, elab);
        let top = self.top?;
        let prefixes = self.inst(top).prefixes;
        let child = self.add_insts(top, &stripped(made), elab, &[], prefixes, &[])?;
        self.defaults.insert(made.declaration.name, child.clone());
        if let ChildComponent::One(inst) = child {
            self.extra.push(inst);
        }
        Some(child)
    }

    /// The `inner` component must have all that the `outer` one promises.
    fn check_outer(
        &mut self,
        child: &ChildComponent,
        above: InstId,
        index: usize,
        made: &ModifiedComponent<'a>,
    ) {
        let kind = match child {
            ChildComponent::One(inst) => Some(self.inst(*inst).elab),
            ChildComponent::Many(_, insts) => insts.first().map(|&inst| self.inst(inst).elab),
            ChildComponent::Leaf(leaf) => {
                let kind = self.leaf(*leaf).kind;
                Some(self.scalar(kind))
            }
            _ => None,
        };
        let Some(kind) = kind else { return };
        let Some(outer) = self.find_elab(made.scope, made.file, made.declaration.type_name) else { return };
        let found = self.elab(self.inst(above).elab).components[index].declaration;
        let inner = found.file.place(found.component.name.span);
        let place = made.file.place(made.declaration.component.name.span);
        self.check_inner(kind, outer, inner, place, made.declaration.name);
    }

    /// Reports what modifies an `outer` component: it stands for another, which has its own (section 5.4).
    fn check_unmodified(&mut self, made: &ModifiedComponent<'a>) {
        if made.declaration.prefixes.has(Prefix::Inner) {
            return;
        }
        let Some(layer) = made.outer.iter().chain(&made.inner).find(|layer| layer.is_nonempty()) else {
            return;
        };
        let name = self.model.symbols.name(made.declaration.name).to_string();
        let declared = made.file.place(made.declaration.component.span);
        let message = format!("`{name}` is `outer` and cannot be modified");
        let mut found = Diagnostic::new(DiagnosticCode::UnknownModifier, layer.place(), message)
            .label("modifies a component that is declared elsewhere")
            .help(format!("modify the `inner {name}` instead"));
        if layer.place() != declared {
            found = found.related(declared, "stands for the `inner` component of this name");
        }
        self.report(found);
    }

    /// The `inner` component has the sizes of the `outer` one.
    fn check_outer_sizes(&mut self, inst: InstId, child: &ChildComponent, made: &ModifiedComponent<'a>) {
        let dims = match child {
            ChildComponent::Leaf(leaf) => self.leaf(*leaf).dims.clone(),
            ChildComponent::Many(dims, _) => dims.to_vec(),
            ChildComponent::One(_) => Vec::new(),
            // It has no sizes; what is wrong with it was told.
            ChildComponent::Absent | ChildComponent::Todo | ChildComponent::Busy => return,
        };
        let (scope, declaration) = made.sizes;
        let file = declaration.file;
        let Some(kind) = self.find_elab(made.scope, made.file, made.declaration.type_name) else { return };
        let mut lists =
            vec![(scope, file, declaration.component.subscripts), (scope, file, declaration.type_subscripts)];
        lists.extend(self.elab(kind).dims.iter().copied());
        let mut wanted = Vec::new();
        for (scope, file, list) in lists {
            let context = LoweringContext::new(Some(inst), scope, file);
            for id in list.ids() {
                if matches!(file.tree[id].kind, ExpressionKind::All) {
                    wanted.push(None);
                } else if let Some(size) = self.dimension(&context, id) {
                    wanted.push(Some(size));
                } else {
                    return;
                }
            }
        }
        let fits = |(wanted, &found): (&Option<u32>, &u32)| wanted.is_none_or(|wanted| wanted == found);
        if wanted.len() == dims.len() && wanted.iter().zip(&dims).all(fits) {
            return;
        }
        let name = self.model.symbols.name(made.declaration.name).to_string();
        let say = |sizes: Vec<String>| match sizes[..] {
            [] => "a scalar".to_string(),
            _ => format!("an array of size [{}]", sizes.join(", ")),
        };
        let inner = say(dims.iter().map(ToString::to_string).collect());
        let outer =
            say(wanted.iter().map(|size| size.map_or(":".to_string(), |size| size.to_string())).collect());
        self.report(
            Diagnostic::new(
                DiagnosticCode::ShapeMismatch,
                made.declaration.place(),
                format!("the `inner {name}` is {inner}, and {outer} is declared here"),
            )
            .label("stands for something of another size")
            .help("give both the same sizes"),
        );
    }

    /// One component is added for all that miss it, so they must agree on its class.
    fn check_same_default(&mut self, known: &ChildComponent, made: &ModifiedComponent<'a>) {
        let ChildComponent::One(inst) = *known else { return };
        let Some(elab) = self.find_elab(made.scope, made.file, made.declaration.type_name) else { return };
        let [first, again] = [self.inst(inst).elab, elab].map(|elab| self.elab(elab).class);
        let (Some(first), Some(again)) = (first, again) else { return };
        if first == again {
            return;
        }
        let name = self.model.symbols.name(made.declaration.name).to_string();
        let [one, other] =
            [first, again].map(|class| self.model.symbols.name(self.program.class(class).full).to_string());
        let place = made.file.place(made.declaration.component.span);
        self.report(
            Diagnostic::new(
                DiagnosticCode::NoInner,
                place,
                format!("no `inner {name}` surrounds this component"),
            )
            .label(format!("{} here, and {} elsewhere, so none can be added", a(&other), a(&one)))
            .help(format!("declare `inner` `{name}` in the model")),
        );
    }

    /// Says that an `inner` component was added (section 5.4), in the words of its class if it has some.
    fn added_inner(&mut self, inst: InstId, made: &ModifiedComponent<'a>, elab: ElabId) {
        let Some(class) = self.elab(elab).class else { return };
        let asked = made.file.place(made.declaration.component.span);
        // In a library nothing is to be mended: the component that brings it is the user's.
        let own = self.user_component(inst).filter(|_| !self.program.is_own(asked.file));
        let place = own.map_or(asked, |(_, declaration)| declaration.place());
        let name = self.model.symbols.name(made.declaration.name).to_string();
        let full = self.model.symbols.name(self.program.class(class).full).to_string();
        let message = format!("no `inner {name}` is declared, so one is added");
        let stands = format!("stands for {} with default values", a(&full));
        let mut diagnostic = Diagnostic::new(DiagnosticCode::AddedInner, place, message)
            .label(match own {
                Some(_) => format!("needs it: {} with default values", a(&full)),
                None => stands,
            })
            .help(format!("write `inner {full} {name};` in the model"));
        if let Some((before, indent)) = self.insertion(inst) {
            diagnostic = diagnostic.edit(before, format!("inner {full} {name};\n{indent}"));
        }
        self.report(match self.missing_inner_message(class) {
            Some(text) => diagnostic.note(text),
            None => diagnostic,
        });
    }

    /// The annotation `missingInnerMessage` of a class.
    fn missing_inner_message(&self, class: ClassId) -> Option<String> {
        let (file, node) = (self.program.class(class).file, self.program.class(class).node);
        let ClassSpecifier::Long { composition, .. } = node.specifier else { return None };
        let arguments = &file.tree[composition.annotation?.arguments];
        arguments.iter().find_map(|argument| match argument.kind {
            ModificationArgumentKind::Modify { name, modification, .. }
                if file.name(name) == "missingInnerMessage" =>
            {
                let Some(ModificationExpression::Value(value)) = modification.value else { return None };
                let expression = &file.tree[value];
                matches!(expression.kind, ExpressionKind::String)
                    .then(|| crate::lower::unescape(file.read(expression.span)).replace('\n', " "))
            }
            _ => None,
        })
    }
}

/// A component without its modifications.
fn stripped<'a>(made: &ModifiedComponent<'a>) -> ModifiedComponent<'a> {
    ModifiedComponent {
        file: made.file,
        scope: made.scope,
        declaration: made.declaration,
        outer: Vec::new(),
        inner: Vec::new(),
        sizes: made.sizes,
        ranking: 0,
        exchanged: None,
        limit: made.limit,
        wrong: None,
    }
}
