//! The incidence matrix as a page to walk through: one file, no network, usable with a hundred thousand equations.

use results::escape;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use syntax::{FileId, SourceMap};

use super::phrasing::clip;
use super::{DerivativeNotation, EquationSystem, NamedItems, PartKind, SystemAnalysis};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/view.js");

/// Longer source lines are cut off.
const MAX_LINE: usize = 200;

/// Writes the page of a system.
pub fn html(sources: &SourceMap, system: &EquationSystem, analysis: &SystemAnalysis) -> String {
    let name = clip(system.name(), 120);
    // Inside a script `<` could begin the tag that ends it.
    let data = data(sources, system, analysis).to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = PAGE;
    // The marks stand in the page in this order; what replaces them is not looked at again.
    for (mark, text) in [
        ("{{title}}", escape(&name)),
        ("{{style}}", STYLE.to_string()),
        ("{{data}}", data),
        ("{{script}}", SCRIPT.to_string()),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(&text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// What the script needs, with rows and columns in the order of the blocks. Numbers stand in long lists and names in one
/// text, because a hundred thousand small objects would take a browser seconds to read.
fn data(sources: &SourceMap, system: &EquationSystem, analysis: &SystemAnalysis) -> Value {
    let mut place = vec![0u32; system.unknowns().len()];
    for (at, &column) in (0..).zip(analysis.columns()) {
        place[column as usize] = at;
    }
    let mut lengths = Vec::with_capacity(system.equations().len());
    let mut columns = Vec::with_capacity(system.signature().entries());
    let mut orders = Vec::new();
    for &row in analysis.rows() {
        let mut entries: Vec<(u32, u32)> = system
            .signature()
            .row(row)
            .iter()
            .map(|entry| (place[entry.column as usize], entry.order))
            .collect();
        entries.sort_unstable();
        lengths.push(entries.len());
        let mut last = 0;
        for (column, order) in entries {
            if order > 0 {
                orders.push(columns.len() as u32);
                orders.push(order);
            }
            // Distances are short numbers.
            columns.push(column - last);
            last = column;
        }
    }
    let mut blocks = Vec::with_capacity(3 * analysis.len());
    for block in analysis.blocks() {
        let part = match block.part {
            PartKind::Over => 0,
            PartKind::Well => 1,
            PartKind::Under => 2,
        };
        blocks.extend([part, block.rows.len(), block.columns.len()]);
    }
    let lines = lines(sources, system, analysis);
    json!({
        "equations": names(system.equations(), analysis.rows()),
        "unknowns": names(system.unknowns(), analysis.columns()),
        "equation_texts": descriptions(system.equations(), analysis.rows()),
        "unknown_texts": descriptions(system.unknowns(), analysis.columns()),
        "lengths": lengths,
        "columns": columns,
        "orders": orders,
        "blocks": blocks,
        "caret": system.notation() == DerivativeNotation::Caret,
        "index": analysis.index,
        "freedom": analysis.freedom,
        "files": sources.iter().map(|(_, source)| source.name()).collect::<Vec<_>>(),
        "lines": lines.lines,
        "line_of": lines.line_of,
        "line_texts": lines.texts,
    })
}

/// Names, one to a line.
fn names(items: &NamedItems, order: &[u32]) -> String {
    let mut text = String::new();
    for (at, &index) in order.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        text.push_str(&clip(items.name(index), MAX_LINE));
    }
    text
}

/// Places in the order and descriptions, by turns; most have none.
fn descriptions(items: &NamedItems, order: &[u32]) -> Value {
    let mut found = Vec::new();
    for (at, &index) in order.iter().enumerate().filter(|&(_, &index)| !items.description(index).is_empty()) {
        found.push(json!(at));
        found.push(json!(clip(items.description(index), MAX_LINE)));
    }
    Value::Array(found)
}

/// The source lines of the equations, each once: equations of many instances share theirs.
struct SourceLines {
    /// File and line, by turns.
    lines: Vec<u32>,
    line_of: Vec<u32>,
    texts: String,
}

fn lines(sources: &SourceMap, system: &EquationSystem, analysis: &SystemAnalysis) -> SourceLines {
    let mut found = SourceLines { lines: Vec::new(), line_of: Vec::new(), texts: String::new() };
    let mut known: FxHashMap<(FileId, u32), u32> = FxHashMap::default();
    for &row in analysis.rows() {
        let place = system.equations().place(row);
        let source = &sources[place.file];
        let line = source.locate(place.span.start).line;
        let next = known.len() as u32;
        let index = *known.entry((place.file, line)).or_insert(next);
        found.line_of.push(index);
        if index == next {
            found.lines.extend([place.file.0, line]);
            if next > 0 {
                found.texts.push('\n');
            }
            found.texts.push_str(clip(&source.text()[source.line(line).range()], MAX_LINE).trim());
        }
    }
    found
}
