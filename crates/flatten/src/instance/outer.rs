//! `outer` components, and the `inner` ones they stand for (Modelica Language Specification 3.6, section 5.4).

use syntax::tree::Prefix;
use syntax::{Code, Diagnostic};

use super::{Child, InstId, Made};
use crate::Flattener;
use crate::elab::Basis;

impl<'a> Flattener<'a> {
    /// The `inner` component that an `outer` one stands for.
    pub(super) fn outer(&mut self, inst: InstId, made: &Made<'a>) -> Option<Child> {
        let name = made.declaration.name;
        let mut at = self.inst(inst).parent;
        while let Some(above) = at {
            let elab = self.inst(above).elab;
            if let Some(&crate::elab::Entry::Component(index)) = self.elab(elab).index.get(&name)
                && self.elab(elab).components[index].declaration.prefixes.has(Prefix::Inner)
            {
                return Some(self.child(above, index));
            }
            at = self.inst(above).parent;
        }
        if let Some(known) = self.defaults.get(&name) {
            return Some(known.clone());
        }
        self.default_inner(made)
    }

    /// An `outer` component without an `inner` gets one with default values (section 5.4 of the
    /// specification), if its class allows.
    pub(super) fn default_inner(&mut self, made: &Made<'a>) -> Option<Child> {
        let place = made.file.place(made.declaration.component.span);
        let name = self.model.symbols.name(made.declaration.name).to_string();
        let elab = self.find_elab(made.scope, made.file, made.declaration.type_name)?;
        if self.is_partial(elab) || self.elab(elab).basis != Basis::Class {
            self.report(
                Diagnostic::new(Code::NoInner, place, format!("no `inner {name}` surrounds this component"))
                    .label("declared `outer`")
                    .help(format!("declare `inner` `{name}` in the model or in a component around this one")),
            );
            return None;
        }
        let top = self.top?;
        let stripped = Made {
            file: made.file,
            scope: made.scope,
            declaration: made.declaration,
            outer: Vec::new(),
            inner: Vec::new(),
            sizes: made.sizes,
            ranking: 0,
            wrong: None,
        };
        let prefixes = self.inst(top).prefixes;
        let child = self.add_insts(top, &stripped, elab, &[], prefixes, &[])?;
        self.defaults.insert(made.declaration.name, child.clone());
        if let Child::One(inst) = child {
            self.extra.push(inst);
        }
        Some(child)
    }
}
