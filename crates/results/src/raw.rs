//! Results in the format of ngspice's raw files, which other programs for waveforms read.

use std::io::{self, Write};

/// Values as ngspice writes them.
#[derive(Clone, Debug, Default)]
pub struct RawFile {
    /// The first line of the netlist.
    pub title: String,
    /// Such as `Transient Analysis`.
    pub plot: String,
    /// Whether every value is a real and an imaginary part.
    pub complex: bool,
    /// Names and kinds, such as `v(out)` and `voltage`; the first one is what the points are counted by.
    pub variables: Vec<(String, &'static str)>,
    /// The values of each point, one after the other.
    pub values: Vec<f64>,
}

/// Writes a result, as numbers of eight bytes or as text.
///
/// # Errors
/// Those of the writer.
pub fn write_raw(raw: &RawFile, ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    let parts = if raw.complex { 2 } else { 1 };
    let width = raw.variables.len() * parts;
    let points = raw.values.len().checked_div(width).unwrap_or(0);
    writeln!(out, "Title: {}", raw.title)?;
    writeln!(out, "Plotname: {}", raw.plot)?;
    writeln!(out, "Flags: {}", if raw.complex { "complex" } else { "real" })?;
    writeln!(out, "No. Variables: {}", raw.variables.len())?;
    writeln!(out, "No. Points: {points}")?;
    writeln!(out, "Variables:")?;
    for (at, (name, kind)) in raw.variables.iter().enumerate() {
        writeln!(out, "\t{at}\t{name}\t{kind}")?;
    }
    if !ascii {
        out.write_all(b"Binary:\n")?;
        for value in &raw.values {
            out.write_all(&value.to_le_bytes())?;
        }
        return Ok(());
    }
    writeln!(out, "Values:")?;
    for (point, row) in raw.values.chunks_exact(width.max(1)).enumerate() {
        for (at, value) in row.chunks_exact(parts).enumerate() {
            let head = if at == 0 { format!(" {point}") } else { String::new() };
            match value {
                [real, imaginary] => writeln!(out, "{head}\t{real:.15e},{imaginary:.15e}")?,
                _ => writeln!(out, "{head}\t{:.15e}", value[0])?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
