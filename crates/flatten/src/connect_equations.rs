//! Connections first: what is joined to what, before any other equation is looked at, because `cardinality`
//! and `Connections.isRoot` decide what those equations are.

use equations::{Expr, VariableId};
use syntax::tree::{
    ComponentReference, EquationSyntax, EquationSyntaxKind, ExpressionKind, FunctionArgument, Section,
};
use syntax::{List, Span};

use crate::Flattener;
use crate::instance::{ConnectorExposure, InstId};
use crate::lower::LoweringContext;
use crate::program::SourceTree;
use crate::reference::ResolvedReference;
use crate::value::LoweredValue;

/// A connector as `cardinality` counts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CountedConnector {
    Instance(InstId),
    Variable(equations::VariableId),
}

impl<'a> Flattener<'a> {
    /// Notes the connections that an instance makes.
    pub(crate) fn collect_connects(&mut self, inst: InstId) {
        let elab = self.inst(inst).elab;
        for at in 0..self.elab(elab).sections.len() {
            let (scope, file, section) = self.elab(elab).sections[at];
            let context = LoweringContext::new(Some(inst), scope, file);
            if let Section::Equations { initial: false, equations } = *section {
                self.section = at;
                self.wire_all(&context, equations);
            }
        }
    }

    fn wire_all(&mut self, context: &LoweringContext<'a>, equations: List<EquationSyntax>) {
        for equation in &context.file.tree[equations] {
            // What is wrong has been reported; the other connections are still of interest.
            let _ = self.wire_one(context, equation);
        }
    }

    fn wire_one(&mut self, context: &LoweringContext<'a>, equation: &EquationSyntax) -> Option<()> {
        let file = context.file;
        let tree = file.tree;
        match equation.kind {
            EquationSyntaxKind::Connect { left, right } if self.is_gone(context, left, right) => Some(()),
            EquationSyntaxKind::Connect { left, right } if self.filling => {
                self.fill_from(context, left, right, equation.span)
            }
            EquationSyntaxKind::Connect { left, right } => self.connect(context, left, right, equation.span),
            EquationSyntaxKind::Call { .. } if self.filling => Some(()),
            EquationSyntaxKind::Call { function, arguments } => {
                let parts = &tree[function.parts];
                if parts.len() == 2 && context.file.read(parts[0].name.span) == "Connections" {
                    let name = context.file.read(parts[1].name.span);
                    return self.connections_call(context, name, arguments, equation.span);
                }
                Some(())
            }
            EquationSyntaxKind::For { indices, body } if has_wires(file, body) => {
                let order: Vec<_> = tree[indices].to_vec();
                self.iterate(
                    &context.around(equation.span),
                    &order,
                    &mut Vec::new(),
                    0,
                    &mut |flattener, context| {
                        flattener.wire_all(context, body);
                        Some(())
                    },
                )
            }
            EquationSyntaxKind::If { branches, otherwise } => {
                let wired = tree[branches].iter().any(|branch| has_wires(file, branch.body))
                    || has_wires(file, otherwise);
                if !wired {
                    return Some(());
                }
                for branch in &tree[branches] {
                    let condition = self.condition(context, branch.condition)?;
                    let place = context.place(tree[branch.condition].span);
                    self.check_structural(condition, place, "what is connected")?;
                    let value = self.require_value(condition, place, "the condition of a connection")?;
                    if value.as_boolean()? {
                        self.wire_all(context, branch.body);
                        return Some(());
                    }
                }
                self.wire_all(context, otherwise);
                Some(())
            }
            _ => Some(()),
        }
    }

    /// True for a connection that the class at hand does not inherit.
    fn is_gone(
        &self,
        context: &LoweringContext<'a>,
        left: ComponentReference,
        right: ComponentReference,
    ) -> bool {
        let elab = context.inst.map(|inst| self.inst(inst).elab);
        elab.is_some_and(|elab| {
            self.is_connection_deselected(elab, self.section, context.file, (left, right))
        })
    }

    /// Counts a connection of a connector.
    pub(crate) fn count_port(&mut self, port: CountedConnector) {
        *self.ports.entry(port).or_insert(0) += 1;
    }

    /// `cardinality(c)`: how often a connector is connected.
    pub(crate) fn cardinality(
        &mut self,
        context: &LoweringContext<'a>,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<LoweredValue> {
        let node = self.connector_argument(context, arguments, 0, span)?;
        let port = match node {
            ResolvedReference::Insts(_, insts) => CountedConnector::Instance(*insts.first()?),
            ResolvedReference::Value(LoweredValue::Plain(plain)) => {
                match self.model.exprs.get(*plain.items.first()?) {
                    Expr::Variable(variable) if self.is_in_connector(variable) => {
                        CountedConnector::Variable(variable)
                    }
                    Expr::Variable(_) => {
                        self.wrong_kind(context.place(span), "a variable", "a connector");
                        return None;
                    }
                    _ => return Some(self.whole_number(0)),
                }
            }
            ResolvedReference::Absent => return Some(self.whole_number(0)),
            _ => {
                self.wrong_kind(context.place(span), "this", "a connector");
                return None;
            }
        };
        let count = self.ports.get(&port).copied().unwrap_or(0);
        self.asked.extend(context.inst.map(|inst| self.inst(inst).owner));
        Some(self.whole_number(count))
    }

    fn is_in_connector(&self, variable: VariableId) -> bool {
        let border = self.leaf(self.leaf_of[variable.at()]).prefixes.border;
        !matches!(border, ConnectorExposure::None | ConnectorExposure::Hidden)
    }

    /// The component that an argument names.
    pub(crate) fn connector_argument(
        &mut self,
        context: &LoweringContext<'a>,
        arguments: List<FunctionArgument>,
        at: usize,
        span: Span,
    ) -> Option<ResolvedReference<'a>> {
        let tree = context.file.tree;
        let argument = tree[arguments].get(at)?;
        match tree[argument.value].kind {
            ExpressionKind::Reference(reference) => {
                self.resolve_reference(context, reference, tree[argument.value].span)
            }
            _ => {
                self.wrong_kind(context.place(span), "an expression", "a component");
                None
            }
        }
    }

    /// True for calls such as `Connections.isRoot(…)`.
    pub(crate) fn is_connections(&self, context: &LoweringContext<'a>, function: ComponentReference) -> bool {
        let parts = &context.file.tree[function.parts];
        parts.len() == 2 && context.file.read(parts[0].name.span) == "Connections"
    }
}

/// True if equations hold connections, however deep.
fn has_wires(file: SourceTree, equations: List<EquationSyntax>) -> bool {
    let tree = file.tree;
    tree[equations].iter().any(|equation| match equation.kind {
        EquationSyntaxKind::Connect { .. } => true,
        EquationSyntaxKind::Call { function, .. } => {
            file.read(tree[function.parts][0].name.span) == "Connections"
        }
        EquationSyntaxKind::For { body, .. } => has_wires(file, body),
        EquationSyntaxKind::If { branches, otherwise } => {
            tree[branches].iter().any(|branch| has_wires(file, branch.body)) || has_wires(file, otherwise)
        }
        EquationSyntaxKind::Equality { .. } | EquationSyntaxKind::When { .. } => false,
    })
}
