//! What the bodies of functions may do (Modelica Language Specification 3.6, sections 11.2 and 12.2).

use equations::{
    AccessStep, AssignmentTarget, Builtin, Expr, ExprId, Exprs, FunctionId, Local, Statement, Symbol, Type,
};
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::elab::ElabId;

impl Flattener<'_> {
    /// Reports an operator that needs a past, an event or connections, of which a function has none.
    pub(crate) fn check_in_function(&mut self, builtin: Builtin, place: Place) {
        if builtin == Builtin::Terminate {
            self.terminating_function(place);
        } else if !is_timeless(builtin) {
            self.not_in_function(builtin.text(), place);
        }
    }

    /// Reports something that functions do not have.
    pub(crate) fn not_in_function(&mut self, what: &str, place: Place) {
        let diagnostic = Diagnostic::new(
            DiagnosticCode::NotInFunction,
            place,
            format!("`{what}` cannot be used in a function"),
        )
        .label("a function knows nothing but its inputs");
        self.report(match what {
            "time" => diagnostic.help("hand `time` over as an input"),
            "when" => diagnostic.help("use `if`, or move the `when` to the model that calls the function"),
            _ => diagnostic.help("use it in the model, and hand the value over as an input"),
        });
    }

    /// Reports a variable of a loop that is assigned.
    pub(crate) fn assigned_index(&mut self, name: Symbol, place: Place) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::AssignedIndex,
                place,
                format!("`{name}` is the variable of a loop and cannot be assigned"),
            )
            .label("assigned here")
            .help("use `while` and a variable of your own, or `break` to leave the loop"),
        );
    }

    /// Reports results that a function never assigns, and variables that it reads though nothing gives them a value.
    pub(crate) fn check_assigned_locals(&mut self, id: FunctionId, elab: ElabId, order: &[usize]) {
        let function = &self.model.functions[id.at()];
        let Some(body) = &function.body else { return };
        let inputs = function.inputs as usize;
        let results = inputs..inputs + function.outputs as usize;
        let open: Vec<usize> = (inputs..order.len().min(function.locals.len()))
            .filter(|&at| is_open(&function.locals[at], &self.model.exprs))
            .collect();
        // Texts of libraries are not the user's to mend.
        if open.is_empty() || !self.program.is_own(function.place.file) {
            return;
        }
        let mut used = UsedLocals::default();
        used.statements(body);
        if used.calls.iter().any(|&call| self.always_fails(call)) {
            return;
        }
        let open: Vec<usize> = open.into_iter().filter(|at| !used.assigned.contains(&(*at as u32))).collect();
        if open.is_empty() {
            return;
        }
        let bindings = function.locals.iter().flat_map(|local| local.binding.into_iter());
        used.read.extend(bindings);
        let mut read = FxHashSet::default();
        let mut seen = FxHashSet::default();
        while let Some(expr) = used.read.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match self.model.exprs.get(expr) {
                Expr::Local(local) => {
                    read.insert(local);
                }
                // A size is known without a value.
                Expr::Builtin(Builtin::Size | Builtin::Ndims, _) => {}
                other => other.children(&self.model.exprs, &mut used.read),
            }
        }
        let name = self.model.symbols.name(function.name).to_string();
        for at in open {
            let result = results.contains(&at);
            if !result && !read.contains(&(at as u32)) {
                continue;
            }
            let declaration = self.elab(elab).components[order[at]].declaration;
            let place = declaration.file.place(declaration.component.name.span);
            let variable = self.model.symbols.name(declaration.name).to_string();
            let diagnostic = if result {
                Diagnostic::new(
                    DiagnosticCode::NeverAssigned,
                    place,
                    format!("the function `{name}` never gives its result `{variable}` a value"),
                )
                .label("an output that nothing assigns")
            } else {
                Diagnostic::new(
                    DiagnosticCode::NeverAssigned,
                    place,
                    format!("the function `{name}` uses `{variable}`, which never gets a value"),
                )
                .label("nothing assigns it")
            };
            self.report(
                diagnostic.help(format!("write `{variable} := …;`, or give it a value where it is declared")),
            );
        }
    }

    /// `assert(false, …)`, after which results do not matter.
    fn always_fails(&self, call: ExprId) -> bool {
        let exprs = &self.model.exprs;
        let Expr::Builtin(Builtin::Assert, list) = exprs.get(call) else { return false };
        exprs.items(list).first().is_some_and(|&first| exprs.get(first) == Expr::Boolean(false))
    }
}

/// True for a local that has no value before it is assigned. Of a record the fields may have one, and an array may have no
/// elements that need one.
pub(crate) fn is_open(local: &Local, exprs: &Exprs) -> bool {
    use Type as T;
    let filled =
        |size: &Option<ExprId>| size.is_some_and(|size| matches!(exprs.get(size), Expr::Integer(1..)));
    local.binding.is_none()
        && local.dims.iter().all(filled)
        && matches!(local.kind, T::Real | T::Integer | T::Boolean | T::String | T::Enumeration(_))
}

/// What statements assign and read.
#[derive(Default)]
struct UsedLocals {
    assigned: FxHashSet<u32>,
    read: Vec<ExprId>,
    calls: Vec<ExprId>,
}

impl UsedLocals {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Assign(target, value) => {
                    self.target(target);
                    self.read.push(*value);
                }
                Statement::AssignMany(targets, call) => {
                    targets.iter().flatten().for_each(|target| self.target(target));
                    self.read.push(*call);
                }
                Statement::Call(call) => {
                    self.read.push(*call);
                    self.calls.push(*call);
                }
                Statement::If(branches) | Statement::When(branches) => {
                    for (condition, body) in branches {
                        self.read.push(*condition);
                        self.statements(body);
                    }
                }
                Statement::For(_, values, body) | Statement::While(values, body) => {
                    self.read.push(*values);
                    self.statements(body);
                }
                Statement::Break | Statement::Return => {}
            }
        }
    }

    fn target(&mut self, target: &AssignmentTarget) {
        self.assigned.insert(target.local);
        for step in &target.path {
            if let AccessStep::Index(subscripts) = step {
                self.read.extend(subscripts);
            }
        }
    }
}

/// True for what can be computed from arguments alone.
fn is_timeless(builtin: Builtin) -> bool {
    use Builtin as B;
    !matches!(
        builtin,
        B::Der
            | B::Pre
            | B::Edge
            | B::Change
            | B::Reinit
            | B::Initial
            | B::Terminal
            | B::Sample
            | B::Delay
            | B::SpatialDistribution
            | B::Cardinality
            | B::InStream
            | B::ActualStream
    ) && !builtin.is_clocked()
        && !builtin.is_of_state_machine()
}
