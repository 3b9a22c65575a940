//! Operating point, sweep, transient and small signals of a netlist, as tables.

use std::fmt::Write;

use ::circuit::{
    AnalysisKind, Answers, Circuit, Conditions, Curve, Kind, Knob, Latency, MOST_POINTS, Method, Mna,
    NoPoints, Point, Run, Settings, Swept, Topology, Way, frequencies, guessed, harmonics, leaning, ohms,
    sweep, transient,
};
use serde_json::{Map, Value, json};
use simulate::Statistics;
use syntax::{Code, Diagnostic, Place, Sources, Span};

use super::columns::{Column, columns, named, phase};
use super::measures::{Wish, measure, wishes};
use super::spectrum::spectra;
use super::trouble::{Trouble, faults, many, short};
use super::words::{Names, list};
use crate::{Raw, Trajectory};

/// So many nodes are named that rest on a conductance.
const MOST: usize = 5;

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

    fn point(&self, mna: &mut Mna) -> Result<Outcome, Vec<Diagnostic>> {
        let point = self.solve(mna, "there is no operating point")?;
        let values = self.row(&point.y);
        let axis = Axis::new("point", "", "notype", vec![0.0]);
        let mut outcome = self.outcome("Operating Point", &axis, &[], &values);
        outcome.raw.variables.remove(0);
        outcome.raw.values.remove(0);
        let width = self.columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
        let mut text = String::new();
        let (mut nodes, mut currents) = (Map::new(), Map::new());
        for (column, value) in self.columns.iter().zip(values) {
            let _ = writeln!(text, "{:<width$}  {:>13} {}", column.name, short(value), column.unit);
            let members = if column.unit == "V" { &mut nodes } else { &mut currents };
            let name = column.name.strip_prefix("v(").or(column.name.strip_prefix("i("));
            let name = name.and_then(|name| name.strip_suffix(')')).unwrap_or(&column.name);
            members.insert(name.to_string(), json!(value));
        }
        let way = match point.way {
            Way::Newton => "newton",
            Way::Conductances => "conductance stepping",
            Way::Sources => "source stepping",
            Way::Transient => "pseudo-transient",
        };
        outcome.line = format!("operating point: {} iterations, {way}\n", point.iterations);
        outcome.text = Some(text);
        outcome.members = vec![
            ("nodes", Value::Object(nodes)),
            ("currents", Value::Object(currents)),
            ("iterations", json!(point.iterations)),
            ("way", json!(way)),
        ];
        outcome.warnings = self.leaning(&point);
        Ok(outcome)
    }

    /// Potentials that only conductances decide which nobody wrote.
    fn leaning(&self, point: &Point) -> Vec<Diagnostic> {
        let found = leaning(self.circuit, &self.conditions, point);
        let Some(&(node, then)) = found.first() else { return Vec::new() };
        let name = |node: ::circuit::NodeId| self.names.node(node.0).unwrap_or_default();
        let now = point.y[node.at() - 1];
        let all: Vec<String> = found.iter().map(|&(node, _)| format!("v({})", name(node))).collect();
        let gmin = self.conditions.gmin;
        let told = Diagnostic::new(
            Code::RestsOnGmin,
            self.circuit.nodes[node.at()].place,
            format!("`v({})` rests on conductances that only the simulator adds", name(node)),
        )
        .label(format!("{} V, and {} V if they are ten times as large", short(now), short(then)))
        .note(format!("across every junction there is gmin = {} S, so that the equations have a solution; nothing else decides this potential", short(gmin)))
        .note(format!("so it is with {}", list(&all, MOST)))
        .help("join the node to another one with the resistance that it really has");
        vec![told]
    }

    fn sweep(&self, mna: &mut Mna, ranges: &[::circuit::Range]) -> Result<Outcome, Vec<Diagnostic>> {
        let guess = guessed(self.circuit, mna)
            .map_err(|no| vec![self.trouble(mna).point(&no, "there is no operating point")])?;
        let Swept { levels, values } = sweep((self.circuit, &self.conditions), mna, ranges, guess, &[])
            .map_err(|no| self.trouble(mna).sweep(&no))?;
        let size = mna.size().max(1);
        let count = values.len() / size;
        // The factors of the current of a resistor hold for its ohms in the circuit, not for those of the sweep.
        let value = |column: &Column, at: usize| {
            let plain = column.value(&values[at * size..(at + 1) * size]);
            let Some(resistor) = column.through else { return plain };
            let mut often = 1;
            let now = levels.iter().map(|levels| {
                let level = levels[at / often % levels.len()];
                often *= levels.len();
                level
            });
            let now: Vec<f64> = now.collect();
            plain * ohms(self.circuit, &[], &[], resistor) / ohms(self.circuit, ranges, &now, resistor)
        };
        let table: Vec<f64> = (0..count)
            .flat_map(|at| self.columns.iter().map(move |column| (column, at)))
            .map(|(column, at)| value(column, at))
            .collect();
        let mut axes = Vec::new();
        let mut often = 1;
        for (&(knob, _), levels) in ranges.iter().zip(&levels) {
            let (name, unit, kind) = match knob {
                Knob::Temperature => ("temp".to_string(), "°C", "temp-sweep"),
                Knob::Resistor(element) => (self.circuit.element_name(element), "Ω", "res-sweep"),
                Knob::Source(element) => match self.circuit.elements[element.at()].kind {
                    Kind::Current { .. } => (self.circuit.element_name(element), "A", "current"),
                    _ => (self.circuit.element_name(element), "V", "voltage"),
                },
            };
            let all = (0..count).map(|at| levels[at / often % levels.len()]).collect();
            axes.push(Axis::new(&name, unit, kind, all));
            often *= levels.len();
        }
        let Some((axis, others)) = axes.split_first() else {
            return Err(vec![Diagnostic::new(Code::WrongAnalysis, self.place, "this sweep names no source")]);
        };
        let unit = axis.unit;
        let mut outcome = self.outcome("DC transfer characteristic", axis, others, &table);
        outcome.line = format!("sweep: {count} points\n");
        outcome.members = vec![("points", json!(count)), ("levels", json!(levels))];
        if ranges.len() > 1 && !self.wishes.is_empty() {
            let place = self.wishes[0].place();
            let found = Diagnostic::new(
                Code::NotSupported,
                place,
                "measures of a sweep over two quantities are not supported yet",
            )
            .related(self.place, "the sweep")
            .help("sweep one of them, with the other at a value of interest");
            return Err(vec![found]);
        }
        self.measured(&mut outcome, unit, &value);
        Ok(outcome)
    }

    fn transient(&self, mna: &mut Mna, times: &[f64], uic: bool) -> Result<Outcome, Vec<Diagnostic>> {
        let mut settings = self.settings(times, uic)?;
        let spectra = spectra(self.names.sources, self.circuit, mna, times)?;
        let measured = self.wishes.iter().flat_map(|wish| &wish.columns);
        let heard = spectra.iter().map(|spectrum| &spectrum.column);
        let looked_at = self.columns.iter().chain(measured).chain(heard);
        settings.kept = looked_at.flat_map(|column| column.terms.iter().map(|term| term.0)).collect();
        settings.kept.sort_unstable();
        settings.kept.dedup();
        let recorded = transient(self.circuit, mna, &settings)
            .map_err(|failed| self.trouble(mna).transient(self.topology, &failed))?;
        let mut table = Vec::with_capacity(recorded.times.len() * self.columns.len());
        let mut y = vec![0.0; mna.size()];
        for at in 0..recorded.times.len() {
            for (&unknown, &value) in recorded.kept.iter().zip(recorded.point(at)) {
                y[unknown] = value;
            }
            table.extend(self.row(&y));
        }
        let Statistics { steps, error_failures, newton_failures, iterations, jacobians, .. } =
            recorded.statistics;
        let mut last = Map::new();
        if !recorded.times.is_empty() {
            let row = self.row(&y);
            last.extend(
                self.columns.iter().zip(row).map(|(column, value)| (column.name.clone(), json!(value))),
            );
        }
        let axis = Axis::new("time", "s", "time", recorded.times.clone());
        let mut outcome = self.outcome("Transient Analysis", &axis, &[], &table);
        outcome.table.statistics = recorded.statistics;
        outcome.line = format!("transient: {steps} steps, {} points\n", outcome.table.times.len());
        outcome.members = vec![
            ("method", json!(if settings.method == Method::Trapezoidal { "trapezoidal" } else { "gear" })),
            ("steps", json!(steps)),
            ("rejected", json!(error_failures + newton_failures)),
            ("newton_iterations", json!(iterations)),
            ("jacobians", json!(jacobians)),
            ("evaluations", json!(recorded.evaluations)),
            ("points", json!(outcome.table.times.len())),
            ("last", Value::Object(last)),
        ];
        let kept = |at: usize| recorded.kept.binary_search(&at).unwrap_or(0);
        let value = |column: &Column, at: usize| -> f64 {
            let point = recorded.point(at);
            column.terms.iter().map(|&(unknown, factor)| factor * point[kept(unknown)]).sum()
        };
        self.measured(&mut outcome, "s", &value);
        let mut heard = Vec::new();
        for spectrum in &spectra {
            let values: Vec<f64> = (0..recorded.times.len()).map(|at| value(&spectrum.column, at)).collect();
            let found = harmonics(&recorded.times, &values, spectrum.frequency);
            outcome.measures.push_str(&spectrum.show(&found));
            heard.push(spectrum.json(&found));
        }
        if !heard.is_empty() {
            outcome.members.push(("fourier", Value::Array(heard)));
        }
        Ok(outcome)
    }

    fn settings(&self, times: &[f64], uic: bool) -> Result<Settings, Vec<Diagnostic>> {
        let (relative, volts) = (self.option("reltol").unwrap_or(1e-3), self.option("vntol").unwrap_or(1e-6));
        let mut settings = Settings::new(times[0], times[1]).tolerate(relative, volts);
        settings.start = times.get(2).copied().unwrap_or(0.0);
        settings.longest = times.get(3).copied().unwrap_or((settings.stop - settings.start) / 50.0);
        settings.uic = uic;
        if self.option("nobypass").is_some() {
            settings.latency = Latency::NONE;
        }
        let order = self.option("maxord").map_or(5, |order| order.clamp(1.0, 5.0) as usize);
        settings.method = Method::suited(self.circuit, order);
        let method = self.circuit.names.find("method");
        for setting in self.circuit.options.iter().filter(|setting| Some(setting.name) == method) {
            settings.method = match setting.word.map(|word| self.circuit.names.get(word)) {
                Some("trap" | "trapezoidal") => Method::Trapezoidal,
                Some("gear") => Method::Gear(order),
                _ => {
                    let found =
                        Diagnostic::new(Code::WrongAnalysis, setting.place, "there is no such method")
                            .help("`method=gear` or `method=trap`");
                    return Err(vec![found]);
                }
            };
        }
        Ok(settings)
    }

    /// Gain and resistances at the operating point.
    fn transfer(
        &self,
        mna: &mut Mna,
        output: Place,
        source: ::circuit::ElementId,
    ) -> Result<Outcome, Vec<Diagnostic>> {
        let column = named(self.names.sources, self.circuit, mna, output).map_err(|wrong| vec![*wrong])?;
        let point = self.solve(mna, "there is no operating point for a transfer function")?;
        let found = mna
            .transfer(&point.y, source, &column.terms)
            .map_err(|no| vec![self.trouble(mna).point(&no, "there is no transfer function")])?;
        let input = self.circuit.element_name(source);
        let unit = |over: &str| {
            if column.unit == over {
                ""
            } else if over == "V" {
                "S"
            } else {
                "Ω"
            }
        };
        let voltage = matches!(self.circuit.elements[source.at()].kind, Kind::Voltage { .. });
        let mut rows = vec![
            (format!("{}/{input}", column.name), unit(if voltage { "V" } else { "A" }), found.gain),
            (format!("input resistance at {input}"), "Ω", found.input),
        ];
        if column.unit == "V" {
            rows.push((format!("output resistance at {}", column.name), "Ω", found.output));
        }
        let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (name, unit, value) in &rows {
            let _ = writeln!(text, "{}", format!("{name:<width$}  {:>13} {unit}", short(*value)).trim_end());
        }
        let axis = Axis::new("point", "", "notype", vec![0.0]);
        let mut outcome = self.outcome("Transfer Function", &axis, &[], &self.row(&point.y));
        let names: Vec<(String, &str)> = rows.iter().map(|row| (row.0.clone(), row.1)).collect();
        let values: Vec<f64> = rows.iter().map(|row| row.2).collect();
        outcome.raw.variables = names.iter().map(|(name, _)| (name.replace(' ', "_"), "notype")).collect();
        outcome.raw.values.clone_from(&values);
        outcome.table = Trajectory::of_table("point", &names, vec![0.0], values);
        outcome.line = format!("transfer function: {} = {}\n", rows[0].0, short(found.gain));
        outcome.text = Some(text);
        let finite = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
        outcome.members = vec![
            ("gain", json!(found.gain)),
            ("input_resistance", finite(found.input)),
            ("output_resistance", if column.unit == "V" { finite(found.output) } else { Value::Null }),
        ];
        Ok(outcome)
    }

    fn small(&self, mna: &mut Mna, all: &[f64]) -> Result<Outcome, Vec<Diagnostic>> {
        let point = self.solve(mna, "there is no operating point for small signals")?;
        let size = mna.size();
        let Answers { frequencies, values } = mna
            .small_signal(&point.y, all)
            .map_err(|no| vec![self.trouble(mna).point(&no, "there is no answer to small signals")])?;
        let mut names: Vec<(String, &str)> = Vec::new();
        for column in &self.columns {
            names.push((column.name.clone(), column.unit));
            if column.part.is_none() {
                names.push((format!("phase({})", column.name), "deg"));
            }
        }
        let (mut table, mut raw) = (Vec::new(), Vec::new());
        for (frequency, y) in frequencies.iter().zip(values.chunks_exact(size.max(1))) {
            raw.extend([*frequency, 0.0]);
            for column in &self.columns {
                let [real, imaginary] = column.complex(y);
                match column.part {
                    Some(part) => {
                        let value = part.of(real, imaginary);
                        raw.extend([value, 0.0]);
                        table.push(value);
                    }
                    None => {
                        raw.extend([real, imaginary]);
                        table.extend([real.hypot(imaginary), phase(real, imaginary).to_degrees()]);
                    }
                }
            }
        }
        let axis = Axis::new("frequency", "Hz", "frequency", Vec::new());
        let mut outcome = self.outcome("AC Analysis", &axis, &[], &[]);
        outcome.raw.complex = true;
        outcome.raw.values = raw;
        outcome.table = Trajectory::of_table("frequency", &names, frequencies, table);
        outcome.line = format!("small signals: {} frequencies\n", all.len());
        outcome.members = vec![("points", json!(all.len()))];
        self.measured(&mut outcome, "Hz", &|column, at| {
            let [real, imaginary] = column.complex(&values[at * size..(at + 1) * size]);
            column.part.map_or(real, |part| part.of(real, imaginary))
        });
        Ok(outcome)
    }
}
