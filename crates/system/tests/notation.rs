//! How derivatives are written.

#![allow(clippy::unwrap_used)]

use syntax::{FileId, Place, Span};
use system::{DerivativeNotation, EquationSystem, NamedItems, SignatureEntry};

#[test]
fn derivatives_are_written_as_wished() {
    let mut unknowns = NamedItems::default();
    unknowns.push("x", "", Place { file: FileId(0), span: Span::at(0) });
    let system = EquationSystem::new("test", unknowns);
    let entry = |order| SignatureEntry { column: 0, order };
    assert_eq!((system.term(entry(0)), system.term(entry(2))), ("x".into(), "x^2".into()));
    let system = system.with_notation(DerivativeNotation::Der);
    assert_eq!((system.term(entry(0)), system.term(entry(2))), ("x".into(), "der(der(x))".into()));
}
