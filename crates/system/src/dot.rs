//! Systems as drawings by Graphviz.

use super::{EquationBlock, EquationSystem, NamedItems, PartKind, SystemAnalysis};

/// Writes a system in the language of Graphviz: equations are boxes, unknowns ellipses, and what is solved together
/// stands together. Thick lines join equations with the unknowns that they determine, numbers are orders of derivatives.
pub fn dot(system: &EquationSystem, analysis: &SystemAnalysis) -> String {
    let mut text = format!("graph {} {{\n", quote(system.name()));
    text.push_str(
        "  rankdir=LR;\n  node [fontname=\"sans-serif\", fontsize=11];\n  edge [color=\"#8a94a3\"];\n",
    );
    for (number, block) in (1..).zip(analysis.blocks()) {
        cluster(system, number, block, &mut text);
    }
    for (row, entries) in system.equations().indices().zip(system.signature().rows()) {
        for entry in entries {
            let mut style = Vec::new();
            if entry.order > 0 {
                style.push(format!("label=\"{}\"", entry.order));
            }
            if analysis.matched_column(row) == Some(entry.column) {
                style.push("penwidth=3".to_string());
            }
            let style = if style.is_empty() { String::new() } else { format!(" [{}]", style.join(", ")) };
            text.push_str(&format!("  e{row} -- x{}{style};\n", entry.column));
        }
    }
    text.push_str("}\n");
    text
}

/// The nodes of a block, in a frame if it is more than one equation and its unknown.
fn cluster(system: &EquationSystem, number: usize, block: EquationBlock, text: &mut String) {
    let (fill, line) = match block.kind().word() {
        "over" => ("#f9dcdf", "#c0392b"),
        "under" => ("#fbecc8", "#b7791f"),
        "simultaneous" => ("#dbe9f6", "#2b6cb0"),
        _ => ("#eef0f3", "#6b7787"),
    };
    let framed = block.part != PartKind::Well || block.rows.len() > 1;
    if framed {
        text.push_str(&format!(
            "  subgraph cluster_{number} {{\n  label=\"{number} {}\"; fontname=\"sans-serif\"; color=\"{line}\";\n",
            block.kind().word()
        ));
    }
    let mut node = |letter: char, index: u32, shape: &str, items: &NamedItems| {
        let tooltip = items.description(index);
        let tooltip = if tooltip.is_empty() { items.name(index) } else { tooltip };
        text.push_str(&format!(
            "  {letter}{index} [label={}, tooltip={}, shape={shape}, style=filled, fillcolor=\"{fill}\", color=\"{line}\"];\n",
            quote(items.name(index)),
            quote(tooltip)
        ));
    };
    for &row in block.rows {
        node('e', row, "box", system.equations());
    }
    for &column in block.columns {
        node('x', column, "ellipse", system.unknowns());
    }
    if framed {
        text.push_str("  }\n");
    }
}

/// A text between quotes. Backslashes are doubled, because Graphviz gives some of them a meaning in labels.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            _ if c.is_control() => quoted.push(' '),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
