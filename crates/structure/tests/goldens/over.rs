//! Too many equations: chapter 5 of the thesis.

use structure::{Matching, can_remove_rows, eligible_rows, row_ranks, safe_removals};

use super::system::{System, without};

/// The circuit with `i = 23` in its resistor, as equation 5.
const FIXED_CURRENT: &str =
    "1: 5 3 1 | 2: 4 2 | 3: 6 2 | 4: 6 5 | 5: 6 | 6: 11 9 7 | 7: 10 8 | 8: 12 8 | 9: 11
    10: 13 | 11: 7 1 | 12: 8 2 | 13: 3 9 | 14: 9 13 | 15: 10 14 4";

/// Two resistors in parallel, with `i = 10` in every component of two pins: equations 4, 9 and 14.
pub(crate) const TWO_RESISTORS: &str =
    "1: 5 3 1 | 2: 4 2 | 3: 6 2 | 4: 6 | 5: 6 5 | 6: 11 9 7 | 7: 10 8 | 8: 12 8 | 9: 12 | 10: 12 11
    11: 17 15 13 | 12: 16 14 | 13: 18 14 | 14: 18 | 15: 17 | 16: 19 | 17: 13 1 | 18: 1 7 | 19: 14 2 8
    20: 3 9 | 21: 9 15 | 22: 15 19 | 23: 16 20 4 10";

/// A maximum matching in which some equations are free.
pub(crate) fn with_free(system: &System, names: [&str; 3]) -> Matching {
    // Without these equations the others have a perfect matching; it is one of the whole.
    let rows = names.map(|name| system.equation(name));
    let mut incidence = structure::Incidence::new(system.incidence.width());
    for (row, columns) in (0..).zip(system.incidence.rows()) {
        incidence.push(if rows.contains(&row) { &[] } else { columns });
    }
    let matching = Matching::maximum(&incidence);
    assert_eq!(matching.size(), system.incidence.width());
    matching
}

#[test]
fn e003_5_4() {
    let system = System::new(FIXED_CURRENT);
    let parts = system.decompose().parts;
    assert_eq!(system.part(&parts.over), "1 4 5 6 9 10 11 13 14 / 1 3 5 6 7 9 11 13");
    assert_eq!(system.part(&parts.well), "2 3 7 8 12 15 / 2 4 8 10 12 14");
    assert!(parts.under.is_empty());
}

/// Whatever equation is free, the same ones could be, and the canonical choice is the last of them.
#[test]
fn e003_5_4_free() {
    let system = System::new(FIXED_CURRENT);
    let mut matching = system.canonical();
    assert_eq!(system.rows(&matching.free_rows().collect::<Vec<_>>()), "14");
    assert!(matching.free_row(&system.incidence, system.equation("11")));
    assert_eq!(system.rows(&matching.free_rows().collect::<Vec<_>>()), "11");
    let mut eligible = eligible_rows(&system.incidence, &matching);
    assert_eq!(eligible[0], system.equation("11"));
    eligible.sort_unstable();
    assert_eq!(system.rows(&eligible), "1 4 5 6 9 10 11 13 14");
}

#[test]
fn e003_5_6() {
    let system = System::new(FIXED_CURRENT);
    let over = system.decompose().parts.over;
    assert_eq!(system.rows(&safe_removals(&system.incidence, &over).rows), "5 9 10 11 13");
}

#[test]
fn e003_5_7() {
    let system = System::new(FIXED_CURRENT);
    let over = system.decompose().parts.over;
    for name in ["1", "4", "6", "14", "5", "9", "10", "11", "13"] {
        let mut rest = over.clone();
        rest.rows.retain(|&row| row != system.equation(name));
        let pieces = rest.components(&system.incidence).len();
        assert_eq!(pieces, if ["1", "4", "6", "14"].contains(&name) { 2 } else { 1 }, "{name}");
    }
}

#[test]
fn e003_5_8() {
    let repaired = System::new(&without(FIXED_CURRENT, "5"));
    assert!(repaired.decompose().is_well_determined());
    assert_eq!(repaired.decompose().blocks.len(), 14);
}

#[test]
fn e003_5_9() {
    let system = System::new(TWO_RESISTORS);
    assert_eq!((system.incidence.height(), system.incidence.width()), (23, 20));
    let parts = system.decompose().parts;
    assert_eq!(
        system.part(&parts.over),
        "1 3 4 5 6 8 9 10 11 13 14 15 16 17 18 19 20 21 22 / 1 2 3 5 6 7 8 9 11 12 13 14 15 17 18 19"
    );
    assert_eq!(system.part(&parts.well), "2 7 12 23 / 4 10 16 20");
    assert!(parts.under.is_empty());
    assert_eq!(parts.over.components(&system.incidence).len(), 1);
}

/// What each free equation of the thesis leads to. Its own list leaves out that equation 3 uses variable 6.
#[test]
fn e003_5_11() {
    let system = System::new(TWO_RESISTORS);
    let matching = with_free(&system, ["9", "17", "18"]);
    let sets: Vec<String> = row_ranks(&system.incidence, &matching).map(|set| system.rows(&set)).collect();
    assert_eq!(sets[0], "3 4 8 9 13 14 19");
    assert_eq!(sets[1], "1 4 5 11 15 16 17 20 21 22");
    assert_eq!(sets[2], "1 3 4 5 6 8 10 13 14 16 18 19 20 21 22");
}

#[test]
fn e003_5_12() {
    let system = System::new(TWO_RESISTORS);
    let over = system.decompose().parts.over;
    let safe = safe_removals(&system.incidence, &over).rows;
    assert_eq!(system.rows(&safe), "1 3 4 5 6 8 9 10 14 15 16 17 18 20 21");
    // Without the place that the thesis left out.
    let printed = System::new(&TWO_RESISTORS.replace("3: 6 2 ", "3: 2 "));
    let over = printed.decompose().parts.over;
    assert_eq!(
        printed.rows(&structure::safe_removals(&printed.incidence, &over).rows),
        "3 4 9 14 15 16 17 18 20 21"
    );
}

/// The same for what each free equation of the thesis leads to, by the right graph and by the printed one. The thesis adds
/// equation 9 to the second set, which is free itself and is reached from nowhere.
#[test]
fn e003_5_12_sources() {
    let sets = |text: &str| {
        let system = System::new(text);
        let over = system.decompose().parts.over;
        let safe = safe_removals(&system.incidence, &over).rows;
        let matching = with_free(&system, ["9", "17", "18"]);
        let able = |set: Vec<u32>| {
            system.rows(&set.into_iter().filter(|row| safe.contains(row)).collect::<Vec<_>>())
        };
        row_ranks(&system.incidence, &matching).map(able).collect::<Vec<String>>()
    };
    assert_eq!(sets(TWO_RESISTORS), ["3 4 8 9 14", "1 4 5 15 16 17 20 21", "1 3 4 5 6 8 10 14 16 18 20 21"]);
    let printed = TWO_RESISTORS.replace("3: 6 2 ", "3: 2 ");
    assert_eq!(sets(&printed), ["3 9 14", "4 15 16 17 20 21", "3 4 14 16 18 20 21"]);
}

#[test]
fn e003_5_14() {
    let system = System::new(TWO_RESISTORS);
    let over = system.decompose().parts.over;
    let valid = |names: [&str; 3]| {
        can_remove_rows(&system.incidence, &over, &names.map(|name| system.equation(name)))
    };
    for names in [
        ["3", "21", "4"],
        ["9", "14", "4"],
        ["9", "16", "4"],
        ["9", "4", "15"],
        ["14", "15", "16"],
        ["5", "10", "14"],
    ] {
        assert!(valid(names), "{names:?}");
    }
    for names in [
        ["3", "14", "21"],
        ["3", "14", "4"],
        ["5", "10", "15"],
        ["5", "10", "16"],
        ["9", "9", "4"],
        ["2", "9", "4"],
    ] {
        assert!(!valid(names), "{names:?}");
    }
    assert!(!can_remove_rows(&system.incidence, &over, &[system.equation("9"), system.equation("4")]));
}

/// Equation 14 is cut off once equation 3 is taken: no third one makes both possible.
#[test]
fn e003_5_14_third() {
    for text in [TWO_RESISTORS.to_string(), TWO_RESISTORS.replace("3: 6 2 ", "3: 2 ")] {
        let system = System::new(&text);
        let over = system.decompose().parts.over;
        let [three, fourteen] = ["3", "14"].map(|name| system.equation(name));
        let valid = over
            .rows
            .iter()
            .filter(|&&row| can_remove_rows(&system.incidence, &over, &[three, fourteen, row]));
        assert_eq!(system.rows(&valid.copied().collect::<Vec<_>>()), "");
    }
}

/// Of 455 safe triples 245 can go, of all 969 triples 499; by the text, which lacks a place, 69 of 120.
#[test]
fn e003_5_14_counts() {
    let count = |text: &str| {
        let system = System::new(text);
        let over = system.decompose().parts.over;
        let triples = |rows: &[u32]| {
            let mut counts = (0, 0);
            for (at, &first) in rows.iter().enumerate() {
                for (next, &second) in rows.iter().enumerate().skip(at + 1) {
                    for &third in &rows[next + 1..] {
                        counts.0 += 1;
                        counts.1 +=
                            i32::from(can_remove_rows(&system.incidence, &over, &[first, second, third]));
                    }
                }
            }
            counts
        };
        (triples(&safe_removals(&system.incidence, &over).rows), triples(&over.rows))
    };
    assert_eq!(count(TWO_RESISTORS), ((455, 245), (969, 499)));
    assert_eq!(count(&TWO_RESISTORS.replace("3: 6 2 ", "3: 2 ")), ((120, 69), (969, 440)));
}

#[test]
fn e003_5_17() {
    assert!(System::new(&without(TWO_RESISTORS, "4 9 14")).decompose().is_well_determined());
}

/// The thesis lists the places of what competes and leaves out that equation 17 has variable 1 and equation 3 variable 6.
#[test]
fn e003_5_10() {
    let system = System::new(TWO_RESISTORS);
    let printed = "9-12 8-12 8-8 19-8 19-2 3-2 19-14 13-14 13-18 14-18 18-7 6-7 6-11 10-11 10-12 6-9 21-9 21-15 22-15 \
                   22-19 16-19 18-1 1-1 1-3 20-3 20-9 1-5 5-5 5-6 4-6 17-13 11-13 11-15 11-17 15-17";
    let over = system.decompose().parts.over;
    let mut places: Vec<String> = Vec::new();
    for &row in &over.rows {
        let inside = system.incidence.row(row).iter().filter(|column| over.columns.contains(column));
        places.extend(inside.map(|&column| format!("{}-{}", system.rows(&[row]), system.columns(&[column]))));
    }
    places.retain(|place| !printed.split_whitespace().any(|known| known == place));
    assert_eq!(places, ["3-6", "17-1"]);
}

/// What two statements make, and which sets of statements can go: as many equations as are too many, all of them safe, and
/// valid together.
fn solutions(system: &System, statements: &[(&str, &str)], demand_safe: bool) -> Vec<String> {
    let over = system.decompose().parts.over;
    let safe = safe_removals(&system.incidence, &over).rows;
    let mut found = Vec::new();
    for chosen in 0..1u32 << statements.len() {
        let chosen = statements.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        let (names, rows): (Vec<&str>, Vec<&str>) = chosen.map(|(_, statement)| *statement).unzip();
        let rows: Vec<u32> =
            rows.iter().flat_map(|rows| rows.split(' ')).map(|row| system.equation(row)).collect();
        let allowed = !demand_safe || rows.iter().all(|row| safe.contains(row));
        if rows.len() == 3 && allowed && can_remove_rows(&system.incidence, &over, &rows) {
            found.push(names.join(", "));
        }
    }
    found
}

/// Statements of both variants that are the same, with the equations they make.
const STATEMENTS: [(&str, &str); 5] = [
    ("v = p.v - n.v", "1 6 11"),
    ("i = p.i", "3 8 13"),
    ("R*i = v", "5 10"),
    ("v = VA*sin(2*PI*f*time)", "15"),
    ("p.v = 0", "16"),
];

/// With `i = 10` in the class that all extend one statement makes all three equations, and nothing else helps.
#[test]
fn e003_5_16() {
    let system = System::new(TWO_RESISTORS);
    let statements = [&STATEMENTS[..], &[("i = 10", "4 9 14")]].concat();
    assert_eq!(solutions(&system, &statements, true), ["i = 10"]);
}

/// With `i = 10` in the resistor and in the source the thesis finds four ways. There is a fifth, which it lost with a
/// place of its graph.
#[test]
fn e003_5_18() {
    let own = [("i = 10 of Resistor", "4 9"), ("i = 10 of VsourceAC", "14")];
    let statements = [&own[..], &STATEMENTS].concat();
    let fifth = "i = 10 of VsourceAC, R*i = v";
    let mut found = solutions(&System::new(TWO_RESISTORS), &statements, true);
    found.sort();
    assert_eq!(
        found,
        [
            "i = 10 of Resistor, i = 10 of VsourceAC",
            "i = 10 of Resistor, p.v = 0",
            "i = 10 of Resistor, v = VA*sin(2*PI*f*time)",
            fifth,
            "i = 10 of VsourceAC, v = VA*sin(2*PI*f*time), p.v = 0",
        ]
    );
    let printed = System::new(&TWO_RESISTORS.replace("3: 6 2 ", "3: 2 "));
    let mut lost = solutions(&printed, &statements, true);
    lost.sort();
    found.retain(|solution| solution != fifth);
    assert_eq!(lost, found);
}

/// Connections as if they took their equations with them and left none: then three sets more, if they may cut something
/// off. In truth a flow that is connected to nothing is zero, so that no connection is one equation too many.
#[test]
fn e003_5_18_connections() {
    let own = [("i = 10 of Resistor", "4 9"), ("i = 10 of VsourceAC", "14")];
    let connections = [("AC.p, R1.p", "17 19"), ("R1.p, R2.p", "18 19")];
    let statements = [&own[..], &STATEMENTS[2..], &connections].concat();
    let more = solutions(&System::new(TWO_RESISTORS), &statements, false);
    let more: Vec<&String> = more.iter().filter(|names| names.contains("R1.p")).collect();
    assert_eq!(more, ["p.v = 0, AC.p, R1.p", "v = VA*sin(2*PI*f*time), R1.p, R2.p", "p.v = 0, R1.p, R2.p"]);
}

/// The levels: without cutting anything off five equations could go, with cutting all nine.
#[test]
fn e003_8_1() {
    let system = System::new(FIXED_CURRENT);
    let over = system.decompose().parts.over;
    let valid = |&&row: &&u32| can_remove_rows(&system.incidence, &over, &[row]);
    let safe = safe_removals(&system.incidence, &over).rows;
    assert_eq!(safe.iter().filter(valid).count(), 5);
    assert_eq!(over.rows.iter().filter(valid).count(), 9);
}

/// The variables where paths from different free equations to equations that could go first meet. The thesis prints 5
/// for 15, and leaves out what equation 3 adds.
#[test]
fn e003_5_13() {
    let cut = |text: &str| {
        let system = System::new(text);
        let matching = with_free(&system, ["9", "17", "18"]);
        let over = system.decompose().parts.over;
        let safe = safe_removals(&system.incidence, &over).rows;
        let free: Vec<u32> = matching.free_rows().collect();
        let paths: Vec<Vec<Vec<u32>>> = free
            .iter()
            .map(|&row| {
                let mut found = Vec::new();
                alternating(&system, &matching, row, &mut Vec::new(), &safe, &mut found);
                found
            })
            .collect();
        let mut meet = std::collections::BTreeSet::new();
        for (at, from) in paths.iter().enumerate() {
            let others: Vec<&Vec<u32>> =
                paths.iter().enumerate().filter(|other| other.0 != at).flat_map(|other| other.1).collect();
            for path in from {
                for other in &others {
                    meet.extend(path.iter().find(|&column| other.contains(column)).copied());
                }
            }
        }
        let meet: Vec<u32> = meet.into_iter().collect();
        system.columns(&meet)
    };
    assert_eq!(cut(TWO_RESISTORS), "1 6 9 12 15");
    assert_eq!(cut(&TWO_RESISTORS.replace("3: 6 2 ", "3: 2 ")), "1 9 12 15");
}

/// The variables on the way from each free equation to each that could go, by the printed graph.
#[test]
fn e003_5_13_paths() {
    let system = System::new(&TWO_RESISTORS.replace("3: 6 2 ", "3: 2 "));
    let matching = with_free(&system, ["9", "17", "18"]);
    for (from, to, ways) in [
        ("9", "3", &["12 8 2"][..]),
        ("9", "14", &["12 8 14 18"]),
        ("18", "3", &["7 11 12 8 2"]),
        ("18", "14", &["7 11 12 8 14 18"]),
        ("18", "4", &["1 5 6"]),
        ("18", "20", &["1 3"]),
        ("18", "21", &["1 3 9", "7 9"]),
        ("18", "16", &["1 3 9 15 19", "7 9 15 19"]),
        ("17", "4", &["1 5 6"]),
        ("17", "15", &["13 17"]),
        ("17", "20", &["1 3"]),
        ("17", "21", &["1 3 9"]),
        ("17", "16", &["1 3 9 15 19", "13 15 19"]),
    ] {
        let mut found = Vec::new();
        let (start, end) = (system.equation(from), [system.equation(to)]);
        alternating(&system, &matching, start, &mut Vec::new(), &end, &mut found);
        let mut found: Vec<String> = found.iter().map(|path| in_order(&system, path)).collect();
        found.sort();
        assert_eq!(found, ways, "{from} to {to}");
    }
}

/// The names of variables as they come.
fn in_order(system: &System, columns: &[u32]) -> String {
    columns.iter().map(|&column| system.columns(&[column])).collect::<Vec<_>>().join(" ")
}

/// The variables on every path from a row, by way of the rows that they are matched with, to a row of a set.
fn alternating(
    system: &System,
    matching: &Matching,
    row: u32,
    path: &mut Vec<u32>,
    to: &[u32],
    found: &mut Vec<Vec<u32>>,
) {
    if to.contains(&row) && !path.is_empty() {
        found.push(path.clone());
    }
    for &column in system.incidence.row(row) {
        if !path.contains(&column) && matching.column_of[row as usize] != column {
            path.push(column);
            alternating(system, matching, matching.row_of[column as usize], path, to, found);
            path.pop();
        }
    }
}
