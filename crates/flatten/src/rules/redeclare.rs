//! What a redeclaration may not change: what is `constant` or `final`, and whether an element is public (Modelica Language
//! Specification 3.6, section 7.3.3).

use equations::Symbol;
use syntax::tree::Prefix;
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::program::Declaration;

/// An element that takes the place of another: where both are, and whether they are protected.
struct RedeclaredElement {
    name: Symbol,
    new: (Place, bool),
    old: (Place, bool),
}

impl<'a> Flattener<'a> {
    /// Reports a component that takes the place of an inherited one that may not be replaced, both with where they are
    /// written. One of the same type may change the sizes of a component that is not replaceable.
    pub(crate) fn check_redeclared_component(
        &mut self,
        (new, scope): (&Declaration<'a>, ScopeId),
        (old, old_scope): (&Declaration<'a>, ScopeId),
    ) {
        let (place, declared) = (new.place(), old.place());
        let exchanged =
            RedeclaredElement { name: new.name, new: (place, new.protected), old: (declared, old.protected) };
        if old.prefixes.has(Prefix::Final) {
            self.final_redeclared(place, declared, new.name);
        } else if old.prefixes.has(Prefix::Constant) {
            self.constant_redeclared(place, declared, new.name);
        } else if !old.prefixes.has(Prefix::Replaceable) && !self.finds_same(new, scope, old, old_scope) {
            self.not_replaceable(place, declared, new.name);
        } else {
            self.check_border(&exchanged);
        }
    }

    /// Reports a class that takes the place of an inherited one that may not be replaced, both by their numbers in the class
    /// at hand.
    pub(crate) fn check_redeclared_class(&mut self, elab: ElabId, new: usize, old: usize) {
        let [(class, hidden), (before, was_hidden)] = [new, old].map(|index| {
            let member = &self.elab(elab).classes[index];
            (member.class, member.protected)
        });
        let (place, declared) = (self.class_place(class), self.class_place(before));
        let (name, known) = (self.program.class(class).name, self.program.class(before).node.prefixes);
        if known.has(Prefix::Final) {
            self.final_redeclared(place, declared, name);
        } else if !known.has(Prefix::Replaceable) {
            self.not_replaceable(place, declared, name);
        } else {
            self.check_border(&RedeclaredElement { name, new: (place, hidden), old: (declared, was_hidden) });
        }
    }

    fn check_border(&mut self, RedeclaredElement { name, new, old }: &RedeclaredElement) {
        if new.1 == old.1 {
            return;
        }
        let name = self.model.symbols.name(*name).to_string();
        let say = |hidden: bool| if hidden { "protected" } else { "public" };
        let (now, before) = (say(new.1), say(old.1));
        self.report(
            Diagnostic::new(
                DiagnosticCode::NotReplaceable,
                new.0,
                format!("`{name}` is {before}, and cannot be redeclared as {now}"),
            )
            .label(format!("{now} here"))
            .related(old.0, format!("{before} here"))
            .help(format!("redeclare it in the {before} section")),
        );
    }

    pub(crate) fn constant_redeclared(&mut self, place: Place, declared: Place, name: Symbol) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::NotReplaceable,
                place,
                format!("`{name}` is a constant and cannot be redeclared"),
            )
            .label("redeclared here")
            .related(declared, "declared `constant`")
            .help("give it another value with a modification instead"),
        );
    }
}
