//! Values that are needed to build the model: sizes, conditions, ranges, constants.

mod binding;

use equations::{
    EvalContext, EvalFailure, Expr, ExprId, FunctionId, Type, Unevaluable, Value, Variability, VariableId,
    Visit, eval,
};
use syntax::tree::{Expression, ExpressionKind};
use syntax::{Diagnostic, DiagnosticCode, Id, Place};

use crate::Flattener;
use crate::instance::LeafId;
use crate::layer::descend;
use crate::lower::{LoweringContext, MAX_ITEMS};
use crate::value::{LoweredValue, RecordValue};

/// Parameters bound to each other in a chain longer than this are not followed.
const MAX_CHAIN: usize = 400;

impl<'a> Flattener<'a> {
    /// The value of an expression, if it can be known before the simulation. Whoever asks builds the model with it, so that the
    /// parameters it depends on are noted: with other values of these the model may be another one.
    pub(crate) fn value(&mut self, expr: ExprId) -> Option<Value> {
        let (value, used) = self.computed(expr)?;
        self.model.evaluated.extend(used);
        Some(value)
    }

    /// The value of an expression, and the variables in it.
    fn computed(&mut self, expr: ExprId) -> Option<(Value, Vec<VariableId>)> {
        let literal = match self.model.exprs.get(expr) {
            Expr::Integer(value) => Value::Integer(value),
            Expr::Real(value) => Value::Real(value.get()),
            Expr::Boolean(value) => Value::Boolean(value),
            Expr::Literal(kind, literal) => Value::Literal(kind, literal),
            Expr::Variable(variable) => return Some((self.variable_value(variable)?, vec![variable])),
            Expr::Time => return None,
            _ => {
                let used = self.variables_in(expr)?;
                for &variable in &used {
                    self.variable_value(variable)?;
                }
                return Some((self.evaluated(expr).ok()?, used));
            }
        };
        Some((literal, Vec::new()))
    }

    fn evaluated(&self, expr: ExprId) -> Result<Value, EvalFailure> {
        let values = |variable: VariableId| self.values.get(&variable).cloned();
        let context = EvalContext {
            files: self.reading.then_some(self.files),
            ..EvalContext::of(&self.model, &values)
        };
        eval(&context, expr)
    }

    /// All variables of an expression; none if it depends on time by itself.
    pub(crate) fn variables_in(&self, expr: ExprId) -> Option<Vec<VariableId>> {
        let mut found = Vec::new();
        let timed = self.model.exprs.visit([expr], |_, part| match part {
            Expr::Variable(variable) => {
                found.push(variable);
                Visit::Skip
            }
            Expr::Time => Visit::Stop,
            _ => Visit::Enter,
        });
        found.sort_unstable();
        (!timed).then_some(found)
    }

    /// The value of a parameter or constant.
    pub(crate) fn variable_value(&mut self, variable: VariableId) -> Option<Value> {
        if let Some(value) = self.values.get(&variable) {
            return Some(value.clone());
        }
        let leaf = self.leaf_of[variable.at()];
        if self.leaf(leaf).variability > Variability::Parameter || self.under_way.len() > MAX_CHAIN {
            return None;
        }
        if self.under_way.contains(&variable) {
            self.cyclic_leaf(leaf);
            return None;
        }
        self.under_way.push(variable);
        let value = self.bound_value(leaf, variable);
        self.under_way.pop();
        let value = value?;
        self.values.insert(variable, value.clone());
        Some(value)
    }

    fn bound_value(&mut self, leaf: LeafId, variable: VariableId) -> Option<Value> {
        let at = (variable.0 - self.leaf(leaf).first?.0) as usize;
        if self.is_free(leaf, at) {
            return None;
        }
        if let Some(given) = self.override_value(leaf, variable) {
            return Some(self.computed(given)?.0);
        }
        if let Some(LoweredValue::Plain(plain)) = self.binding(leaf) {
            return Some(self.computed(*plain.items.get(at)?)?.0);
        }
        // A parameter without a value takes its start value.
        let start = self.attribute_item(leaf, "start", at)?;
        Some(self.computed(start)?.0)
    }

    /// Whether the beginning determines a parameter (`fixed = false`): what it has before is a guess, and the model is not built
    /// with guesses (Modelica Language Specification 3.6, section 8.6).
    fn is_free(&mut self, leaf: LeafId, at: usize) -> bool {
        self.leaf(leaf).variability == Variability::Parameter
            && self.attribute_item(leaf, "fixed", at).and_then(|fixed| self.boolean_value(fixed))
                == Some(false)
    }

    /// The value that a parameter was given beside the model.
    pub(crate) fn override_value(&mut self, leaf: LeafId, variable: VariableId) -> Option<ExprId> {
        if self.given.is_empty() || self.leaf(leaf).variability != Variability::Parameter {
            return None;
        }
        let &number = self.given.get(&self.model.variable_name(variable))?;
        let literal = self.model.literal(self.leaf(leaf).kind, number)?;
        Some(self.model.exprs.add(literal))
    }

    /// What an attribute says of one of the variables of a declaration.
    fn attribute_item(&mut self, leaf: LeafId, attribute: &str, at: usize) -> Option<ExprId> {
        let name = self.model.symbols.add(attribute);
        let layers = descend(&self.leaf(leaf).layers, name, &self.model.symbols);
        let layer = layers.into_iter().find(|layer| layer.value.is_some())?;
        let (inst, rank) = (self.leaf(leaf).inst, self.leaf(leaf).dims.len());
        let LoweredValue::Plain(plain) = self.layer_value(&layer, inst, Some(rank))? else { return None };
        if plain.is_scalar() { plain.items.first().copied() } else { plain.items.get(at).copied() }
    }

    /// The value of an expression that must be known; says so if it is not.
    pub(crate) fn require_value(&mut self, expr: ExprId, place: Place, what: &str) -> Option<Value> {
        let before = std::mem::replace(&mut self.reading, true);
        let told = self.diagnostics.len();
        let value = self.value(expr);
        if value.is_none() {
            // With a value it would be another model.
            let needed = self.variables_in(expr).unwrap_or_default();
            self.model.evaluated.extend(needed);
        }
        // What was told on the way is the reason.
        if value.is_none() && self.diagnostics.len() == told {
            let failure = self.cause(expr);
            self.report_unknown(failure.as_ref(), place, what);
        }
        self.reading = before;
        value
    }

    /// Why an expression has no value, looked for in the bindings of the parameters it depends on.
    fn cause(&mut self, expr: ExprId) -> Option<EvalFailure> {
        let mut expr = expr;
        let mut failure = self.evaluated(expr).err()?;
        for _ in 0..MAX_CHAIN {
            let EvalFailure::Unknown(variable) = failure else { break };
            let leaf = self.leaf_of[variable.at()];
            let at = self.leaf(leaf).first.map(|first| (variable.0 - first.0) as usize);
            let Some(LoweredValue::Plain(plain)) = self.binding(leaf) else { break };
            let Some(&inner) = at.and_then(|at| plain.items.get(at)) else { break };
            match self.evaluated(inner) {
                Err(found) if inner != expr => failure = found,
                _ => break,
            }
            expr = inner;
        }
        Some(failure)
    }

    fn report_unknown(&mut self, failure: Option<&EvalFailure>, place: Place, what: &str) {
        let needs = |reason: String| {
            Diagnostic::new(
                DiagnosticCode::NeedsValue,
                place,
                format!("{what} must be known to build the model"),
            )
            .label(reason)
            .help("use parameters with values, or constants")
        };
        let found = match failure {
            // Its function could not be lowered, because the value leads back to it.
            Some(EvalFailure::Wrong(_)) if self.reported.contains(&(place, DiagnosticCode::CyclicValue)) => {
                return;
            }
            Some(EvalFailure::Wrong(message)) => needs(message.clone()),
            Some(&EvalFailure::Unknown(variable)) => {
                let leaf = self.leaf_of[variable.at()];
                if self.reported.contains(&(self.given_at(leaf), DiagnosticCode::CyclicValue)) {
                    return;
                }
                let name = self.model.variable_name(variable);
                let at = self.leaf(leaf).first.map_or(0, |first| variable.0 - first.0) as usize;
                if self.is_free(leaf, at) {
                    let declared = self.leaf(leaf).file.place(self.leaf(leaf).span);
                    let message = format!("{what} must be known to build the model");
                    Diagnostic::new(DiagnosticCode::NeedsValue, place, message)
                        .label(format!("`{name}` is determined by initialization, after the model is built"))
                        .related(declared, "`fixed = false`")
                        .help(format!("give `{name}` a value and remove `fixed = false`"))
                } else {
                    needs(format!("`{name}` has no value before the simulation"))
                }
            }
            Some(EvalFailure::TooLong) => needs("its computation takes too long".to_string()),
            Some(EvalFailure::TooDeep) => needs("its computation calls functions too deeply".to_string()),
            Some(EvalFailure::Unsupported(Unevaluable::External(id))) => {
                self.no_external(*id, None, place, what)
            }
            Some(EvalFailure::Unsupported(Unevaluable::Refused(id, act))) => {
                self.no_external(*id, Some(act), place, what)
            }
            Some(EvalFailure::Unsupported(_)) => needs("its computation is not supported yet".to_string()),
            None => needs("it depends on time".to_string()),
        };
        self.report(found);
    }

    /// A value that an external function would have to give, and what the function does that is not done now.
    fn no_external(&self, id: FunctionId, act: Option<&str>, place: Place, what: &str) -> Diagnostic {
        let function = &self.model.functions[id.at()];
        let name = function.external.as_ref().map_or(function.name, |external| external.name);
        let name = self.model.symbols.name(name);
        let message = match act {
            None => format!("the external function `{name}` is not built in"),
            Some(act) => {
                format!("the external function `{name}` {act}, which is not done before the simulation")
            }
        };
        Diagnostic::new(DiagnosticCode::NoExternal, place, message)
            .label(format!("{what} must be known to build the model"))
            .related(function.place, "called in this function")
            .help("give the value itself, or a function that is written in Modelica")
    }

    pub(crate) fn boolean_value(&mut self, expr: ExprId) -> Option<bool> {
        self.value(expr)?.as_boolean()
    }

    /// A condition that decides how the model is built.
    pub(crate) fn is_true(&mut self, context: &LoweringContext<'a>, id: Id<Expression>) -> Option<bool> {
        let condition = self.condition(context, id)?;
        let place = context.place(context.file.tree[id].span);
        self.check_structural(condition, place, "whether a component is there")?;
        self.require_value(condition, place, "the condition of a component")?.as_boolean()
    }

    /// A size.
    pub(crate) fn dimension(&mut self, context: &LoweringContext<'a>, id: Id<Expression>) -> Option<u32> {
        let expression = &context.file.tree[id];
        let place = context.place(expression.span);
        if let ExpressionKind::Reference(reference) = expression.kind
            && let Some(values) = self.type_values(context, reference)
        {
            return Some(values.len() as u32);
        }
        let scalar = self.lower_scalar(context, id)?;
        let value = self.require_value(scalar.items[0], place, "a size")?;
        match value.as_integer() {
            Some(size) => self.size_in_range(size, place),
            None => {
                self.expected(place, "a size, which is an Integer", &LoweredValue::Plain(scalar));
                None
            }
        }
    }

    /// A size that is not negative, and not too large to be written out.
    pub(crate) fn size_in_range(&mut self, size: i64, place: Place) -> Option<u32> {
        if size < 0 {
            self.report(
                Diagnostic::new(DiagnosticCode::NegativeSize, place, format!("a size of {size}"))
                    .label("sizes are zero or more")
                    .help("check the parameters that it is computed from"),
            );
            return None;
        }
        if size > MAX_ITEMS as i64 {
            self.too_large(place);
            return None;
        }
        Some(size as u32)
    }

    /// A subscript as a number from one.
    pub(crate) fn in_range(&mut self, value: &Value, size: u32, place: Place) -> Option<u32> {
        let at = match value {
            Value::Boolean(value) => i64::from(*value) + 1,
            Value::Literal(_, literal) => i64::from(*literal),
            other => other.as_integer().unwrap_or(0),
        };
        if (1..=i64::from(size)).contains(&at) {
            return Some(at as u32);
        }
        self.report(
            Diagnostic::new(DiagnosticCode::WrongSubscript, place, format!("subscript {at} is out of range"))
                .label(format!("the size is {size}")),
        );
        None
    }

    /// A value as literals of the flat model.
    pub(crate) fn literal(&mut self, value: &Value) -> Option<LoweredValue> {
        let exprs = &mut self.model.exprs;
        Some(match value {
            Value::Real(value) => LoweredValue::scalar(Type::Real, exprs.real(*value)),
            Value::Integer(value) => LoweredValue::scalar(Type::Integer, exprs.integer(*value)),
            Value::Boolean(value) => LoweredValue::scalar(Type::Boolean, exprs.add(Expr::Boolean(*value))),
            Value::String(text) => {
                let symbol = self.model.symbols.add(text);
                LoweredValue::scalar(Type::String, exprs.add(Expr::String(symbol)))
            }
            Value::Literal(kind, literal) => {
                LoweredValue::scalar(Type::Enumeration(*kind), exprs.add(Expr::Literal(*kind, *literal)))
            }
            Value::Array(array) => {
                let dims: Vec<u32> = array.dims.iter().map(|&dim| dim as u32).collect();
                let items: Option<Vec<LoweredValue>> =
                    array.items.iter().map(|item| self.literal(item)).collect();
                LoweredValue::stack(&dims, items?)?
            }
            Value::Record(class, fields) => {
                let mut lowered = Vec::new();
                for (name, field) in fields {
                    lowered.push((*name, self.literal(field)?));
                }
                LoweredValue::Record(RecordValue { class: *class, dims: Vec::new(), fields: lowered })
            }
            Value::Tuple(results) => {
                LoweredValue::Tuple(results.iter().map(|result| self.literal(result)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The literals of a constant.
    pub(crate) fn constant(&mut self, id: LeafId) -> Option<LoweredValue> {
        if let Some(known) = self.constants.get(&id).cloned() {
            self.fold_constant(id);
            return known;
        }
        let value = self.constant_value(id);
        self.constants.insert(id, value.clone());
        self.note_unit(id);
        self.fold_constant(id);
        value
    }

    fn constant_value(&mut self, id: LeafId) -> Option<LoweredValue> {
        let leaf = self.leaf(id);
        let place = leaf.file.place(leaf.span);
        let name = leaf.name;
        let given = leaf.layers.iter().any(|layer| layer.value.is_some());
        let Some(LoweredValue::Plain(mut plain)) = self.binding(id) else {
            // What is wrong with a value that is given was told.
            if given && !self.diagnostics.is_empty() {
                return None;
            }
            let name = self.model.symbols.name(name).to_string();
            self.report(
                Diagnostic::new(DiagnosticCode::NeedsValue, place, format!("`{name}` has no value"))
                    .label("needed to build the model")
                    .help("give it a value"),
            );
            return None;
        };
        // A class that is only looked into has no instance to tell its parameters from its constants.
        if self.leaf(id).first.is_some() {
            self.check_binding(id, &plain.items);
        }
        for item in &mut plain.items {
            let value = self.require_value(*item, place, "the value of a constant")?;
            let LoweredValue::Plain(literal) = self.literal(&value)? else { return None };
            *item = literal.items[0];
        }
        // `constant Real c = 2` is a Real, though its value is written as an Integer.
        plain.kind = crate::value::common_type(plain.kind, self.leaf(id).kind);
        Some(LoweredValue::Plain(plain))
    }
}
