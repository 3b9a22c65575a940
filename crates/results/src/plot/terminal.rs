//! Curves in a terminal, with the dots of braille letters: two beside each other and four below each other in a letter.

use super::axis::ticks;
use super::{Plot, PlotPanel};

/// What the terminal is like.
#[derive(Clone, Copy, Debug)]
pub struct TerminalSize {
    /// How many letters a line has.
    pub columns: usize,
    /// How many lines all panels may have together.
    pub rows: usize,
    /// Whether it shows colours.
    pub color: bool,
}

impl Default for TerminalSize {
    fn default() -> TerminalSize {
        TerminalSize { columns: 80, rows: 20, color: false }
    }
}

/// The bit of each dot of a braille letter, by line and column.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Colours of curves, as terminals number them.
const COLORS: [u8; 6] = [34, 33, 32, 35, 36, 31];

/// A name beside the curves has at most so many letters.
const MAX_NAME: usize = 24;

/// No panel is lower than this.
const MIN_ROWS: usize = 5;

/// Draws curves.
pub fn terminal(plot: &Plot, screen: TerminalSize) -> String {
    let rows = (screen.rows / plot.panels.len().max(1)).max(MIN_ROWS);
    let margin = plot.panels.iter().map(|panel| margin(panel, rows)).max().unwrap_or(0);
    let names =
        plot.panels.iter().flat_map(|panel| &panel.curves).map(|curve| label(&curve.name).chars().count());
    let side = names.max().unwrap_or(0) + 1;
    let width = screen.columns.saturating_sub(margin + 2 + side).max(16);
    let mut text = format!("{}\n", plot.title);
    for panel in &plot.panels {
        let drawn = BrailleCanvas::draw(plot, panel, width, rows);
        let marks = marks(panel, rows);
        if !panel.unit().is_empty() {
            text.push_str(&format!("{:>margin$}\n", format!("[{}]", panel.unit())));
        }
        let labels = labels(panel, rows);
        for row in 0..rows {
            let mark = marks.iter().find(|mark| mark.0 == row);
            let (name, edge) = mark.map_or(("", '│'), |mark| (mark.1.as_str(), '┤'));
            text.push_str(&format!("{name:>margin$} {edge}"));
            drawn.line(row, screen.color, &mut text);
            if let Some(&(_, curve)) = labels.iter().find(|label| label.0 == row) {
                let curve = &panel.curves[curve];
                text.push(' ');
                paint(&label(&curve.name), curve.number, screen.color, &mut text);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    axis(plot, margin, width, &mut text);
    text
}

/// The line of a value, counted from the top.
fn row_of((low, high): (f64, f64), rows: usize, value: f64) -> usize {
    let part = ((high - value) / (high - low)).clamp(0.0, 1.0);
    // Half a rounding error must not move a mark to the line above.
    ((part * rows as f64 + 1e-9) as usize).min(rows - 1)
}

fn marks(panel: &PlotPanel, rows: usize) -> Vec<(usize, String)> {
    let range = panel.range();
    let marks =
        ticks(range, (rows / 3).max(2)).into_iter().map(|(value, text)| (row_of(range, rows, value), text));
    marks.collect()
}

fn margin(panel: &PlotPanel, rows: usize) -> usize {
    let longest = marks(panel, rows).iter().map(|mark| mark.1.chars().count()).max().unwrap_or(0);
    longest.max(if panel.unit().is_empty() { 0 } else { panel.unit().chars().count() + 2 })
}

/// A name that is not too long: its end says more than its beginning.
fn label(name: &str) -> String {
    let count = name.chars().count();
    if count <= MAX_NAME {
        return name.to_string();
    }
    std::iter::once('…').chain(name.chars().skip(count + 1 - MAX_NAME)).collect()
}

/// In which line each curve is named: where it ends, or as near as there is room.
fn labels(panel: &PlotPanel, rows: usize) -> Vec<(usize, usize)> {
    let range = panel.range();
    let mut labels: Vec<(usize, usize)> = Vec::new();
    for (number, curve) in panel.curves.iter().enumerate() {
        let last = curve.values.iter().rev().copied().find(|value| value.is_finite()).unwrap_or(range.0);
        let wanted = row_of(range, rows, last);
        let free = |row: &usize| labels.iter().all(|label| label.0 != *row);
        if let Some(row) = (0..rows).filter(free).min_by_key(|row| row.abs_diff(wanted)) {
            labels.push((row, number));
        }
    }
    labels
}

fn paint(text: &str, curve: usize, color: bool, into: &mut String) {
    match color {
        true => into.push_str(&format!("\x1b[{}m{text}\x1b[0m", COLORS[curve % COLORS.len()])),
        false => into.push_str(text),
    }
}

/// The axis of time.
fn axis(plot: &Plot, margin: usize, width: usize, text: &mut String) {
    let (first, last) = plot.span();
    let ticks = ticks((first, last), width / 12);
    let mut line = vec!['─'; width];
    let mut below = vec![' '; margin + 2 + width + 12];
    for (value, name) in ticks {
        let at = (((value - first) / (last - first) * width as f64) as usize).min(width - 1);
        line[at] = '┬';
        let begin = (margin + 2 + at).saturating_sub(name.chars().count() / 2);
        for (offset, letter) in name.chars().enumerate().take(below.len() - begin) {
            below[begin + offset] = letter;
        }
    }
    text.push_str(&format!("{:margin$} └{}\n", "", line.into_iter().collect::<String>()));
    let below: String = below.into_iter().collect();
    text.push_str(below.trim_end());
    text.push_str(" time\n");
}

/// Dots, and which curve was drawn last in each letter.
struct BrailleCanvas {
    width: usize,
    cells: Vec<(u8, usize)>,
}

impl BrailleCanvas {
    fn draw(plot: &Plot, panel: &PlotPanel, width: usize, rows: usize) -> BrailleCanvas {
        let mut canvas = BrailleCanvas { width, cells: vec![(0, 0); width * rows] };
        let ((first, last), (low, high)) = (plot.span(), panel.range());
        let (columns, lines) = (2 * width as i64 - 1, 4 * rows as i64 - 1);
        let x = |t: f64| ((t - first) / (last - first) * columns as f64).round() as i64;
        let y = |value: f64| ((high - value) / (high - low) * lines as f64).round() as i64;
        for curve in &panel.curves {
            let mut before: Option<(i64, i64)> = None;
            for (&t, &value) in plot.times.iter().zip(&curve.values) {
                let here = value.is_finite().then(|| (x(t), y(value)));
                if let Some(here) = here {
                    canvas.join(before.unwrap_or(here), here, curve.number);
                }
                before = here;
            }
        }
        canvas
    }

    /// A straight line of dots.
    fn join(&mut self, (x0, y0): (i64, i64), (x1, y1): (i64, i64), curve: usize) {
        let steps = (x1 - x0).abs().max((y1 - y0).abs()).max(1);
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let x = x0 + ((x1 - x0) as f64 * part).round() as i64;
            let y = y0 + ((y1 - y0) as f64 * part).round() as i64;
            self.dot(x, y, curve);
        }
    }

    fn dot(&mut self, x: i64, y: i64, curve: usize) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if let Some(cell) = self.cells.get_mut(y / 4 * self.width + x / 2).filter(|_| x / 2 < self.width) {
            *cell = (cell.0 | DOTS[y % 4][x % 2], curve);
        }
    }

    fn line(&self, row: usize, color: bool, into: &mut String) {
        let cells = &self.cells[row * self.width..(row + 1) * self.width];
        for run in cells.chunk_by(|a, b| (a.0 == 0, a.1) == (b.0 == 0, b.1)) {
            let letters: String = run
                .iter()
                .map(|cell| match cell.0 {
                    0 => ' ',
                    dots => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
                })
                .collect();
            match run[0].0 {
                0 => into.push_str(&letters),
                _ => paint(&letters, run[0].1, color, into),
            }
        }
    }
}
