//! Expressions in a table where equal ones are the same.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{Builtin, EnumId, ExprId, FunctionId, ListId, Symbol, VariableId};

/// A real number that can be compared and hashed by its bits. Zero is always positive zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u64);

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number((value + 0.0).to_bits())
    }
}

impl Number {
    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// An expression. In equations every expression is a scalar, except arguments of functions; in the bodies of
/// functions any may be an array or a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Expr {
    Real(Number),
    Integer(i64),
    Boolean(bool),
    String(Symbol),
    /// A literal of an enumeration, counted from one.
    Literal(EnumId, u32),
    /// The independent variable.
    Time,
    Variable(VariableId),
    /// A local variable of the function that the expression stands in.
    Local(u32),
    Unary(Operator, ExprId),
    Binary(Operator, ExprId, ExprId),
    /// `if a then b else c`
    If(ExprId, ExprId, ExprId),
    /// A built-in function or operator.
    Builtin(Builtin, ListId),
    /// A function of the model. With several results it is a tuple of them.
    Call(FunctionId, ListId),
    /// The result with this number, from zero, of a call with several.
    Result(ExprId, u32),
    /// `{a, b}`; an array of arrays for more dimensions.
    Array(ListId),
    /// A record: its class and its fields in order.
    Record(Symbol, ListId),
    /// An element of an array: the array and its subscripts. A subscript that is an array selects several.
    Index(ExprId, ListId),
    /// A field of a record.
    Field(ExprId, Symbol),
    /// `a : b : c`, the step given or one.
    Range(ExprId, ExprId, ExprId),
    /// `{body for local in values}`: the local, the values, the body.
    Comprehension(u32, ExprId, ExprId),
    /// `:` as a subscript
    All,
    /// `end` as a subscript of the array and dimension (from one) given.
    End(ExprId, u32),
    /// A function as an argument, some of its inputs given: pairs of input number and value.
    Partial(FunctionId, ListId),
    /// A call of a function that is itself a value, such as an argument.
    Apply(ExprId, ListId),
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Operator {
    Or,
    And,
    Not,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    Negate,
    Multiply,
    Divide,
    Power,
    ElementAdd,
    ElementSubtract,
    ElementMultiply,
    ElementDivide,
    ElementPower,
}

impl Operator {
    /// Whether it makes a truth value of two values.
    pub fn is_logical(self) -> bool {
        self.is_relation() || matches!(self, Operator::And | Operator::Or)
    }

    /// Whether it compares two values.
    pub fn is_relation(self) -> bool {
        use Operator as O;
        matches!(self, O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual)
    }
}

impl Operator {
    /// The operator in Modelica.
    pub fn text(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Not => "not",
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterEqual => ">=",
            Operator::Equal => "==",
            Operator::NotEqual => "<>",
            Operator::Add => "+",
            Operator::Subtract | Operator::Negate => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Power => "^",
            Operator::ElementAdd => ".+",
            Operator::ElementSubtract => ".-",
            Operator::ElementMultiply => ".*",
            Operator::ElementDivide => "./",
            Operator::ElementPower => ".^",
        }
    }
}

/// Expressions and lists, each with its number. Numbers begin after those of the layer below.
#[derive(Clone, Debug, Default)]
struct ExprLayer {
    exprs: Vec<Expr>,
    known: FxHashMap<Expr, ExprId>,
    /// The lists one after the other, and where each ends.
    items: Vec<ExprId>,
    ends: Vec<u32>,
    known_lists: FxHashMap<Box<[ExprId]>, ListId>,
}

impl ExprLayer {
    fn list(&self, at: usize) -> &[ExprId] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.items[start..self.ends[at] as usize]
    }
}

/// All expressions of a model: those that it was finished with, which its copies share, and those that were added since.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    finished: Arc<ExprLayer>,
    added: ExprLayer,
}

impl Exprs {
    /// The id of an expression.
    pub fn add(&mut self, expr: Expr) -> ExprId {
        if let Some(&known) = self.finished.known.get(&expr) {
            return known;
        }
        let next = ExprId(self.len() as u32);
        let id = *self.added.known.entry(expr).or_insert(next);
        if id == next {
            self.added.exprs.push(expr);
        }
        id
    }

    /// The id of a list of expressions.
    pub fn list(&mut self, items: &[ExprId]) -> ListId {
        let known = self.finished.known_lists.get(items).or_else(|| self.added.known_lists.get(items));
        if let Some(&known) = known {
            return known;
        }
        let id = ListId((self.finished.ends.len() + self.added.ends.len()) as u32);
        self.added.items.extend_from_slice(items);
        self.added.ends.push(self.added.items.len() as u32);
        self.added.known_lists.insert(items.into(), id);
        id
    }

    /// An expression.
    pub fn get(&self, id: ExprId) -> Expr {
        let finished = &self.finished.exprs;
        match id.at().checked_sub(finished.len()) {
            None => finished[id.at()],
            Some(at) => self.added.exprs[at],
        }
    }

    /// The expressions of a list.
    pub fn items(&self, list: ListId) -> &[ExprId] {
        match list.at().checked_sub(self.finished.ends.len()) {
            None => self.finished.list(list.at()),
            Some(at) => self.added.list(at),
        }
    }

    /// From now on copies share what there is. Whoever adds expressions to one of them has these alone.
    pub fn finish(&mut self) {
        let mut added = std::mem::take(&mut self.added);
        let mut layer = Arc::unwrap_or_clone(std::mem::take(&mut self.finished));
        let before = layer.items.len() as u32;
        layer.exprs.append(&mut added.exprs);
        layer.known.extend(added.known);
        layer.items.append(&mut added.items);
        layer.ends.extend(added.ends.iter().map(|end| before + end));
        layer.known_lists.extend(added.known_lists);
        self.finished = Arc::new(layer);
    }

    /// How many different expressions there are.
    pub fn len(&self) -> usize {
        self.finished.exprs.len() + self.added.exprs.len()
    }

    /// True before the first expression.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A real literal.
    pub fn real(&mut self, value: f64) -> ExprId {
        self.add(Expr::Real(value.into()))
    }

    /// An integer literal.
    pub fn integer(&mut self, value: i64) -> ExprId {
        self.add(Expr::Integer(value))
    }

    /// A call of a built-in.
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[ExprId]) -> ExprId {
        let arguments = self.list(arguments);
        self.add(Expr::Builtin(builtin, arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, Exprs};

    #[test]
    fn copies_of_finished_expressions_have_for_themselves_what_they_add() {
        let mut written = Exprs::default();
        let (one, two) = (written.add(Expr::Real(1.0.into())), written.add(Expr::Real(2.0.into())));
        let pair = written.list(&[one, two]);
        written.finish();
        let mut trial = written.clone();
        let three = trial.add(Expr::Real(3.0.into()));
        let more = trial.list(&[three, one]);
        assert_eq!((written.len(), trial.len()), (2, 3));
        assert_eq!((trial.add(Expr::Real(2.0.into())), trial.list(&[one, two])), (two, pair));
        assert_eq!((trial.items(pair), trial.items(more)), (&[one, two][..], &[three, one][..]));
        trial.finish();
        assert_eq!((trial.get(three), trial.items(more)), (Expr::Real(3.0.into()), &[three, one][..]));
        assert_eq!(trial.add(Expr::Real(3.0.into())), three);
    }
}
