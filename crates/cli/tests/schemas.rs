//! What every command prints with `--format json` is what its published schema says: on models that are right and on models
//! that are wrong. A member that the schema does not know fails, and so does one in the schema that no command ever prints.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

#[path = "schemas/commands.rs"]
mod commands;
#[path = "schemas/validator.rs"]
mod validator;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Once;

use serde_json::{Value, json};

use commands::{FILES, commands};
use validator::{Validator, members};

/// Each published schema by its name.
fn schemas() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let read = |path: &Path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".schema.json")?.to_string();
        Some((name, serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()))
    };
    fs::read_dir(folder).unwrap().filter_map(|entry| read(&entry.unwrap().path())).collect()
}

/// The document that a command prints, in the folder of the corpus. `OUT` in an argument is a folder for what it writes.
fn document(command: &str) -> Value {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemas");
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        fs::create_dir_all(out.join("project")).unwrap();
        FILES.iter().for_each(|(name, text)| fs::write(out.join(name), text).unwrap());
    });
    let arguments = command.split(' ').map(|word| word.replace("OUT", out.to_str().unwrap()));
    let done = Command::new(env!("CARGO_BIN_EXE_wellposed"))
        .args(arguments)
        .args(["--format", "json"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus"))
        .env_remove("MODELICAPATH")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{command} prints no JSON, {error}: {text}{}", String::from_utf8_lossy(&done.stderr))
    })
}

#[test]
fn every_command_prints_what_its_schema_says() {
    let schemas = schemas();
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, command) in commands() {
        let document = document(command);
        let validator = Validator::new(&schemas[name]);
        match validator.check(&document) {
            Ok(found) => seen.entry(name).or_default().extend(found),
            Err(why) => {
                panic!("`wellposed {command}` does not print what schemas/{name}.schema.json says: {why}")
            }
        }
        // Lists that have a schema of their own are what they are in documents.
        for list in ["diagnostics", "repairs"] {
            let Some(found) = document.get(list) else { continue };
            let found = Validator::new(&schemas[list]).check(found);
            seen.entry(list).or_default().extend(found.unwrap_or_else(|why| panic!("{command}: {why}")));
        }
    }
    // A definition is the same in all schemas that have it: one command that prints its members is enough.
    let defined: BTreeSet<String> =
        seen.values().flatten().filter(|member| member.starts_with("/$defs/")).cloned().collect();
    for (name, schema) in &schemas {
        let seen = seen.get(name.as_str()).unwrap_or_else(|| panic!("no command prints {name}"));
        let superfluous: Vec<String> =
            members(schema).into_iter().filter(|at| !seen.contains(at) && !defined.contains(at)).collect();
        assert!(superfluous.is_empty(), "no command prints these members of {name}: {superfluous:#?}");
    }
}

#[test]
fn every_member_of_a_schema_is_described() {
    for (name, schema) in schemas() {
        for member in members(&schema) {
            let described = schema.pointer(&member).and_then(|found| found["description"].as_str());
            assert!(described.is_some_and(|text| !text.is_empty()), "{name}: {member}");
        }
    }
}

#[test]
fn one_member_more_anywhere_is_refused() {
    let schemas = schemas();
    let document = document("check balance/ExtraEquation.mo --verbose");
    let validator = Validator::new(&schemas["check"]);
    let mut objects = vec![String::new()];
    let mut changed = 0;
    while let Some(at) = objects.pop() {
        let value = document.pointer(&at).unwrap();
        let inner: Vec<String> = match value {
            Value::Object(all) => all.keys().map(|key| format!("{at}/{key}")).collect(),
            Value::Array(all) => (0..all.len()).map(|index| format!("{at}/{index}")).collect(),
            _ => continue,
        };
        objects.extend(inner);
        if value.is_object() {
            let mut spoiled = document.clone();
            spoiled.pointer_mut(&at).unwrap()["superfluous"] = json!({ "superfluous": true });
            assert!(validator.check(&spoiled).is_err(), "a superfluous member of {at}");
            changed += 1;
        }
    }
    assert!(changed > 10, "the document has diagnostics with places, and repairs with edits");
}

#[test]
fn a_missing_member_and_one_of_another_type_are_refused() {
    let schemas = schemas();
    let document = document("check balance/ExtraEquation.mo");
    let validator = Validator::new(&schemas["check"]);
    assert_eq!(validator.check(&document).map(|_| ()), Ok(()));
    for key in document.as_object().unwrap().keys() {
        let mut spoiled = document.clone();
        spoiled.as_object_mut().unwrap().remove(key);
        assert!(validator.check(&spoiled).is_err(), "{key} is missing");
        spoiled[key] = json!({ "of": ["another", "type"] });
        assert!(validator.check(&spoiled).is_err(), "{key} is of another type");
    }
    let mut spoiled = document;
    spoiled["status"] = json!("fine");
    assert!(validator.check(&spoiled).is_err(), "no such status");
}
