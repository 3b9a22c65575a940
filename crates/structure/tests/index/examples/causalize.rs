//! The circuit of Cellier's lecture on causalization, and the assignment examples of Otter's course.

use structure::{CausalizationRule, Incidence, Matching, NONE, causalize, decompose, pantelides, row_paths};

use super::super::text::{System, system};

/// Source, two resistors, inductor and capacitor. The states uC and iL are known.
const RLC: &str = "
    1: u0
    2: u1 i1
    3: u2 i2
    4: uL diL
    5: iC duC
    6: u0 u1
    7: uL u1 u2
    8: u2
    9: i0 i1
    10: i1 i2 iC";

/// Rows as zeros and ones, columns in the given order.
fn matrix(system: &System, rows: impl IntoIterator<Item = u32>, columns: &[&str]) -> String {
    let row = |row: u32| {
        let entries = system.signature.row(row);
        let names = entries.iter().map(|entry| system.columns[entry.column as usize].as_str());
        let names = names.collect::<Vec<_>>();
        columns.iter().map(|name| if names.contains(name) { '1' } else { '0' }).collect::<String>()
    };
    rows.into_iter().map(row).collect::<Vec<_>>().join(" ")
}

#[test]
fn e001_rlc_incidence() {
    let columns = ["u0", "i0", "u1", "i1", "u2", "i2", "uL", "diL", "duC", "iC"];
    let expected = "1000000000 0011000000 0000110000 0000001100 0000000011 \
                    1010000000 0010101000 0000100000 0101000000 0001010001";
    assert_eq!(matrix(&system(RLC), 0..10, &columns), expected);
}

#[test]
fn e001_rules() {
    let rlc = system(RLC);
    let choices = causalize(&rlc.incidence()).choices;
    let told = choices.iter().map(|choice| {
        let rule = if choice.rule == CausalizationRule::OnlyColumn { 1 } else { 2 };
        format!("{rule}: {} {}", rlc.rows[choice.row as usize], rlc.columns[choice.column as usize])
    });
    // A turn of each rule to a line.
    let expected = [
        "1: 1 u0", "1: 8 u2", //
        "2: 4 diL", "2: 5 duC", "2: 9 i0", //
        "1: 3 i2", "1: 6 u1", //
        "2: 7 uL", "2: 10 iC", //
        "1: 2 i1",
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn e001_rlc_causalize() {
    let rlc = system(RLC);
    let found = causalize(&rlc.incidence());
    assert!(found.is_complete());
    // The matching is the only one there is.
    let mut column_of = vec![NONE; 10];
    for choice in &found.choices {
        column_of[choice.row as usize] = choice.column;
    }
    let expected = "1-u0 2-i1 3-i2 4-diL 5-duC 6-u1 7-uL 8-u2 9-i0 10-iC";
    assert_eq!(rlc.pairs(&column_of), expected);
    assert_eq!(rlc.pairs(&decompose(&rlc.incidence()).matching.column_of), expected);
    // The numbers depend on the order of looking. The ones of the lecture are another order of solving.
    let numbers = found.numbers().into_iter().map(|number| number.expect("complete")).collect::<Vec<_>>();
    check_order(&rlc, &numbers, &column_of);
    check_order(&rlc, &[1, 6, 3, 9, 8, 4, 5, 2, 10, 7], &column_of);
}

/// Every row uses its own column and columns of rows with smaller numbers.
fn check_order(system: &System, numbers: &[u32], column_of: &[u32]) {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=numbers.len() as u32).collect::<Vec<_>>());
    let mut number_of = vec![0; numbers.len()];
    for (&number, &column) in numbers.iter().zip(column_of) {
        number_of[column as usize] = number;
    }
    for (row, entries) in system.signature.rows().enumerate() {
        assert!(entries.iter().all(|entry| number_of[entry.column as usize] <= numbers[row]));
    }
}

#[test]
fn e001_rlc_causalize_in_listed_order() {
    // With columns in the order of the lecture, turns give these numbers.
    let names = ["u0", "i0", "u1", "i1", "u2", "i2", "uL", "diL", "duC", "iC"];
    let rlc = system(RLC);
    let rows = rlc.signature.rows().map(|row| {
        let name = |column: u32| rlc.columns[column as usize].as_str();
        let place = |column| names.iter().position(|known| *known == name(column)).expect("known") as u32;
        row.iter().map(|entry| place(entry.column)).collect::<Vec<_>>()
    });
    let found = causalize(&Incidence::from_rows(10, rows.collect::<Vec<_>>()));
    let numbers = found.numbers().into_iter().map(|number| number.expect("complete"));
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 5, 3, 9, 8, 4, 7, 2, 10, 6]);
}

#[test]
fn e001_rlc_sorted() {
    // The sequence of the lecture is one of the orders that the blocks allow; so is ours.
    let rlc = system(RLC);
    let ours = causalize(&rlc.incidence()).sequence().map(|(_, column)| column).collect::<Vec<_>>();
    let ours = rlc.name_columns(ours);
    for sequence in [ours.as_str(), "u0 u2 i2 u1 uL i1 iC duC diL i0"] {
        let names = sequence.split(' ').collect::<Vec<_>>();
        let blocks = decompose(&rlc.incidence()).blocks;
        assert_eq!((blocks.len(), names.len()), (10, 10));
        for block in blocks.iter() {
            let place = |column: u32| names.iter().position(|name| *name == rlc.columns[column as usize]);
            let used = rlc.signature.row(block.rows[0]).iter().map(|entry| place(entry.column));
            assert_eq!(used.max(), Some(place(block.columns[0])));
        }
    }
}

#[test]
fn e001_rlc_lowertri() {
    let columns = ["u0", "u2", "i2", "u1", "uL", "i1", "iC", "duC", "diL", "i0"];
    let rows = [1, 8, 3, 6, 7, 2, 10, 5, 4, 9].map(|number| number - 1);
    let expected = "1000000000 0100000000 0110000000 1001000000 0101100000 \
                    0001010000 0010011000 0000001100 0000100010 0000010001";
    assert_eq!(matrix(&system(RLC), rows, &columns), expected);
    // Our own order is triangular just as well.
    let rlc = system(RLC);
    let sequence = causalize(&rlc.incidence()).sequence().collect::<Vec<_>>();
    let columns =
        sequence.iter().map(|&(_, column)| rlc.columns[column as usize].as_str()).collect::<Vec<_>>();
    let ours = matrix(&rlc, sequence.iter().map(|&(row, _)| row), &columns);
    for (at, row) in ours.split(' ').enumerate() {
        assert_eq!(row.rfind('1'), Some(at));
    }
}

const FIVE: &str = "f1: z3 z4; f2: z2; f3: z2 z3 z5; f4: z1 z2; f5: z1 z3 z5";

#[test]
fn e004_part4_1() {
    let five = system(FIVE);
    // After four equations; the fifth takes z3 from f1, which takes z4.
    let mut matching = Matching::empty(5, 5);
    for (row, name) in [(0, "z3"), (1, "z2"), (2, "z5"), (3, "z1")] {
        let column = five.columns.iter().position(|known| known == name).expect("known") as u32;
        matching.column_of[row as usize] = column;
        matching.row_of[column as usize] = row;
    }
    assert_eq!(five.pairs(&matching.column_of), "f1-z3 f2-z2 f3-z5 f4-z1");
    matching.extend(&five.incidence());
    assert_eq!(five.pairs(&matching.column_of), "f1-z4 f2-z2 f3-z5 f4-z1 f5-z3");
    // From nothing: only z3 and z5 can change places between f3 and f5.
    let pairs = five.pairs(&decompose(&five.incidence()).matching.column_of);
    assert!(["f1-z4 f2-z2 f3-z5 f4-z1 f5-z3", "f1-z4 f2-z2 f3-z3 f4-z1 f5-z5"].contains(&pairs.as_str()));
}

#[test]
fn e004_part4_1_marks() {
    // Columns numbered as they are named: the search from f5 goes to z1 first.
    let five = Incidence::from_rows(5, [vec![2, 3], vec![1], vec![1, 2, 4], vec![0, 1], vec![0, 2, 4]]);
    let mut matching = Matching::empty(5, 5);
    for (row, column) in [(0, 2), (1, 1), (2, 4), (3, 0)] {
        matching.column_of[row as usize] = column;
        matching.row_of[column as usize] = row;
    }
    let tree = row_paths(&five, &matching, 4);
    let gives = |row: u32| five.row(row).iter().any(|&column| matching.row_of[column as usize] == NONE);
    let end = tree.edges().iter().position(|&(_, row)| gives(row)).expect("a row gives way");
    // f4 and f2 are met in vain, f1 takes z4; f3 is never asked.
    let met: Vec<u32> = tree.edges()[..=end].iter().map(|&(_, row)| row).collect();
    assert_eq!(met, [3, 1, 0]);
    let columns: Vec<u32> = met.iter().map(|&row| matching.column_of[row as usize]).collect();
    assert_eq!(columns, [0, 1, 2]);
}

#[test]
fn e004_part4_2() {
    let five = system(FIVE);
    let names = ["z1", "z2", "z3", "z4", "z5"];
    assert_eq!(matrix(&five, 0..5, &names), "00110 01000 01101 11000 10101");
    let blocks = decompose(&five.incidence()).blocks;
    let blocks = blocks.iter().map(|block| {
        let mut columns = block.columns.to_vec();
        columns.sort_by_key(|&column| &five.columns[column as usize]);
        format!("{}: {}", five.name_rows(block.rows.iter().copied()), five.name_columns(columns))
    });
    let blocks = blocks.collect::<Vec<_>>();
    assert_eq!(blocks, ["f2: z2", "f4: z1", "f3 f5: z3 z5", "f1: z4"]);
    let order = ["z2", "z1", "z3", "z5", "z4"];
    assert_eq!(matrix(&five, [1, 3, 2, 4, 0], &order), "10000 11000 10110 01110 00101");
    // The two rules decide all but the loop.
    let left = causalize(&five.incidence());
    assert_eq!(five.name_rows(left.rows), "f3 f5");
    assert_eq!(five.name_columns(left.columns), "z3 z5");
}

#[test]
fn e004_part4_3() {
    // What each column needs. The loop is the same with either of its two matchings.
    let five = system(FIVE);
    let matching = decompose(&five.incidence()).matching;
    let needs = |name: &str| {
        let column = five.columns.iter().position(|known| known == name).expect("known") as u32;
        let row = five.signature.row(matching.row_of[column as usize]).iter().map(|entry| entry.column);
        let needed = row.filter(|&other| other != column).map(|other| five.columns[other as usize].as_str());
        let mut needed = needed.collect::<Vec<_>>();
        needed.sort_unstable();
        needed.join(" ")
    };
    assert_eq!(["z4", "z1", "z2"].map(needs), ["z3", "z2", ""]);
    let cycle = ["z3", "z5"].map(needs);
    assert!(cycle == ["z1 z5", "z2 z3"] || cycle == ["z2 z5", "z1 z3"], "{cycle:?}");
}

#[test]
fn e004_part4_4() {
    let three = system("f1: z1; f2: z1; f3: z2 z3");
    let Err(structure::Singular::Over { rows, .. }) = pantelides(&three.signature) else {
        panic!("accepted")
    };
    assert_eq!(three.name_rows(rows), "f1 f2");
}
