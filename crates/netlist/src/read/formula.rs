//! Formulas: `{2*rload}`, `'w/l'`, `V=v(a)*sin(time)`.
//!
//! There is one reader for formulas of parameters, which are numbers at once, and for those of behavioural sources, which
//! stay formulas where they speak of voltages, currents or time. Numbers are computed on the way.

mod functions;
pub(super) mod table;

use equations::{Expr, ExprId, Exprs, Operator};
use syntax::Span;

use super::cursor::Cursor;
use crate::number;

/// Brackets, signs and powers may be nested so deep.
const MAX_DEPTH: u32 = 200;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FormulaTerm {
    /// A number.
    Number(f64),
    /// Something that is known when the circuit runs.
    Formula(ExprId),
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FormulaError {
    /// The text cannot be read: where, and what is wrong.
    Syntax(Span, String),
    /// A parameter that nothing defines.
    Unknown(Span),
    /// The value of a parameter is needed that is not computed yet.
    Pending(crate::NameId),
    /// Something else is wrong that was told already.
    Told,
    /// Nested too deeply.
    Deep(Span),
}

/// What formulas may speak of.
pub(super) trait FormulaScope {
    /// A name that stands alone.
    fn name(&mut self, name: &str, span: Span) -> Result<FormulaTerm, FormulaError>;
    /// `v(a)` or `v(a,b)`
    fn voltage(&mut self, nodes: &[(&str, Span)], span: Span) -> Result<FormulaTerm, FormulaError>;
    /// `i(source)`
    fn current(&mut self, source: &str, span: Span) -> Result<FormulaTerm, FormulaError>;
    /// A function of the netlist; `None` if there is none of this name.
    fn call(
        &mut self,
        name: &str,
        arguments: &[FormulaTerm],
        span: Span,
        depth: u32,
    ) -> Option<Result<FormulaTerm, FormulaError>>;
    /// Where formulas are kept.
    fn formulas(&mut self) -> &mut Exprs;
}

/// Reads a formula that takes the whole of a span.
pub(super) fn read(
    text: &str,
    span: Span,
    scope: &mut dyn FormulaScope,
    depth: u32,
) -> Result<FormulaTerm, FormulaError> {
    let mut reader = FormulaReader { text, cursor: Cursor::new(text, span), scope, depth };
    let value = reader.choice()?;
    reader.cursor.skip();
    match reader.cursor.peek() {
        None => Ok(value),
        Some(_) => Err(reader.wrong("an operator is missing before this")),
    }
}

struct FormulaReader<'a, 'b> {
    text: &'a str,
    cursor: Cursor<'a>,
    scope: &'b mut dyn FormulaScope,
    depth: u32,
}

impl<'a> FormulaReader<'a, '_> {
    fn wrong(&self, message: &str) -> FormulaError {
        let start = self.cursor.at.min(self.cursor.end);
        let len = self.text[start..self.cursor.end].chars().next().map_or(0, char::len_utf8);
        FormulaError::Syntax(Span::new(start as u32, (start + len) as u32), message.to_string())
    }

    /// Takes one of some operators, longer ones before those that they begin with.
    fn take(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        self.cursor.skip();
        let rest = &self.text.as_bytes()[self.cursor.at..self.cursor.end];
        let found = operators.iter().copied().find(|operator| rest.starts_with(operator.as_bytes()))?;
        self.cursor.at += found.len();
        Some(found)
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, FormulaError>,
    ) -> Result<T, FormulaError> {
        if self.depth >= MAX_DEPTH {
            return Err(FormulaError::Deep(Span::at(self.cursor.at as u32)));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// `a ? b : c`
    fn choice(&mut self) -> Result<FormulaTerm, FormulaError> {
        let condition = self.level(0)?;
        if self.take(&["?"]).is_none() {
            return Ok(condition);
        }
        let yes = self.deeper(Self::choice)?;
        if self.take(&[":"]).is_none() {
            return Err(self.wrong("`:` is expected here, as in `a ? b : c`"));
        }
        let no = self.deeper(Self::choice)?;
        Ok(match condition {
            FormulaTerm::Number(number) => {
                if number != 0.0 {
                    yes
                } else {
                    no
                }
            }
            FormulaTerm::Formula(_) => {
                let condition = self.truth(condition);
                let (yes, no) = (self.formula(yes), self.formula(no));
                FormulaTerm::Formula(self.scope.formulas().add(Expr::If(condition, yes, no)))
            }
        })
    }

    fn level(&mut self, level: usize) -> Result<FormulaTerm, FormulaError> {
        const LEVELS: [&[&str]; 5] = [
            &["||", "|"],
            &["&&", "&"],
            &["==", "!=", "<>", "<=", ">=", "<", ">"],
            &["+", "-"],
            &["**", "*", "/", "%"],
        ];
        if level == LEVELS.len() {
            return self.sign();
        }
        let mut left = self.level(level + 1)?;
        while let Some(operator) = self.take(LEVELS[level]) {
            if operator == "**" {
                // A power, which `power` has passed by: there was a sign before it.
                self.cursor.at -= 2;
                break;
            }
            let right = self.level(level + 1)?;
            left = self.binary(operator, left, right);
        }
        Ok(left)
    }

    fn sign(&mut self) -> Result<FormulaTerm, FormulaError> {
        match self.take(&["-", "+", "!="]) {
            Some("-") => {
                let value = self.deeper(Self::sign)?;
                Ok(self.negate(value))
            }
            Some("+") => self.deeper(Self::sign),
            Some(_) => Err(self.wrong("a value is expected before this")),
            None => match self.take(&["!"]) {
                Some(_) => {
                    let value = self.deeper(Self::sign)?;
                    Ok(self.binary("==", value, FormulaTerm::Number(0.0)))
                }
                None => self.power(),
            },
        }
    }

    /// Powers are taken from the left, as ngspice does: `2^3^2` is 64.
    fn power(&mut self) -> Result<FormulaTerm, FormulaError> {
        let mut power = self.factor()?;
        while self.take(&["**", "^"]).is_some() {
            let exponent = self.exponent()?;
            power = self.binary("^", power, exponent);
        }
        Ok(power)
    }

    /// A value with signs before it.
    fn exponent(&mut self) -> Result<FormulaTerm, FormulaError> {
        match self.take(&["-", "+"]) {
            Some(sign) => {
                let value = self.deeper(Self::exponent)?;
                Ok(if sign == "-" { self.negate(value) } else { value })
            }
            None => self.factor(),
        }
    }

    fn factor(&mut self) -> Result<FormulaTerm, FormulaError> {
        self.cursor.skip();
        match self.cursor.peek() {
            Some(b'(' | b'{') => {
                let close = if self.cursor.peek() == Some(b'(') { ")" } else { "}" };
                self.cursor.at += 1;
                let value = self.deeper(Self::choice)?;
                if self.take(&[close]).is_none() {
                    return Err(self.wrong(&format!("`{close}` is expected here")));
                }
                Ok(value)
            }
            Some(b'0'..=b'9' | b'.') => self.number(),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80 => self.named(),
            Some(_) => Err(self.wrong("a value is expected here")),
            None => Err(self.wrong("something is missing at the end")),
        }
    }

    fn number(&mut self) -> Result<FormulaTerm, FormulaError> {
        let start = self.cursor.at;
        let rest = &self.text.as_bytes()[start..self.cursor.end];
        let used = number::digits(rest).map_or(1, |found| found.1);
        let letters = rest[used..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        self.cursor.at += used + letters;
        let span = Span::new(start as u32, self.cursor.at as u32);
        match number::read(&self.text[span.range()]) {
            number::ParsedNumber::Number(value) => Ok(FormulaTerm::Number(value)),
            number::ParsedNumber::Broken { meant: Some(meant) } => {
                Err(FormulaError::Syntax(span, format!("this is no number; is `{meant}` meant?")))
            }
            _ => Err(FormulaError::Syntax(span, "this is no number".to_string())),
        }
    }

    /// A word, as far as names go.
    fn word(&mut self) -> (&'a str, Span) {
        let start = self.cursor.at;
        let word = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'#' | b'$') || *byte >= 0x80
        };
        let len = self.text.as_bytes()[start..self.cursor.end].iter().take_while(|byte| word(byte)).count();
        self.cursor.at += len;
        let span = Span::new(start as u32, self.cursor.at as u32);
        (&self.text[span.range()], span)
    }

    fn named(&mut self) -> Result<FormulaTerm, FormulaError> {
        let (name, span) = self.word();
        if self.take(&["("]).is_none() {
            return self.scope.name(name, span);
        }
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("v") || is("i") {
            let arguments = self.terminals()?;
            return match (&arguments[..], is("v")) {
                ([source], false) => self.scope.current(source.0, source.1),
                ([_] | [_, _], true) => self.scope.voltage(&arguments, span),
                _ => Err(FormulaError::Syntax(span, format!("how many names does `{name}` take?"))),
            };
        }
        let arguments = self.arguments()?;
        let whole = Span::new(span.start, self.cursor.at as u32);
        if let Some(value) = self.scope.call(name, &arguments, whole, self.depth) {
            return value;
        }
        self.builtin(name, span, &arguments)
    }

    /// Names of nodes or sources up to the closing bracket.
    fn terminals(&mut self) -> Result<Vec<(&'a str, Span)>, FormulaError> {
        let mut names = Vec::new();
        loop {
            self.cursor.skip();
            let start = self.cursor.at;
            let rest = &self.text.as_bytes()[start..self.cursor.end];
            let plain = |byte: &&u8| !matches!(byte, b',' | b')' | b'(' | b' ' | b'\t' | b'\r' | b'\n');
            let len = rest.iter().take_while(plain).count();
            if len == 0 {
                return Err(self.wrong("a name is expected here"));
            }
            self.cursor.at += len;
            names.push((&self.text[start..start + len], Span::new(start as u32, (start + len) as u32)));
            match self.take(&[",", ")"]) {
                Some(",") => {}
                Some(_) => return Ok(names),
                None => return Err(self.wrong("`)` is expected here")),
            }
        }
    }

    fn arguments(&mut self) -> Result<Vec<FormulaTerm>, FormulaError> {
        let mut arguments = Vec::new();
        if self.take(&[")"]).is_some() {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.deeper(Self::choice)?);
            match self.take(&[",", ")"]) {
                Some(",") => {}
                Some(_) => return Ok(arguments),
                None => return Err(self.wrong("`,` or `)` is expected here")),
            }
        }
    }

    /// The term as a formula.
    fn formula(&mut self, term: FormulaTerm) -> ExprId {
        match term {
            FormulaTerm::Number(number) => self.scope.formulas().real(number),
            FormulaTerm::Formula(formula) => formula,
        }
    }

    /// A number that says yes or no, as a condition.
    fn truth(&mut self, term: FormulaTerm) -> ExprId {
        let value = self.formula(term);
        let zero = self.scope.formulas().real(0.0);
        self.scope.formulas().add(Expr::Binary(Operator::NotEqual, value, zero))
    }

    fn negate(&mut self, value: FormulaTerm) -> FormulaTerm {
        match value {
            FormulaTerm::Number(number) => FormulaTerm::Number(-number),
            FormulaTerm::Formula(value) => {
                FormulaTerm::Formula(self.scope.formulas().add(Expr::Unary(Operator::Negate, value)))
            }
        }
    }

    fn binary(&mut self, operator: &str, left: FormulaTerm, right: FormulaTerm) -> FormulaTerm {
        if let (FormulaTerm::Number(a), FormulaTerm::Number(b)) = (left, right) {
            let say = |yes: bool| f64::from(u8::from(yes));
            return FormulaTerm::Number(match operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                "%" => a % b,
                "^" => a.powf(b),
                "==" => say(a == b),
                "!=" | "<>" => say(a != b),
                "<" => say(a < b),
                "<=" => say(a <= b),
                ">" => say(a > b),
                ">=" => say(a >= b),
                "&&" | "&" => say(a != 0.0 && b != 0.0),
                _ => say(a != 0.0 || b != 0.0),
            });
        }
        let logical = matches!(operator, "&&" | "||" | "&" | "|");
        let (a, b) = if logical {
            (self.truth(left), self.truth(right))
        } else {
            (self.formula(left), self.formula(right))
        };
        let arithmetic = match operator {
            "+" => Some(Operator::Add),
            "-" => Some(Operator::Subtract),
            "*" => Some(Operator::Multiply),
            "/" => Some(Operator::Divide),
            "^" => Some(Operator::Power),
            _ => None,
        };
        let formulas = self.scope.formulas();
        if let Some(operator) = arithmetic {
            return FormulaTerm::Formula(formulas.add(Expr::Binary(operator, a, b)));
        }
        if operator == "%" {
            return FormulaTerm::Formula(formulas.builtin(equations::Builtin::Rem, &[a, b]));
        }
        let relation = match operator {
            "==" => Operator::Equal,
            "!=" | "<>" => Operator::NotEqual,
            "<" => Operator::Less,
            "<=" => Operator::LessEqual,
            ">" => Operator::Greater,
            ">=" => Operator::GreaterEqual,
            "&&" | "&" => Operator::And,
            _ => Operator::Or,
        };
        let condition = formulas.add(Expr::Binary(relation, a, b));
        let (one, zero) = (formulas.real(1.0), formulas.real(0.0));
        FormulaTerm::Formula(formulas.add(Expr::If(condition, one, zero)))
    }
}
