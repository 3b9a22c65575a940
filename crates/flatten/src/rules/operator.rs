//! What the operators of the language take, and where they stand (Modelica Language Specification 3.6, sections 3.7,
//! 8.3.5 to 8.3.8).

use equations::{Builtin, Expr, Type, Variability, VariableId};
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::variability::event_assigned;
use crate::Flattener;
use crate::value::{LoweredValue, is_number};

/// A look at the past of a variable outside of a `when`.
pub(crate) struct PreviousValueUse {
    variable: VariableId,
    builtin: Builtin,
    place: Place,
}

impl<'a> Flattener<'a> {
    /// Reports operands of a type that an operator does not take, and operators that cannot stand here.
    pub(crate) fn check_operands(
        &mut self,
        builtin: Builtin,
        values: &[LoweredValue],
        place: Place,
    ) -> Option<()> {
        let kinds: Vec<Option<Type>> = values.iter().map(kind).collect();
        self.check_kinds(builtin, &kinds, place)?;
        match builtin {
            Builtin::Der => self.check_differentiated(values.first()?, place),
            Builtin::String => self.check_format(values, place),
            Builtin::Delay => self.check_delay(values, place),
            Builtin::Pre | Builtin::Change if !self.event && !self.initial => {
                self.note_past(builtin, values.first()?, place);
                Some(())
            }
            Builtin::Reinit if !self.event => {
                self.report(
                    Diagnostic::new(DiagnosticCode::OnlyInWhen, place, "`reinit` stands outside of a `when`")
                        .label("there is no event here at which it could be executed")
                        .help("write it in the `when` that defines the event"),
                );
                None
            }
            Builtin::Reinit => self.check_restarted(values.first()?, place),
            _ => Some(()),
        }
    }

    /// Reports a `reinit` of something that is no variable of the simulation.
    fn check_restarted(&mut self, value: &LoweredValue, place: Place) -> Option<()> {
        let LoweredValue::Plain(plain) = value else { return Some(()) };
        let wrong = plain.items.iter().find_map(|&item| match self.model.exprs.get(item) {
            Expr::Variable(variable)
                if self.model.variables[variable.at()].variability > Variability::Parameter =>
            {
                None
            }
            Expr::Variable(_) | Expr::Real(_) | Expr::Integer(_) => Some("a value that never changes"),
            _ => Some("an expression"),
        });
        let Some(wrong) = wrong else { return Some(()) };
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongArgument,
                place,
                format!("`reinit` takes a variable, and {wrong} is given"),
            )
            .label("the first argument is not a state")
            .help("name a variable whose derivative is in the model"),
        );
        None
    }

    /// Reports a format that is none for the value it is given for.
    fn check_format(&mut self, values: &[LoweredValue], place: Place) -> Option<()> {
        let [LoweredValue::Plain(value), LoweredValue::Plain(form)] = values else { return Some(()) };
        let Some(Expr::String(text)) = form.items.first().map(|&form| self.model.exprs.get(form)) else {
            return Some(());
        };
        let sample = match value.kind {
            Type::Real => self.model.exprs.real(1.0),
            _ => self.model.exprs.integer(1),
        };
        let trial = self.model.exprs.builtin(Builtin::String, &[sample, form.items[0]]);
        if self.value(trial).is_some() {
            return Some(());
        }
        let (text, kind) = (self.model.symbols.name(text).to_string(), self.one_of(value.kind));
        self.report(
            Diagnostic::new(DiagnosticCode::WrongArgument, place, format!("`{text}` is no format for {kind}"))
                .label("cannot be written like this")
                .help("a format is one of C without the percent sign: `8.3f`, `.4g` and `e` for a Real, `5d` for an Integer"),
        );
        None
    }

    /// Reports operands of the wrong type; those whose type is not known are left alone.
    pub(crate) fn check_kinds(
        &mut self,
        builtin: Builtin,
        kinds: &[Option<Type>],
        place: Place,
    ) -> Option<()> {
        use Builtin as B;
        let wanted: &[OperandRequirement] = match builtin {
            B::Der => &[OperandRequirement::Real],
            B::Edge => &[OperandRequirement::Boolean],
            B::Assert => {
                &[OperandRequirement::Boolean, OperandRequirement::String, OperandRequirement::Level]
            }
            B::Terminate => &[OperandRequirement::String],
            B::Reinit => &[OperandRequirement::Real, OperandRequirement::Number],
            B::Integer => &[OperandRequirement::Number],
            _ if builtin.elementary().is_some() => &[OperandRequirement::Number],
            B::Div | B::Mod | B::Rem | B::Atan2 | B::Homotopy => {
                &[OperandRequirement::Number, OperandRequirement::Number]
            }
            B::Min | B::Max => &[OperandRequirement::Ordered, OperandRequirement::Ordered],
            B::Sum | B::Product => &[OperandRequirement::Sum],
            B::SemiLinear => {
                &[OperandRequirement::Number, OperandRequirement::Number, OperandRequirement::Number]
            }
            B::Delay => &[OperandRequirement::Any, OperandRequirement::Number, OperandRequirement::Number],
            B::Smooth => &[OperandRequirement::Integer, OperandRequirement::Any],
            B::Pre | B::Change | B::NoEvent => &[OperandRequirement::Any],
            B::Linspace => {
                &[OperandRequirement::Number, OperandRequirement::Number, OperandRequirement::Integer]
            }
            B::Identity => &[OperandRequirement::Integer],
            B::Initial | B::Terminal => &[],
            B::String if kinds.first() == Some(&None) => return Some(()),
            B::String => match kinds.get(1) {
                Some(Some(Type::String)) => &[OperandRequirement::Number, OperandRequirement::String],
                _ if kinds.first() == Some(&Some(Type::Real)) => &[
                    OperandRequirement::Text,
                    OperandRequirement::Integer,
                    OperandRequirement::Integer,
                    OperandRequirement::Boolean,
                ],
                _ => &[OperandRequirement::Text, OperandRequirement::Integer, OperandRequirement::Boolean],
            },
            _ => return Some(()),
        };
        let least = match builtin {
            B::Assert | B::Delay => 2,
            B::Min | B::Max | B::String => 1,
            _ => wanted.len(),
        };
        if kinds.len() < least || kinds.len() > wanted.len() {
            self.wrong_number(builtin, least, wanted.len(), kinds.len(), place);
            return None;
        }
        for (&kind, &want) in kinds.iter().zip(wanted) {
            let Some(kind) = kind.filter(|&kind| !self.satisfies(want, kind)) else { continue };
            let (name, found) = (builtin.text(), self.type_name(kind));
            let article = if found.starts_with(['I', 'e']) { "an" } else { "a" };
            let message = format!("`{name}` takes {}, and {article} {found} is given", want.text());
            let diagnostic = Diagnostic::new(DiagnosticCode::WrongArgument, place, message)
                .label(format!("expected {}, found {article} {found}", want.text()));
            self.report(match (builtin, kind) {
                (B::Der, Type::Integer | Type::Boolean) => {
                    diagnostic.help("it changes in jumps, and so has no derivative; declare it `Real`")
                }
                (B::Assert, Type::String) if want == OperandRequirement::Boolean => {
                    diagnostic.help("the condition stands first, and the message after it")
                }
                (B::Assert | B::Terminate, _) if want == OperandRequirement::String => {
                    diagnostic.help("write a value as text with `String(…)`")
                }
                _ => diagnostic,
            });
            return None;
        }
        Some(())
    }

    fn satisfies(&self, want: OperandRequirement, kind: Type) -> bool {
        match want {
            OperandRequirement::Real => kind == Type::Real,
            OperandRequirement::Number => is_number(kind),
            OperandRequirement::Boolean => kind == Type::Boolean,
            OperandRequirement::String => kind == Type::String,
            OperandRequirement::Level => kind == Type::Enumeration(self.assertion_level),
            OperandRequirement::Integer => kind == Type::Integer,
            OperandRequirement::Ordered => {
                is_number(kind) || matches!(kind, Type::Boolean | Type::Enumeration(_))
            }
            OperandRequirement::Sum => is_number(kind) || matches!(kind, Type::Record(_)),
            OperandRequirement::Text => {
                !matches!(kind, Type::String | Type::Function | Type::External | Type::Clock)
            }
            OperandRequirement::Any => true,
        }
    }

    fn wrong_number(&mut self, builtin: Builtin, least: usize, most: usize, given: usize, place: Place) {
        let name = builtin.text();
        let takes = if least == most { least.to_string() } else { format!("{least} or {most}") };
        let plural = if most == 1 { "argument" } else { "arguments" };
        let verb = if given == 1 { "is" } else { "are" };
        let message = format!("`{name}` takes {takes} {plural}, {given} {verb} given");
        let diagnostic = Diagnostic::new(DiagnosticCode::WrongCall, place, message).label(if given < least {
            "too few"
        } else {
            "too many"
        });
        self.report(if builtin == Builtin::Assert && given == 1 {
            diagnostic.help("add the message to show when the condition does not hold")
        } else {
            diagnostic
        });
    }

    /// Reports the derivative of a variable that changes at events only.
    fn check_differentiated(&mut self, value: &LoweredValue, place: Place) -> Option<()> {
        let LoweredValue::Plain(plain) = value else { return Some(()) };
        for &item in &plain.items {
            let Expr::Variable(variable) = self.model.exprs.get(item) else { continue };
            if self.model.variables[variable.at()].variability != Variability::Discrete {
                continue;
            }
            let name = self.model.variable_name(variable);
            let leaf = self.leaf(self.leaf_of[variable.at()]);
            let declared = leaf.file.place(leaf.span);
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongArgument,
                    place,
                    format!("`{name}` is a discrete-time variable and has no derivative"),
                )
                .label("it changes in jumps, at events only")
                .related(declared, "declared here")
                .help("remove `discrete` if it is to change continuously"),
            );
            return None;
        }
        Some(())
    }

    /// Keeps what `pre` outside of a `when` is applied to, until it is known which variables change at events only.
    fn note_past(&mut self, builtin: Builtin, value: &LoweredValue, place: Place) {
        let LoweredValue::Plain(plain) = value else { return };
        if plain.kind != Type::Real {
            return;
        }
        for &item in &plain.items {
            if let Expr::Variable(variable) = self.model.exprs.get(item)
                && self.model.variables[variable.at()].variability == Variability::Continuous
            {
                self.pasts.push(PreviousValueUse { variable, builtin, place });
            }
        }
    }

    /// Reports `pre` of variables that change all the time, of which the value just before is the value now.
    pub(crate) fn check_pre_operands(&mut self) {
        if self.pasts.is_empty() {
            return;
        }
        let mut events = FxHashSet::default();
        let model = &self.model;
        model.equations.iter().for_each(|equation| event_assigned(model, equation, false, &mut events));
        for PreviousValueUse { variable, builtin, place } in std::mem::take(&mut self.pasts) {
            if events.contains(&variable) {
                continue;
            }
            let (name, operator) = (self.model.variable_name(variable), builtin.text());
            let leaf = self.leaf(self.leaf_of[variable.at()]);
            let declared = leaf.file.place(leaf.span);
            self.report(
                Diagnostic::new(
                    DiagnosticCode::OnlyInWhen,
                    place,
                    format!(
                        "`{operator}` of the continuous-time variable `{name}` stands outside of a `when`"
                    ),
                )
                .label("only at events there is a value before and one after")
                .related(declared, "declared here, and no `when` sets it")
                .help("use it in a `when`, or use the variable itself; `delay` looks back in time"),
            );
        }
    }
}

/// What an operator takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandRequirement {
    Real,
    Number,
    Boolean,
    String,
    Level,
    Integer,
    /// What one can be the larger of.
    Ordered,
    /// What can be added.
    Sum,
    /// What can be written as text, and is none yet.
    Text,
    Any,
}

impl OperandRequirement {
    fn text(self) -> &'static str {
        match self {
            OperandRequirement::Real => "a Real",
            OperandRequirement::Number => "a number",
            OperandRequirement::Boolean => "a Boolean",
            OperandRequirement::String => "a String",
            OperandRequirement::Level => "an AssertionLevel",
            OperandRequirement::Integer => "an Integer",
            OperandRequirement::Ordered => "a number, a Boolean or an enumeration",
            OperandRequirement::Sum => "a number",
            OperandRequirement::Text => "a number, a Boolean or an enumeration",
            OperandRequirement::Any => "a value",
        }
    }
}

fn kind(value: &LoweredValue) -> Option<Type> {
    match value {
        LoweredValue::Plain(plain) if !plain.items.is_empty() => Some(plain.kind),
        _ => None,
    }
}
