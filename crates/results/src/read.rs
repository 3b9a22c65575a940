//! Results as other tools write them: comma-separated values, and MAT files "Atrajectory" of version 4.

use certify::{ColumnSource, DenseRows, RecordedPrecision, ResultColumn};
use external::{CUT_OFF, ExternalFailure, Matrix, read_mat_four};

use crate::recorded_digits::{ColumnDigits, precisions};

/// A result that was read.
#[derive(Clone, Debug, Default)]
pub struct ResultFile {
    /// The times of its rows.
    pub times: Vec<f64>,
    /// How exact these are.
    pub time_precision: RecordedPrecision,
    /// Its columns.
    pub columns: Vec<ResultColumn>,
    /// Its values.
    pub rows: DenseRows,
}

/// Reads a result by its content: a MAT file, or a table with names in its first line.
///
/// # Errors
/// Why it is none, as the end of a sentence that begins with its name.
pub fn read_result(bytes: &[u8]) -> Result<ResultFile, String> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("is empty".to_string());
    }
    let found = match read_mat_four(bytes, "Aclass") {
        Ok((class, _)) => read_trajectory(bytes, &class)?,
        Err(ExternalFailure::Wrong(reason)) if is_cut_off(&reason) && bytes.contains(&0) => {
            return Err(cut_off());
        }
        // Bytes that no text has.
        Err(_) if bytes.contains(&0) => {
            return Err(
                "is neither a table with names in its first line nor a MAT file of version 4 with a \
                        trajectory"
                    .to_string(),
            );
        }
        Err(_) => read_values(&String::from_utf8_lossy(bytes))?,
    };
    if found.times.is_empty() {
        return Err("has no points".to_string());
    }
    let fall = found
        .times
        .windows(2)
        .position(|pair| pair[0].partial_cmp(&pair[1]).is_none_or(std::cmp::Ordering::is_gt));
    if let Some(at) = fall {
        let (before, after) = (found.times[at], found.times[at + 1]);
        return Err(format!(
            "has times that do not ascend: {after} comes after {before}, in point {}",
            at + 2
        ));
    }
    if let Some(at) = found.times.iter().position(|time| !time.is_finite()) {
        return Err(format!("has a time that {}, in point {}", what_it_is(found.times[at]), at + 1));
    }
    for (at, row) in found.rows.values.chunks_exact(found.rows.width.max(1)).enumerate() {
        let Some(place) = row.iter().position(|value| !value.is_finite()) else { continue };
        let named = found.columns.iter().find(
            |column| matches!(column.source, ColumnSource::Column(column, _) if column as usize == place),
        );
        let name = named.map_or(String::new(), |column| format!(" of `{}`", column.name));
        let (what, time) = (what_it_is(row[place]), found.times[at]);
        return Err(format!("has a value{name} that {what}, at time {time} (point {})", at + 1));
    }
    for column in &found.columns {
        if let ColumnSource::Constant(value) = column.source
            && !value.is_finite()
        {
            return Err(format!("has a value of `{}` that {}", column.name, what_it_is(value)));
        }
    }
    Ok(found)
}

/// Whether a MAT file cannot be read because its end is missing.
fn is_cut_off(reason: &str) -> bool {
    reason == CUT_OFF
}

fn cut_off() -> String {
    format!("is truncated: {CUT_OFF}; what wrote it was stopped, or it was not copied to the end")
}

/// What is wrong with a number that no equation can be computed with.
fn what_it_is(value: f64) -> &'static str {
    if value.is_nan() { "is not a number" } else { "is infinite" }
}

/// Reads comma-separated values; semicolons and tabs separate, too, if the first line has them outside of quotes.
fn read_values(text: &str) -> Result<ResultFile, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let count = text.lines().count();
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let Some((_, head)) = lines.next() else { return Err("is empty".to_string()) };
    let separator = separator(head);
    let names = cells(head, separator);
    let is_time = |name: &String| name.eq_ignore_ascii_case("time");
    let Some(axis) = names.iter().position(is_time) else {
        let first = names.first().map_or("", String::as_str);
        return Err(format!("has no column `time`: its first line begins with `{first}`"));
    };
    let mut found = ResultFile::default();
    let mut digits = vec![ColumnDigits::default(); names.len()];
    for (number, line) in lines {
        let values = cells(line, separator);
        if values.len() != names.len() {
            let cut = match values.len() < names.len() && number + 1 == count {
                true => ": it is truncated, or that line is",
                false => "",
            };
            return Err(format!(
                "has {} values in line {}, and {} names in its first line{cut}",
                values.len(),
                number + 1,
                names.len()
            ));
        }
        for (at, cell) in values.iter().enumerate() {
            let value = match cell.trim() {
                "true" => 1.0,
                "false" => 0.0,
                text => match text.parse::<f64>() {
                    Ok(value) => {
                        digits[at].see(text);
                        value
                    }
                    Err(_) => {
                        return Err(format!(
                            "has `{text}` for `{}` in line {}, which is no number",
                            names[at],
                            number + 1
                        ));
                    }
                },
            };
            if at == axis {
                found.times.push(value);
            } else {
                found.rows.values.push(value);
            }
        }
    }
    found.rows.width = names.len() - 1;
    found.time_precision = digits.remove(axis).of_times(usual_step(&found.times));
    let precisions = precisions(&digits);
    let others = names.into_iter().enumerate().filter(|(at, _)| *at != axis);
    let columns = (0u32..).zip(others);
    found.columns = columns
        .map(|(column, (_, name))| ResultColumn {
            name,
            source: ColumnSource::Column(column, 1.0),
            precision: precisions[column as usize],
        })
        .collect();
    Ok(found)
}

/// The middle one of the steps from row to row.
fn usual_step(times: &[f64]) -> f64 {
    let mut steps: Vec<f64> =
        times.windows(2).map(|pair| pair[1] - pair[0]).filter(|&step| step > 0.0).collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(0.0)
}

/// What separates the cells of a line.
fn separator(line: &str) -> char {
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' | ';' | '\t' if !quoted => return letter,
            _ => {}
        }
    }
    ','
}

/// The cells of a line. Commas inside of brackets and quotes belong to names, such as `x[1,2]`.
fn cells(line: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let (mut quoted, mut depth) = (false, 0usize);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' if !quoted => {
                depth += 1;
                cell.push(letter);
            }
            ']' if !quoted => {
                depth = depth.saturating_sub(1);
                cell.push(letter);
            }
            letter if letter == separator && !quoted && depth == 0 => {
                cells.push(std::mem::take(&mut cell).trim().to_string());
            }
            letter => cell.push(letter),
        }
    }
    let last = cell.trim().to_string();
    // Some tools end each line with a separator.
    if !last.is_empty() || cells.is_empty() {
        cells.push(last);
    }
    cells
}

/// Reads a MAT file "Atrajectory", in which the values of a point stand in a column (`binTrans`) or in a row.
fn read_trajectory(bytes: &[u8], class: &Matrix) -> Result<ResultFile, String> {
    // By its items, because without columns it may have any number of rows.
    let lines: Vec<String> = class.items.chunks(class.columns.max(1)).map(letters).collect();
    if !lines.iter().any(|line| line == "Atrajectory") {
        return Err("is a MAT file without a trajectory".to_string());
    }
    let across = lines.iter().any(|line| line == "binTrans");
    let matrix = |name: &str| -> Result<(Matrix, bool), String> {
        let (matrix, single) = read_mat_four(bytes, name).map_err(|failure| match failure {
            ExternalFailure::Wrong(reason) if is_cut_off(&reason) => cut_off(),
            _ => format!("has no matrix `{name}`, which a trajectory must have"),
        })?;
        // From here on variables stand one below the other, and points side by side.
        Ok((if across { matrix } else { matrix.transposed() }, single))
    };
    let (names, _) = matrix("name")?;
    let (info, _) = matrix("dataInfo")?;
    let (constants, _) = matrix("data_1")?;
    let (moving, single) = matrix("data_2")?;
    if info.rows != 4 || info.columns != names.columns || moving.rows == 0 {
        return Err("has a trajectory whose matrices do not fit each other".to_string());
    }
    let mut found = ResultFile { times: moving.row(0).to_vec(), ..ResultFile::default() };
    let precision = RecordedPrecision::relative(if single { f64::from(f32::EPSILON) } else { f64::EPSILON });
    found.time_precision = precision;
    for column in 0..names.columns {
        let name = letters(&names.column(column));
        let (table, place) = (info[(0, column)], info[(1, column)]);
        let (row, factor) = (place.abs() as usize, if place < 0.0 { -1.0 } else { 1.0 });
        let stored = if table == 1.0 { &constants } else { &moving };
        if name.eq_ignore_ascii_case("time") || table == 0.0 {
            continue;
        }
        if row == 0 || row > stored.rows || stored.columns == 0 {
            return Err(format!("has no values for its variable `{name}`"));
        }
        let source = if table == 1.0 {
            ColumnSource::Constant(factor * stored[(row - 1, 0)])
        } else {
            ColumnSource::Column(row as u32 - 1, factor)
        };
        found.columns.push(ResultColumn { name, source, precision });
    }
    found.rows.width = moving.rows;
    found.rows.values = (0..moving.columns).flat_map(|point| moving.column(point)).collect();
    Ok(found)
}

/// Letters by their numbers, without what fills up the line.
fn letters(codes: &[f64]) -> String {
    let bytes: Vec<u8> = codes.iter().map(|&code| code as u8).collect();
    String::from_utf8_lossy(&bytes).trim_end_matches(['\0', ' ']).to_string()
}
