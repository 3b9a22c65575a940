//! `wellposed init`

use std::fmt::Write;

use clap::ArgMatches;
use wellposed::report::{
    InitReport, InitialValues, Inline, ReportedAdjustment, ReportedConflict, ReportedInitialIndex,
};
use wellposed::syntax::{Diagnostic, Severity};
use wellposed::{
    Experiment, InitialValue, InitialValueSource, InitializationReport, RepairSearch, Wellposedness,
    check_with, initialize,
};

use crate::disk::Disk;
use crate::experiment::names;
use crate::model;
use crate::output::{Output, Status, count, format_number};
use crate::sweep::single;

pub(crate) fn run(options: &ArgMatches, output: &Output<InitReport>) -> Status {
    let overrides = match single(options) {
        Ok(overrides) => overrides,
        Err(status) => return status,
    };
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let checked = check_with(&Disk, &loaded, &name, &RepairSearch::default(), &overrides);
    // What contradicts itself at initialization is told with its values.
    let inconsistent = checked.has_inconsistent_initial_conditions();
    let told_later = |found: &Diagnostic| inconsistent && found.severity() == Severity::Error;
    loaded.diagnostics.extend(checked.diagnostics.into_iter().filter(|found| !told_later(found)));
    let Some(model) = checked.model.filter(|_| inconsistent || checked.posed == Wellposedness::Well) else {
        return output
            .finish_without(&loaded, &format!("{name} is not initialized\n"))
            .max(Status::WrongInput);
    };
    let start = options.get_one("start").copied().unwrap_or(Experiment::of(&loaded, &name).start);
    let variables = names(options, "variables");
    match initialize(&Disk, &loaded, model, start, &overrides, &variables) {
        Ok(initial) => {
            loaded.diagnostics.extend(initial.diagnostics.iter().cloned());
            let text = table(&name, &initial, !variables.is_empty());
            output.finish(&loaded, &text, || report(&name, &initial).into())
        }
        Err(found) => {
            loaded.diagnostics.extend(found);
            output.finish_without(&loaded, "").max(Status::WrongInput)
        }
    }
}

/// How a value came to be, for people.
fn words(how: &InitialValueSource, value: f64) -> String {
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

/// The variables with their values: what is given, then what is free, then the rest. Parameters are only told if asked
/// for by name.
fn table(name: &str, initial: &InitializationReport, asked: bool) -> String {
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
            [valued.name.clone(), value, words(&valued.how, valued.value)]
        })
        .collect();
    let width = |column: usize, head: &str| {
        let longest = cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        longest.max(head.len())
    };
    let (first, second) = (width(0, "variable"), width(1, "value"));
    let mut text = format!("{name} at time {}\n\n", initial.time);
    let _ = writeln!(text, "{:first$}  {:second$}  how", "variable", "value");
    for [name, value, how] in &cells {
        let _ = writeln!(text, "{name:first$}  {value:second$}  {how}");
    }
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
    for surplus in &initial.surplus {
        let state = match surplus.holds {
            true => "is redundant: it holds".to_string(),
            false => format!(
                "is inconsistent: off by {}",
                format_number((surplus.sides.0 - surplus.sides.1).abs())
            ),
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
    if let Some(index) = &initial.index {
        text.push('\n');
        text.push_str(&index.text);
    }
    text
}

fn report(name: &str, initial: &InitializationReport) -> InitialValues {
    let named = |kind: fn(&InitialValueSource) -> bool| -> Vec<String> {
        let all = initial.values.iter().filter(|valued| kind(&valued.how));
        all.map(|valued| valued.name.clone()).collect()
    };
    let determined = initial.values.iter().filter(|valued| valued.how != InitialValueSource::Together);
    let conflicts = initial.surplus.iter().filter(|surplus| !surplus.holds).map(|surplus| ReportedConflict {
        condition: surplus.text.clone(),
        variable: surplus.variable.clone(),
        left: surplus.sides.0,
        right: surplus.sides.1,
        off_by: (surplus.sides.0 - surplus.sides.1).abs(),
    });
    let redundant =
        initial.surplus.iter().filter(|surplus| surplus.holds).map(|surplus| surplus.text.clone());
    let nearest = initial.nearest.iter().map(|moved| ReportedAdjustment {
        variable: moved.name.clone(),
        from: moved.from,
        to: moved.to,
    });
    InitialValues {
        model: name.to_string(),
        time: initial.time,
        values: determined.map(|valued| (valued.name.clone(), valued.value)).collect(),
        free: named(|how| matches!(how, InitialValueSource::Free(_) | InitialValueSource::Tied(_))),
        fixed: named(|how| *how == InitialValueSource::Fixed),
        given_by_equations: named(|how| matches!(how, InitialValueSource::Equation(_))),
        guessed: named(|how| matches!(how, InitialValueSource::Guessed(_))),
        ignored: named(|how| matches!(how, InitialValueSource::Ignored(_))),
        redundant: redundant.collect(),
        conflicts: conflicts.collect(),
        nearest: nearest.collect(),
        at_start: initial
            .index
            .as_ref()
            .map(|found| ReportedInitialIndex {
                index: Inline(found.report.clone()),
                corrected: found.corrected.clone().into(),
            })
            .into(),
    }
}
