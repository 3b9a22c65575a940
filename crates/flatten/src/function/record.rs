//! Records as locals of functions: their fields, and what these begin with.

use equations::{Builtin, Expr, ExprId, Local, Symbol, Type};
use rustc_hash::FxHashMap;
use syntax::List;
use syntax::tree::{ElementKind, Expression, ModificationArgumentKind, ModificationExpression};

use super::FunctionBody;
use crate::Flattener;
use crate::elab::{Basis, ElabId, Member};
use crate::layer::{Layer, Owner, descend};
use crate::lower::LoweringContext;

impl<'a> Flattener<'a> {
    /// The record that the modifications of a local make: `output Complex c(re = a, im = b)`. Redeclared fields have the
    /// sizes that are written there, in terms of the function: `output Matrix m(redeclare Real a[n, n])`.
    pub(super) fn record_of(
        &mut self,
        body: &mut FunctionBody<'a>,
        elab: ElabId,
        (index, number): (usize, usize),
        kind: ElabId,
    ) -> Option<ExprId> {
        let member = &self.elab(elab).components[index];
        let (declaration, scope) = (member.declaration, member.scope);
        let (file, component) = (declaration.file, declaration.component);
        let own = Layer::new(file, component.modification.class, None, component.span, scope, Owner::Own);
        let class = self.program.class(self.elab(kind).class?).full;
        let defaults = self.without_reports(|flattener| flattener.field_defaults(kind));
        let mut fields: Vec<Option<ExprId>> = vec![None; defaults.len()];
        for at in self.default_order(&defaults) {
            let name = self.elab(kind).components[at].declaration.name;
            let given = descend(std::slice::from_ref(&own), name, &self.model.symbols);
            let given = given.into_iter().find_map(|layer| Some((layer.value?, layer.scope, layer.file)));
            let sizes = redeclared_sizes(&own, self.model.symbols.name(name));
            fields[at] = Some(match (given, defaults[at]) {
                (Some((ModificationExpression::Value(value), scope, file)), _) => {
                    body.context = LoweringContext::new(None, scope, file);
                    self.expr(body, value)?
                }
                (_, Some(default)) if sizes.is_none() && !self.depends_on_unset_field(default, &fields) => {
                    let known: Vec<ExprId> = fields.iter().map(|field| field.unwrap_or(default)).collect();
                    self.substitute(default, &known)
                }
                _ => {
                    let mut field = body.locals[number].fields.get(at)?.clone();
                    if let Some(sizes) = sizes {
                        field.dims = self.local_dims(body, &[(scope, file, sizes)]);
                        field.binding = None;
                        body.locals[number].fields[at].dims.clone_from(&field.dims);
                    }
                    self.blank(&field)
                }
            });
        }
        let fields: Vec<ExprId> = fields.into_iter().flatten().collect();
        let fields = self.model.exprs.list(&fields);
        Some(self.model.exprs.add(Expr::Record(class, fields)))
    }

    /// What a field without a value begins with: zeros, or what else its type has first. A size that is not known yet is
    /// zero, until the field is assigned.
    fn blank(&mut self, field: &Local) -> ExprId {
        if let Some(binding) = field.binding {
            return binding;
        }
        let item = match field.kind {
            Type::Integer => self.model.exprs.integer(0),
            Type::Boolean => self.model.exprs.add(Expr::Boolean(false)),
            Type::String => self.model.exprs.add(Expr::String(Symbol(0))),
            Type::Enumeration(kind) => self.model.exprs.add(Expr::Literal(kind, 1)),
            Type::Record(class) => {
                let fields: Vec<ExprId> = field.fields.iter().map(|field| self.blank(field)).collect();
                let fields = self.model.exprs.list(&fields);
                self.model.exprs.add(Expr::Record(class, fields))
            }
            _ => self.model.exprs.real(0.0),
        };
        if field.dims.is_empty() {
            return item;
        }
        let none = self.model.exprs.integer(0);
        let mut arguments = vec![item];
        arguments.extend(field.dims.iter().map(|dim| dim.unwrap_or(none)));
        self.model.exprs.builtin(Builtin::Fill, &arguments)
    }

    /// The defaults of a record's fields, in terms of its fields as locals.
    pub(crate) fn field_defaults(&mut self, elab: ElabId) -> Vec<Option<ExprId>> {
        let count = self.elab(elab).components.len();
        let Some(scope) = self.elab(elab).scope else { return vec![None; count] };
        let file = self.elab(elab).components.first().map(|member| member.declaration.file);
        let Some(file) = file else { return Vec::new() };
        let context = LoweringContext::new(None, scope, file);
        let mut body = FunctionBody::new(context, count as u32);
        for at in 0..count {
            body.names.insert(self.elab(elab).components[at].declaration.name, at as u32);
        }
        (0..count)
            .map(|at| {
                let member = &self.elab(elab).components[at];
                let given =
                    member.layers.iter().find_map(|layer| Some((layer.value?, layer.scope, layer.file)));
                let own = member.declaration.component.modification.value;
                let own = own.map(|value| (value, member.scope, member.declaration.file));
                let Some((ModificationExpression::Value(value), scope, file)) = given.or(own) else {
                    return None;
                };
                body.context = LoweringContext::new(None, scope, file);
                self.expr(&mut body, value)
            })
            .collect()
    }

    /// The fields of a record type.
    pub(crate) fn fields(&mut self, elab: ElabId, depth: u32) -> Vec<Local> {
        if depth > 20 {
            return Vec::new();
        }
        let (mut fields, mut places) = (Vec::new(), Vec::new());
        let count = self.elab(elab).components.len();
        let names: FxHashMap<Symbol, u32> =
            (0..count).map(|at| (self.elab(elab).components[at].declaration.name, at as u32)).collect();
        for index in 0..count {
            let member = &self.elab(elab).components[index];
            let (declaration, scope) = (member.declaration, member.scope);
            let Some(kind) = self.find_elab(scope, declaration.file, declaration.type_name) else { continue };
            let mut body =
                FunctionBody::new(LoweringContext::new(None, scope, declaration.file), count as u32);
            body.names.clone_from(&names);
            let mut lists = vec![
                (scope, declaration.file, declaration.component.subscripts),
                (scope, declaration.file, declaration.type_subscripts),
            ];
            lists.extend(self.elab(kind).dims.clone());
            // A size that depends on other fields is known where there is a record.
            let mut dims = self.local_dims(&mut body, &lists);
            for dim in &mut dims {
                *dim = dim.filter(|&dim| self.fields_in(dim, count).is_empty());
            }
            let inner =
                if self.elab(kind).basis == Basis::Class { self.fields(kind, depth + 1) } else { Vec::new() };
            fields.push(Local {
                name: declaration.name,
                kind: self.kind_of(kind),
                dims,
                binding: None,
                fields: inner,
            });
            places.push(index);
        }
        let defaults = self.settled_defaults(elab);
        for (field, index) in fields.iter_mut().zip(places) {
            field.binding = defaults.get(index).copied().flatten();
        }
        fields
    }

    /// The defaults of a record's fields that follow from nothing but other defaults: what a record without a value begins
    /// with.
    fn settled_defaults(&mut self, elab: ElabId) -> Vec<Option<ExprId>> {
        let given = |member: &Member| {
            member.declaration.component.modification.value.is_some()
                || member.layers.iter().any(|layer| layer.value.is_some())
        };
        let count = self.elab(elab).components.len();
        if !self.elab(elab).components.iter().any(given) {
            return vec![None; count];
        }
        // What is wrong with them is told where the record is declared.
        let defaults = self.without_reports(|flattener| flattener.field_defaults(elab));
        let mut settled: Vec<Option<ExprId>> = vec![None; count];
        for at in self.default_order(&defaults) {
            let Some(default) = defaults[at] else { continue };
            let known = self.fields_in(default, count).iter().all(|&field| settled[field].is_some());
            let values: Vec<ExprId> = settled.iter().map(|value| value.unwrap_or(default)).collect();
            settled[at] = known.then(|| self.substitute(default, &values));
        }
        settled
    }

    /// The fields of a record that a default, or a size, of it speaks of.
    fn fields_in(&self, expr: ExprId, count: usize) -> Vec<usize> {
        let (mut todo, mut found) = (vec![expr], Vec::new());
        while let Some(id) = todo.pop() {
            match self.model.exprs.get(id) {
                // The variables of constructors with iterators are numbered after the fields.
                Expr::Local(at) if (at as usize) < count => found.push(at as usize),
                expr => expr.children(&self.model.exprs, &mut todo),
            }
        }
        found
    }

    /// True for a default that speaks of fields without a value: in the order of [`Self::default_order`] these wait for
    /// each other.
    pub(crate) fn depends_on_unset_field(&self, default: ExprId, known: &[Option<ExprId>]) -> bool {
        self.fields_in(default, known.len()).iter().any(|&field| known[field].is_none())
    }

    /// The fields of a record in an order in which each default comes after those it speaks of, wherever these are
    /// declared. Fields whose defaults wait for each other come in the order of writing.
    pub(crate) fn default_order(&self, defaults: &[Option<ExprId>]) -> Vec<usize> {
        let count = defaults.len();
        let needs: Vec<Vec<usize>> = defaults
            .iter()
            .map(|default| default.map_or(Vec::new(), |default| self.fields_in(default, count)))
            .collect();
        let mut order = Vec::with_capacity(count);
        let mut seen = vec![false; count];
        for first in 0..count {
            let mut path = vec![(first, 0)];
            while let Some((at, next)) = path.pop() {
                if next == 0 && std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                match needs[at].get(next) {
                    Some(&need) => path.extend([(at, next + 1), (need, 0)]),
                    None => order.push(at),
                }
            }
        }
        order
    }
}

/// The sizes that a modification gives a component it redeclares.
fn redeclared_sizes(layer: &Layer, name: &str) -> Option<List<Expression>> {
    let ModificationArgumentKind::Component { element } = layer.redeclare(name)?.kind else { return None };
    let ElementKind::Components { subscripts, components, .. } = layer.file.tree[element].kind else {
        return None;
    };
    let own = layer.file.tree[components].first()?.subscripts;
    Some(if own.is_empty() { subscripts } else { own })
}
