//! Results as comma-separated values.

use std::io::{self, Write};

use crate::Trajectory;

/// Writes a result, a line to a point. Parameters are left out unless they were asked for by name.
///
/// # Errors
/// Those of the writer.
pub fn write_csv(trajectory: &Trajectory, out: &mut dyn Write) -> io::Result<()> {
    let all = 0..trajectory.listed;
    let chosen: Vec<usize> =
        all.filter(|&at| trajectory.asked || !trajectory.signals[at].parameter).collect();
    out.write_all(trajectory.axis.as_bytes())?;
    for &variable in &chosen {
        let name = &trajectory.signals[variable].name;
        if name.contains([',', '"']) {
            // Names of elements of matrices hold commas.
            write!(out, ",\"{}\"", name.replace('"', "\"\""))?;
        } else {
            write!(out, ",{name}")?;
        }
    }
    out.write_all(b"\n")?;
    for (point, &t) in trajectory.times.iter().enumerate() {
        number(out, t)?;
        for &variable in &chosen {
            out.write_all(b",")?;
            number(out, trajectory.value(point, variable))?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
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
