//! Attributes of variables, looked up once.

use equations::{
    Attribute, Bounds, EvalContext, Expr, ExprId, FlatModel, Origin, Value, Variability, Variable,
    VariableId, eval,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a type says of its variables is below everything that a model says.
const TYPE_LEVEL: u32 = 1 << 16;

/// Longer chains of parameters are not followed.
const MAX_CHAIN: usize = 64;

/// How much a variable is wanted as a state (MLS 3.6, 4.9.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[allow(missing_docs)]
pub enum StateSelect {
    Never,
    Avoid,
    #[default]
    Default,
    Prefer,
    Always,
}

/// The attributes that matter to solving.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolverAttributes {
    /// The value to begin with.
    pub start: Option<ExprId>,
    /// How far down that was written: of the start values of equal variables the one with the least counts.
    pub confidence: Confidence,
    /// Whether that value is a demand and not a guess.
    pub fixed: Option<bool>,
    /// How much it is wanted as a state.
    pub select: StateSelect,
    /// Its size.
    pub nominal: Option<ExprId>,
    /// The least value.
    pub min: Option<ExprId>,
    /// The greatest value.
    pub max: Option<ExprId>,
}

/// The confidence number of a start value (MLS 3.6, 8.6.2), the lower the better: the level of the component hierarchy at which
/// it was written. If it is a parameter, the level at which that got its value counts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Confidence {
    value: u32,
    written: u32,
}

impl Default for Confidence {
    /// That of what nobody wrote.
    fn default() -> Confidence {
        Confidence { value: u32::MAX, written: u32::MAX }
    }
}

impl Confidence {
    fn new(model: &FlatModel, variable: VariableId, start: ExprId) -> Confidence {
        let own = model.level(model.variables[variable.at()].instance);
        let written = model.start_levels.get(&variable).copied().unwrap_or(own + TYPE_LEVEL);
        let mut value = None;
        let mut at = start;
        // A chain of parameters is no longer than there are levels, unless it is a circle.
        for _ in 0..=MAX_CHAIN {
            let Expr::Variable(parameter) = model.exprs.get(at) else { break };
            let Variable { binding, bound, .. } = model.variables[parameter.at()];
            let Origin::Written { instance, .. } = model.origins[bound.at()] else { break };
            value = Some(model.level(instance).min(value.unwrap_or(u32::MAX)));
            let Some(binding) = binding else { break };
            at = binding;
        }
        let value = value.filter(|_| written > 0).unwrap_or(written);
        Confidence { value, written }
    }
}

/// Attributes of all variables, and the values of parameters as far as they are known now.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    given: FxHashMap<VariableId, SolverAttributes>,
    values: FxHashMap<VariableId, Value>,
}

impl Attributes {
    /// Those of a variable.
    pub fn get(&self, variable: VariableId) -> SolverAttributes {
        self.given.get(&variable).copied().unwrap_or_default()
    }

    /// Whether the start value is a demand.
    pub fn is_fixed(&self, variable: VariableId) -> bool {
        self.get(variable).fixed == Some(true)
    }

    /// The value of a parameter as the model gives it.
    pub fn value(&self, variable: VariableId) -> Option<&Value> {
        self.values.get(&variable)
    }

    pub(crate) fn set(&mut self, variable: VariableId, solver: SolverAttributes) {
        self.given.insert(variable, solver);
    }

    /// Takes the values of parameters back that the initialization problem determines: they are guesses.
    pub(crate) fn drop_unknown_parameters(&mut self, is_free: impl Fn(VariableId) -> bool) {
        self.values.retain(|&id, _| !is_free(id));
    }

    /// Between which numbers a variable lies: a parameter at its value, others between `min` and `max`.
    pub(crate) fn bounds(&self, model: &FlatModel, variable: VariableId) -> Bounds {
        if let Some(value) = self.values.get(&variable).and_then(Value::as_real) {
            return Bounds::point(value);
        }
        let Some(solver) = self.given.get(&variable) else { return Bounds::ALL };
        let end = |end: Option<ExprId>, open: f64| end.and_then(|id| self.number(model, id)).unwrap_or(open);
        Bounds { low: end(solver.min, f64::NEG_INFINITY), high: end(solver.max, f64::INFINITY) }
    }

    /// What a number begins with where the model does not say it: what `min` and `max` allow, nearest to zero (MLS 3.6, 4.9.1).
    pub fn default_start(&self, model: &FlatModel, variable: VariableId) -> f64 {
        let Bounds { low, high } = self.bounds(model, variable);
        0f64.max(low).min(high)
    }

    /// The size that the model says a variable has.
    pub fn nominal(&self, model: &FlatModel, variable: VariableId) -> Option<f64> {
        let number = self.get(variable).nominal.and_then(|id| self.number(model, id));
        number.map(f64::abs).filter(|number| number.is_normal())
    }

    /// The size by which changes of a variable are judged: its nominal value, else of the sizes that `min` and `max` allow the
    /// one nearest to one.
    pub fn size(&self, model: &FlatModel, variable: VariableId) -> f64 {
        let Bounds { low, high } = self.bounds(model, variable);
        self.nominal(model, variable).unwrap_or_else(|| {
            let (least, most) = (low.max(-high), low.abs().max(high.abs()));
            let size = 1f64.max(least).min(most);
            if size.is_normal() { size } else { 1.0 }
        })
    }

    /// The number that an expression of literals and parameters has.
    pub fn number(&self, model: &FlatModel, id: ExprId) -> Option<f64> {
        match model.exprs.get(id) {
            Expr::Real(_) | Expr::Integer(_) => model.exprs.number(id),
            Expr::Variable(variable) => self.values.get(&variable).and_then(Value::as_real),
            _ => self.eval(model, id)?.as_real(),
        }
    }

    /// The same for one of many parameters that take their values from one call, as the fields of a record do: the call
    /// is made once.
    fn part(
        &self,
        model: &FlatModel,
        id: ExprId,
        calls: &mut FxHashMap<ExprId, Option<Value>>,
    ) -> Option<Value> {
        match model.exprs.get(id) {
            Expr::Call(..) => calls.entry(id).or_insert_with(|| self.eval(model, id)).clone(),
            Expr::Field(record, name) if self.holds_call(model, record) => {
                let record = self.part(model, record, calls)?;
                record.field(name).cloned().or_else(|| self.eval(model, id))
            }
            Expr::Result(call, number) => match self.part(model, call, calls)? {
                Value::Tuple(values) => values.into_iter().nth(number as usize),
                value if number == 0 => Some(value),
                _ => None,
            },
            _ => self.eval(model, id),
        }
    }

    fn holds_call(&self, model: &FlatModel, id: ExprId) -> bool {
        let mut at = id;
        while let Expr::Field(inner, _) | Expr::Result(inner, _) = model.exprs.get(at) {
            at = inner;
        }
        matches!(model.exprs.get(at), Expr::Call(..))
    }

    /// The same attributes with other values of some parameters; all are in an order in which each uses earlier ones only.
    pub(crate) fn with_parameters(
        &self,
        model: &FlatModel,
        parameters: &[(VariableId, ExprId)],
        changed: &FxHashSet<VariableId>,
    ) -> Attributes {
        let mut attributes = self.clone();
        attributes.values.retain(|id, _| !changed.contains(id));
        attributes.evaluate(model, parameters.iter().filter(|own| changed.contains(&own.0)));
        attributes
    }

    fn evaluate<'p>(
        &mut self,
        model: &FlatModel,
        parameters: impl Iterator<Item = &'p (VariableId, ExprId)>,
    ) {
        let mut calls = FxHashMap::default();
        for &(variable, value) in parameters {
            if let Some(value) = self.part(model, value, &mut calls) {
                self.values.insert(variable, value);
            }
        }
    }

    /// The value that an expression of literals and parameters has.
    pub fn eval(&self, model: &FlatModel, id: ExprId) -> Option<Value> {
        let values = |variable: VariableId| self.values.get(&variable).cloned();
        let context = EvalContext::of(model, &values);
        eval(&context, id).ok()
    }
}

/// Reads the attributes of a model; `parameters` are in an order in which each uses earlier ones only.
pub(crate) fn read(model: &FlatModel, parameters: &[(VariableId, ExprId)]) -> Attributes {
    let mut attributes = Attributes::default();
    attributes.evaluate(model, parameters.iter());
    for (at, variable) in model.variables.iter().enumerate() {
        // Constants are folded where they are used; their values are for the attributes of others.
        if variable.variability == Variability::Constant
            && let Some(value) = variable.binding.and_then(|binding| attributes.eval(model, binding))
        {
            attributes.values.insert(VariableId(at as u32), value);
        }
    }
    for &(variable, attribute, value) in &model.attributes {
        let mut solver = attributes.get(variable);
        match attribute {
            Attribute::Start => {
                solver.start = Some(value);
                solver.confidence = Confidence::new(model, variable, value);
            }
            Attribute::Nominal => solver.nominal = Some(value),
            Attribute::Min => solver.min = Some(value),
            Attribute::Max => solver.max = Some(value),
            Attribute::Fixed => {
                solver.fixed = match model.exprs.get(value) {
                    Expr::Boolean(truth) => Some(truth),
                    _ => attributes.eval(model, value).and_then(|value| value.as_boolean()),
                };
            }
            Attribute::StateSelect => {
                let literal = match model.exprs.get(value) {
                    Expr::Literal(_, literal) => Some(literal),
                    _ => match attributes.eval(model, value) {
                        Some(Value::Literal(_, literal)) => Some(literal),
                        _ => None,
                    },
                };
                solver.select = match literal {
                    Some(1) => StateSelect::Never,
                    Some(2) => StateSelect::Avoid,
                    Some(4) => StateSelect::Prefer,
                    Some(5) => StateSelect::Always,
                    _ => StateSelect::Default,
                };
            }
            _ => continue,
        }
        attributes.given.insert(variable, solver);
    }
    attributes
}
