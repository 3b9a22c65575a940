//! The functions that ngspice knows.

use equations::{Builtin, Elementary, Expr, Operator};
use syntax::Span;

use super::{FormulaError, FormulaReader, FormulaTerm, table};

/// Functions of one number that ngspice has under another name than Modelica.
const RENAMED: &[(&str, Elementary)] =
    &[("arctan", Elementary::Atan), ("ln", Elementary::Log), ("sgn", Elementary::Sign)];

/// The functions of one number that Modelica has too, by their names here.
fn single() -> impl Iterator<Item = (&'static str, Elementary)> {
    let same = Elementary::ALL.iter().filter(|&&function| function != Elementary::Sign);
    same.map(|&function| (function.text(), function)).chain(RENAMED.iter().copied())
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
        if let Some((_, function)) = single().find(|known| known.0 == lower) {
            return match arguments {
                [argument] => Ok(self.apply(function, *argument)),
                _ => Err(count(name, span, 1, arguments.len())),
            };
        }
        match (lower.as_str(), arguments) {
            ("min", &[a, b]) => Ok(self.pair(Builtin::Min, f64::min, a, b)),
            ("max", &[a, b]) => Ok(self.pair(Builtin::Max, f64::max, a, b)),
            ("atan2", &[a, b]) => Ok(self.pair(Builtin::Atan2, f64::atan2, a, b)),
            ("pow", &[a, b]) => Ok(self.binary("^", a, b)),
            ("pwr", &[a, b]) => {
                let size = self.apply(Elementary::Abs, a);
                let sign = self.apply(Elementary::Sign, a);
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
                let up = self.apply(Elementary::Floor, half);
                let rest = self.binary("-", up, half);
                let tie = self.binary("==", rest, FormulaTerm::Number(0.0));
                let odd = self.binary("%", up, FormulaTerm::Number(2.0));
                let odd = self.apply(Elementary::Abs, odd);
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
            ("asinh" | "acosh" | "atanh", &[x]) => Ok(self.area(&lower, x)),
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
                let known = single().map(|known| known.0);
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

    /// A function of one number or formula.
    fn apply(&mut self, function: Elementary, argument: FormulaTerm) -> FormulaTerm {
        match argument {
            FormulaTerm::Number(number) => FormulaTerm::Number(function.value(number)),
            FormulaTerm::Formula(value) => {
                FormulaTerm::Formula(self.scope.formulas().builtin(function.builtin(), &[value]))
            }
        }
    }

    /// Area functions by the logarithms that they are.
    fn area(&mut self, name: &str, x: FormulaTerm) -> FormulaTerm {
        if let FormulaTerm::Number(x) = x {
            return FormulaTerm::Number(match name {
                "asinh" => x.asinh(),
                "acosh" => x.acosh(),
                _ => x.atanh(),
            });
        }
        let one = FormulaTerm::Number(1.0);
        if name == "atanh" {
            // ln((1 + x) / (1 - x)) / 2
            let (above, below) = (self.binary("+", one, x), self.binary("-", one, x));
            let quotient = self.binary("/", above, below);
            let logarithm = self.apply(Elementary::Log, quotient);
            return self.binary("*", FormulaTerm::Number(0.5), logarithm);
        }
        // ln(x + √(x² ± 1)); of a negative number asinh is that of its size with the other sign, because the sum would
        // cancel.
        let square = self.binary("*", x, x);
        if name == "acosh" {
            let rest = self.binary("-", square, one);
            let root = self.apply(Elementary::Sqrt, rest);
            let sum = self.binary("+", x, root);
            return self.apply(Elementary::Log, sum);
        }
        let size = self.apply(Elementary::Abs, x);
        let sign = self.apply(Elementary::Sign, x);
        let rest = self.binary("+", square, one);
        let root = self.apply(Elementary::Sqrt, rest);
        let sum = self.binary("+", size, root);
        let logarithm = self.apply(Elementary::Log, sum);
        self.binary("*", sign, logarithm)
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
