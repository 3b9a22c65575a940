//! Functions of the model: their inputs, outputs and statements, with arrays kept whole.

use equations::{
    Builtin, Expr, ExprId, Function, FunctionId, Local, Operator as Op, Statement, Step, Symbol, Target, Type,
};
use rustc_hash::FxHashMap;
use syntax::tree::{
    Binding, Branch, ClassSpecifier, ComponentReference, Expression, ExpressionKind, ForIndex,
    FunctionArgument, Operator, Prefix, Section, Statement as Syntax, StatementKind,
};
use syntax::{Id, List, Span};

use crate::Flattener;
use crate::call::Callee;
use crate::elab::{Basis, ElabId, ScopeId};
use crate::layer::{Layer, Owner, descend};
use crate::lookup::Found;
use crate::lower::Context;
use crate::program::File;
use crate::value::{Plain, Record, Val};

/// A function under construction.
struct Body<'a> {
    context: Context<'a>,
    locals: Vec<Local>,
    names: FxHashMap<Symbol, u32>,
    /// The arrays that `end` refers to, with the dimension.
    ends: Vec<(ExprId, u32)>,
}

impl<'a> Flattener<'a> {
    /// The function of an elaborated class; says what is wrong if it is none.
    pub(crate) fn function(&mut self, elab: ElabId) -> Option<FunctionId> {
        if let Some(known) = self.functions.get(&elab) {
            return *known;
        }
        self.aside(|flattener| flattener.new_function(elab)).0
    }

    fn new_function(&mut self, elab: ElabId) -> Option<FunctionId> {
        let class = self.elab(elab).class?;
        let (file, node, name) = {
            let class = self.program.class(class);
            (class.file, class.node, class.full)
        };
        if !self.is_function(elab) {
            self.wrong_kind(file.place(node.name.span), "a class that is no function", "a function");
            return None;
        }
        let id = FunctionId(self.model.functions.len() as u32);
        self.model.functions.push(Function {
            name,
            place: file.place(node.name.span),
            locals: Vec::new(),
            inputs: 0,
            outputs: 0,
            body: None,
            external: None,
        });
        // Known before its body is read, so that it may call itself.
        self.functions.insert(elab, Some(id));
        let scope = self.elab(elab).scope?;
        let mut body = Body {
            context: Context::new(None, scope, file),
            locals: Vec::new(),
            names: FxHashMap::default(),
            ends: Vec::new(),
        };
        let order = self.local_order(elab);
        for (number, &index) in order.iter().enumerate() {
            let name = self.elab(elab).components[index].declaration.name;
            body.names.insert(name, number as u32);
            let kind = self.local_kind(elab, index).unwrap_or(Type::Real);
            body.locals.push(Local { name, kind, dims: Vec::new(), binding: None, fields: Vec::new() });
        }
        let count = |prefix| {
            order
                .iter()
                .filter(|&&index| self.elab(elab).components[index].declaration.prefixes.has(prefix))
                .count()
        };
        let (inputs, outputs) = (count(Prefix::Input) as u32, count(Prefix::Output) as u32);
        for (number, &index) in order.iter().enumerate() {
            self.complete_local(&mut body, elab, index, number);
        }
        {
            let function = &mut self.model.functions[id.at()];
            function.inputs = inputs;
            function.outputs = outputs;
            function.locals = body.locals.clone();
        }
        let mut statements = Vec::new();
        let mut has_body = false;
        for at in 0..self.elab(elab).sections.len() {
            let (scope, file, section) = self.elab(elab).sections[at];
            if let Section::Algorithm { statements: list, .. } = *section {
                body.context = Context::new(None, scope, file);
                has_body = true;
                self.statements(&mut body, list, &mut statements);
            }
        }
        let external = self.external_name(elab);
        let function = &mut self.model.functions[id.at()];
        function.locals = body.locals;
        function.external = external;
        function.body = has_body.then_some(statements);
        Some(id)
    }

    /// Inputs, then outputs, then the rest, each in the order of declaration.
    fn local_order(&self, elab: ElabId) -> Vec<usize> {
        let components = &self.elab(elab).components;
        let rank = |index: &usize| {
            let prefixes = components[*index].declaration.prefixes;
            if prefixes.has(Prefix::Input) {
                0
            } else if prefixes.has(Prefix::Output) {
                1
            } else {
                2
            }
        };
        let mut order: Vec<usize> = (0..components.len()).collect();
        order.sort_by_key(rank);
        order
    }

    fn local_elab(&mut self, elab: ElabId, index: usize) -> Option<ElabId> {
        let member = &self.elab(elab).components[index];
        let (declaration, scope) = (member.declaration, member.scope);
        self.find_elab(scope, declaration.file, declaration.type_name)
    }

    fn local_kind(&mut self, elab: ElabId, index: usize) -> Option<Type> {
        let kind = self.local_elab(elab, index)?;
        Some(self.kind_of(kind))
    }

    fn kind_of(&self, elab: ElabId) -> Type {
        match self.elab(elab).basis {
            Basis::Scalar(kind) => kind,
            Basis::Class if self.is_function(elab) => Type::Function,
            Basis::Class => {
                Type::Record(self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full))
            }
        }
    }

    /// Sizes, default and fields of a local.
    fn complete_local(&mut self, body: &mut Body<'a>, elab: ElabId, index: usize, number: usize) {
        let member = &self.elab(elab).components[index];
        let (declaration, scope) = (member.declaration, member.scope);
        let name = declaration.name;
        let mut layers = descend(&self.elab(elab).layers.clone(), name, &self.model.symbols);
        layers.extend(
            self.elab(elab).components[index].layers.iter().filter(|layer| !layer.is_whole()).cloned(),
        );
        let kind = self.local_elab(elab, index);
        let mut lists = vec![
            (scope, declaration.file, declaration.component.subscripts),
            (scope, declaration.file, declaration.type_subscripts),
        ];
        if let Some(kind) = kind {
            lists.extend(self.elab(kind).dims.clone());
        }
        body.locals[number].dims = self.local_dims(body, &lists);
        let own = declaration.component.modification.value;
        let given = layers.iter().find(|layer| layer.value.is_some());
        let (value, scope, file) = match given {
            Some(layer) => (layer.value, layer.scope, layer.file),
            None => (own, scope, declaration.file),
        };
        if let Some(Binding::Value(value)) = value {
            body.context = Context::new(None, scope, file);
            body.locals[number].binding = self.expr(body, value);
        }
        if let Some(kind) =
            kind.filter(|&kind| self.elab(kind).basis == Basis::Class && !self.is_function(kind))
        {
            body.locals[number].fields = self.fields(kind, 0);
            if body.locals[number].binding.is_none() && body.locals[number].dims.is_empty() {
                let layer = declaration.component.modification.class;
                body.locals[number].binding = layer.and_then(|_| self.record_of(body, elab, index, kind));
            }
        }
    }

    /// The record that the modifications of a local make: `output Complex c(re = a, im = b)`.
    fn record_of(&mut self, body: &mut Body<'a>, elab: ElabId, index: usize, kind: ElabId) -> Option<ExprId> {
        let member = &self.elab(elab).components[index];
        let (declaration, scope) = (member.declaration, member.scope);
        let (file, component) = (declaration.file, declaration.component);
        let own = Layer::new(file, component.modification.class, None, component.span, scope, Owner::Own);
        let class = self.program.class(self.elab(kind).class?).full;
        let mut fields = Vec::new();
        for at in 0..self.elab(kind).components.len() {
            let field = self.elab(kind).components[at].declaration;
            let given = descend(std::slice::from_ref(&own), field.name, &self.model.symbols);
            let given =
                given.into_iter().find_map(|layer| layer.value.map(|value| (value, layer.scope, layer.file)));
            let default = field.component.modification.value;
            let found =
                given.or(default.map(|value| (value, self.elab(kind).components[at].scope, field.file)));
            let value = match found {
                Some((Binding::Value(value), scope, file)) => {
                    body.context = Context::new(None, scope, file);
                    self.expr(body, value)?
                }
                _ => self.model.exprs.real(0.0),
            };
            fields.push(value);
        }
        let fields = self.model.exprs.list(&fields);
        Some(self.model.exprs.add(Expr::Record(class, fields)))
    }

    /// The defaults of a record's fields, in terms of its fields as locals.
    pub(crate) fn field_defaults(&mut self, elab: ElabId) -> Vec<Option<ExprId>> {
        let count = self.elab(elab).components.len();
        let Some(scope) = self.elab(elab).scope else { return vec![None; count] };
        let file = self.elab(elab).components.first().map(|member| member.declaration.file);
        let Some(file) = file else { return Vec::new() };
        let context = Context::new(None, scope, file);
        let mut body = Body { context, locals: Vec::new(), names: FxHashMap::default(), ends: Vec::new() };
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
                let Some((Binding::Value(value), scope, file)) = given.or(own) else { return None };
                body.context = Context::new(None, scope, file);
                self.expr(&mut body, value)
            })
            .collect()
    }

    fn local_dims(
        &mut self,
        body: &mut Body<'a>,
        lists: &[(ScopeId, File<'a>, List<Expression>)],
    ) -> Vec<Option<ExprId>> {
        let mut dims = Vec::new();
        for &(scope, file, list) in lists {
            body.context = Context::new(None, scope, file);
            for id in list.ids() {
                dims.push(match file.tree[id].kind {
                    ExpressionKind::All => None,
                    _ => self.size(body, id),
                });
            }
        }
        dims
    }

    fn size(&mut self, body: &mut Body<'a>, id: Id<Expression>) -> Option<ExprId> {
        if let ExpressionKind::Reference(reference) = body.context.file.tree[id].kind
            && let Some(values) = self.type_values(&body.context.clone(), reference)
        {
            return Some(self.model.exprs.integer(values.len() as i64));
        }
        self.expr(body, id)
    }

    /// The fields of a record type.
    fn fields(&mut self, elab: ElabId, depth: u32) -> Vec<Local> {
        if depth > 20 {
            return Vec::new();
        }
        let mut fields = Vec::new();
        for index in 0..self.elab(elab).components.len() {
            let member = &self.elab(elab).components[index];
            let (declaration, scope) = (member.declaration, member.scope);
            let Some(kind) = self.find_elab(scope, declaration.file, declaration.type_name) else { continue };
            let mut body = Body {
                context: Context::new(None, scope, declaration.file),
                locals: Vec::new(),
                names: FxHashMap::default(),
                ends: Vec::new(),
            };
            let mut lists = vec![
                (scope, declaration.file, declaration.component.subscripts),
                (scope, declaration.file, declaration.type_subscripts),
            ];
            lists.extend(self.elab(kind).dims.clone());
            let dims = self.local_dims(&mut body, &lists);
            let inner =
                if self.elab(kind).basis == Basis::Class { self.fields(kind, depth + 1) } else { Vec::new() };
            fields.push(Local {
                name: declaration.name,
                kind: self.kind_of(kind),
                dims,
                binding: None,
                fields: inner,
            });
        }
        fields
    }

    fn external_name(&mut self, elab: ElabId) -> Option<Symbol> {
        let scopes: Vec<ScopeId> = (0..self.scopes.len() as u32).map(ScopeId).collect();
        let mut classes: Vec<_> = self.elab(elab).class.into_iter().collect();
        classes.extend(
            scopes
                .into_iter()
                .map(|scope| self.scope(scope))
                .filter(|scope| scope.top == elab)
                .map(|scope| scope.class),
        );
        for class in classes {
            let (file, node) = (self.program.class(class).file, self.program.class(class).node);
            let ClassSpecifier::Long { composition, .. } = node.specifier else { continue };
            if let Some(external) = composition.external {
                let span = external.function.map_or(node.name.span, |function| function.span);
                return Some(self.model.symbols.add(file.read(span)));
            }
        }
        None
    }

    /// The results of a call, laid out by the declarations of the outputs.
    pub(crate) fn results(
        &mut self,
        context: &Context<'a>,
        id: FunctionId,
        call: ExprId,
        arguments: &[ExprId],
        span: Span,
    ) -> Option<Val> {
        let function = &self.model.functions[id.at()];
        let outputs =
            function.locals[function.inputs as usize..(function.inputs + function.outputs) as usize].to_vec();
        if outputs.len() == 1 {
            return self.result(context, call, &outputs[0], &[], arguments, span);
        }
        let mut results = Vec::new();
        for (at, output) in outputs.iter().enumerate() {
            let item = self.model.exprs.add(Expr::Result(call, at as u32));
            results.push(self.result(context, item, output, &[], arguments, span)?);
        }
        Some(Val::Tuple(results))
    }

    fn result(
        &mut self,
        context: &Context<'a>,
        item: ExprId,
        local: &Local,
        outer: &[u32],
        arguments: &[ExprId],
        span: Span,
    ) -> Option<Val> {
        let mut dims = Vec::new();
        for &dim in &local.dims {
            let size = dim.and_then(|dim| self.size_of(dim, arguments));
            let Some(size) = size else {
                self.not_supported(context.place(span), "results of functions whose size is not known");
                return None;
            };
            dims.push(size);
        }
        if let Type::Record(class) = local.kind {
            if !dims.is_empty() || !outer.is_empty() {
                self.not_supported(context.place(span), "functions that return arrays of records");
                return None;
            }
            let mut fields = Vec::new();
            for field in &local.fields {
                let part = self.model.exprs.add(Expr::Field(item, field.name));
                fields.push((field.name, self.result(context, part, field, &dims, arguments, span)?));
            }
            return Some(Val::Record(Record { class, dims, fields }));
        }
        if dims.is_empty() {
            return Some(Val::scalar(local.kind, item));
        }
        let items = crate::value::subscripts(&dims)
            .into_iter()
            .map(|at| {
                let at: Vec<ExprId> = at.iter().map(|&at| self.model.exprs.integer(i64::from(at))).collect();
                let list = self.model.exprs.list(&at);
                self.model.exprs.add(Expr::Index(item, list))
            })
            .collect();
        Some(Val::Plain(Plain { kind: local.kind, dims, items }))
    }

    /// A size of a result, from the shapes and values of the arguments.
    fn size_of(&mut self, dim: ExprId, arguments: &[ExprId]) -> Option<u32> {
        let exact = self.size_value(dim, arguments)?;
        u32::try_from(exact).ok()
    }

    fn size_value(&mut self, dim: ExprId, arguments: &[ExprId]) -> Option<i64> {
        match self.model.exprs.get(dim) {
            Expr::Integer(value) => Some(value),
            Expr::Local(at) => {
                let argument = *arguments.get(at as usize)?;
                self.value(argument)?.as_integer()
            }
            Expr::Builtin(Builtin::Size, list) => {
                let items = self.model.exprs.items(list).to_vec();
                let which = self.size_value(*items.get(1)?, arguments)?;
                let array = self.substitute(items[0], arguments);
                let shape = self.expr_shape(array)?;
                shape.get(usize::try_from(which - 1).ok()?).map(|&size| i64::from(size))
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.size_value(a, arguments)?, self.size_value(b, arguments)?);
                match operator {
                    Op::Add => a.checked_add(b),
                    Op::Subtract => a.checked_sub(b),
                    Op::Multiply => a.checked_mul(b),
                    _ => None,
                }
            }
            Expr::Builtin(builtin @ (Builtin::Max | Builtin::Min | Builtin::Div), list) => {
                let items = self.model.exprs.items(list).to_vec();
                let (a, b) = (
                    self.size_value(*items.first()?, arguments)?,
                    self.size_value(*items.get(1)?, arguments)?,
                );
                match builtin {
                    Builtin::Max => Some(a.max(b)),
                    Builtin::Min => Some(a.min(b)),
                    _ => a.checked_div(b),
                }
            }
            _ => {
                let whole = self.substitute(dim, arguments);
                self.value(whole)?.as_integer()
            }
        }
    }

    /// The shape of an argument.
    fn expr_shape(&self, expr: ExprId) -> Option<Vec<u32>> {
        match self.model.exprs.get(expr) {
            Expr::Array(list) => {
                let items = self.model.exprs.items(list);
                let mut shape = vec![items.len() as u32];
                if let Some(&first) = items.first() {
                    shape.extend(self.expr_shape(first)?);
                }
                Some(shape)
            }
            Expr::Call(..) | Expr::Local(_) | Expr::Range(..) | Expr::Comprehension(..) => None,
            Expr::Field(record, name) => match self.model.exprs.get(record) {
                Expr::Record(class, fields) => {
                    let at = self.field_number(class, name)?;
                    self.expr_shape(self.model.exprs.items(fields)[at])
                }
                _ => None,
            },
            _ => Some(Vec::new()),
        }
    }

    fn field_number(&self, class: Symbol, name: Symbol) -> Option<usize> {
        let elab = self.elabs.iter().find(|elab| {
            elab.class.is_some_and(|known| self.program.class(known).full == class)
                && !elab.components.is_empty()
        })?;
        elab.components.iter().position(|member| member.declaration.name == name)
    }
}

// Statements.
impl<'a> Flattener<'a> {
    fn statements(&mut self, body: &mut Body<'a>, list: List<Syntax>, out: &mut Vec<Statement>) {
        for statement in &body.context.file.tree[list] {
            // What is wrong has been reported.
            let _ = self.statement(body, statement, out);
        }
    }

    fn statement(&mut self, body: &mut Body<'a>, statement: &Syntax, out: &mut Vec<Statement>) -> Option<()> {
        let tree = body.context.file.tree;
        match statement.kind {
            StatementKind::Assign { target, value } => {
                let target = self.local_target(body, target, statement.span)?;
                let value = self.expr(body, value)?;
                out.push(Statement::Assign(target, value));
            }
            StatementKind::AssignCall { targets, function, arguments } => {
                let mut all = Vec::new();
                for target in &tree[targets] {
                    all.push(match target.kind {
                        ExpressionKind::Reference(reference) => {
                            Some(self.local_target(body, reference, target.span)?)
                        }
                        _ => None,
                    });
                }
                let call = self.expr_call(body, function, arguments, statement.span)?;
                out.push(Statement::AssignMany(all, call));
            }
            StatementKind::Call { function, arguments } => {
                let call = self.expr_call(body, function, arguments, statement.span)?;
                out.push(Statement::Call(call));
            }
            StatementKind::Break => out.push(Statement::Break),
            StatementKind::Return => out.push(Statement::Return),
            StatementKind::If { branches, otherwise } => {
                let mut all = self.statement_branches(body, &tree[branches])?;
                let mut last = Vec::new();
                self.statements(body, otherwise, &mut last);
                let truth = self.model.exprs.add(Expr::Boolean(true));
                all.push((truth, last));
                out.push(Statement::If(all));
            }
            StatementKind::For { indices, body: inner } => {
                let indices: Vec<ForIndex> = tree[indices].to_vec();
                out.push(self.loop_statement(body, &indices, inner)?);
            }
            StatementKind::While { branch } => {
                let condition = self.expr(body, branch.condition)?;
                let mut inner = Vec::new();
                self.statements(body, branch.body, &mut inner);
                out.push(Statement::While(condition, inner));
            }
            StatementKind::When { .. } => {
                self.wrong_kind(body.context.place(statement.span), "a `when`", "a statement of a function");
            }
        }
        Some(())
    }

    fn statement_branches(
        &mut self,
        body: &mut Body<'a>,
        branches: &[Branch<Syntax>],
    ) -> Option<Vec<(ExprId, Vec<Statement>)>> {
        let mut all = Vec::new();
        for branch in branches {
            let condition = self.expr(body, branch.condition)?;
            let mut inner = Vec::new();
            self.statements(body, branch.body, &mut inner);
            all.push((condition, inner));
        }
        Some(all)
    }

    fn loop_statement(
        &mut self,
        body: &mut Body<'a>,
        indices: &[ForIndex],
        inner: List<Syntax>,
    ) -> Option<Statement> {
        let (index, rest) = indices.split_first()?;
        let values = self.loop_range(body, index)?;
        let (local, shadowed) = self.loop_local(body, index);
        let statements = if rest.is_empty() {
            let mut statements = Vec::new();
            self.statements(body, inner, &mut statements);
            statements
        } else {
            vec![self.loop_statement(body, rest, inner)?]
        };
        self.end_loop(body, index, shadowed);
        Some(Statement::For(local, values, statements))
    }

    fn loop_range(&mut self, body: &mut Body<'a>, index: &ForIndex) -> Option<ExprId> {
        let Some(range) = index.range else {
            self.not_supported(body.context.place(index.name.span), "loops whose range is to be inferred");
            return None;
        };
        if let ExpressionKind::Reference(reference) = body.context.file.tree[range].kind
            && let Some(values) = self.type_values(&body.context.clone(), reference)
        {
            let values = Val::stack(&[values.len() as u32], values)?;
            return self.as_expr(&values);
        }
        self.expr(body, range)
    }

    /// A local for a loop index, and what its name meant before.
    fn loop_local(&mut self, body: &mut Body<'a>, index: &ForIndex) -> (u32, Option<u32>) {
        let name = self.model.symbols.add(body.context.file.read(index.name.span));
        let local = body.locals.len() as u32;
        let kind = Type::Integer;
        body.locals.push(Local { name, kind, dims: Vec::new(), binding: None, fields: Vec::new() });
        (local, body.names.insert(name, local))
    }

    fn end_loop(&mut self, body: &mut Body<'a>, index: &ForIndex, shadowed: Option<u32>) {
        let name = self.model.symbols.add(body.context.file.read(index.name.span));
        match shadowed {
            Some(local) => body.names.insert(name, local),
            None => body.names.remove(&name),
        };
    }

    fn local_target(
        &mut self,
        body: &mut Body<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<Target> {
        let parts = &body.context.file.tree[reference.parts];
        let name = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let Some(&local) = body.names.get(&name) else {
            self.unknown(body.context.place(span), "a variable of the function", name);
            return None;
        };
        let mut whole = self.model.exprs.add(Expr::Local(local));
        let mut path = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                let name = self.model.symbols.add(body.context.file.read(part.name.span));
                path.push(Step::Field(name));
                whole = self.model.exprs.add(Expr::Field(whole, name));
            }
            if !part.subscripts.is_empty() {
                let items = self.subscript_exprs(body, whole, part.subscripts)?;
                let list = self.model.exprs.list(&items);
                whole = self.model.exprs.add(Expr::Index(whole, list));
                path.push(Step::Index(items));
            }
        }
        Some(Target { local, path })
    }
}

// Expressions.
impl<'a> Flattener<'a> {
    fn expr(&mut self, body: &mut Body<'a>, id: Id<Expression>) -> Option<ExprId> {
        let tree = body.context.file.tree;
        let expression = &tree[id];
        let span = expression.span;
        Some(match expression.kind {
            ExpressionKind::Integer
            | ExpressionKind::Real
            | ExpressionKind::String
            | ExpressionKind::True
            | ExpressionKind::False => {
                let value = self.lower(&body.context.clone(), id)?;
                self.as_expr(&value)?
            }
            ExpressionKind::End => {
                let &(array, dimension) = body.ends.last()?;
                self.model.exprs.add(Expr::End(array, dimension))
            }
            ExpressionKind::All => self.model.exprs.add(Expr::All),
            ExpressionKind::Reference(reference) => self.expr_reference(body, reference, span)?,
            ExpressionKind::Call { function, arguments } => {
                self.expr_call(body, function, arguments, span)?
            }
            ExpressionKind::Parenthesized(inner) => self.expr(body, inner)?,
            ExpressionKind::Array(parts) => {
                if let [Expression { kind: ExpressionKind::Iterated { body: inner, indices }, .. }] =
                    &tree[parts]
                {
                    return self.expr_comprehension(body, *inner, *indices);
                }
                let items = self.exprs(body, parts)?;
                let list = self.model.exprs.list(&items);
                self.model.exprs.add(Expr::Array(list))
            }
            ExpressionKind::Matrix(rows) => {
                let two = self.model.exprs.integer(2);
                let one = self.model.exprs.integer(1);
                let mut stacked = vec![one];
                for row in &tree[rows] {
                    let mut entries = vec![two];
                    for entry in self.exprs(body, row.entries)? {
                        entries.push(self.model.exprs.builtin(Builtin::Promote, &[entry, two]));
                    }
                    stacked.push(self.model.exprs.builtin(Builtin::Cat, &entries));
                }
                self.model.exprs.builtin(Builtin::Cat, &stacked)
            }
            ExpressionKind::Range { start, step, stop } => {
                let start = self.expr(body, start)?;
                let step = match step {
                    Some(step) => self.expr(body, step)?,
                    None => self.model.exprs.integer(1),
                };
                let stop = self.expr(body, stop)?;
                self.model.exprs.add(Expr::Range(start, step, stop))
            }
            ExpressionKind::If { alternatives, otherwise } => {
                let mut value = self.expr(body, otherwise)?;
                for alternative in tree[alternatives].iter().rev() {
                    let condition = self.expr(body, alternative.condition)?;
                    let chosen = self.expr(body, alternative.value)?;
                    value = self.model.exprs.add(Expr::If(condition, chosen, value));
                }
                value
            }
            ExpressionKind::Unary { operator, operand } => {
                let operand = self.expr(body, operand)?;
                match operator {
                    Operator::Not => self.model.exprs.add(Expr::Unary(Op::Not, operand)),
                    Operator::Subtract | Operator::ElementSubtract => {
                        self.model.exprs.add(Expr::Unary(Op::Negate, operand))
                    }
                    _ => operand,
                }
            }
            ExpressionKind::Operation { first, rest } => {
                let mut left = self.expr(body, first)?;
                for operand in &tree[rest] {
                    let right = self.expr(body, operand.value)?;
                    left = self.model.exprs.add(Expr::Binary(operator(operand.operator), left, right));
                }
                left
            }
            ExpressionKind::PartialApplication { function, arguments } => {
                let elab = self.find_elab(body.context.scope, body.context.file, function)?;
                let id = self.function(elab)?;
                let mut given = Vec::new();
                for argument in &tree[arguments] {
                    let name = self.model.symbols.add(body.context.file.read(argument.name?.span));
                    let at =
                        self.model.functions[id.at()].locals.iter().position(|local| local.name == name)?;
                    given.push(self.model.exprs.integer(at as i64));
                    given.push(self.expr(body, argument.value)?);
                }
                let given = self.model.exprs.list(&given);
                self.model.exprs.add(Expr::Partial(id, given))
            }
            ExpressionKind::Tuple(_)
            | ExpressionKind::Omitted
            | ExpressionKind::Error
            | ExpressionKind::Iterated { .. } => {
                self.wrong_kind(body.context.place(span), "this", "an expression");
                return None;
            }
        })
    }

    fn exprs(&mut self, body: &mut Body<'a>, list: List<Expression>) -> Option<Vec<ExprId>> {
        list.ids().map(|id| self.expr(body, id)).collect()
    }

    fn expr_comprehension(
        &mut self,
        body: &mut Body<'a>,
        inner: Id<Expression>,
        indices: List<ForIndex>,
    ) -> Option<ExprId> {
        let indices: Vec<ForIndex> = body.context.file.tree[indices].iter().rev().copied().collect();
        self.expr_loops(body, &indices, inner)
    }

    fn expr_loops(
        &mut self,
        body: &mut Body<'a>,
        indices: &[ForIndex],
        inner: Id<Expression>,
    ) -> Option<ExprId> {
        let Some((index, rest)) = indices.split_first() else { return self.expr(body, inner) };
        let values = self.loop_range(body, index)?;
        let (local, shadowed) = self.loop_local(body, index);
        let value = self.expr_loops(body, rest, inner);
        self.end_loop(body, index, shadowed);
        Some(self.model.exprs.add(Expr::Comprehension(local, values, value?)))
    }

    fn subscript_exprs(
        &mut self,
        body: &mut Body<'a>,
        array: ExprId,
        subscripts: List<Expression>,
    ) -> Option<Vec<ExprId>> {
        let mut items = Vec::new();
        for (at, id) in subscripts.ids().enumerate() {
            body.ends.push((array, at as u32 + 1));
            let item = self.expr(body, id);
            body.ends.pop();
            items.push(item?);
        }
        Some(items)
    }

    fn expr_reference(
        &mut self,
        body: &mut Body<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let name = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let local = if reference.absolute { None } else { body.names.get(&name).copied() };
        let Some(local) = local else {
            // A constant, or an element of one that only the function knows.
            if parts.iter().all(|part| part.subscripts.is_empty()) {
                let value = self.reference_value(&body.context.clone(), reference, span)?;
                return self.as_expr(&value);
            }
            return self.constant_element(body, reference, span);
        };
        let whole = self.model.exprs.add(Expr::Local(local));
        self.expr_parts(body, whole, reference, 0)
    }

    /// `table[i]` with a constant table: subscripts may be locals.
    fn constant_element(
        &mut self,
        body: &mut Body<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let at = parts.iter().position(|part| !part.subscripts.is_empty())?;
        // The reference up to the first subscript, without it.
        let names: Vec<&str> =
            parts[..=at].iter().map(|part| body.context.file.read(part.name.span)).collect();
        let value = self.constant_by_names(&body.context.clone(), reference.absolute, &names, span)?;
        let whole = self.as_expr(&value)?;
        self.expr_parts(body, whole, reference, at)
    }

    /// Goes on from an expression by the subscripts of a part, and by the parts after it.
    fn expr_parts(
        &mut self,
        body: &mut Body<'a>,
        whole: ExprId,
        reference: ComponentReference,
        from: usize,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let mut whole = whole;
        for (at, part) in parts.iter().enumerate().skip(from) {
            if at > from {
                let name = self.model.symbols.add(body.context.file.read(part.name.span));
                whole = self.model.exprs.add(Expr::Field(whole, name));
            }
            if !part.subscripts.is_empty() {
                let items = self.subscript_exprs(body, whole, part.subscripts)?;
                let list = self.model.exprs.list(&items);
                whole = self.model.exprs.add(Expr::Index(whole, list));
            }
        }
        Some(whole)
    }

    fn expr_call(
        &mut self,
        body: &mut Body<'a>,
        function: ComponentReference,
        arguments: List<FunctionArgument>,
        span: Span,
    ) -> Option<ExprId> {
        let tree = body.context.file.tree;
        let parts = &tree[function.parts];
        let first = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        let mut positional = Vec::new();
        let mut named = Vec::new();
        for argument in &tree[arguments] {
            let value = match tree[argument.value].kind {
                ExpressionKind::Iterated { body: inner, indices } => {
                    self.expr_comprehension(body, inner, indices)?
                }
                ExpressionKind::Reference(reference) => {
                    self.expr_argument(body, reference, argument.value)?
                }
                _ => self.expr(body, argument.value)?,
            };
            match argument.name {
                Some(name) => named.push((self.model.symbols.add(body.context.file.read(name.span)), value)),
                None => positional.push(value),
            }
        }
        if parts.len() == 1
            && !function.absolute
            && let Some(&local) = body.names.get(&first)
        {
            let callee = self.model.exprs.add(Expr::Local(local));
            let list = self.model.exprs.list(&positional);
            return Some(self.model.exprs.add(Expr::Apply(callee, list)));
        }
        match self.callee(&body.context.clone(), function, span)? {
            Callee::Builtin(builtin) => {
                positional.extend(named.into_iter().map(|(_, value)| value));
                Some(self.model.exprs.builtin(builtin, &positional))
            }
            Callee::Class(elab) if self.is_record(elab) => {
                if let Some(id) = self.constructor_with(elab, positional.len() + named.len()) {
                    return self.expr_function(body, id, positional, &named, span);
                }
                let class = self.elab(elab).class.map_or(Symbol(0), |class| self.program.class(class).full);
                let mut given = positional.into_iter();
                let mut fields = Vec::new();
                for index in 0..self.elab(elab).components.len() {
                    let name = self.elab(elab).components[index].declaration.name;
                    let value = named.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
                    let value = match value.or_else(|| given.next()) {
                        Some(value) => value,
                        None => {
                            let package = self.package(elab);
                            let crate::instance::Child::Leaf(leaf) = self.child(package, index) else {
                                return None;
                            };
                            let value = self.leaf_value(leaf)?;
                            self.as_expr(&value)?
                        }
                    };
                    fields.push(value);
                }
                let fields = self.model.exprs.list(&fields);
                Some(self.model.exprs.add(Expr::Record(class, fields)))
            }
            Callee::Class(elab) => {
                let id = self.function(elab)?;
                self.expr_function(body, id, positional, &named, span)
            }
        }
    }

    fn expr_function(
        &mut self,
        body: &Body<'a>,
        id: FunctionId,
        positional: Vec<ExprId>,
        named: &[(Symbol, ExprId)],
        span: Span,
    ) -> Option<ExprId> {
        let function = &self.model.functions[id.at()];
        let inputs: Vec<(Symbol, Option<ExprId>)> = function.locals[..function.inputs as usize]
            .iter()
            .map(|local| (local.name, local.binding))
            .collect();
        let mut all = positional;
        for (name, default) in inputs.iter().skip(all.len()) {
            let value = match named.iter().find(|(known, _)| known == name) {
                Some((_, value)) => *value,
                None => match default {
                    Some(default) => self.substitute(*default, &all),
                    None => {
                        self.missing_argument(body.context.place(span), *name);
                        return None;
                    }
                },
            };
            all.push(value);
        }
        let list = self.model.exprs.list(&all);
        Some(self.model.exprs.add(Expr::Call(id, list)))
    }

    /// The constructor of an operator record for so many arguments, unless they are simply its fields.
    fn constructor_with(&mut self, elab: ElabId, arguments: usize) -> Option<FunctionId> {
        if arguments >= self.elab(elab).components.len() {
            return None;
        }
        let name = self.model.symbols.find("'constructor'")?;
        let Some(Found::Class(class)) = self.inside(elab, name) else { return None };
        let operators = self.elaborate(&class);
        let candidates = self.functions_in(operators);
        candidates.into_iter().find(|&id| {
            let function = &self.model.functions[id.at()];
            let inputs = &function.locals[..function.inputs as usize];
            inputs.len() >= arguments && inputs[arguments..].iter().all(|input| input.binding.is_some())
        })
    }

    /// An argument that is a name: a local, a constant, or a function.
    fn expr_argument(
        &mut self,
        body: &mut Body<'a>,
        reference: ComponentReference,
        id: Id<Expression>,
    ) -> Option<ExprId> {
        let parts = &body.context.file.tree[reference.parts];
        let name = self.model.symbols.add(body.context.file.read(parts[0].name.span));
        if !body.names.contains_key(&name)
            && let Some(function) = self.function_value(&body.context.clone(), reference)
        {
            return Some(function);
        }
        self.expr(body, id)
    }
}

fn operator(operator: Operator) -> Op {
    match operator {
        Operator::Or => Op::Or,
        Operator::And => Op::And,
        Operator::Not => Op::Not,
        Operator::Less => Op::Less,
        Operator::LessEqual => Op::LessEqual,
        Operator::Greater => Op::Greater,
        Operator::GreaterEqual => Op::GreaterEqual,
        Operator::Equal => Op::Equal,
        Operator::NotEqual => Op::NotEqual,
        Operator::Add => Op::Add,
        Operator::Subtract => Op::Subtract,
        Operator::ElementAdd => Op::ElementAdd,
        Operator::ElementSubtract => Op::ElementSubtract,
        Operator::Multiply => Op::Multiply,
        Operator::Divide => Op::Divide,
        Operator::ElementMultiply => Op::ElementMultiply,
        Operator::ElementDivide => Op::ElementDivide,
        Operator::Power => Op::Power,
        Operator::ElementPower => Op::ElementPower,
    }
}
