//! Diagnostics in the form that code-scanning services read: SARIF 2.1.0.

use serde_json::{Value, json};
use syntax::{Diagnostic, DiagnosticCode, Label, Place, SourceMap};

/// A whole SARIF log, ending with a line break.
pub fn to_sarif(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let mut codes: Vec<DiagnosticCode> = diagnostics.iter().map(|found| found.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "wellposed",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|&code| rule(code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": diagnostics.iter().map(|found| result(sources, found)).collect::<Vec<_>>(),
        }],
    });
    format!("{log:#}\n")
}

fn rule(code: DiagnosticCode) -> Value {
    json!({
        "id": code.to_string(),
        "shortDescription": { "text": code.title() },
        "fullDescription": { "text": crate::page(code) },
        "defaultConfiguration": { "level": code.severity().to_string() },
    })
}

fn result(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let mut text = diagnostic.message.clone();
    for more in diagnostic.notes.iter().chain(&diagnostic.help) {
        text.push('\n');
        text.push_str(more);
    }
    let located = |label: &Label| {
        let mut value = location(sources, label.place);
        if !label.text.is_empty() {
            value["message"] = json!({ "text": label.text });
        }
        value
    };
    let mut value = json!({
        "ruleId": diagnostic.code.to_string(),
        "level": diagnostic.severity().to_string(),
        "message": { "text": text },
        "locations": [located(&diagnostic.primary)],
        "relatedLocations": diagnostic.related.iter().map(located).collect::<Vec<_>>(),
    });
    if !diagnostic.edits.is_empty() {
        value["fixes"] = json!([fix(sources, diagnostic)]);
    }
    value
}

fn fix(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let changes = diagnostic.edits.iter().map(|edit| {
        json!({
            "artifactLocation": artifact(sources, edit.place),
            "replacements": [{
                "deletedRegion": region(sources, edit.place),
                "insertedContent": { "text": edit.replacement },
            }],
        })
    });
    json!({
        "description": { "text": diagnostic.help },
        "artifactChanges": changes.collect::<Vec<_>>(),
    })
}

fn location(sources: &SourceMap, place: Place) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": artifact(sources, place),
        "region": region(sources, place),
    }})
}

/// Paths become relative references with slashes; what may not stand in one is escaped.
fn artifact(sources: &SourceMap, place: Place) -> Value {
    let mut uri = String::new();
    for byte in sources[place.file].name().replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    json!({ "uri": uri })
}

fn region(sources: &SourceMap, place: Place) -> Value {
    let source = &sources[place.file];
    let (start, end) = (source.locate(place.span.start), source.locate(place.span.end));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}
