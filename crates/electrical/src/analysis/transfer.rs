//! Gain and resistances of a transfer function.

use std::fmt::Write;

use circuit::{CircuitElementKind, ElementId, Mna};
use report::{CircuitAnalysis, TransferValues};
use syntax::{Diagnostic, Place};

use super::{AnalysisContext, AnalysisResult, ResultAxis};
use crate::columns::named;
use crate::failure_report::format_number;
use results::Trajectory;

impl AnalysisContext<'_> {
    /// Gain and resistances at the operating point.
    pub(super) fn transfer(
        &self,
        mna: &mut Mna,
        output: Place,
        source: ElementId,
    ) -> Result<AnalysisResult, Vec<Diagnostic>> {
        let column = named(self.names.sources, self.circuit, mna, output).map_err(|wrong| vec![*wrong])?;
        let point = self.solve(mna, "no operating point was found for a transfer function")?;
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
        let voltage = matches!(self.circuit.elements[source.at()].kind, CircuitElementKind::Voltage { .. });
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
            let _ = writeln!(
                text,
                "{}",
                format!("{name:<width$}  {:>13} {unit}", format_number(*value)).trim_end()
            );
        }
        let axis = ResultAxis::new("point", "", "notype", vec![0.0]);
        let finite = |value: f64| value.is_finite().then_some(value);
        let values = TransferValues {
            gain: found.gain,
            input_resistance: finite(found.input),
            output_resistance: finite(found.output).filter(|_| column.unit == "V"),
        };
        let values = CircuitAnalysis::Transfer(values);
        let mut outcome = self.outcome(values, "Transfer Function", &axis, &[], &self.row(&point.y));
        let names: Vec<(String, &str)> = rows.iter().map(|row| (row.0.clone(), row.1)).collect();
        let values: Vec<f64> = rows.iter().map(|row| row.2).collect();
        outcome.raw.variables = names.iter().map(|(name, _)| (name.replace(' ', "_"), "notype")).collect();
        outcome.raw.values.clone_from(&values);
        outcome.table = Trajectory::of_table("point", &names, vec![0.0], values);
        outcome.line = format!("transfer function: {} = {}\n", rows[0].0, format_number(found.gain));
        outcome.text = Some(text);
        Ok(outcome)
    }
}
