//! A model that a test writes down.

use syntax::{FileId, Place, Span};

use crate::eval::*;
use crate::{Local, Statement, Type};

/// A model small enough to write down in a test.
#[derive(Default)]
pub(super) struct Model {
    pub(super) exprs: Exprs,
    pub(super) symbols: Symbols,
    pub(super) functions: Vec<Function>,
}

impl Model {
    pub(super) fn int(&mut self, value: i64) -> ExprId {
        self.exprs.integer(value)
    }

    pub(super) fn ints(&mut self, values: &[i64]) -> ExprId {
        let items: Vec<ExprId> = values.iter().map(|&value| self.int(value)).collect();
        self.vector(&items)
    }

    pub(super) fn vector(&mut self, items: &[ExprId]) -> ExprId {
        let list = self.exprs.list(items);
        self.exprs.add(Expr::Array(list))
    }

    pub(super) fn matrix(&mut self, rows: &[&[i64]]) -> ExprId {
        let rows: Vec<ExprId> = rows.iter().map(|row| self.ints(row)).collect();
        self.vector(&rows)
    }

    pub(super) fn text(&mut self, text: &str) -> ExprId {
        let symbol = self.symbols.add(text);
        self.exprs.add(Expr::String(symbol))
    }

    pub(super) fn local(&mut self, local: u32) -> ExprId {
        self.exprs.add(Expr::Local(local))
    }

    pub(super) fn op(&mut self, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.add(Expr::Binary(operator, a, b))
    }

    pub(super) fn builtin(&mut self, builtin: Builtin, arguments: &[ExprId]) -> ExprId {
        self.exprs.builtin(builtin, arguments)
    }

    pub(super) fn call(&mut self, function: u32, arguments: &[ExprId]) -> ExprId {
        let list = self.exprs.list(arguments);
        self.exprs.add(Expr::Call(FunctionId(function), list))
    }

    pub(super) fn index(&mut self, array: ExprId, subscripts: &[ExprId]) -> ExprId {
        let list = self.exprs.list(subscripts);
        self.exprs.add(Expr::Index(array, list))
    }

    pub(super) fn range(&mut self, start: ExprId, stop: ExprId) -> ExprId {
        let step = self.int(1);
        self.exprs.add(Expr::Range(start, step, stop))
    }

    /// A function; its locals are given by name, type and dimensions.
    pub(super) fn function(
        &mut self,
        inputs: u32,
        outputs: u32,
        locals: Vec<Local>,
        body: Vec<Statement>,
    ) -> u32 {
        let name = self.symbols.add("f");
        let place = Place { file: FileId(0), span: Span::at(0) };
        let body = Some(body);
        self.functions.push(Function { locals, inputs, outputs, body, ..Function::new(name, place) });
        self.functions.len() as u32 - 1
    }

    pub(super) fn declare(&mut self, name: &str, kind: Type, dims: &[Option<ExprId>]) -> Local {
        let name = self.symbols.add(name);
        Local { name, kind, dims: dims.to_vec(), binding: None, fields: Vec::new() }
    }

    pub(super) fn eval(&self, expr: ExprId) -> Result<Value, EvalFailure> {
        eval(
            &EvalContext {
                exprs: &self.exprs,
                functions: &self.functions,
                symbols: &self.symbols,
                enumerations: &[],
                values: &|id| (id.0 == 0).then_some(Value::Real(0.5)),
                files: None,
                outside: None,
            },
            expr,
        )
    }

    /// The value written like a Modelica literal.
    pub(super) fn show(&self, expr: ExprId) -> String {
        match self.eval(expr) {
            Ok(value) => show(&value),
            Err(EvalFailure::Wrong(message)) => message,
            Err(failure) => format!("{failure:?}"),
        }
    }
}

fn show(value: &Value) -> String {
    fn rows(dims: &[usize], items: &[Value]) -> String {
        let Some((_, inner)) = dims.split_first() else { return show(&items[0]) };
        let size: usize = inner.iter().product();
        let parts: Vec<String> = items.chunks(size.max(1)).map(|part| rows(inner, part)).collect();
        format!("{{{}}}", parts.join(", "))
    }
    match value {
        Value::Real(value) => format!("{value:?}"),
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Literal(_, literal) => format!("#{literal}"),
        Value::Array(array) if array.items.is_empty() => format!("empty {:?}", array.dims),
        Value::Array(array) => rows(&array.dims, &array.items),
        Value::Tuple(values) => format!("({})", values.iter().map(show).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}
