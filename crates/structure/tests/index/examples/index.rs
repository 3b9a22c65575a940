//! Structural index: pendulum, circuits, rigidly connected masses. Where the literature prints a wrong number, the right
//! one stands here, and a comment says so.

use structure::{Singular, decompose, deltas, lower, offsets, pantelides, reduce, structural_index};

use super::super::brute;
use super::super::text::{System, system};

/// δ(n−1), δ(n) and the index.
fn index(system: &System) -> (i64, i64, i64) {
    let found = structural_index(&system.signature).expect("a regular system");
    let all = deltas(&system.signature);
    let size = system.rows.len();
    assert_eq!((found.short.weight, found.full.weight), (all[size - 1], all[size]));
    (found.short.weight, found.full.weight, found.value())
}

/// The same after rewriting to first order.
fn lowered(text: &str) -> (i64, i64, i64) {
    let found = structural_index(&lower(&system(text).signature).signature).expect("a regular system");
    (found.short.weight, found.full.weight, found.value())
}

/// All perfect matchings, sorted.
fn perfect(system: &System) -> Vec<String> {
    let all = brute::matchings(&system.signature, system.rows.len());
    let mut named: Vec<String> = all.iter().map(|columns| system.pairs(columns)).collect();
    named.sort();
    named
}

/// Which rows Pantelides' method differentiates how often.
fn differentiated(system: &System) -> String {
    system.counts(&pantelides(&system.signature).expect("a regular system").offsets.rows)
}

/// The stages of the reduction, and the counts.
fn reduction(system: &System) -> (Vec<(i64, i64, i64)>, String) {
    let found = reduce(&system.signature).expect("a regular system");
    let stages = found.stages.iter().map(|stage| (stage.short, stage.full, stage.index));
    (stages.collect(), system.counts(&found.counts))
}

const PENDULUM: &str = "eq1: x^2 F; eq2: y^2 F; eq3: x y";
const FIRST_ORDER_PENDULUM: &str = "
    e1: vx x^1
    e2: vy y^1
    e3: vx^1 x F
    e4: vy^1 y F
    e5: x y";

/// Two masses, rigidly connected, after alias substitution.
const MASSES: &str = "
    eq1: w1 p1^1
    eq2: a2 w1^1
    eq3: w2 p2^1
    eq4: a2 w2^1
    eq5: p1 p2";

#[test]
fn e000_fig2() {
    assert_eq!(index(&system("f1: x1 x2 x3; f2: x1^1 x3; f3: x2^1 x3")), (2, 2, 1));
}

#[test]
fn e003_7_2() {
    assert_eq!(index(&system("e1: x^1 z; e2: x")), (1, 0, 2));
}

#[test]
fn e003_7_3_a() {
    let pendulum = system(PENDULUM);
    assert_eq!(index(&pendulum), (4, 2, 3));
    assert_eq!(brute::weights(&pendulum.signature, 3), [2, 2]);
    assert_eq!(brute::weights(&pendulum.signature, 2), [0, 0, 0, 0, 2, 2, 2, 2, 4]);
    let found = structural_index(&pendulum.signature).expect("a regular system");
    assert_eq!(pendulum.pairs(&found.short.matching.column_of), "eq1-x eq2-y");
    assert_eq!(found.freedom(), 2);
    assert_eq!(perfect(&pendulum), ["eq1-F eq2-y eq3-x", "eq1-x eq2-F eq3-y"]);
    // With the misprint of the source, x for y in the second equation, there is one matching more.
    let misprinted = system("eq1: x^2 F; eq2: y^2 x F; eq3: x y");
    assert_eq!(brute::weights(&misprinted.signature, 3).len(), 3);
    assert_eq!(index(&misprinted).2, 3);
}

#[test]
fn e003_7_3_b() {
    assert_eq!(index(&system("eq1: x^2 F; eq2: y^2 F; eq3: x^1 y^1")), (4, 3, 2));
}

#[test]
fn e003_7_3_c() {
    assert_eq!(index(&system("eq1: x^2 F; eq2: y^2 F; eq3: x^2 y^2")), (4, 4, 1));
}

#[test]
fn e003_7_3_d() {
    let pendulum = system(FIRST_ORDER_PENDULUM);
    assert_eq!(index(&pendulum), (4, 2, 3));
    assert_eq!(lowered(PENDULUM), (4, 2, 3));
    assert_eq!(differentiated(&pendulum), "e1:1 e2:1 e5:2");
    let after = |counts: [u32; 5]| {
        let found = structural_index(&pendulum.signature.differentiate(&counts)).expect("a regular system");
        (found.short.weight, found.full.weight, found.value())
    };
    assert_eq!(after([0, 0, 0, 0, 1]), (4, 3, 2));
    assert_eq!(after([0, 0, 0, 0, 2]), (5, 4, 2));
    assert_eq!(after([1, 1, 0, 0, 2]), (6, 6, 1));
}

#[test]
fn e003_7_3_fig7_5() {
    assert_eq!(index(&system("e1: y^3 z; e2: z")), (3, 3, 1));
    assert_eq!(index(&system("e1: u^1 z; d: u y^2; e2: z")), (3, 3, 1));
    assert_eq!(index(&system("e1: u^1 z; d: u v^1; f: v y^1; e2: z")), (3, 3, 1));
    let rewritten = lower(&system("e1: y^3 z; e2: z").signature);
    assert_eq!(rewritten.derivative_of, [0, 2]);
    let orders =
        rewritten.signature.rows().flatten().filter(|entry| entry.column != 1).map(|entry| entry.order);
    assert_eq!(orders.collect::<Vec<_>>(), [1, 1, 0, 1, 0]);
    assert_eq!(lowered("e1: y^3 z; e2: z"), (3, 3, 1));
}

#[test]
fn e003_7_4_1_g2() {
    let circuit = system("eq1: v1^1 v3^1 i; eq2: v1^1 v3^1; eq3: v1");
    assert_eq!(index(&circuit), (2, 1, 2));
    let found = structural_index(&circuit.signature).expect("a regular system");
    assert_eq!(circuit.pairs(&found.full.matching.column_of), "eq1-i eq2-v3 eq3-v1");
    // Five matchings of two places are printed; there are seven.
    assert_eq!(brute::weights(&circuit.signature, 2), [0, 1, 1, 1, 1, 2, 2]);
}

#[test]
fn e003_7_4_1_g3() {
    assert_eq!(index(&system("eq1: v1^1 i; eq2: v2 i; eq3: v1 v2")), (1, 1, 1));
}

#[test]
fn e003_7_4_1_g1() {
    assert_eq!(index(&system("eq1: v2 v3 i; eq2: v3^1 v2; eq3: v2")), (1, 1, 1));
}

/// Source, two resistors, inductor and capacitor: currents 1 to 5, voltages 6 to 10. The third loop can be chosen.
fn circuit(third: &str) -> System {
    system(&format!(
        "eq1: 1 2 5; eq2: 1 3 4 5; eq3: {third}; eq4: 7 8 10; eq5: 8 9
         eq6: 6; eq7: 2 7; eq8: 3 8; eq9: 4^1 9; eq10: 5 10^1"
    ))
}

#[test]
fn e003_7_4_2_a() {
    let circuit = circuit("6 10");
    assert_eq!(index(&circuit), (2, 1, 2));
    assert_eq!(brute::weights(&circuit.signature, 10), [0, 1, 1]);
    // The derivative of the inductor is in a perfect matching, that of the capacitor in none.
    let with = |pair: &str| {
        perfect(&circuit).iter().filter(|pairs| pairs.split(' ').any(|other| other == pair)).count()
    };
    assert_eq!((with("eq9-4"), with("eq10-10")), (2, 0));
    // The path of the source is the same in all of them.
    for pair in ["eq10-5", "eq3-10", "eq6-6"] {
        assert_eq!(with(pair), 3, "{pair}");
    }
    assert_eq!(differentiated(&circuit), "eq3:1 eq6:1");
}

#[test]
fn e003_7_4_2_b() {
    let circuit = circuit("6 7 9");
    assert_eq!(index(&circuit), (2, 2, 1));
    assert_eq!(brute::weights(&circuit.signature, 10), [0, 1, 1, 2, 2, 2, 2]);
    assert_eq!(differentiated(&circuit), "");
    // Along the cycle of the source two perfect matchings exchange their places.
    let found = perfect(&circuit);
    let has =
        |pairs: &str, cycle: &[&str]| cycle.iter().all(|pair| pairs.split(' ').any(|other| other == *pair));
    let [here, there] = [["eq2-3", "eq8-8", "eq4-10", "eq10-5"], ["eq8-3", "eq4-8", "eq10-10", "eq2-5"]];
    let rest = |pairs: &str, cycle: &[&str]| {
        pairs.split(' ').filter(|pair| !cycle.contains(pair)).map(str::to_owned).collect::<Vec<_>>()
    };
    let first = found.iter().filter(|pairs| has(pairs, &here)).map(|pairs| rest(pairs, &here));
    let mut second = found.iter().filter(|pairs| has(pairs, &there)).map(|pairs| rest(pairs, &there));
    let first: Vec<_> = first.collect();
    assert!(!first.is_empty() && second.any(|rest| first.contains(&rest)));
}

#[test]
fn e003_7_6() {
    let masses = system(
        "1: 2 1; 2: 4 1; 3: 6 1^1; 4: 7 6^1; 5: 7 3 5; 6: 9 8; 7: 11 8; 8: 13 8^1; 9: 14 13^1; 10: 14 10 12
         11: 4 9; 12: 5 10; 13: 3; 14: 12",
    );
    assert_eq!(index(&masses), (4, 2, 3));
    assert_eq!(differentiated(&masses), "2:2 3:1 6:2 8:1 11:2");
    let found = decompose(&masses.incidence());
    let blocks = found.blocks.iter().map(|block| masses.name_rows(block.rows.iter().copied()));
    let mut blocks = blocks.collect::<Vec<_>>();
    blocks.sort();
    assert_eq!(blocks, ["1", "13", "14", "2 3 4 5 6 8 9 10 11 12", "7"]);
    let block = system(
        "2: 4 1; 3: 6 1^1; 4: 7 6^1; 5: 7 5; 6: 9 8; 8: 13 8^1; 9: 14 13^1; 10: 14 10; 11: 4 9; 12: 5 10",
    );
    assert_eq!(index(&block), (4, 2, 3));
    assert_eq!(brute::weights(&block.signature, 10), [2, 2]);
}

#[test]
fn e003_7_7() {
    let masses = system(MASSES);
    assert_eq!(index(&masses), (4, 2, 3));
    assert_eq!(brute::weights(&masses.signature, 5), [2, 2]);
    let found = structural_index(&masses.signature).expect("a regular system");
    assert_eq!(masses.pairs(&found.short.matching.column_of), "eq1-p1 eq2-w1 eq3-p2 eq4-w2");
    let after = |counts: [u32; 5]| {
        let found = structural_index(&masses.signature.differentiate(&counts)).expect("a regular system");
        (found.short.weight, found.full.weight, found.value())
    };
    assert_eq!(after([0, 0, 0, 0, 1]), (4, 3, 2));
    // The source says 4 - 4 + 1 = 1: it overlooks the matching of eq2, eq3, eq4 and eq5.
    assert_eq!(after([0, 0, 0, 0, 2]), (5, 4, 2));
    assert_eq!(after([1, 0, 1, 0, 2]), (6, 6, 1));
    assert_eq!(differentiated(&masses), "eq1:1 eq3:1 eq5:2");
    assert_eq!(found.freedom(), 2);
    let two = ["eq1-p1 eq2-w1 eq3-w2 eq4-a2 eq5-p2", "eq1-w1 eq2-a2 eq3-p2 eq4-w2 eq5-p1"];
    assert_eq!(perfect(&masses), two);
    // With all derivatives 9 equations and 11 unknowns: two initial values are free. With those of eq5 alone, 7 and 9.
    let offsets = pantelides(&masses.signature).expect("a regular system").offsets;
    let count = |offsets: &[u32]| offsets.iter().map(|offset| offset + 1).sum::<u32>();
    assert_eq!((count(&offsets.rows), count(&offsets.columns)), (9, 11));
}

#[test]
fn x003_rewrite_1() {
    assert_eq!(index(&system("e: y^2")), (0, 2, -1));
    assert_eq!(lowered("e: y^2"), (1, 2, 0));
}

#[test]
fn x003_rewrite_2() {
    assert_eq!(index(&system("e1: x^2 y^2; e2: x y")), (2, 2, 1));
    assert_eq!(lowered("e1: x^2 y^2; e2: x y"), (3, 2, 2));
}

#[test]
fn x003_rewrite_3() {
    assert_eq!(index(&system("e0: y; e1: x^3 y^2; e2: z")).2, 1);
    assert_eq!(lowered("e0: y; e1: x^3 y^2; e2: z").2, 2);
}

#[test]
fn x003_pryce() {
    let text = "e0: x z; e1: y z^1; e2: x y^1 z^2";
    assert_eq!((index(&system(text)).2, lowered(text).2), (1, 1));
    let found = pantelides(&system(text).signature).expect("a regular system");
    assert_eq!(system(text).counts(&found.offsets.rows), "e1:1");
    assert_eq!(found.offsets.index(), 2);
    assert_eq!(offsets(&system(text).signature, &found.matching), Some(found.offsets));
}

/// A chain of circuits in which terms cancel.
pub(super) fn reissig(length: usize) -> System {
    let mut text = String::from("C: y0\n");
    for at in 1..=length {
        let before = at - 1;
        text += &format!("A{at}: y{before}^1 x{at}^1 y{at}\nB{at}: y{before}^1 x{at}^1\n");
    }
    system(&text)
}

#[test]
fn x003_reissig() {
    for length in 1..=8 {
        let weight = length as i64;
        assert_eq!(index(&reissig(length)), (2 * weight, weight, weight + 1));
    }
}

#[test]
fn x003_reduce() {
    let (stages, counts) = reduction(&system(MASSES));
    assert_eq!((stages, counts.as_str()), (vec![(4, 2, 3), (4, 3, 2), (6, 6, 1)], "eq1:1 eq3:1 eq5:2"));
    let (stages, counts) = reduction(&system(PENDULUM));
    assert_eq!((stages, counts.as_str()), (vec![(4, 2, 3), (4, 3, 2), (4, 4, 1)], "eq3:2"));
    let (stages, counts) = reduction(&system(FIRST_ORDER_PENDULUM));
    assert_eq!((stages, counts.as_str()), (vec![(4, 2, 3), (4, 3, 2), (6, 6, 1)], "e1:1 e2:1 e5:2"));
    let (stages, counts) = reduction(&system("e1: x^1 z; e2: x"));
    assert_eq!((stages, counts.as_str()), (vec![(1, 0, 2), (1, 1, 1)], "e2:1"));
}

/// A tank with its controller: E003-6.4-fixed.
const TANK: &str = "
    eq1: 1; eq2: 2 4; eq3: 5 3; eq4: 6^1 2; eq5: 7 2^1; eq6: 3 2 6 7
    eq7: 10^1 11 12; eq8: 8 10; eq9: 1 11; eq10: 9 5; eq11: 8 4; eq12: 12 9";

#[test]
fn x003_reduce_tank() {
    let (stages, counts) = reduction(&system(TANK));
    assert_eq!((stages, counts.as_str()), (vec![(3, 2, 2), (5, 5, 1)], "eq2:1 eq8:1 eq11:1"));
    let found = structural_index(&system(TANK).signature).expect("a regular system");
    assert_eq!(found.freedom(), 2);
}

#[test]
fn x003_blockindex() {
    assert_eq!(index(&system("e1: x; e2: y x^1")), (1, 0, 2));
    assert_eq!(index(&system("e1: x")), (0, 0, 1));
    assert_eq!(index(&system("e2: y")), (0, 0, 1));
}

#[test]
fn x003_singular() {
    let found = structural_index(&system("e1: x; e2: x^1; e3: x y z").signature);
    assert_eq!(found, Err(Singular::Over { rows: vec![0, 1], columns: vec![0] }));
}

#[test]
fn e004_part5_1() {
    // How many unknowns are differentiated, how many of them are states, and which rows are differentiated.
    let states = |text: &str| {
        let system = system(text);
        let found = pantelides(&system.signature).expect("a regular system");
        let before = system.signature.highest().iter().sum::<u32>();
        (before, found.offsets.freedom(), system.counts(&found.offsets.rows))
    };
    // Two capacitors side by side: u1 = u2.
    let capacitors = "a: u1^1 i1; b: u2^1 i2; c: u1 u2; d: i1 i2";
    assert_eq!(states(capacitors), (2, 1, "c:1".to_owned()));
    // Inertia, ideal gear, inertia.
    let gear = "a: p1^1 w1; b: w1^1 t1; c: p1 p2; d: t1 t2; e: p2^1 w2; f: w2^1 t2";
    assert_eq!(states(gear), (4, 2, "a:1 c:2 e:1".to_owned()));
    // Inertia, damper, inertia; the damper differentiates its relative angle.
    let damper = "a: p1^1 w1; b: w1^1 t; c: dp p1 p2; d: dp^1 t; e: p2^1 w2; f: w2^1 t";
    assert_eq!(states(damper), (5, 4, "c:1".to_owned()));
    // A bar on a revolute joint in the plane, with position and angle of the bar as unknowns.
    let bar = "a: x^1 vx; b: y^1 vy; c: p^1 w; d: vx^1 fx; e: vy^1 fy; f: w^1 fx fy p; g: x p; h: y p";
    assert_eq!(states(bar), (6, 2, "a:1 b:1 c:1 g:2 h:2".to_owned()));
}

#[test]
fn e004_part5_2() {
    // Singular: x1' + x2' = -x1 and x2 = 0.
    let singular = system("a: x1^1 x2^1; b: x2");
    let found = pantelides(&singular.signature).expect("a regular system");
    assert_eq!((singular.counts(&found.offsets.rows).as_str(), found.offsets.freedom()), ("b:1", 1));
    // Regular: x' + y = -x and y = 0.
    assert_eq!(differentiated(&system("a: x^1 y; b: y")), "");
    assert_eq!(index(&singular).2, 1);
    assert_eq!(index(&system("a: x^1 y; b: y")).2, 1);
}

#[test]
fn e004_part6_1() {
    let system = system("a: x^1 y1; b: y2; c: y2");
    let Err(Singular::Over { rows, columns }) = pantelides(&system.signature) else {
        panic!("accepted");
    };
    assert_eq!((system.name_rows(rows), system.name_columns(columns)), ("b c".to_owned(), "y2".to_owned()));
}

/// A drive train: torque on an inertia, gear, inertia, spring, inertia.
const TRAIN: &str = "
    a: phi1^1 w1
    b: w1^1 tau1
    c: phi1 phi2
    d: tau1 tau2
    e: phi2^1 w2
    f: w2^1 tau2 tau3
    g: tau3 phi3 phi2
    h: phi3^1 w3
    i: w3^1 tau3";

#[test]
fn e004_part6_2() {
    let train = system(TRAIN);
    let found = pantelides(&train.signature).expect("a regular system");
    assert_eq!(train.counts(&found.offsets.rows), "a:1 c:2 e:1");
    let rounds = found.steps.iter().flat_map(structure::PantelidesStep::rounds);
    let rounds = rounds.map(|part| (train.name_rows(part.rows), train.name_columns(part.columns)));
    let expected = [("c", ""), ("a c e", "phi1 phi2")];
    assert_eq!(rounds.collect::<Vec<_>>(), expected.map(|(rows, columns)| (rows.into(), columns.into())));
    assert_eq!(found.offsets.freedom(), 4);
    // Nine equations with the highest derivatives, and as constraints a, c, c' and e.
    assert_eq!((found.offsets.rows.len(), found.offsets.rows.iter().sum::<u32>()), (9, 4));
}

#[test]
fn e004_part5_3() {
    // With c', c'', a' and e' there are 13 equations for 13 unknowns, the four states apart.
    let found = pantelides(&system(TRAIN).signature).expect("a regular system").offsets;
    let rows = found.rows.iter().map(|count| count + 1).sum::<u32>();
    let unknowns = found.columns.iter().map(|order| order + 1).sum::<u32>();
    assert_eq!((rows, i64::from(unknowns) - found.freedom()), (13, 13));
}

#[test]
fn e004_part6_5() {
    // The highest derivatives of the reduced train: h, g and i alone, six rows together.
    let train = system(TRAIN);
    let found = pantelides(&train.signature).expect("a regular system").offsets;
    let tight = (0..9).map(|row| {
        let entries = train.signature.row(row).iter();
        let tight = entries.filter(|entry| found.is_tight(row, entry.column, entry.order));
        tight.map(|entry| entry.column).collect::<Vec<_>>()
    });
    let blocks = decompose(&structure::Incidence::from_rows(9, tight.collect::<Vec<_>>())).blocks;
    let mut blocks =
        blocks.iter().map(|block| train.name_rows(block.rows.iter().copied())).collect::<Vec<_>>();
    blocks.sort();
    assert_eq!(blocks, ["a b c d e f", "g", "h", "i"]);
}
