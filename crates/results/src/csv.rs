//! Results as comma-separated values.

use std::io::{self, Write};

use crate::{ResultVariable, Trajectory};

/// Writes a result, a line to a point. Parameters are left out unless they were asked for by name.
///
/// # Errors
/// Those of the writer.
pub fn write_csv(trajectory: &Trajectory, out: &mut dyn Write) -> io::Result<()> {
    let table = CsvTable::begin(trajectory, out)?;
    for (point, &t) in trajectory.times.iter().enumerate() {
        table.point(t, trajectory.point(point), out)?;
    }
    Ok(())
}

/// A table that is written point by point.
#[derive(Clone, Debug)]
pub struct CsvTable {
    signals: Vec<ResultVariable>,
}

impl CsvTable {
    /// Writes the names.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn begin(trajectory: &Trajectory, out: &mut dyn Write) -> io::Result<CsvTable> {
        let listed = &trajectory.signals[..trajectory.listed];
        let chosen = listed.iter().filter(|signal| trajectory.asked || !signal.parameter);
        let signals: Vec<ResultVariable> = chosen.cloned().collect();
        out.write_all(trajectory.axis.as_bytes())?;
        for ResultVariable { name, .. } in &signals {
            if name.contains([',', '"']) {
                // Names of elements of matrices hold commas.
                write!(out, ",\"{}\"", name.replace('"', "\"\""))?;
            } else {
                write!(out, ",{name}")?;
            }
        }
        out.write_all(b"\n")?;
        Ok(CsvTable { signals })
    }

    /// Writes a point, given what is kept of it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn point(&self, t: f64, values: &[f64], out: &mut dyn Write) -> io::Result<()> {
        number(out, t)?;
        for signal in &self.signals {
            out.write_all(b",")?;
            number(out, signal.value(values))?;
        }
        out.write_all(b"\n")
    }
}

/// The shortest text that is read back as the same number.
fn number(out: &mut dyn Write, number: f64) -> io::Result<()> {
    let size = number.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) {
        write!(out, "{number}")
    } else {
        write!(out, "{number:e}")
    }
}
