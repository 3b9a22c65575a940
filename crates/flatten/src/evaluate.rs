//! Values that are needed to build the model: sizes, conditions, ranges, constants.

use equations::{
    Context as EvalContext, Expr, ExprId, Failure, FunctionId, Gap, Symbol, Type, Value, Variability,
    VariableId, eval,
};
use syntax::tree::{Binding as Syntax, Expression, ExpressionKind};
use syntax::{Code, Diagnostic, Id, Place};

use crate::Flattener;
use crate::elab::Entry;
use crate::instance::{Binding, InstId, LeafId};
use crate::layer::{Layer, Owner, descend};
use crate::lower::Context;
use crate::reference::Node;
use crate::value::{Plain, Record, Val, count};

/// Parameters bound to each other in a chain longer than this are not followed.
const MAX_CHAIN: usize = 400;

impl<'a> Flattener<'a> {
    /// The value of an expression, if it can be known before the simulation.
    pub(crate) fn value(&mut self, expr: ExprId) -> Option<Value> {
        match self.model.exprs.get(expr) {
            Expr::Integer(value) => return Some(Value::Integer(value)),
            Expr::Real(value) => return Some(Value::Real(value.get())),
            Expr::Boolean(value) => return Some(Value::Boolean(value)),
            Expr::Literal(kind, literal) => return Some(Value::Literal(kind, literal)),
            Expr::Variable(variable) => return self.variable_value(variable),
            Expr::Time => return None,
            _ => {}
        }
        for variable in self.variables_in(expr)? {
            self.variable_value(variable)?;
        }
        self.evaluated(expr).ok()
    }

    fn evaluated(&self, expr: ExprId) -> Result<Value, Failure> {
        let values = |variable: VariableId| self.values.get(&variable).cloned();
        let context = EvalContext {
            exprs: &self.model.exprs,
            functions: &self.model.functions,
            symbols: &self.model.symbols,
            enumerations: &self.model.enumerations,
            values: &values,
            files: self.reading.then_some(self.files),
        };
        eval(&context, expr)
    }

    /// All variables of an expression; none if it depends on time by itself.
    pub(crate) fn variables_in(&self, expr: ExprId) -> Option<Vec<VariableId>> {
        let mut found = Vec::new();
        let mut todo = vec![expr];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.model.exprs.get(id) {
                Expr::Variable(variable) => found.push(variable),
                Expr::Time => return None,
                other => other.children(&self.model.exprs, &mut todo),
            }
        }
        found.sort_unstable();
        Some(found)
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
        let at = variable.0 - self.leaf(leaf).first?.0;
        if let Some(Val::Plain(plain)) = self.binding(leaf) {
            return self.value(*plain.items.get(at as usize)?);
        }
        // A parameter without a value takes its start value.
        let name = self.model.symbols.add("start");
        let layers = self.leaf(leaf).layers.clone();
        let start =
            descend(&layers, name, &self.model.symbols).into_iter().find(|layer| layer.value.is_some())?;
        let inst = self.leaf(leaf).inst;
        let rank = self.leaf(leaf).dims.len();
        let Val::Plain(plain) = self.layer_value(&start, inst, Some(rank))? else { return None };
        self.value(if plain.is_scalar() { plain.items[0] } else { *plain.items.get(at as usize)? })
    }

    /// The value of an expression that must be known; says so if it is not.
    pub(crate) fn known(&mut self, expr: ExprId, place: Place, what: &str) -> Option<Value> {
        let before = std::mem::replace(&mut self.reading, true);
        let value = self.value(expr);
        if value.is_none() {
            let failure = self.cause(expr);
            self.report_unknown(failure.as_ref(), place, what);
        } else if let Some(variables) = self.variables_in(expr) {
            self.model.evaluated.extend(variables);
        }
        self.reading = before;
        value
    }

    /// Why an expression has no value, looked for in the bindings of the parameters it depends on.
    fn cause(&mut self, expr: ExprId) -> Option<Failure> {
        let mut expr = expr;
        let mut failure = self.evaluated(expr).err()?;
        for _ in 0..MAX_CHAIN {
            let Failure::Unknown(variable) = failure else { break };
            let leaf = self.leaf_of[variable.at()];
            let at = self.leaf(leaf).first.map(|first| (variable.0 - first.0) as usize);
            let Some(Val::Plain(plain)) = self.binding(leaf) else { break };
            let Some(&inner) = at.and_then(|at| plain.items.get(at)) else { break };
            match self.evaluated(inner) {
                Err(found) if inner != expr => failure = found,
                _ => break,
            }
            expr = inner;
        }
        Some(failure)
    }

    fn report_unknown(&mut self, failure: Option<&Failure>, place: Place, what: &str) {
        let needs = |reason: String| {
            Diagnostic::new(Code::NeedsValue, place, format!("{what} must be known to build the model"))
                .label(reason)
                .help("use parameters with values, or constants")
        };
        let found = match failure {
            Some(Failure::Wrong(message)) => needs(message.clone()),
            Some(&Failure::Unknown(variable)) => {
                let leaf = self.leaf_of[variable.at()];
                if self.reported.contains(&(self.given_at(leaf), Code::CyclicValue)) {
                    return;
                }
                needs(format!("`{}` has no value before the simulation", self.model.variable_name(variable)))
            }
            Some(Failure::TooLong) => needs("its computation takes too long".to_string()),
            Some(Failure::TooDeep) => needs("its computation calls functions too deeply".to_string()),
            Some(Failure::Unsupported(Gap::External(id))) => self.no_external(*id, None, place, what),
            Some(Failure::Unsupported(Gap::Refused(id, act))) => {
                self.no_external(*id, Some(act), place, what)
            }
            Some(Failure::Unsupported(_)) => needs("its computation is not supported yet".to_string()),
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
        Diagnostic::new(Code::NoExternal, place, message)
            .label(format!("{what} must be known to build the model"))
            .related(function.place, "called in this function")
            .help("give the value itself, or a function that is written in Modelica")
    }

    pub(crate) fn boolean_value(&mut self, expr: ExprId) -> Option<bool> {
        self.value(expr)?.as_boolean()
    }

    /// A condition that decides how the model is built.
    pub(crate) fn is_true(&mut self, context: &Context<'a>, id: Id<Expression>) -> Option<bool> {
        let condition = self.condition(context, id)?;
        let place = context.place(context.file.tree[id].span);
        self.check_structural(condition, place, "whether a component is there")?;
        self.known(condition, place, "the condition of a component")?.as_boolean()
    }

    /// A size.
    pub(crate) fn dimension(&mut self, context: &Context<'a>, id: Id<Expression>) -> Option<u32> {
        let expression = &context.file.tree[id];
        let place = context.place(expression.span);
        if let ExpressionKind::Reference(reference) = expression.kind
            && let Some(values) = self.type_values(context, reference)
        {
            return Some(values.len() as u32);
        }
        let scalar = self.lower_scalar(context, id)?;
        let value = self.known(scalar.items[0], place, "a size")?;
        match value.as_integer() {
            Some(size) if (0..=crate::lower::MAX_ITEMS as i64).contains(&size) => Some(size as u32),
            Some(size) if size < 0 => {
                self.report(
                    Diagnostic::new(Code::NegativeSize, place, format!("a size of {size}"))
                        .label("sizes are zero or more")
                        .help("check the parameters that it is computed from"),
                );
                None
            }
            Some(_) => {
                self.too_large(place);
                None
            }
            None => {
                self.expected_text(place, "an integer", "something else");
                None
            }
        }
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
            Diagnostic::new(Code::WrongSubscript, place, format!("subscript {at} is out of range"))
                .label(format!("the size is {size}")),
        );
        None
    }

    /// A value as literals of the flat model.
    pub(crate) fn literal(&mut self, value: &Value) -> Option<Val> {
        let exprs = &mut self.model.exprs;
        Some(match value {
            Value::Real(value) => Val::scalar(Type::Real, exprs.real(*value)),
            Value::Integer(value) => Val::scalar(Type::Integer, exprs.integer(*value)),
            Value::Boolean(value) => Val::scalar(Type::Boolean, exprs.add(Expr::Boolean(*value))),
            Value::String(text) => {
                let symbol = self.model.symbols.add(text);
                Val::scalar(Type::String, exprs.add(Expr::String(symbol)))
            }
            Value::Literal(kind, literal) => {
                Val::scalar(Type::Enumeration(*kind), exprs.add(Expr::Literal(*kind, *literal)))
            }
            Value::Array(array) => {
                let dims: Vec<u32> = array.dims.iter().map(|&dim| dim as u32).collect();
                let items: Option<Vec<Val>> = array.items.iter().map(|item| self.literal(item)).collect();
                Val::stack(&dims, items?)?
            }
            Value::Record(class, fields) => {
                let mut lowered = Vec::new();
                for (name, field) in fields {
                    lowered.push((*name, self.literal(field)?));
                }
                Val::Record(Record { class: *class, dims: Vec::new(), fields: lowered })
            }
            Value::Tuple(results) => {
                Val::Tuple(results.iter().map(|result| self.literal(result)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The literals of a constant.
    pub(crate) fn constant(&mut self, id: LeafId) -> Option<Val> {
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

    fn constant_value(&mut self, id: LeafId) -> Option<Val> {
        let leaf = self.leaf(id);
        let place = leaf.file.place(leaf.span);
        let name = leaf.name;
        let given = leaf.layers.iter().any(|layer| layer.value.is_some());
        let Some(Val::Plain(mut plain)) = self.binding(id) else {
            // What is wrong with a value that is given was told.
            if given && !self.diagnostics.is_empty() {
                return None;
            }
            let name = self.model.symbols.name(name).to_string();
            self.report(
                Diagnostic::new(Code::NeedsValue, place, format!("`{name}` has no value"))
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
            let value = self.known(*item, place, "the value of a constant")?;
            let Val::Plain(literal) = self.literal(&value)? else { return None };
            *item = literal.items[0];
        }
        Some(Val::Plain(plain))
    }

    /// Where a declaration is given its value: in itself, or in a modification.
    pub(crate) fn given_at(&self, id: LeafId) -> Place {
        let declared = self.leaf(id).file.place(self.leaf(id).span);
        self.giver(id).map_or(declared, |(place, _)| place)
    }

    fn cyclic_leaf(&mut self, id: LeafId) {
        let declared = self.leaf(id).file.place(self.leaf(id).span);
        self.cyclic(self.given_at(id), Some(declared), self.leaf(id).name);
    }

    /// What a declaration binds its variables to.
    pub(crate) fn binding(&mut self, id: LeafId) -> Option<Val> {
        match &self.leaf(id).binding {
            Binding::Is(value) => return Some(value.clone()),
            Binding::None => return None,
            Binding::Busy => {
                self.cyclic_leaf(id);
                return None;
            }
            Binding::Todo => {}
        }
        self.leaves[id.0 as usize].binding = Binding::Busy;
        let (value, hides) = self.aside(|flattener| flattener.find_binding(id));
        self.fold_binding(id, hides);
        self.leaves[id.0 as usize].binding = match &value {
            Some(value) => Binding::Is(value.clone()),
            None => Binding::None,
        };
        value
    }

    fn find_binding(&mut self, id: LeafId) -> Option<Val> {
        let leaf = self.leaf(id);
        let (inst, outer, rank) = (leaf.inst, leaf.outer, leaf.dims.len());
        let given = leaf.layers.iter().position(|layer| layer.value.is_some());
        let layer = given.map(|at| leaf.layers[at].clone());
        let (name, dims, kind) = (leaf.name, leaf.dims.clone(), leaf.kind);
        if given.is_none_or(|at| at >= outer)
            && let Some(Val::Plain(field)) = self.whole_field(inst, name)
        {
            if field.dims == dims {
                return Some(Val::Plain(field));
            }
            let place = self.leaf(id).file.place(self.leaf(id).span);
            self.sizes_differ(place, &dims, &field.dims);
            return None;
        }
        let layer = layer?;
        // The same modification may arrive twice: by the component and by its class.
        let place = layer.place();
        let inner = self.leaf(id).layers.iter().filter(|inner| inner.is_final && inner.value.is_some());
        let outvoted = inner.map(Layer::place).find(|inner| *inner != place);
        if let Some(place) = outvoted {
            self.final_modified(layer.place(), place, name);
        }
        let Val::Plain(plain) = self.layer_value(&layer, inst, Some(rank))? else {
            self.expected_text(layer.place(), "a scalar or an array", "a record");
            return None;
        };
        if !plain.items.is_empty() && !crate::value::accepts(kind, plain.kind) {
            let expected = self.describe(&Val::Plain(Plain { kind, dims: dims.clone(), items: Vec::new() }));
            self.expected(layer.place(), &expected, &Val::Plain(plain));
            return None;
        }
        if plain.dims == dims {
            return Some(Val::Plain(plain));
        }
        if plain.is_scalar() && layer.each {
            let items = vec![plain.items[0]; count(&dims)];
            return Some(Val::Plain(Plain { kind, dims, items }));
        }
        self.sizes_differ(layer.place(), &dims, &plain.dims);
        None
    }

    /// The value that a modification gives, for an element of so many dimensions.
    pub(crate) fn layer_value(
        &mut self,
        layer: &Layer<'a>,
        inst: InstId,
        rank: Option<usize>,
    ) -> Option<Val> {
        let Some(Syntax::Value(id)) = layer.value else { return None };
        let owner = match layer.owner {
            Owner::Own => inst,
            Owner::Instance(owner) => owner,
        };
        let context = Context::new(Some(owner), layer.scope, layer.file);
        let value = self.lower(&context, id)?;
        let found = value.dims().len();
        let passed = layer.subscripts.len();
        if passed > 0 && rank.is_none_or(|rank| found == rank + passed) && found >= passed {
            if value.dims()[..passed] != layer.sizes[..] {
                self.sizes_differ(layer.place(), &layer.sizes, &value.dims()[..passed]);
                return None;
            }
            return value.select(&layer.subscripts);
        }
        if passed > 0 && rank.is_some_and(|rank| found == rank) {
            self.missing_each(layer, &layer.sizes.clone());
        }
        Some(value)
    }

    /// What the value of an instance as a whole says about one of its components.
    pub(crate) fn whole_field(&mut self, inst: InstId, name: Symbol) -> Option<Val> {
        let at = self.inst(inst).layers.iter().position(|layer| layer.value.is_some());
        // The value of the record around it wins over a value from inside that record.
        if at.is_none_or(|at| at >= self.inst(inst).ranking) {
            let own = self.inst(inst).name;
            let around = self.inst(inst).parent.and_then(|parent| self.whole_field(parent, own));
            if let Some(whole) = around {
                return self.selected(inst, &whole)?.field(name).cloned();
            }
        }
        let at = at?;
        let layer = self.inst(inst).layers[at].clone();
        let Some(Syntax::Value(id)) = layer.value else { return None };
        // Of another component only the field is looked at, so that its other fields may depend on this one.
        if let ExpressionKind::Reference(reference) = layer.file.tree[id].kind {
            let owner = match layer.owner {
                Owner::Own => self.inst(inst).parent.unwrap_or(inst),
                Owner::Instance(owner) => owner,
            };
            let context = Context::new(Some(owner), layer.scope, layer.file);
            let span = layer.file.tree[id].span;
            if let Node::Insts(dims, insts) = self.resolve(&context, reference, span)? {
                let source = match (dims.len(), layer.subscripts.len()) {
                    (0, _) => *insts.first()?,
                    (rank, passed) if rank == passed => {
                        *insts.get(crate::value::position(&dims, &layer.subscripts)?)?
                    }
                    _ => return None,
                };
                let elab = self.inst(source).elab;
                let Some(&Entry::Component(index)) = self.elab(elab).index.get(&name) else { return None };
                return match self.node(source, index)? {
                    Node::Value(value) => Some(value),
                    Node::Insts(dims, insts) => self.record(&dims, &insts),
                    _ => None,
                };
            }
        }
        self.whole(inst)?.field(name).cloned()
    }

    /// The element of a value that belongs to an instance which is an element of an array.
    fn selected(&mut self, inst: InstId, value: &Val) -> Option<Val> {
        if value.dims().is_empty() {
            return Some(value.clone());
        }
        let subscripts = self.inst(inst).public.and_then(|id| self.model.instances[id.at()].subscripts)?;
        let at: Vec<u32> = self
            .model
            .exprs
            .items(subscripts)
            .iter()
            .filter_map(|&item| match self.model.exprs.get(item) {
                Expr::Integer(at) => u32::try_from(at).ok(),
                _ => None,
            })
            .collect();
        value.select(&at)
    }

    /// The value that an instance as a whole is bound to.
    fn whole(&mut self, inst: InstId) -> Option<Val> {
        if let Some(known) = self.wholes.get(&inst).cloned() {
            self.fold_whole(inst, false);
            return known;
        }
        self.wholes.insert(inst, None);
        let layer = self.inst(inst).layers.iter().find(|layer| layer.value.is_some()).cloned();
        let owner = self.inst(inst).parent.unwrap_or(inst);
        let (value, hides) =
            self.aside(|flattener| layer.and_then(|layer| flattener.layer_value(&layer, owner, Some(0))));
        self.fold_whole(inst, hides);
        self.wholes.insert(inst, value.clone());
        value
    }
}
