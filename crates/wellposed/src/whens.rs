//! What sets variables at events: each is set in one place, and `when`s do not wait for each other.
//!
//! At every instant all equations hold at once (MLS 3.6, 8.3.5.2 and 8.6). So two `when`s for one variable are one
//! equation too many, whatever their conditions are, and two `when`s that need each other's values would have to be
//! solved together, which they cannot if they are active at different times.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Origin, OriginId, Statement, Type, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Code, Diagnostic, Place};

/// Something that sets variables at events.
struct Setter<'a> {
    origin: OriginId,
    targets: Vec<VariableId>,
    /// None for algorithms, which are sorted as one.
    branches: Option<&'a [(ExprId, Vec<Equation>)]>,
    /// An equation without `when`.
    plain: bool,
}

/// Says which variables are set twice, and which `when`s need each other's values. `over` says that the model has too
/// many equations: only then is an equation without `when` taken to set the variable on its left.
pub fn check_whens(model: &FlatModel, over: bool) -> Vec<Diagnostic> {
    let setters = setters(model, over);
    let mut first: FxHashMap<VariableId, usize> = FxHashMap::default();
    let mut all = Vec::new();
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
        all.extend(loops(model, &setters));
    }
    all
}

fn setters(model: &FlatModel, over: bool) -> Vec<Setter<'_>> {
    let mut setters = Vec::new();
    for equation in &model.equations {
        let origin = equation.origin;
        match &equation.kind {
            EquationKind::When(branches) if !branches.iter().any(|branch| is_clock(model, branch.0)) => {
                let mut targets = Vec::new();
                branches.iter().for_each(|branch| collect(model, &branch.1, &mut targets));
                targets.sort_unstable();
                targets.dedup();
                setters.push(Setter { origin, targets, branches: Some(branches), plain: false });
            }
            EquationKind::Algorithm(body, assigned)
                if body.iter().any(|one| matches!(one, Statement::When(_))) =>
            {
                let mut targets = assigned.clone();
                targets.sort_unstable();
                targets.dedup();
                setters.push(Setter { origin, targets, branches: None, plain: false });
            }
            EquationKind::Equality(left, right) if over => {
                let Expr::Variable(variable) = model.exprs.get(*left) else { continue };
                let alias = matches!(model.exprs.get(*right), Expr::Variable(_) | Expr::Unary(..));
                if model.variables[variable.at()].kind != Type::Real && !alias {
                    setters.push(Setter { origin, targets: vec![variable], branches: None, plain: true });
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

fn twice(model: &FlatModel, target: VariableId, first: &Setter<'_>, second: &Setter<'_>) -> Diagnostic {
    let name = model.variable_name(target);
    let what = |setter: &Setter<'_>| match (setter.plain, setter.branches) {
        (true, _) => "this equation sets it at all times",
        (_, Some(_)) => "this `when` sets it",
        _ => "this algorithm sets it",
    };
    let found = Diagnostic::new(
        Code::SetTwice,
        place(model, second.origin),
        format!("`{name}` is set in two places: two equations for one unknown"),
    )
    .label(what(second))
    .related(place(model, first.origin), what(first));
    if first.branches.is_some() && second.branches.is_some() {
        found.note("both could become true at the same instant, and nothing says which of them is right then").help(
            "say which comes first: write one `when` with `elsewhen`, or both as statements of one algorithm, where \
             the later one wins",
        )
    } else {
        found.help("remove one of them, or let one depend on a variable of its own")
    }
}

/// Variables that `when`s with different conditions set and that need each other's values.
fn loops(model: &FlatModel, setters: &[Setter<'_>]) -> Option<Diagnostic> {
    let mut nodes = Nodes::default();
    for (at, setter) in setters.iter().enumerate() {
        if let Some(branches) = setter.branches {
            nodes.gather(model, at, branches, &mut Vec::new());
        }
    }
    let needs: Vec<Vec<(usize, VariableId)>> =
        nodes.values.iter().map(|own| nodes.needs(model, own)).collect();
    let text = |at: usize| {
        let branches = setters[at].branches.unwrap_or_default();
        branches.iter().map(|branch| model.expr_text(branch.0)).collect::<Vec<_>>()
    };
    for start in tangled(&needs) {
        let Some(path) = cycle(&needs, start) else { continue };
        let origins: Vec<usize> = path.iter().map(|step| nodes.setters[step.0]).collect();
        if origins.iter().all(|&at| at == origins[0] || text(at) == text(origins[0])) {
            continue;
        }
        let names: Vec<String> =
            path.iter().map(|step| format!("`{}`", model.variable_name(step.1))).collect();
        let mut found = Diagnostic::new(
            Code::WhenLoop,
            place(model, setters[origins[0]].origin),
            format!("`when`s with different conditions need each other's values: {}", names.join(", ")),
        )
        .label(format!("this needs {}", names[0]));
        for (&at, name) in origins.iter().zip(&names).skip(1) {
            found = found.related(place(model, setters[at].origin), format!("this needs {name}"));
        }
        return Some(
            found
                .note("with one condition they would be solved together; with two, they are active at different times")
                .help("take the value from before the event, `pre(…)`, in one of them"),
        );
    }
    None
}

/// The variables that `when`s set: which of the setters does it, and what their values are made of.
#[derive(Default)]
struct Nodes {
    of: FxHashMap<VariableId, usize>,
    setters: Vec<usize>,
    values: Vec<Vec<ExprId>>,
}

impl Nodes {
    /// Takes the equations of branches; a value depends on the conditions up to its branch as well.
    fn gather(
        &mut self,
        model: &FlatModel,
        setter: usize,
        branches: &[(ExprId, Vec<Equation>)],
        conditions: &mut Vec<ExprId>,
    ) {
        let outside = conditions.len();
        for (condition, body) in branches {
            conditions.push(*condition);
            for equation in body {
                match &equation.kind {
                    EquationKind::Equality(left, right) => {
                        let Expr::Variable(variable) = model.exprs.get(*left) else { continue };
                        let node = *self.of.entry(variable).or_insert(self.values.len());
                        if node == self.values.len() {
                            self.values.push(Vec::new());
                            self.setters.push(setter);
                        }
                        self.values[node].extend(conditions.iter().chain([right]));
                    }
                    EquationKind::If(inner) => self.gather(model, setter, inner, conditions),
                    _ => {}
                }
            }
        }
        conditions.truncate(outside);
    }

    /// The other variables that are needed for a value, by node.
    fn needs(&self, model: &FlatModel, values: &[ExprId]) -> Vec<(usize, VariableId)> {
        let (mut todo, mut found, mut seen) = (values.to_vec(), Vec::new(), FxHashSet::default());
        while let Some(id) = todo.pop() {
            match model.exprs.get(id) {
                Expr::Builtin(Builtin::Pre | Builtin::Previous, _) => {}
                Expr::Variable(variable) => {
                    found.extend(self.of.get(&variable).map(|&node| (node, variable)));
                }
                expr if seen.insert(id) => expr.children(&model.exprs, &mut todo),
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The nodes that are left when those are taken away, one after the other, that need none of the others: in most models
/// there are none.
fn tangled(needs: &[Vec<(usize, VariableId)>]) -> Vec<usize> {
    let mut left: Vec<usize> = vec![0; needs.len()];
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (at, own) in needs.iter().enumerate() {
        for &(other, _) in own.iter().filter(|need| need.0 != at) {
            left[at] += 1;
            needed_by[other].push(at);
        }
    }
    let mut free: Vec<usize> = (0..needs.len()).filter(|&at| left[at] == 0).collect();
    while let Some(at) = free.pop() {
        for &user in &needed_by[at] {
            left[user] -= 1;
            if left[user] == 0 {
                free.push(user);
            }
        }
    }
    (0..needs.len()).filter(|&at| left[at] > 0).collect()
}

/// A way from a node back to itself over others: each with the variable that it needs of the next.
fn cycle(needs: &[Vec<(usize, VariableId)>], start: usize) -> Option<Vec<(usize, VariableId)>> {
    let mut from: FxHashMap<usize, (usize, VariableId)> = FxHashMap::default();
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        for &(next, variable) in needs[at].iter().filter(|need| need.0 != at) {
            if next == start {
                let mut path = vec![(at, variable)];
                while let Some(&step) = path.last().and_then(|last| from.get(&last.0)) {
                    path.push(step);
                }
                path.reverse();
                return Some(path);
            }
            from.entry(next).or_insert_with(|| {
                todo.push(next);
                (at, variable)
            });
        }
    }
    None
}

fn place(model: &FlatModel, origin: OriginId) -> Place {
    match model.source(origin) {
        Origin::Written { place, .. } => *place,
        _ => model.instances[0].place,
    }
}
