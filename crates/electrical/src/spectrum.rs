//! What `.four` asks for, in words.

use std::fmt::Write;

use ::circuit::{Circuit, Harmonics, Mna};
use report::ReportedSpectrum;
use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap, Span};

use super::columns::{SignalColumn, items, named};
use super::failure_report::format_number;

/// Harmonics below this part of the largest are shown as none.
const LEAST: f64 = 1e-9;

/// A signal whose harmonics are asked for.
pub(super) struct FourierSpectrum {
    pub(super) frequency: f64,
    pub(super) column: SignalColumn,
}

/// All signals of all lines `.four`.
///
/// # Errors
/// A signal that is not among the results, or a transient that is shorter than a period.
pub(super) fn fourier_spectra(
    sources: &SourceMap,
    circuit: &Circuit,
    mna: &Mna,
    times: &[f64],
) -> Result<Vec<FourierSpectrum>, Vec<Diagnostic>> {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let recorded = times[1] - times.get(2).copied().unwrap_or(0.0);
    for fourier in &circuit.fouriers {
        let period = fourier.frequency.recip();
        if period > recorded * (1.0 + 1e-9) {
            let told = Diagnostic::new(
                DiagnosticCode::WrongAnalysis,
                fourier.place,
                format!(
                    "a period of {} s does not fit into the {} s that are recorded",
                    format_number(period),
                    format_number(recorded)
                ),
            )
            .help("`.four` analyzes the last period of `.tran`: let it run longer");
            wrong.push(told);
            continue;
        }
        let Place { file, span } = fourier.signals;
        let text = &sources[file].text()[span.range()];
        for (_, at) in items(text) {
            let span = Span::new(span.start + at.start as u32, span.start + at.end as u32);
            match named(sources, circuit, mna, Place { file, span }) {
                Ok(column) => found.push(FourierSpectrum { frequency: fourier.frequency, column }),
                Err(told) => wrong.push(*told),
            }
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong) }
}

impl FourierSpectrum {
    /// A table for people.
    pub(super) fn format_table(&self, harmonics: &Harmonics) -> String {
        let name = &self.column.name;
        let mut text = format!(
            "harmonics of {name} over {} Hz, total harmonic distortion {} %\n",
            format_number(self.frequency),
            format_number(100.0 * harmonics.distortion)
        );
        let largest = harmonics.parts.iter().fold(0.0, |most: f64, part| most.max(part[0].abs()));
        for (at, &[size, phase]) in harmonics.parts.iter().enumerate() {
            // The last digit must not decide between -180 and 180, nor between -0 and 0.
            let phase = (phase * 100.0).round() / 100.0;
            let phase = if phase == -180.0 { 180.0 } else { phase + 0.0 };
            let _ = write!(text, "{at:>3}  {:>13} Hz  ", format_number(self.frequency * at as f64));
            // The rest are last digits.
            let _ = match size.abs() > LEAST * largest {
                true if at > 0 => {
                    writeln!(text, "{:>13} {}  {phase:>8.2} deg", format_number(size), self.column.unit)
                }
                true => writeln!(text, "{:>13} {}", format_number(size), self.column.unit),
                false => writeln!(text, "{:>13} {}", 0, self.column.unit),
            };
        }
        text
    }

    /// The same for scripts.
    pub(super) fn report(&self, harmonics: &Harmonics) -> ReportedSpectrum {
        ReportedSpectrum {
            name: self.column.name.clone(),
            frequency: self.frequency,
            distortion: harmonics.distortion,
            magnitudes: harmonics.parts.iter().map(|part| part[0]).collect(),
            phases: harmonics.parts.iter().map(|part| part[1]).collect(),
        }
    }
}
