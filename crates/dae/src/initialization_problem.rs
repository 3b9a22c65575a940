//! The system that holds at initialization: all equations with those derivatives that the index asks for, initial
//! equations, and start values that are fixed.
//!
//! C. C. Pantelides (1988): a consistent initialization fulfils the equations and also what follows from them by
//! differentiation, so that of a constraint between states not all start values can be chosen.

use equations::{
    Attribute, Builtin, Equation, EquationKind, EvalContext, Expr, FlatModel, OriginId, Value, Variability,
    VariableId, Visit, eval,
};
use rustc_hash::FxHashMap;
use structure::{Incidence, NONE, SignatureEntry, pantelides};

use crate::discrete_variables::DiscreteVariables;
use crate::hidden_constraint_search::{CombinedOffsets, find_hidden_constraints};
use crate::incidence::IncidenceCollector;
use crate::nonlinear_incidence::nonlinear_variables;
use crate::rows::{Boundary, ModelRows, RowSource, rows, scalars, visit};

/// What a row of the system demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialCondition {
    /// An equation of the model, or a derivative of it.
    Always(OriginId),
    /// An initial equation.
    Equation(OriginId),
    /// The start value of a variable, which is fixed.
    Fixed(VariableId),
}

/// The system that holds at initialization.
#[derive(Clone, Debug)]
pub struct InitializationProblem {
    /// What each row demands.
    pub rows: Vec<InitialCondition>,
    /// The unknowns: variables and derivatives of them by order.
    pub columns: Vec<(VariableId, u32)>,
    /// Which unknowns stand in which rows.
    pub incidence: Incidence,
    /// How many values can be chosen, were nothing demanded of initialization alone.
    pub freedom: usize,
    /// How much more often all equations are differentiated than the index asks for, because initial equations do.
    pub more: u32,
}

/// The system of initialization; none if the model has no regular structure, or if it cannot be said which start values
/// are fixed.
pub fn initialization_problem(model: &FlatModel) -> Option<InitializationProblem> {
    let running = rows(model, Boundary::Whole);
    let discrete = DiscreteVariables::new(model, &model.equations);
    let found = pantelides(&running.eligible).ok()?;
    let free = unfixed(model)?;
    // Where nothing is demanded it does not matter how much could be. What is to be found for parameters is no unknown
    // of the rows that would be combined.
    let found = if demands(model) && free.is_empty() {
        find_hidden_constraints(model, &running, found)
    } else {
        CombinedOffsets { offsets: found.offsets, combined: FxHashMap::default() }
    };
    let mut column_of = running.column_of.clone();
    for (at, &parameter) in (running.columns.len() as u32..).zip(&free) {
        column_of[parameter.at()] = at;
    }
    let more = more(model, &discrete, &column_of, &found.offsets.columns);
    let unknowns = InitialUnknowns::new(&running, &found, &free, more);
    let system = InitializationProblem {
        rows: Vec::new(),
        incidence: Incidence::new(unknowns.columns.len()),
        columns: Vec::new(),
        freedom: 0,
        more,
    };
    let mut making = InitializationBuilder { model, column_of: &column_of, unknowns, system };
    making.always(&running, &discrete, &found);
    making.system.freedom = making.unknowns.columns.len().saturating_sub(making.system.rows.len());
    making.equations(&discrete);
    making.fixed(&discrete)?;
    Some(InitializationProblem { columns: making.unknowns.columns, ..making.system })
}

/// The unknowns of initialization.
struct InitialUnknowns {
    columns: Vec<(VariableId, u32)>,
    /// Where the orders of each unknown of the running model begin, which stand side by side, and the end.
    starts: Vec<u32>,
}

impl InitialUnknowns {
    /// What the rows of the running model hold when they are differentiated as often as was found and `more` times, and
    /// the parameters that initialization determines.
    fn new(running: &ModelRows, found: &CombinedOffsets, free: &[VariableId], more: u32) -> InitialUnknowns {
        let mut columns: Vec<(VariableId, u32)> = Vec::new();
        let mut starts = Vec::with_capacity(running.columns.len() + free.len() + 1);
        for (&variable, &highest) in running.columns.iter().zip(&found.offsets.columns) {
            starts.push(columns.len() as u32);
            columns.extend((0..=highest + more).map(|order| (variable, order)));
        }
        for &parameter in free {
            starts.push(columns.len() as u32);
            columns.push((parameter, 0));
        }
        starts.push(columns.len() as u32);
        InitialUnknowns { columns, starts }
    }

    /// The column of an unknown of the running model with its order; none if it has no such order.
    fn place(&self, entry: &SignatureEntry) -> Option<u32> {
        let at = entry.column as usize;
        (self.starts[at] + entry.order < self.starts[at + 1]).then(|| self.starts[at] + entry.order)
    }
}

/// The system while its rows are added.
struct InitializationBuilder<'m> {
    model: &'m FlatModel,
    /// The columns of the running model, and after them those of parameters that initialization determines.
    column_of: &'m [u32],
    unknowns: InitialUnknowns,
    system: InitializationProblem,
}

impl InitializationBuilder<'_> {
    fn push(&mut self, unknowns: &[u32], demand: InitialCondition) {
        self.system.incidence.push(unknowns);
        self.system.rows.push(demand);
    }

    /// The equations of the model with their derivatives, and the values of parameters that initialization determines.
    fn always(&mut self, running: &ModelRows, discrete: &DiscreteVariables, found: &CombinedOffsets) {
        let (model, column_of, more) = (self.model, self.column_of, self.system.more);
        let mut at = 0;
        let mut unknowns = Vec::new();
        visit(model, (Boundary::Whole, discrete), column_of, |row, _, entries| {
            // Values of parameters are rows here that are none while the model runs.
            let parameter = match row.source {
                RowSource::Binding(variable) if running.column_of[variable.at()] == NONE => Some(variable),
                _ => None,
            };
            let is_parameter = parameter.is_some();
            let counts = if is_parameter { 0 } else { found.offsets.rows[at] + more };
            let combined = found.combined.get(&(at as u32)).filter(|_| !is_parameter);
            at += usize::from(!is_parameter);
            let entries = combined.map_or(entries, |combined| &combined.entries);
            let bent = match combined {
                _ if counts == 0 => None,
                Some(combined) => combined.plain.then(Vec::new),
                None => nonlinear_variables(model, row.source),
            };
            for count in 0..=counts {
                unknowns.clear();
                let raised = raised(entries, count, running, bent.as_deref());
                unknowns.extend(raised.filter_map(|entry| self.unknowns.place(&entry)));
                self.push(&unknowns, InitialCondition::Always(row.origin));
            }
        });
    }

    /// The initial equations; not those that only speak of discrete variables.
    fn equations(&mut self, discrete: &DiscreteVariables) {
        let model = self.model;
        let mut incident = IncidenceCollector::new(model, self.column_of);
        let mut unknowns = Vec::new();
        for equation in model.initial_equations.iter().filter(|equation| !remembers(model, equation)) {
            for scalar in scalars(model, discrete, equation) {
                scalar.visit(&mut incident);
                unknowns.clear();
                unknowns.extend(incident.entries.iter().filter_map(|entry| self.unknowns.place(entry)));
                let holds = |&column: &u32| discrete.is_discrete(self.unknowns.columns[column as usize].0);
                if !unknowns.is_empty() && unknowns.iter().all(holds) {
                    continue;
                }
                self.push(&unknowns, InitialCondition::Equation(equation.origin));
            }
        }
    }

    /// The start values that are fixed; none if that cannot be said of one.
    fn fixed(&mut self, discrete: &DiscreteVariables) -> Option<()> {
        for &(variable, attribute, value) in &self.model.attributes {
            let column = self.column_of[variable.at()];
            if attribute == Attribute::Fixed
                && !discrete.is_discrete(variable)
                && column != NONE
                && truth(self.model, value)?
            {
                let first = self.unknowns.starts[column as usize];
                self.push(&[first], InitialCondition::Fixed(variable));
            }
        }
        Some(())
    }
}

/// What a row holds that is differentiated so many times. Of what is not `bent` only the highest order is left.
fn raised<'a>(
    entries: &'a [SignatureEntry],
    count: u32,
    running: &'a ModelRows,
    bent: Option<&'a [VariableId]>,
) -> impl Iterator<Item = SignatureEntry> + 'a {
    entries.iter().flat_map(move |entry| {
        let variable = running.columns.get(entry.column as usize);
        let plain = bent.zip(variable).is_some_and(|(bent, id)| bent.binary_search(id).is_err());
        let first = if plain { count } else { 0 };
        (first..=count).map(|by| SignatureEntry { order: entry.order + by, ..*entry })
    })
}

/// True if the model says anything of its initialization alone.
fn demands(model: &FlatModel) -> bool {
    !model.initial_equations.is_empty()
        || model.attributes.iter().any(|&(_, attribute, value)| {
            attribute == Attribute::Fixed && model.exprs.get(value) != Expr::Boolean(false)
        })
}

/// How much more often all equations have to be differentiated for initial equations: their derivatives may be of
/// what no equation of the model differentiates.
fn more(model: &FlatModel, discrete: &DiscreteVariables, column_of: &[u32], highest: &[u32]) -> u32 {
    let mut incident = IncidenceCollector::new(model, column_of);
    let mut more = 0;
    for equation in model.initial_equations.iter().filter(|equation| !remembers(model, equation)) {
        for scalar in scalars(model, discrete, equation) {
            scalar.visit(&mut incident);
            for entry in &incident.entries {
                let highest = highest.get(entry.column as usize).copied().unwrap_or(entry.order);
                more = more.max(entry.order.saturating_sub(highest));
            }
        }
    }
    more
}

/// The parameters that initialization determines: those that are not fixed, and those whose values depend on them.
fn unfixed(model: &FlatModel) -> Option<Vec<VariableId>> {
    let mut free = vec![false; model.variables.len()];
    for &(variable, attribute, value) in &model.attributes {
        let parameter = model.variables[variable.at()].variability == Variability::Parameter;
        if parameter && attribute == Attribute::Fixed && !truth(model, value)? {
            free[variable.at()] = true;
        }
    }
    let mut grown = free.contains(&true);
    while std::mem::take(&mut grown) {
        for (at, variable) in model.variables.iter().enumerate() {
            if free[at] || variable.variability != Variability::Parameter {
                continue;
            }
            let mut todo: Vec<_> = variable.binding.into_iter().collect();
            while let Some(expr) = todo.pop() {
                match model.exprs.get(expr) {
                    Expr::Variable(other) if free[other.at()] => {
                        (free[at], grown) = (true, true);
                        break;
                    }
                    expr => expr.children(&model.exprs, &mut todo),
                }
            }
        }
    }
    let all = (0..model.variables.len() as u32).map(VariableId);
    Some(all.filter(|id| free[id.at()]).collect())
}

/// True if an equation speaks of a value before initialization, which is not looked at here.
fn remembers(model: &FlatModel, equation: &Equation) -> bool {
    model.exprs.visit(
        match equation.kind {
            EquationKind::Equality(left, right) => vec![left, right],
            _ => return false,
        },
        |_, expr| match expr {
            Expr::Builtin(Builtin::Pre, _) => Visit::Stop,
            _ => Visit::Enter,
        },
    )
}

/// Whether something given by parameters is true.
fn truth(model: &FlatModel, expr: equations::ExprId) -> Option<bool> {
    fn value(model: &FlatModel, variable: VariableId, depth: u32) -> Option<Value> {
        let found = &model.variables[variable.at()];
        let binding = found.binding.filter(|_| depth < 50 && found.variability <= Variability::Parameter)?;
        evaluate(model, binding, depth + 1)
    }
    fn evaluate(model: &FlatModel, expr: equations::ExprId, depth: u32) -> Option<Value> {
        let values = |variable| value(model, variable, depth);
        eval(&EvalContext::of(model, &values), expr).ok()
    }
    match evaluate(model, expr, 0)? {
        Value::Boolean(truth) => Some(truth),
        _ => None,
    }
}
