//! What may be connected, and how it is named (Modelica Language Specification 3.6, section 9.3).

use equations::{Causality, Expr, ExprId, InstanceKind, Symbol, Variability, VariableId};
use syntax::tree::ComponentReference;
use syntax::{Diagnostic, DiagnosticCode, Span};

use crate::Flattener;
use crate::instance::{ConnectorExposure, InstId};
use crate::lower::LoweringContext;
use crate::reference::ResolvedReference;
use crate::value::LoweredValue;

impl<'a> Flattener<'a> {
    /// Reports ends of connections that are no connectors, and connectors of components of components.
    pub(super) fn check_end(
        &mut self,
        context: &LoweringContext<'a>,
        node: &ResolvedReference<'a>,
        reference: ComponentReference,
    ) -> Option<()> {
        match node {
            ResolvedReference::Insts(_, insts) => {
                let Some(&inst) = insts.first() else { return Some(()) };
                if self.inst(inst).prefixes.border == ConnectorExposure::None || self.is_model(inst) {
                    let elab = self.inst(inst).elab;
                    let class = self.elab(elab).class.map_or(String::new(), |class| {
                        self.model.symbols.name(self.program.class(class).full).to_string()
                    });
                    let what = self
                        .elab(elab)
                        .class
                        .map_or("class", |class| self.program.class(class).node.restriction.text());
                    self.no_connector(context, reference, &format!("a component of the {what} `{class}`"));
                    return None;
                }
                if !self.is_connector(self.inst(inst).elab) && !self.is_in_bus(self.inst(inst).parent) {
                    self.no_connector(context, reference, "a part of a connector");
                    return None;
                }
            }
            ResolvedReference::Value(LoweredValue::Plain(plain)) => {
                let variable = plain.items.first().and_then(|&item| match self.model.exprs.get(item) {
                    Expr::Variable(variable) => Some(variable),
                    _ => None,
                });
                let leaf = variable.map(|variable| self.leaf(self.leaf_of[variable.at()]));
                if leaf.is_some_and(|leaf| {
                    matches!(leaf.prefixes.border, ConnectorExposure::None | ConnectorExposure::Hidden)
                }) {
                    self.no_connector(context, reference, "a variable");
                    return None;
                }
                if let Some((inst, name)) = leaf.map(|leaf| (leaf.inst, leaf.name))
                    && self.is_connector(self.inst(inst).elab)
                    && !self.is_in_bus(Some(inst))
                    && let Some(kind) = self.leaf_type(self.inst(inst).elab, name)
                    && !self.is_connector(kind)
                {
                    self.no_connector(context, reference, "a variable of a connector");
                    return None;
                }
            }
            _ => return Some(()),
        }
        self.check_depth(context, reference)
    }

    /// True in an expandable connector, all parts of which are seen as connectors (section 9.1.3).
    fn is_in_bus(&self, inst: Option<InstId>) -> bool {
        inst.is_some_and(|inst| self.is_bus(inst))
    }

    /// True for a variable that is an input or output of its connector.
    pub(super) fn is_causal_end(&self, variable: VariableId) -> bool {
        self.leaf(self.leaf_of[variable.at()]).prefixes.causality != Causality::None
    }

    /// True if one of these is a signal of a bus, whose direction follows from its connections.
    pub(super) fn is_in_any_bus(&self, variables: &[VariableId]) -> bool {
        variables.iter().any(|variable| {
            let leaf = self.leaf(self.leaf_of[variable.at()]);
            leaf.prefixes.border == ConnectorExposure::Bus || self.is_in_bus(Some(leaf.inst))
        })
    }

    fn is_model(&self, inst: InstId) -> bool {
        self.instance_kind(self.inst(inst).elab) == InstanceKind::Model
    }

    fn no_connector(&mut self, context: &LoweringContext<'a>, reference: ComponentReference, what: &str) {
        let name = context.file.read(span_of(context, reference));
        let message = format!("`{name}` is {what}, not a connector");
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongConnection,
                context.place(span_of(context, reference)),
                message,
            )
            .label("only connectors can be connected")
            .help(if what.ends_with("of a connector") {
                "connect the whole connector, or write an equation"
            } else {
                "name one of its connectors, or write an equation"
            }),
        );
    }

    /// `a.b.c` is a connector of `a` only if `b` is one.
    fn check_depth(&mut self, context: &LoweringContext<'a>, reference: ComponentReference) -> Option<()> {
        let parts = &context.file.tree[reference.parts];
        for length in 2..parts.len() {
            let shorter = ComponentReference { parts: reference.parts.first(length), ..reference };
            let Some(ResolvedReference::Insts(_, insts)) =
                self.resolve_reference(context, shorter, parts[0].name.span)
            else {
                continue;
            };
            if insts.first().is_some_and(|&inst| self.is_model(inst)) {
                let name = context.file.read(span_of(context, reference));
                let outer = context.file.read(parts[length - 2].name.span);
                let inner = context.file.read(parts[length - 1].name.span);
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::WrongConnection,
                        context.place(span_of(context, reference)),
                        format!("`{name}` belongs to a component inside of another"),
                    )
                    .label(format!("`{inner}` is a part of `{outer}`, which is closed to the outside"))
                    .help(format!(
                        "give the class of `{outer}` a connector, and connect `{inner}` to it there"
                    )),
                );
                return None;
            }
        }
        Some(())
    }

    /// Expandable connectors are connected to each other only.
    pub(super) fn check_buses(
        &mut self,
        context: &LoweringContext<'a>,
        a: InstId,
        b: InstId,
        span: Span,
    ) -> Option<()> {
        if self.is_bus(a) && self.is_bus(b) {
            return Some(());
        }
        let (bus, other) = if self.is_bus(a) { (a, b) } else { (b, a) };
        let [bus, other] = [bus, other].map(|inst| {
            let class = self.elab(self.inst(inst).elab).class;
            class.map_or("", |class| self.model.symbols.name(self.program.class(class).full)).to_string()
        });
        let message =
            format!("the expandable connector `{bus}` cannot be connected to {}", crate::rules::a(&other));
        self.report(
            Diagnostic::new(DiagnosticCode::WrongConnection, context.place(span), message)
                .label("only one of the two can get new signals")
                .help("connect it to a signal of the bus: name one behind the bus, as in `bus.signal`"),
        );
        None
    }

    /// Reports two variables that cannot be joined.
    pub(super) fn report_incompatible(
        &mut self,
        context: &LoweringContext<'a>,
        a: VariableId,
        b: VariableId,
        span: Span,
    ) {
        let names = [a, b].map(|variable| self.model.variable_name(variable));
        let what = [a, b].map(|variable| {
            let causal = self.is_causal_end(variable);
            let variable = &self.model.variables[variable.at()];
            if causal {
                "an input or output"
            } else if variable.flow {
                "a flow variable"
            } else if variable.stream {
                "a stream variable"
            } else if variable.variability <= Variability::Parameter {
                "a parameter"
            } else {
                "a potential or signal"
            }
        });
        let label = if what[0] == what[1] {
            let kinds = [a, b].map(|variable| self.one_of(self.model.variables[variable.at()].kind));
            format!("the first is {}, the second {}", kinds[0], kinds[1])
        } else {
            format!("the first is {}, the second {}", what[0], what[1])
        };
        let message = format!("`{}` cannot be connected to `{}`", names[0], names[1]);
        self.report(
            Diagnostic::new(DiagnosticCode::WrongConnection, context.place(span), message).label(label),
        );
    }

    /// Reports arrays of connectors of different sizes.
    pub(super) fn unequal(&mut self, context: &LoweringContext<'a>, a: &[u32], b: &[u32], span: Span) {
        let message = format!("{} cannot be connected to {}", connectors(a), connectors(b));
        self.report(
            Diagnostic::new(DiagnosticCode::WrongConnection, context.place(span), message)
                .label("arrays are connected element by element")
                .help("name elements with subscripts, such as `[1]` or `[2:3]`, or connect in a `for` loop"),
        );
    }

    /// Constants of connectors that are connected must have the same value, and be constants on both sides.
    pub(super) fn same_constants(
        &mut self,
        context: &LoweringContext<'a>,
        name: Option<Symbol>,
        (a, b): (ExprId, ExprId),
        span: Span,
    ) {
        let Some(name) = name else { return };
        let [varies, other] = [a, b].map(|item| matches!(self.model.exprs.get(item), Expr::Variable(_)));
        if varies != other {
            return self.half_constant(context, name, span);
        }
        let [left, right] = [a, b].map(|item| self.value(item));
        if a == b || left.is_some() && left == right {
            return;
        }
        let name = self.model.symbols.name(name).to_string();
        let [left, right] = [a, b].map(|item| self.model.expr_text(item));
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongConnection,
                context.place(span),
                format!("`{name}` is `{left}` on one side of this connection and `{right}` on the other"),
            )
            .label("constants of connectors that are connected must be equal"),
        );
    }

    /// Reports a part of connectors that is a constant on one side only.
    fn half_constant(&mut self, context: &LoweringContext<'a>, name: Symbol, span: Span) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongConnection,
                context.place(span),
                format!("`{name}` is a constant on one side of this connection only"),
            )
            .label("constants are connected to constants, parameters to parameters")
            .help(format!("declare `{name}` alike in both connectors")),
        );
    }

    /// Parameters of connectors that are connected must have the same value.
    pub(super) fn check_equal_parameters(
        &mut self,
        context: &LoweringContext<'a>,
        a: VariableId,
        b: VariableId,
        span: Span,
    ) {
        let [left, right] = [a, b].map(|variable| self.variable_value(variable));
        let (Some(left), Some(right)) = (left, right) else { return };
        self.model.evaluated.extend([a, b]);
        if left != right {
            let shown = [left, right].map(|value| match self.literal(&value) {
                Some(LoweredValue::Plain(plain)) if plain.is_scalar() => self.model.expr_text(plain.items[0]),
                _ => "something else".to_string(),
            });
            let [a, b] = [a, b].map(|variable| self.model.variable_name(variable));
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongConnection,
                    context.place(span),
                    format!("`{a}` and `{b}` differ"),
                )
                .label("parameters of connectors that are connected must be equal")
                .note(format!("`{a}` is {}, `{b}` is {}", shown[0], shown[1])),
            );
        }
    }
}

/// The whole of a name.
fn span_of(context: &LoweringContext, reference: ComponentReference) -> Span {
    let parts = &context.file.tree[reference.parts];
    match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => Span { start: first.name.span.start, end: last.name.span.end },
        _ => Span::at(0),
    }
}

fn connectors(dims: &[u32]) -> String {
    match dims {
        [] => "one connector".to_string(),
        _ => {
            let sizes: Vec<String> = dims.iter().map(u32::to_string).collect();
            format!("an array of {} connectors", sizes.join(" by "))
        }
    }
}
