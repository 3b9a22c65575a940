//! Curves as a page to look around in: one file, no network.

use serde_json::{Value, json};

use super::Plot;
use super::svg::COLORS;
use crate::escape;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("view.js");

/// Writes the page.
pub fn html(plot: &Plot) -> String {
    let panels = plot.panels.iter().map(|panel| {
        let curves = panel.curves.iter().map(|curve| {
            json!({
                "name": curve.name,
                "color": COLORS[curve.number % COLORS.len()],
                "values": numbers(&curve.values),
            })
        });
        json!({ "unit": panel.unit(), "curves": curves.collect::<Vec<Value>>() })
    });
    let data = json!({
        "title": plot.title,
        "times": numbers(&plot.times),
        "panels": panels.collect::<Vec<Value>>(),
    });
    // Inside a script `<` could begin the tag that ends it.
    let data = data.to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = PAGE;
    // The marks stand in the page in this order; what replaces them is not looked at again.
    for (mark, text) in [
        ("{{title}}", &*escape(&plot.title)),
        ("{{style}}", STYLE),
        ("{{data}}", &data),
        ("{{script}}", SCRIPT),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Numbers; what is not finite is `null`, a hole in the curve.
fn numbers(values: &[f64]) -> Vec<Value> {
    values.iter().map(|&value| json!(value)).collect()
}
