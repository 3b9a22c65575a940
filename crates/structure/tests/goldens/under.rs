//! Too few equations: sections 6.1, 6.2 and 6.4 of the thesis.

use structure::{can_remove_columns, eligible_columns, safe_removals};

use super::system::{System, without_variables};

pub(crate) const SMALL: &str = "eq1: 1 2 | eq2: 1 2 | eq3: 2 3 | eq4: 2 3 4 6 | eq5: 5 6";

/// The circuit with an unknown `s` in its resistor. Variables: 1 R.p.v, 2 R.p.i, 3 R.n.v, 4 R.n.i, 5 R.v, 6 R.i, 7 R.s,
/// 8 AC.p.v, 9 AC.p.i, 10 AC.n.v, 11 AC.n.i, 12 AC.v, 13 AC.i, 14 G.p.v, 15 G.p.i.
pub(crate) const CIRCUIT: &str =
    "1: 5 3 1 | 2: 4 2 | 3: 6 2 | 4: 6 7 5 | 5: 12 10 8 | 6: 11 9 | 7: 13 9 | 8: 12
    9: 14 | 10: 8 1 | 11: 9 2 | 12: 3 10 | 13: 10 14 | 14: 11 15 4";

/// A tank with a controller that lacks the law of its outflow. Variables: 1 source.qOut.lflow, 2 pid.error, 3 pid.outCtr,
/// 4 pid.cInp.val, 5 pid.cOut.act, 6 pid.x, 7 pid.y, 8 tank.tSensor.val, 9 tank.tActuator.act, 10 tank.h,
/// 11 tank.qIn.lflow, 12 tank.qOut.lflow.
const TANK: &str = "1: 1 | 2: 2 4 | 3: 5 3 | 4: 6^1 2 | 5: 7 2^1 | 6: 3 2 6 7 | 7: 10^1 11 12 | 8: 8 10
    9: 1 11 | 10: 9 5 | 11: 8 4";

fn eligible(system: &System) -> String {
    system.columns(&eligible_columns(&system.incidence, &system.canonical()))
}

fn safe_variables(system: &System) -> String {
    system.columns(&safe_removals(&system.incidence, &system.decompose().parts.under).columns)
}

#[test]
fn e003_6_1() {
    let system = System::new(SMALL);
    let parts = system.decompose().parts;
    assert!(parts.over.is_empty());
    assert_eq!(system.part(&parts.under), "eq4 eq5 / 4 5 6");
    assert_eq!(system.part(&parts.well), "eq1 eq2 eq3 / 1 2 3");
    assert_eq!(system.blocks(), ["eq1 eq2 / 1 2", "eq3 / 3"]);
    // Two maximum matchings for each variable that can be left over.
    let all = system.matchings();
    let without = |name: &str| all.iter().filter(|pairs| !pairs.contains(&format!("-{name}"))).count();
    assert_eq!((all.len(), ["4", "5", "6"].map(without)), (6, [2, 2, 2]));
    assert_eq!(["1", "2", "3"].map(without), [0, 0, 0]);
}

#[test]
fn e003_6_1_elig() {
    let system = System::new(SMALL);
    assert_eq!(system.columns(&system.canonical().free_columns().collect::<Vec<_>>()), "6");
    assert_eq!(eligible(&system), "6 4 5");
}

#[test]
fn e003_6_1_remove() {
    let system = System::new(SMALL);
    let under = system.decompose().parts.under;
    for name in ["4", "5", "6"] {
        assert!(can_remove_columns(&system.incidence, &under, &[system.variable(name)]));
        assert!(System::new(&without_variables(SMALL, name)).decompose().is_well_determined());
    }
    assert!(!can_remove_columns(&system.incidence, &under, &[system.variable("1")]));
    assert_eq!(safe_variables(&system), "4 5");
    let mut rest = under.clone();
    rest.columns.retain(|&column| column != system.variable("6"));
    let pieces = rest.components(&system.incidence);
    assert_eq!(pieces.iter().map(|piece| system.part(piece)).collect::<Vec<_>>(), ["eq4 / 4", "eq5 / 5"]);
}

#[test]
fn e003_6_1_couple() {
    for other in ["1", "2", "3", "4"] {
        let coupled = without_variables(SMALL, "6").replace("eq5: 5", &format!("eq5: 5 {other}"));
        let system = System::new(&coupled);
        assert!(system.decompose().is_well_determined());
        assert_eq!(structure::Part::all(&system.incidence).components(&system.incidence).len(), 1);
    }
}

#[test]
fn e003_6_1_add() {
    for (variable, repairs) in
        [("1", false), ("2", false), ("3", false), ("4", true), ("5", true), ("6", true)]
    {
        let system = System::new(&format!("{SMALL} | eq6: {variable}"));
        assert_eq!(system.decompose().is_well_determined(), repairs, "{variable}");
    }
}

#[test]
fn e003_6_2() {
    let system = System::new(CIRCUIT);
    let parts = system.decompose().parts;
    assert_eq!(system.part(&parts.under), "2 3 4 6 7 11 14 / 2 4 6 7 9 11 13 15");
    assert_eq!(system.part(&parts.well), "1 5 8 9 10 12 13 / 1 3 5 8 10 12 14");
    assert_eq!(system.decompose().blocks.len(), 7);
    // Nine maximum matchings: two leave variable 15 free, one each of the others that can be.
    let all = system.matchings();
    let without = |name: &str| {
        let end = format!("-{name}");
        all.iter().filter(|pairs| !pairs.split(' ').any(|pair| pair.ends_with(&end))).count()
    };
    assert_eq!((all.len(), without("15")), (9, 2));
    assert_eq!(["2", "4", "6", "7", "9", "11", "13"].map(without), [1; 7]);
}

#[test]
fn e003_6_2_elig() {
    let system = System::new(CIRCUIT);
    assert_eq!(system.columns(&system.canonical().free_columns().collect::<Vec<_>>()), "15");
    let found = eligible(&system);
    assert!(found.starts_with("15 "), "{found}");
    let mut names: Vec<u32> = found.split(' ').map(|name| name.parse().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, [2, 4, 6, 7, 9, 11, 13, 15]);
}

#[test]
fn e003_6_2_safe() {
    assert_eq!(safe_variables(&System::new(CIRCUIT)), "4 7 11 13 15");
}

/// Making variable 7 free covers variable 15 and moves the equations between them.
#[test]
fn e003_6_2_fig6_9() {
    let system = System::new(CIRCUIT);
    let mut matching = system.canonical();
    assert!(matching.free_column(&system.incidence, system.variable("7")));
    assert_eq!(system.columns(&matching.free_columns().collect::<Vec<_>>()), "7");
    for (equation, variable) in [("14", "15"), ("2", "4"), ("3", "2"), ("4", "6")] {
        assert_eq!(matching.column_of[system.equation(equation) as usize], system.variable(variable));
    }
    assert!(!matching.free_column(&system.incidence, system.variable("1")));
}

#[test]
fn e003_6_2_reduced() {
    let system = System::new(&without_variables(CIRCUIT, "7"));
    assert!(system.decompose().is_well_determined());
    // The current of all components of two pins at once is too much.
    let parts = System::new(&without_variables(CIRCUIT, "13 6")).decompose().parts;
    assert_eq!(parts.over.rows.len() - parts.over.columns.len(), 1);
    assert_eq!(parts.over.rows, [2, 6, 10]);
}

#[test]
fn e003_6_4_dm() {
    let system = System::new(TANK);
    let parts = system.decompose().parts;
    assert_eq!(system.part(&parts.well), "1 9 / 1 11");
    assert_eq!(system.part(&parts.under), "2 3 4 5 6 7 8 10 11 / 2 3 4 5 6 7 8 9 10 12");
    assert_eq!(system.columns(&system.canonical().free_columns().collect::<Vec<_>>()), "12");
}

#[test]
fn e003_6_4_elig() {
    assert_eq!(eligible(&System::new(TANK)), "12 10 8 4 2 6 7 3 5 9");
}

#[test]
fn e003_6_4_safe() {
    assert_eq!(safe_variables(&System::new(TANK)), "6 7 9 12");
}

#[test]
fn e003_6_4_stage1() {
    for name in ["12", "6", "7"] {
        let text = TANK.replace("^1", "");
        let system = System::new(&without_variables(&text, name));
        assert!(system.decompose().is_well_determined());
        assert_eq!(system.decompose().blocks.len(), 11);
    }
}

#[test]
fn e003_6_4_fixed() {
    let system = System::new(&format!("{TANK} | 12: 12 9"));
    assert!(system.decompose().is_well_determined());
    let blocks = system.blocks();
    assert_eq!(blocks.len(), 3);
    assert_eq!(blocks[..2], ["1 / 1", "9 / 11"]);
}
