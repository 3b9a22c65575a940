//! Names of nodes and elements.

#![allow(clippy::unwrap_used)]

use netlist::{NameId, NameTable};

#[test]
fn case_does_not_matter_and_everything_else_does() {
    let mut names = NameTable::default();
    let first = names.add("Out");
    assert_eq!((names.add("oUT"), names.get(first)), (first, "out"));
    assert_ne!(names.add("out1"), first);
    assert_ne!(names.add("Ä"), names.add("ä"));
    let ids: Vec<NameId> = (0..5000).map(|at| names.add(&format!("n{at}"))).collect();
    for (at, &id) in ids.iter().enumerate() {
        assert_eq!((names.find(&format!("N{at}")), names.get(id)), (Some(id), &*format!("n{at}")));
    }
    assert_eq!(names.find("nobody"), None);
}
