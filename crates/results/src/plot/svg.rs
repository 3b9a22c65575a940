//! Curves as a picture for papers and web pages.

use std::fmt::Write;

use super::axis::ticks;
use super::decimate::decimate;
use super::{Plot, PlotCurve, PlotPanel};
use crate::escape;

/// Colours that also people see who do not see all colours (M. Okabe, K. Ito, 2008).
pub(super) const COLORS: [&str; 7] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7f7f7f"];

const WIDTH: f64 = 860.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const HEIGHT: f64 = 220.0;
const ABOVE: f64 = 34.0;
const BELOW: f64 = 46.0;
const TITLE: f64 = 34.0;

/// So many points of a curve are drawn to each step from left to right.
const FINE: usize = 4;

/// Draws curves.
pub fn svg(plot: &Plot) -> String {
    let panel_height = HEIGHT + ABOVE;
    let height = TITLE + panel_height * plot.panels.len() as f64 + BELOW;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{}</text>\n",
        escape(&plot.title)
    );
    for (at, panel) in plot.panels.iter().enumerate() {
        let top = TITLE + ABOVE + panel_height * at as f64;
        frame(plot, panel, top, at + 1 == plot.panels.len(), &mut text);
        for curve in &panel.curves {
            line(plot, panel, curve, top, &mut text);
        }
    }
    text.push_str("</svg>\n");
    text
}

fn x_of(plot: &Plot, t: f64) -> f64 {
    let (first, last) = plot.span();
    LEFT + (t - first) / (last - first) * (WIDTH - LEFT - RIGHT)
}

fn y_of(panel: &PlotPanel, top: f64, value: f64) -> f64 {
    let (low, high) = panel.range();
    top + (high - value) / (high - low) * HEIGHT
}

fn frame(plot: &Plot, panel: &PlotPanel, top: f64, last: bool, text: &mut String) {
    let (right, bottom) = (WIDTH - RIGHT, top + HEIGHT);
    for (value, name) in ticks(panel.range(), 5) {
        let y = y_of(panel, top, value);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{name}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    for (value, name) in ticks(plot.span(), 8) {
        let x = x_of(plot, value);
        let _ = writeln!(text, "<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#ddd\"/>");
        if last {
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
                bottom + 18.0
            );
        }
    }
    let _ = writeln!(
        text,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#555\"/>",
        right - LEFT
    );
    if last {
        let middle = (LEFT + right) / 2.0;
        let _ =
            writeln!(text, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">time</text>", bottom + 38.0);
    }
    let mut x = LEFT;
    for curve in &panel.curves {
        let name = if curve.unit.is_empty() {
            curve.name.clone()
        } else {
            format!("{} [{}]", curve.name, curve.unit)
        };
        let color = COLORS[curve.number % COLORS.len()];
        let y = top - 10.0;
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {:.1}h18\" stroke=\"{color}\" stroke-width=\"2\"/><text x=\"{:.1}\" \
             y=\"{y}\">{}</text>",
            y - 4.0,
            x + 23.0,
            escape(&name)
        );
        x += 40.0 + 7.0 * name.chars().count() as f64;
    }
}

fn line(plot: &Plot, panel: &PlotPanel, curve: &PlotCurve, top: f64, text: &mut String) {
    let mut path = String::new();
    let mut pen = 'M';
    for at in decimate(&curve.values, FINE * (WIDTH - LEFT - RIGHT) as usize) {
        let value = curve.values[at];
        if value.is_finite() {
            let _ = write!(path, "{pen}{:.2} {:.2}", x_of(plot, plot.times[at]), y_of(panel, top, value));
            pen = 'L';
        } else {
            pen = 'M';
        }
    }
    let color = COLORS[curve.number % COLORS.len()];
    let _ = writeln!(
        text,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>"
    );
}
