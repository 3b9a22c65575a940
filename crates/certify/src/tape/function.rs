//! Functions and algorithms on a tape: statements are carried out once for all rows. Where rows decide a choice, both ways are
//! gone, and what they leave is chosen from. A way that cannot be gone here, such as a long loop that rows decide, leaves no
//! number: the rows that go it are left to the evaluator, and the others are not.

use equations::{
    Equation, EquationKind, Expr, ExprId, Function, FunctionId, Local, Statement, Step, Target, Type,
};
use equations::{Variability, VariableId};
use rustc_hash::FxHashMap;

use super::trace::{Tracer, has_node};
use super::{Claimed, NodeId, Op};
use crate::algorithm::waits;
use crate::evaluate::{Flow, Into, fit, store};
use crate::gap::Gap;
use crate::value::{Array, Value};

/// How many calls may be under way at once.
const MAX_CALLS: usize = 60;

/// How often a loop is written out.
const MAX_ROUNDS: usize = 10_000;

/// How often a loop that rows decide is written out, and how long each of its rounds may be.
const MAX_DECIDED: usize = 12;
const MAX_ROUND: usize = 400;

/// A call under way: its locals, and what its assertions ask for so far.
#[derive(Clone)]
pub(super) struct Frame {
    locals: Vec<Option<Value>>,
    holds: Option<NodeId>,
}

impl Tracer<'_, '_> {
    /// What has to do with calls and locals.
    pub(super) fn called(&mut self, id: ExprId) -> Result<Value, Gap> {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Local(local) => {
                let found = self.frames.last().and_then(|frame| frame.locals.get(local as usize));
                found.and_then(Clone::clone).ok_or(Gap::Unset)
            }
            Expr::Call(function, list) => {
                let given = self.list(list)?;
                self.invoke(function, given.into_iter().map(Some).collect())
            }
            Expr::Apply(function, list) => {
                let Value::Function(id, given) = self.value(function)? else { return Err(Gap::Failed) };
                let mut rest = self.list(list)?.into_iter();
                let inputs = model.functions.get(id.at()).ok_or(Gap::Failed)?.inputs;
                let mut arguments = Vec::new();
                for input in 0..inputs {
                    let bound = given.iter().find(|pair| pair.0 == input);
                    arguments.push(bound.map_or_else(|| rest.next(), |pair| Some(pair.1.clone())));
                }
                self.invoke(id, arguments)
            }
            Expr::Partial(function, list) => {
                let mut given = Vec::new();
                for pair in model.exprs.items(list).chunks_exact(2) {
                    let number = u32::try_from(self.value(pair[0])?.integer()?).map_err(|_| Gap::Failed)?;
                    given.push((number, self.value(pair[1])?));
                }
                Ok(Value::Function(function, given))
            }
            Expr::Comprehension(local, values, body) => {
                let mut items = Vec::new();
                let former = self.set(local, None);
                for value in self.value(values)?.into_items() {
                    self.set(local, Some(value));
                    items.push(self.value(body)?);
                }
                self.set(local, former);
                Value::join(items)
            }
            Expr::End(array, dimension) => {
                let size = match self.located(array) {
                    Some(value) => value.shape().get(dimension as usize - 1).copied(),
                    None => self.value(array)?.shape().get(dimension as usize - 1).copied(),
                };
                size.map(|size| Value::Integer(size as i64)).ok_or(Gap::Failed)
            }
            _ => Err(Gap::Unsupported),
        }
    }

    /// A local, or a field of one, without a copy.
    pub(super) fn located(&self, id: ExprId) -> Option<&Value> {
        match self.model.exprs.get(id) {
            Expr::Local(local) => self.frames.last()?.locals.get(local as usize)?.as_ref(),
            Expr::Field(record, name) => match self.located(record)? {
                Value::Record(_, fields) => fields.iter().find(|field| field.0 == name).map(|field| &field.1),
                _ => None,
            },
            _ => None,
        }
    }

    fn set(&mut self, local: u32, value: Option<Value>) -> Option<Value> {
        if self.frames.is_empty() {
            self.frames.push(Frame { locals: Vec::new(), holds: None });
        }
        let frame = self.frames.last_mut()?;
        let at = local as usize;
        if at >= frame.locals.len() {
            frame.locals.resize(at + 1, None);
        }
        std::mem::replace(&mut frame.locals[at], value)
    }

    /// An assertion of the function under way.
    pub(super) fn require(&mut self, condition: NodeId) -> Result<(), Gap> {
        let former = self.frames.last().ok_or(Gap::Unsupported)?.holds;
        let both = former.map_or(condition, |former| self.tape.add(Op::And(former, condition)));
        if let Some(frame) = self.frames.last_mut() {
            frame.holds = Some(both);
        }
        Ok(())
    }

    fn invoke(&mut self, id: FunctionId, given: Vec<Option<Value>>) -> Result<Value, Gap> {
        let model = self.model;
        let function = model.functions.get(id.at()).ok_or(Gap::Unsupported)?;
        if given.len() > function.inputs as usize || self.frames.len() >= MAX_CALLS {
            return Err(Gap::Failed);
        }
        let extent = function.locals.iter().zip(&given).find_map(|(local, value)| {
            let shape = value.as_ref()?.shape();
            let extra = shape.len().checked_sub(local.dims.len())?;
            (extra > 0).then(|| shape[..extra].to_vec())
        });
        let Some(mut dims) = extent else { return self.once(function, given) };
        // Arrays for scalars: a call for every element (MLS 12.4.6).
        let count: usize = dims.iter().product();
        let mut results = Vec::with_capacity(count);
        for at in 0..count {
            let mut arguments = Vec::with_capacity(given.len());
            for (local, value) in function.locals.iter().zip(&given) {
                let Some(value) = value else {
                    arguments.push(None);
                    continue;
                };
                let shape = value.shape();
                if shape.len() == local.dims.len() {
                    arguments.push(Some(value.clone()));
                    continue;
                }
                if !shape.starts_with(&dims) {
                    return Err(Gap::Failed);
                }
                let inner = shape[dims.len()..].to_vec();
                let size: usize = inner.iter().product();
                let items = value.items()[at * size..(at + 1) * size].to_vec();
                arguments.push(Some(Value::shaped(inner, items)));
            }
            results.push(self.once(function, arguments)?);
        }
        let inner = results.first().map_or(Vec::new(), |result| result.shape().to_vec());
        dims.extend(inner);
        Ok(Value::Array(Array { dims, items: results.into_iter().flat_map(Value::into_items).collect() }))
    }

    fn once(&mut self, function: &Function, given: Vec<Option<Value>>) -> Result<Value, Gap> {
        let Some(body) = &function.body else { return Err(Gap::Unsupported) };
        let mut locals: Vec<Option<Value>> = vec![None; function.locals.len()];
        for (at, value) in given.into_iter().enumerate() {
            if let Some(value) = value {
                if value.shape().len() != function.locals[at].dims.len() {
                    return Err(Gap::Failed);
                }
                locals[at] = Some(fit(value, &function.locals[at]));
            }
        }
        self.frames.push(Frame { locals, holds: None });
        self.bind(function)?;
        let _: Flow = self.run(&function.locals, body)?;
        let mut frame = self.frames.pop().ok_or(Gap::Failed)?;
        let outputs = function.inputs..function.inputs + function.outputs;
        let mut results: Vec<Value> =
            outputs.map(|at| frame.locals[at as usize].take().ok_or(Gap::Unset)).collect::<Result<_, _>>()?;
        if let Some(holds) = frame.holds {
            if results.is_empty() {
                self.require(holds)?;
            }
            for result in &mut results {
                *result = self.guard(holds, result)?;
            }
        }
        Ok(if results.len() == 1 { results.remove(0) } else { Value::Tuple(results) })
    }

    /// A value that is none where a condition is false.
    fn guard(&mut self, holds: NodeId, value: &Value) -> Result<Value, Gap> {
        Ok(match value {
            Value::Array(array) => {
                let items = array.items.iter().map(|item| self.guard(holds, item));
                Value::Array(Array { dims: array.dims.clone(), items: items.collect::<Result<_, _>>()? })
            }
            Value::Record(class, fields) => {
                let mut all = Vec::with_capacity(fields.len());
                for (name, value) in fields {
                    all.push((*name, self.guard(holds, value)?));
                }
                Value::Record(*class, all)
            }
            value => {
                let value = self.node(value)?;
                let none = self.tape.constant(f64::NAN);
                self.op(Op::Select(holds, value, none))
            }
        })
    }

    /// Gives locals what they begin with; those whose default needs one without a value are tried again.
    fn bind(&mut self, function: &Function) -> Result<(), Gap> {
        let mut pending: Vec<usize> = self.frames.last().map_or(Vec::new(), |frame| {
            (0..function.locals.len()).filter(|&at| frame.locals[at].is_none()).collect()
        });
        loop {
            let before = pending.len();
            let mut left = Vec::new();
            for at in pending {
                let (point, calls, depth) = (self.point(), self.frames.len(), self.depth);
                match self.first(function, at) {
                    Ok(value) => {
                        self.set(at as u32, value);
                    }
                    Err(Gap::Unset) => {
                        self.frames.truncate(calls);
                        self.depth = depth;
                        self.rollback(point);
                        left.push(at);
                    }
                    Err(gap) => return Err(gap),
                }
            }
            if left.is_empty() {
                return Ok(());
            }
            if left.len() == before {
                return Err(Gap::Unset);
            }
            pending = left;
        }
    }

    fn first(&mut self, function: &Function, at: usize) -> Result<Option<Value>, Gap> {
        let local = &function.locals[at];
        if let Some(binding) = local.binding {
            return Ok(Some(fit(self.value(binding)?, local)));
        }
        if at < function.inputs as usize {
            return Err(Gap::Failed);
        }
        if local.dims.is_empty() && !matches!(local.kind, Type::Record(_)) {
            return Ok(None);
        }
        self.blank(local).map(Some)
    }

    fn blank(&mut self, local: &Local) -> Result<Value, Gap> {
        let mut dims = Vec::with_capacity(local.dims.len());
        for dim in &local.dims {
            dims.push(match dim {
                Some(dim) => usize::try_from(self.value(*dim)?.integer()?).map_err(|_| Gap::Failed)?,
                None => 0,
            });
        }
        let count = dims.iter().fold(1, |all, &size| usize::saturating_mul(all, size));
        if count > 100_000 {
            return Err(Gap::Failed);
        }
        let item = match local.kind {
            Type::Real => Value::Real(0.0),
            Type::Integer => Value::Integer(0),
            Type::Boolean => Value::Boolean(false),
            Type::String => Value::Text("".into()),
            Type::Enumeration(kind) => Value::Literal(kind, 1),
            Type::Record(class) => {
                let mut fields = Vec::with_capacity(local.fields.len());
                for field in &local.fields {
                    let value = match field.binding {
                        Some(binding) => fit(self.value(binding)?, field),
                        None => self.blank(field)?,
                    };
                    fields.push((field.name, value));
                }
                Value::Record(class, fields)
            }
            Type::Clock | Type::Function | Type::External => return Err(Gap::Unsupported),
        };
        Ok(Value::shaped(dims, vec![item; count]))
    }

    fn run(&mut self, locals: &[Local], body: &[Statement]) -> Result<Flow, Gap> {
        for statement in body {
            let flow = self.act(locals, statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn act(&mut self, locals: &[Local], statement: &Statement) -> Result<Flow, Gap> {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.value(*value)?;
                self.assign(locals, target, value)?;
            }
            Statement::AssignMany(targets, value) => {
                let values = match self.value(*value)? {
                    Value::Tuple(values) => values,
                    value => vec![value],
                };
                for (target, value) in targets.iter().zip(values) {
                    if let Some(target) = target {
                        self.assign(locals, target, value)?;
                    }
                }
            }
            Statement::Call(call) => {
                // Only that it fails or does not counts.
                match self.value(*call)? {
                    Value::Tuple(parts) if parts.is_empty() => {}
                    value if has_node(&value) => return Err(Gap::Unsupported),
                    _ => {}
                }
            }
            Statement::If(branches) => return self.choose(locals, branches),
            Statement::For(local, values, body) => {
                let former = self.set(*local, None);
                for value in self.value(*values)?.into_items() {
                    self.set(*local, Some(value));
                    match self.run(locals, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
                self.set(*local, former);
            }
            Statement::While(condition, body) => {
                for round in 0.. {
                    let truth = self.value(*condition)?;
                    match self.truth(&truth)? {
                        Ok(false) => break,
                        Ok(true) if round < MAX_ROUNDS => {}
                        Err(node) => {
                            self.repeat(locals, node, (*condition, body), MAX_DECIDED)?;
                            break;
                        }
                        Ok(true) => return Err(Gap::Unsupported),
                    }
                    match self.run(locals, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            Statement::When(_) => return Err(Gap::Unsupported),
            Statement::Break => return Ok(Flow::Break),
            Statement::Return => return Ok(Flow::Return),
        }
        Ok(Flow::Next)
    }

    fn choose(&mut self, locals: &[Local], branches: &[(ExprId, Vec<Statement>)]) -> Result<Flow, Gap> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(Flow::Next) };
        let condition = self.value(*condition)?;
        let node = match self.truth(&condition)? {
            Ok(true) => return self.run(locals, body),
            Ok(false) => return self.choose(locals, rest),
            Err(node) => node,
        };
        let before = self.frames.last().cloned().ok_or(Gap::Failed)?;
        let yes = self.way(node, true, |tracer| tracer.run(locals, body))?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = before;
        }
        let no = self.way(node, false, |tracer| tracer.choose(locals, rest))?;
        if yes.1 && no.1 {
            return Err(Gap::Unsupported);
        }
        let merged = self.join(node, yes.0, no.0)?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = merged;
        }
        Ok(Flow::Next)
    }

    /// What is left of the call under way where a condition has a truth value, and whether that way could not be gone: then
    /// nothing of it is a number.
    fn way(
        &mut self,
        condition: NodeId,
        wanted: bool,
        go: impl FnOnce(&mut Self) -> Result<Flow, Gap>,
    ) -> Result<(Frame, bool), Gap> {
        let mut before = self.frames.last().cloned().ok_or(Gap::Failed)?;
        let (calls, depth) = (self.frames.len(), self.depth);
        let point = self.enter(condition, wanted);
        let gone = matches!(go(self), Ok(Flow::Next));
        if !gone {
            self.frames.truncate(calls);
            self.depth = depth;
            self.rollback(point);
        }
        self.leave(point);
        if gone {
            return Ok((self.frames.last().cloned().ok_or(Gap::Failed)?, false));
        }
        before.holds = Some(self.tape.constant(0.0));
        Ok((before, true))
    }

    /// A loop that rows decide, round by round.
    fn repeat(
        &mut self,
        locals: &[Local],
        node: NodeId,
        (condition, body): (ExprId, &[Statement]),
        rounds: usize,
    ) -> Result<(), Gap> {
        let before = self.frames.last().cloned().ok_or(Gap::Failed)?;
        let yes = self.way(node, true, |tracer| {
            let begun = tracer.tape.len();
            let flow = tracer.run(locals, body)?;
            if flow != Flow::Next || rounds == 0 || tracer.tape.len() - begun > MAX_ROUND {
                return Err(Gap::Unsupported);
            }
            let truth = tracer.value(condition)?;
            match tracer.truth(&truth)? {
                Ok(false) => {}
                Ok(true) => return Err(Gap::Unsupported),
                Err(node) => tracer.repeat(locals, node, (condition, body), rounds - 1)?,
            }
            Ok(Flow::Next)
        })?;
        let merged = self.join(node, yes.0, before)?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = merged;
        }
        Ok(())
    }

    /// What two ways leave.
    fn join(&mut self, condition: NodeId, yes: Frame, no: Frame) -> Result<Frame, Gap> {
        let one = self.tape.constant(1.0);
        let holds = match (yes.holds, no.holds) {
            (None, None) => None,
            (a, b) => Some(self.tape.add(Op::Select(condition, a.unwrap_or(one), b.unwrap_or(one)))),
        };
        let none = Value::Node(self.tape.constant(f64::NAN));
        let mut locals = Vec::with_capacity(yes.locals.len());
        for (a, b) in yes.locals.into_iter().zip(no.locals) {
            locals.push(match (a, b) {
                (None, None) => None,
                (Some(a), Some(b)) => Some(self.merge(condition, &a, &b)?),
                (Some(a), None) if a.shape().is_empty() => Some(self.merge(condition, &a, &none)?),
                (None, Some(b)) if b.shape().is_empty() => Some(self.merge(condition, &none, &b)?),
                _ => return Err(Gap::Unsupported),
            });
        }
        Ok(Frame { locals, holds })
    }

    fn assign(&mut self, locals: &[Local], target: &Target, value: Value) -> Result<(), Gap> {
        let mut local = locals.get(target.local as usize);
        let mut way = Vec::with_capacity(target.path.len());
        for step in &target.path {
            way.push(match step {
                Step::Index(subscripts) => {
                    let all = subscripts.iter().map(|&subscript| self.value(subscript));
                    Into::Elements(all.collect::<Result<_, _>>()?)
                }
                Step::Field(name) => {
                    local = local.and_then(|local| local.fields.iter().find(|field| field.name == *name));
                    Into::Field(*name)
                }
            });
        }
        let value = match local {
            Some(local) => fit(value, local),
            None => value,
        };
        if way.is_empty() {
            self.set(target.local, Some(value));
            return Ok(());
        }
        let mut slot = self.set(target.local, None).ok_or(Gap::Unset)?;
        store(&mut slot, &way, value)?;
        self.set(target.local, Some(slot));
        Ok(())
    }

    /// Carries out an algorithm of the model and compares what it assigns with what is recorded.
    pub(super) fn algorithm(&mut self, owner: u32, equation: &Equation) -> Result<(), Gap> {
        let EquationKind::Algorithm(body, assigned) = &equation.kind else { return Err(Gap::Unsupported) };
        let recorded: Vec<Value> = assigned.iter().map(|&id| self.variable(id)).collect::<Result<_, _>>()?;
        let mut first = FxHashMap::default();
        for (&id, now) in assigned.iter().zip(&recorded) {
            let declared = &self.model.variables[id.at()];
            let keeps = declared.kind != Type::Real || declared.variability <= Variability::Discrete;
            let value = if keeps || body.iter().any(waits) { now.clone() } else { self.start(id)? };
            first.insert(id, value);
        }
        self.assigned = Some(first);
        if self.statements(body, assigned)? == Flow::Break {
            return Err(Gap::Failed);
        }
        let done = self.assigned.take().ok_or(Gap::Failed)?;
        for (id, now) in assigned.iter().zip(&recorded) {
            let (left, right) = (self.node(now)?, self.node(&done[id])?);
            let [size, other] =
                [left, right].map(|side| self.tape.add(Op::One(equations::Builtin::Abs, side)));
            let terms = self.tape.add(Op::Arithmetic(equations::Operator::Add, size, other));
            self.tape.judge(Claimed { owner, mask: None, left, right, terms });
        }
        Ok(())
    }

    fn start(&mut self, id: VariableId) -> Result<Value, Gap> {
        let found = self
            .model
            .attributes
            .iter()
            .find(|found| found.0 == id && found.1 == equations::Attribute::Start);
        match found {
            Some(found) => self.value(found.2),
            None => Ok(Value::Real(0.0)),
        }
    }

    fn statements(&mut self, body: &[Statement], assigned: &[VariableId]) -> Result<Flow, Gap> {
        for statement in body {
            match statement {
                Statement::Assign(target, value) => {
                    let value = self.value(*value)?;
                    self.put(target, assigned, value)?;
                }
                Statement::AssignMany(targets, value) => {
                    let values = match self.value(*value)? {
                        Value::Tuple(values) => values,
                        value => value.into_items(),
                    };
                    for (target, value) in targets.iter().zip(values) {
                        if let Some(target) = target {
                            self.put(target, assigned, value)?;
                        }
                    }
                }
                // What is called acts outside of the model, and between events nothing becomes true.
                Statement::Call(_) | Statement::When(_) => {}
                Statement::If(branches) => self.decide(branches, assigned)?,
                _ => return Err(Gap::Unsupported),
            }
        }
        Ok(Flow::Next)
    }

    fn decide(&mut self, branches: &[(ExprId, Vec<Statement>)], assigned: &[VariableId]) -> Result<(), Gap> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(()) };
        let condition = self.value(*condition)?;
        let node = match self.truth(&condition)? {
            Ok(true) => return self.statements(body, assigned).map(|_| ()),
            Ok(false) => return self.decide(rest, assigned),
            Err(node) => node,
        };
        let before = self.assigned.clone();
        let point = self.enter(node, true);
        self.statements(body, assigned)?;
        self.leave(point);
        let yes = std::mem::replace(&mut self.assigned, before).ok_or(Gap::Failed)?;
        let point = self.enter(node, false);
        self.decide(rest, assigned)?;
        self.leave(point);
        let no = self.assigned.take().ok_or(Gap::Failed)?;
        let mut merged = FxHashMap::default();
        for id in assigned {
            merged.insert(*id, self.merge(node, &yes[id], &no[id])?);
        }
        self.assigned = Some(merged);
        Ok(())
    }

    fn put(&mut self, target: &Target, assigned: &[VariableId], value: Value) -> Result<(), Gap> {
        let id = assigned.get(target.local as usize).filter(|_| target.path.is_empty());
        let id = *id.ok_or(Gap::Unsupported)?;
        // Arrays are left to the evaluator.
        let value = match value {
            Value::Node(_) => value,
            value => {
                value.number()?;
                value
            }
        };
        self.assigned.as_mut().ok_or(Gap::Failed)?.insert(id, value);
        Ok(())
    }
}
