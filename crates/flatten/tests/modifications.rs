//! Which modification wins, and what loops and arrays become (Modelica Language Specification 3.6, sections 7.2 and 10).

#![allow(clippy::unwrap_used)]

use crate::wellposed::model::Text;

/// A variable of the last class with what it is bound to.
fn binding(text: &str, name: &str) -> String {
    let found = Text::new(text).flatten();
    assert_eq!(found.diagnostics, []);
    let model = found.model.unwrap();
    let at = (0..).map(equations::VariableId).take(model.variables.len());
    let id = at.into_iter().find(|&id| model.variable_name(id) == name).unwrap();
    model.expr_text(model.variables[id.at()].binding.unwrap())
}

#[test]
fn the_outermost_modification_wins() {
    let base = "model A parameter Real p = 1; end A; model B extends A(p = 2); end B; ";
    assert_eq!(binding(&format!("{base}model M A a; end M;"), "a.p"), "1");
    assert_eq!(binding(&format!("{base}model M B a; end M;"), "a.p"), "2");
    assert_eq!(binding(&format!("{base}model M B a(p = 3); end M;"), "a.p"), "3");
    let around = "model N B b(p = 3); end N; model M N n(b(p = 4)); end M;";
    assert_eq!(binding(&format!("{base}{around}"), "n.b.p"), "4");
}

#[test]
fn names_in_a_modification_are_those_of_where_it_stands() {
    let text = "model A parameter Real p = 1; parameter Real q = 7; end A;
        model M parameter Real q = 5; A a(p = q); end M;";
    assert_eq!(binding(text, "a.p"), "q");
}

#[test]
fn loops_and_arrays_become_scalar_equations() {
    let looped = "model M Real x[3]; equation for i in 1:3 loop x[i] = i*time; end for; end M;";
    let array = "model M Real x[3]; equation x = {time, 2*time, 3*time}; end M;";
    for text in [looped, array] {
        let model = Text::new(text).flatten().model.unwrap();
        let found: Vec<String> = model.equations.iter().map(|found| model.equation_text(found)).collect();
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().zip(1..).all(|(found, at)| found.starts_with(&format!("x[{at}]"))), "{found:?}");
    }
}
