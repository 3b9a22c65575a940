//! The folder `schemas` holds what the types say: `BLESS=1` writes it anew.

#![allow(clippy::disallowed_methods)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_published_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let made = ::report::published_schemas();
    if std::env::var_os("BLESS").is_some() {
        for (name, text) in &made {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let found = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: BTreeSet<String> = found.collect();
    let wanted: BTreeSet<String> = made.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, wanted, "a schema for each document, and no others");
    for (name, text) in made {
        let published = fs::read_to_string(folder.join(&name)).unwrap();
        assert!(published == text, "{name} is not what the types say: run this test with BLESS=1");
    }
}
