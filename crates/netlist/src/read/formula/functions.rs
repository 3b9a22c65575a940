//! The functions that ngspice knows.

use equations::{Builtin, Expr, Operator};
use syntax::Span;

use super::{FormulaError, FormulaReader, FormulaTerm, table};

/// Its name here, what it is called in equations, and what it computes.
type UnaryFunction = (&'static str, Builtin, fn(f64) -> f64);

/// Functions of one number that Modelica has too.
const SINGLE: &[UnaryFunction] = &[
    ("sin", Builtin::Sin, f64::sin),
    ("cos", Builtin::Cos, f64::cos),
    ("tan", Builtin::Tan, f64::tan),
    ("asin", Builtin::Asin, f64::asin),
    ("acos", Builtin::Acos, f64::acos),
    ("atan", Builtin::Atan, f64::atan),
    ("arctan", Builtin::Atan, f64::atan),
    ("sinh", Builtin::Sinh, f64::sinh),
    ("cosh", Builtin::Cosh, f64::cosh),
    ("tanh", Builtin::Tanh, f64::tanh),
    ("exp", Builtin::Exp, f64::exp),
    ("ln", Builtin::Log, f64::ln),
    ("log", Builtin::Log, f64::ln),
    ("log10", Builtin::Log10, f64::log10),
    ("sqrt", Builtin::Sqrt, f64::sqrt),
    ("abs", Builtin::Abs, f64::abs),
    ("sgn", Builtin::Sign, sign),
    ("floor", Builtin::Floor, f64::floor),
    ("ceil", Builtin::Ceil, f64::ceil),
];

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

impl FormulaReader<'_, '_> {
    /// A call of a function that is no function of the netlist.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        span: Span,
        arguments: &[FormulaTerm],
    ) -> Result<FormulaTerm, FormulaError> {
        let lower = name.to_ascii_lowercase();
        if let Some(&(_, builtin, compute)) = SINGLE.iter().find(|known| known.0 == lower) {
            return match arguments {
                [FormulaTerm::Number(number)] => Ok(FormulaTerm::Number(compute(*number))),
                [FormulaTerm::Formula(value)] => {
                    Ok(FormulaTerm::Formula(self.scope.formulas().builtin(builtin, &[*value])))
                }
                _ => Err(count(name, span, 1, arguments.len())),
            };
        }
        match (lower.as_str(), arguments) {
            ("min", &[a, b]) => Ok(self.pair(Builtin::Min, f64::min, a, b)),
            ("max", &[a, b]) => Ok(self.pair(Builtin::Max, f64::max, a, b)),
            ("atan2", &[a, b]) => Ok(self.pair(Builtin::Atan2, f64::atan2, a, b)),
            ("pow", &[a, b]) => Ok(self.binary("^", a, b)),
            ("pwr", &[a, b]) => {
                let size = self.builtin("abs", span, &[a])?;
                let sign = self.builtin("sgn", span, &[a])?;
                let power = self.binary("^", size, b);
                Ok(self.binary("*", sign, power))
            }
            // A step and a ramp.
            ("u", &[FormulaTerm::Number(0.0)]) => Ok(FormulaTerm::Number(0.5)),
            ("u", &[a]) => Ok(self.binary(">", a, FormulaTerm::Number(0.0))),
            ("u2", &[a]) => {
                let above = self.pair(Builtin::Max, f64::max, a, FormulaTerm::Number(0.0));
                Ok(self.pair(Builtin::Min, f64::min, above, FormulaTerm::Number(1.0)))
            }
            ("eq0", &[a]) => Ok(self.binary("==", a, FormulaTerm::Number(0.0))),
            ("ne0", &[a]) => Ok(self.binary("!=", a, FormulaTerm::Number(0.0))),
            ("gt0", &[a]) => Ok(self.binary(">", a, FormulaTerm::Number(0.0))),
            ("lt0", &[a]) => Ok(self.binary("<", a, FormulaTerm::Number(0.0))),
            ("ge0", &[a]) => Ok(self.binary(">=", a, FormulaTerm::Number(0.0))),
            ("le0", &[a]) => Ok(self.binary("<=", a, FormulaTerm::Number(0.0))),
            ("sqr", &[a]) => Ok(self.binary("*", a, a)),
            ("nint", &[a]) => {
                // Halves go to the even number.
                let half = self.binary("+", a, FormulaTerm::Number(0.5));
                let up = self.builtin("floor", span, &[half])?;
                let rest = self.binary("-", up, half);
                let tie = self.binary("==", rest, FormulaTerm::Number(0.0));
                let odd = self.binary("%", up, FormulaTerm::Number(2.0));
                let odd = self.builtin("abs", span, &[odd])?;
                let down = self.binary("*", tie, odd);
                Ok(self.binary("-", up, down))
            }
            ("pwrs", &[a, b]) => self.builtin("pwr", span, &[a, b]),
            ("stp", &[a]) => self.builtin("u", span, &[a]),
            ("uramp", &[a]) => Ok(self.pair(Builtin::Max, f64::max, a, FormulaTerm::Number(0.0))),
            ("int", &[a]) => match a {
                FormulaTerm::Number(number) => Ok(FormulaTerm::Number(number.trunc())),
                FormulaTerm::Formula(value) => {
                    // Towards zero: sgn(x) * floor(abs(x)).
                    let formulas = self.scope.formulas();
                    let size = formulas.builtin(Builtin::Abs, &[value]);
                    let whole = formulas.builtin(Builtin::Floor, &[size]);
                    let sign = formulas.builtin(Builtin::Sign, &[value]);
                    Ok(FormulaTerm::Formula(formulas.add(Expr::Binary(Operator::Multiply, sign, whole))))
                }
            },
            ("limit", &[x, low, high]) => {
                let above = self.pair(Builtin::Max, f64::max, x, low);
                Ok(self.pair(Builtin::Min, f64::min, above, high))
            }
            ("asinh" | "acosh" | "atanh", &[x]) => self.area(&lower, span, x),
            ("ternary_fcn" | "if", &[condition, yes, no]) => match condition {
                FormulaTerm::Number(number) => Ok(if number != 0.0 { yes } else { no }),
                FormulaTerm::Formula(_) => {
                    let condition = self.truth(condition);
                    let (yes, no) = (self.formula(yes), self.formula(no));
                    Ok(FormulaTerm::Formula(self.scope.formulas().add(Expr::If(condition, yes, no))))
                }
            },
            ("min" | "max" | "atan2" | "pow" | "pwr", _) => Err(count(name, span, 2, arguments.len())),
            ("u" | "u2" | "uramp" | "int" | "nint" | "sqr" | "asinh" | "acosh" | "atanh", _) => {
                Err(count(name, span, 1, arguments.len()))
            }
            ("limit" | "ternary_fcn" | "if", _) => Err(count(name, span, 3, arguments.len())),
            ("pwl", [x, points @ ..]) => {
                let numbers: Option<Vec<f64>> = points
                    .iter()
                    .map(|point| match point {
                        FormulaTerm::Number(number) => Some(*number),
                        FormulaTerm::Formula(_) => None,
                    })
                    .collect();
                let found = numbers.and_then(|numbers| {
                    table::along(self.scope.formulas(), *x, &numbers, table::TableExtrapolation::Extended)
                });
                let message = "`pwl` takes a value and two points or more, x by x: `pwl(v(a), 0,0, 1,5)`";
                found.ok_or_else(|| FormulaError::Syntax(span, message.to_string()))
            }
            _ => {
                let known = SINGLE.iter().map(|known| known.0);
                let others = [
                    "min", "max", "atan2", "pow", "pwr", "uramp", "int", "limit", "pwl", "asinh", "acosh",
                    "atanh",
                ];
                let guess = syntax::nearest(&lower, known.chain(others));
                let guess = guess.map_or(String::new(), |guess| format!("; is `{guess}` meant?"));
                Err(FormulaError::Syntax(span, format!("there is no function `{name}`{guess}")))
            }
        }
    }

    /// Area functions by the logarithms that they are.
    fn area(&mut self, name: &str, span: Span, x: FormulaTerm) -> Result<FormulaTerm, FormulaError> {
        if let FormulaTerm::Number(x) = x {
            return Ok(FormulaTerm::Number(match name {
                "asinh" => x.asinh(),
                "acosh" => x.acosh(),
                _ => x.atanh(),
            }));
        }
        let one = FormulaTerm::Number(1.0);
        if name == "atanh" {
            // ln((1 + x) / (1 - x)) / 2
            let (above, below) = (self.binary("+", one, x), self.binary("-", one, x));
            let quotient = self.binary("/", above, below);
            let logarithm = self.builtin("ln", span, &[quotient])?;
            return Ok(self.binary("*", FormulaTerm::Number(0.5), logarithm));
        }
        // ln(x + sqrt(x² ± 1)); of a negative number asinh is that of its size with the other sign, because the sum would
        // cancel.
        let square = self.binary("*", x, x);
        if name == "acosh" {
            let rest = self.binary("-", square, one);
            let root = self.builtin("sqrt", span, &[rest])?;
            let sum = self.binary("+", x, root);
            return self.builtin("ln", span, &[sum]);
        }
        let size = self.builtin("abs", span, &[x])?;
        let sign = self.builtin("sgn", span, &[x])?;
        let rest = self.binary("+", square, one);
        let root = self.builtin("sqrt", span, &[rest])?;
        let sum = self.binary("+", size, root);
        let logarithm = self.builtin("ln", span, &[sum])?;
        Ok(self.binary("*", sign, logarithm))
    }

    fn pair(
        &mut self,
        builtin: Builtin,
        compute: fn(f64, f64) -> f64,
        a: FormulaTerm,
        b: FormulaTerm,
    ) -> FormulaTerm {
        if let (FormulaTerm::Number(a), FormulaTerm::Number(b)) = (a, b) {
            return FormulaTerm::Number(compute(a, b));
        }
        let (a, b) = (self.formula(a), self.formula(b));
        FormulaTerm::Formula(self.scope.formulas().builtin(builtin, &[a, b]))
    }
}

fn count(name: &str, span: Span, wanted: usize, given: usize) -> FormulaError {
    FormulaError::Syntax(span, format!("`{name}` takes {wanted} and is given {given}"))
}
