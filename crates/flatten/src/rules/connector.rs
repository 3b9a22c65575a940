//! What may be said of a connector as a whole (Modelica Language Specification 3.6, sections 4.4.2.2 and 9.1).

use syntax::tree::{Prefix, Prefixes, Restriction};
use syntax::{Diagnostic, DiagnosticCode};

use super::kind_text;
use crate::Flattener;
use crate::elab::{Basis, ElabId};
use crate::program::{ClassId, Declaration};

/// Prefixes of which a variable has one at most, its own or that of a connector it is part of.
const WAYS: [Prefix; 4] = [Prefix::Input, Prefix::Output, Prefix::Flow, Prefix::Stream];

impl<'a> Flattener<'a> {
    /// Reports connectors that are declared not to change, and those that give their variables a direction although these
    /// have one.
    pub(super) fn check_connector(
        &mut self,
        class: ClassId,
        kind: ElabId,
        declaration: &Declaration<'a>,
    ) -> Option<()> {
        let place = declaration.file.place(declaration.component.name.span);
        let name = self.model.symbols.name(declaration.name).to_string();
        let has = |prefixes: Prefixes, some: &[Prefix]| some.iter().copied().find(|&one| prefixes.has(one));
        if let Some(prefix) = has(declaration.prefixes, &[Prefix::Constant, Prefix::Parameter]) {
            let prefix = prefix.text();
            let found = Diagnostic::new(
                DiagnosticCode::WrongComponent,
                place,
                format!("the connector `{name}` cannot be a `{prefix}`"),
            )
            .label(format!("declared `{prefix}`"))
            .help(format!("remove `{prefix}`; only variables inside of a connector may be `{prefix}`"));
            self.against_kind(class, found);
            return None;
        }
        if self.elab(kind).basis != Basis::Class {
            return Some(());
        }
        let whole = [Prefix::Input, Prefix::Output];
        let given = has(declaration.prefixes, &whole).or_else(|| has(self.elab(kind).prefixes, &whole));
        let Some(given) = given.map(Prefix::text) else { return Some(()) };
        let members = self.elab(kind).components.iter().map(|member| member.declaration);
        let Some((own, other)) =
            members.into_iter().find_map(|own| Some((own, has(own.prefixes, &WAYS)?.text())))
        else {
            return Some(());
        };
        let variable = self.model.symbols.name(own.name).to_string();
        let declared = own.file.place(own.component.name.span);
        let text = kind_text(self.program.class(class).node);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongComponent,
                place,
                format!("`{name}` is `{given}` as a whole, and its `{variable}` is `{other}` already"),
            )
            .label(format!("{text} that is `{given}`"))
            .related(declared, format!("declared `{other}`"))
            .help(format!("remove `{given}` here, or `{other}` there")),
        );
        None
    }

    /// Reports a flow that cannot be added up: an operator record needs `'+'`, `'-'` and `'0'` (section 9.2).
    pub(super) fn check_sums(&mut self, kind: ElabId, declaration: &Declaration<'a>) -> Option<()> {
        let Some(class) = self.elab(kind).class else { return Some(()) };
        let node = self.program.class(class).node;
        if !declaration.prefixes.has(Prefix::Flow)
            || node.restriction != Restriction::Record
            || !node.prefixes.has(Prefix::Operator)
        {
            return Some(());
        }
        let names = self.names_of(kind);
        let lacking: Vec<&str> =
            ["'+'", "'-'", "'0'"].into_iter().filter(|name| !names.contains(name)).collect();
        if lacking.is_empty() {
            return Some(());
        }
        let full = self.class_name(class);
        let lacking = lacking.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and no ");
        let place = declaration.file.place(declaration.type_name.span);
        let declared = self.class_place(class);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongComponent,
                place,
                format!("a `flow` of `{full}` cannot be added up: it has no {lacking}"),
            )
            .label("where flows meet their sum is zero")
            .related(declared, "declared here")
            .help("give the operator record these operators"),
        );
        None
    }
}
