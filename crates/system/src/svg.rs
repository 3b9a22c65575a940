//! The incidence matrix as a picture: equations and unknowns in the order of the blocks, so that the matched places
//! stand on diagonals.

use std::fmt;

use results::escape;

use super::phrasing::clip;
use super::{EquationSystem, NamedItems, SystemAnalysis};
use syntax::count;

/// Pictures of more rows, columns or entries are of no use to anyone.
const MAX_SIDE: usize = 1000;
const MAX_ENTRIES: usize = 50_000;

/// Up to so many rows and columns names stand beside them.
const MAX_NAMED: usize = 120;

/// Names are cut off after so many characters.
const MAX_NAME: usize = 40;

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureTooLarge {
    /// How many equations.
    pub equations: usize,
    /// How many unknowns.
    pub unknowns: usize,
}

impl fmt::Display for PictureTooLarge {
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

/// Draws the matrix of a system.
///
/// # Errors
/// If the system is too large.
pub fn svg(system: &EquationSystem, analysis: &SystemAnalysis) -> Result<String, PictureTooLarge> {
    let (equations, unknowns) = (system.equations().len(), system.unknowns().len());
    let side = equations.max(unknowns);
    if side > MAX_SIDE || system.signature().entries() > MAX_ENTRIES {
        return Err(PictureTooLarge { equations, unknowns });
    }
    let named = side <= MAX_NAMED;
    let cell = if named { 18.0 } else { (1000.0 / side as f64).clamp(1.0, 8.0) };
    let (left, top) = if named {
        (longest(system.equations()) + 24.0, longest(system.unknowns()) + 70.0)
    } else {
        (16.0, 64.0)
    };
    let mut picture = MatrixPicture { text: String::new(), cell, left, top, named };
    let width = (picture.x(unknowns) + 24.0).max(520.0);
    let height = picture.y(equations) + 56.0;
    picture.text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>\n{STYLE}</style>\n"
    );
    picture.write("class=\"title\" x=\"16\" y=\"26\"", &clip(system.name(), 80));
    let facts = [count(equations, "equation"), count(unknowns, "unknown"), count(analysis.len(), "block")];
    picture.write("class=\"quiet\" x=\"16\" y=\"46\"", &facts.join(", "));
    picture.frames(analysis, equations, unknowns);
    picture.entries(system, analysis);
    if named {
        picture.names(system, analysis);
    }
    picture.legend(picture.y(equations) + 22.0);
    picture.text.push_str("</svg>\n");
    Ok(picture.text)
}

/// The room that names take.
fn longest(items: &NamedItems) -> f64 {
    let lengths = items.indices().map(|index| items.name(index).chars().count());
    lengths.max().unwrap_or(0).min(MAX_NAME) as f64 * 7.5
}

/// A picture under way, and where things stand in it.
struct MatrixPicture {
    text: String,
    cell: f64,
    left: f64,
    top: f64,
    named: bool,
}

impl MatrixPicture {
    fn x(&self, column: usize) -> f64 {
        self.left + self.cell * column as f64
    }

    fn y(&self, row: usize) -> f64 {
        self.top + self.cell * row as f64
    }

    fn write(&mut self, attributes: &str, text: &str) {
        self.text.push_str(&format!("<text {attributes}>{}</text>\n", escape(text)));
    }

    fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4], title: &str) {
        let shape = format!(
            "class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\""
        );
        self.text.push_str(&if title.is_empty() {
            format!("<rect {shape}/>\n")
        } else {
            format!("<rect {shape}><title>{}</title></rect>\n", escape(title))
        });
    }

    fn frames(&mut self, analysis: &SystemAnalysis, equations: usize, unknowns: usize) {
        let whole = [self.left, self.top, self.cell * unknowns as f64, self.cell * equations as f64];
        self.rect("frame", whole, "");
        let (mut row, mut column) = (0, 0);
        for block in analysis.blocks() {
            // An equation without unknowns is still seen.
            let width = (self.cell * block.columns.len() as f64).max(2.0);
            let height = (self.cell * block.rows.len() as f64).max(2.0);
            self.rect(block.kind().word(), [self.x(column), self.y(row), width, height], "");
            row += block.rows.len();
            column += block.columns.len();
        }
    }

    fn entries(&mut self, system: &EquationSystem, analysis: &SystemAnalysis) {
        let mut place = vec![0; system.unknowns().len()];
        for (at, &column) in analysis.columns().iter().enumerate() {
            place[column as usize] = at;
        }
        let gap = if self.named { 3.0 } else { self.cell * 0.08 };
        let side = self.cell - 2.0 * gap;
        for (at, &row) in analysis.rows().iter().enumerate() {
            for &entry in system.signature().row(row) {
                let (x, y) = (self.x(place[entry.column as usize]) + gap, self.y(at) + gap);
                let matched = analysis.matched_column(row) == Some(entry.column);
                let class = if matched { "matched" } else { "entry" };
                let title = format!("{}: {}", clip(system.equations().name(row), 80), system.term(entry));
                self.rect(class, [x, y, side, side], &title);
                if self.named && entry.order > 0 {
                    let (x, y) = (x + side / 2.0, y + side - 2.5);
                    let attributes =
                        format!("class=\"order\" text-anchor=\"middle\" x=\"{x:.2}\" y=\"{y:.2}\"");
                    self.write(&attributes, &entry.order.to_string());
                }
            }
        }
    }

    fn names(&mut self, system: &EquationSystem, analysis: &SystemAnalysis) {
        for (at, &row) in analysis.rows().iter().enumerate() {
            let (x, y) = (self.left - 6.0, self.y(at) + self.cell * 0.72);
            let name = clip(system.equations().name(row), MAX_NAME);
            self.write(&format!("text-anchor=\"end\" x=\"{x:.2}\" y=\"{y:.2}\""), &name);
        }
        for (at, &column) in analysis.columns().iter().enumerate() {
            let (x, y) = (self.x(at) + self.cell * 0.72, self.top - 6.0);
            let name = clip(system.unknowns().name(column), MAX_NAME);
            self.write(&format!("transform=\"translate({x:.2} {y:.2}) rotate(-90)\""), &name);
        }
    }

    fn legend(&mut self, y: f64) {
        let kinds = [
            ("over", "over-determined"),
            ("single", "solved alone"),
            ("simultaneous", "solved together"),
            ("under", "under-determined"),
        ];
        for (at, (class, name)) in (0..).zip(kinds) {
            let x = 16.0 + 126.0 * f64::from(at);
            self.rect(class, [x, y, 12.0, 12.0], "");
            self.write(&format!("x=\"{}\" y=\"{}\"", x + 17.0, y + 10.0), name);
        }
    }
}
