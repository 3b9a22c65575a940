//! Rows that a simulation has to record: values that are known, on both sides of events.
//!
//! The first line is `# within 1e-9: why`, with how far a value may be off, of one or of its size. Then there are the names, then
//! a time and the values there, line by line. A time with `-` behind it is the first row of that time, before its event; one
//! without is the last row of it, after all its events. The time of the last line is where the run ends.

use wellposed::Trajectory;

/// Rows of the same time, relative to it or to one: the event of `time > 1` is one bit after 1.
const SAME: f64 = 1e-9;

/// The end of a run that a state ends is as exact as the state.
const END: f64 = 1e-7;

/// What is known of a run.
pub struct Rows {
    within: f64,
    names: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    time: f64,
    before: bool,
    values: Vec<f64>,
}

impl Rows {
    /// Reads a table, or says what is wrong with it.
    pub fn read(text: &str) -> Result<Rows, String> {
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        let within =
            head.strip_prefix("# within ").and_then(|rest| rest.split(':').next()?.trim().parse().ok());
        let within = within.ok_or("the first line is not `# within TOLERANCE: why`")?;
        let names = cells(lines.next().unwrap_or_default());
        let rows = lines.map(|line| row(line, names.len()).ok_or_else(|| format!("this is no row: {line}")));
        let rows = rows.collect::<Result<Vec<Row>, String>>()?;
        if rows.is_empty() || names.len() < 2 {
            Err("there is nothing to compare".to_string())
        } else {
            Ok(Rows { within, names, rows })
        }
    }

    /// How many values are known.
    pub fn known(&self) -> usize {
        self.rows.len() * (self.names.len() - 1)
    }

    /// What differs, a line for each value.
    pub fn differences(&self, trajectory: &Trajectory) -> Vec<String> {
        let mut found = Vec::new();
        let variables: Vec<Option<usize>> = self.names.iter().map(|name| trajectory.variable(name)).collect();
        for (name, _) in self.names.iter().zip(&variables).skip(1).filter(|(_, variable)| variable.is_none())
        {
            found.push(format!("there is no {name}"));
        }
        for row in &self.rows {
            let (time, side) = (row.time, if row.before { "before" } else { "at" });
            let near = |at: &f64| (at - time).abs() <= SAME * time.abs().max(1.0);
            let point = if row.before {
                trajectory.times.iter().position(near)
            } else {
                trajectory.times.iter().rposition(near)
            };
            let Some(point) = point else {
                found.push(format!("there is no row of {time}"));
                continue;
            };
            for ((name, variable), &known) in self.names.iter().zip(&variables).skip(1).zip(&row.values) {
                let Some(variable) = *variable else { continue };
                let value = trajectory.value(point, variable);
                let allowed = self.within * known.abs().max(1.0);
                if value.is_nan() || (value - known).abs() > allowed {
                    found.push(format!("{name} {side} {time} is {value}, not {known} within {allowed:e}"));
                }
            }
        }
        let (end, known) = (trajectory.times.last(), self.rows.last().map(|row| row.time));
        if let Some((&end, known)) = end.zip(known).filter(|(end, known)| (**end - known).abs() > END) {
            found.push(format!("the run ends at {end} and not at {known}"));
        }
        found
    }
}

fn row(line: &str, width: usize) -> Option<Row> {
    let mut parts = line.split(',');
    let time = parts.next()?;
    let (time, before) = time.strip_suffix('-').map_or((time, false), |time| (time, true));
    let values = parts.map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>()?;
    (values.len() + 1 == width).then_some(Row { time: time.parse().ok()?, before, values })
}

/// The cells of a line, between commas that are in no brackets.
pub fn cells(line: &str) -> Vec<String> {
    let mut depth = 0;
    let inner = |letter: char| {
        depth += i32::from("[(".contains(letter)) - i32::from("])".contains(letter));
        letter == ',' && depth == 0
    };
    line.split(inner).map(|cell| cell.trim().to_string()).collect()
}
