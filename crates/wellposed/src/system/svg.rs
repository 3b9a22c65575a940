//! The incidence matrix as a picture: equations and unknowns in the order of the blocks, so that the matched places
//! stand on diagonals.

use std::fmt::{self, Write};

use super::words::clip;
use super::{Analysis, Block, System};

/// Pictures of more rows, columns or entries are of no use to anyone.
const MAX_SIDE: usize = 1000;
const MAX_ENTRIES: usize = 50_000;

/// Up to so many rows and columns names stand beside them.
const MAX_NAMED: usize = 120;

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many equations.
    pub equations: usize,
    /// How many unknowns.
    pub unknowns: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "a system of {} equations and {} unknowns is too large for a picture of at most {MAX_SIDE} by {MAX_SIDE} \
             with {MAX_ENTRIES} entries; `--emit html` shows it",
            self.equations, self.unknowns
        )
    }
}

const STYLE: &str = "\
svg { font: 12px system-ui, sans-serif; background: #fff; color: #1d2733; }
text { fill: currentColor; }
.title { font-size: 16px; font-weight: 600; }
.quiet { opacity: 0.7; }
.frame { fill: none; stroke: #b8c0cc; }
.single { fill: #eef0f3; stroke: #b8c0cc; } .simultaneous { fill: #d6e6f5; stroke: #2b6cb0; }
.over { fill: #f8d7da; stroke: #c0392b; } .under { fill: #fae6b8; stroke: #b7791f; }
.entry { fill: #7b8797; } .matched { fill: #1d2733; } .order { fill: #fff; font-size: 9px; }
@media (prefers-color-scheme: dark) {
  svg { background: #14181d; color: #e4e8ed; }
  .frame { stroke: #46505d; }
  .single { fill: #222932; stroke: #46505d; } .simultaneous { fill: #1b3550; stroke: #63a4e0; }
  .over { fill: #4d1f26; stroke: #ef7a86; } .under { fill: #47381a; stroke: #e3b04b; }
  .entry { fill: #8a96a6; } .matched { fill: #f2f5f8; } .order { fill: #14181d; }
}
";

/// Where things stand in the picture.
struct Layout {
    cell: f64,
    left: f64,
    top: f64,
    named: bool,
}

impl Layout {
    fn x(&self, column: usize) -> f64 {
        self.left + self.cell * column as f64
    }

    fn y(&self, row: usize) -> f64 {
        self.top + self.cell * row as f64
    }
}

/// Draws the matrix of a system.
///
/// # Errors
/// If the system is too large.
pub fn svg(system: &System, analysis: &Analysis) -> Result<String, TooLarge> {
    let (equations, unknowns) = (system.equations().len(), system.unknowns().len());
    if equations.max(unknowns) > MAX_SIDE || system.signature().entries() > MAX_ENTRIES {
        return Err(TooLarge { equations, unknowns });
    }
    let named = equations.max(unknowns) <= MAX_NAMED;
    let cell = if named { 18.0 } else { (1000.0 / equations.max(unknowns) as f64).clamp(1.0, 8.0) };
    let longest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0).min(40) as f64 * 7.5;
    let rows = &mut analysis.rows().iter().map(|&row| system.equations().name(row).chars().count());
    let columns =
        &mut analysis.columns().iter().map(|&column| system.unknowns().name(column).chars().count());
    let (left, top) = if named { (longest(rows) + 24.0, longest(columns) + 70.0) } else { (16.0, 64.0) };
    let layout = Layout { cell, left, top, named };
    let width = (layout.x(unknowns) + 24.0).max(520.0);
    let height = layout.y(equations) + 56.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <style>\n{STYLE}</style>\n"
    );
    draw(system, analysis, &layout, &mut text).map_err(|_| TooLarge { equations, unknowns })?;
    Ok(text)
}

fn draw(system: &System, analysis: &Analysis, layout: &Layout, text: &mut String) -> fmt::Result {
    let (equations, unknowns) = (system.equations().len(), system.unknowns().len());
    writeln!(text, "<text class=\"title\" x=\"16\" y=\"26\">{}</text>", escape(&clip(system.name(), 80)))?;
    writeln!(
        text,
        "<text class=\"quiet\" x=\"16\" y=\"46\">{equations} equations, {unknowns} unknowns, {} blocks</text>",
        analysis.len()
    )?;
    let (mut row, mut column) = (0, 0);
    let (width, height) = (layout.cell * unknowns as f64, layout.cell * equations as f64);
    writeln!(
        text,
        "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"/>",
        layout.left, layout.top
    )?;
    for block in analysis.blocks() {
        frame(block, row, column, layout, text)?;
        row += block.rows.len();
        column += block.columns.len();
    }
    entries(system, analysis, layout, text)?;
    if layout.named {
        for (at, &row) in analysis.rows().iter().enumerate() {
            let name = escape(&clip(system.equations().name(row), 40));
            let (x, y) = (layout.left - 6.0, layout.y(at) + layout.cell * 0.72);
            writeln!(text, "<text text-anchor=\"end\" x=\"{x}\" y=\"{y}\">{name}</text>")?;
        }
        for (at, &column) in analysis.columns().iter().enumerate() {
            let name = escape(&clip(system.unknowns().name(column), 40));
            let (x, y) = (layout.x(at) + layout.cell * 0.72, layout.top - 6.0);
            writeln!(text, "<text transform=\"translate({x} {y}) rotate(-90)\">{name}</text>")?;
        }
    }
    legend(layout.y(equations) + 22.0, text)?;
    text.push_str("</svg>\n");
    Ok(())
}

fn frame(block: Block, row: usize, column: usize, layout: &Layout, text: &mut String) -> fmt::Result {
    let (x, y) = (layout.x(column), layout.y(row));
    // An equation without unknowns is still seen.
    let width = (layout.cell * block.columns.len() as f64).max(2.0);
    let height = (layout.cell * block.rows.len() as f64).max(2.0);
    let kind = block.kind();
    writeln!(text, "<rect class=\"{kind}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}

fn entries(system: &System, analysis: &Analysis, layout: &Layout, text: &mut String) -> fmt::Result {
    let mut place = vec![0; system.unknowns().len()];
    for (at, &column) in analysis.columns().iter().enumerate() {
        place[column as usize] = at;
    }
    let gap = if layout.named { 3.0 } else { layout.cell * 0.08 };
    let side = layout.cell - 2.0 * gap;
    for (at, &row) in analysis.rows().iter().enumerate() {
        for &entry in system.signature().row(row) {
            let (x, y) = (layout.x(place[entry.column as usize]) + gap, layout.y(at) + gap);
            let matched = analysis.matched_column(row) == Some(entry.column);
            let class = if matched { "matched" } else { "entry" };
            let title =
                escape(&format!("{}: {}", clip(system.equations().name(row), 80), system.term(entry)));
            write!(text, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\">")?;
            writeln!(text, "<title>{title}</title></rect>")?;
            if layout.named && entry.order > 0 {
                let (x, y) = (x + side / 2.0, y + side - 2.5);
                let order = entry.order;
                writeln!(
                    text,
                    "<text class=\"order\" text-anchor=\"middle\" x=\"{x}\" y=\"{y}\">{order}</text>"
                )?;
            }
        }
    }
    Ok(())
}

fn legend(y: f64, text: &mut String) -> fmt::Result {
    let kinds = [
        ("over", "over-constrained"),
        ("single", "solved alone"),
        ("simultaneous", "solved together"),
        ("under", "under-constrained"),
    ];
    for (at, (class, name)) in kinds.iter().enumerate() {
        let x = 16 + at * 126;
        writeln!(text, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\"/>")?;
        writeln!(text, "<text x=\"{}\" y=\"{}\">{name}</text>", x + 17, y + 10.0)?;
    }
    Ok(())
}

/// Text that XML does not take for markup. Characters that XML has no place for are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}
