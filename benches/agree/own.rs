//! The figures of a netlist as this program gives them.

use circuit::{
    AnalysisKind, Circuit, DeviceConditions, Includes, Mna, NodeId, TransientMethod, TransientSettings,
    TransientTimes, read, transient,
};
use syntax::{FileId, Severity, SourceFile, SourceMap};

use super::netlists::{Netlist, Table};

struct Nothing;

impl Includes for Nothing {
    fn open(&mut self, _: &mut SourceMap, name: &str, _: FileId) -> Result<FileId, String> {
        Err(format!("there is no {name}"))
    }
}

fn open(netlist: &Netlist) -> Result<Circuit, String> {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new(&netlist.name, &*netlist.text));
    let (circuit, found) = read(&mut sources, file, &mut Nothing);
    match found.iter().find(|found| found.severity() == Severity::Error) {
        Some(found) => Err(found.message.clone()),
        None => Ok(circuit),
    }
}

/// Where signals such as `v(a)` and `i(v1)` stand among the unknowns.
fn places(circuit: &Circuit, mna: &Mna, signals: &[String]) -> Result<Vec<usize>, String> {
    let find = |name: &String| {
        let at = (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == *name);
        at.ok_or_else(|| format!("there is no {name}"))
    };
    signals.iter().map(find).collect()
}

/// The operating point.
pub(crate) fn point(netlist: &Netlist) -> Result<Vec<f64>, String> {
    let circuit = open(netlist)?;
    let run = TransientTimes { step: 1.0, stop: 1.0 };
    let mut mna =
        Mna::new(&circuit, &DeviceConditions::new(&circuit), run).map_err(|wrong| format!("{wrong:?}"))?;
    let held: Vec<(NodeId, f64)> = circuit.guesses.iter().map(|&(node, value, _)| (node, value)).collect();
    let mut y = vec![0.0; mna.size()];
    if !held.is_empty() {
        y = mna.operating_point(&y, &held).map_err(|failed| format!("{failed:?}"))?.y;
    }
    // `.ic` holds for the beginning of a transient alone.
    let y = mna.operating_point(&y, &[]).map_err(|failed| format!("{failed:?}"))?.y;
    Ok(places(&circuit, &mna, &netlist.point)?.iter().map(|&at| y[at]).collect())
}

/// The transient at some times, with tolerances that are so many times as small as the usual ones.
pub(crate) fn table(netlist: &Netlist, times: &[f64], finer: f64) -> Result<Table, String> {
    let circuit = open(netlist)?;
    let found = circuit.analyses.iter().find_map(|analysis| match &analysis.kind {
        AnalysisKind::Transient { times, uic } => Some((times.clone(), *uic)),
        _ => None,
    });
    let (written, uic) = found.ok_or("there is no `.tran`")?;
    let run = TransientTimes { step: written[0], stop: written[1] };
    let mut mna =
        Mna::new(&circuit, &DeviceConditions::new(&circuit), run).map_err(|wrong| format!("{wrong:?}"))?;
    let settings = TransientSettings::new(written[0] / 20.0, written[1]);
    let (relative, volts) = (settings.relative / finer, settings.volts / finer);
    let mut settings = settings.with_tolerances(relative, volts);
    settings.uic = uic;
    settings.method = TransientMethod::default_for(&circuit, 5);
    if let Some(&longest) = written.get(3) {
        settings.longest = longest;
    }
    settings.kept = places(&circuit, &mna, &netlist.signals)?;
    let recorded = transient(&circuit, &mut mna, &settings).map_err(|failed| format!("{failed:?}"))?;
    let row =
        |&time: &f64| (time, (0..netlist.signals.len()).map(|column| recorded.at(column, time)).collect());
    Ok(Table { ranges: Vec::new(), rows: times.iter().map(row).collect() })
}
