//! What has no formula as the call of a function: texts that are put together, and what is done rather than equal.
//!
//! Computation knows numbers. A text is a number too, as long as it is only handed on; whatever makes or compares texts
//! becomes the call of a function, whose arguments are what it depends on. Calls that are made for their own sake become
//! functions in the same way, with all that stands in their arguments.

use equations::{
    AssignmentTarget, Builtin, Expr, ExprId, Exprs, FlatModel, Function, FunctionId, InlineTime, Inlining,
    Local, Operator, OriginId, Statement, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::loop_function;
use crate::dae::Dae;

impl Dae {
    /// Lets nothing in rows, parameters and actions make texts but calls, and lets actions be the calls of functions with
    /// a result, one if all went well.
    pub(super) fn outline(&mut self) {
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            if !matches!(self.model.exprs.get(action.call), Expr::Builtin(..)) {
                self.actions[at].call = deed(&mut self.model, action.call, action.origin);
            }
        }
        let mut texts = StringExpressions::new(&self.model);
        let count = self.model.exprs.len() as u32;
        if (0..count).any(|at| texts.made_kind(&self.model, ExprId(at)).is_some()) {
            for at in 0..self.rows.len() + self.initial.len() {
                let split = self.rows.len();
                let row = if at < split { self.rows[at] } else { self.initial[at - split] };
                let left = texts.outline(&mut self.model, row.left, row.origin);
                let right = texts.outline(&mut self.model, row.right, row.origin);
                let place = if at < split { &mut self.rows[at] } else { &mut self.initial[at - split] };
                (place.left, place.right) = (left, right);
            }
            for at in 0..self.parameters.len() {
                let (variable, value) = self.parameters[at];
                let origin = self.model.variables[variable.at()].bound;
                self.parameters[at].1 = texts.outline(&mut self.model, value, origin);
            }
            for at in 0..self.actions.len() {
                let action = self.actions[at];
                self.actions[at].call = texts.outline(&mut self.model, action.call, action.origin);
                let condition =
                    action.condition.map(|found| texts.outline(&mut self.model, found, action.origin));
                self.actions[at].condition = condition;
            }
        }
        self.model.mark_side_effects();
    }
}

/// The call of a function that makes this call and gives one.
fn deed(model: &mut FlatModel, call: ExprId, origin: OriginId) -> ExprId {
    let done = model.exprs.integer(1);
    function(model, "$call", (call, Type::Integer), origin, &mut |call, output| {
        let target = AssignmentTarget { local: output, path: Vec::new() };
        vec![Statement::Call(call), Statement::Assign(target, done)]
    })
}

/// Which expressions are texts, and what became of those that make some.
struct StringExpressions {
    is_text: Vec<bool>,
    made: FxHashMap<ExprId, ExprId>,
    memo: FxHashMap<ExprId, ExprId>,
}

impl StringExpressions {
    /// Parts are older than what they are parts of, so that one look at each expression is enough, however long sums are.
    fn new(model: &FlatModel) -> StringExpressions {
        let mut is_text = Vec::with_capacity(model.exprs.len());
        for at in 0..model.exprs.len() as u32 {
            let found = is_text_with(model, ExprId(at), &is_text);
            is_text.push(found);
        }
        StringExpressions { is_text, made: FxHashMap::default(), memo: FxHashMap::default() }
    }

    /// An expression in which texts are made by calls.
    fn outline(&mut self, model: &mut FlatModel, root: ExprId, origin: OriginId) -> ExprId {
        let (mut todo, mut seen, mut found) = (vec![root], FxHashSet::default(), Vec::new());
        while let Some(id) = todo.pop() {
            if self.memo.contains_key(&id) || !seen.insert(id) {
                continue;
            }
            match self.made_kind(model, id) {
                Some(kind) => found.push((id, kind)),
                None => model.exprs.get(id).children(&model.exprs, &mut todo),
            }
        }
        found.sort_unstable_by_key(|found| found.0);
        for (id, kind) in found {
            self.made.entry(id).or_insert_with(|| {
                function(model, "$text", (id, kind), origin, &mut |value, output| {
                    vec![Statement::Assign(AssignmentTarget { local: output, path: Vec::new() }, value)]
                })
            });
        }
        let made = &self.made;
        model.exprs.substitute(root, &mut self.memo, &mut |_: &mut Exprs, id: ExprId| made.get(&id).copied())
    }

    /// What an expression is that only a function can compute from texts: a text, or the order of two.
    fn made_kind(&self, model: &FlatModel, id: ExprId) -> Option<Type> {
        use Operator as O;
        let is_text = |id: ExprId| self.is_text.get(id.at()).is_some_and(|&is| is);
        match model.exprs.get(id) {
            Expr::Builtin(Builtin::String, _) => Some(Type::String),
            Expr::Binary(O::Add, a, b) if is_text(a) || is_text(b) => Some(Type::String),
            Expr::Binary(O::Less | O::LessEqual | O::Greater | O::GreaterEqual, a, _) if is_text(a) => {
                Some(Type::Boolean)
            }
            _ => None,
        }
    }
}

/// Whether an expression is a text, as far as its form tells and it is known of older ones.
fn is_text_with(model: &FlatModel, id: ExprId, older: &[bool]) -> bool {
    let output = |function: FunctionId, number: u32| {
        let function = model.functions.get(function.at());
        let local = function.and_then(|function| function.locals.get((function.inputs + number) as usize));
        local.is_some_and(|local| local.kind == Type::String && local.dims.is_empty())
    };
    let known = |id: ExprId| older.get(id.at()).is_some_and(|&is| is);
    match model.exprs.get(id) {
        Expr::String(_) | Expr::Builtin(Builtin::String, _) => true,
        Expr::Variable(variable) => model.variables[variable.at()].kind == Type::String,
        Expr::Call(function, _) => output(function, 0),
        Expr::Result(call, number) => match model.exprs.get(call) {
            Expr::Call(function, _) => output(function, number),
            _ => false,
        },
        Expr::If(_, yes, _) => known(yes),
        Expr::Binary(Operator::Add, a, b) => known(a) || known(b),
        Expr::Builtin(Builtin::Pre | Builtin::NoEvent | Builtin::Pure, list) => {
            model.exprs.items(list).first().is_some_and(|&inner| known(inner))
        }
        _ => false,
    }
}

/// The call of a function with one result that is made for an expression. `body` gets the expression in terms of locals
/// and the number of the result.
fn function(
    model: &mut FlatModel,
    prefix: &str,
    (root, kind): (ExprId, Type),
    origin: OriginId,
    body: &mut dyn FnMut(ExprId, u32) -> Vec<Statement>,
) -> ExprId {
    let mut given = Vec::new();
    loop_function::leaves(&model.exprs, &Statement::Call(root), &mut given);
    let inputs = given.len() as u32;
    let name = model.symbols.add(&format!("{prefix}{}", model.functions.len() + 1));
    let local = |kind: Type| Local::new(name, kind);
    let mut locals: Vec<Local> = given.iter().map(|&leaf| local(loop_function::kind(model, leaf))).collect();
    locals.push(local(kind));
    let inside: FxHashMap<ExprId, u32> = given.iter().copied().zip(0..).collect();
    let mut memo = FxHashMap::default();
    let moved = model.exprs.substitute(root, &mut memo, &mut |exprs: &mut Exprs, id: ExprId| {
        inside.get(&id).map(|&local| exprs.add(Expr::Local(local)))
    });
    let function = FunctionId(model.functions.len() as u32);
    let place = model.written(origin);
    model.functions.push(Function {
        locals,
        inputs,
        outputs: 1,
        body: Some(body(moved, inputs)),
        inlining: Inlining { calls: InlineTime::Never, ..Inlining::default() },
        ..Function::new(name, place)
    });
    let list = model.exprs.list(&given);
    model.exprs.add(Expr::Call(function, list))
}
