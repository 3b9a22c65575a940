//! What is wrong with clocks, in words.

use equations::{Builtin, ExprId, FlatModel, Origin, OriginId, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::clock_graph::ClockSpec;
use crate::ratio::Ratio;

/// Where something was written.
pub(crate) fn place(model: &FlatModel, origin: OriginId) -> Place {
    match model.source(origin) {
        Origin::Written { place, .. } => *place,
        Origin::Connected { connects } => {
            connects.first().map_or(model.instances[0].place, |connect| connect.0)
        }
        Origin::Unconnected { variable } => {
            model.instances[model.variables[variable.at()].instance.at()].place
        }
        Origin::Derived { .. } => model.instances[0].place,
    }
}

fn at(code: DiagnosticCode, model: &FlatModel, origin: OriginId, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, place(model, origin), message)
}

pub(crate) fn elsewhen(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(DiagnosticCode::WrongClock, model, origin, "a clocked `when` has an `elsewhen`")
        .help("write an equation with `if` inside of the `when`")
}

pub(crate) fn nested(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(
        DiagnosticCode::ClockBorder,
        model,
        origin,
        "a clocked value stands where a continuous-time one is expected",
    )
    .label("inside of `sample` or of the condition of a clock")
    .help("put `hold(…)` around the clocked variable")
}

pub(crate) fn previous(model: &FlatModel, id: ExprId, origin: OriginId) -> Diagnostic {
    at(DiagnosticCode::WrongClock, model, origin, format!("`{}` is about a formula", model.expr_text(id))).help(
        "`previous` takes a variable: give the formula a name, or take the previous values of its variables",
    )
}

pub(crate) fn factor(
    model: &FlatModel,
    builtin: Builtin,
    item: ExprId,
    value: Option<i64>,
    least: i64,
    origin: OriginId,
) -> Diagnostic {
    let text = model.expr_text(item);
    let message = match value {
        Some(value) => format!("`{text}` in `{}` is {value}", builtin.text()),
        None => format!("`{text}` in `{}` has no value that is known before the simulation", builtin.text()),
    };
    at(DiagnosticCode::WrongClock, model, origin, message)
        .help(format!("it must be a parameter expression of type Integer, at least {least}"))
}

pub(crate) fn choice(model: &FlatModel, condition: ExprId, origin: OriginId) -> Diagnostic {
    let text = model.expr_text(condition);
    at(
        DiagnosticCode::WrongClock,
        model,
        origin,
        format!("`{text}` selects a clock, and is not known before the simulation"),
    )
    .help("only parameters may select a clock")
}

pub(crate) fn no_clock(model: &FlatModel, expr: ExprId, origin: OriginId) -> Diagnostic {
    at(DiagnosticCode::WrongClock, model, origin, format!("`{}` is not a clock", model.expr_text(expr)))
}

pub(crate) fn method_unknown(model: &FlatModel, expr: ExprId, origin: OriginId) -> Diagnostic {
    let text = model.expr_text(expr);
    at(
        DiagnosticCode::WrongClock,
        model,
        origin,
        format!("the solver method of `{text}` is not known before the simulation"),
    )
}

pub(crate) fn no_method(model: &FlatModel, name: &str, origin: OriginId) -> Diagnostic {
    at(DiagnosticCode::WrongClock, model, origin, format!("there is no solver method \"{name}\"")).help(
        "the methods are ExplicitEuler, ExplicitMidPoint2, ExplicitRungeKutta4, ImplicitEuler, ImplicitTrapezoid and External",
    )
}

pub(crate) fn interval(model: &FlatModel, expr: ExprId, value: Option<f64>, origin: OriginId) -> Diagnostic {
    let text = model.expr_text(expr);
    let message = match value {
        Some(value) => format!("`{text}` has an interval that is not positive: {value}"),
        None => format!("the interval of `{text}` is not known before the simulation"),
    };
    at(DiagnosticCode::WrongClock, model, origin, message)
        .help("an interval is a positive number, a parameter or a clocked variable")
}

pub(crate) fn mixed(model: &FlatModel, clocked: OriginId, continuous: OriginId) -> Diagnostic {
    at(DiagnosticCode::ClockBorder, model, continuous, "clocked and continuous-time equations are mixed")
        .label("this is a continuous-time equation")
        .related(place(model, clocked), "and shares variables with this, which is clocked")
        .help("convert from continuous time to a clock with `sample(…)`, and back with `hold(…)`")
}

pub(crate) fn overflow(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(
        DiagnosticCode::WrongClock,
        model,
        origin,
        "the factors between these clocks are too large to be exact",
    )
}

pub(crate) fn circle(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(
        DiagnosticCode::TwoClocks,
        model,
        origin,
        "inconsistent clock conversion: with the others it would make a clock slower, faster or later than itself",
    )
    .help("follow the factors and shifts around the circle: they must cancel out")
}

fn pace(spec: ClockSpec) -> String {
    match spec {
        ClockSpec::Every(period) => format!("a clock that ticks every {period} s"),
        ClockSpec::Varying(..) => "a clock whose interval varies".to_string(),
        ClockSpec::Event(..) => "a clock that ticks at events".to_string(),
    }
}

pub(crate) fn kinds(
    model: &FlatModel,
    first: (ClockSpec, OriginId),
    second: (ClockSpec, OriginId),
) -> Diagnostic {
    at(
        DiagnosticCode::TwoClocks,
        model,
        second.1,
        "conflicting clocks: equations that share variables have two incompatible clocks",
    )
    .label(pace(second.0))
    .related(place(model, first.1), pace(first.0))
    .help("separate the two with `sample(hold(…))`")
}

pub(crate) fn two(model: &FlatModel, first: OriginId, second: OriginId) -> Diagnostic {
    at(
        DiagnosticCode::TwoClocks,
        model,
        second,
        "conflicting clocks: the same equations have two clocks that tick at different times",
    )
    .label("one clock")
    .related(place(model, first), "the other clock")
    .help("use one of them, or convert with `subSample`, `superSample` or `shiftSample`")
}

pub(crate) fn early(model: &FlatModel, origin: OriginId, start: Ratio) -> Diagnostic {
    at(
        DiagnosticCode::WrongClock,
        model,
        origin,
        format!("this clock would start before the simulation, at {start}"),
    )
    .help("`backSample` can only take back what `shiftSample` has shifted")
}

pub(crate) fn between(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(
        DiagnosticCode::WrongClock,
        model,
        origin,
        "this clock would tick between the events that its base clock ticks at",
    )
    .help("a clock that ticks at events can only be made slower, by whole numbers")
}

pub(crate) fn open(model: &FlatModel, origin: OriginId, variable: Option<VariableId>) -> Diagnostic {
    let message = match variable {
        Some(variable) => format!(
            "the clock of `{}` cannot be inferred: nothing defines when it ticks",
            model.variable_name(variable)
        ),
        None => "this clock cannot be inferred: nothing defines when it ticks".to_string(),
    };
    at(DiagnosticCode::NoClock, model, origin, message)
        .help("specify a clock, as in `sample(u, Clock(0.1))` or `when Clock(0.1) then`, or a factor of the conversion")
}

pub(crate) fn by_default(model: &FlatModel, origin: OriginId, variable: Option<VariableId>) -> Diagnostic {
    let of = variable.map_or(String::new(), |variable| format!(" of `{}`", model.variable_name(variable)));
    at(
        DiagnosticCode::DefaultClock,
        model,
        origin,
        format!("the clock{of} cannot be inferred: an interval of one second is used"),
    )
    .help("specify a clock if that is not meant, as in `sample(u, Clock(0.1))` or `when Clock(0.1) then`")
}

pub(crate) fn uneven(model: &FlatModel, origin: OriginId, from: Ratio, to: Ratio) -> Diagnostic {
    at(DiagnosticCode::TwoClocks, model, origin, "no whole factor fits these two clocks")
        .label(format!("from a period of {from} to one of {to}"))
        .help("`subSample` slows a clock down by a whole number, `superSample` makes it faster by one; both keep its first tick")
}

pub(crate) fn methods(model: &FlatModel, first: OriginId, second: OriginId) -> Diagnostic {
    at(DiagnosticCode::TwoClocks, model, second, "the same equations have two solver methods")
        .label("one method")
        .related(place(model, first), "the other method")
}

pub(crate) fn no_solver(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(DiagnosticCode::NoSolver, model, origin, "this equation is clocked and contains a derivative, and its clock has no solver method")
        .help("give the clock a method, as in `Clock(c, solverMethod = \"ImplicitEuler\")`, or put `sample(…)` between this equation and the clocked ones")
}
