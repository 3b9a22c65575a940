//! The structure of a system as people read it: a table of equations in solving order, then what follows from it.

use dae::RowDependence;
use structure::TrueIndex;
use syntax::{Place, SourceMap, count};

use super::phrasing::{clip, join};
use super::{
    EquationBlock, EquationSystem, IndexDifference, NamedItems, NumericalFindings, PartKind, RankSets,
    SystemAnalysis,
};

/// A list of unknowns is cut off after so many characters, and a name of an equation too.
const WIDTH: usize = 60;

/// So many row ranks, column ranks and states are told, and so many members of each.
const MANY: usize = 20;

const HEAD: [&str; 6] = ["block", "part", "equation", "determines", "unknowns", "line"];

/// Shows the structure of a system. Of a table with more lines than `limit` the middle is left out.
pub fn structure(
    sources: &SourceMap,
    system: &EquationSystem,
    analysis: &SystemAnalysis,
    limit: usize,
) -> String {
    let mut text = table(sources, system, analysis, limit);
    if !text.is_empty() {
        text.push('\n');
    }
    summary(system, analysis, &mut text);
    text
}

/// Where something stands: the line, with the file if there are several.
fn position(sources: &SourceMap, place: Place) -> String {
    let source = &sources[place.file];
    let line = source.locate(place.span.start).line;
    if sources.len() == 1 { line.to_string() } else { format!("{}:{line}", source.name()) }
}

fn table(sources: &SourceMap, system: &EquationSystem, analysis: &SystemAnalysis, limit: usize) -> String {
    let lines = |block: &EquationBlock| block.rows.len().max(block.columns.len());
    let total: usize = analysis.blocks().map(|block| lines(&block)).sum();
    // What is over-determined comes first and what is under-determined last, so both ends are worth seeing.
    let (first, last) = if total <= limit { (total, 0) } else { (limit - limit / 4, limit / 4) };
    let mut cells: Vec<[String; 6]> = vec![HEAD.map(str::to_string)];
    let mut line = 0;
    for (number, block) in (1..).zip(analysis.blocks()) {
        for at in 0..lines(&block) {
            if line < first || line >= total - last {
                cells.push(cell(sources, system, number, block, at));
            }
            line += 1;
        }
    }
    if total == 0 {
        return String::new();
    }
    let mut widths = [0; 6];
    for row in &cells {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for (index, row) in cells.iter().enumerate() {
        if index == first + 1 && last > 0 {
            text.push_str(&format!("… {} not shown …\n", count(total - first - last, "line")));
        }
        let mut shown = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Numbers of blocks end at the same place.
            if column == 0 {
                shown.push_str(&format!("{cell:>width$}"));
            } else {
                shown.push_str(&format!("  {cell:<width$}"));
            }
        }
        text.push_str(shown.trim_end());
        text.push('\n');
    }
    text
}

/// The line of a block's equation or, beyond its equations, of an unknown that none of them determines.
fn cell(
    sources: &SourceMap,
    system: &EquationSystem,
    number: usize,
    block: EquationBlock,
    at: usize,
) -> [String; 6] {
    let column = block.columns.get(at);
    let determines = column.map_or("–".to_string(), |&column| clip(system.unknowns().name(column), WIDTH));
    let number = number.to_string();
    let part = block.part.name().to_string();
    match block.rows.get(at) {
        Some(&row) => {
            let terms = system.signature().row(row).iter().map(|&entry| system.term(entry));
            let place = position(sources, system.equations().place(row));
            let equation = clip(system.equations().name(row), WIDTH);
            [number, part, equation, determines, join(terms, WIDTH), place]
        }
        None => {
            let place = column.map(|&column| position(sources, system.unknowns().place(column)));
            [number, part, "–".to_string(), determines, String::new(), place.unwrap_or_default()]
        }
    }
}

fn summary(system: &EquationSystem, analysis: &SystemAnalysis, text: &mut String) {
    let mut line = |name: &str, value: &str| text.push_str(&format!("{name}: {value}\n"));
    line("equations", &system.equations().len().to_string());
    line("unknowns", &system.unknowns().len().to_string());
    line("over-determined", &analysis.over().map_or("nothing".to_string(), size));
    line("well-determined", &well(analysis));
    line("under-determined", &analysis.under().map_or("nothing".to_string(), size));
    match analysis.index {
        Some(index) => line("structural index", &index.to_string()),
        None => line("structural index", "none, the system is structurally singular"),
    }
    if let Some(index) = analysis.numbers.as_ref().and_then(|numbers| true_index(numbers, analysis)) {
        line("true index", &index);
    }
    if analysis.is_regular() {
        let states = analysis.states.iter().take(MANY).map(|&state| clip(&system.term(state), WIDTH));
        let states: Vec<String> = states.collect();
        let more = analysis.states.len() - states.len();
        let mut value = analysis.freedom.to_string();
        if analysis.freedom > 0 {
            let noun = if analysis.freedom == 1 { "value" } else { "values" };
            value.push_str(&format!(", such as the initial {noun} of {}", states.join(", ")));
        }
        if more > 0 {
            value.push_str(&format!(" and {more} more"));
        }
        line("degrees of freedom", &value);
    } else {
        let left = if analysis.freedom > 0 { ", the unknowns that are left over" } else { "" };
        line("degrees of freedom", &format!("{}{left}", analysis.freedom));
    }
    if let Some(freedom) = analysis.numbers.as_ref().and_then(|numbers| true_freedom(numbers, analysis)) {
        line("true degrees of freedom", &freedom.to_string());
    }
    if let Some(numbers) = &analysis.numbers {
        told(numbers, system, text);
    }
    tearing(system, analysis, text);
    ranks("row rank", &analysis.row_ranks, system.equations(), text);
    ranks("column rank", &analysis.column_ranks, system.unknowns(), text);
}

/// The index by the numbers, and why it is another than the structural one.
fn true_index(numbers: &NumericalFindings, analysis: &SystemAnalysis) -> Option<String> {
    let why = match (&numbers.reason, numbers.index?) {
        (_, TrueIndex::Singular) if !numbers.dependences.is_empty() => "equations are linearly dependent",
        (_, TrueIndex::Singular) => "with these parameter values equations are linearly dependent",
        (None, _) => "by the numbers in the equations",
        (Some(IndexDifference::Cancelling(_)), _) => "because derivatives cancel when equations are combined",
        (Some(_), _) => "because equations are constraints when they are combined",
    };
    match numbers.index? {
        TrueIndex::Regular { index, .. } => Some(format!("{index}, {why}")),
        TrueIndex::Singular if analysis.index.is_some() => Some(format!("none, {why}")),
        _ => None,
    }
}

/// The degrees of freedom by the numbers, if they are others.
fn true_freedom(numbers: &NumericalFindings, analysis: &SystemAnalysis) -> Option<u32> {
    match numbers.index? {
        TrueIndex::Regular { freedom, .. } if freedom as usize != analysis.freedom => Some(freedom),
        _ => None,
    }
}

/// The equations that the numbers are about, set by set.
fn told(numbers: &NumericalFindings, system: &EquationSystem, text: &mut String) {
    let mut tell = |title: &str, sets: &[Vec<u32>]| {
        let sets = RankSets { sets: sets.to_vec(), more: 0, complete: true };
        ranks(title, &sets, system.equations(), text);
    };
    match &numbers.reason {
        Some(IndexDifference::Cancelling(sets)) => tell("cancelling", sets),
        Some(IndexDifference::Hidden(sets)) => tell("constraint", sets),
        Some(IndexDifference::Dependent(sets)) => tell("dependent", sets),
        None => {}
    }
    for (number, found) in (1..).zip(numbers.dependences.iter().take(MANY)) {
        let rows: Vec<u32> = found.rows.iter().map(|row| row.0).collect();
        text.push_str(&format!("dependent {number}: {}\n", set(&rows, system.equations())));
        text.push_str(&format!("  {}\n", verdict(found)));
        if !found.columns.is_empty() {
            text.push_str(&format!(
                "  not determined because of that: {}\n",
                set(&found.columns, system.unknowns())
            ));
        }
    }
    let more = numbers.dependences.len().saturating_sub(MANY);
    if more > 0 {
        text.push_str(&format!("… and {}\n", count(more, "more dependence")));
    }
}

/// What dependent equations come to.
pub(super) fn verdict(found: &RowDependence) -> String {
    let rows = count(found.rows.len(), "equation");
    match found.agree {
        Some(true) if found.is_sum() => format!("these {rows} add up to 0 = 0"),
        Some(true) if found.is_signed_sum() => format!("added and subtracted, these {rows} come to 0 = 0"),
        Some(true) => format!("a linear combination of these {rows} is 0 = 0"),
        Some(false) => format!("these {rows} are inconsistent"),
        None => format!("a linear combination of these {rows} contains no unknown: it is true or false"),
    }
}

/// `9 equations for 8 unknowns`
pub(super) fn size(block: EquationBlock) -> String {
    format!("{} for {}", count(block.rows.len(), "equation"), count(block.columns.len(), "unknown"))
}

fn well(analysis: &SystemAnalysis) -> String {
    let sizes = analysis.blocks().filter(|block| block.part == PartKind::Well).map(|block| block.rows.len());
    let (blocks, rows, largest) =
        sizes.fold((0, 0, 0), |(blocks, rows, largest), size| (blocks + 1, rows + size, size.max(largest)));
    match (blocks, largest) {
        (0, _) => "nothing".to_string(),
        (1, _) => format!("{} in 1 block", count(rows, "equation")),
        (_, 1) => format!("{} in {blocks} blocks of one", count(rows, "equation")),
        _ => format!("{} in {blocks} blocks, the largest of {largest}", count(rows, "equation")),
    }
}

/// What to guess in each block that is solved as a whole.
fn tearing(system: &EquationSystem, analysis: &SystemAnalysis, text: &mut String) {
    let torn = (1..).zip(analysis.blocks()).filter(|(_, block)| !block.tearing.is_empty());
    let (first, more): (Vec<_>, Vec<_>) = torn.enumerate().partition(|(at, _)| *at < MANY);
    for (_, (number, block)) in first {
        let names = block.tearing.iter().map(|&column| system.unknowns().name(column));
        text.push_str(&format!("tearing of block {number}: {}\n", join(names, WIDTH)));
    }
    if !more.is_empty() {
        text.push_str(&format!("… and of {}\n", count(more.len(), "more block")));
    }
}

/// Names in braces, not too many.
fn set(members: &[u32], items: &NamedItems) -> String {
    let names: Vec<String> = members.iter().take(MANY).map(|&index| clip(items.name(index), WIDTH)).collect();
    let more = members.len() - names.len();
    let more = if more > 0 { format!(", … {more} more") } else { String::new() };
    format!("{{{}{more}}}", names.join(", "))
}

/// Smallest sets of equations or of unknowns that cannot be matched, with what their members mean.
fn ranks(title: &str, ranks: &RankSets, items: &NamedItems, text: &mut String) {
    for (number, rank) in (1..).zip(ranks.sets.iter().take(MANY)) {
        text.push_str(&format!("{title} {number}: {}\n", set(rank, items)));
        for &index in rank.iter().take(MANY).filter(|&&index| !items.description(index).is_empty()) {
            let (name, description) =
                (clip(items.name(index), WIDTH), clip(items.description(index), 2 * WIDTH));
            text.push_str(&format!("  {name}: {description}\n"));
        }
    }
    let more = ranks.sets.len().saturating_sub(MANY) + ranks.more;
    let least = if ranks.complete { "" } else { "at least " };
    if more > 0 || !ranks.complete {
        text.push_str(&format!("… and {least}{}\n", count(more, &format!("more {title}"))));
    }
}
