//! Answers to small signals, as a table.

use circuit::{Mna, SmallSignalResponse};
use report::{CircuitAnalysis, FrequencyResponse};
use syntax::{Diagnostic, DiagnosticCode};

use super::{AnalysisContext, AnalysisResult, ResultAxis};
use crate::columns::phase;
use results::Trajectory;

impl AnalysisContext<'_> {
    pub(super) fn small(&self, mna: &mut Mna, all: &[f64]) -> Result<AnalysisResult, Vec<Diagnostic>> {
        let point = self.solve(mna, "no operating point was found for the small-signal analysis")?;
        let size = mna.size();
        let SmallSignalResponse { frequencies, values } = mna
            .small_signal(&point.y, all)
            .map_err(|no| vec![self.trouble(mna).point(&no, "there is no small-signal solution")])?;
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
        let axis = ResultAxis::new("frequency", "Hz", "frequency", Vec::new());
        let found = FrequencyResponse { points: all.len(), measures: None.into() };
        let found = CircuitAnalysis::SmallSignal(found);
        let mut outcome = self.outcome(found, "AC Analysis", &axis, &[], &[]);
        outcome.raw.complex = true;
        outcome.raw.values = raw;
        outcome.table = Trajectory::of_table("frequency", &names, frequencies, table);
        outcome.line = format!("small-signal analysis: {} frequencies\n", all.len());
        outcome.warnings.extend(self.silence(&values));
        self.measured(&mut outcome, "Hz", &|column, at| {
            let [real, imaginary] = column.complex(&values[at * size..(at + 1) * size]);
            column.part.map_or(real, |part| part.of(real, imaginary))
        });
        Ok(outcome)
    }

    /// Says that nothing is there to be answered.
    fn silence(&self, values: &[[f64; 2]]) -> Option<Diagnostic> {
        let silent = values.iter().all(|value| *value == [0.0; 2]);
        silent.then(|| {
            Diagnostic::new(
                DiagnosticCode::NoSignal,
                self.place,
                "no source has an AC magnitude, so every response is zero",
            )
            .label("this analysis needs a source with an AC magnitude")
            .note("the DC value and the waveform of a source are not used in a small-signal analysis")
            .help("give a source an AC magnitude: write `ac 1` at its end, as in `V1 in 0 dc 5 ac 1`")
        })
    }
}
