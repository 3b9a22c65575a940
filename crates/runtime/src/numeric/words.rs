//! The index at the beginning in words.

use std::fmt::Write;

use consistent::{Constraints, Decision, Index, Matrix, Method, Problem, Reason, Role, Stage, figure, sum};
use dae::Dae;
use serde_json::{Value, json};
use syntax::{Code, Diagnostic, Place};

use super::super::Halt;
use super::super::words::place;
use super::problem::Equations;
use super::{Detail, Findings, Numeric};

/// So many unknowns of a role, and so many constraints, are listed.
const MAX_LISTED: usize = 40;

/// Why the equations cannot be evaluated.
pub(super) fn refused(dae: &Dae, top: Place, halt: &Halt) -> Diagnostic {
    match halt {
        Halt::Refused(row, refusal) => {
            let at = row.and_then(|row| place(&dae.model, dae.rows.get(row.at())?.origin));
            let message = format!("`{}`: {}", dae.model.expr_text(refusal.expr), refusal.reason);
            Diagnostic::new(Code::NotSupported, at.unwrap_or(top), message).label("in this equation")
        }
        Halt::Fault(_, fault) => {
            Diagnostic::new(Code::NoStart, top, format!("{}, at the beginning", fault.cause))
                .label(format!("in `{}`", dae.model.expr_text(fault.place.expr)))
        }
        _ => Diagnostic::new(Code::NoStart, top, "the beginning cannot be computed"),
    }
}

/// All that was found.
pub(super) fn tell(dae: &Dae, problem: &Equations, top: Place, found: &Findings) -> Numeric {
    let place_of = |row: usize| place_of(dae, problem, top, row);
    let mut diagnostics = Vec::new();
    // Where the rank was decided, if that is known.
    let there = found.involved.first().map_or(top, |&row| place_of(row as usize));
    let more = |mut told: Diagnostic| {
        for &row in found.involved.iter().skip(1).take(4) {
            told = told.related(place_of(row as usize), "takes part");
        }
        told
    };
    if let Index::Undefined(reason) = &found.index {
        diagnostics.push(more(undefined(problem, reason, there, &place_of)));
    }
    let number = number(&found.index);
    if let (Some(here), Some(structural)) = (number, found.structural)
        && here as i64 != structural
        && !found.enlarged
    {
        diagnostics.push(differs(problem, found, (here, structural), top, &place_of));
    }
    if let Some((stage, decision)) = found.doubts.first().filter(|_| number.is_some()) {
        let told =
            Diagnostic::new(Code::DoubtfulIndex, there, "the index depends on a number that is nearly zero")
                .note(evidence(*stage, decision))
                .help("look whether a parameter is meant to be exactly zero, or two of them exactly equal");
        diagnostics.push(more(told));
    }
    Numeric { diagnostics, text: text(problem, found), members: members(problem, found) }
}

/// Where an equation was written.
pub(super) fn place_of(dae: &Dae, problem: &Equations, top: Place, row: usize) -> Place {
    problem.rows.get(row).and_then(|&row| place(&dae.model, dae.rows[row].origin)).unwrap_or(top)
}

pub(super) fn number(index: &Index) -> Option<usize> {
    match index {
        Index::Zero => Some(0),
        Index::One => Some(1),
        Index::Two => Some(2),
        Index::Higher(number) => Some(*number),
        Index::Undefined(_) => None,
    }
}

pub(super) fn undefined(
    problem: &Equations,
    reason: &Reason,
    top: Place,
    place_of: &dyn Fn(usize) -> Place,
) -> Diagnostic {
    let found = |at, message: String| Diagnostic::new(Code::NoIndex, at, message);
    match reason {
        Reason::NotSquare { rows, unknowns } => {
            found(top, format!("{rows} continuous equations for {unknowns} unknowns have no index"))
                .help("`wellposed check` says what is too much and what is missing")
        }
        Reason::NotFinite { row, column, derivative, value } => {
            let name = problem.name(*column);
            let name = if *derivative { format!("der({name})") } else { name };
            found(
                place_of(*row),
                format!("the derivative of this equation by `{name}` is {value} at the beginning"),
            )
            .help("begin where it is a number, or write the equation so that it is")
        }
        Reason::Trouble(trouble) => found(
            trouble.row.map_or(top, place_of),
            format!("{}, where the index is looked at", trouble.what),
        ),
        Reason::Singular(combinations) => {
            let mut told = found(
                combinations
                    .rows
                    .first()
                    .and_then(|row| row.first())
                    .map_or(top, |entry| place_of(entry.0 as usize)),
                "with these values equations depend on each other: there is no index".to_string(),
            );
            for row in combinations.rows.iter().take(3) {
                told = told.note(format!("no unknown is left in {}", combination(problem, row)));
            }
            told
        }
        Reason::NoGap(stage, decision) => found(
            top,
            "the index cannot be told at the beginning: numbers go down to zero without a gap".to_string(),
        )
        .note(evidence(*stage, decision))
        .help("look whether a parameter is meant to be exactly zero, or two of them exactly equal"),
        Reason::Changes { stage, here, nearby } => found(
            top,
            "the model has no index at its beginning: next to it the index is another one".to_string(),
        )
        .note(format!("the rank of {} is {here} there and {nearby} nearby", subject(*stage)))
        .help("look for factors that are zero at the beginning"),
        Reason::Kink { row } => found(
            place_of(*row),
            "at the beginning this equation has a kink, and the index is not the same all around it"
                .to_string(),
        )
        .help("begin to one side of it, or write the equation so that it has a derivative there"),
    }
}

fn differs(
    problem: &Equations,
    found: &Findings,
    (here, structural): (usize, i64),
    top: Place,
    place_of: &dyn Fn(usize) -> Place,
) -> Diagnostic {
    let constraints = found.detail.as_ref().and_then(|detail| detail.constraints.as_ref());
    let rows: Vec<usize> = constraints
        .iter()
        .flat_map(|constraints| constraints.hidden.rows.iter().flatten().map(|entry| entry.0 as usize))
        .collect();
    let message = format!("the index is {here} at the beginning, while structure alone gives {structural}");
    let mut told = Diagnostic::new(Code::OtherIndex, rows.first().map_or(top, |&row| place_of(row)), message);
    for &row in rows.iter().skip(1).take(4) {
        told = told.related(place_of(row), "takes part");
    }
    for constraint in constraints.iter().flat_map(|constraints| listed(problem, constraints)) {
        told = told.note(format!("hidden in the model: {constraint}"));
    }
    if here as i64 > structural {
        told.help(
            "coefficients cancel: state the hidden constraint itself, or choose other equations of the loop",
        )
    } else {
        told.help("terms cancel in these equations: simplify them, so that structure shows what numbers show")
    }
}

fn subject(stage: Stage) -> &'static str {
    match stage {
        Stage::Leading => "the coefficients of derivatives",
        Stage::Explicit => "the constraints in the algebraic unknowns",
        Stage::Hidden => "the differentiated constraints",
        Stage::Constraints => "the constraints to be differentiated",
    }
}

fn evidence(stage: Stage, decision: &Decision) -> String {
    let values: Vec<String> = decision.around.iter().map(|&value| figure(value)).collect();
    // What is left of digits is told where there are few.
    let known = decision.question().filter(|_| !decision.clear()).map(|kept| {
        format!("; the number in question is {} times what is uncertain in it", figure(kept.round()))
    });
    let lost = if decision.lost { "; a smaller number may have got lost in them" } else { "" };
    // What is written decides without rounding, but it may not be what is meant.
    let exact = if decision.exact && decision.doubtful() {
        "; without rounding, the numbers that are written give this rank, and others that differ in the last digits do not"
    } else {
        ""
    };
    format!(
        "{}: rank {} of {}, singular values around it {}, rounding errors {}{}{lost}{exact}",
        subject(stage),
        decision.rank,
        decision.size.0,
        if values.is_empty() { "none".to_string() } else { values.join(", ") },
        figure(decision.noise),
        known.unwrap_or_default(),
    )
}

pub(super) fn combination(problem: &Equations, row: &[(u32, f64)]) -> String {
    // What is added stands before what is subtracted.
    let (mut terms, less): (Vec<_>, Vec<_>) = row.iter().copied().partition(|entry| entry.1 > 0.0);
    terms.extend(less);
    sum(terms.into_iter().map(|(at, factor)| (format!("({})", problem.row_name(at as usize)), factor)))
}

/// What has to be differentiated, one line for each, with what is left in it.
fn listed(problem: &Equations, constraints: &Constraints) -> Vec<String> {
    let about = |row: &[(u32, f64)]| {
        let names: Vec<String> =
            row.iter().take(8).map(|entry| format!("`{}`", problem.name(entry.0 as usize))).collect();
        names.join(", ")
    };
    let pairs = constraints.hidden.rows.iter().zip(&constraints.about.rows);
    pairs
        .take(MAX_LISTED)
        .map(|(row, left)| format!("{} is a constraint on {}", combination(problem, row), about(left)))
        .collect()
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Dynamic => "dynamic: its initial value may be chosen",
        Role::Tied => "dynamic, tied to others by constraints",
        Role::Fixed => "differentiated, but fixed by constraints",
        Role::Algebraic => "algebraic",
        Role::Hidden => "determined by the derivative of a constraint",
    }
}

fn method(method: Method) -> &'static str {
    match method {
        Method::Explicit => "solve the constraints for the algebraic unknowns",
        Method::Linear => "one linear system corrects what derivatives of constraints determine",
        Method::Hessenberg => "keep what is differentiated, solve for the rest (Hessenberg form)",
        Method::Correction => "correct what derivatives of constraints determine, keep everything else",
        Method::Nearest => {
            "the nearest consistent values: what would have to be corrected depends on the values"
        }
        Method::Unknown => "none is known",
    }
}

fn text(problem: &Equations, found: &Findings) -> String {
    let mut text = String::new();
    let structural = found.structural.map_or("none".to_string(), |index| index.to_string());
    let index = match &found.index {
        Index::Higher(number) => format!("{number}, of the model linearized at the beginning"),
        other => number(other).map_or("undefined".to_string(), |number| number.to_string()),
    };
    // Writing to a string does not fail.
    let _ = writeln!(text, "index at the beginning: {index} (structural index: {structural})");
    if found.enlarged {
        text.push_str("the index is that of the model with its derivatives as unknowns, because their coefficients depend on values in a way that lets other combinations vanish elsewhere (A1 fails)\n");
    }
    if let Some(reason) = &found.unsolved {
        let _ = writeln!(text, "the beginning could not be solved for, so start values are used: {reason}");
    }
    if let Some(row) = found.kink {
        let _ =
            writeln!(text, "derivatives are those of one side: {} has a kink there", problem.row_name(row));
    }
    if let Some(detail) = &found.detail {
        describe(&mut text, problem, detail);
    } else if let Some(freedom) = found.freedom {
        let _ = writeln!(text, "initial values that may be chosen: {freedom} of {}", problem.unknowns());
    }
    text
}

fn describe(text: &mut String, problem: &Equations, detail: &Detail) {
    let roles = &detail.roles;
    let _ = writeln!(text, "initial values that may be chosen: {} of {}", roles.freedom, problem.unknowns());
    let constraints = detail.constraints.as_ref();
    let lines = constraints.map(|constraints| listed(problem, constraints)).unwrap_or_default();
    if !lines.is_empty() {
        text.push_str("to be differentiated:\n");
        lines.iter().for_each(|line| {
            let _ = writeln!(text, "  {line}");
        });
    }
    text.push_str("unknowns:\n");
    for kind in [Role::Dynamic, Role::Tied, Role::Fixed, Role::Hidden, Role::Algebraic] {
        let all: Vec<usize> = roles.of(kind).collect();
        if all.is_empty() {
            continue;
        }
        let names: Vec<String> = all.iter().take(MAX_LISTED).map(|&column| problem.name(column)).collect();
        let rest = all.len() - names.len();
        let more = if rest > 0 { format!(", and {rest} more") } else { String::new() };
        let _ = writeln!(text, "  {}: {}{more}", role(kind), names.join(", "));
    }
    if detail.chain.y.height() > 0 {
        let held = (1..=9).map(|number| {
            let mark = match detail.assumptions.holds(number) {
                Some(true) => "",
                Some(false) => " fails",
                None => " unknown",
            };
            format!("A{number}{mark}")
        });
        let _ = writeln!(text, "assumptions, as far as seen nearby: {}", held.collect::<Vec<_>>().join(", "));
    }
    let _ = writeln!(text, "consistent values: {}", method(detail.method));
    let weakest =
        detail.chain.decisions().into_iter().min_by(|one, other| one.1.gap().total_cmp(&other.1.gap()));
    if let Some((stage, decision)) = weakest.filter(|weakest| weakest.1.gap().is_finite()) {
        let _ = writeln!(text, "least certain: {}", evidence(stage, decision));
    }
}

fn members(problem: &Equations, found: &Findings) -> Vec<(&'static str, Value)> {
    let mut members = vec![
        ("index", json!(number(&found.index))),
        ("structural_index", json!(found.structural)),
        ("enlarged", json!(found.enlarged)),
        ("solved", json!(found.unsolved.is_none())),
    ];
    if let Some(freedom) = found.freedom {
        members.push(("degrees_of_freedom", json!(freedom)));
    }
    if let Some(detail) = &found.detail {
        let names = |kind| detail.roles.of(kind).map(|column| json!(problem.name(column))).collect::<Value>();
        let terms = |matrix: &Matrix| {
            let one = |row: &Vec<(u32, f64)>| {
                let term = |&(at, factor): &(u32, f64)| json!({ "equation": problem.row_name(at as usize), "factor": factor });
                row.iter().map(term).collect::<Value>()
            };
            matrix.rows.iter().map(one).collect::<Value>()
        };
        members.extend([
            ("dynamic", names(Role::Dynamic)),
            ("tied", names(Role::Tied)),
            ("fixed", names(Role::Fixed)),
            ("algebraic", names(Role::Algebraic)),
            ("hidden", names(Role::Hidden)),
            ("differentiate", detail.constraints.as_ref().map_or(json!([]), |found| terms(&found.hidden))),
            ("method", json!(format!("{:?}", detail.method).to_lowercase())),
        ]);
    }
    members
}
