//! Results as Modelica tools write them: MAT files of version 4 in the form "Atrajectory 1.1, binTrans".
//!
//! Every matrix begins with five numbers of four bytes and its name ("MAT-File Format", The MathWorks, version 4).
//! `Aclass` says what it is; `name` and `description` have a column to a variable; `dataInfo` says for each variable in
//! which matrix and row its values are, negative for the negative of another variable; `data_1` has what never changes,
//! at two points in time, and `data_2` the rest, a column to a point.

use std::io::{self, Write};

use crate::Trajectory;

/// How numbers of a matrix are written: the last two digits of the type.
const DOUBLE: i32 = 0;
const INTEGER: i32 = 20;
const TEXT: i32 = 51;

/// Writes a result.
///
/// # Errors
/// Those of the writer.
pub fn write_mat(trajectory: &Trajectory, out: &mut dyn Write) -> io::Result<()> {
    let span = [trajectory.times.first(), trajectory.times.last()].map(|time| time.copied().unwrap_or(0.0));
    write_mat_head(trajectory, span, trajectory.times.len(), out)?;
    for (point, &time) in trajectory.times.iter().enumerate() {
        write_mat_point(time, trajectory.point(point), out)?;
    }
    Ok(())
}

/// Writes everything before the points: how many there will be, and the times of the first and of the last. Its length does
/// not depend on these, so that it can be written again when they are known.
///
/// # Errors
/// Those of the writer.
pub fn write_mat_head(
    trajectory: &Trajectory,
    span: [f64; 2],
    points: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let signals = &trajectory.signals[..trajectory.listed];
    // Lines stand one below the other here, so that each has its letters in another column.
    let class = ["Atrajectory", "1.1", "", "binTrans"];
    head(out, "Aclass", TEXT, class.len(), 11)?;
    for column in 0..11 {
        for line in class {
            out.write_all(&[line.as_bytes().get(column).copied().unwrap_or(b' ')])?;
        }
    }
    let names: Vec<&str> = std::iter::once(trajectory.axis.as_str())
        .chain(signals.iter().map(|signal| signal.name.as_str()))
        .collect();
    texts(out, "name", &names)?;
    let descriptions =
        signals.iter().map(|signal| match (signal.description.as_str(), signal.unit.as_str()) {
            (text, "") => text.to_string(),
            ("", unit) => format!("[{unit}]"),
            (text, unit) => format!("{text} [{unit}]"),
        });
    let descriptions: Vec<String> = std::iter::once("Time [s]".to_string()).chain(descriptions).collect();
    let lines: Vec<&str> = descriptions.iter().map(String::as_str).collect();
    texts(out, "description", &lines)?;
    let mut constants = Vec::new();
    head(out, "dataInfo", INTEGER, 4, names.len())?;
    // Values are joined by lines, and there are none before the beginning and after the end.
    whole(out, [0, 1, 0, -1])?;
    for signal in signals {
        match signal.column {
            Some(column) => {
                let row = column as i32 + 2;
                whole(out, [2, if signal.factor < 0.0 { -row } else { row }, 0, -1])?;
            }
            None => {
                constants.push(signal.factor);
                // What never changes does not before the beginning and after the end either.
                whole(out, [1, constants.len() as i32 + 1, 0, 0])?;
            }
        }
    }
    head(out, "data_1", DOUBLE, constants.len() + 1, 2)?;
    for time in span {
        real(out, &[time])?;
        real(out, &constants)?;
    }
    head(out, "data_2", DOUBLE, trajectory.width() + 1, points)
}

/// Writes a point, given what is kept of it.
///
/// # Errors
/// Those of the writer.
pub fn write_mat_point(t: f64, values: &[f64], out: &mut dyn Write) -> io::Result<()> {
    real(out, &[t])?;
    real(out, values)
}

fn head(out: &mut dyn Write, name: &str, kind: i32, rows: usize, columns: usize) -> io::Result<()> {
    let size = |size: usize| {
        i32::try_from(size)
            .map_err(|_| io::Error::other("the result is too large for a MAT file of version 4"))
    };
    let numbers = [kind, size(rows)?, size(columns)?, 0, size(name.len() + 1)?];
    for number in numbers {
        out.write_all(&number.to_le_bytes())?;
    }
    out.write_all(name.as_bytes())?;
    out.write_all(&[0])
}

/// Texts, a column to each, filled up to the longest. None has no letter at all: some readers cannot do without.
fn texts(out: &mut dyn Write, name: &str, texts: &[&str]) -> io::Result<()> {
    let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0).max(1);
    head(out, name, TEXT, longest, texts.len())?;
    for text in texts {
        out.write_all(text.as_bytes())?;
        out.write_all(&vec![0; longest - text.len()])?;
    }
    Ok(())
}

fn whole(out: &mut dyn Write, numbers: [i32; 4]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

fn real(out: &mut dyn Write, numbers: &[f64]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}
