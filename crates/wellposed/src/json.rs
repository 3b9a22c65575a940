//! Diagnostics as scripts read them.

use serde_json::{Map, Value, json};
use syntax::{Diagnostic, Edit, Label, LineColumn, Place, SourceMap};

use crate::Repair;

/// A list of diagnostics, with places in lines and columns from one.
pub fn diagnostics(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Value {
    diagnostics.iter().map(|found| diagnostic(sources, found)).collect()
}

/// Proposed repairs, the best first.
pub fn repairs(sources: &SourceMap, repairs: &[Repair]) -> Value {
    let edit = |repair: &Repair, edit: &Edit| {
        let mut value = place(sources, edit.place);
        value["replacement"] = json!(edit.replacement);
        value["description"] = json!(repair.description);
        value
    };
    let one = |(at, repair): (usize, &Repair)| {
        json!({
            "rank": at + 1,
            "score": repair.score,
            "edits": repair.edits.iter().map(|found| edit(repair, found)).collect::<Vec<_>>(),
            "removes": repair.removes,
            "adds": repair.adds,
            "must": repair.must,
            "may": repair.may,
            "unused": repair.unused,
            "copies": repair.copies,
            "verified": repair.is_verified(),
            "reason": repair.description,
        })
    };
    repairs.iter().enumerate().map(one).collect()
}

/// One JSON document of the given members, ending with a line break.
pub fn document(members: impl IntoIterator<Item = (&'static str, Value)>) -> String {
    let members: Map<String, Value> =
        members.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    format!("{:#}\n", Value::Object(members))
}

fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let label = |label: &Label| {
        let mut value = place(sources, label.place);
        value["label"] = json!(label.text);
        value
    };
    let edits = diagnostic.edits.iter().map(|edit| {
        let mut value = place(sources, edit.place);
        value["replacement"] = json!(edit.replacement);
        value
    });
    json!({
        "code": diagnostic.code.to_string(),
        "severity": diagnostic.severity().to_string(),
        "message": diagnostic.message,
        "primary": label(&diagnostic.primary),
        "related": diagnostic.related.iter().map(label).collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
        "edits": edits.collect::<Vec<_>>(),
    })
}

/// A place in lines and columns from one.
pub(crate) fn place(sources: &SourceMap, place: Place) -> Value {
    let source = &sources[place.file];
    let point = |at: LineColumn| json!({ "line": at.line, "column": at.column });
    json!({
        "file": source.name(),
        "start": point(source.locate(place.span.start)),
        "end": point(source.locate(place.span.end)),
    })
}
