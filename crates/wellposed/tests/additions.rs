//! Which variables an equation that is to be added must and may hold: reachability through components and inheritance.

#![allow(clippy::unwrap_used)]

use wellposed::{Checked, MemoryFiles, Repair, RepairSearch, check, load};

const TWO_PIN: &str = include_str!("../../../tests/corpus/debug/E003-6.2.mo");
const TANK: &str = include_str!("../../../tests/corpus/debug/E003-6.4-fig6-14.mo");

fn checked(text: &str, model: &str) -> Checked {
    let mut files = MemoryFiles::default();
    files.add("A.mo", text);
    let loaded = load(&files, &["A.mo".into()]);
    check(&files, &loaded, model, &RepairSearch::default())
}

/// The repair that adds an equation to a class.
fn to<'a>(checked: &'a Checked, class: &str) -> Option<&'a Repair> {
    let start = format!("add an equation to `{class}` ");
    checked.repairs.iter().find(|repair| repair.description.starts_with(&start))
}

fn sorted(names: &[String]) -> String {
    let mut names = names.to_vec();
    names.sort();
    names.join(" ")
}

/// E003-6.2-add, and with it the rows of E003-6.3 for the classes of components: what must and what may be used is what the
/// class reaches.
#[test]
fn e003_6_2_add() {
    let checked = checked(TWO_PIN, "Circuit");
    let found = |class: &str| {
        let repair = to(&checked, class).unwrap();
        (sorted(&repair.must), sorted(&repair.may), repair.copies)
    };
    let some = |must: &str, may: &str| (must.to_string(), may.to_string(), 1);
    assert_eq!(found("Resistor"), some("i n.i p.i s", "R n.v p.v v"));
    assert_eq!(found("VsourceAC"), some("i n.i p.i", "VA f n.v p.v v"));
    assert_eq!(found("Ground"), some("p.i", "p.v"));
    assert_eq!(found("Circuit"), some("AC.i AC.n.i AC.p.i G.p.i R1.i R1.n.i R1.p.i R1.s", ""));
    // Two copies would be one too many, and connectors hold no equations.
    assert!(to(&checked, "TwoPin").is_none() && to(&checked, "Pin").is_none());
}

/// E003-6.3: a class that others extend reaches what it declares, in each of its heirs.
#[test]
fn e003_6_3_two_pin() {
    let text = TWO_PIN.replace("  i = p.i;\n", "").replace("R*i = v*s", "R*i = v").replace("  Real s;\n", "");
    assert_eq!(text.matches("i = p.i").count(), 0);
    let checked = checked(&text, "Circuit");
    let repair = to(&checked, "TwoPin").unwrap();
    let all = [repair.must.clone(), repair.may.clone()].concat();
    assert_eq!((sorted(&all), repair.copies), ("i n.i n.v p.i p.v v".to_string(), 2));
}

/// E003-6.4-fig6-14, the lists of stage 2, with the variable and the class that the thesis left out.
#[test]
fn e003_6_4_stage2() {
    let checked = checked(TANK, "TankWithPIDController");
    let must = |class: &str| to(&checked, class).map(|repair| sorted(&repair.must));
    let top = "pid.cInp.val pid.cOut.act pid.error pid.outCtr pid.x pid.y tankm.h tankm.qOut.lflow \
               tankm.tActuator.act tankm.tSensor.val";
    assert_eq!(must("TankWithPIDController").as_deref(), Some(top));
    assert_eq!(must("Tank").as_deref(), Some("h qOut.lflow tActuator.act tSensor.val"));
    assert_eq!(must("PIDcontinuousController").as_deref(), Some("cInp.val cOut.act error outCtr x y"));
    assert_eq!(must("Controller").as_deref(), Some("cInp.val cOut.act error outCtr"));
    for class in ["LiquidSource", "LiquidFlow", "ActSignal", "ReadSignal"] {
        assert_eq!(must(class), None, "{class}");
    }
    // What was lost is what nothing uses any more.
    assert_eq!(sorted(&to(&checked, "Tank").unwrap().unused), "flowGain tActuator.act");
}
