//! Too many equations at one place and too few at another: section 6.5 of the thesis.

use structure::safe_removals;

use super::system::{System, without, without_variables};

/// The circuit with a second ground. Variables: 1 R.p.v … 12 AC.i as in the plain circuit, 13 G1.p.v, 14 G1.p.i,
/// 15 G2.p.v, 16 G2.p.i.
pub(crate) const TWO_GROUNDS: &str =
    "1: 5 3 1 | 2: 4 2 | 3: 6 2 | 4: 6 5 | 5: 11 9 7 | 6: 10 8 | 7: 12 8 | 8: 11 | 9: 13 | 10: 15
    11: 7 1 | 12: 7 15 | 13: 8 2 16 | 14: 3 9 | 15: 9 13 | 16: 10 14 4";

#[test]
fn e003_6_5_dm() {
    let system = System::new(TWO_GROUNDS);
    let parts = system.decompose().parts;
    assert_eq!(system.part(&parts.over), "5 8 9 10 12 15 / 7 9 11 13 15");
    assert_eq!(system.part(&parts.under), "6 7 13 16 / 8 10 12 14 16");
    assert_eq!(system.rows(&parts.well.rows), "1 2 3 4 11 14");
    assert_eq!(system.decompose().blocks.len(), 6);
    // With the second ground at the pin of the resistor.
    let other = System::new(&TWO_GROUNDS.replace("12: 7 15", "12: 1 15"));
    let over = other.decompose().parts.over;
    assert_eq!(other.part(&over), "5 8 9 10 11 12 15 / 1 7 9 11 13 15");
}

/// Of all places that could be added those repair that join the two parts: 6 equations by 5 variables.
#[test]
fn e003_6_5_cross() {
    let names: Vec<String> = (1..=16).map(|name: u32| name.to_string()).collect();
    let mut repairs = 0;
    for equation in &names {
        for variable in &names {
            let text = TWO_GROUNDS.replace('\n', "|");
            let lines = text.split('|').map(|line| {
                let line = line.trim();
                if line.split(':').next() == Some(equation) {
                    format!("{line} {variable}")
                } else {
                    line.to_owned()
                }
            });
            let system = System::new(&lines.collect::<Vec<_>>().join("\n"));
            repairs += i32::from(system.decompose().is_well_determined());
        }
    }
    assert_eq!(repairs, 30);
    let both = TWO_GROUNDS.replace("9: 13 |", "9: 13 14 |").replace("10: 15\n", "10: 15 16\n");
    let blocks = System::new(&both).blocks();
    assert_eq!(blocks.len(), 3);
    assert_eq!((blocks[0].as_str(), blocks[2].as_str()), ("8 / 11", "7 / 12"));
}

#[test]
fn e003_6_5_safe() {
    let system = System::new(TWO_GROUNDS);
    let parts = system.decompose().parts;
    assert_eq!(system.columns(&safe_removals(&system.incidence, &parts.under).columns), "12 14 16");
    // Equation 15 ties its part together.
    assert!(!safe_removals(&system.incidence, &parts.over).rows.contains(&system.equation("15")));
}

#[test]
fn e003_6_5_var14() {
    let first = System::new(&without(&without_variables(TWO_GROUNDS, "13 14"), "9 15"));
    assert!(first.decompose().is_well_determined());
    assert_eq!(first.decompose().blocks.len(), 14);
    let second = System::new(&without(&without_variables(TWO_GROUNDS, "15 16"), "10 12"));
    assert!(second.decompose().is_well_determined());
}
