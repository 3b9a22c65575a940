//! Functions written as partial derivatives of others (Modelica Language Specification 3.6, section 12.7.2).

use equations::{DerivativeObstacle, DerivativeObstacleKind, Symbol, Type};
use syntax::tree::{Ident, Name, Prefix, Restriction};
use syntax::{Diagnostic, DiagnosticCode, List, Place};

use super::a;
use crate::Flattener;
use crate::elab::{Basis, ElabId, ScopeId};
use crate::lookup::ClassReference;
use crate::program::{ClassId, Declaration, SourceTree};

impl<'a> Flattener<'a> {
    /// Reports a derivative that is no function, or that of something else than a function.
    pub(crate) fn check_derivative(&mut self, class: ClassId, scope: ScopeId, function: Name) -> Option<()> {
        let (file, node) = (self.program.class(class).file, self.program.class(class).node);
        if node.restriction != Restriction::Function {
            let found = Diagnostic::new(
                DiagnosticCode::WrongContent,
                file.place(function.span),
                "only a function can be the derivative of a function",
            )
            .label("a derivative")
            .help("write `function` before its name");
            self.against_kind(class, found);
            return None;
        }
        let found = self.find_class(scope, file, function, Some(class))?;
        let right = match found {
            ClassReference::Class(found) => {
                self.program.class(found.class).node.restriction == Restriction::Function
            }
            ClassReference::Scalar(_) => false,
        };
        if !right {
            self.wrong_kind(file.place(function.span), "a class that is no function", "a function");
        }
        right.then_some(())
    }

    /// Reports names after the function that a derivative cannot be taken by.
    pub(crate) fn check_inputs(&mut self, id: ElabId, file: SourceTree<'a>, inputs: List<Ident>) {
        let members = self.elab(id).components.iter().map(|member| (member.declaration, member.scope));
        let known: Vec<(Declaration<'a>, ScopeId)> =
            members.filter(|(one, _)| one.prefixes.has(Prefix::Input)).collect();
        // What it is the derivative of could not be found out, and was told.
        if known.is_empty() {
            return;
        }
        for input in &file.tree[inputs] {
            let name = self.model.symbols.add(file.read(input.span));
            let place = file.place(input.span);
            let Some(&(declaration, scope)) = known.iter().find(|(one, _)| one.name == name) else {
                let names: Vec<Symbol> = known.iter().map(|(one, _)| one.name).collect();
                let class = self.scope(known[0].1).class;
                let declared = self.class_place(class);
                let full = self.program.class(class).full;
                self.unknown_argument(name, &names, "input", (full, declared), place);
                continue;
            };
            let Some(kind) = self.find_elab(scope, declaration.file, declaration.type_name) else { continue };
            let array = !declaration.component.subscripts.is_empty()
                || !declaration.type_subscripts.is_empty()
                || !self.elab(kind).dims.is_empty();
            let found = match self.elab(kind).basis {
                Basis::Scalar(Type::Real) if array => "an array".to_string(),
                Basis::Scalar(Type::Real) => continue,
                _ => a(&self.elab_name(kind)),
            };
            let declared = declaration.file.place(declaration.component.name.span);
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongArgument,
                    place,
                    format!("a derivative is taken with respect to a Real, and this is {found}"),
                )
                .label(format!("expected a Real, found {found}"))
                .related(declared, "the input"),
            );
        }
    }

    /// Reports a function whose derivative cannot be made: where the derivative is written, and why.
    pub(crate) fn no_derivative(&mut self, place: Place, function: Symbol, declared: Place, why: &str) {
        let name = self.model.symbols.name(function).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::NoDerivative,
                place,
                format!("`{name}` cannot be differentiated"),
            )
            .label(why.to_string())
            .related(declared, "the function")
            .help("write the derivative as a function of its own, or name it in an annotation `derivative`"),
        );
    }

    /// What stands in the way of a derivative, in words.
    pub(crate) fn describe_obstacle(&self, obstacle: DerivativeObstacle) -> String {
        match obstacle.kind {
            DerivativeObstacleKind::Builtin(builtin) => format!("`{}` has no derivative", builtin.text()),
            DerivativeObstacleKind::Function(id) => {
                let name = self.model.symbols.name(self.model.functions[id.at()].name);
                format!("`{name}` has no algorithm, and declares no derivative")
            }
            DerivativeObstacleKind::Argument => "it calls a function that it is given".to_string(),
            DerivativeObstacleKind::Form(what) => format!("{what} cannot be differentiated"),
        }
    }
}
