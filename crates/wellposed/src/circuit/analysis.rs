//! Operating point, sweep, transient and small signals of a netlist, as tables.

use std::fmt::Write;

use ::circuit::{
    AnalysisKind, Answers, Circuit, Conditions, Family, Kind, Latency, Method, Mna, Point, Run, Settings,
    Swept, Topology, Way, frequencies, guessed, leaning, transient,
};
use serde_json::{Map, Value, json};
use simulate::Statistics;
use syntax::{Code, Diagnostic, Place, Sources, Span};

use super::columns::{Column, columns};
use super::trouble::{Trouble, faults, short};
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
}

impl Asked {
    fn word(self) -> &'static str {
        match self {
            Asked::Point => "op",
            Asked::Sweep => "dc",
            Asked::Transient => "tran",
            Asked::Small => "ac",
        }
    }
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
    let (columns, wrong) = columns(sources, circuit, &mna, asked.word());
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let names = Names { sources, circuit, network: None };
    let work = Work { names, circuit, topology, place, columns, conditions };
    match kind {
        AnalysisKind::OperatingPoint => work.point(&mut mna),
        AnalysisKind::Sweep(ranges) => work.sweep(&mut mna, &ranges),
        AnalysisKind::Transient { times, uic } => work.transient(&mut mna, &times, uic),
        AnalysisKind::SmallSignal { spacing, values } => {
            // A line has no capacitances and inductances that could be linearized: its delay is a factor of its own.
            let lines: Vec<Diagnostic> = lines(circuit)
                .map(|place| {
                    Diagnostic::new(Code::NotSupported, place, "lines are not supported by `.ac` yet")
                        .help("write the line as a ladder of inductors and capacitors")
                })
                .collect();
            if !lines.is_empty() {
                return Err(lines);
            }
            let Some(all) = frequencies(spacing, values) else {
                let found = Diagnostic::new(Code::WrongAnalysis, place, "these frequencies make no sense")
                    .help("at least one point, a first frequency above zero, and a last one that is not below it");
                return Err(vec![found]);
            };
            work.small(&mut mna, &all)
        }
    }
}

/// Where the lossless lines of a circuit are written.
fn lines(circuit: &Circuit) -> impl Iterator<Item = Place> {
    let is_line = |element: &&::circuit::Element| match element.kind {
        Kind::Device(device) => circuit.devices[device.at()].family == Family::Line,
        _ => false,
    };
    circuit.elements.iter().filter(is_line).map(|element| element.place)
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
        )
    };
    let Some(found) = circuit.analyses.iter().find(|analysis| fits(&analysis.kind)) else {
        let (word, example) = match asked {
            Asked::Sweep => (".dc", ".dc V1 0 5 0.1"),
            Asked::Small => (".ac", ".ac dec 10 1 1meg"),
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
    }
    Ok((found.kind.clone(), found.place))
}

struct Work<'a> {
    names: Names<'a>,
    circuit: &'a Circuit,
    topology: &'a Topology,
    place: Place,
    columns: Vec<Column>,
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

    /// Puts a table together; `axis` has a name, a unit and the kind that ngspice calls it.
    fn outcome(
        &self,
        plot: &str,
        axis: [&str; 2],
        kind: &'static str,
        levels: Vec<f64>,
        values: Vec<f64>,
    ) -> Outcome {
        let names: Vec<(String, &str)> =
            self.columns.iter().map(|column| (column.name.clone(), column.unit)).collect();
        let mut variables = vec![(axis[0].to_string(), kind)];
        variables.extend(
            self.columns
                .iter()
                .map(|column| (column.name.clone(), if column.unit == "V" { "voltage" } else { "current" })),
        );
        let width = names.len();
        let mut all = Vec::with_capacity(values.len() + levels.len());
        for (at, &level) in levels.iter().enumerate() {
            all.push(level);
            all.extend_from_slice(&values[at * width..(at + 1) * width]);
        }
        let raw = Raw { title: self.title(), plot: plot.to_string(), complex: false, variables, values: all };
        Outcome {
            table: Trajectory::of_table(axis[0], &names, levels, values),
            raw,
            line: String::new(),
            text: None,
            members: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn solve(&self, mna: &mut Mna, why: &str) -> Result<Point, Vec<Diagnostic>> {
        let solved = guessed(self.circuit, mna).and_then(|guess| mna.operating_point(&guess, &[]));
        solved.map_err(|no| vec![self.trouble(mna).point(&no, why)])
    }

    fn point(&self, mna: &mut Mna) -> Result<Outcome, Vec<Diagnostic>> {
        let point = self.solve(mna, "there is no operating point")?;
        let values = self.row(&point.y);
        let mut outcome = self.outcome("Operating Point", ["point", ""], "notype", vec![0.0], values.clone());
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
        let Swept { levels, values } =
            mna.sweep(ranges, guess, &[]).map_err(|no| vec![self.trouble(mna).sweep(&no)])?;
        let first = levels.first().cloned().unwrap_or_default();
        let rounds = levels.get(1).map_or(1, Vec::len);
        let mut axis = Vec::with_capacity(first.len() * rounds);
        let mut table = Vec::new();
        for (at, y) in values.chunks_exact(mna.size().max(1)).enumerate() {
            axis.push(first[at % first.len()]);
            table.extend(self.row(y));
        }
        let name = ranges.first().map_or(String::new(), |range| self.circuit.element_name(range.0));
        let mut outcome = self.outcome("DC transfer characteristic", [&name, ""], "voltage", axis, table);
        outcome.line = format!("sweep: {} points\n", outcome.table.times.len());
        outcome.members = vec![("points", json!(outcome.table.times.len())), ("levels", json!(levels))];
        Ok(outcome)
    }

    fn transient(&self, mna: &mut Mna, times: &[f64], uic: bool) -> Result<Outcome, Vec<Diagnostic>> {
        let refused = self.refused(uic);
        if !refused.is_empty() {
            return Err(refused);
        }
        let mut settings = self.settings(times, uic)?;
        settings.kept =
            self.columns.iter().flat_map(|column| column.terms.iter().map(|term| term.0)).collect();
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
        let mut outcome = self.outcome("Transient Analysis", ["time", "s"], "time", recorded.times, table);
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
        Ok(outcome)
    }

    /// `IC=` of devices is not carried out.
    fn refused(&self, uic: bool) -> Vec<Diagnostic> {
        let devices = self.circuit.starts.iter().filter(|start| {
            uic && !matches!(
                self.circuit.elements[start.0.at()].kind,
                Kind::Capacitor { .. } | Kind::Inductor { .. }
            )
        });
        devices
            .map(|(element, _)| {
                let place = self.circuit.elements[element.at()].place;
                Diagnostic::new(Code::NotSupported, place, "`ic=` of a device is not supported yet")
                    .help("write the potentials of its nodes with `.ic`")
            })
            .collect()
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

    fn small(&self, mna: &mut Mna, all: &[f64]) -> Result<Outcome, Vec<Diagnostic>> {
        let point = self.solve(mna, "there is no operating point for small signals")?;
        let size = mna.size();
        let Answers { frequencies, values } = mna
            .small_signal(&point.y, all)
            .map_err(|no| vec![self.trouble(mna).point(&no, "there is no answer to small signals")])?;
        let mut names: Vec<(String, &str)> = Vec::new();
        for column in &self.columns {
            names.push((column.name.clone(), column.unit));
            names.push((format!("phase({})", column.name), "deg"));
        }
        let (mut table, mut raw) = (Vec::new(), Vec::new());
        for (frequency, y) in frequencies.iter().zip(values.chunks_exact(size.max(1))) {
            raw.extend([*frequency, 0.0]);
            for column in &self.columns {
                let part = |part: usize| -> f64 {
                    column.terms.iter().map(|&(at, factor)| factor * y[at][part]).sum()
                };
                let (real, imaginary) = (part(0), part(1));
                raw.extend([real, imaginary]);
                table.extend([real.hypot(imaginary), imaginary.atan2(real).to_degrees()]);
            }
        }
        let mut outcome =
            self.outcome("AC Analysis", ["frequency", "Hz"], "frequency", Vec::new(), Vec::new());
        outcome.raw.complex = true;
        outcome.raw.values = raw;
        outcome.table = Trajectory::of_table("frequency", &names, frequencies, table);
        outcome.line = format!("small signals: {} frequencies\n", all.len());
        outcome.members = vec![("points", json!(all.len()))];
        Ok(outcome)
    }
}
