//! Row ranks and column ranks: the patent's embodiments and cases beside them.

use structure::{EnumerationExtent, all_column_ranks, all_row_ranks, column_ranks, row_ranks};

use super::system::System;

const ALL: EnumerationExtent = EnumerationExtent { keep: usize::MAX, searches: usize::MAX };

/// All row ranks, smallest first.
fn rows(system: &System) -> Vec<String> {
    let mut sets = all_row_ranks(&system.incidence, ALL).sets;
    sets.sort_by_key(|set| (set.len(), set.clone()));
    sets.iter().map(|set| system.rows(set)).collect()
}

fn columns(system: &System) -> Vec<String> {
    all_column_ranks(&system.incidence, ALL).sets.iter().map(|set| system.columns(set)).collect()
}

/// One row rank for each row that is too many.
fn coloured(system: &System) -> Vec<String> {
    row_ranks(&system.incidence, &system.canonical()).map(|set| system.rows(&set)).collect()
}

const SINGULAR: &str = "f1: x1 x2 x3 | f2: x3 | f3: x3";

#[test]
fn e000_fig2() {
    let system = System::new("f1: x1 x2 x3 | f2: x1^1 x3 | f3: x2^1 x3");
    assert!(system.decompose().matching.is_perfect());
    assert!(rows(&system).is_empty());
    assert!(columns(&system).is_empty());
    assert_eq!(system.matchings(), ["f1-x1 f2-x3 f3-x2", "f1-x2 f2-x1 f3-x3", "f1-x3 f2-x1 f3-x2"]);
}

#[test]
fn e000_fig4() {
    let system = System::new(SINGULAR);
    let parts = system.decompose().parts;
    assert_eq!(system.decompose().matching.size(), 2);
    assert_eq!(system.part(&parts.over), "f2 f3 / x3");
    assert_eq!(system.part(&parts.under), "f1 / x1 x2");
    assert!(parts.well.is_empty());
    assert_eq!(system.matchings(), ["f1-x1 f2-x3", "f1-x1 f3-x3", "f1-x2 f2-x3", "f1-x2 f3-x3"]);
    let free = system.canonical();
    assert_eq!((free.free_rows().count(), free.free_columns().count()), (1, 1));
}

#[test]
fn e000_fig5() {
    let system = System::new(SINGULAR);
    assert_eq!(rows(&system), ["f2 f3"]);
    assert_eq!(columns(&system), ["x1 x2"]);
    assert_eq!(coloured(&system), ["f2 f3"]);
    let found: Vec<String> =
        column_ranks(&system.incidence, &system.canonical()).map(|set| system.columns(&set)).collect();
    assert_eq!(found, ["x1 x2"]);
}

/// The network of figure 3 at its operating point, where capacitors carry no current.
#[test]
fn e000_fig6() {
    let system = System::new("mesh: v10 v20 v12 | node1: v12 | node2: v12");
    assert_eq!(rows(&system), ["node1 node2"]);
    assert_eq!(columns(&system), ["v10 v20"]);
}

#[test]
fn x000_three_of_one() {
    let system = System::new("1: a | 2: a | 3: a");
    assert_eq!(rows(&system), ["1 2", "1 3", "2 3"]);
    assert_eq!(coloured(&system), ["1 2", "1 3"]);
}

#[test]
fn x000_four_of_two() {
    let system = System::new("1: a b | 2: a b | 3: a b | 4: a b");
    assert_eq!(rows(&system), ["1 2 3", "1 2 4", "1 3 4", "2 3 4"]);
    assert_eq!(coloured(&system), ["1 2 3", "1 2 4"]);
}

#[test]
fn x000_empty_row() {
    let system = System::new("1: | 2: a");
    assert_eq!(rows(&system), ["1"]);
    assert_eq!(coloured(&system), ["1"]);
}

#[test]
fn x000_one_column_rank_is_the_eligibility_set() {
    let system = System::new(super::under::CIRCUIT);
    assert_eq!(columns(&system), ["2 4 6 7 9 11 13 15"]);
    assert!(rows(&system).is_empty());
    let canonical = system.canonical();
    let found = column_ranks(&system.incidence, &canonical).map(|set| system.columns(&set));
    assert_eq!(found.collect::<Vec<_>>(), columns(&system));
}

#[test]
fn x000_two_grounds() {
    let system = System::new(super::both::TWO_GROUNDS);
    assert_eq!(rows(&system), ["5 8 9 10 12 15"]);
    assert_eq!(columns(&system), ["8 10 12 14 16"]);
    assert_eq!(coloured(&system), rows(&system));
    let canonical = system.canonical();
    let found = column_ranks(&system.incidence, &canonical).map(|set| system.columns(&set));
    assert_eq!(found.collect::<Vec<_>>(), columns(&system));
}

#[test]
fn x003_5_7_rowranks() {
    let system = System::new(super::over::TWO_RESISTORS);
    let found = rows(&system);
    let sizes: Vec<usize> = found.iter().map(|set| set.split(' ').count()).collect();
    assert_eq!(sizes, [7, 10, 10, 11, 12, 13, 15, 15, 15, 15, 16, 16, 17, 17, 17]);
    assert_eq!(found[0], "3 4 8 9 13 14 19");
}

/// The sets that belong to the free equations of the thesis.
#[test]
fn x003_5_7_coloured() {
    let system = System::new(super::over::TWO_RESISTORS);
    let matching = super::over::with_free(&system, ["9", "17", "18"]);
    let found: Vec<String> = row_ranks(&system.incidence, &matching).map(|set| system.rows(&set)).collect();
    assert_eq!(
        found,
        ["3 4 8 9 13 14 19", "1 4 5 11 15 16 17 20 21 22", "1 3 4 5 6 8 10 13 14 16 18 19 20 21 22"]
    );
}
