//! What `external` clauses may say (Modelica Language Specification 3.6, section 12.9).

use equations::{Builtin, Expr, ExprId, Local};
use syntax::{Diagnostic, DiagnosticCode, Place, Severity};

use crate::Flattener;

impl Flattener<'_> {
    /// Reports a language that external functions cannot be written in.
    pub(crate) fn check_language(&mut self, language: &str, place: Place) {
        let standard =
            language.strip_prefix('C').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        if standard || matches!(language, "builtin" | "FORTRAN 77") {
            return;
        }
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongExternal,
                place,
                format!("an external function cannot be written in `{language}`"),
            )
            .label("not a language of external functions")
            .help("use `\"C\"`, one of its standards such as `\"C99\"`, or `\"FORTRAN 77\"`"),
        );
    }

    /// Warns of external functions of the user that are not built in. A model that is wrong cannot be simulated anyway.
    pub(crate) fn check_externals(&mut self) {
        if self.diagnostics.iter().any(|found| found.severity() == Severity::Error) {
            return;
        }
        for at in 0..self.model.functions.len() {
            let function = &self.model.functions[at];
            let Some(external) = function.external.as_ref() else { continue };
            let name = self.model.symbols.name(external.name);
            let place = function.place;
            if external::is_known(name) || !self.program.is_own(place.file) {
                continue;
            }
            let message = format!("the external function `{name}` is not built in");
            self.report(
                Diagnostic::new(DiagnosticCode::UnknownExternal, place, message)
                    .label("a model that calls this can be checked, and not simulated")
                    .help("write its body in Modelica, or call a function of the Modelica Standard Library"),
            );
        }
    }

    /// Reports a variable that cannot take what an external function returns.
    pub(crate) fn check_returned(&mut self, local: &Local, is_output: bool, place: Place) {
        let name = self.model.symbols.name(local.name).to_string();
        let diagnostic = Diagnostic::new(
            DiagnosticCode::WrongExternal,
            place,
            format!("`{name}` cannot take what the external function returns"),
        );
        if !is_output {
            self.report(
                diagnostic
                    .label("not an output of the function")
                    .help("name an output, or hand the variable over as an argument"),
            );
        } else if !local.dims.is_empty() {
            self.report(diagnostic.label("an array, and only scalars are returned").help(format!(
                "hand it over as an argument: `external \"C\" f(…, {name}, size({name}, 1))`"
            )));
        }
    }

    /// Reports an argument that is neither a variable, nor a constant, nor a size.
    pub(crate) fn check_passed(&mut self, argument: ExprId, place: Place) {
        if !self.is_passable(argument) {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongExternal,
                    place,
                    "an external function takes variables, constants and sizes, and no expressions",
                )
                .label("has to be computed")
                .help("compute it in a function that calls this one, and hand it over as an input"),
            );
        }
    }

    fn is_passable(&self, argument: ExprId) -> bool {
        match self.model.exprs.get(argument) {
            Expr::Local(_)
            | Expr::Real(_)
            | Expr::Integer(_)
            | Expr::Boolean(_)
            | Expr::String(_)
            | Expr::Literal(..) => true,
            Expr::Field(whole, _) | Expr::Index(whole, _) => self.is_passable(whole),
            Expr::Unary(_, inner) => self.is_passable(inner),
            Expr::Builtin(builtin, _) => builtin == Builtin::Size,
            // A constant of a package.
            Expr::Array(_) | Expr::Record(..) => true,
            _ => false,
        }
    }

    /// Reports a result that the external function never gets to see.
    pub(crate) fn never_returned(&mut self, local: &Local, place: Place) {
        let name = self.model.symbols.name(local.name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::NeverAssigned,
                place,
                format!("the external function gives the result `{name}` no value"),
            )
            .label("neither returned nor handed over")
            .help(format!("write `{name} = …` before the call, or add `{name}` to its arguments")),
        );
    }
}
