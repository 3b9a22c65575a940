//! The solution of the initialization problem, for people and for scripts.

use std::fmt::Write;

use report::{InitialValues, Inline, ReportedAdjustment, ReportedConflict, ReportedInitialIndex};
use syntax::{count, format_number};

use super::{InitialValue, InitialValueSource, InitializationReport};

impl InitializationReport {
    /// The variables of a model with their values: what is given, then what is free, then the rest. Parameters are only among
    /// them if variables were asked for by name.
    pub fn print(&self, name: &str, asked: bool) -> String {
        let mut text = format!("{name} at time {}\n\n", self.time);
        print_values(&mut text, self, asked);
        print_counts(&mut text, self);
        print_surplus(&mut text, self);
        if let Some(index) = &self.index {
            text.push('\n');
            text.push_str(&index.text);
        }
        text
    }

    /// The same for scripts.
    pub fn report(&self, name: &str) -> InitialValues {
        let named = |kind: fn(&InitialValueSource) -> bool| -> Vec<String> {
            let all = self.values.iter().filter(|valued| kind(&valued.how));
            all.map(|valued| valued.name.clone()).collect()
        };
        let determined = self.values.iter().filter(|valued| valued.how != InitialValueSource::Together);
        let conflicts =
            self.surplus.iter().filter(|surplus| !surplus.holds).map(|surplus| ReportedConflict {
                condition: surplus.text.clone(),
                variable: surplus.variable.clone(),
                left: surplus.sides.0,
                right: surplus.sides.1,
                off_by: surplus.difference(),
            });
        let redundant =
            self.surplus.iter().filter(|surplus| surplus.holds).map(|surplus| surplus.text.clone());
        let nearest = self.nearest.iter().map(|moved| ReportedAdjustment {
            variable: moved.name.clone(),
            from: moved.from,
            to: moved.to,
        });
        InitialValues {
            model: name.to_string(),
            time: self.time,
            values: determined.map(|valued| (valued.name.clone(), valued.value)).collect(),
            free: named(|how| matches!(how, InitialValueSource::Free(_) | InitialValueSource::Tied(_))),
            fixed: named(|how| *how == InitialValueSource::Fixed),
            given_by_equations: named(|how| matches!(how, InitialValueSource::Equation(_))),
            guessed: named(|how| matches!(how, InitialValueSource::Guessed(_))),
            ignored: named(|how| matches!(how, InitialValueSource::Ignored(_))),
            redundant: redundant.collect(),
            conflicts: conflicts.collect(),
            nearest: nearest.collect(),
            at_start: self
                .index
                .as_ref()
                .map(|found| ReportedInitialIndex {
                    index: Inline(found.report.clone()),
                    corrected: found.corrected.clone().into(),
                })
                .into(),
        }
    }
}

/// How a value came to be, for people.
fn describe(how: &InitialValueSource, value: f64) -> String {
    match how {
        InitialValueSource::Parameter => "parameter".to_string(),
        InitialValueSource::Fixed => "fixed: start value".to_string(),
        InitialValueSource::Equation(text) => format!("fixed: initial equation {text}"),
        InitialValueSource::Free(true) => {
            "free: its start value is used, because nothing else determines it".to_string()
        }
        InitialValueSource::Free(false) => {
            let value = format_number(value);
            format!("free: {value} is used, because nothing determines it and it has no start value")
        }
        InitialValueSource::Guessed(start) => {
            format!("computed, with its start value {start} as the initial guess")
        }
        InitialValueSource::Ignored(start) => format!("computed; its start value {start} is not used"),
        InitialValueSource::Surplus(start, true) => format!("computed; its fixed start value {start} agrees"),
        InitialValueSource::Surplus(start, false) => {
            format!("computed; in conflict with its fixed start value {start}")
        }
        InitialValueSource::Tied(start) => unused("free, but tied to others by constraints", start),
        InitialValueSource::Constrained(start) => unused("fixed by constraints", start),
        InitialValueSource::Differentiated(start) => unused("computed by differentiation", start),
        InitialValueSource::Together => {
            "not determined alone: equations contain it only together with others".to_string()
        }
        InitialValueSource::Computed => "computed".to_string(),
        InitialValueSource::Alias(other) => format!("the same as {other}"),
    }
}

/// How a value came to be, and the start value that was not used for it.
fn unused(how: &str, start: &Option<f64>) -> String {
    start.map_or_else(
        || how.to_string(),
        |start| format!("{how}; its start value {} is not used", format_number(start)),
    )
}

/// The values as a table.
fn print_values(text: &mut String, initial: &InitializationReport, asked: bool) {
    let order = |valued: &&InitialValue| match valued.how {
        InitialValueSource::Fixed | InitialValueSource::Equation(_) => 0,
        InitialValueSource::Free(_) | InitialValueSource::Tied(_) => 1,
        InitialValueSource::Parameter => 3,
        _ => 2,
    };
    let mut rows: Vec<&InitialValue> =
        initial.values.iter().filter(|valued| asked || valued.how != InitialValueSource::Parameter).collect();
    rows.sort_by_key(order);
    let cells: Vec<[String; 3]> = rows
        .iter()
        .map(|valued| {
            let unit = if valued.unit.is_empty() { String::new() } else { format!(" {}", valued.unit) };
            let value = match valued.how {
                InitialValueSource::Together => "-".to_string(),
                _ => format!("{}{unit}", format_number(valued.value)),
            };
            [valued.name.clone(), value, describe(&valued.how, valued.value)]
        })
        .collect();
    let width = |column: usize, head: &str| {
        let longest = cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        longest.max(head.len())
    };
    let (first, second) = (width(0, "variable"), width(1, "value"));
    let _ = writeln!(text, "{:first$}  {:second$}  how", "variable", "value");
    for [name, value, how] in &cells {
        let _ = writeln!(text, "{name:first$}  {value:second$}  {how}");
    }
}

/// How many values came to be in which way.
fn print_counts(text: &mut String, initial: &InitializationReport) {
    let number = |kind: fn(&InitialValueSource) -> bool| {
        initial.values.iter().filter(|valued| kind(&valued.how)).count()
    };
    let given = number(|how| matches!(how, InitialValueSource::Fixed | InitialValueSource::Equation(_)));
    let free = number(|how| matches!(how, InitialValueSource::Free(_) | InitialValueSource::Tied(_)));
    let ignored = number(|how| {
        matches!(
            how,
            InitialValueSource::Ignored(_)
                | InitialValueSource::Tied(Some(_))
                | InitialValueSource::Constrained(Some(_))
                | InitialValueSource::Differentiated(Some(_))
        )
    });
    let others = initial.values.len() - given - free - number(|how| *how == InitialValueSource::Parameter);
    let _ = writeln!(
        text,
        "\n{} fixed, {free} free, {others} computed, {} not used",
        count(given, "value"),
        count(ignored, "start value")
    );
}

/// Conditions that are too many, and the nearest start values that do not contradict each other.
fn print_surplus(text: &mut String, initial: &InitializationReport) {
    for surplus in &initial.surplus {
        let state = match surplus.holds {
            true => "is redundant: it holds".to_string(),
            false => format!("is inconsistent: off by {}", format_number(surplus.difference())),
        };
        let _ = writeln!(text, "in excess: {} {state}", surplus.text);
    }
    if !initial.nearest.is_empty() {
        text.push_str("nearest consistent start values:\n");
        for moved in &initial.nearest {
            let (from, to, by) =
                (format_number(moved.from), format_number(moved.to), format_number(moved.to - moved.from));
            let _ = writeln!(text, "  {}: {from} becomes {to}, by {by}", moved.name);
        }
    }
}
