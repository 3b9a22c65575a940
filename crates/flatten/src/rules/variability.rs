//! How often values may change: a constant less than a parameter, a parameter less than a discrete variable, that less
//! than a continuous one (Modelica Language Specification 3.6, sections 3.8 and 4.4.4).

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Origin, OriginId, Statement, Type, Variability,
    VariableId,
};
use rustc_hash::FxHashSet;
use syntax::tree::ForIndex;
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::instance::LeafId;
use crate::lower::LoweringContext;
use crate::program::Declaration;
use crate::value::LoweredValue;

/// What makes an expression change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VariabilityCause {
    Time,
    Variable(VariableId),
    Builtin(Builtin),
}

impl<'a> Flattener<'a> {
    /// Reports a parameter or constant bound to what changes more often, and a discrete variable bound to what
    /// changes all the time.
    pub(crate) fn check_binding(&mut self, id: LeafId, items: &[ExprId]) {
        let leaf = self.leaf(id);
        let (limit, kind) = (leaf.variability, leaf.kind);
        if limit > Variability::Discrete || (limit == Variability::Discrete && kind != Type::Real) {
            return;
        }
        let cause = items.iter().find_map(|&item| self.cause_of_change(item, limit));
        if let Some(cause) = cause {
            let declared = self.leaf(id).file.place(self.leaf(id).span);
            let place = self.given_at(id);
            let name = self.model.symbols.name(self.leaf(id).name).to_string();
            self.changes(place, declared, &format!("the {} `{name}`", word(limit)), cause);
        }
    }

    /// Reports an attribute that is not fixed before the simulation.
    pub(crate) fn check_attribute(
        &mut self,
        attribute: &str,
        items: &[ExprId],
        place: Place,
        declared: Place,
    ) {
        let cause = items.iter().find_map(|&item| self.cause_of_change(item, Variability::Parameter));
        if let Some(cause) = cause {
            self.changes(place, declared, &format!("the attribute `{attribute}`"), cause);
        }
    }

    /// Reports a condition that decides how the model is built, and changes during the simulation.
    pub(crate) fn check_structural(&mut self, condition: ExprId, place: Place, what: &str) -> Option<()> {
        let Some(cause) = self.cause_of_change(condition, Variability::Parameter) else { return Some(()) };
        let cause = self.in_words(cause);
        self.report(
            Diagnostic::new(
                DiagnosticCode::Variability,
                place,
                format!("{what} cannot depend on {cause}, which changes during the simulation"),
            )
            .label("decides how the model is built")
            .help("use a parameter or a constant"),
        );
        None
    }

    /// Reports a loop over equations that runs over what changes: how many equations there are must be known (section 8.3.2).
    pub(crate) fn check_indices(
        &mut self,
        context: &LoweringContext<'a>,
        indices: &[ForIndex],
    ) -> Option<()> {
        let first = self.loops.len().checked_sub(indices.len())?;
        for (at, index) in indices.iter().enumerate() {
            let LoweredValue::Plain(plain) = &self.loops[first + at].1 else { continue };
            let [item] = plain.items[..] else { continue };
            let Some(range) = index.range else { continue };
            let place = context.place(context.file.tree[range].span);
            self.check_structural(item, place, "the range of a loop over equations")?;
        }
        Some(())
    }

    /// Reports a `sample` that has no times known before the simulation.
    pub(crate) fn check_sample(&mut self, values: &[LoweredValue], place: Place) -> Option<()> {
        let items: Option<Vec<ExprId>> = values.iter().map(|value| self.item(value)).collect();
        let cause = items?.into_iter().find_map(|item| self.cause_of_change(item, Variability::Parameter));
        let Some(cause) = cause else { return Some(()) };
        let cause = self.in_words(cause);
        self.report(
            Diagnostic::new(
                DiagnosticCode::Variability,
                place,
                format!("the times of `sample` cannot depend on {cause}, which changes during the simulation"),
            )
            .label("its start and its interval determine all its times")
            .help(
                "use parameters and constants; for a period that changes, let a `when` set the time of the next event: \
                 `when time >= pre(next) then next = time + period; …`",
            ),
        );
        None
    }

    /// Reports a `delay` of which it is not known beforehand how far it looks back (section 3.7.4.1).
    pub(crate) fn check_delay(&mut self, values: &[LoweredValue], place: Place) -> Option<()> {
        let longest = self.item(values.last()?)?;
        let Some(cause) = self.cause_of_change(longest, Variability::Parameter) else { return Some(()) };
        let cause = self.in_words(cause);
        let (what, help) = match values.len() {
            2 => ("the time of `delay`", "give the longest time as a third argument: `delay(u, T, longest)`"),
            _ => ("the longest time of `delay`", "use a parameter or a constant"),
        };
        let message = format!("{what} cannot depend on {cause}, which changes during the simulation");
        self.report(
            Diagnostic::new(DiagnosticCode::Variability, place, message)
                .label("determines how much of the past is kept")
                .help(help),
        );
        None
    }

    /// Reports a parameter that an algorithm gives a value while the model runs.
    pub(crate) fn check_assigned(&mut self, variable: VariableId, place: Place) {
        let found = &self.model.variables[variable.at()];
        if found.variability > Variability::Parameter {
            return;
        }
        let leaf = self.leaf(self.leaf_of[variable.at()]);
        let declared = leaf.file.place(leaf.span);
        let name = self.model.variable_name(variable);
        self.report(
            Diagnostic::new(
                DiagnosticCode::Variability,
                place,
                format!("the parameter `{name}` is assigned"),
            )
            .label("assigned while the model runs")
            .related(declared, "declared as a parameter")
            .help("remove `parameter`, or move this to an `initial algorithm`"),
        );
    }

    /// Reports a component of a class further out that is no constant: only those can be seen from inside.
    pub(crate) fn check_outside(&mut self, declaration: &Declaration<'a>, place: Place) {
        let name = self.model.symbols.name(declaration.name).to_string();
        let declared = declaration.file.place(declaration.component.name.span);
        self.report(
            Diagnostic::new(
                DiagnosticCode::Variability,
                place,
                format!("`{name}` belongs to the class around this one, and is not a constant"),
            )
            .label("only constants can be seen from a class inside")
            .related(declared, "declared here, without `constant`")
            .help("hand it over as a parameter or an input, or declare it `constant`"),
        );
    }

    /// Reports discrete variables that are set all the time and not by a `when`.
    pub(crate) fn check_discrete(&mut self) {
        let is_discrete = |variable: VariableId| {
            let found = &self.model.variables[variable.at()];
            found.variability == Variability::Discrete && found.kind == Type::Real
        };
        let count = self.model.variables.len() as u32;
        if !(0..count).any(|at| is_discrete(VariableId(at))) {
            return;
        }
        let mut events = FxHashSet::default();
        self.model
            .equations
            .iter()
            .for_each(|equation| event_assigned(&self.model, equation, false, &mut events));
        let mut set: Vec<(VariableId, ExprId, OriginId)> = Vec::new();
        for equation in &self.model.equations {
            match &equation.kind {
                EquationKind::Equality(left, right) => {
                    for (side, other) in [(*left, *right), (*right, *left)] {
                        if let Expr::Variable(variable) = self.model.exprs.get(side)
                            && is_discrete(variable)
                        {
                            set.push((variable, other, equation.origin));
                        }
                    }
                }
                EquationKind::Algorithm(statements, variables) => {
                    for statement in statements {
                        if let Statement::Assign(target, value) = statement
                            && let Some(&variable) = variables.get(target.local as usize)
                            && is_discrete(variable)
                        {
                            set.push((variable, *value, equation.origin));
                        }
                    }
                }
                _ => {}
            }
        }
        set.retain(|(variable, ..)| !events.contains(variable));
        for (variable, value, origin) in set {
            let Some(cause) = self.cause_of_change(value, Variability::Discrete) else { continue };
            let Origin::Written { place, .. } = self.model.origins[origin.at()] else { continue };
            let leaf = self.leaf(self.leaf_of[variable.at()]);
            let declared = leaf.file.place(leaf.span);
            let name = self.model.variable_name(variable);
            self.changes(place, declared, &format!("the discrete-time variable `{name}`"), cause);
        }
    }

    fn changes(&mut self, place: Place, declared: Place, what: &str, cause: VariabilityCause) {
        let text = self.in_words(cause);
        let mut diagnostic =
            Diagnostic::new(DiagnosticCode::Variability, place, format!("{what} depends on {text}"))
                .label(format!("{text} can change more often"));
        // A declaration that holds the value needs no second pointer.
        let inside = declared.file == place.file
            && declared.span.start <= place.span.start
            && place.span.end <= declared.span.end;
        if !inside {
            diagnostic = diagnostic.related(declared, "declared here");
        }
        let diagnostic = match cause {
            VariabilityCause::Variable(variable) if what.starts_with("the constant") => {
                let name = self.model.variable_name(variable);
                diagnostic.help(format!("declare `{name}` as a constant too, or this as a parameter"))
            }
            _ if what.starts_with("the discrete") => {
                diagnostic.help("set it in a `when`, or remove `discrete`")
            }
            _ if what.starts_with("the attribute") => diagnostic.help("use parameters and constants only"),
            _ => diagnostic.help("remove `parameter` or `constant`, or use parameters and constants only"),
        };
        self.report(diagnostic);
    }

    /// What in expressions changes more often than a limit, in words.
    pub(super) fn changing(&self, items: &[ExprId], limit: Variability) -> Option<String> {
        let cause = items.iter().find_map(|&item| self.cause_of_change(item, limit))?;
        Some(self.in_words(cause))
    }

    fn in_words(&self, cause: VariabilityCause) -> String {
        match cause {
            VariabilityCause::Time => "`time`".to_string(),
            VariabilityCause::Variable(variable) => {
                let found = &self.model.variables[variable.at()];
                let name = self.model.variable_name(variable);
                format!("the {} `{name}`", word(found.variability))
            }
            VariabilityCause::Builtin(builtin) => format!("`{}`", builtin.text()),
        }
    }

    /// What in an expression changes more often than a limit, if anything does.
    fn cause_of_change(&self, expr: ExprId, limit: Variability) -> Option<VariabilityCause> {
        let exprs = &self.model.exprs;
        // Most values are numbers.
        if matches!(exprs.get(expr), Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::Literal(..))
        {
            return None;
        }
        let mut todo = vec![expr];
        let mut seen = FxHashSet::default();
        while let Some(id) = todo.pop() {
            let found = exprs.get(id);
            match found {
                Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::String(_) | Expr::Literal(..) => {
                    continue;
                }
                Expr::Variable(variable) => {
                    if self.model.variables[variable.at()].variability > limit {
                        return Some(VariabilityCause::Variable(variable));
                    }
                    continue;
                }
                Expr::Time => return Some(VariabilityCause::Time),
                _ => {}
            }
            if !seen.insert(id) {
                continue;
            }
            match found {
                // Sizes do not change.
                Expr::Builtin(Builtin::Size | Builtin::Ndims, _) => {}
                Expr::Builtin(builtin, _) if steps(builtin) => {
                    if limit < Variability::Discrete {
                        return Some(VariabilityCause::Builtin(builtin));
                    }
                }
                Expr::Builtin(builtin @ (Builtin::Der | Builtin::Delay), _) => {
                    return Some(VariabilityCause::Builtin(builtin));
                }
                // A comparison changes at events only.
                Expr::Binary(operator, ..) if limit == Variability::Discrete && operator.is_relation() => {}
                Expr::Builtin(builtin, _) if limit == Variability::Discrete && rounds(builtin) => {}
                // What is chosen at events is not looked at any further.
                Expr::Call(..) | Expr::Apply(..) | Expr::Builtin(Builtin::NoEvent, _)
                    if limit == Variability::Discrete => {}
                other => other.children(exprs, &mut todo),
            }
        }
        None
    }
}

/// The variables that a `when` may set: those alone on a side of an equation in it, and all of an algorithm with one.
pub(super) fn event_assigned(
    model: &FlatModel,
    equation: &Equation,
    inside: bool,
    out: &mut FxHashSet<VariableId>,
) {
    match &equation.kind {
        EquationKind::Equality(left, right) if inside => {
            for &side in [left, right] {
                if let Expr::Variable(variable) = model.exprs.get(side) {
                    out.insert(variable);
                }
            }
        }
        EquationKind::When(branches) => {
            let bodies = branches.iter().flat_map(|(_, body)| body);
            bodies.for_each(|equation| event_assigned(model, equation, true, out));
        }
        EquationKind::If(branches) => {
            let bodies = branches.iter().flat_map(|(_, body)| body);
            bodies.for_each(|equation| event_assigned(model, equation, inside, out));
        }
        EquationKind::Algorithm(statements, variables) => {
            if statements.iter().any(|statement| !matches!(statement, Statement::Assign(..))) {
                out.extend(variables);
            }
        }
        // A call with several results.
        EquationKind::Equality(..) | EquationKind::Call(_) => {}
    }
}

/// True for what changes at events, whatever it is given.
fn steps(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(builtin, B::Pre | B::Edge | B::Change | B::Sample | B::Terminal)
        || builtin.is_clocked() && builtin != B::Clock
}

/// True for functions whose value jumps and is constant in between.
fn rounds(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Floor | Builtin::Ceil | Builtin::Integer | Builtin::Div | Builtin::Sign | Builtin::Initial
    )
}

fn word(variability: Variability) -> &'static str {
    match variability {
        Variability::Constant => "constant",
        Variability::Parameter => "parameter",
        Variability::Discrete => "discrete-time variable",
        Variability::Continuous => "variable",
    }
}
