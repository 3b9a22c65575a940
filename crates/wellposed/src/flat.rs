//! Flattening what was loaded.

use flatten::Flattened;
use syntax::Severity;

use crate::Loaded;

/// Flattens the class with the given full name, for which files of libraries are read as they are needed. If one
/// of those is broken, that is all there is to say.
pub fn flatten(loaded: &Loaded, name: &str) -> Flattened {
    let mut flattened = flatten::flatten(loaded, name);
    let late = loaded.late(&flattened.diagnostics);
    if late.iter().any(|found| found.severity() == Severity::Error) {
        return Flattened { model: None, diagnostics: late, balance: Vec::new() };
    }
    flattened.diagnostics.extend(late);
    flattened.diagnostics.sort_by_key(|found| found.primary.place);
    flattened
}
