//! A system to text, in the format of [`read`](super::read).

use std::borrow::Cow;

use super::lexer::{is_bare, quote};
use super::{EquationSystem, NamedItems};

/// Lines of declarations are broken after so many characters.
const WIDTH: usize = 100;

/// Writes a system. Reading the text gives the same system.
pub fn write(system: &EquationSystem) -> String {
    let mut text = String::new();
    declare(system.unknowns(), &mut text);
    for (row, entries) in system.equations().indices().zip(system.signature().rows()) {
        let name = system.equations().name(row);
        // An equation may have the name that begins a declaration.
        text.push_str(&if name == "unknowns" { Cow::Borrowed("'unknowns'") } else { shown(name) });
        text.push(':');
        for entry in entries {
            text.push(' ');
            text.push_str(&shown(system.unknowns().name(entry.column)));
            if entry.order > 0 {
                text.push_str(&format!("^{}", entry.order));
            }
        }
        let description = system.equations().description(row);
        if !description.is_empty() {
            text.push_str("  ");
            text.push_str(&quote(description, '"'));
        }
        text.push('\n');
    }
    text
}

/// Lines that declare the unknowns: those with a description alone, the others side by side.
fn declare(unknowns: &NamedItems, text: &mut String) {
    let mut width = 0;
    for column in unknowns.indices() {
        let description = unknowns.description(column);
        let name = shown(unknowns.name(column));
        if width > 0 && (!description.is_empty() || width + name.len() > WIDTH) {
            text.push('\n');
            width = 0;
        }
        if width == 0 {
            text.push_str("unknowns:");
            width = "unknowns:".len();
        }
        text.push(' ');
        text.push_str(&name);
        width += 1 + name.len();
        if !description.is_empty() {
            text.push(' ');
            text.push_str(&quote(description, '"'));
            text.push('\n');
            width = 0;
        }
    }
    if width > 0 {
        text.push('\n');
    }
}

/// A name as it is written in a text.
fn shown(name: &str) -> Cow<'_, str> {
    if is_bare(name) { Cow::Borrowed(name) } else { Cow::Owned(quote(name, '\'')) }
}
