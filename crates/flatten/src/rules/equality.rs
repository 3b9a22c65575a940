//! Real numbers that change are not compared for equality (Modelica Language Specification 3.6, section 3.5): no event tells
//! when they are equal, and rounding decides whether they ever are.

use equations::{ExprId, Type, Variability};
use syntax::tree::OperatorSyntax;
use syntax::{Diagnostic, DiagnosticCode, Span};

use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::ArrayValue;

impl<'a> Flattener<'a> {
    /// Reports `==` and `<>` of Real numbers that may change while the model runs. Parameters are let through: they are
    /// compared once, and nothing is lost.
    pub(crate) fn check_equality(
        &mut self,
        context: &LoweringContext<'a>,
        operator: OperatorSyntax,
        (left, right): (&ArrayValue, &ArrayValue),
        spans: (Span, Span),
    ) {
        let real = left.kind == Type::Real || right.kind == Type::Real;
        if !matches!(operator, OperatorSyntax::Equal | OperatorSyntax::NotEqual) || !real {
            return;
        }
        let items: Vec<ExprId> = left.items.iter().chain(&right.items).copied().collect();
        let Some(cause) = self.changing(&items, Variability::Parameter) else { return };
        let [one, other] = [spans.0, spans.1].map(|span| context.file.read(span));
        let (text, whole) = (operator.text(), spans.0.to(spans.1));
        let difference = match other.parse::<f64>() {
            Ok(0.0) => format!("abs({one})"),
            _ if other.contains(['+', '-']) => format!("abs({one} - ({other}))"),
            _ => format!("abs({one} - {other})"),
        };
        let test = if operator == OperatorSyntax::Equal { "<=" } else { ">" };
        self.report(
            Diagnostic::new(
                DiagnosticCode::RealEquality,
                context.place(whole),
                format!("`{text}` compares Real numbers, and {cause} changes while the model runs"),
            )
            .label("no event occurs when they become equal, and rounding decides whether they ever are")
            .help(format!(
                "compare with a tolerance that suits the model, as in `{difference} {test} 1e-6`; for the instant at which \
                 one passes the other use `>` or `<`"
            )),
        );
    }
}
