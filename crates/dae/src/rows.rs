//! A flat model as rows and columns: one row for each scalar equation, one column for each unknown.

use std::collections::BTreeSet;

use equations::{
    Causality, Equation, EquationKind, Expr, ExprId, FlatModel, Origin, OriginId, Statement, Variability,
    VariableId,
};
use structure::{NONE, Signature, SignatureEntry};

use crate::dae::RowKind;
use crate::discrete_variables::DiscreteVariables;
use crate::incidence::IncidenceCollector;
use crate::top_level_connectors::TopLevelConnectors;

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowSource {
    /// An equation of the model, and which of its scalars, from zero: an `if`, a `when` or an algorithm has several.
    Equation(u32, u32),
    /// The value that the declaration of a variable, or a modification, gives it.
    Binding(VariableId),
}

/// A scalar equation.
#[derive(Clone, Copy, Debug)]
pub struct ModelRow {
    /// What it stands for.
    pub source: RowSource,
    /// Where that came from.
    pub origin: OriginId,
}

/// A flat model as rows and columns.
#[derive(Clone, Debug)]
pub struct ModelRows {
    /// The scalar equations: those of the model in order, then the values of variables.
    pub rows: Vec<ModelRow>,
    /// The unknowns.
    pub columns: Vec<VariableId>,
    /// The column of each variable, [`NONE`] if it is not unknown.
    pub column_of: Vec<u32>,
    /// Which unknowns occur in which equations, and with which derivative.
    pub signature: Signature,
    /// Those of them that the equation may be solved for.
    pub eligible: Signature,
    /// Which unknowns change at events only.
    pub discrete: Vec<bool>,
    /// What the model was taken as.
    pub boundary: Boundary,
}

/// What a model is taken as: it decides what is connected to its top-level connectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// A whole model, as it is simulated: nothing is connected to them, so that flows through them are zero.
    Whole,
    /// A component of another model: anything is, so that flows and potentials depend on each other in some way.
    Component,
}

/// Lays a model out in rows and columns.
pub fn rows(model: &FlatModel, boundary: Boundary) -> ModelRows {
    let mut columns = Vec::new();
    let mut column_of = vec![NONE; model.variables.len()];
    for (at, variable) in model.variables.iter().enumerate() {
        let given = variable.causality == Causality::Input && variable.binding.is_none();
        if variable.variability > Variability::Parameter && !given {
            column_of[at] = columns.len() as u32;
            columns.push(VariableId(at as u32));
        }
    }
    let mut rows = Vec::new();
    let mut signature = Signature::new(columns.len());
    let mut eligible = Signature::new(columns.len());
    let changes = DiscreteVariables::new(model, &model.equations);
    let discrete = columns.iter().map(|&variable| changes.is_discrete(variable)).collect();
    visit(model, (boundary, &changes), &column_of, |row, entries, solvable| {
        rows.push(row);
        signature.push(entries);
        eligible.push(solvable);
    });
    ModelRows { rows, columns, column_of, signature, eligible, discrete, boundary }
}

/// Tells the rows one after the other, each with the unknowns in it and with those of them that it may be solved for, which
/// may come in any order and more than once.
pub(crate) fn visit(
    model: &FlatModel,
    (boundary, discrete): (Boundary, &DiscreteVariables),
    column_of: &[u32],
    mut tell: impl FnMut(ModelRow, &[SignatureEntry], &[SignatureEntry]),
) {
    let mut incident = IncidenceCollector::new(model, column_of);
    let connectors = TopLevelConnectors::new(model);
    for (at, equation) in (0..).zip(&model.equations) {
        for (number, scalar) in (0..).zip(scalars(model, discrete, equation)) {
            let kind = scalar.kind;
            scalar.visit(&mut incident);
            if let (Boundary::Component, Origin::Unconnected { variable }) =
                (boundary, &model.origins[equation.origin.at()])
            {
                connectors.beside(*variable).for_each(|other| incident.add(other, 0));
            }
            let row = ModelRow { source: RowSource::Equation(at, number), origin: equation.origin };
            incident.find_eligible(discrete, kind);
            tell(row, &incident.entries, &incident.eligible);
        }
    }
    for (at, variable) in (0..).map(VariableId).zip(&model.variables) {
        let Some(binding) = variable.binding.filter(|_| column_of[at.at()] != NONE) else { continue };
        incident.begin_row();
        incident.add(at, 0);
        incident.visit(binding);
        incident.find_eligible(discrete, discrete.kind_of(at));
        let row = ModelRow { source: RowSource::Binding(at), origin: variable.bound };
        tell(row, &incident.entries, &incident.eligible);
    }
}

/// A scalar equation: the variable alone on its left, if there is one, what it determines, and all that it holds.
#[derive(Clone)]
pub(crate) struct ScalarEquation<'a> {
    target: Option<VariableId>,
    pub(crate) kind: RowKind,
    /// True if it gives its target a value at events, and nothing else.
    updates: bool,
    parts: Vec<ScalarPart<'a>>,
}

impl<'a> ScalarEquation<'a> {
    /// Collects the unknowns of the equation as a row.
    pub(crate) fn visit(self, incident: &mut IncidenceCollector<'a>) {
        incident.begin_row();
        incident.only = self.target.filter(|_| self.updates);
        for part in self.parts {
            match part {
                ScalarPart::Expr(expr) => incident.visit(expr),
                ScalarPart::Condition(expr) => incident.visit_condition(expr),
                ScalarPart::Variable(variable) => incident.add(variable, 0),
                ScalarPart::Inputs(body, assigned) => incident.visit_inputs(body, assigned),
            }
        }
    }
}

/// What a scalar equation is made of.
#[derive(Clone, Copy)]
enum ScalarPart<'a> {
    Expr(ExprId),
    /// What decides which of the others hold.
    Condition(ExprId),
    Variable(VariableId),
    /// What statements read and do not set themselves.
    Inputs(&'a [Statement], &'a [VariableId]),
}

type IfBranches = [(ExprId, Vec<Equation>)];

/// The scalar equations that an equation stands for.
pub(crate) fn scalars<'a>(
    model: &FlatModel,
    discrete: &DiscreteVariables,
    equation: &'a Equation,
) -> Vec<ScalarEquation<'a>> {
    match &equation.kind {
        EquationKind::Equality(left, right) => {
            let target = match model.exprs.get(*left) {
                Expr::Variable(variable) => Some(variable),
                _ => None,
            };
            let kind = discrete.equality(model, *left, *right);
            vec![ScalarEquation {
                target,
                kind,
                updates: false,
                parts: vec![ScalarPart::Expr(*left), ScalarPart::Expr(*right)],
            }]
        }
        EquationKind::If(branches) => choice(model, discrete, branches),
        EquationKind::When(branches) => {
            let mut found = Vec::new();
            update(model, discrete, branches, &mut found);
            found.iter_mut().for_each(|scalar| (scalar.kind, scalar.updates) = (RowKind::Discrete, true));
            found.sort_by_key(|scalar| (scalar.target.is_none(), scalar.target));
            found
        }
        EquationKind::Call(_) => Vec::new(),
        EquationKind::Algorithm(body, assigned) => {
            let scalar = |&variable| ScalarEquation {
                target: Some(variable),
                kind: discrete.kind_of(variable),
                updates: false,
                parts: vec![ScalarPart::Variable(variable), ScalarPart::Inputs(body, assigned)],
            };
            assigned.iter().map(scalar).collect()
        }
    }
}

/// The equations of an `if`: those of all branches for the same variable are one, and where that is not clear the
/// first of all branches, and so on. Which one holds depends on the conditions.
fn choice<'a>(
    model: &FlatModel,
    discrete: &DiscreteVariables,
    branches: &'a IfBranches,
) -> Vec<ScalarEquation<'a>> {
    let conditions: Vec<ScalarPart> = branches.iter().map(|branch| ScalarPart::Condition(branch.0)).collect();
    let mut bodies = branches.iter().map(|branch| {
        branch.1.iter().flat_map(|equation| scalars(model, discrete, equation)).collect::<Vec<_>>()
    });
    let mut all: Vec<ScalarEquation> = bodies.next().unwrap_or_default();
    for mut body in bodies {
        let order = |scalars: &[ScalarEquation]| {
            let mut targets: Vec<VariableId> = scalars.iter().filter_map(|scalar| scalar.target).collect();
            targets.sort_unstable();
            targets.dedup();
            (targets.len() == scalars.len()).then_some(targets)
        };
        if order(&all).is_some() && order(&all) == order(&body) {
            all.sort_by_key(|scalar| scalar.target);
            body.sort_by_key(|scalar| scalar.target);
        }
        for (scalar, other) in all.iter_mut().zip(body) {
            scalar.target = scalar.target.filter(|&target| other.target == Some(target));
            scalar.parts.extend(other.parts);
        }
    }
    all.iter_mut().for_each(|scalar| scalar.parts.extend(&conditions));
    all
}

/// The equations of a `when`: one for each variable that it sets in any branch, and those that name no single one.
/// Which of them it adds to comes back: only these depend on its conditions.
fn update<'a>(
    model: &FlatModel,
    discrete: &DiscreteVariables,
    branches: &'a IfBranches,
    found: &mut Vec<ScalarEquation<'a>>,
) -> BTreeSet<usize> {
    let nameless = |found: &[ScalarEquation]| {
        (0..found.len()).filter(|&at| found[at].target.is_none()).collect::<Vec<_>>()
    };
    let before = nameless(found).len();
    let mut own = BTreeSet::new();
    for (_, body) in branches {
        let mut number = before;
        for equation in body {
            if let EquationKind::If(branches) | EquationKind::When(branches) = &equation.kind {
                own.extend(update(model, discrete, branches, found));
                continue;
            }
            for scalar in scalars(model, discrete, equation) {
                let known = match scalar.target {
                    Some(_) => found.iter().position(|known| known.target == scalar.target),
                    None => nameless(found).get(number).copied(),
                };
                number += usize::from(scalar.target.is_none());
                match known {
                    Some(known) => {
                        found[known].parts.extend(scalar.parts);
                        own.insert(known);
                    }
                    None => {
                        own.insert(found.len());
                        found.push(scalar);
                    }
                }
            }
        }
    }
    let conditions: Vec<ScalarPart> = branches.iter().map(|branch| ScalarPart::Condition(branch.0)).collect();
    own.iter().for_each(|&at| found[at].parts.extend(&conditions));
    own
}
