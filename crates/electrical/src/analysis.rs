//! Which analysis of a netlist is asked for, and its result as a table; a file beside this one for each.

mod operating_point;
mod small_signal;
mod sweep;
mod transfer;
mod transient;

use ::circuit::{
    AnalysisKind, Circuit, DeviceConditions, GridError, MOST_POINTS, MeasureAnalysis, Mna, OperatingPoint,
    Topology, TransientTimes, frequencies, guessed,
};
use report::CircuitAnalysis;
use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap, Span};

use super::columns::{SignalColumn, columns};
use super::failure_report::{AnalysisFailureReporter, invalid_parameters, too_many_points};
use super::measures::{MeasureRequest, measure, measure_requests};
use super::names::CircuitNames;
use results::{RawFile, Trajectory};

/// Which analysis is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedAnalysis {
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

impl RequestedAnalysis {
    fn word(self) -> &'static str {
        match self {
            RequestedAnalysis::Point => "op",
            RequestedAnalysis::Sweep => "dc",
            RequestedAnalysis::Transient => "tran",
            RequestedAnalysis::Small => "ac",
            RequestedAnalysis::Transfer => "tf",
        }
    }

    /// The curves that may be measured.
    fn curve(self) -> Option<MeasureAnalysis> {
        match self {
            RequestedAnalysis::Point | RequestedAnalysis::Transfer => None,
            RequestedAnalysis::Sweep => Some(MeasureAnalysis::Sweep),
            RequestedAnalysis::Transient => Some(MeasureAnalysis::Transient),
            RequestedAnalysis::Small => Some(MeasureAnalysis::SmallSignal),
        }
    }
}

/// The analyses that a netlist asks for, each once.
pub fn requested_analyses(circuit: &Circuit) -> Vec<RequestedAnalysis> {
    let mut found = Vec::new();
    for analysis in &circuit.analyses {
        let asked = match analysis.kind {
            AnalysisKind::OperatingPoint => RequestedAnalysis::Point,
            AnalysisKind::Sweep(_) => RequestedAnalysis::Sweep,
            AnalysisKind::Transient { .. } => RequestedAnalysis::Transient,
            AnalysisKind::SmallSignal { .. } => RequestedAnalysis::Small,
            AnalysisKind::Transfer { .. } => RequestedAnalysis::Transfer,
        };
        if !found.contains(&asked) {
            found.push(asked);
        }
    }
    found
}

/// What an analysis gives.
#[derive(Clone, Debug)]
pub struct AnalysisResult {
    /// The table, for pictures and files.
    pub table: Trajectory,
    /// The same for other programs.
    pub raw: RawFile,
    /// One line about what was done.
    pub line: String,
    /// A table for people, if it is small.
    pub text: Option<String>,
    /// What `.meas` asks for, a line for each.
    pub measures: String,
    /// Whether a line such as `.print` asks for the table.
    pub printed: bool,
    /// What scripts read.
    pub found: CircuitAnalysis,
    /// What deserves a look.
    pub warnings: Vec<Diagnostic>,
}

/// Carries out an analysis of a circuit in whose graph nothing is wrong.
///
/// # Errors
/// Why it cannot be carried out.
pub fn analyze(
    sources: &SourceMap,
    circuit: &Circuit,
    topology: &Topology,
    asked: RequestedAnalysis,
) -> Result<AnalysisResult, Vec<Diagnostic>> {
    let (kind, place) = find(circuit, asked)?;
    let run = match &kind {
        AnalysisKind::Transient { times, .. } => TransientTimes { step: times[0], stop: times[1] },
        _ => TransientTimes { step: 0.0, stop: 1.0 },
    };
    let conditions = DeviceConditions::new(circuit);
    let mut mna =
        Mna::new(circuit, &conditions, run).map_err(|wrong| invalid_parameters(sources, circuit, &wrong))?;
    let (columns, mut wrong) = columns(sources, circuit, &mna, asked.word());
    let (wishes, unknown) = measure_requests(sources, circuit, &mna, asked.curve());
    wrong.extend(unknown);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let names = CircuitNames { sources, circuit, network: None };
    let work = AnalysisContext { names, circuit, topology, place, columns, wishes, conditions };
    match kind {
        AnalysisKind::OperatingPoint => work.point(&mut mna),
        AnalysisKind::Sweep(ranges) => work.sweep(&mut mna, &ranges),
        AnalysisKind::Transient { times, uic } => work.transient(&mut mna, &times, uic),
        AnalysisKind::Transfer { output, source } => work.transfer(&mut mna, output, source),
        AnalysisKind::SmallSignal { spacing, values } => {
            let all = frequencies(spacing, values).map_err(|wrong| {
                vec![match wrong {
                    GridError::Many(count) => too_many_points(place, count),
                    GridError::Nowhere => Diagnostic::new(DiagnosticCode::WrongAnalysis, place, "invalid frequencies")
                        .help("at least one point, a first frequency above zero, and a last one that is not below it"),
                }]
            })?;
            work.small(&mut mna, &all)
        }
    }
}

/// The first line that asks for this analysis, with times that make sense.
fn find(circuit: &Circuit, asked: RequestedAnalysis) -> Result<(AnalysisKind, Place), Vec<Diagnostic>> {
    let title = Place { file: syntax::FileId(0), span: circuit.title };
    if asked == RequestedAnalysis::Point {
        return Ok((AnalysisKind::OperatingPoint, title));
    }
    let fits = |kind: &AnalysisKind| {
        matches!(
            (asked, kind),
            (RequestedAnalysis::Sweep, AnalysisKind::Sweep(_))
                | (RequestedAnalysis::Transient, AnalysisKind::Transient { .. })
                | (RequestedAnalysis::Small, AnalysisKind::SmallSignal { .. })
                | (RequestedAnalysis::Transfer, AnalysisKind::Transfer { .. })
        )
    };
    let Some(found) = circuit.analyses.iter().find(|analysis| fits(&analysis.kind)) else {
        let (word, example) = match asked {
            RequestedAnalysis::Sweep => (".dc", ".dc V1 0 5 0.1"),
            RequestedAnalysis::Small => (".ac", ".ac dec 10 1 1meg"),
            RequestedAnalysis::Transfer => (".tf", ".tf v(out) V1"),
            _ => (".tran", ".tran 1n 1u"),
        };
        let found = Diagnostic::new(
            DiagnosticCode::WrongAnalysis,
            Place { span: Span::new(title.span.start, title.span.start), ..title },
            format!("no line `{word}` defines the analysis"),
        )
        .help(format!("add a line such as `{example}`"));
        return Err(vec![found]);
    };
    if let AnalysisKind::Transient { times, .. } = &found.kind {
        let start = times.get(2).copied().unwrap_or(0.0);
        let sound = times[0] > 0.0 && times[1] > 0.0 && start >= 0.0 && start < times[1];
        if !sound || times.get(3).is_some_and(|&most| most <= 0.0) {
            let told = Diagnostic::new(DiagnosticCode::WrongAnalysis, found.place, "invalid times")
                .help("`.tran step stop start largest`: step, stop and the largest step are above zero, and start is before stop");
            return Err(vec![told]);
        }
        // Each step is kept, and so are points between long ones.
        let step = times.get(3).map_or(times[0], |&most| most.min(times[0]));
        let count = ((times[1] - start) / step).ceil();
        if count > MOST_POINTS {
            return Err(vec![too_many_points(found.place, count)]);
        }
    }
    Ok((found.kind.clone(), found.place))
}

/// What a table is over.
#[derive(Clone, Debug)]
struct ResultAxis {
    name: String,
    unit: &'static str,
    /// What ngspice calls it.
    kind: &'static str,
    levels: Vec<f64>,
}

impl ResultAxis {
    fn new(name: &str, unit: &'static str, kind: &'static str, levels: Vec<f64>) -> ResultAxis {
        ResultAxis { name: name.to_string(), unit, kind, levels }
    }
}

struct AnalysisContext<'a> {
    names: CircuitNames<'a>,
    circuit: &'a Circuit,
    topology: &'a Topology,
    place: Place,
    columns: Vec<SignalColumn>,
    wishes: Vec<MeasureRequest<'a>>,
    conditions: DeviceConditions,
}

impl AnalysisContext<'_> {
    fn trouble<'b>(&'b self, mna: &'b Mna) -> AnalysisFailureReporter<'b> {
        AnalysisFailureReporter { names: self.names, circuit: self.circuit, mna, place: self.place }
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
    fn outcome(
        &self,
        found: CircuitAnalysis,
        plot: &str,
        axis: &ResultAxis,
        others: &[ResultAxis],
        values: &[f64],
    ) -> AnalysisResult {
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
        let raw =
            RawFile { title: self.title(), plot: plot.to_string(), complex: false, variables, values: all };
        AnalysisResult {
            table: Trajectory::of_table(&axis.name, &names, axis.levels.clone(), table),
            raw,
            line: String::new(),
            text: None,
            measures: String::new(),
            printed: !self.circuit.outputs.is_empty(),
            found,
            warnings: Vec::new(),
        }
    }

    /// Adds what is measured; `value` is the value of a column at a point.
    fn measured(
        &self,
        outcome: &mut AnalysisResult,
        unit: &str,
        value: &dyn Fn(&SignalColumn, usize) -> f64,
    ) {
        let taken = measure(self.circuit, &self.wishes, (&outcome.table.times, unit), value);
        let reported = (!self.wishes.is_empty()).then_some(taken.reported).into();
        match &mut outcome.found {
            CircuitAnalysis::Sweep(found) => found.measures = reported,
            CircuitAnalysis::Transient(found) => found.measures = reported,
            CircuitAnalysis::SmallSignal(found) => found.measures = reported,
            // A point is no curve.
            CircuitAnalysis::Point(_) | CircuitAnalysis::Transfer(_) => {}
        }
        outcome.measures = taken.text;
        outcome.warnings.extend(taken.failed);
    }

    fn solve(&self, mna: &mut Mna, why: &str) -> Result<OperatingPoint, Vec<Diagnostic>> {
        let solved = guessed(self.circuit, mna).and_then(|guess| mna.operating_point(&guess, &[]));
        solved.map_err(|no| vec![self.trouble(mna).point(&no, why)])
    }
}
