use super::inferred_unit::{InferredUnit, UnitInference};
use super::*;
use syntax::{FileId, Span};

use crate::{Causality, Instance, InstanceId, Variability, Variable};

fn known(unit: &str) -> UnitInference {
    UnitInference::Known(InferredUnit::declared(Unit::parse(unit).unwrap()))
}

/// A model with a variable for each unit; an empty unit is none.
fn model(units: &[&str]) -> FlatModel {
    let mut model = FlatModel::default();
    let symbol = model.symbols.add("x");
    let place = Place { file: FileId(0), span: Span::at(0) };
    let instance = InstanceId(0);
    model.instances.push(Instance {
        parent: instance,
        name: symbol,
        subscripts: None,
        class: symbol,
        kind: crate::InstanceKind::Model,
        place,
    });
    model.origins.push(Origin::Written { place, instance });
    for (at, unit) in units.iter().enumerate() {
        model.variables.push(Variable {
            instance,
            name: symbol,
            subscripts: None,
            kind: Type::Real,
            variability: Variability::Continuous,
            causality: Causality::None,
            flow: false,
            stream: false,
            binding: None,
            origin: OriginId(0),
            bound: OriginId(0),
        });
        let text = model.symbols.add(unit);
        let text = model.exprs.add(Expr::String(text));
        model.attributes.push((VariableId(at as u32), Attribute::Unit, text));
    }
    model
}

#[test]
fn a_long_sum_is_no_deep_one() {
    let mut model = model(&["m", "", "kg"]);
    let [x, unknown, m] = [0, 1, 2].map(|at| model.exprs.add(Expr::Variable(VariableId(at))));
    let mut sum = x;
    for at in 0..200_000 {
        let number = model.exprs.integer(at);
        let term = model.exprs.add(Expr::Binary(Operator::Multiply, number, unknown));
        sum = model.exprs.add(Expr::Binary(Operator::Add, sum, term));
    }
    sum = model.exprs.add(Expr::Binary(Operator::Add, sum, m));
    let zero = model.exprs.integer(0);
    model.equations.push(Equation { kind: EquationKind::Equality(sum, zero), origin: OriginId(0) });
    let found = check_units(&model);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].clash, UnitClash::Terms);
    assert_eq!((found[0].left.unit.as_str(), found[0].left.text.as_str()), ("m", "x"));
    assert_eq!(found[0].right.as_ref().map(|side| side.unit.as_str()), Some("kg"));
    model.folded.push(OriginId(0));
    assert!(check_units(&model).is_empty());
}

#[test]
fn temperatures() {
    let (celsius, kelvin, number) = (known("degC"), known("K"), UnitInference::Number);
    assert_eq!(celsius.join(kelvin), None);
    assert_eq!(celsius.sum(kelvin, false), Some(celsius));
    assert_eq!(kelvin.sum(celsius, false), Some(celsius));
    assert_eq!(celsius.sum(celsius, true), Some(kelvin));
    assert_eq!(celsius.sum(known("degF"), true), None);
    assert!(celsius.sum(number, false).unwrap().join(kelvin).is_some());
    assert_eq!(celsius.product(kelvin, false), UnitInference::Unknown);
    assert_eq!(celsius.rate(), kelvin.rate());
}

#[test]
fn what_is_unknown_never_clashes() {
    for other in [UnitInference::Unknown, UnitInference::Number] {
        assert_eq!(known("m").join(other), Some(known("m")));
        assert_eq!(other.sum(known("m"), true), Some(known("m")));
        assert!(!other.has_unit());
    }
    assert_eq!(UnitInference::Unknown.product(known("m"), false), UnitInference::Unknown);
    assert_eq!(UnitInference::Unknown.product(UnitInference::Number, true), UnitInference::Unknown);
    assert_eq!(UnitInference::Number.quotient(known("s"), false), known("1/s"));
    assert_eq!(known("m").power(None), UnitInference::Unknown);
    assert_eq!(known("1").power(None), known("1"));
}
