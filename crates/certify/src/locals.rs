//! Locals of functions (MLS 12.4): what they begin with, what is assigned to parts of them, and what expressions make of them.
//! It is the same where values are computed and where a tape is made of them.

use equations::{
    AccessStep, AssignmentTarget, Expr, ExprId, FlatModel, Function, FunctionId, ListId, Local, Type,
};

use crate::evaluate::{EvaluatedAccess, assign_at, coerce};
use crate::missing_value::MissingValue;
use crate::value::CertifyValue;

/// Whoever carries out functions of a model.
pub(crate) trait FunctionExecutor<'m> {
    /// An array that begins without values has no more elements than this.
    const MOST_ELEMENTS: usize;

    fn model(&self) -> &'m FlatModel;

    /// The value of an expression.
    fn value_of(&mut self, id: ExprId) -> Result<CertifyValue, MissingValue>;

    /// Carries out a function with these arguments.
    fn carry_out(
        &mut self,
        function: FunctionId,
        given: Vec<Option<CertifyValue>>,
    ) -> Result<CertifyValue, MissingValue>;

    /// The locals of the call that is under way.
    fn frame(&self) -> Option<&Vec<Option<CertifyValue>>>;

    /// The same; a comprehension outside of functions has locals, too.
    fn frame_mut(&mut self) -> Option<&mut Vec<Option<CertifyValue>>>;

    /// A subscript as it is needed to find an element.
    fn subscript(&self, value: CertifyValue) -> CertifyValue {
        value
    }

    /// The values of some expressions.
    fn list(&mut self, list: ListId) -> Result<Vec<CertifyValue>, MissingValue> {
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
    fn partial(&mut self, function: FunctionId, list: ListId) -> Result<CertifyValue, MissingValue> {
        let mut given = Vec::new();
        for pair in self.model().exprs.items(list).chunks_exact(2) {
            let number =
                u32::try_from(self.value_of(pair[0])?.integer()?).map_err(|_| MissingValue::Failed)?;
            given.push((number, self.value_of(pair[1])?));
        }
        Ok(CertifyValue::Function(function, given))
    }

    /// Calls a function that is a value.
    fn apply(&mut self, function: ExprId, list: ListId) -> Result<CertifyValue, MissingValue> {
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
        self.carry_out(id, arguments)
    }

    /// `{body for local in values}`.
    fn comprehension(
        &mut self,
        local: u32,
        values: ExprId,
        body: ExprId,
    ) -> Result<CertifyValue, MissingValue> {
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
    fn last_subscript(&mut self, array: ExprId, dimension: u32) -> Result<CertifyValue, MissingValue> {
        let size = match self.located(array) {
            Some(value) => value.shape().get(dimension as usize - 1).copied(),
            None => self.value_of(array)?.shape().get(dimension as usize - 1).copied(),
        };
        size.map(|size| CertifyValue::Integer(size as i64)).ok_or(MissingValue::Failed)
    }

    /// What a local begins with, if it does with anything.
    fn start_value(&mut self, function: &Function, at: usize) -> Result<Option<CertifyValue>, MissingValue> {
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

    /// An array or record to be assigned to piece by piece.
    fn blank(&mut self, local: &Local) -> Result<CertifyValue, MissingValue> {
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
    ) -> Result<(), MissingValue> {
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
