//! The values of parameters, as far as clocks need them: intervals, factors, names of solver methods.

use equations::{
    Attribute, EvalContext, Expr, ExprId, FlatModel, Type, Value, Variability, VariableId, eval,
};
use rustc_hash::FxHashMap;

/// Values that were needed so far; none for those that cannot be known.
#[derive(Default)]
pub(crate) struct ParameterValues {
    known: FxHashMap<VariableId, Option<Value>>,
    starts: FxHashMap<VariableId, ExprId>,
    /// Parameters that may be found at the beginning (`fixed = false`): their start values are guesses.
    fixed: FxHashMap<VariableId, ExprId>,
}

impl ParameterValues {
    pub(crate) fn new(model: &FlatModel) -> ParameterValues {
        let given = |attribute: Attribute| {
            let all = model.attributes.iter().filter(move |given| given.1 == attribute);
            all.map(|given| (given.0, given.2)).collect()
        };
        ParameterValues {
            known: FxHashMap::default(),
            starts: given(Attribute::Start),
            fixed: given(Attribute::Fixed),
        }
    }

    /// The value of an expression of literals and parameters.
    pub(crate) fn get(&mut self, model: &FlatModel, expr: ExprId) -> Option<Value> {
        // Parameters may depend on others in long chains: each is evaluated after those it uses.
        let mut path: Vec<(Option<VariableId>, ExprId, bool)> = vec![(None, expr, false)];
        while let Some((variable, value, ready)) = path.pop() {
            if ready {
                let found = self.eval(model, value);
                match variable {
                    None => return found,
                    Some(variable) => self.known.insert(variable, found),
                };
                continue;
            }
            if let Some(variable) = variable {
                // What is met again on the way depends on itself, and has no value.
                if self.known.contains_key(&variable) {
                    continue;
                }
                self.known.insert(variable, None);
            }
            path.push((variable, value, true));
            for used in variables(model, value) {
                let declared = &model.variables[used.at()];
                let given = declared.binding.or_else(|| self.starts.get(&used).copied());
                let given = given.filter(|_| declared.variability <= Variability::Parameter);
                let given = given.filter(|_| !self.is_free(model, used));
                if let Some(given) = given.filter(|_| !self.known.contains_key(&used)) {
                    path.push((Some(used), given, false));
                }
            }
        }
        None
    }

    /// The whole number that an expression is. One that the user gives beside the model may be written as a Real.
    pub(crate) fn as_integer(&mut self, model: &FlatModel, expr: ExprId) -> Option<i64> {
        match self.get(model, expr)? {
            Value::Integer(value) => Some(value),
            Value::Real(value) if value.fract() == 0.0 && value.abs() < 1e15 => Some(value as i64),
            _ => None,
        }
    }

    /// Whether the beginning determines a parameter.
    fn is_free(&self, model: &FlatModel, parameter: VariableId) -> bool {
        let fixed = self.fixed.get(&parameter).copied();
        fixed
            .is_some_and(|fixed| ParameterValues::new(model).get(model, fixed) == Some(Value::Boolean(false)))
    }

    fn eval(&self, model: &FlatModel, expr: ExprId) -> Option<Value> {
        let values = |variable: VariableId| self.known.get(&variable).cloned().flatten();
        let context = EvalContext::of(model, &values);
        eval(&context, expr).ok()
    }
}

fn variables(model: &FlatModel, root: ExprId) -> Vec<VariableId> {
    let mut found = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        match model.exprs.get(id) {
            Expr::Variable(variable) => found.push(variable),
            expr if seen.insert(id) => expr.children(&model.exprs, &mut todo),
            _ => {}
        }
    }
    found
}

/// The type of an expression, as far as constructors of clocks tell them apart.
pub(crate) fn kind(model: &FlatModel, id: ExprId) -> Type {
    use equations::{Builtin as B, Operator as O};
    match model.exprs.get(id) {
        Expr::Integer(_) => Type::Integer,
        Expr::Boolean(_) => Type::Boolean,
        Expr::String(_) => Type::String,
        Expr::Variable(variable) => model.variables[variable.at()].kind,
        Expr::Unary(O::Not, _) => Type::Boolean,
        Expr::Unary(_, a) | Expr::If(_, a, _) => kind(model, a),
        Expr::Binary(operator, a, b) => match operator {
            O::And
            | O::Or
            | O::Less
            | O::LessEqual
            | O::Greater
            | O::GreaterEqual
            | O::Equal
            | O::NotEqual => Type::Boolean,
            O::Add | O::Subtract | O::Multiply
                if kind(model, a) == Type::Integer && kind(model, b) == Type::Integer =>
            {
                Type::Integer
            }
            _ => Type::Real,
        },
        Expr::Builtin(builtin, list) => match (builtin, model.exprs.items(list).first()) {
            (B::Clock, _) => Type::Clock,
            (B::Edge | B::Change | B::Initial | B::Terminal | B::FirstTick | B::Boolean, _) => Type::Boolean,
            (B::Integer | B::IntegerOf, _) => Type::Integer,
            (
                B::Pre
                | B::Previous
                | B::Hold
                | B::NoEvent
                | B::NoClock
                | B::SubSample
                | B::SuperSample
                | B::ShiftSample
                | B::BackSample
                | B::Abs
                | B::Div
                | B::Mod
                | B::Rem
                | B::Max
                | B::Min,
                Some(&first),
            ) => kind(model, first),
            (B::Sample, Some(&first)) => {
                if clocked_sample(model, id) {
                    kind(model, first)
                } else {
                    Type::Boolean
                }
            }
            _ => Type::Real,
        },
        Expr::Call(function, _) => {
            let function = &model.functions[function.at()];
            function.locals.get(function.inputs as usize).map_or(Type::Real, |local| local.kind)
        }
        Expr::Literal(kind, _) => Type::Enumeration(kind),
        _ => Type::Real,
    }
}

/// Whether `sample` is the conversion to a clock, and not the event at given times.
pub fn clocked_sample(model: &FlatModel, id: ExprId) -> bool {
    match model.exprs.get(id) {
        Expr::Builtin(equations::Builtin::Sample, list) => match *model.exprs.items(list) {
            [_] => true,
            [_, clock] => is_clock(model, clock),
            _ => false,
        },
        _ => false,
    }
}

/// Whether an expression is a clock.
pub(crate) fn is_clock(model: &FlatModel, id: ExprId) -> bool {
    use equations::Builtin as B;
    let mut at = id;
    loop {
        match model.exprs.get(at) {
            Expr::Variable(variable) => return model.variables[variable.at()].kind == Type::Clock,
            Expr::Builtin(B::Clock, _) => return true,
            Expr::If(_, first, _) => at = first,
            Expr::Builtin(B::SubSample | B::SuperSample | B::ShiftSample | B::BackSample, list) => {
                match model.exprs.items(list).first() {
                    Some(&first) => at = first,
                    None => return false,
                }
            }
            _ => return false,
        }
    }
}
