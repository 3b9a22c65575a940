//! What `connect` becomes (Modelica Language Specification 3.6, section 9.2).

#![allow(clippy::unwrap_used)]

use crate::wellposed::model::Text;

const PIN: &str = "connector Pin Real v; flow Real i; end Pin; ";

/// The equations of the last class, as they are printed.
fn equations(text: &str) -> Vec<String> {
    let found = Text::new(text).flatten();
    assert_eq!(found.diagnostics, []);
    let model = found.model.unwrap();
    model.equations.iter().map(|equation| model.equation_text(equation)).collect()
}

#[test]
fn potentials_are_equal_and_flows_sum_to_zero() {
    let text = "model M Pin a, b, c; equation connect(a, b); connect(b, c); end M;";
    let found = equations(&format!("{PIN}{text}"));
    let sums: Vec<&String> = found.iter().filter(|equation| equation.contains(".i")).collect();
    let potentials = found.iter().filter(|equation| equation.contains(".v")).count();
    // Three connectors of the top level: one set, in which two potentials are equal to the third and the flows sum to zero.
    assert_eq!(potentials, 2, "{found:?}");
    let whole = sums.iter().filter(|sum| ["a.i", "b.i", "c.i"].iter().all(|flow| sum.contains(flow))).count();
    assert_eq!(whole, 1, "{found:?}");
}

#[test]
fn a_connection_twice_is_a_connection_once() {
    let once = "model M Pin a, b; equation connect(a, b); end M;";
    let twice = "model M Pin a, b; equation connect(a, b); connect(b, a); connect(a, b); end M;";
    assert_eq!(equations(&format!("{PIN}{once}")), equations(&format!("{PIN}{twice}")));
}

#[test]
fn what_is_not_there_takes_its_connections_along() {
    let model = |there: bool| {
        equations(&format!(
            "{PIN}model M Pin a, b; Pin c if {there}; equation connect(a, b); connect(b, c); end M;"
        ))
    };
    assert_eq!(model(false), equations(&format!("{PIN}model M Pin a, b; equation connect(a, b); end M;")));
    assert!(model(true).iter().any(|equation| equation.contains("c.i")));
}
