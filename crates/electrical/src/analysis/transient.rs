//! A transient as a table, with what is measured and heard in it.

use std::collections::BTreeMap;

use circuit::{BypassTolerance, Mna, TransientMethod, TransientSettings, harmonics, transient};
use report::{CircuitAnalysis, TransientMethodName, TransientSteps};
use simulate::Statistics;
use syntax::{Diagnostic, DiagnosticCode};

use super::{AnalysisContext, AnalysisResult, ResultAxis};
use crate::columns::SignalColumn;
use crate::spectrum::fourier_spectra;

impl AnalysisContext<'_> {
    pub(super) fn transient(
        &self,
        mna: &mut Mna,
        times: &[f64],
        uic: bool,
    ) -> Result<AnalysisResult, Vec<Diagnostic>> {
        let mut settings = self.settings(times, uic)?;
        let spectra = fourier_spectra(self.names.sources, self.circuit, mna, times)?;
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
        let mut last = BTreeMap::new();
        if !recorded.times.is_empty() {
            let row = self.row(&y);
            last.extend(self.columns.iter().zip(row).map(|(column, value)| (column.name.clone(), value)));
        }
        let axis = ResultAxis::new("time", "s", "time", recorded.times.clone());
        let kept = |at: usize| recorded.kept.binary_search(&at).unwrap_or(0);
        let value = |column: &SignalColumn, at: usize| -> f64 {
            let point = recorded.point(at);
            column.terms.iter().map(|&(unknown, factor)| factor * point[kept(unknown)]).sum()
        };
        let (mut tables, mut reported) = (String::new(), Vec::new());
        for spectrum in &spectra {
            let values: Vec<f64> = (0..recorded.times.len()).map(|at| value(&spectrum.column, at)).collect();
            let found = harmonics(&recorded.times, &values, spectrum.frequency);
            tables.push_str(&spectrum.format_table(&found));
            reported.push(spectrum.report(&found));
        }
        let found = TransientSteps {
            method: match settings.method {
                TransientMethod::Trapezoidal => TransientMethodName::Trapezoidal,
                TransientMethod::Gear(_) => TransientMethodName::Gear,
            },
            steps,
            rejected: error_failures + newton_failures,
            newton_iterations: iterations,
            jacobians,
            evaluations: recorded.evaluations,
            points: recorded.times.len(),
            last,
            measures: None.into(),
            fourier: (!reported.is_empty()).then_some(reported).into(),
        };
        let found = CircuitAnalysis::Transient(found);
        let mut outcome = self.outcome(found, "Transient Analysis", &axis, &[], &table);
        outcome.table.statistics = recorded.statistics;
        outcome.line = format!("transient: {steps} steps, {} points\n", outcome.table.times.len());
        self.measured(&mut outcome, "s", &value);
        outcome.measures.push_str(&tables);
        let trouble = self.trouble(mna);
        if let Some(mode) = &recorded.unstable {
            outcome.warnings.push(trouble.unstable(mode));
        }
        outcome.warnings.extend(trouble.jumps(&recorded.jumps));
        Ok(outcome)
    }

    fn settings(&self, times: &[f64], uic: bool) -> Result<TransientSettings, Vec<Diagnostic>> {
        let (relative, volts) = (self.option("reltol").unwrap_or(1e-3), self.option("vntol").unwrap_or(1e-6));
        let mut settings = TransientSettings::new(times[0], times[1]).with_tolerances(relative, volts);
        settings.start = times.get(2).copied().unwrap_or(0.0);
        settings.longest = times.get(3).copied().unwrap_or((settings.stop - settings.start) / 50.0);
        settings.uic = uic;
        settings.kick = self.option("kick").unwrap_or(0.0);
        if self.option("nobypass").is_some() {
            settings.latency = BypassTolerance::NONE;
        }
        let order = self.option("maxord").map_or(5, |order| order.clamp(1.0, 5.0) as usize);
        settings.method = TransientMethod::default_for(self.circuit, order);
        let method = self.circuit.names.find("method");
        for setting in self.circuit.options.iter().filter(|setting| Some(setting.name) == method) {
            settings.method = match setting.word.map(|word| self.circuit.names.get(word)) {
                Some("trap" | "trapezoidal") => TransientMethod::Trapezoidal,
                Some("gear") => TransientMethod::Gear(order),
                _ => {
                    let found = Diagnostic::new(
                        DiagnosticCode::WrongAnalysis,
                        setting.place,
                        "there is no such method",
                    )
                    .help("`method=gear` or `method=trap`");
                    return Err(vec![found]);
                }
            };
        }
        Ok(settings)
    }
}
