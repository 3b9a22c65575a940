//! The patent on error information: what is told instead of a simulation.

use wellposed::syntax::DiagnosticCode;
use wellposed::{Experiment, MemoryFiles, Overrides, RepairSearch, Wellposedness, load, simulate};

use super::read::{Read, checked};

const FIG5: &str = include_str!("../../../../tests/corpus/debug/E000-fig5.mo");
const FIG8: &str = include_str!("../../../../tests/corpus/debug/E000-fig8.mo");

/// The two equations that depend on each other and the two unknowns that are open are pointed at, and nothing is run.
fn told(text: &str, equations: [&str; 2], unknowns: [&str; 2]) {
    let read = Read::new(text);
    let parts = &read.structure.decomposition.parts;
    let found: Vec<String> = parts.over.rows.iter().map(|&row| read.equation(row)).collect();
    assert_eq!(found, equations);
    assert_eq!(read.names(&parts.under.columns), unknowns.join(" "));
    let checked = checked(text, &RepairSearch::default());
    assert_eq!(checked.wellposedness, Wellposedness::Mixed);
    let shown = |code: DiagnosticCode| -> Vec<String> {
        let found = checked.diagnostics.iter().find(|found| found.code == code).unwrap();
        let places = std::iter::once(&found.primary).chain(&found.related).map(|label| label.place);
        let mut texts: Vec<String> = places.map(|place| text[place.span.range()].to_string()).collect();
        texts.sort();
        texts
    };
    assert_eq!(
        (shown(DiagnosticCode::OverConstrained).len(), shown(DiagnosticCode::UnderConstrained).len()),
        (2, 2)
    );
    for (shown, name) in shown(DiagnosticCode::UnderConstrained).iter().zip(unknowns) {
        assert!(shown.starts_with(name), "{shown}");
    }
    let mut files = MemoryFiles::default();
    files.add("A.mo", text);
    let loaded = load(&files, &["A.mo".into()]);
    let run =
        simulate(&files, &loaded, read.model, &Experiment::default(), &Overrides::default(), &|| true, None);
    assert!(run.is_err());
}

#[test]
fn e000_fig5() {
    told(FIG5, ["3 * x3 = 0", "-3 * x3 = 0"], ["x1", "x2"]);
}

/// The words of the equations and unknowns take the place of their numbers.
#[test]
fn e000_fig8() {
    told(FIG8, ["G * v12 = 0", "-G * v12 = 0"], ["v1", "v2"]);
    let checked = checked(FIG8, &RepairSearch::default());
    let over =
        checked.diagnostics.iter().find(|found| found.code == DiagnosticCode::OverConstrained).unwrap();
    let said = [&FIG8[over.primary.place.span.range()], &FIG8[over.related[0].place.span.range()]];
    assert!(said[0].ends_with("\"Current law of node 2\""), "{}", said[0]);
    assert!(said[1].ends_with("\"Current law of node 1\""), "{}", said[1]);
    let under =
        checked.diagnostics.iter().find(|found| found.code == DiagnosticCode::UnderConstrained).unwrap();
    let said = [&FIG8[under.primary.place.span.range()], &FIG8[under.related[0].place.span.range()]];
    assert_eq!(said, ["v1 \"Voltage of node 1 to ground\"", "v2 \"Voltage of node 2 to ground\""]);
}
