//! What is wrong with a singular system, in words.

use dae::RowDependence;
use syntax::{Diagnostic, DiagnosticCode, Label, count};

use super::phrasing::{clip, list};
use super::table::{size, verdict};
use super::{EquationBlock, EquationSystem, IndexDifference, NamedItems, SystemAnalysis};

/// So many sets of equations and as many of unknowns are pointed at; the others are counted.
const MAX_FINDINGS: usize = 10;

/// So many members of a set are pointed at, and so many are named.
const MAX_LABELS: usize = 6;

/// One finding for each smallest set of equations that compete for too few unknowns, and one for each smallest set of
/// unknowns that too few equations determine; then one for each set that depends on each other by its numbers. None if the
/// system is regular.
pub fn diagnose(system: &EquationSystem, analysis: &SystemAnalysis) -> Vec<Diagnostic> {
    let containing = system.signature().incidence();
    let mut found = Vec::new();
    let ranks = &analysis.row_ranks;
    for rank in ranks.sets.iter().take(MAX_FINDINGS) {
        let mut columns: Vec<u32> = rank.iter().flat_map(|&row| containing.row(row)).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        let finding = over(system, rank, &columns);
        found.push(sized(finding, system, analysis.over(), "over-determined"));
    }
    more(&mut found, ranks.sets.len() + ranks.more, "over-determined sets of equations");
    if let Some(numbers) = &analysis.numbers {
        found.extend(numbers.dependences.iter().take(MAX_FINDINGS).map(|found| dependent(system, found)));
        if let Some(IndexDifference::Dependent(sets)) = &numbers.reason {
            found.extend(sets.iter().take(MAX_FINDINGS).map(|rows| dependent_values(system, rows)));
        }
    }
    let ranks = &analysis.column_ranks;
    if ranks.sets.is_empty() {
        return found;
    }
    let containing = containing.transpose();
    let mut missing = Vec::new();
    for rank in ranks.sets.iter().take(MAX_FINDINGS) {
        let mut rows: Vec<u32> = rank.iter().flat_map(|&column| containing.row(column)).copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let finding = under(system, rank, &rows);
        missing.push(sized(finding, system, analysis.under(), "under-determined"));
    }
    more(&mut missing, ranks.sets.len() + ranks.more, "under-determined sets of unknowns");
    found.extend(missing);
    found
}

fn over(system: &EquationSystem, rows: &[u32], columns: &[u32]) -> Diagnostic {
    let equations = system.equations();
    let names = |rows: &[u32]| list(rows.iter().map(|&row| equations.name(row)), MAX_LABELS);
    if let [row] = *rows {
        let message = format!("equation {} has no unknowns", names(rows));
        let place = equations.place(row);
        let text = described(equations, row, "it determines nothing, and may be wrong");
        return Diagnostic::new(DiagnosticCode::OverConstrained, place, message)
            .label(text)
            .help("remove it, or let it have an unknown");
    }
    let competing = count(rows.len(), "equation");
    let message = format!("over-determined: {competing} for {}", count(columns.len(), "unknown"));
    let wanted = list(columns.iter().map(|&column| system.unknowns().name(column)), MAX_LABELS);
    let finding = point(
        DiagnosticCode::OverConstrained,
        message,
        equations,
        rows,
        "one of these equations is in excess",
    );
    finding
        .note(format!("{} have no unknowns but {wanted}", names(rows)))
        .help("remove one of these equations, or let one of them have another unknown")
}

/// Equations that depend on each other although there are unknowns enough for them.
fn dependent(system: &EquationSystem, found: &RowDependence) -> Diagnostic {
    let rows: Vec<u32> = found.rows.iter().map(|row| row.0).collect();
    let equations = count(rows.len(), "equation");
    let message = match found.agree {
        Some(true) => format!("these {equations} are linearly dependent: one is redundant"),
        Some(false) => format!("these {equations} are linearly dependent and inconsistent"),
        None => format!("these {equations} are linearly dependent: one is redundant or inconsistent"),
    };
    let finding = point(
        DiagnosticCode::Dependent,
        message,
        system.equations(),
        &rows,
        "one of these equations is in excess",
    );
    let finding = finding.note(verdict(found));
    let open = list(found.columns.iter().map(|&column| system.unknowns().name(column)), MAX_LABELS);
    let finding =
        if open.is_empty() { finding } else { finding.note(format!("so nothing determines {open}")) };
    finding.help("`wellposed check` proposes repairs")
}

/// Equations that would be independent if parameters had other values.
fn dependent_values(system: &EquationSystem, rows: &[u32]) -> Diagnostic {
    let equations = count(rows.len(), "equation");
    let message = format!(
        "with these parameter values {equations} are linearly dependent: one is redundant or inconsistent"
    );
    point(DiagnosticCode::Dependent, message, system.equations(), rows, "one of these equations is in excess")
        .note("a linear combination of them contains no unknown: all coefficients cancel")
        .help("give one of the parameters in them another value, or remove one of the equations")
}

fn under(system: &EquationSystem, columns: &[u32], rows: &[u32]) -> Diagnostic {
    let unknowns = system.unknowns();
    let names = list(columns.iter().map(|&column| unknowns.name(column)), MAX_LABELS);
    if let [column] = *columns {
        let place = unknowns.place(column);
        let text = described(unknowns, column, "it occurs in no equation");
        return Diagnostic::new(
            DiagnosticCode::UnderConstrained,
            place,
            format!("nothing determines {names}"),
        )
        .label(text)
        .help("add an equation for it, or remove it");
    }
    let message = format!("nothing determines one of {names}");
    let using = list(rows.iter().map(|&row| system.equations().name(row)), MAX_LABELS);
    let sharing = if rows.len() == 1 { "no equation" } else { "no equations" };
    let finding = point(
        DiagnosticCode::UnderConstrained,
        message,
        unknowns,
        columns,
        "one of these unknowns is not determined",
    );
    finding
        .note(format!("these {} occur in {sharing} but {using}", count(columns.len(), "unknown")))
        .help("add an equation with one of them, or make one of them known")
}

/// A finding that points at its members, at the last one first. What they mean is said beside them.
fn point(
    code: DiagnosticCode,
    message: String,
    items: &NamedItems,
    members: &[u32],
    label: &str,
) -> Diagnostic {
    let (last, others) = members.split_last().map_or((0, &[][..]), |(&last, others)| (last, others));
    let mut finding = Diagnostic::new(code, items.place(last), message).label(described(items, last, label));
    for &other in others.iter().take(MAX_LABELS - 1) {
        let text = described(items, other, "");
        finding.related.push(Label { place: items.place(other), text });
    }
    finding
}

/// What something means, before what is to be said of it.
fn described(items: &NamedItems, index: u32, label: &str) -> String {
    match (clip(items.description(index), 60).as_str(), label) {
        ("", _) => label.to_string(),
        (description, "") => description.to_string(),
        (description, _) => format!("{description}: {label}"),
    }
}

fn sized(
    finding: Diagnostic,
    system: &EquationSystem,
    part: Option<EquationBlock>,
    name: &str,
) -> Diagnostic {
    let equations = count(system.equations().len(), "equation");
    let unknowns = count(system.unknowns().len(), "unknown");
    let part = part.map_or(String::new(), |part| format!("; the {name} part is {}", size(part)));
    finding.note(format!("{equations}, {unknowns}{part}"))
}

/// Says on the last finding how many there are beyond it.
fn more(found: &mut [Diagnostic], total: usize, what: &str) {
    let more = total - found.len();
    if let Some(last) = found.last_mut().filter(|_| more > 0) {
        last.notes.push(format!("{more} more {what}"));
    }
}
