//! Functions of the model: their inputs, outputs and statements, with arrays kept whole.

mod call;
mod derivative;
mod expr;
mod expression_type;
mod external;
mod inlining;
mod inverse;
mod overload;
mod partial;
mod product;
mod record;
mod record_sizes;
mod reduction;
mod result;
mod statement;
mod unassigned;

use equations::{ExprId, Function, FunctionId, Local, Statement, Symbol, Type};
use rustc_hash::FxHashMap;
use syntax::tree::{Expression, ExpressionKind, ModificationExpression, Prefix, Restriction, Section};
use syntax::{Id, List, Place};

use crate::Flattener;
use crate::elab::{Basis, ElabId, ScopeId};
use crate::layer::descend;
use crate::lower::LoweringContext;
use crate::program::SourceTree;

/// A function under construction.
struct FunctionBody<'a> {
    context: LoweringContext<'a>,
    locals: Vec<Local>,
    names: FxHashMap<Symbol, u32>,
    /// The first of the locals are inputs, as many as this.
    inputs: u32,
    /// And as many after them are outputs.
    outputs: u32,
    /// So many are declared; those after them are variables of loops.
    declared: u32,
    /// The arrays that `end` refers to, with the dimension.
    ends: Vec<(ExprId, u32)>,
    /// True if a statement could not be lowered.
    failed: bool,
    /// True while the default of an input is read, which belongs to the instance that calls.
    default: bool,
    /// What expressions are, as far as someone asked.
    sorts: FxHashMap<ExprId, Option<expression_type::ExprType>>,
    /// Dimensions of locals that Boolean or an enumeration counts.
    counts: FxHashMap<(u32, usize), Type>,
    early: unassigned::AssignmentTracker,
}

impl<'a> FunctionBody<'a> {
    fn new(context: LoweringContext<'a>, declared: u32) -> FunctionBody<'a> {
        FunctionBody {
            context,
            locals: Vec::new(),
            names: FxHashMap::default(),
            inputs: 0,
            outputs: 0,
            declared,
            ends: Vec::new(),
            failed: false,
            default: false,
            sorts: FxHashMap::default(),
            counts: FxHashMap::default(),
            early: unassigned::AssignmentTracker::default(),
        }
    }
}

impl<'a> Flattener<'a> {
    /// The function of an elaborated class; says what is wrong if it is none.
    pub(crate) fn function(&mut self, elab: ElabId) -> Option<FunctionId> {
        if let Some(&known) = self.functions.get(&elab) {
            return known.filter(|&id| self.is_declared(id, elab));
        }
        self.lower_separately(|flattener| flattener.new_function(elab)).0
    }

    /// Reports a function that is needed to declare its own inputs and results.
    fn is_declared(&mut self, id: FunctionId, elab: ElabId) -> bool {
        let function = &self.model.functions[id.at()];
        let declared = !function.locals.is_empty() || !self.building.contains(&id);
        if !declared && !self.elab(elab).components.is_empty() {
            let (name, place) = (function.name, function.place);
            self.cyclic(place, None, name);
            return false;
        }
        true
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
        if let Some(partial) = self.elab(elab).derivative {
            return self.derived(elab, partial);
        }
        let id = self.announce(elab, name, file.place(node.name.span));
        if node.prefixes.has(Prefix::Impure) {
            self.rules.impure.push(id);
        } else if node.prefixes.has(Prefix::Pure) {
            self.rules.pure.push(id);
        }
        let scope = self.elab(elab).scope?;
        let mut body = FunctionBody::new(LoweringContext::new(None, scope, file), 0);
        self.hand_down(elab);
        let told = self.diagnostics.len();
        let order = self.local_order(elab);
        self.declare_locals(&mut body, elab, id, &order);
        body.early.open(&body.locals, body.inputs, &self.model.exprs);
        let statements = self.written_body(&mut body, elab).or_else(|| self.declared_body(&body, elab));
        self.check_bodies(elab);
        let has_body = statements.is_some();
        let failed = body.failed;
        if let Some(statements) = &statements {
            self.settle_outputs(&mut body, elab, &order, statements);
        }
        let early = self.finish(id, elab, body, statements);
        // What went wrong may have been an assignment.
        if has_body && !failed && self.diagnostics.len() == told {
            self.check_assigned_locals(id, elab, &order);
            self.check_early(id, &early);
        }
        self.building.retain(|&other| other != id);
        Some(id)
    }

    /// Makes a function known before anything of it is read, so that it may call itself.
    fn announce(&mut self, elab: ElabId, name: Symbol, place: Place) -> FunctionId {
        let id = FunctionId(self.model.functions.len() as u32);
        self.building.push(id);
        self.model.functions.push(Function::new(name, place));
        self.functions.insert(elab, Some(id));
        id
    }

    /// Types of all locals first, then their sizes, then their values: each may use what came before of any other.
    fn declare_locals(&mut self, body: &mut FunctionBody<'a>, elab: ElabId, id: FunctionId, order: &[usize]) {
        body.declared = order.len() as u32;
        for (number, &index) in order.iter().enumerate() {
            let name = self.elab(elab).components[index].declaration.name;
            body.names.insert(name, number as u32);
            let kind = self.local_kind(elab, index).unwrap_or(Type::Real);
            body.locals.push(Local::new(name, kind));
        }
        let count = |prefix| {
            order
                .iter()
                .filter(|&&index| self.elab(elab).components[index].declaration.prefixes.has(prefix))
                .count()
        };
        (body.inputs, body.outputs) = (count(Prefix::Input) as u32, count(Prefix::Output) as u32);
        for (number, &index) in order.iter().enumerate() {
            self.shape_local(body, elab, index, number);
        }
        // Sizes may have asked for what others are before these were known.
        body.sorts.clear();
        for (number, &index) in order.iter().enumerate() {
            if !self.bind_local(body, elab, index, number) {
                self.lost.insert((id, number as u32));
            }
        }
        let function = &mut self.model.functions[id.at()];
        function.inputs = body.inputs;
        function.outputs = body.outputs;
        function.locals = body.locals.clone();
    }

    /// The statements of all algorithm sections, if there are any.
    fn written_body(&mut self, body: &mut FunctionBody<'a>, elab: ElabId) -> Option<Vec<Statement>> {
        let mut statements = None;
        for at in 0..self.elab(elab).sections.len() {
            let (scope, file, section) = self.elab(elab).sections[at];
            if let Section::Algorithm { statements: list, .. } = *section {
                body.context = LoweringContext::new(None, scope, file);
                self.statements(body, list, statements.get_or_insert_default());
            }
        }
        statements
    }

    /// The body of a function without an algorithm: declarations alone may say what it gives (section 12.4.4).
    fn declared_body(&self, body: &FunctionBody<'a>, elab: ElabId) -> Option<Vec<Statement>> {
        fn is_given(local: &Local) -> bool {
            local.binding.is_some() || !local.fields.is_empty() && local.fields.iter().all(is_given)
        }
        let outputs = &body.locals[body.inputs as usize..(body.inputs + body.outputs) as usize];
        let given = !outputs.is_empty() && outputs.iter().all(is_given);
        (given && self.clause(elab).is_none()).then(Vec::new)
    }

    /// Puts together what a function does: its statements or what is outside, and what annotations say of it.
    fn finish(
        &mut self,
        id: FunctionId,
        elab: ElabId,
        mut body: FunctionBody<'a>,
        statements: Option<Vec<Statement>>,
    ) -> unassigned::AssignmentTracker {
        let (inputs, outputs) = (body.inputs, body.outputs);
        let clause = self.clause(elab);
        let builtin =
            clause.as_ref().and_then(|clause| self.builtin_body(&mut body, clause, inputs, outputs));
        let external =
            clause.filter(|_| builtin.is_none()).map(|clause| self.external(&mut body, elab, &clause));
        let (derivatives, inverses) = self.derivatives_and_inverses(elab, &body.names, inputs);
        let inlining = self.inlining(elab);
        let function = &mut self.model.functions[id.at()];
        function.derivatives = derivatives;
        function.inverses = inverses;
        function.inlining = inlining;
        function.locals = body.locals;
        function.external = external;
        function.body = statements.or(builtin);
        body.early
    }

    /// Makes locals inputs and outputs whose types say so: `type Argument = input Real` (section 4.5.1).
    fn hand_down(&mut self, elab: ElabId) {
        let ways = [Prefix::Input, Prefix::Output];
        for index in 0..self.elab(elab).components.len() {
            let declaration = self.elab(elab).components[index].declaration;
            if ways.iter().any(|&way| declaration.prefixes.has(way)) {
                continue;
            }
            let Some(kind) = self.local_elab(elab, index) else { continue };
            let given = self.elab(kind).prefixes;
            match ways.into_iter().find(|&way| given.has(way)) {
                Some(way) => self.apply_causality(elab, index, way),
                None => self.check_seen(elab, index),
            }
        }
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

    /// Sizes and fields of a local.
    fn shape_local(&mut self, body: &mut FunctionBody<'a>, elab: ElabId, index: usize, number: usize) {
        let member = &self.elab(elab).components[index];
        let (declaration, scope) = (member.declaration, member.scope);
        let kind = self.local_elab(elab, index);
        let mut lists = vec![
            (scope, declaration.file, declaration.component.subscripts),
            (scope, declaration.file, declaration.type_subscripts),
        ];
        if let Some(kind) = kind {
            self.check_local(&declaration, kind);
            lists.extend(self.elab(kind).dims.clone());
        }
        body.locals[number].dims = self.local_dims(body, &lists);
        let written =
            lists.iter().flat_map(|&(scope, file, list)| list.ids().map(move |id| (scope, file, id)));
        for (dimension, (scope, file, id)) in written.enumerate() {
            if let ExpressionKind::Reference(reference) = file.tree[id].kind
                && let Some(kind) = self.counting_type(&LoweringContext::new(None, scope, file), reference)
            {
                body.counts.insert((number as u32, dimension), kind);
            }
        }
        if let Some(kind) = kind.filter(|&kind| self.has_fields(kind)) {
            body.locals[number].fields = self.fields(kind, 0);
        }
    }

    /// True for what has fields when it is a local: a record, but no function.
    fn has_fields(&self, kind: ElabId) -> bool {
        self.elab(kind).basis == Basis::Class && !self.is_function(kind)
    }

    /// What a local begins with; false if a value is written that means nothing.
    fn bind_local(&mut self, body: &mut FunctionBody<'a>, elab: ElabId, index: usize, number: usize) -> bool {
        let member = &self.elab(elab).components[index];
        let (declaration, scope) = (member.declaration, member.scope);
        let mut layers = descend(&self.elab(elab).layers.clone(), declaration.name, &self.model.symbols);
        layers.extend(
            self.elab(elab).components[index].layers.iter().filter(|layer| !layer.is_whole()).cloned(),
        );
        let own = declaration.component.modification.value;
        let given = layers.iter().find(|layer| layer.value.is_some());
        let (value, scope, file) = match given {
            Some(layer) => (layer.value, layer.scope, layer.file),
            None => (own, scope, declaration.file),
        };
        if let Some(ModificationExpression::Value(value)) = value {
            body.context = LoweringContext::new(None, scope, file);
            // What a model gives in terms of its components is looked up in the instance, by the call.
            let around = self.program.class(self.scope(scope).class).node.restriction;
            let by_model = given.is_some() && matches!(around, Restriction::Model | Restriction::Block);
            body.default = number < body.inputs as usize;
            body.locals[number].binding = if by_model {
                self.without_reports(|flattener| flattener.expr(body, value))
            } else {
                self.expr(body, value)
            };
            body.default = false;
        }
        let lost = value.is_some() && body.locals[number].binding.is_none();
        let modified = declaration.component.modification.class.is_some();
        if modified && body.locals[number].binding.is_none() && body.locals[number].dims.is_empty() {
            let kind = self.local_elab(elab, index).filter(|&kind| self.has_fields(kind));
            body.locals[number].binding =
                kind.and_then(|kind| self.record_of(body, elab, (index, number), kind));
        }
        !lost
    }

    fn local_dims(
        &mut self,
        body: &mut FunctionBody<'a>,
        lists: &[(ScopeId, SourceTree<'a>, List<Expression>)],
    ) -> Vec<Option<ExprId>> {
        let mut dims = Vec::new();
        for &(scope, file, list) in lists {
            body.context = LoweringContext::new(None, scope, file);
            for id in list.ids() {
                dims.push(match file.tree[id].kind {
                    ExpressionKind::All => None,
                    _ => self.size(body, id),
                });
            }
        }
        dims
    }

    fn size(&mut self, body: &mut FunctionBody<'a>, id: Id<Expression>) -> Option<ExprId> {
        if let ExpressionKind::Reference(reference) = body.context.file.tree[id].kind
            && let Some(values) = self.type_values(&body.context.clone(), reference)
        {
            return Some(self.model.exprs.integer(values.len() as i64));
        }
        self.expr(body, id)
    }
}
