//! Expressions as text, with parentheses only where they are needed.

use crate::{Expr, ExprId, FlatModel, Function, FunctionId, ListId, Operator, Symbol, VariableId};

/// Expressions nested more deeply than this are cut short: no person reads them, and the stack is finite.
const MAX_NESTING: usize = 1000;

/// What the numbers of locals mean.
#[derive(Clone, Copy)]
pub(super) enum LocalNames<'a> {
    /// Nothing but the variables of comprehensions.
    Model,
    /// The locals of a function.
    Function(&'a Function),
    /// The variables that an algorithm assigns, then those of its loops.
    Algorithm(&'a [VariableId]),
}

/// Writes expressions and statements.
pub(super) struct ExprPrinter<'a> {
    pub(super) text: String,
    pub(super) model: &'a FlatModel,
    scope: LocalNames<'a>,
    nesting: usize,
}

/// How tightly the forms of expression bind, in the order of the grammar (MLS 3.2).
mod level {
    pub(super) const IF: u8 = 0;
    pub(super) const RANGE: u8 = 1;
    pub(super) const OR: u8 = 2;
    pub(super) const AND: u8 = 3;
    pub(super) const NOT: u8 = 4;
    pub(super) const RELATION: u8 = 5;
    pub(super) const SUM: u8 = 6;
    pub(super) const PRODUCT: u8 = 7;
    pub(super) const POWER: u8 = 8;
    pub(super) const PRIMARY: u8 = 9;
}

/// The level of an operator with two operands, and the least levels of its operands.
fn binds(operator: Operator) -> (u8, u8, u8) {
    use Operator as O;
    match operator {
        O::Or => (level::OR, level::OR, level::AND),
        O::And => (level::AND, level::AND, level::NOT),
        O::Not => (level::NOT, level::RELATION, level::RELATION),
        O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual => {
            (level::RELATION, level::SUM, level::SUM)
        }
        O::Add | O::Subtract | O::Negate | O::ElementAdd | O::ElementSubtract => {
            (level::SUM, level::SUM, level::PRODUCT)
        }
        O::Multiply | O::Divide | O::ElementMultiply | O::ElementDivide => {
            (level::PRODUCT, level::PRODUCT, level::POWER)
        }
        O::Power | O::ElementPower => (level::POWER, level::PRIMARY, level::PRIMARY),
    }
}

impl<'a> ExprPrinter<'a> {
    pub(super) fn new(model: &'a FlatModel, scope: LocalNames<'a>) -> ExprPrinter<'a> {
        ExprPrinter { text: String::new(), model, scope, nesting: 0 }
    }

    /// Writes an expression.
    pub(super) fn expr(&mut self, id: ExprId) {
        self.at(id, level::IF);
    }

    /// Writes the left side of an equation.
    pub(super) fn left(&mut self, id: ExprId) {
        self.at(id, level::RANGE);
    }

    /// The name of a local.
    pub(super) fn local(&self, local: u32) -> String {
        let at = local as usize;
        match self.scope {
            LocalNames::Function(function) if at < function.locals.len() => {
                self.model.symbols.name(function.locals[at].name).to_string()
            }
            LocalNames::Algorithm(variables) if at < variables.len() => {
                self.model.variable_name(variables[at])
            }
            _ => format!("i{local}"),
        }
    }

    /// Writes a list with commas.
    pub(super) fn list(&mut self, items: &[ExprId]) {
        for (number, &item) in items.iter().enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            self.expr(item);
        }
    }

    /// Writes an expression where one of at least this level is expected.
    fn at(&mut self, id: ExprId, least: u8) {
        if self.nesting >= MAX_NESTING {
            self.text.push('…');
            return;
        }
        self.nesting += 1;
        let parentheses = self.level(id) < least;
        if parentheses {
            self.text.push('(');
        }
        self.form(id);
        if parentheses {
            self.text.push(')');
        }
        self.nesting -= 1;
    }

    fn level(&self, id: ExprId) -> u8 {
        match self.model.exprs.get(id) {
            Expr::Real(value) if value.get() < 0.0 => level::SUM,
            Expr::Integer(value) if value < 0 => level::SUM,
            Expr::Unary(operator, _) | Expr::Binary(operator, ..) => binds(operator).0,
            Expr::If(..) => level::IF,
            Expr::Range(..) => level::RANGE,
            _ => level::PRIMARY,
        }
    }

    fn form(&mut self, id: ExprId) {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Real(value) => self.text.push_str(&real(value.get())),
            Expr::Integer(value) => self.text.push_str(&value.to_string()),
            Expr::Boolean(value) => self.text.push_str(if value { "true" } else { "false" }),
            Expr::String(symbol) => self.text.push_str(&quote(model.symbols.name(symbol))),
            Expr::Literal(kind, literal) => {
                let kind = &model.enumerations[kind.at()];
                self.name(kind.name);
                self.text.push('.');
                self.name(kind.literals[literal as usize - 1]);
            }
            Expr::Time => self.text.push_str("time"),
            Expr::Variable(id) => self.text.push_str(&model.variable_name(id)),
            Expr::Local(local) => self.text.push_str(&self.local(local)),
            Expr::Unary(operator, a) => {
                self.text.push_str(if operator == Operator::Not { "not " } else { operator.text() });
                self.at(a, binds(operator).2);
            }
            Expr::Binary(..) => self.binary(id),
            Expr::If(..) => self.choice(id),
            Expr::Builtin(builtin, list) => self.call(builtin.text(), list),
            Expr::Call(function, list) => self.call(self.function(function), list),
            Expr::Apply(function, list) => {
                self.at(function, level::PRIMARY);
                self.call("", list);
            }
            Expr::Result(call, number) => {
                self.at(call, level::PRIMARY);
                // The first result is what a call means in an expression.
                if number > 0 {
                    self.text.push_str(&format!(".${}", number + 1));
                }
            }
            Expr::Array(list) => self.enclose("{", list, "}"),
            Expr::Record(class, list) => self.call(model.symbols.name(class), list),
            Expr::Index(array, list) => {
                self.at(array, level::PRIMARY);
                self.enclose("[", list, "]");
            }
            Expr::Field(record, name) => {
                self.at(record, level::PRIMARY);
                self.text.push('.');
                self.name(name);
            }
            Expr::Range(start, step, stop) => {
                let parts = [start, step, stop];
                let one = model.exprs.get(step) == Expr::Integer(1);
                for (number, &part) in parts.iter().enumerate().filter(|&(number, _)| number != 1 || !one) {
                    if number > 0 {
                        self.text.push(':');
                    }
                    self.at(part, level::OR);
                }
            }
            Expr::Comprehension(local, values, body) => {
                self.text.push('{');
                self.expr(body);
                self.text.push_str(&format!(" for {} in ", self.local(local)));
                self.expr(values);
                self.text.push('}');
            }
            Expr::All => self.text.push(':'),
            Expr::End(..) => self.text.push_str("end"),
            Expr::Partial(function, list) => self.partial(function, list),
        }
    }

    /// Chains lean to the left and may be long, so the left side is no recursion.
    #[inline(never)]
    fn binary(&mut self, id: ExprId) {
        let mut chain = Vec::new();
        let mut first = id;
        let mut least = 0;
        while let Expr::Binary(operator, left, right) = self.model.exprs.get(first) {
            if binds(operator).0 < least {
                break;
            }
            let (_, left_least, right_least) = binds(operator);
            chain.push((operator, right, right_least));
            least = left_least;
            first = left;
        }
        self.at(first, least);
        for (operator, right, least) in chain.into_iter().rev() {
            let tight = matches!(operator, Operator::Power);
            self.text.push_str(&if tight { "^".to_string() } else { format!(" {} ", operator.text()) });
            self.at(right, least);
        }
    }

    #[inline(never)]
    fn choice(&mut self, id: ExprId) {
        let mut at = id;
        let mut word = "if";
        while let Expr::If(condition, yes, no) = self.model.exprs.get(at) {
            self.text.push_str(word);
            self.text.push(' ');
            self.expr(condition);
            self.text.push_str(" then ");
            self.expr(yes);
            word = " elseif";
            at = no;
        }
        self.text.push_str(" else ");
        self.expr(at);
    }

    #[inline(never)]
    fn partial(&mut self, function: FunctionId, list: ListId) {
        let model = self.model;
        self.text.push_str("function ");
        self.text.push_str(self.function(function));
        self.text.push('(');
        for (number, pair) in model.exprs.items(list).chunks_exact(2).enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            if let Expr::Integer(input) = model.exprs.get(pair[0])
                && let Some(local) = model.functions[function.at()].locals.get(input as usize)
            {
                self.name(local.name);
                self.text.push_str(" = ");
            }
            self.expr(pair[1]);
        }
        self.text.push(')');
    }

    fn function(&self, id: FunctionId) -> &'a str {
        self.model.symbols.name(self.model.functions[id.at()].name)
    }

    fn name(&mut self, symbol: Symbol) {
        self.text.push_str(self.model.symbols.name(symbol));
    }

    fn call(&mut self, name: &str, list: ListId) {
        self.text.push_str(name);
        self.enclose("(", list, ")");
    }

    fn enclose(&mut self, open: &str, list: ListId, close: &str) {
        self.text.push_str(open);
        self.list(self.model.exprs.items(list));
        self.text.push_str(close);
    }
}

/// The shortest text that reads as the same Real.
fn real(value: f64) -> String {
    let text = format!("{value:?}");
    match text.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => text,
    }
}

/// A String literal.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
