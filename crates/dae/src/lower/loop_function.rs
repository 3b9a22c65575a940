//! Loops that end by themselves as functions: what a loop assigns are the results of a call.
//!
//! Everything else in an algorithm is written as formulas; only the loop has none.

use equations::{
    AccessStep, AssignmentTarget, Builtin, Expr, ExprId, Exprs, FlatModel, Function, FunctionId, Local,
    OriginId, Statement, Type, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A loop as a function.
pub(super) struct LoopFunction {
    /// The function. Its results are what the loop assigns, in order.
    pub(super) function: FunctionId,
    /// What the loop assigns, by number.
    pub(super) assigned: Vec<usize>,
    /// The arguments of the call, in terms of the variables before the loop.
    pub(super) arguments: Vec<ExprId>,
}

/// Makes a function of a loop. None if it holds what no function may.
pub(super) fn function(
    model: &mut FlatModel,
    statement: &Statement,
    variables: &[VariableId],
    origin: OriginId,
) -> Option<LoopFunction> {
    let place = model.written(origin);
    let mut assigned = Vec::new();
    assigned_in(statement, &mut assigned)?;
    assigned.sort_unstable();
    assigned.dedup();
    let mut given: Vec<ExprId> = Vec::new();
    for &number in &assigned {
        given.push(model.exprs.add(Expr::Variable(variables[number])));
    }
    let outputs = given.len() as u32;
    leaves(&model.exprs, statement, &mut given);
    let inputs = given.len() as u32;
    let kinds: Vec<Type> = given.iter().map(|&leaf| kind(model, leaf)).collect();
    // Where each leaf is inside of the function: what is assigned is an output that begins with its input.
    let inside: FxHashMap<ExprId, u32> =
        (0..).zip(&given).map(|(at, &leaf)| (leaf, if at < outputs { inputs + at } else { at })).collect();
    let name = model.symbols.add(&format!("$loop{}", model.functions.len() + 1));
    let input = |kind: Type| Local::new(name, kind);
    let mut locals: Vec<Local> = kinds.iter().map(|&kind| input(kind)).collect();
    for at in 0..outputs {
        let binding = Some(model.exprs.add(Expr::Local(at)));
        locals.push(Local { binding, ..input(kinds[at as usize]) });
    }
    let mut body = vec![statement.clone()];
    let mut memo = FxHashMap::default();
    map_statements(&mut body, &mut |id| {
        model.exprs.substitute(id, &mut memo, &mut |exprs: &mut Exprs, id: ExprId| {
            inside.get(&id).map(|&local| exprs.add(Expr::Local(local)))
        })
    });
    for statement in &mut body {
        retarget(statement, &mut |number| {
            inputs + assigned.iter().position(|&at| at == number).unwrap_or(0) as u32
        });
    }
    let function = FunctionId(model.functions.len() as u32);
    model.functions.push(Function {
        locals,
        inputs,
        outputs,
        body: Some(body),
        ..Function::new(name, place)
    });
    Some(LoopFunction { function, assigned, arguments: given })
}

/// What a statement assigns, by number. None if it holds a `when`, or assigns to parts.
fn assigned_in(statement: &Statement, out: &mut Vec<usize>) -> Option<()> {
    match statement {
        Statement::Assign(target, _) if target.path.is_empty() => out.push(target.local as usize),
        Statement::AssignMany(targets, _) => {
            for target in targets.iter().flatten() {
                target.path.is_empty().then(|| out.push(target.local as usize))?;
            }
        }
        Statement::If(branches) => {
            for statement in branches.iter().flat_map(|branch| &branch.1) {
                assigned_in(statement, out)?;
            }
        }
        Statement::For(_, _, body) | Statement::While(_, body) => {
            body.iter().try_for_each(|statement| assigned_in(statement, out))?;
        }
        Statement::Call(_) | Statement::Break => {}
        Statement::Assign(..) | Statement::When(_) | Statement::Return => return None,
    }
    Some(())
}

/// Adds what a statement reads from outside: variables, their values before the event, time.
pub(super) fn leaves(exprs: &Exprs, statement: &Statement, given: &mut Vec<ExprId>) {
    let mut seen: FxHashSet<ExprId> = given.iter().copied().collect();
    let mut todo = Vec::new();
    statement.parts(&mut todo);
    todo.reverse();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match exprs.get(id) {
            Expr::Variable(_)
            | Expr::Time
            | Expr::Builtin(
                Builtin::Pre
                | Builtin::Edge
                | Builtin::Change
                | Builtin::Initial
                | Builtin::Terminal
                | Builtin::Sample
                | Builtin::Delay
                | Builtin::Der,
                _,
            ) => given.push(id),
            expr => expr.children(exprs, &mut todo),
        }
    }
}

pub(super) fn kind(model: &FlatModel, leaf: ExprId) -> Type {
    match model.exprs.get(leaf) {
        Expr::Variable(variable) => model.variables[variable.at()].kind,
        Expr::Builtin(Builtin::Pre, list) => {
            model.exprs.items(list).first().map_or(Type::Real, |&item| kind(model, item))
        }
        Expr::Builtin(Builtin::Der | Builtin::Delay, _) | Expr::Time => Type::Real,
        _ => Type::Boolean,
    }
}

/// Gives targets their numbers inside of the function.
fn retarget(statement: &mut Statement, number: &mut dyn FnMut(usize) -> u32) {
    match statement {
        Statement::Assign(target, _) => target.local = number(target.local as usize),
        Statement::AssignMany(targets, _) => {
            targets.iter_mut().flatten().for_each(|target| target.local = number(target.local as usize));
        }
        Statement::If(branches) | Statement::When(branches) => {
            for statement in branches.iter_mut().flat_map(|branch| &mut branch.1) {
                retarget(statement, number);
            }
        }
        Statement::For(_, _, body) | Statement::While(_, body) => {
            body.iter_mut().for_each(|statement| retarget(statement, number));
        }
        Statement::Call(_) | Statement::Break | Statement::Return => {}
    }
}

/// Exchanges every expression in statements.
fn map_statements(body: &mut [Statement], change: &mut dyn FnMut(ExprId) -> ExprId) {
    for statement in body {
        match statement {
            Statement::Assign(target, value) => {
                map_target(target, change);
                *value = change(*value);
            }
            Statement::AssignMany(targets, value) => {
                targets.iter_mut().flatten().for_each(|target| map_target(target, change));
                *value = change(*value);
            }
            Statement::Call(call) => *call = change(*call),
            Statement::If(branches) | Statement::When(branches) => {
                for (condition, body) in branches {
                    *condition = change(*condition);
                    map_statements(body, change);
                }
            }
            Statement::For(_, value, body) | Statement::While(value, body) => {
                *value = change(*value);
                map_statements(body, change);
            }
            Statement::Break | Statement::Return => {}
        }
    }
}

fn map_target(target: &mut AssignmentTarget, change: &mut dyn FnMut(ExprId) -> ExprId) {
    for step in &mut target.path {
        if let AccessStep::Index(subscripts) = step {
            subscripts.iter_mut().for_each(|subscript| *subscript = change(*subscript));
        }
    }
}
