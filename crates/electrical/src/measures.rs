//! What `.meas` asks for, from the curves of an analysis.

use std::fmt::Write;

use ::circuit::{
    Circuit, CrossingDirection, CrossingLevel, CurveStatistic, Measure, MeasureAnalysis, MeasureError,
    MeasureKind, MeasurePoint, MeasuredCurves, Measurement, Mna, evaluate_measure,
};
use equations::{EvalContext, EvalFailure, Symbols, Value as Number, VariableId, eval};
use report::ReportedMeasure;
use syntax::{Diagnostic, DiagnosticCode, SourceMap};

use super::columns::{SignalColumn, column, no_part, unknown};
use super::failure_report::format_number;

/// A measure of the analysis at hand, and the columns that it looks at.
pub(super) struct MeasureRequest<'a> {
    /// Its number in the circuit.
    at: usize,
    measure: &'a Measure,
    pub(super) columns: Vec<SignalColumn>,
}

/// The numbers that were asked for.
#[derive(Default)]
pub(super) struct MeasureResults {
    /// For people, a line for each.
    pub(super) text: String,
    /// For scripts.
    pub(super) reported: Vec<ReportedMeasure>,
    /// Those that have none, and why.
    pub(super) failed: Vec<Diagnostic>,
}

/// The measures of an analysis, and what is said of those that look at nothing there is.
pub(super) fn measure_requests<'a>(
    sources: &SourceMap,
    circuit: &'a Circuit,
    mna: &Mna,
    of: Option<MeasureAnalysis>,
) -> (Vec<MeasureRequest<'a>>, Vec<Diagnostic>) {
    let (mut wishes, mut wrong) = (Vec::new(), Vec::new());
    for (at, measure) in circuit.measures.iter().enumerate().filter(|found| Some(found.1.of) == of) {
        let mut columns = Vec::new();
        for &place in &measure.quantities {
            let text = &sources[place.file].text()[place.span.range()];
            let item: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            let item = item.to_ascii_lowercase();
            match column(circuit, mna, &item) {
                None => wrong.push(unknown(circuit, place, text)),
                Some(found) if found.part.is_some() && measure.of != MeasureAnalysis::SmallSignal => {
                    wrong.push(no_part(place, text));
                }
                Some(found) if found.part.is_none() && measure.of == MeasureAnalysis::SmallSignal => {
                    let (kind, rest) = (&item[..1], item.find('(').map_or("", |at| &item[at..]));
                    let found = Diagnostic::new(
                        DiagnosticCode::CardSyntax,
                        place,
                        format!("`{text}` has a magnitude and a phase"),
                    )
                    .label("which is meant?")
                    .note("ngspice takes the real part")
                    .help(format!(
                        "write `{kind}m{rest}` for the magnitude, `{kind}db{rest}` for decibels, `{kind}p{rest}` for the phase, `{kind}r{rest}` or `{kind}i{rest}` for the real or the imaginary part"
                    ));
                    wrong.push(found);
                }
                Some(found) => columns.push(found),
            }
        }
        wishes.push(MeasureRequest { at, measure, columns });
    }
    (wishes, wrong)
}

/// Takes all measures. `axis` are the points and their unit; `value` is the value of a column at a point.
pub(super) fn measure(
    circuit: &Circuit,
    wishes: &[MeasureRequest<'_>],
    (axis, unit): (&[f64], &str),
    value: &dyn Fn(&SignalColumn, usize) -> f64,
) -> MeasureResults {
    let mut all = MeasureResults::default();
    let mut known: Vec<Option<f64>> = vec![None; circuit.measures.len()];
    let names = wishes.iter().map(|wish| circuit.names.get(wish.measure.name).len());
    let width = names.max().unwrap_or(0);
    for wish in wishes {
        let name = circuit.names.get(wish.measure.name);
        let values: Vec<Vec<f64>> = wish
            .columns
            .iter()
            .map(|column| (0..axis.len()).map(|point| value(column, point)).collect())
            .collect();
        let taken = match &wish.measure.aim {
            MeasureKind::Formula(formula) => compute(circuit, *formula, &known),
            aim => evaluate_measure(aim, MeasuredCurves { axis, values: &values })
                .map_err(|no| wish.why(&no, unit)),
        };
        let taken = taken.and_then(|taken| match taken.value.is_finite() {
            true => Ok(taken),
            false => Err("its value is not a finite number".to_string()),
        });
        match taken {
            Ok(Measurement { value, at }) => {
                known[wish.at] = Some(value);
                let own = wish.unit(unit);
                let _ = write!(all.text, "{name:<width$} = {}", format_number(value));
                if !own.is_empty() {
                    let _ = write!(all.text, " {own}");
                }
                let more: Vec<String> =
                    at.iter().map(|(word, value)| format!("{word} {}", format_number(*value))).collect();
                if !more.is_empty() {
                    let _ = write!(all.text, "  ({})", more.join(", "));
                }
                all.text.push('\n');
                let point = |word: &str| at.iter().find(|found| found.0 == word).map(|found| found.1).into();
                all.reported.push(ReportedMeasure {
                    name: name.to_string(),
                    value: Some(value),
                    unit: Some(own).into(),
                    at: point("at"),
                    with: point("with"),
                    from: point("from"),
                    to: point("to"),
                    trig: point("trig"),
                    targ: point("targ"),
                    reason: None.into(),
                });
            }
            Err(reason) => {
                let _ = writeln!(all.text, "{name:<width$} has no value: {reason}");
                all.reported.push(ReportedMeasure {
                    name: name.to_string(),
                    value: None,
                    unit: None.into(),
                    at: None.into(),
                    with: None.into(),
                    from: None.into(),
                    to: None.into(),
                    trig: None.into(),
                    targ: None.into(),
                    reason: Some(reason.clone()).into(),
                });
                let found = Diagnostic::new(
                    DiagnosticCode::NoMeasure,
                    wish.measure.place,
                    format!("the measure `{name}` has no value"),
                );
                all.failed.push(found.label(reason).help(wish.help()));
            }
        }
    }
    all
}

/// The value of a formula of other measures.
fn compute(
    circuit: &Circuit,
    formula: equations::ExprId,
    known: &[Option<f64>],
) -> Result<Measurement, String> {
    let values = |variable: VariableId| Some(Number::Real(known.get(variable.at()).copied()??));
    let context = EvalContext {
        exprs: &circuit.formulas,
        functions: &[],
        symbols: &Symbols::default(),
        enumerations: &[],
        values: &values,
        files: None,
        outside: None,
    };
    match eval(&context, formula) {
        Ok(Number::Real(value)) => Ok(Measurement { value, at: Vec::new() }),
        Ok(Number::Integer(value)) => Ok(Measurement { value: value as f64, at: Vec::new() }),
        Ok(_) => Err("its formula gives no number".to_string()),
        Err(EvalFailure::Unknown(variable)) => {
            let needed = circuit.measures.get(variable.at());
            let name = needed.map_or("", |needed| circuit.names.get(needed.name));
            Err(format!("it needs `{name}`, which has none"))
        }
        Err(_) => Err("its formula has no value there".to_string()),
    }
}

impl MeasureRequest<'_> {
    /// Where it is written.
    pub(super) fn place(&self) -> syntax::Place {
        self.measure.place
    }

    fn curve(&self, at: usize) -> &str {
        &self.columns[at].name
    }

    /// The unit of what is measured over an axis with a unit.
    fn unit(&self, axis: &str) -> String {
        let of = |what: usize| self.columns[what].unit;
        match &self.measure.aim {
            MeasureKind::Between(..) | MeasureKind::Where(_) => axis.to_string(),
            MeasureKind::Over(CurveStatistic::WhereLeast | CurveStatistic::WhereLargest, ..) => {
                axis.to_string()
            }
            MeasureKind::Over(CurveStatistic::Integral, what, _) => format!("{}*{axis}", of(*what)),
            MeasureKind::Slope(what, _) => format!("{}/{axis}", of(*what)),
            MeasureKind::Find(what, _) | MeasureKind::Over(_, what, _) => of(*what).to_string(),
            MeasureKind::Formula(_) | MeasureKind::Number(_) => String::new(),
        }
    }

    /// Why there is no number.
    fn why(&self, no: &MeasureError, axis: &str) -> String {
        match no {
            MeasureError::Crossing { curve, level, edge, found, range } => {
                let name = self.curve(*curve);
                let verb = match edge {
                    CrossingDirection::Rise => "rises through",
                    CrossingDirection::Fall => "falls through",
                    CrossingDirection::Any => "crosses",
                };
                let level = match level {
                    CrossingLevel::Value(value) => {
                        format!("{} {}", format_number(*value), self.columns[*curve].unit)
                    }
                    CrossingLevel::Curve(other) => self.curve(*other).to_string(),
                };
                let often = match found {
                    0 => format!("{name} never {verb} {level}"),
                    1 => format!("{name} {verb} {level} only once"),
                    _ => format!("{name} {verb} {level} only {found} times"),
                };
                match range {
                    Some([least, largest]) => {
                        format!(
                            "{often}; it lies between {} and {}",
                            format_number(*least),
                            format_number(*largest)
                        )
                    }
                    None => often,
                }
            }
            MeasureError::Outside(at, [first, last]) => format!(
                "{} {axis} is outside of the result, which is from {} to {} {axis}",
                format_number(*at),
                format_number(*first),
                format_number(*last)
            ),
            MeasureError::Empty(from, to) => {
                format!(
                    "it would start at {} {axis} and end before, at {} {axis}",
                    format_number(*from),
                    format_number(*to)
                )
            }
            MeasureError::NoPoints => "the result has no points there".to_string(),
        }
    }

    fn help(&self) -> &'static str {
        let crosses = |instant: &MeasurePoint| matches!(instant, MeasurePoint::Crossing { .. });
        match &self.measure.aim {
            MeasureKind::Between(first, second) if crosses(first) || crosses(second) => {
                "choose a value that the curve reaches, or run the analysis for longer"
            }
            MeasureKind::Where(instant) | MeasureKind::Find(_, instant) | MeasureKind::Slope(_, instant)
                if crosses(instant) =>
            {
                "choose a value that the curve reaches, or run the analysis for longer"
            }
            MeasureKind::Formula(_) | MeasureKind::Number(_) => "check the measures that its formula names",
            _ => "choose a point inside of the result, or run the analysis for longer",
        }
    }
}
