//! Too many equations: chapter 5.

use structure::safe_removals;
use wellposed::{MARGIN, RepairSearch};

use super::read::{Read, checked, with};

const PLAIN: &str = include_str!("../../../../tests/corpus/debug/E003-5.2.mo");
const FIXED_CURRENT: &str = include_str!("../../../../tests/corpus/debug/E003-5.4.mo");
const TWO_RESISTORS: &str = include_str!("../../../../tests/corpus/debug/E003-5.16.mo");
const TWO_STATEMENTS: &str = include_str!("../../../../tests/corpus/debug/E003-5.18.mo");

/// The flat equations of the circuit with `i = 23`, by their numbers in the thesis.
const CIRCUIT: [&str; 15] = [
    "R1.v = R1.p.v - R1.n.v",
    "0 = R1.p.i + R1.n.i",
    "R1.i = R1.p.i",
    "R1.R * R1.i = R1.v",
    "R1.i = 23",
    "AC.v = AC.p.v - AC.n.v",
    "0 = AC.p.i + AC.n.i",
    "AC.i = AC.p.i",
    "AC.v = AC.VA * sin(6.283184 * AC.f * time)",
    "G.p.v = 0",
    "AC.p.v = R1.p.v",
    "AC.p.i + R1.p.i = 0.0",
    "R1.n.v = AC.n.v",
    "AC.n.v = G.p.v",
    "R1.n.i + AC.n.i + G.p.i = 0.0",
];

/// Those of the circuit with two resistors.
const RESISTORS: [&str; 23] = [
    "R1.v = R1.p.v - R1.n.v",
    "0 = R1.p.i + R1.n.i",
    "R1.i = R1.p.i",
    "R1.i = 10",
    "R1.R * R1.i = R1.v",
    "R2.v = R2.p.v - R2.n.v",
    "0 = R2.p.i + R2.n.i",
    "R2.i = R2.p.i",
    "R2.i = 10",
    "R2.R * R2.i = R2.v",
    "AC.v = AC.p.v - AC.n.v",
    "0 = AC.p.i + AC.n.i",
    "AC.i = AC.p.i",
    "AC.i = 10",
    "AC.v = AC.VA * sin(6.283184 * AC.f * time)",
    "G.p.v = 0",
    "AC.p.v = R1.p.v",
    "R1.p.v = R2.p.v",
    "AC.p.i + R1.p.i + R2.p.i = 0.0",
    "R1.n.v = R2.n.v",
    "R2.n.v = AC.n.v",
    "AC.n.v = G.p.v",
    "R1.n.i + R2.n.i + AC.n.i + G.p.i = 0.0",
];

/// The unknowns of the circuit with two resistors.
const UNKNOWNS: [&str; 20] = [
    "R1.p.v", "R1.p.i", "R1.n.v", "R1.n.i", "R1.v", "R1.i", "R2.p.v", "R2.p.i", "R2.n.v", "R2.n.i", "R2.v",
    "R2.i", "AC.p.v", "AC.p.i", "AC.n.v", "AC.n.i", "AC.v", "AC.i", "G.p.v", "G.p.i",
];

#[test]
fn e003_5_2() {
    let read = Read::new(PLAIN);
    assert_eq!(read.size(), (14, 14));
    assert_eq!(read.blocks(), [1; 14]);
    assert!(read.is_ordered());
}

/// The law of the resistor stands alone in its class: without it the class would say nothing, so that this is told and
/// is never the best repair.
#[test]
fn e003_5_3() {
    let text = with(PLAIN, "  connect(AC.n, G.p);\n", "  connect(AC.n, G.p);\n  R1.i = 23;\n");
    let checked = checked(&text, &RepairSearch::default());
    let law = checked.repairs.iter().find(|repair| repair.removes == ["R*i = v"]).unwrap();
    assert!(law.empties && !checked.repairs[0].empties);
    assert_eq!(checked.repairs[0].removes, ["R1.i = 23"]);
    let described = Read::new(PLAIN).described();
    let law = described.iter().find(|found| found.equation == "R1.R * R1.i = R1.v").unwrap();
    assert_eq!((law.annotation.associated, law.annotation.connected), (1, false));
}

#[test]
fn e003_5_4() {
    let read = Read::new(FIXED_CURRENT);
    let parts = &read.structure.decomposition.parts;
    assert_eq!(read.size(), (15, 14));
    assert_eq!(read.numbers(&parts.over.rows, &CIRCUIT), "1 4 5 6 9 10 11 13 14");
    assert_eq!(read.names(&parts.over.columns), "AC.n.v AC.p.v AC.v G.p.v R1.i R1.n.v R1.p.v R1.v");
    assert_eq!(read.numbers(&parts.well.rows, &CIRCUIT), "2 3 7 8 12 15");
    assert_eq!(read.names(&parts.well.columns), "AC.i AC.n.i AC.p.i G.p.i R1.n.i R1.p.i");
    assert!(parts.under.is_empty());
    assert_eq!((read.deficit().over, read.deficit().under), (1, 0));
}

#[test]
fn e003_5_6() {
    let read = Read::new(FIXED_CURRENT);
    let over = &read.structure.decomposition.parts.over;
    assert_eq!(read.numbers(&safe_removals(&read.structure.incidence, over).rows, &CIRCUIT), "5 9 10 11 13");
}

/// The annotations of the equations that could go, and what they come to: connections and laws that stand alone are no
/// choice, and the one that is left is removed without asking.
#[test]
fn e003_5_8() {
    let described = Read::new(FIXED_CURRENT).described();
    let of = |number: usize| {
        let found = described.iter().find(|found| found.equation == CIRCUIT[number - 1]).unwrap();
        let annotation = &found.annotation;
        (annotation.associated, found.class.as_str(), annotation.connected)
    };
    assert_eq!(of(11), (2, "Circuit", true));
    assert_eq!(of(13), (2, "Circuit", true));
    assert_eq!(of(10), (1, "Ground", false));
    assert_eq!(of(5), (2, "Resistor", false));
    assert_eq!(of(9), (1, "VsourceAC", false));
    let flexible = |number: usize| {
        described.iter().find(|found| found.equation == CIRCUIT[number - 1]).unwrap().annotation.flexibility
    };
    assert!(flexible(5) > flexible(1) && flexible(1) > flexible(11), "own, inherited, connected");
    let cautious = RepairSearch { sublevel: 1, ..RepairSearch::default() };
    let checked = checked(FIXED_CURRENT, &cautious);
    let [best, rest @ ..] = &checked.repairs[..] else { panic!("no repair") };
    assert_eq!(best.removes, ["i = 23"]);
    assert!(
        best.is_verified() && rest.iter().all(|other| best.score - other.score >= MARGIN && other.empties)
    );
    let mended = Read::new(&with(FIXED_CURRENT, "  i = 23;\n", ""));
    assert_eq!((mended.size(), mended.blocks()), ((14, 14), vec![1; 14]));
}

#[test]
fn e003_5_9() {
    let read = Read::new(TWO_RESISTORS);
    let parts = &read.structure.decomposition.parts;
    assert_eq!(read.size(), (23, 20));
    assert_eq!(
        read.numbers(&parts.over.rows, &RESISTORS),
        "1 3 4 5 6 8 9 10 11 13 14 15 16 17 18 19 20 21 22"
    );
    assert_eq!(read.columns(&parts.over.columns, &UNKNOWNS), "1 2 3 5 6 7 8 9 11 12 13 14 15 17 18 19");
    assert_eq!(read.numbers(&parts.well.rows, &RESISTORS), "2 7 12 23");
    assert_eq!((read.deficit().over, read.deficit().under), (3, 0));
}

/// The thesis lost two places on the way from its equations to its graph; here they are.
#[test]
fn e003_5_10() {
    let read = Read::new(TWO_RESISTORS);
    let right = [
        "1 3 5",
        "2 4",
        "2 6",
        "6",
        "5 6",
        "7 9 11",
        "8 10",
        "8 12",
        "12",
        "11 12",
        "13 15 17",
        "14 16",
        "14 18",
        "18",
        "17",
        "19",
        "1 13",
        "1 7",
        "2 8 14",
        "3 9",
        "9 15",
        "15 19",
        "4 10 16 20",
    ];
    assert_eq!(read.places(&RESISTORS, &UNKNOWNS), right);
}

#[test]
fn e003_5_12() {
    let read = Read::new(TWO_RESISTORS);
    let over = &read.structure.decomposition.parts.over;
    let safe = safe_removals(&read.structure.incidence, over).rows;
    assert_eq!(read.numbers(&safe, &RESISTORS), "1 3 4 5 6 8 9 10 14 15 16 17 18 20 21");
}

/// Which flat equations each statement made, and which of these could go; the sums of flows belong to all connections of
/// their nodes. By the right graph: the thesis left out a place, and so the equations of the resistor and two more.
#[test]
fn e003_5_15() {
    assert_eq!(
        Read::new(TWO_RESISTORS).correspondence(&RESISTORS),
        [
            "Circuit `connect(AC.n, G.p)`: 22 23; safe ",
            "Circuit `connect(AC.p, R1.p)`: 17 19; safe 17",
            "Circuit `connect(R1.n, R2.n)`: 20 23; safe 20",
            "Circuit `connect(R1.p, R2.p)`: 18 19; safe 18",
            "Circuit `connect(R2.n, AC.n)`: 21 23; safe 21",
            "Ground `p.v = 0`: 16; safe 16",
            "Resistor `R*i = v`: 5 10; safe 5 10",
            "TwoPin `0 = p.i + n.i`: 2 7 12; safe ",
            "TwoPin `i = 10`: 4 9 14; safe 4 9 14",
            "TwoPin `i = p.i`: 3 8 13; safe 3 8",
            "TwoPin `v = p.v - n.v`: 1 6 11; safe 1 6",
            "VsourceAC `v = VA*sin(2*PI*f*time)`: 15; safe 15",
        ]
    );
}

/// One way only, so that it can be gone without asking; the class keeps three of its four equations.
#[test]
fn e003_5_16() {
    let checked = checked(TWO_RESISTORS, &RepairSearch::default());
    let [only] = &checked.repairs[..] else { panic!("{} repairs", checked.repairs.len()) };
    assert_eq!(
        (&only.removes[..], only.is_verified(), only.empties),
        (&["i = 10".to_string()][..], true, false)
    );
    let described = Read::new(TWO_RESISTORS).described();
    let own = described.iter().filter(|found| found.class == "TwoPin");
    assert!(own.clone().all(|found| found.annotation.associated == 4));
    assert_eq!(own.count(), 12);
}

#[test]
fn e003_5_17() {
    let mended = Read::new(&with(TWO_RESISTORS, "  i = 10;\n", ""));
    assert!(mended.structure.decomposition.parts.over.is_empty());
    assert_eq!((mended.size(), mended.rank()), ((20, 20), 20));
}

/// The five ways, each carried out in the text: the two that leave a class without equations are those that leave
/// equations which depend on each other.
#[test]
fn e003_5_18() {
    let resistor = "  R*i = v;\n  i = 10;\n";
    let source = "  i = 10;\n  v = VA*sin(2*PI*f*time);\n";
    let without = |law: bool, set: bool, current: bool, voltage: bool, ground: bool| {
        let keep = |gone: bool, line: &'static str| if gone { "" } else { line };
        let text = with(
            TWO_STATEMENTS,
            resistor,
            &format!("{}{}", keep(law, "  R*i = v;\n"), keep(set, "  i = 10;\n")),
        );
        let text = with(
            &text,
            source,
            &format!("{}{}", keep(current, "  i = 10;\n"), keep(voltage, "  v = VA*sin(2*PI*f*time);\n")),
        );
        Read::new(&if ground { with(&text, "  p.v = 0;\n", "") } else { text })
    };
    let ways = [
        (without(false, true, true, false, false), 20),
        (without(false, true, false, true, false), 20),
        (without(true, false, true, false, false), 20),
        (without(false, true, false, false, true), 19),
        (without(false, false, true, true, true), 19),
    ];
    for (at, (way, rank)) in ways.iter().enumerate() {
        assert!(way.structure.decomposition.is_well_determined(), "way {at}");
        assert_eq!((way.size(), way.rank()), ((20, 20), *rank), "way {at}");
    }
}

/// What the thesis prints, in our order: first those that leave every class its equations, then the others.
#[test]
fn e003_5_19() {
    let cautious = RepairSearch { sublevel: 1, ..RepairSearch::default() };
    let checked = checked(TWO_STATEMENTS, &cautious);
    let found: Vec<(String, bool, bool)> = checked
        .repairs
        .iter()
        .map(|repair| (repair.removes.join(", "), repair.empties, repair.singular))
        .collect();
    let law = "v = VA*sin(2*PI*f*time)";
    let expected = [
        ("i = 10, i = 10".to_string(), false, false),
        (format!("i = 10, {law}"), false, false),
        ("R*i = v, i = 10".to_string(), false, false),
        ("i = 10, p.v = 0".to_string(), true, true),
        (format!("i = 10, {law}, p.v = 0"), true, true),
    ];
    assert_eq!(found, expected);
}

/// Where the only statement that helps stands in a locked class nothing is proposed but told; unlocked it is proposed.
#[test]
fn e003_8_1() {
    let mut files = wellposed::MemoryFiles::default();
    files.add("A.mo", TWO_RESISTORS);
    let mut loaded = wellposed::load(&files, &["A.mo".into()]);
    loaded.project.locked.push("TwoPin".to_string());
    for (unlocked, locked) in [(false, Some("TwoPin")), (true, None)] {
        let search = RepairSearch { unlocked, ..RepairSearch::default() };
        let checked = wellposed::check(&files, &loaded, "Circuit", &search);
        let [only] = &checked.repairs[..] else { panic!("{} repairs", checked.repairs.len()) };
        assert_eq!((only.removes.join(" "), only.locked.as_deref()), ("i = 10".to_string(), locked));
        assert_eq!(checked.diagnostics[0].help.is_some(), unlocked);
    }
}
