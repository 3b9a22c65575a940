//! What `reinit` may be applied to (MLS 3.6, 8.3.6): states, and each in one `when` only.

use equations::{
    Attribute, Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, OriginId, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::{Alias, aliases};
use syntax::{Diagnostic, DiagnosticCode};

use super::place;

/// A `reinit`: the variable, where it stands, and in which of the equations of the model.
struct Reinit {
    target: VariableId,
    origin: OriginId,
    equation: usize,
}

/// Says what `reinit` cannot be applied to, and what is given a new value in two `when`s.
pub fn check_reinits(model: &FlatModel) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for (at, equation) in model.equations.iter().enumerate() {
        if let EquationKind::When(branches) = &equation.kind {
            branches.iter().for_each(|branch| collect(model, at, &branch.1, &mut all));
        }
    }
    if all.is_empty() {
        return Vec::new();
    }
    let moving = states(model);
    let mut found = Vec::new();
    let mut first: FxHashMap<VariableId, &Reinit> = FxHashMap::default();
    for reinit in &all {
        let name = model.variable_name(reinit.target);
        let here = place(model, reinit.origin);
        if !moving.contains(&reinit.target) {
            let declared = place(model, model.variables[reinit.target.at()].origin);
            found.push(
                Diagnostic::new(
                    DiagnosticCode::NoState,
                    here,
                    format!("`reinit` of `{name}`, which is not a state: `der({name})` does not occur"),
                )
                .label("only a state can be reinitialized: equations determine every other variable")
                .related(declared, "declared here")
                .help(
                    "apply it to the variable that is differentiated, or set this one with `=` in the `when`",
                ),
            );
            continue;
        }
        let other = *first.entry(reinit.target).or_insert(reinit);
        if other.equation != reinit.equation {
            found.push(
                Diagnostic::new(
                    DiagnosticCode::SetTwice,
                    here,
                    format!("`{name}` is reinitialized in two `when`s"),
                )
                .label("here")
                .related(place(model, other.origin), "and here")
                .note("both can become true at the same instant, and no priority is defined")
                .help("define the priority: write one `when` with `elsewhen`"),
            );
        }
    }
    found
}

fn collect(model: &FlatModel, at: usize, body: &[Equation], all: &mut Vec<Reinit>) {
    for equation in body {
        match &equation.kind {
            EquationKind::Call(call) => {
                let Expr::Builtin(Builtin::Reinit, list) = model.exprs.get(*call) else { continue };
                let Some(&target) = model.exprs.items(list).first() else { continue };
                if let Expr::Variable(target) = model.exprs.get(target) {
                    all.push(Reinit { target, origin: equation.origin, equation: at });
                }
            }
            EquationKind::If(branches) | EquationKind::When(branches) => {
                branches.iter().for_each(|branch| collect(model, at, &branch.1, all));
            }
            _ => {}
        }
    }
}

/// Variables that may be states: those that are differentiated, those that the model wants as states, and what is equal to
/// one of them up to its sign.
fn states(model: &FlatModel) -> FxHashSet<VariableId> {
    let mut moving = FxHashSet::default();
    // Expressions that nobody uses any more do no harm: they were in the model once.
    for id in (0..model.exprs.len() as u32).map(ExprId) {
        let Expr::Builtin(Builtin::Der, list) = model.exprs.get(id) else { continue };
        moving.extend(model.exprs.variables(model.exprs.items(list).iter().copied()));
    }
    let wanted = |value: ExprId| matches!(model.exprs.get(value), Expr::Literal(_, literal) if literal >= 4);
    let chosen = model.attributes.iter().filter(|given| given.1 == Attribute::StateSelect && wanted(given.2));
    moving.extend(chosen.map(|given| given.0));
    let sides = model.equations.iter().filter_map(|equation| match equation.kind {
        EquationKind::Equality(left, right) => Some((left, right)),
        _ => None,
    });
    let bare = |id: ExprId| match model.exprs.get(id) {
        Expr::Variable(variable) => Some(variable),
        Expr::Unary(_, inner) => match model.exprs.get(inner) {
            Expr::Variable(variable) => Some(variable),
            _ => None,
        },
        _ => None,
    };
    let sum = |left: ExprId, right: ExprId| match (model.exprs.number(left), model.exprs.get(right)) {
        (Some(0.0), Expr::Binary(Operator::Add, a, b)) => Some((a, b)),
        _ => Some((left, right)),
    };
    let mut same: Vec<Alias> = Vec::new();
    let mut join =
        |a: VariableId, b: VariableId| same.push(Alias { row: 0, columns: [a.0, b.0], opposite: false });
    for (left, right) in sides.filter_map(|(left, right)| sum(left, right)) {
        if let (Some(a), Some(b)) = (bare(left), bare(right)) {
            join(a, b);
        }
    }
    for (at, variable) in (0..).map(VariableId).zip(&model.variables) {
        if let Some(other) = variable.binding.and_then(bare) {
            join(at, other);
        }
    }
    let stands = aliases(model.variables.len(), &same).stands;
    let classes: FxHashSet<u32> = moving.iter().map(|variable| stands[variable.at()].column).collect();
    let all = (0..model.variables.len() as u32).map(VariableId);
    all.filter(|variable| classes.contains(&stands[variable.at()].column)).collect()
}
