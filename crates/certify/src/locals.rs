//! Functions (MLS 12.4): their calls, their statements and their locals, what these begin with, what is assigned to parts of
//! them, and what expressions make of them. It is the same where values are computed and where a tape is made of them.

use equations::{
    AccessStep, AssignmentTarget, Expr, ExprId, FlatModel, Function, FunctionId, ListId, Local, Statement,
    Type,
};

use crate::evaluate::{EvaluatedAccess, StatementFlow, assign_at, coerce};
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

/// Whoever carries out functions of a model.
pub(crate) trait FunctionExecutor<'m> {
    /// An array that begins without values has no more elements than this.
    const MOST_ELEMENTS: usize;

    /// No more calls than these may be under way at once.
    const MOST_CALLS: usize;

    fn model(&self) -> &'m FlatModel;

    /// The value of an expression.
    fn value_of(&mut self, id: ExprId) -> CertifyResult;

    /// Calls a function with arguments of the dimensions that it declares.
    fn call_once(&mut self, id: FunctionId, given: Vec<Option<CertifyValue>>) -> CertifyResult;

    /// Carries out a statement.
    fn carry_out(&mut self, locals: &[Local], statement: &Statement) -> CertifyResult<StatementFlow>;

    /// How many calls are under way.
    fn call_depth(&self) -> usize;

    /// The locals of the call that is under way.
    fn frame(&self) -> Option<&Vec<Option<CertifyValue>>>;

    /// The same; a comprehension outside of functions has locals, too.
    fn frame_mut(&mut self) -> Option<&mut Vec<Option<CertifyValue>>>;

    /// A subscript as it is needed to find an element.
    fn subscript(&self, value: CertifyValue) -> CertifyValue {
        value
    }

    /// The values of some expressions.
    fn list(&mut self, list: ListId) -> CertifyResult<Vec<CertifyValue>> {
        self.model().exprs.items(list).iter().map(|&item| self.value_of(item)).collect()
    }

    /// Gives a local a value and returns the former one.
    fn set(&mut self, local: u32, value: Option<CertifyValue>) -> Option<CertifyValue> {
        let (frame, at) = (self.frame_mut()?, local as usize);
        if at >= frame.len() {
            frame.resize(at + 1, None);
        }
        std::mem::replace(&mut frame[at], value)
    }

    /// A local, or a field of one, without a copy.
    fn located(&self, id: ExprId) -> Option<&CertifyValue> {
        match self.model().exprs.get(id) {
            Expr::Local(local) => self.frame()?.get(local as usize)?.as_ref(),
            Expr::Field(record, name) => match self.located(record)? {
                CertifyValue::Record(_, fields) => {
                    fields.iter().find(|field| field.0 == name).map(|field| &field.1)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A function with some of its inputs given.
    fn partial(&mut self, function: FunctionId, list: ListId) -> CertifyResult {
        let mut given = Vec::new();
        for pair in self.model().exprs.items(list).chunks_exact(2) {
            let number =
                u32::try_from(self.value_of(pair[0])?.integer()?).map_err(|_| MissingValue::Failed)?;
            given.push((number, self.value_of(pair[1])?));
        }
        Ok(CertifyValue::Function(function, given))
    }

    /// Calls a function that is a value.
    fn apply(&mut self, function: ExprId, list: ListId) -> CertifyResult {
        let CertifyValue::Function(id, given) = self.value_of(function)? else {
            return Err(MissingValue::Failed);
        };
        let mut rest = self.list(list)?.into_iter();
        let inputs = self.model().functions.get(id.at()).ok_or(MissingValue::Failed)?.inputs;
        let mut arguments = Vec::new();
        for input in 0..inputs {
            let bound = given.iter().find(|pair| pair.0 == input);
            arguments.push(bound.map_or_else(|| rest.next(), |pair| Some(pair.1.clone())));
        }
        self.invoke(id, arguments)
    }

    /// Calls a function, for every element where arrays are given for scalars (MLS 12.4.6).
    fn invoke(&mut self, id: FunctionId, given: Vec<Option<CertifyValue>>) -> CertifyResult {
        let function = self.model().functions.get(id.at()).ok_or(MissingValue::Unsupported)?;
        if given.len() > function.inputs as usize {
            return Err(MissingValue::Failed);
        }
        if self.call_depth() >= Self::MOST_CALLS {
            return Err(MissingValue::Endless);
        }
        let extent = function.locals.iter().zip(&given).find_map(|(local, value)| {
            let shape = value.as_ref()?.shape();
            let extra = shape.len().checked_sub(local.dims.len())?;
            (extra > 0).then(|| shape[..extra].to_vec())
        });
        let Some(mut dims) = extent else { return self.call_once(id, given) };
        let count: usize = dims.iter().product();
        let mut results = Vec::with_capacity(count);
        for at in 0..count {
            let mut arguments = Vec::with_capacity(given.len());
            for (local, value) in function.locals.iter().zip(&given) {
                arguments.push(match value {
                    Some(value) if value.shape().len() != local.dims.len() => {
                        let inner = value.shape().strip_prefix(&dims[..]).ok_or(MissingValue::Failed)?;
                        let size: usize = inner.iter().product();
                        let items = value.items()[at * size..(at + 1) * size].to_vec();
                        Some(CertifyValue::shaped(inner.to_vec(), items))
                    }
                    value => value.clone(),
                });
            }
            results.push(self.call_once(id, arguments)?);
        }
        dims.extend(results.first().map_or(&[][..], CertifyValue::shape));
        let items = results.into_iter().flat_map(CertifyValue::into_items).collect();
        Ok(CertifyValue::Array(CertifyArray { dims, items }))
    }

    /// Carries out statements until one leads elsewhere than to the next.
    fn run(&mut self, locals: &[Local], body: &[Statement]) -> CertifyResult<StatementFlow> {
        for statement in body {
            let flow = self.carry_out(locals, statement)?;
            if flow != StatementFlow::Next {
                return Ok(flow);
            }
        }
        Ok(StatementFlow::Next)
    }

    /// Carries out a statement that does the same wherever functions are carried out.
    fn carry_out_plain(&mut self, locals: &[Local], statement: &Statement) -> CertifyResult<StatementFlow> {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.value_of(*value)?;
                self.assign(locals, target, value)?;
            }
            Statement::AssignMany(targets, value) => {
                let values = match self.value_of(*value)? {
                    CertifyValue::Tuple(values) => values,
                    value => vec![value],
                };
                for (target, value) in targets.iter().zip(values) {
                    if let Some(target) = target {
                        self.assign(locals, target, value)?;
                    }
                }
            }
            Statement::For(local, values, body) => {
                let former = self.set(*local, None);
                for value in self.value_of(*values)?.into_items() {
                    self.set(*local, Some(value));
                    match self.run(locals, body)? {
                        StatementFlow::Next => {}
                        StatementFlow::Break => break,
                        StatementFlow::Return => return Ok(StatementFlow::Return),
                    }
                }
                self.set(*local, former);
            }
            Statement::Break => return Ok(StatementFlow::Break),
            Statement::Return => return Ok(StatementFlow::Return),
            Statement::Call(_) | Statement::If(_) | Statement::While(..) | Statement::When(_) => {
                return Err(MissingValue::Unsupported);
            }
        }
        Ok(StatementFlow::Next)
    }

    /// `{body for local in values}`.
    fn comprehension(&mut self, local: u32, values: ExprId, body: ExprId) -> CertifyResult {
        let mut items = Vec::new();
        let former = self.set(local, None);
        for value in self.value_of(values)?.into_items() {
            self.set(local, Some(value));
            items.push(self.value_of(body)?);
        }
        self.set(local, former);
        CertifyValue::join(items)
    }

    /// `end` in a subscript of an array.
    fn last_subscript(&mut self, array: ExprId, dimension: u32) -> CertifyResult {
        let size = match self.located(array) {
            Some(value) => value.shape().get(dimension as usize - 1).copied(),
            None => self.value_of(array)?.shape().get(dimension as usize - 1).copied(),
        };
        size.map(|size| CertifyValue::Integer(size as i64)).ok_or(MissingValue::Failed)
    }

    /// What a local begins with, if it does with anything.
    fn start_value(&mut self, function: &Function, at: usize) -> CertifyResult<Option<CertifyValue>> {
        let local = &function.locals[at];
        if let Some(binding) = local.binding {
            return Ok(Some(coerce(self.value_of(binding)?, local)));
        }
        if at < function.inputs as usize {
            return Err(MissingValue::Failed);
        }
        if local.dims.is_empty() && !matches!(local.kind, Type::Record(_)) {
            return Ok(None);
        }
        self.blank(local).map(Some)
    }

    /// The same where a value that cannot be computed yet may not leave anything behind.
    fn try_start_value(&mut self, function: &Function, at: usize) -> CertifyResult<Option<CertifyValue>> {
        self.start_value(function, at)
    }

    /// Gives locals what they begin with; a default may use any other local, so those that need one without a value are
    /// tried again.
    fn bind(&mut self, function: &Function) -> CertifyResult<()> {
        let is_open = |frame: &[Option<CertifyValue>], at: usize| frame.get(at).is_none_or(Option::is_none);
        let mut pending: Vec<usize> = self.frame().map_or(Vec::new(), |frame| {
            (0..function.locals.len()).filter(|&at| is_open(frame, at)).collect()
        });
        while !pending.is_empty() {
            let mut left = Vec::new();
            for &at in &pending {
                match self.try_start_value(function, at) {
                    Ok(value) => {
                        self.set(at as u32, value);
                    }
                    Err(MissingValue::Unset) => left.push(at),
                    Err(gap) => return Err(gap),
                }
            }
            if left.len() == pending.len() {
                return Err(MissingValue::Unset);
            }
            pending = left;
        }
        Ok(())
    }

    /// An array or record to be assigned to piece by piece.
    fn blank(&mut self, local: &Local) -> CertifyResult {
        let mut dims = Vec::with_capacity(local.dims.len());
        for dim in &local.dims {
            dims.push(match dim {
                Some(dim) => {
                    usize::try_from(self.value_of(*dim)?.integer()?).map_err(|_| MissingValue::Failed)?
                }
                None => 0,
            });
        }
        let count = dims.iter().fold(1, |all, &size| usize::saturating_mul(all, size));
        if count > Self::MOST_ELEMENTS {
            return Err(MissingValue::Failed);
        }
        let item = match local.kind {
            Type::Real => CertifyValue::Real(0.0),
            Type::Integer => CertifyValue::Integer(0),
            Type::Boolean => CertifyValue::Boolean(false),
            Type::String => CertifyValue::Text("".into()),
            Type::Enumeration(kind) => CertifyValue::Literal(kind, 1),
            Type::Record(class) => {
                let mut fields = Vec::with_capacity(local.fields.len());
                for field in &local.fields {
                    let value = match field.binding {
                        Some(binding) => coerce(self.value_of(binding)?, field),
                        None => self.blank(field)?,
                    };
                    fields.push((field.name, value));
                }
                CertifyValue::Record(class, fields)
            }
            Type::Clock | Type::Function | Type::External => return Err(MissingValue::Unsupported),
        };
        Ok(CertifyValue::shaped(dims, vec![item; count]))
    }

    /// Assigns to a local, or to a part of one.
    fn assign(
        &mut self,
        locals: &[Local],
        target: &AssignmentTarget,
        value: CertifyValue,
    ) -> CertifyResult<()> {
        let mut local = locals.get(target.local as usize);
        let mut way = Vec::with_capacity(target.path.len());
        for step in &target.path {
            way.push(match step {
                AccessStep::Index(subscripts) => {
                    let mut all = Vec::with_capacity(subscripts.len());
                    for &subscript in subscripts {
                        let value = self.value_of(subscript)?;
                        all.push(self.subscript(value));
                    }
                    EvaluatedAccess::Elements(all)
                }
                AccessStep::Field(name) => {
                    local = local.and_then(|local| local.fields.iter().find(|field| field.name == *name));
                    EvaluatedAccess::Field(*name)
                }
            });
        }
        let value = match local {
            Some(local) => coerce(value, local),
            None => value,
        };
        if way.is_empty() {
            self.set(target.local, Some(value));
            return Ok(());
        }
        let mut slot = self.set(target.local, None).ok_or(MissingValue::Unset)?;
        assign_at(&mut slot, &way, value)?;
        self.set(target.local, Some(slot));
        Ok(())
    }
}

/// The locals of a call with these arguments.
pub(crate) fn new_frame(
    function: &Function,
    given: Vec<Option<CertifyValue>>,
) -> CertifyResult<Vec<Option<CertifyValue>>> {
    let mut frame = vec![None; function.locals.len()];
    for ((slot, local), value) in frame.iter_mut().zip(&function.locals).zip(given) {
        *slot = match value {
            Some(value) if value.shape().len() != local.dims.len() => return Err(MissingValue::Failed),
            value => value.map(|value| coerce(value, local)),
        };
    }
    Ok(frame)
}

/// What the outputs of a call are worth at its end.
pub(crate) fn take_outputs(
    function: &Function,
    frame: &mut [Option<CertifyValue>],
) -> CertifyResult<Vec<CertifyValue>> {
    let outputs = function.inputs..function.inputs + function.outputs;
    outputs.map(|at| frame[at as usize].take().ok_or(MissingValue::Unset)).collect()
}

/// The value of a call with these results.
pub(crate) fn result_of(mut results: Vec<CertifyValue>) -> CertifyValue {
    if results.len() == 1 { results.remove(0) } else { CertifyValue::Tuple(results) }
}
