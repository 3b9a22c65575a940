//! Records made from their fields.

use equations::{Expr, ExprId, FunctionId, Symbol, Type};
use syntax::{Place, Span};

use super::CallArguments;
use crate::Flattener;
use crate::elab::{Basis, ElabId};
use crate::lookup::LookupResult;
use crate::lower::LoweringContext;
use crate::value::{LoweredValue, RecordValue};

impl<'a> Flattener<'a> {
    /// A record from its fields; fields that are not given take their defaults.
    pub(super) fn construct(
        &mut self,
        context: &LoweringContext<'a>,
        elab: ElabId,
        arguments: CallArguments,
        span: Span,
    ) -> Option<LoweredValue> {
        let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
        if let Some(overloaded) = self.record_constructor(context, elab, &arguments, span) {
            return overloaded;
        }
        self.check_fields(context, elab, &arguments, span)?;
        let mut positional = arguments.positional.into_iter();
        let names: Vec<Symbol> =
            self.elab(elab).components.iter().map(|member| member.declaration.name).collect();
        let mut values: Vec<Option<LoweredValue>> = names
            .iter()
            .map(|&name| {
                let named = arguments.named.iter().find(|(given, _)| *given == name);
                named.map(|(_, value)| value.clone()).or_else(|| positional.next())
            })
            .collect();
        if values.iter().any(Option::is_none) {
            let defaults = self.field_defaults(elab);
            let mut known: Vec<Option<ExprId>> = vec![None; values.len()];
            for (known, value) in known.iter_mut().zip(&values) {
                *known = value.as_ref().and_then(|value| self.as_expr(value));
            }
            for index in self.default_order(&defaults) {
                if values[index].is_some() {
                    continue;
                }
                // Its default, which may use other fields.
                let Some(default) = defaults[index] else {
                    self.missing_argument(context.place(span), names[index]);
                    return None;
                };
                if self.depends_on_unset_field(default, &known) {
                    self.cyclic(context.place(span), None, names[index]);
                    return None;
                }
                let others: Vec<ExprId> = known.iter().map(|value| value.unwrap_or(default)).collect();
                let default = self.substitute(default, &others);
                let value = self.unfold(default, elab, index)?;
                known[index] = self.as_expr(&value);
                values[index] = Some(value);
            }
        }
        let fields = names.into_iter().zip(values.into_iter().flatten()).collect();
        Some(LoweredValue::Record(RecordValue { class, dims: Vec::new(), fields }))
    }

    /// The default of a field as a value: records and arrays are laid out, whatever their parts are.
    fn unfold(&mut self, default: ExprId, elab: ElabId, index: usize) -> Option<LoweredValue> {
        match self.model.exprs.get(default) {
            Expr::Record(class, list) => {
                let inner = self.elab_of_record(class)?;
                let items = self.model.exprs.items(list).to_vec();
                let mut fields = Vec::with_capacity(items.len());
                for (at, item) in items.into_iter().enumerate() {
                    let name = self.elab(inner).components.get(at)?.declaration.name;
                    fields.push((name, self.unfold(item, inner, at)?));
                }
                Some(LoweredValue::Record(RecordValue { class, dims: Vec::new(), fields }))
            }
            Expr::Array(list) => {
                let items = self.model.exprs.items(list).to_vec();
                let size = items.len() as u32;
                let parts: Option<Vec<LoweredValue>> =
                    items.into_iter().map(|item| self.unfold(item, elab, index)).collect();
                LoweredValue::stack(&[size], parts?)
            }
            _ => match self.value(default) {
                Some(value) => self.literal(&value),
                None => Some(LoweredValue::scalar(self.field_kind(elab, index), default)),
            },
        }
    }

    /// Reports arguments that are no fields of the record.
    fn check_fields(
        &mut self,
        context: &LoweringContext<'a>,
        elab: ElabId,
        arguments: &CallArguments,
        span: Span,
    ) -> Option<()> {
        let place_of = |at: usize| context.place(arguments.spans.get(at).copied().unwrap_or(span));
        let named: Vec<Symbol> = arguments.named.iter().map(|(name, _)| *name).collect();
        self.check_field_names(elab, arguments.positional.len(), &named, &place_of)?;
        let Some((name, declared, known)) = self.record_class(elab) else { return Some(()) };
        // Sizes that depend on other fields are not known here.
        let fields = self.without_reports(|flattener| flattener.fields(elab, 0));
        let by_name = arguments
            .named
            .iter()
            .filter_map(|(field, value)| Some((known.iter().position(|known| known == field)?, value)));
        let given = arguments.positional.iter().enumerate().chain(by_name);
        for (number, (at, value)) in given.enumerate() {
            if let Some(field) = fields.iter().find(|field| field.name == known[at]) {
                self.check_field_value(name, field, value, place_of(number), declared)?;
            }
        }
        Some(())
    }

    /// The name of a record, where it is declared, and its fields.
    fn record_class(&self, elab: ElabId) -> Option<(Symbol, Place, Vec<Symbol>)> {
        let class = self.program.class(self.elab(elab).class?);
        let fields = self.elab(elab).components.iter().map(|member| member.declaration.name);
        Some((class.full, class.file.place(class.node.name.span), fields.collect()))
    }

    /// Reports more arguments than fields, names that are none of them, and fields that are given twice.
    pub(crate) fn check_field_names(
        &mut self,
        elab: ElabId,
        count: usize,
        named: &[Symbol],
        place_of: &dyn Fn(usize) -> Place,
    ) -> Option<()> {
        let Some((name, declared, known)) = self.record_class(elab) else { return Some(()) };
        if count > known.len() {
            self.too_many_arguments(name, declared, known.len(), count, place_of(known.len()));
            return None;
        }
        for (number, field) in named.iter().enumerate() {
            let place = place_of(count + number);
            let Some(at) = known.iter().position(|known| known == field) else {
                self.unknown_argument(*field, &known, "field", (name, declared), place);
                return None;
            };
            if at < count || named[..number].contains(field) {
                self.repeated_argument(*field, place);
                return None;
            }
        }
        Some(())
    }

    pub(super) fn field_kind(&mut self, elab: ElabId, index: usize) -> Type {
        let member = &self.elab(elab).components[index];
        let (scope, declaration) = (member.scope, member.declaration);
        match self.find_elab(scope, declaration.file, declaration.type_name).map(|kind| self.elab(kind).basis)
        {
            Some(Basis::Scalar(kind)) => kind,
            _ => Type::Real,
        }
    }

    /// `'constructor'` of an operator record, if the arguments are not simply its fields.
    pub(super) fn record_constructor(
        &mut self,
        context: &LoweringContext<'a>,
        elab: ElabId,
        arguments: &CallArguments,
        span: Span,
    ) -> Option<Option<LoweredValue>> {
        let named: Vec<Symbol> = arguments.named.iter().map(|(name, _)| *name).collect();
        let candidates = self.constructors(elab, arguments.positional.len(), &named)?;
        let arguments = CallArguments {
            positional: arguments.positional.clone(),
            named: arguments.named.clone(),
            spans: arguments.spans.clone(),
        };
        let id = candidates.into_iter().find(|&id| self.accepts(id, &arguments))?;
        Some(self.call_function(context, id, arguments, span))
    }

    /// The functions of `'constructor'` of an operator record, unless what is given are simply its fields.
    pub(crate) fn constructors(
        &mut self,
        elab: ElabId,
        positional: usize,
        named: &[Symbol],
    ) -> Option<Vec<FunctionId>> {
        let fields = &self.elab(elab).components;
        let is_field = |name: &Symbol| fields.iter().any(|member| member.declaration.name == *name);
        if positional + named.len() >= fields.len() && named.iter().all(is_field) {
            return None;
        }
        let name = self.model.symbols.find("'constructor'")?;
        let Some(LookupResult::Class(class)) = self.lookup_member(elab, name) else { return None };
        let operators = self.elaborate(&class);
        let candidates = self.functions_in(operators);
        self.check_constructors(&candidates);
        Some(candidates)
    }

    pub(crate) fn functions_in(&mut self, elab: ElabId) -> Vec<FunctionId> {
        if self.is_function(elab) {
            return self.function(elab).into_iter().collect();
        }
        let mut ids = Vec::new();
        for index in 0..self.elab(elab).classes.len() {
            let class = self.class_ref(elab, index);
            let elab = self.elaborate(&class);
            ids.extend(self.function(elab));
        }
        ids
    }

    /// True if a function can be called with these arguments, by number and kind.
    pub(super) fn accepts(&self, id: FunctionId, arguments: &CallArguments) -> bool {
        let function = &self.model.functions[id.at()];
        let inputs = &function.locals[..function.inputs as usize];
        let is_input = |name: Symbol| inputs.iter().any(|input| input.name == name);
        if arguments.positional.len() > inputs.len()
            || arguments.named.iter().any(|&(name, _)| !is_input(name))
        {
            return false;
        }
        let given = |index: usize, name: Symbol| {
            arguments
                .positional
                .get(index)
                .or_else(|| arguments.named.iter().find(|(given, _)| *given == name).map(|(_, value)| value))
        };
        inputs.iter().enumerate().all(|(index, input)| match given(index, input.name) {
            Some(LoweredValue::Plain(plain)) => {
                !matches!(input.kind, Type::Record(_)) && plain.dims.len() == input.dims.len()
            }
            Some(LoweredValue::Record(record)) => {
                matches!(input.kind, Type::Record(_)) && record.dims.len() == input.dims.len()
            }
            Some(_) => true,
            None => input.binding.is_some(),
        })
    }
}
