//! Operating points one after the other, as a table.

use circuit::{CircuitElementKind, Mna, SweepRange, SweepResult, SweepVariable, guessed, ohms, sweep};
use report::{CircuitAnalysis, SweptPoints};
use syntax::{Diagnostic, DiagnosticCode};

use super::{AnalysisContext, AnalysisResult, ResultAxis};
use crate::columns::SignalColumn;

impl AnalysisContext<'_> {
    pub(super) fn sweep(
        &self,
        mna: &mut Mna,
        ranges: &[SweepRange],
    ) -> Result<AnalysisResult, Vec<Diagnostic>> {
        let guess = guessed(self.circuit, mna)
            .map_err(|no| vec![self.trouble(mna).point(&no, "no operating point was found")])?;
        let SweepResult { levels, values } = sweep((self.circuit, &self.conditions), mna, ranges, guess, &[])
            .map_err(|no| self.trouble(mna).sweep(&no))?;
        let size = mna.size().max(1);
        let count = values.len() / size;
        // The factors of the current of a resistor hold for its ohms in the circuit, not for those of the sweep.
        let value = |column: &SignalColumn, at: usize| {
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
                SweepVariable::Temperature => ("temp".to_string(), "°C", "temp-sweep"),
                SweepVariable::Resistor(element) => (self.circuit.element_name(element), "Ω", "res-sweep"),
                SweepVariable::Source(element) => match self.circuit.elements[element.at()].kind {
                    CircuitElementKind::Current { .. } => {
                        (self.circuit.element_name(element), "A", "current")
                    }
                    _ => (self.circuit.element_name(element), "V", "voltage"),
                },
            };
            let all = (0..count).map(|at| levels[at / often % levels.len()]).collect();
            axes.push(ResultAxis::new(&name, unit, kind, all));
            often *= levels.len();
        }
        let Some((axis, others)) = axes.split_first() else {
            return Err(vec![Diagnostic::new(
                DiagnosticCode::WrongAnalysis,
                self.place,
                "this sweep names no source",
            )]);
        };
        let unit = axis.unit;
        let found = SweptPoints { points: count, levels: levels.clone(), measures: None.into() };
        let found = CircuitAnalysis::Sweep(found);
        let mut outcome = self.outcome(found, "DC transfer characteristic", axis, others, &table);
        outcome.line = format!("sweep: {count} points\n");
        if ranges.len() > 1 && !self.wishes.is_empty() {
            let place = self.wishes[0].place();
            let found = Diagnostic::new(
                DiagnosticCode::NotSupported,
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
}
