//! Functions that are `impure` give another value each time they are called, or do something. So they are called where it is
//! known how often that is (Modelica Language Specification 3.6, section 12.3): at events, at initialization, and for the
//! values of parameters and external objects.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, Exprs, FunctionId, Statement, Type, Variability,
};
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;

impl Flattener<'_> {
    /// Reports calls of impure functions in equations that hold all the time, and in functions that promise to be pure.
    pub(crate) fn check_purity(&mut self) {
        if self.rules.impure.is_empty() {
            return;
        }
        let impure: FxHashSet<FunctionId> = self.rules.impure.iter().copied().collect();
        let mut found: Vec<(FunctionId, Place, ImpureCaller)> = Vec::new();
        for equation in &self.model.equations {
            let mut parts = Vec::new();
            continuous(&self.model.exprs, equation, &mut parts);
            if let Some(call) = self.impure_call(&parts, &impure) {
                found.push((call, self.model.written(equation.origin), ImpureCaller::Equation));
            }
        }
        for variable in &self.model.variables {
            let free = variable.variability == Variability::Parameter || variable.kind == Type::External;
            let Some(binding) = variable.binding.filter(|_| !free) else { continue };
            if let Some(call) = self.impure_call(&[binding], &impure) {
                found.push((call, self.model.written(variable.bound), ImpureCaller::Equation));
            }
        }
        for &caller in &self.rules.pure {
            let function = &self.model.functions[caller.at()];
            let mut parts = Vec::new();
            function.body.iter().flatten().for_each(|statement| statement.parts(&mut parts));
            if let Some(call) = self.impure_call(&parts, &impure) {
                found.push((call, function.place, ImpureCaller::Function(caller)));
            }
        }
        for (call, place, context) in found {
            self.impure_called(call, place, context);
        }
    }

    /// The first impure function that is called, and not from within `pure(…)`.
    fn impure_call(&self, roots: &[ExprId], impure: &FxHashSet<FunctionId>) -> Option<FunctionId> {
        let exprs = &self.model.exprs;
        let (mut todo, mut seen) = (roots.to_vec(), FxHashSet::default());
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match exprs.get(id) {
                Expr::Call(function, _) if impure.contains(&function) => return Some(function),
                // The call itself is excused, what it is given is not.
                Expr::Builtin(Builtin::Pure, list) => {
                    for &inner in exprs.items(list) {
                        exprs.get(inner).children(exprs, &mut todo);
                    }
                }
                expr => expr.children(exprs, &mut todo),
            }
        }
        None
    }

    fn impure_called(&mut self, function: FunctionId, place: Place, context: ImpureCaller) {
        let name = |id: FunctionId| {
            let function = &self.model.functions[id.at()];
            (self.model.symbols.name(function.name).to_string(), function.place)
        };
        let (called, declared) = name(function);
        let (message, label, help) = match context {
            ImpureCaller::Equation => (
                format!("the impure function `{called}` is called in an equation that holds all the time"),
                "the solver decides how often it is called, also in rejected steps",
                "call it in a `when`, in an initial equation or for the value of a parameter; \
                 if it always gives the same result for the same arguments, write `pure(…)` around the call",
            ),
            ImpureCaller::Function(caller) => (
                format!("`{}` is declared `pure` and calls the impure function `{called}`", name(caller).0),
                "declared `pure`",
                "declare it `impure`, or write `pure(…)` around the call",
            ),
        };
        self.report(
            Diagnostic::new(DiagnosticCode::ImpureCall, place, message)
                .label(label)
                .related(declared, "declared `impure`")
                .help(help),
        );
    }
}

/// Where an impure function is called.
#[derive(Clone, Copy)]
enum ImpureCaller {
    /// In an equation or the value of a variable.
    Equation,
    /// In a function that is declared `pure`.
    Function(FunctionId),
}

/// The expressions of an equation outside of `when`.
fn continuous(exprs: &Exprs, equation: &Equation, out: &mut Vec<ExprId>) {
    match &equation.kind {
        EquationKind::When(branches) => out.extend(branches.iter().map(|branch| branch.0)),
        EquationKind::If(branches) => {
            for (condition, body) in branches {
                out.push(*condition);
                body.iter().for_each(|inner| continuous(exprs, inner, out));
            }
        }
        EquationKind::Algorithm(body, _) => body.iter().for_each(|statement| flowing(exprs, statement, out)),
        EquationKind::Call(call) => arguments(exprs, *call, out),
        EquationKind::Equality(..) => equation.parts(out),
    }
}

/// The expressions of a statement outside of `when`.
fn flowing(exprs: &Exprs, statement: &Statement, out: &mut Vec<ExprId>) {
    match statement {
        Statement::When(branches) => out.extend(branches.iter().map(|branch| branch.0)),
        Statement::If(branches) => {
            for (condition, body) in branches {
                out.push(*condition);
                body.iter().for_each(|inner| flowing(exprs, inner, out));
            }
        }
        Statement::For(_, range, body) => {
            out.push(*range);
            body.iter().for_each(|inner| flowing(exprs, inner, out));
        }
        Statement::While(condition, body) => {
            out.push(*condition);
            body.iter().for_each(|inner| flowing(exprs, inner, out));
        }
        Statement::Call(call) => arguments(exprs, *call, out),
        _ => statement.parts(out),
    }
}

/// What a call for its own sake is given. The call is no value of an equation: it is made once at each point of the solution, as
/// libraries print what they have computed.
fn arguments(exprs: &Exprs, call: ExprId, out: &mut Vec<ExprId>) {
    match exprs.get(call) {
        expr @ Expr::Call(..) => expr.children(exprs, out),
        _ => out.push(call),
    }
}
