//! The operators of state machines (MLS 3.6, chapter 17). States are components; in the flat model they are called by
//! their names.

use equations::{Builtin, Expr, ExprId, Type};
use syntax::tree::FunctionArgument;
use syntax::{Diagnostic, DiagnosticCode, List, Span};

use crate::Flattener;
use crate::lower::LoweringContext;
use crate::reference::ResolvedReference;
use crate::value::LoweredValue;

/// The arguments of `transition` after the states.
const NAMES: [&str; 5] = ["condition", "immediate", "reset", "synchronize", "priority"];

impl<'a> Flattener<'a> {
    /// A call of an operator of state machines.
    pub(crate) fn lower_state_machine_call(
        &mut self,
        context: &LoweringContext<'a>,
        builtin: Builtin,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<LoweredValue> {
        let (states, kind) = match builtin {
            Builtin::Transition => (2, Type::Boolean),
            Builtin::InitialState | Builtin::ActiveState => (1, Type::Boolean),
            Builtin::TimeInState => (0, Type::Real),
            _ => (0, Type::Integer),
        };
        let given = context.file.tree[arguments].len();
        let most = if builtin == Builtin::Transition { states + NAMES.len() } else { states };
        if given > most || given < states + usize::from(builtin == Builtin::Transition) {
            let message = format!("`{}` cannot be called with {given} arguments", builtin.text());
            self.report(Diagnostic::new(DiagnosticCode::WrongCall, context.place(span), message));
            return None;
        }
        let mut items = Vec::with_capacity(most);
        for at in 0..states {
            items.push(self.state(context, arguments, at, span)?);
        }
        if builtin == Builtin::Transition {
            items.extend(self.settings(context, arguments, span)?);
        }
        let item = self.model.exprs.builtin(builtin, &items);
        Some(LoweredValue::scalar(kind, item))
    }

    /// Whether the model has state machines.
    pub(crate) fn has_machines(&self) -> bool {
        let initial = |equation: &equations::Equation| match equation.kind {
            equations::EquationKind::Call(call) => {
                matches!(self.model.exprs.get(call), Expr::Builtin(Builtin::InitialState, _))
            }
            _ => false,
        };
        self.model.equations.iter().any(initial)
    }

    /// The name of a state.
    fn state(
        &mut self,
        context: &LoweringContext<'a>,
        arguments: List<FunctionArgument>,
        at: usize,
        span: Span,
    ) -> Option<ExprId> {
        match self.connector_argument(context, arguments, at, span)? {
            ResolvedReference::Insts(_, insts) if insts.len() == 1 => {
                let instance = self.inst(insts[0]).public?;
                let name = self.model.instance_name(instance);
                let name = self.model.symbols.add(&name);
                Some(self.model.exprs.add(Expr::String(name)))
            }
            _ => {
                self.wrong_kind(
                    context.place(span),
                    "this",
                    "a state, a component with equations of its own",
                );
                None
            }
        }
    }

    /// Condition, immediate, reset, synchronize and priority.
    fn settings(
        &mut self,
        context: &LoweringContext<'a>,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<[ExprId; 5]> {
        let exprs = &mut self.model.exprs;
        let (yes, no, one) = (exprs.boolean(true), exprs.boolean(false), exprs.integer(1));
        let mut settings = [yes, yes, yes, no, one];
        for (position, argument) in context.file.tree[arguments].iter().enumerate().skip(2) {
            let at = match argument.name {
                None => position - 2,
                Some(name) => {
                    let text = &context.file.text[name.span.range()];
                    let Some(at) = NAMES.iter().position(|known| *known == text) else {
                        let message = format!("`transition` has no argument `{text}`");
                        self.report(
                            Diagnostic::new(DiagnosticCode::WrongCall, context.place(span), message)
                                .help(format!("its arguments are {}", NAMES.join(", "))),
                        );
                        return None;
                    };
                    at
                }
            };
            settings[at] = *self.lower_scalar(context, argument.value)?.items.first()?;
        }
        Some(settings)
    }
}
