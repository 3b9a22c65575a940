//! What an inherited text sees of the class that it has become a part of: what it declares and inherits itself, and not what its
//! heirs add (Modelica Language Specification 3.6, section 5.3.1 and 7.1).

use equations::Symbol;
use syntax::tree::Prefix;

use super::{NameEntry, ScopeId};
use crate::Flattener;

impl Flattener<'_> {
    /// True unless a name of the class at hand is one that only heirs of this text declare.
    pub(crate) fn is_visible(&self, from: ScopeId, name: Symbol) -> bool {
        self.declared_by_heir(from, name).is_none()
    }

    /// What a name stands for in the class at hand, if only heirs of this text declare it.
    pub(crate) fn declared_by_heir(&self, from: ScopeId, name: Symbol) -> Option<NameEntry> {
        let elab = self.elab(self.scope(from).top);
        if elab.scope == Some(from) {
            return None;
        }
        let entry = *elab.index.get(&name)?;
        let (written, replaces) = match entry {
            NameEntry::Component(index) => {
                let member = &elab.components[index];
                let again = member.declaration.prefixes.has(Prefix::Redeclare);
                (member.scope, again || !member.replaced.is_empty())
            }
            NameEntry::Class(index) => {
                let member = &elab.classes[index];
                let shadows = elab.is_shadowing(member.class);
                (member.scope, shadows || self.program.class(member.class).replaces())
            }
        };
        // What takes the place of something inherited is seen where that was.
        if replaces || self.descends(written, from) {
            return None;
        }
        // The same text may be inherited in several ways, of which the first counts.
        let class = self.scope(written).class;
        let again = |&text: &ScopeId| self.scope(text).class == class && self.descends(text, from);
        (!elab.inherited.iter().any(again)).then_some(entry)
    }

    /// True if a text is another one or is inherited by it, near or far.
    fn descends(&self, text: ScopeId, from: ScopeId) -> bool {
        let heirs = std::iter::successors(Some(text), |&at| self.scope(at).heir);
        heirs.into_iter().any(|at| at == from)
    }
}
