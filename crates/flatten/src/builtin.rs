//! Built-in functions and operators (Modelica Language Specification 3.6, sections 3.7 and 10.3).

use equations::{Builtin, Expr, ExprId, Operator, Symbol, Type};
use syntax::tree::{ExpressionKind, FunctionArgument};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use crate::Flattener;
use crate::call::CallArguments;
use crate::lower::LoweringContext;
use crate::reference::ResolvedReference;
use crate::value::{ArrayValue, LoweredValue, common_type, count};

impl<'a> Flattener<'a> {
    /// The name of the instance that a text belongs to.
    pub(crate) fn instance_text(&mut self, context: &LoweringContext<'a>) -> ExprId {
        let name = context.inst.and_then(|inst| self.inst(inst).public);
        let name = name.map_or(String::new(), |id| self.model.instance_name(id));
        // The model goes by its own name, without that of its package.
        let model = self.model.name.rsplit('.').next().unwrap_or_default();
        let full = if name.is_empty() { model.to_string() } else { format!("{model}.{name}") };
        let symbol = self.model.symbols.add(&full);
        self.model.exprs.add(Expr::String(symbol))
    }

    pub(crate) fn builtin(
        &mut self,
        context: &LoweringContext<'a>,
        builtin: Builtin,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<LoweredValue> {
        use Builtin as B;
        match builtin {
            B::Size | B::Ndims => return self.shape(context, builtin, arguments, span),
            B::Cardinality => return self.cardinality(context, arguments, span),
            B::GetInstanceName => {
                return Some(LoweredValue::scalar(Type::String, self.instance_text(context)));
            }
            B::ActiveState | B::TicksInState | B::TimeInState | B::Transition | B::InitialState => {
                return self.lower_state_machine_call(context, builtin, arguments, span);
            }
            _ => {}
        }
        let indices = self.indices(context, builtin, arguments);
        let arguments = self.arguments(context, arguments)?;
        if let (B::String, Some(LoweredValue::Record(record))) = (builtin, arguments.positional.first()) {
            let class = record.class;
            return self.text_of(context, class, arguments, span);
        }
        let CallArguments { positional, named, .. } = arguments;
        let kind = match positional.first() {
            Some(LoweredValue::Plain(plain)) => Some(plain.kind),
            _ => None,
        };
        let values =
            self.in_place(builtin, kind, positional, named, context.place(span), |_, kind, item| {
                LoweredValue::scalar(kind, item)
            })?;
        self.check_operands(builtin, &values, context.place(span))?;
        self.check_stream(builtin, &values, context.place(span))?;
        let place = context.place(span);
        if let Some(found) = indices.and_then(|count| self.reduce_arrays(builtin, count, &values, place)) {
            return found;
        }
        let result = self.apply_builtin(context, builtin, &values, span);
        if result.is_none() && !self.failed_since(context.place(span)) {
            let message = format!("`{}` cannot be applied to these arguments", builtin.text());
            let shapes: Vec<String> = values.iter().map(|value| self.describe(value)).collect();
            self.report(Diagnostic::new(DiagnosticCode::WrongCall, context.place(span), message).label(
                format!("given {}", if shapes.is_empty() { "none".to_string() } else { shapes.join(", ") }),
            ));
        }
        result
    }

    /// The arguments of a built-in in order; those that are left out before a named one have their defaults.
    pub(crate) fn in_place<T>(
        &mut self,
        builtin: Builtin,
        kind: Option<Type>,
        positional: Vec<T>,
        named: Vec<(Symbol, T)>,
        place: Place,
        literal: impl Fn(&mut Self, Type, ExprId) -> T,
    ) -> Option<Vec<T>> {
        let format = named.iter().any(|(name, _)| self.model.symbols.name(*name) == "format");
        let names = parameter_names(builtin, kind, format);
        let mut values: Vec<Option<T>> = positional.into_iter().map(Some).collect();
        for (name, value) in named {
            let text = self.model.symbols.name(name);
            let found = match builtin {
                Builtin::Clock => clock_argument(text),
                _ => names.iter().position(|known| *known == text),
            };
            let Some(at) = found else {
                self.unknown(place, "an argument", name);
                return None;
            };
            while values.len() <= at {
                values.push(None);
            }
            if values[at].is_some() {
                self.repeated_argument(name, place);
                return None;
            }
            values[at] = Some(value);
        }
        let mut all = Vec::with_capacity(values.len());
        for (at, value) in values.into_iter().enumerate() {
            let value = value.or_else(|| {
                let (kind, item) = match *names.get(at)? {
                    "significantDigits" => (Type::Integer, self.model.exprs.integer(6)),
                    "minimumLength" => (Type::Integer, self.model.exprs.integer(0)),
                    _ => return None,
                };
                Some(literal(self, kind, item))
            });
            all.extend(value);
        }
        Some(all)
    }

    fn apply_builtin(
        &mut self,
        context: &LoweringContext<'a>,
        builtin: Builtin,
        values: &[LoweredValue],
        span: Span,
    ) -> Option<LoweredValue> {
        use Builtin as B;
        if let Some(result) = self.array_builtin(context, builtin, values, span) {
            return result;
        }
        if let Some(function) = builtin.elementary() {
            return self.each(builtin, values.first()?, &[], |kind| function.record().result.of(kind));
        }
        match builtin {
            B::Der
            | B::Pre
            | B::NoEvent
            | B::Pure
            | B::Previous
            | B::Hold
            | B::NoClock
            | B::InStream
            | B::ActualStream => self.each(builtin, values.first()?, &[], |kind| kind),
            B::Integer | B::IntegerOf => self.each(builtin, values.first()?, &[], |_| Type::Integer),
            B::Edge | B::Change => self.expand_edge(builtin, values.first()?),
            B::Div | B::Mod | B::Rem | B::Atan2 => self.pair(builtin, values.first()?, values.get(1)?),
            B::Min | B::Max => match values {
                [LoweredValue::Plain(a), LoweredValue::Plain(b)] if a.is_scalar() && b.is_scalar() => {
                    let item = self.model.exprs.builtin(builtin, &[a.items[0], b.items[0]]);
                    Some(LoweredValue::scalar(common_type(a.kind, b.kind), item))
                }
                [LoweredValue::Plain(all)] => {
                    let mut items = all.items.iter().copied();
                    let item = match items.next() {
                        Some(first) => {
                            items.fold(first, |best, item| self.model.exprs.builtin(builtin, &[best, item]))
                        }
                        None => self.utmost(all.kind, builtin == B::Min)?,
                    };
                    Some(LoweredValue::scalar(all.kind, item))
                }
                _ => None,
            },
            B::Smooth => {
                let order = self.item(values.first()?)?;
                let (LoweredValue::Plain(_) | LoweredValue::Record(_)) = values.get(1)? else { return None };
                self.each_after(builtin, &[order], values.get(1)?)
            }
            B::Homotopy => self.pair(builtin, values.first()?, values.get(1)?),
            B::SemiLinear | B::Delay => self.together(builtin, values),
            B::Sample => {
                let clocked = values.len() == 1
                    || matches!(values.get(1), Some(LoweredValue::Plain(plain)) if plain.kind == Type::Clock);
                if clocked {
                    let rest: Option<Vec<ExprId>> =
                        values[1..].iter().map(|value| self.item(value)).collect();
                    return self.each(builtin, values.first()?, &rest?, |kind| kind);
                }
                self.check_sample(values, context.place(span))?;
                self.flat(builtin, values, Type::Boolean)
            }
            B::SubSample | B::SuperSample | B::ShiftSample | B::BackSample => {
                let rest: Option<Vec<ExprId>> = values[1..].iter().map(|value| self.item(value)).collect();
                self.each(builtin, values.first()?, &rest?, |kind| kind)
            }
            B::Initial | B::Terminal | B::FirstTick => self.flat(builtin, values, Type::Boolean),
            B::Interval => self.flat(builtin, values, Type::Real),
            B::Clock => self.flat(builtin, values, Type::Clock),
            B::String => {
                let rest: Option<Vec<ExprId>> = values[1..].iter().map(|value| self.item(value)).collect();
                self.each(builtin, values.first()?, &rest?, |_| Type::String)
            }
            B::Real => self.each(builtin, values.first()?, &[], |_| Type::Real),
            B::Boolean => self.each(builtin, values.first()?, &[], |_| Type::Boolean),
            B::Assert | B::Terminate => self.flat(builtin, values, Type::Boolean),
            B::Reinit => self.reinit_elements(values),
            B::SpatialDistribution => self.transport(values),
            _ => None,
        }
    }

    /// The greatest or least value of a type, which is `min` or `max` of nothing (section 10.3.4.1).
    fn utmost(&mut self, kind: Type, greatest: bool) -> Option<ExprId> {
        let exprs = &mut self.model.exprs;
        Some(match kind {
            Type::Real => exprs.real(if greatest { f64::MAX } else { f64::MIN }),
            // Integers have 32 bits in the standard library's `Integer_inf`.
            Type::Integer => exprs.integer(i64::from(if greatest { i32::MAX } else { -i32::MAX })),
            Type::Boolean => exprs.add(Expr::Boolean(greatest)),
            Type::Enumeration(id) => {
                let count = self.model.enumerations[id.at()].literals.len() as u32;
                exprs.add(Expr::Literal(id, if greatest { count } else { 1 }))
            }
            _ => return None,
        })
    }

    /// `spatialDistribution`, once for each element of what goes in (MLS 3.7.4.2). Initial points and values may be given
    /// for all elements or, with one dimension more, for each.
    fn transport(&mut self, values: &[LoweredValue]) -> Option<LoweredValue> {
        let LoweredValue::Plain(inlet) = values.first()? else { return None };
        let dims = inlet.dims.clone();
        let mut ends: [Vec<ExprId>; 2] = Default::default();
        for at in 0..inlet.items.len() {
            let mut arguments = Vec::with_capacity(values.len());
            for (number, value) in values.iter().enumerate() {
                let LoweredValue::Plain(plain) = value else { return None };
                let own = usize::from(number >= 4);
                if plain.dims.len() > own && !dims.is_empty() {
                    let size = plain.items.len() / inlet.items.len();
                    let items = plain.items.get(at * size..(at + 1) * size)?.to_vec();
                    let part = self.array_expr(&plain.dims[1..], &items);
                    arguments.push(part);
                } else {
                    arguments.push(self.item(value)?);
                }
            }
            let call = self.model.exprs.builtin(Builtin::SpatialDistribution, &arguments);
            for (number, end) in (0..).zip(&mut ends) {
                end.push(self.model.exprs.add(Expr::Result(call, number)));
            }
        }
        let results =
            ends.map(|items| LoweredValue::Plain(ArrayValue { kind: Type::Real, dims: dims.clone(), items }));
        Some(LoweredValue::Tuple(results.into()))
    }

    /// The item of a scalar, or an array as one expression.
    pub(crate) fn item(&mut self, value: &LoweredValue) -> Option<ExprId> {
        self.as_expr(value)
    }

    /// One call for all arguments.
    fn flat(&mut self, builtin: Builtin, values: &[LoweredValue], kind: Type) -> Option<LoweredValue> {
        let items: Option<Vec<ExprId>> = values.iter().map(|value| self.item(value)).collect();
        let item = self.model.exprs.builtin(builtin, &items?);
        Some(LoweredValue::scalar(kind, item))
    }

    /// `edge(b)` is `b and not pre(b)`, and `change(v)` is `v <> pre(v)`, at the initialization as well (MLS 3.6, 3.7.5). What a Real
    /// changes by is not compared like that, which only rounding would decide.
    fn expand_edge(&mut self, builtin: Builtin, value: &LoweredValue) -> Option<LoweredValue> {
        let LoweredValue::Plain(plain) = value else {
            return self.each(builtin, value, &[], |_| Type::Boolean);
        };
        let mut items = Vec::with_capacity(plain.items.len());
        for &item in &plain.items {
            let exprs = &mut self.model.exprs;
            let known = matches!(exprs.get(item), Expr::Variable(_)) && plain.kind != Type::Real;
            items.push(match builtin {
                _ if !known => exprs.builtin(builtin, &[item]),
                Builtin::Edge => {
                    let before = exprs.builtin(Builtin::Pre, &[item]);
                    let not = exprs.not(before);
                    exprs.add(Expr::Binary(Operator::And, item, not))
                }
                _ => {
                    let before = exprs.builtin(Builtin::Pre, &[item]);
                    exprs.add(Expr::Binary(Operator::NotEqual, item, before))
                }
            });
        }
        Some(LoweredValue::Plain(ArrayValue { kind: Type::Boolean, dims: plain.dims.clone(), items }))
    }

    /// `reinit` of each element of an array with the element of the other that is in its place.
    fn reinit_elements(&mut self, values: &[LoweredValue]) -> Option<LoweredValue> {
        let [LoweredValue::Plain(states), LoweredValue::Plain(starts)] = values else {
            return self.flat(Builtin::Reinit, values, Type::Boolean);
        };
        if states.items.len() != starts.items.len() {
            return self.flat(Builtin::Reinit, values, Type::Boolean);
        }
        let pairs = states.items.iter().zip(&starts.items);
        let exprs = &mut self.model.exprs;
        let items = pairs.map(|(&state, &start)| exprs.builtin(Builtin::Reinit, &[state, start])).collect();
        Some(LoweredValue::Plain(ArrayValue { kind: Type::Boolean, dims: states.dims.clone(), items }))
    }

    /// A call for each element of the first argument.
    fn each(
        &mut self,
        builtin: Builtin,
        value: &LoweredValue,
        rest: &[ExprId],
        kind: impl Fn(Type) -> Type + Copy,
    ) -> Option<LoweredValue> {
        match value {
            LoweredValue::Plain(plain) => {
                let mut arguments = vec![plain.items.first().copied().unwrap_or(ExprId(0))];
                arguments.extend(rest);
                let mut items = Vec::with_capacity(plain.items.len());
                for &item in &plain.items {
                    arguments[0] = item;
                    items.push(self.model.exprs.builtin(builtin, &arguments));
                }
                Some(LoweredValue::Plain(ArrayValue {
                    kind: kind(plain.kind),
                    dims: plain.dims.clone(),
                    items,
                }))
            }
            LoweredValue::Record(record) => {
                let mut record = record.clone();
                for (_, field) in &mut record.fields {
                    *field = self.each(builtin, field, rest, kind)?;
                }
                Some(LoweredValue::Record(record))
            }
            _ => None,
        }
    }

    /// A call for each element of the last argument.
    fn each_after(
        &mut self,
        builtin: Builtin,
        before: &[ExprId],
        value: &LoweredValue,
    ) -> Option<LoweredValue> {
        match value {
            LoweredValue::Plain(plain) => {
                let items = plain.items.iter().map(|&item| {
                    let arguments = [before, &[item]].concat();
                    self.model.exprs.builtin(builtin, &arguments)
                });
                let items = items.collect();
                Some(LoweredValue::Plain(ArrayValue { kind: plain.kind, dims: plain.dims.clone(), items }))
            }
            LoweredValue::Record(record) => {
                let mut record = record.clone();
                for (_, field) in &mut record.fields {
                    *field = self.each_after(builtin, before, field)?;
                }
                Some(LoweredValue::Record(record))
            }
            _ => None,
        }
    }

    /// A call for each pair of elements; a scalar goes with every element.
    fn pair(&mut self, builtin: Builtin, left: &LoweredValue, right: &LoweredValue) -> Option<LoweredValue> {
        let (LoweredValue::Plain(left), LoweredValue::Plain(right)) = (left, right) else { return None };
        if !left.is_scalar() && !right.is_scalar() && left.dims != right.dims {
            return None;
        }
        let dims = if left.is_scalar() { right.dims.clone() } else { left.dims.clone() };
        let items = (0..count(&dims)).map(|at| {
            let a = left.items[if left.is_scalar() { 0 } else { at }];
            let b = right.items[if right.is_scalar() { 0 } else { at }];
            self.model.exprs.builtin(builtin, &[a, b])
        });
        let items = items.collect();
        let kind = match builtin {
            Builtin::Atan2 => Type::Real,
            _ => common_type(left.kind, right.kind),
        };
        Some(LoweredValue::Plain(ArrayValue { kind, dims, items }))
    }

    /// A call for each element of all arguments together; scalars go with every element.
    fn together(&mut self, builtin: Builtin, values: &[LoweredValue]) -> Option<LoweredValue> {
        let plains: Option<Vec<&ArrayValue>> = values
            .iter()
            .map(|value| match value {
                LoweredValue::Plain(plain) => Some(plain),
                _ => None,
            })
            .collect();
        let plains = plains?;
        let dims = plains.iter().map(|plain| &plain.dims).find(|dims| !dims.is_empty());
        let dims = dims.cloned().unwrap_or_default();
        if plains.iter().any(|plain| !plain.is_scalar() && plain.dims != dims) {
            return None;
        }
        let items = (0..count(&dims)).map(|at| {
            let arguments: Vec<ExprId> =
                plains.iter().map(|plain| plain.items[if plain.is_scalar() { 0 } else { at }]).collect();
            self.model.exprs.builtin(builtin, &arguments)
        });
        let items = items.collect();
        Some(LoweredValue::Plain(ArrayValue { kind: Type::Real, dims, items }))
    }

    /// `size` and `ndims`, which look at the shape alone.
    fn shape(
        &mut self,
        context: &LoweringContext<'a>,
        builtin: Builtin,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<LoweredValue> {
        let arguments = &context.file.tree[arguments];
        let first = arguments.first()?.value;
        let dims = match context.file.tree[first].kind {
            ExpressionKind::Reference(reference) => match self.resolve_reference(context, reference, span)? {
                ResolvedReference::Insts(dims, _) => dims.to_vec(),
                ResolvedReference::Value(value) => value.dims().to_vec(),
                _ => Vec::new(),
            },
            _ => self.lower(context, first)?.dims().to_vec(),
        };
        if builtin == Builtin::Ndims {
            return Some(self.whole_number(dims.len() as i64));
        }
        let Some(which) = arguments.get(1) else {
            let items = dims.iter().map(|&dim| self.model.exprs.integer(i64::from(dim))).collect();
            return Some(LoweredValue::Plain(ArrayValue {
                kind: Type::Integer,
                dims: vec![dims.len() as u32],
                items,
            }));
        };
        let which = self.lower_scalar(context, which.value)?;
        let which = self.require_value(which.items[0], context.place(span), "a dimension")?.as_integer()?;
        let size = usize::try_from(which - 1).ok().and_then(|at| dims.get(at).copied());
        match size {
            Some(size) => Some(self.whole_number(i64::from(size))),
            None => {
                let message = format!("there is no dimension {which}");
                self.report(
                    Diagnostic::new(DiagnosticCode::WrongSubscript, context.place(span), message)
                        .label(format!("the array has {} dimensions", dims.len())),
                );
                None
            }
        }
    }
}

/// The names of arguments, for the few built-ins that people call by name.
fn parameter_names(builtin: Builtin, kind: Option<Type>, format: bool) -> &'static [&'static str] {
    match builtin {
        Builtin::Homotopy => &["actual", "simplified"],
        Builtin::Assert => &["condition", "message", "level"],
        Builtin::String if format => &["", "format"],
        Builtin::String if kind == Some(Type::Real) => {
            &["", "significantDigits", "minimumLength", "leftJustified"]
        }
        Builtin::String => &["", "minimumLength", "leftJustified"],
        Builtin::Smooth => &["p", "expr"],
        Builtin::Sample => &["u", "clock"],
        Builtin::SubSample | Builtin::SuperSample => &["u", "factor"],
        Builtin::ShiftSample => &["u", "shiftCounter", "resolution"],
        Builtin::BackSample => &["u", "backCounter", "resolution"],
        Builtin::SpatialDistribution => {
            &["in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"]
        }
        Builtin::Delay => &["expr", "delayTime", "delayMax"],
        _ => &[],
    }
}

/// Which argument of `Clock` has a name: its constructors share the name of the function, not those of arguments.
fn clock_argument(name: &str) -> Option<usize> {
    match name {
        "interval" | "intervalCounter" | "condition" | "c" => Some(0),
        "resolution" | "startInterval" | "solverMethod" => Some(1),
        _ => None,
    }
}
