//! What an `extends` clause leaves out: `extends B(break c, break connect(a, b))` (Modelica Language Specification 3.6,
//! section 7.4).

use std::ops::Range;

use equations::Symbol;
use syntax::tree::{
    ClassModification, ComponentReference, EquationSyntax, EquationSyntaxKind, ModificationArgumentKind,
    Restriction, Section,
};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use super::{Basis, ElabId, ScopeId};
use crate::Flattener;
use crate::program::{Declaration, SourceTree};
use crate::rules::squeeze;

/// Something that is not inherited.
#[derive(Clone)]
pub(crate) struct DeselectedElement {
    what: Deselection,
    place: Place,
    /// The sections that it is left out of.
    sections: Range<usize>,
    found: bool,
}

#[derive(Clone, PartialEq)]
enum Deselection {
    /// A component, with everything that is connected to it.
    Component(Symbol, String),
    /// A connection, by the text of its two ends.
    Connection(String, String),
}

impl<'a> Flattener<'a> {
    /// Notes what the modification of an `extends` clause leaves out. Until [`Flattener::inherited_without`] it is not added.
    pub(super) fn collect_deselected(
        &mut self,
        file: SourceTree<'a>,
        modification: Option<ClassModification>,
    ) -> Vec<DeselectedElement> {
        let arguments = modification.map_or(&[][..], |modification| &file.tree[modification.arguments]);
        let mut all = Vec::new();
        for argument in arguments {
            let what = match argument.kind {
                ModificationArgumentKind::BreakElement(name) => {
                    let text = file.read(name.span);
                    Deselection::Component(self.model.symbols.add(text), text.to_string())
                }
                ModificationArgumentKind::BreakConnect(a, b) => {
                    Deselection::Connection(bare(file, a), bare(file, b))
                }
                _ => continue,
            };
            all.push(DeselectedElement {
                what,
                place: file.place(argument.span),
                sections: 0..0,
                found: false,
            });
        }
        all
    }

    /// True for a component that is not inherited.
    pub(super) fn is_deselected(
        &mut self,
        id: ElabId,
        declaration: &Declaration<'a>,
        scope: ScopeId,
    ) -> bool {
        let name = declaration.name;
        let found = self.leaving.iter_mut().rev().filter(|(into, _)| *into == id).find_map(|(_, left)| {
            let this = |left: &&mut DeselectedElement| matches!(left.what, Deselection::Component(known, _) if known == name);
            left.iter_mut().find(this)
        });
        let Some(left) = found else { return false };
        left.found = true;
        let place = left.place;
        self.check_left(declaration, scope, place);
        true
    }

    /// Only what can be connected is left out: a variable would be missing in the equations.
    fn check_left(&mut self, declaration: &Declaration<'a>, scope: ScopeId, place: Place) {
        let Some(kind) = self.find_elab(scope, declaration.file, declaration.type_name) else { return };
        let class = self.elab(kind).class.map(|class| self.program.class(class).node.restriction);
        let whole = self.elab(kind).basis == Basis::Class && class != Some(Restriction::Record);
        if whole || class == Some(Restriction::Connector) {
            return;
        }
        let name = self.model.symbols.name(declaration.name).to_string();
        let declared = declaration.place();
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongComponent,
                place,
                format!("the variable `{name}` cannot be left out"),
            )
            .label("only models, blocks and connectors can")
            .related(declared, "declared here")
            .help("give it a value instead"),
        );
    }

    /// Keeps what an `extends` clause leaves out, and reports what is not there to be left out.
    pub(super) fn apply_deselection(&mut self, id: ElabId, left: Vec<DeselectedElement>, first: usize) {
        let sections = first..self.elab(id).sections.len();
        for mut one in left {
            if let Deselection::Connection(..) = one.what {
                one.found = sections.clone().any(|at| {
                    let (_, file, section) = self.elab(id).sections[at];
                    matches!(*section, Section::Equations { initial: false, equations }
                        if has_connection(file, equations, &one.what))
                });
            }
            if !one.found {
                let what = match &one.what {
                    Deselection::Component(_, name) => format!("component `{name}`"),
                    Deselection::Connection(a, b) => format!("`connect({a}, {b})`"),
                };
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::UnknownModifier,
                        one.place,
                        format!("the base class has no {what} to leave out"),
                    )
                    .label("leaves out nothing"),
                );
            }
            one.sections = sections.clone();
            self.elab_mut(id).left.push(one);
        }
    }

    /// True for a connection that is not inherited.
    pub(crate) fn is_connection_deselected(
        &self,
        id: ElabId,
        section: usize,
        file: SourceTree<'a>,
        ends: (ComponentReference, ComponentReference),
    ) -> bool {
        let left = &self.elab(id).left;
        left.iter().any(|left| left.sections.contains(&section) && left.what.is(file, ends))
    }
}

impl Deselection {
    fn is(&self, file: SourceTree, (a, b): (ComponentReference, ComponentReference)) -> bool {
        match self {
            Deselection::Component(_, name) => {
                [a, b].iter().any(|end| file.read(file.tree[end.parts][0].name.span) == name)
            }
            Deselection::Connection(first, second) => {
                let ends = [bare(file, a), bare(file, b)];
                ends == [first.as_str(), second.as_str()] || ends == [second.as_str(), first.as_str()]
            }
        }
    }
}

/// True if equations hold a connection, however deep.
fn has_connection(file: SourceTree, equations: List<EquationSyntax>, what: &Deselection) -> bool {
    let tree = file.tree;
    tree[equations].iter().any(|equation| match equation.kind {
        EquationSyntaxKind::Connect { left, right } => what.is(file, (left, right)),
        EquationSyntaxKind::For { body, .. } => has_connection(file, body, what),
        EquationSyntaxKind::If { branches, otherwise } => {
            tree[branches].iter().any(|branch| has_connection(file, branch.body, what))
                || has_connection(file, otherwise, what)
        }
        _ => false,
    })
}

/// The text of a reference without blanks, which do not count when connections are compared.
fn bare(file: SourceTree, reference: ComponentReference) -> String {
    let parts = &file.tree[reference.parts];
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push('.');
        }
        text.push_str(file.read(part.name.span));
        let subscripts = &file.tree[part.subscripts];
        if let (Some(first), Some(last)) = (subscripts.first(), subscripts.last()) {
            text.push('[');
            text.push_str(&squeeze(file.read(Span { start: first.span.start, end: last.span.end })));
            text.push(']');
        }
    }
    text
}
