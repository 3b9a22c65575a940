//! What sets variables at events: each is set in one place, and `when`s do not wait for each other.
//!
//! At every instant all equations hold at once (MLS 3.6, 8.3.5.2 and 8.6). So two `when`s for one variable are one
//! equation too many, whatever their conditions are, and two `when`s that need each other's values would have to be
//! solved together, which they cannot if they are active at different times.

mod dependencies;
mod loops;
mod reinits;
mod self_reference;

use dae::ModelRows;
use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Origin, OriginId, Statement, Type, VariableId,
};
use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode, Place};

pub use reinits::check_reinits;

/// Something that sets variables at events.
struct EventAssignment<'a> {
    origin: OriginId,
    targets: Vec<VariableId>,
    /// None for algorithms, which are sorted as one.
    branches: Option<&'a [(ExprId, Vec<Equation>)]>,
    /// An equation without `when`.
    plain: bool,
}

/// Says which variables are set twice, and which `when`s need each other's values. `over` says that the model has too many equations: only then is an equation without `when` taken to set the variable
/// on its left.
pub fn check_whens(model: &FlatModel, rows: &ModelRows, over: bool) -> Vec<Diagnostic> {
    let setters = setters(model, over);
    let mut first: FxHashMap<VariableId, usize> = FxHashMap::default();
    let mut all = Vec::new();
    let bodies = setters.iter().filter_map(|setter| setter.branches).flatten();
    bodies.for_each(|(_, body)| {
        doubled(model, body, &mut all);
        self_reference::circular(model, body, &mut all);
    });
    for (at, setter) in setters.iter().enumerate() {
        for &target in &setter.targets {
            let Some(&other) = first.get(&target) else {
                first.insert(target, at);
                continue;
            };
            if !(setters[other].plain && setter.plain) {
                all.push(twice(model, target, &setters[other], setter));
            }
        }
    }
    if all.is_empty() {
        all.extend(loops::check_loops(model, rows));
    }
    all
}

fn setters(model: &FlatModel, over: bool) -> Vec<EventAssignment<'_>> {
    let mut setters = Vec::new();
    for equation in &model.equations {
        let origin = equation.origin;
        match &equation.kind {
            EquationKind::When(branches) if !branches.iter().any(|branch| is_clock(model, branch.0)) => {
                let mut targets = Vec::new();
                branches.iter().for_each(|branch| collect(model, &branch.1, &mut targets));
                targets.sort_unstable();
                targets.dedup();
                setters.push(EventAssignment { origin, targets, branches: Some(branches), plain: false });
            }
            EquationKind::Algorithm(body, assigned)
                if body.iter().any(|one| matches!(one, Statement::When(_))) =>
            {
                let mut targets = assigned.clone();
                targets.sort_unstable();
                targets.dedup();
                setters.push(EventAssignment { origin, targets, branches: None, plain: false });
            }
            EquationKind::Equality(left, right) if over => {
                let Expr::Variable(variable) = model.exprs.get(*left) else { continue };
                let alias = matches!(model.exprs.get(*right), Expr::Variable(_) | Expr::Unary(..));
                if model.variables[variable.at()].kind != Type::Real && !alias {
                    setters.push(EventAssignment {
                        origin,
                        targets: vec![variable],
                        branches: None,
                        plain: true,
                    });
                }
            }
            _ => {}
        }
    }
    setters
}

fn is_clock(model: &FlatModel, condition: ExprId) -> bool {
    match model.exprs.get(condition) {
        Expr::Variable(variable) => model.variables[variable.at()].kind == Type::Clock,
        Expr::Builtin(Builtin::Clock, _) => true,
        _ => false,
    }
}

/// The variables that equations in a `when` set.
fn collect(model: &FlatModel, body: &[Equation], targets: &mut Vec<VariableId>) {
    for equation in body {
        match &equation.kind {
            EquationKind::Equality(left, _) => {
                if let Expr::Variable(variable) = model.exprs.get(*left) {
                    targets.push(variable);
                }
            }
            EquationKind::If(branches) => {
                branches.iter().for_each(|branch| collect(model, &branch.1, targets));
            }
            _ => {}
        }
    }
}

/// Says which variables are set twice in one branch of a `when`, and returns all that it sets.
fn doubled(model: &FlatModel, body: &[Equation], found: &mut Vec<Diagnostic>) -> Vec<(VariableId, OriginId)> {
    let mut all: Vec<(VariableId, OriginId)> = Vec::new();
    for equation in body {
        let own: Vec<(VariableId, OriginId)> = match &equation.kind {
            EquationKind::Equality(left, _) => match model.exprs.get(*left) {
                Expr::Variable(variable) => vec![(variable, equation.origin)],
                _ => Vec::new(),
            },
            // Of the branches of an `if` only one is active.
            EquationKind::If(branches) => {
                let mut inner: Vec<(VariableId, OriginId)> =
                    branches.iter().flat_map(|branch| doubled(model, &branch.1, found)).collect();
                inner.sort_unstable();
                inner.dedup_by_key(|set| set.0);
                inner
            }
            _ => Vec::new(),
        };
        for (variable, origin) in own {
            let Some(first) = all.iter().find(|known| known.0 == variable) else {
                all.push((variable, origin));
                continue;
            };
            let name = model.variable_name(variable);
            found.push(
                Diagnostic::new(
                    DiagnosticCode::SetTwice,
                    place(model, origin),
                    format!("`{name}` is set twice in one `when`: two equations for one unknown"),
                )
                .label("this sets it")
                .related(place(model, first.1), "and so does this, at the same instant")
                .help("remove one of them; in an algorithm the later one would win"),
            );
        }
    }
    all
}

fn twice(
    model: &FlatModel,
    target: VariableId,
    first: &EventAssignment<'_>,
    second: &EventAssignment<'_>,
) -> Diagnostic {
    let name = model.variable_name(target);
    let what = |setter: &EventAssignment<'_>| match (setter.plain, setter.branches) {
        (true, _) => "this equation sets it at all times",
        (_, Some(_)) => "this `when` sets it",
        _ => "this algorithm sets it",
    };
    let found = Diagnostic::new(
        DiagnosticCode::SetTwice,
        place(model, second.origin),
        format!("`{name}` is set in two places: two equations for one unknown"),
    )
    .label(what(second))
    .related(place(model, first.origin), what(first));
    if first.branches.is_some() && second.branches.is_some() {
        found.note("both can become true at the same instant, and no priority is defined").help(
            "define the priority: write one `when` with `elsewhen`, or both as statements of one algorithm, where \
             the later one wins",
        )
    } else {
        found.help("remove one of them, or let one depend on a variable of its own")
    }
}

fn place(model: &FlatModel, origin: OriginId) -> Place {
    match model.source(origin) {
        Origin::Written { place, .. } => *place,
        _ => model.instances[0].place,
    }
}
