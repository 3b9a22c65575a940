//! Which analysis of a netlist is asked for, and its result as a table; a file beside this one for each.

mod point;
mod small;
mod sweep;
mod transfer;
mod transient;

use ::circuit::{
    AnalysisKind, Circuit, Conditions, Curve, MOST_POINTS, Mna, NoPoints, Point, Run, Topology, frequencies,
    guessed,
};
use serde_json::Value;
use syntax::{Code, Diagnostic, Place, Sources, Span};

use super::columns::{Column, columns};
use super::measures::{Wish, measure, wishes};
use super::trouble::{Trouble, faults, many};
use super::words::Names;
use results::{Raw, Trajectory};

/// Which analysis is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The operating point.
    Point,
    /// `.dc`
    Sweep,
    /// `.tran`
    Transient,
    /// `.ac`
    Small,
    /// `.tf`
    Transfer,
}

impl Asked {
    fn word(self) -> &'static str {
        match self {
            Asked::Point => "op",
            Asked::Sweep => "dc",
            Asked::Transient => "tran",
            Asked::Small => "ac",
            Asked::Transfer => "tf",
        }
    }

    /// The curves that may be measured.
    fn curve(self) -> Option<Curve> {
        match self {
            Asked::Point | Asked::Transfer => None,
            Asked::Sweep => Some(Curve::Sweep),
            Asked::Transient => Some(Curve::Transient),
            Asked::Small => Some(Curve::SmallSignal),
        }
    }
}

/// The analyses that a netlist asks for, each once.
pub fn asked(circuit: &Circuit) -> Vec<Asked> {
    let mut found = Vec::new();
    for analysis in &circuit.analyses {
        let asked = match analysis.kind {
            AnalysisKind::OperatingPoint => Asked::Point,
            AnalysisKind::Sweep(_) => Asked::Sweep,
            AnalysisKind::Transient { .. } => Asked::Transient,
            AnalysisKind::SmallSignal { .. } => Asked::Small,
            AnalysisKind::Transfer { .. } => Asked::Transfer,
        };
        if !found.contains(&asked) {
            found.push(asked);
        }
    }
    found
}

/// What an analysis gives.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The table, for pictures and files.
    pub table: Trajectory,
    /// The same for other programs.
    pub raw: Raw,
    /// One line about what was done.
    pub line: String,
    /// A table for people, if it is small.
    pub text: Option<String>,
    /// What `.meas` asks for, a line for each.
    pub measures: String,
    /// Whether a line such as `.print` asks for the table.
    pub printed: bool,
    /// What scripts read.
    pub members: Vec<(&'static str, Value)>,
    /// What deserves a look.
    pub warnings: Vec<Diagnostic>,
}

/// Carries out an analysis of a circuit in whose graph nothing is wrong.
///
/// # Errors
/// Why it cannot be carried out.
pub fn analyze(
    sources: &Sources,
    circuit: &Circuit,
    topology: &Topology,
    asked: Asked,
) -> Result<Outcome, Vec<Diagnostic>> {
    let (kind, place) = find(circuit, asked)?;
    let run = match &kind {
        AnalysisKind::Transient { times, .. } => Run { step: times[0], stop: times[1] },
        _ => Run { step: 0.0, stop: 1.0 },
    };
    let conditions = Conditions::new(circuit);
    let mut mna = Mna::new(circuit, &conditions, run).map_err(|wrong| faults(sources, circuit, &wrong))?;
    let (columns, mut wrong) = columns(sources, circuit, &mna, asked.word());
    let (wishes, unknown) = wishes(sources, circuit, &mna, asked.curve());
    wrong.extend(unknown);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let names = Names { sources, circuit, network: None };
    let work = Work { names, circuit, topology, place, columns, wishes, conditions };
    match kind {
        AnalysisKind::OperatingPoint => work.point(&mut mna),
        AnalysisKind::Sweep(ranges) => work.sweep(&mut mna, &ranges),
        AnalysisKind::Transient { times, uic } => work.transient(&mut mna, &times, uic),
        AnalysisKind::Transfer { output, source } => work.transfer(&mut mna, output, source),
        AnalysisKind::SmallSignal { spacing, values } => {
            let all = frequencies(spacing, values).map_err(|wrong| {
                vec![match wrong {
                    NoPoints::Many(count) => many(place, count),
                    NoPoints::Nowhere => Diagnostic::new(Code::WrongAnalysis, place, "these frequencies make no sense")
                        .help("at least one point, a first frequency above zero, and a last one that is not below it"),
                }]
            })?;
            work.small(&mut mna, &all)
        }
    }
}

/// The first line that asks for this analysis, with times that make sense.
fn find(circuit: &Circuit, asked: Asked) -> Result<(AnalysisKind, Place), Vec<Diagnostic>> {
    let title = Place { file: syntax::FileId(0), span: circuit.title };
    if asked == Asked::Point {
        return Ok((AnalysisKind::OperatingPoint, title));
    }
    let fits = |kind: &AnalysisKind| {
        matches!(
            (asked, kind),
            (Asked::Sweep, AnalysisKind::Sweep(_))
                | (Asked::Transient, AnalysisKind::Transient { .. })
                | (Asked::Small, AnalysisKind::SmallSignal { .. })
                | (Asked::Transfer, AnalysisKind::Transfer { .. })
        )
    };
    let Some(found) = circuit.analyses.iter().find(|analysis| fits(&analysis.kind)) else {
        let (word, example) = match asked {
            Asked::Sweep => (".dc", ".dc V1 0 5 0.1"),
            Asked::Small => (".ac", ".ac dec 10 1 1meg"),
            Asked::Transfer => (".tf", ".tf v(out) V1"),
            _ => (".tran", ".tran 1n 1u"),
        };
        let found = Diagnostic::new(
            Code::WrongAnalysis,
            Place { span: Span::new(title.span.start, title.span.start), ..title },
            format!("no line `{word}` says what to compute"),
        )
        .help(format!("add a line such as `{example}`"));
        return Err(vec![found]);
    };
    if let AnalysisKind::Transient { times, .. } = &found.kind {
        let start = times.get(2).copied().unwrap_or(0.0);
        let sound = times[0] > 0.0 && times[1] > 0.0 && start >= 0.0 && start < times[1];
        if !sound || times.get(3).is_some_and(|&most| most <= 0.0) {
            let told = Diagnostic::new(Code::WrongAnalysis, found.place, "these times make no sense")
                .help("`.tran step stop start largest`: step, stop and the largest step are above zero, and start is before stop");
            return Err(vec![told]);
        }
        // Each step is kept, and so are points between long ones.
        let step = times.get(3).map_or(times[0], |&most| most.min(times[0]));
        let count = ((times[1] - start) / step).ceil();
        if count > MOST_POINTS {
            return Err(vec![many(found.place, count)]);
        }
    }
    Ok((found.kind.clone(), found.place))
}

/// What a table is over.
#[derive(Clone, Debug)]
struct Axis {
    name: String,
    unit: &'static str,
    /// What ngspice calls it.
    kind: &'static str,
    levels: Vec<f64>,
}

impl Axis {
    fn new(name: &str, unit: &'static str, kind: &'static str, levels: Vec<f64>) -> Axis {
        Axis { name: name.to_string(), unit, kind, levels }
    }
}

struct Work<'a> {
    names: Names<'a>,
    circuit: &'a Circuit,
    topology: &'a Topology,
    place: Place,
    columns: Vec<Column>,
    wishes: Vec<Wish<'a>>,
    conditions: Conditions,
}

impl Work<'_> {
    fn trouble<'b>(&'b self, mna: &'b Mna) -> Trouble<'b> {
        Trouble { names: self.names, circuit: self.circuit, mna, place: self.place }
    }

    fn title(&self) -> String {
        self.names.sources[self.place.file].text()[self.circuit.title.range()].trim().to_string()
    }

    fn option(&self, name: &str) -> Option<f64> {
        let name = self.circuit.names.find(name)?;
        self.circuit.options.iter().rev().find(|setting| setting.name == name).map(|setting| setting.value)
    }

    fn row(&self, y: &[f64]) -> Vec<f64> {
        self.columns.iter().map(|column| column.value(y)).collect()
    }

    /// Puts a table together: the axis to plot over, others as columns, and then all that is computed.
    fn outcome(&self, plot: &str, axis: &Axis, others: &[Axis], values: &[f64]) -> Outcome {
        let mut names: Vec<(String, &str)> =
            others.iter().map(|other| (other.name.clone(), other.unit)).collect();
        names.extend(self.columns.iter().map(|column| (column.name.clone(), column.unit)));
        let mut variables: Vec<(String, &'static str)> =
            [axis].into_iter().chain(others).map(|axis| (axis.name.clone(), axis.kind)).collect();
        variables.extend(self.columns.iter().map(|column| (column.name.clone(), column.kind())));
        let width = self.columns.len();
        let (mut all, mut table) = (Vec::new(), Vec::new());
        for (at, &level) in axis.levels.iter().enumerate() {
            let row = others.iter().map(|other| other.levels[at]);
            let row: Vec<f64> = row.chain(values[at * width..(at + 1) * width].iter().copied()).collect();
            all.push(level);
            all.extend_from_slice(&row);
            table.extend(row);
        }
        let raw = Raw { title: self.title(), plot: plot.to_string(), complex: false, variables, values: all };
        Outcome {
            table: Trajectory::of_table(&axis.name, &names, axis.levels.clone(), table),
            raw,
            line: String::new(),
            text: None,
            measures: String::new(),
            printed: !self.circuit.outputs.is_empty(),
            members: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Adds what is measured; `value` is the value of a column at a point.
    fn measured(&self, outcome: &mut Outcome, unit: &str, value: &dyn Fn(&Column, usize) -> f64) {
        let taken = measure(self.circuit, &self.wishes, (&outcome.table.times, unit), value);
        if !self.wishes.is_empty() {
            outcome.members.push(("measures", Value::Array(taken.json)));
        }
        outcome.measures = taken.text;
        outcome.warnings.extend(taken.failed);
    }

    fn solve(&self, mna: &mut Mna, why: &str) -> Result<Point, Vec<Diagnostic>> {
        let solved = guessed(self.circuit, mna).and_then(|guess| mna.operating_point(&guess, &[]));
        solved.map_err(|no| vec![self.trouble(mna).point(&no, why)])
    }
}
