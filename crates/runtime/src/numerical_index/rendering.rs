//! The index at initialization in words.

use std::fmt::Write;

use consistent::{
    ChainStage, ConsistencyMethod, Constraints, DaeProblem, NoIndexReason, RankDecision, SparseMatrix,
    TractabilityIndex, UnknownRole, figure, sum,
};
use dae::Dae;
use report::{ConsistencyMethodName, Inline, ReportedRoles, ReportedStartIndex, ReportedTerm};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::super::SimulationError;
use super::super::diagnostics::place;
use super::problem::ContinuousEquations;
use super::{IndexDetail, IndexFindings, NumericalIndex};

/// So many unknowns of a role, and so many constraints, are listed.
const MAX_LISTED: usize = 40;

/// Why the equations cannot be evaluated.
pub(super) fn cannot_evaluate(dae: &Dae, top: Place, error: &SimulationError) -> Diagnostic {
    match error {
        SimulationError::Refused(row, refusal) => {
            let at = row.and_then(|row| place(&dae.model, dae.rows.get(row.at())?.origin));
            let message = format!("`{}`: {}", dae.model.expr_text(refusal.expr), refusal.reason);
            Diagnostic::new(DiagnosticCode::NotSupported, at.unwrap_or(top), message)
                .label("in this equation")
        }
        SimulationError::Fault(_, fault) => {
            Diagnostic::new(DiagnosticCode::NoStart, top, format!("{}, during initialization", fault.cause))
                .label(format!("in `{}`", dae.model.expr_text(fault.place.expr)))
        }
        _ => Diagnostic::new(DiagnosticCode::NoStart, top, "initialization failed"),
    }
}

/// All that was found.
pub(super) fn render(
    dae: &Dae,
    problem: &ContinuousEquations,
    top: Place,
    found: &IndexFindings,
) -> NumericalIndex {
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
    if let TractabilityIndex::Undefined(reason) = &found.index {
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
        let told = Diagnostic::new(
            DiagnosticCode::DoubtfulIndex,
            there,
            "the index depends on a number that is nearly zero",
        )
        .note(evidence(*stage, decision))
        .help("check whether a parameter should be exactly zero, or two of them exactly equal");
        diagnostics.push(more(told));
    }
    NumericalIndex {
        diagnostics,
        text: text(problem, found),
        report: report(problem, found),
        corrected: None,
    }
}

/// Where an equation was written.
pub(super) fn place_of(dae: &Dae, problem: &ContinuousEquations, top: Place, row: usize) -> Place {
    problem.rows.get(row).and_then(|&row| place(&dae.model, dae.rows[row].origin)).unwrap_or(top)
}

pub(super) fn number(index: &TractabilityIndex) -> Option<usize> {
    match index {
        TractabilityIndex::Zero => Some(0),
        TractabilityIndex::One => Some(1),
        TractabilityIndex::Two => Some(2),
        TractabilityIndex::Higher(number) => Some(*number),
        TractabilityIndex::Undefined(_) => None,
    }
}

pub(super) fn undefined(
    problem: &ContinuousEquations,
    reason: &NoIndexReason,
    top: Place,
    place_of: &dyn Fn(usize) -> Place,
) -> Diagnostic {
    let found = |at, message: String| Diagnostic::new(DiagnosticCode::NoIndex, at, message);
    match reason {
        NoIndexReason::NotSquare { rows, unknowns } => {
            found(top, format!("{rows} continuous equations for {unknowns} unknowns have no index"))
                .help("`wellposed check` shows the over- and under-determined parts")
        }
        NoIndexReason::NotFinite { row, column, derivative, value } => {
            let name = problem.name(*column);
            let name = if *derivative { format!("der({name})") } else { name };
            found(
                place_of(*row),
                format!("the derivative of this equation with respect to `{name}` is {value} at the initial point"),
            )
            .help("choose initial values where it is finite, or rewrite the equation so that it is")
        }
        NoIndexReason::Trouble(trouble) => found(
            trouble.row.map_or(top, place_of),
            format!("{}, at the point where the index is computed", trouble.what),
        ),
        NoIndexReason::Singular(combinations) => {
            let mut told = found(
                combinations
                    .rows
                    .first()
                    .and_then(|row| row.first())
                    .map_or(top, |entry| place_of(entry.0 as usize)),
                "no index: equations are linearly dependent at these values".to_string(),
            );
            for row in combinations.rows.iter().take(3) {
                told = told.note(format!("no unknown is left in {}", combination(problem, row)));
            }
            told
        }
        NoIndexReason::NoGap(stage, decision) => found(
            top,
            "the index at the initial point is undecided: singular values decrease to zero without a gap".to_string(),
        )
        .note(evidence(*stage, decision))
        .help("check whether a parameter should be exactly zero, or two of them exactly equal"),
        NoIndexReason::Changes { stage, here, nearby } => found(
            top,
            "the model has no index at the initial point: the index is different near it".to_string(),
        )
        .note(format!("the rank of {} is {here} there and {nearby} nearby", subject(*stage)))
        .help("look for factors that are zero at the initial point"),
        NoIndexReason::Kink { row } => found(
            place_of(*row),
            "this equation has a kink at the initial point, and the index is not the same all around it"
                .to_string(),
        )
        .help("choose initial values on one side of it, or rewrite the equation so that it has a derivative there"),
    }
}

fn differs(
    problem: &ContinuousEquations,
    found: &IndexFindings,
    (here, structural): (usize, i64),
    top: Place,
    place_of: &dyn Fn(usize) -> Place,
) -> Diagnostic {
    let constraints = found.detail.as_ref().and_then(|detail| detail.constraints.as_ref());
    let rows: Vec<usize> = constraints
        .iter()
        .flat_map(|constraints| constraints.hidden.rows.iter().flatten().map(|entry| entry.0 as usize))
        .collect();
    let message =
        format!("the index is {here} at the initial point, and the structural index is {structural}");
    let mut told =
        Diagnostic::new(DiagnosticCode::OtherIndex, rows.first().map_or(top, |&row| place_of(row)), message);
    for &row in rows.iter().skip(1).take(4) {
        told = told.related(place_of(row), "takes part");
    }
    for constraint in constraints.iter().flat_map(|constraints| listed(problem, constraints)) {
        told = told.note(format!("hidden constraint: {constraint}"));
    }
    if here as i64 > structural {
        told.help(
            "coefficients cancel: state the hidden constraint itself, or choose other equations of the loop",
        )
    } else {
        told.help("terms cancel in these equations: simplify them, so that the structural index is the same")
    }
}

fn subject(stage: ChainStage) -> &'static str {
    match stage {
        ChainStage::Leading => "the coefficients of derivatives",
        ChainStage::Explicit => "the constraints in the algebraic unknowns",
        ChainStage::Hidden => "the differentiated constraints",
        ChainStage::Constraints => "the constraints to be differentiated",
    }
}

fn evidence(stage: ChainStage, decision: &RankDecision) -> String {
    let values: Vec<String> = decision.around.iter().map(|&value| figure(value)).collect();
    // What is left of digits is told where there are few.
    let known = decision.worst_significance().filter(|_| !decision.is_clear()).map(|kept| {
        format!("; the deciding singular value is {} times its uncertainty", figure(kept.round()))
    });
    let lost = if decision.lost { "; a smaller number may be lost in them" } else { "" };
    // What is written decides without rounding, but it may not be what is meant.
    let exact = if decision.exact && decision.is_doubtful() {
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

pub(super) fn combination(problem: &ContinuousEquations, row: &[(u32, f64)]) -> String {
    // What is added stands before what is subtracted.
    let (mut terms, less): (Vec<_>, Vec<_>) = row.iter().copied().partition(|entry| entry.1 > 0.0);
    terms.extend(less);
    sum(terms.into_iter().map(|(at, factor)| (format!("({})", problem.row_name(at as usize)), factor)))
}

/// What has to be differentiated, one line for each, with what is left in it.
fn listed(problem: &ContinuousEquations, constraints: &Constraints) -> Vec<String> {
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

fn role(role: UnknownRole) -> &'static str {
    match role {
        UnknownRole::Dynamic => "dynamic: its initial value may be chosen",
        UnknownRole::Tied => "dynamic, tied to others by constraints",
        UnknownRole::Fixed => "differentiated, but fixed by constraints",
        UnknownRole::Algebraic => "algebraic",
        UnknownRole::Hidden => "determined by the derivative of a constraint",
    }
}

fn method(method: ConsistencyMethod) -> &'static str {
    match method {
        ConsistencyMethod::Explicit => "solve the constraints for the algebraic unknowns",
        ConsistencyMethod::Linear => "one linear system corrects what derivatives of constraints determine",
        ConsistencyMethod::Hessenberg => "keep what is differentiated, solve for the rest (Hessenberg form)",
        ConsistencyMethod::Correction => {
            "correct what derivatives of constraints determine, keep everything else"
        }
        ConsistencyMethod::Nearest => {
            "the nearest consistent values: what would have to be corrected depends on the values"
        }
        ConsistencyMethod::Unknown => "none is known",
    }
}

fn text(problem: &ContinuousEquations, found: &IndexFindings) -> String {
    let mut text = String::new();
    let structural = found.structural.map_or("none".to_string(), |index| index.to_string());
    let index = match &found.index {
        TractabilityIndex::Higher(number) => {
            format!("{number}, of the model linearized at the initial point")
        }
        other => number(other).map_or("undefined".to_string(), |number| number.to_string()),
    };
    // Writing to a string does not fail.
    let _ = writeln!(text, "index at the initial point: {index} (structural index: {structural})");
    if found.enlarged {
        text.push_str("the index is that of the model with its derivatives as unknowns, because their coefficients depend on values in a way that lets other combinations vanish elsewhere (A1 fails)\n");
    }
    if let Some(reason) = &found.unsolved {
        let _ = writeln!(text, "initialization failed, so start values are used: {reason}");
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

fn describe(text: &mut String, problem: &ContinuousEquations, detail: &IndexDetail) {
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
    for kind in [
        UnknownRole::Dynamic,
        UnknownRole::Tied,
        UnknownRole::Fixed,
        UnknownRole::Hidden,
        UnknownRole::Algebraic,
    ] {
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
            let mark = match detail.assumptions.is_satisfied(number) {
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

fn report(problem: &ContinuousEquations, found: &IndexFindings) -> ReportedStartIndex {
    ReportedStartIndex {
        index: number(&found.index),
        structural_index: found.structural,
        enlarged: found.enlarged,
        solved: found.unsolved.is_none(),
        degrees_of_freedom: found.freedom.into(),
        roles: found.detail.as_ref().map(|detail| Inline(roles(problem, detail))).into(),
    }
}

fn roles(problem: &ContinuousEquations, detail: &IndexDetail) -> ReportedRoles {
    let names = |kind| detail.roles.of(kind).map(|column| problem.name(column)).collect();
    let term = |&(at, factor): &(u32, f64)| ReportedTerm { equation: problem.row_name(at as usize), factor };
    let rows = |matrix: &SparseMatrix| matrix.rows.iter().map(|row| row.iter().map(term).collect()).collect();
    ReportedRoles {
        dynamic: names(UnknownRole::Dynamic),
        tied: names(UnknownRole::Tied),
        fixed: names(UnknownRole::Fixed),
        algebraic: names(UnknownRole::Algebraic),
        hidden: names(UnknownRole::Hidden),
        differentiate: detail.constraints.as_ref().map_or_else(Vec::new, |found| rows(&found.hidden)),
        method: match detail.method {
            ConsistencyMethod::Explicit => ConsistencyMethodName::Explicit,
            ConsistencyMethod::Linear => ConsistencyMethodName::Linear,
            ConsistencyMethod::Hessenberg => ConsistencyMethodName::Hessenberg,
            ConsistencyMethod::Correction => ConsistencyMethodName::Correction,
            ConsistencyMethod::Nearest => ConsistencyMethodName::Nearest,
            ConsistencyMethod::Unknown => ConsistencyMethodName::Unknown,
        },
    }
}
