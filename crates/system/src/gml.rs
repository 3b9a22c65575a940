//! Systems as graphs in GML, the Graph Modelling Language, for programs that draw and analyse graphs.

mod import;
mod parse;

use rustc_hash::FxHashSet;

use super::{EquationSystem, NamedItems, SystemAnalysis};

pub use import::read_gml;

/// Writes a system and what was found about it. Equations are nodes, with what is known of the statements that made
/// them, then unknowns; the edges tell the order of the
/// derivative and whether the unknown is matched to the equation. Reading the text gives the same system.
pub fn gml(system: &EquationSystem, analysis: &SystemAnalysis) -> String {
    let mut text = String::from("graph [\n  directed 0\n  label ");
    quote(system.name(), &mut text);
    text.push('\n');
    let (equations, unknowns) = (system.equations(), system.unknowns());
    // Some programs know nodes by their labels, so an equation and an unknown of one name must differ there.
    let shared: FxHashSet<&str> = unknowns.indices().map(|column| unknowns.name(column)).collect();
    for row in equations.indices() {
        let mark = if shared.contains(equations.name(row)) { " (equation)" } else { "" };
        node(&mut text, row, ["equation", mark], equations, row);
        if let Some(known) = system.annotation(row) {
            text.push_str(" class ");
            quote(&known.class, &mut text);
            let connected = u8::from(known.connected);
            text.push_str(&format!(
                " associated {} flexibility {} connected {connected}",
                known.associated, known.flexibility
            ));
        }
        place(&mut text, analysis.row_block(row), analysis);
    }
    let first = equations.len() as u32;
    for column in unknowns.indices() {
        node(&mut text, first + column, ["variable", ""], unknowns, column);
        place(&mut text, analysis.column_block(column), analysis);
    }
    for (row, entries) in equations.indices().zip(system.signature().rows()) {
        for entry in entries {
            let matched = u8::from(analysis.matched_column(row) == Some(entry.column));
            let (target, order) = (first + entry.column, entry.order);
            text.push_str(&format!(
                "  edge [ source {row} target {target} order {order} matched {matched} ]\n"
            ));
        }
    }
    text.push_str("]\n");
    text
}

fn node(text: &mut String, id: u32, [kind, mark]: [&str; 2], items: &NamedItems, index: u32) {
    text.push_str(&format!("  node [ id {id} kind \"{kind}\" name "));
    quote(items.name(index), text);
    text.push_str(" label ");
    quote(&[items.name(index), mark].concat(), text);
    let description = items.description(index);
    if !description.is_empty() {
        text.push_str(" description ");
        quote(description, text);
    }
}

fn place(text: &mut String, block: u32, analysis: &SystemAnalysis) {
    let part = analysis.block(block).part.name();
    text.push_str(&format!(" part \"{part}\" block {} ]\n", block + 1));
}

/// GML is ASCII; other characters and quotes are written as numbers and names.
fn quote(name: &str, text: &mut String) {
    text.push('"');
    for c in name.chars() {
        match c {
            '"' => text.push_str("&quot;"),
            '&' => text.push_str("&amp;"),
            ' '..='~' => text.push(c),
            _ => text.push_str(&format!("&#{};", c as u32)),
        }
    }
    text.push('"');
}
