//! Too many equations here and too few there: section 6.5, the circuit with two grounds.

use structure::safe_removals;
use wellposed::RepairSearch;

use super::read::{Read, checked, with};

const TWO_GROUNDS: &str = include_str!("../../../../tests/corpus/debug/E003-6.5.mo");

fn equations(read: &Read, rows: &[u32]) -> Vec<String> {
    let mut all: Vec<String> = rows.iter().map(|&row| read.equation(row)).collect();
    all.sort();
    all
}

#[test]
fn e003_6_5_dm() {
    let read = Read::new(TWO_GROUNDS);
    let parts = &read.structure.decomposition.parts;
    assert_eq!(read.size(), (16, 16));
    assert_eq!((read.deficit().over, read.deficit().under), (1, 1));
    assert_eq!(
        equations(&read, &parts.over.rows),
        [
            "AC.n.v = G1.p.v",
            "AC.p.v = G2.p.v",
            "AC.v = AC.VA * sin(6.283184 * AC.f * time)",
            "AC.v = AC.p.v - AC.n.v",
            "G1.p.v = 0",
            "G2.p.v = 0",
        ]
    );
    assert_eq!(read.names(&parts.over.columns), "AC.n.v AC.p.v AC.v G1.p.v G2.p.v");
    assert_eq!((parts.under.rows.len(), parts.well.rows.len(), read.blocks()), (4, 6, vec![1; 6]));
    assert_eq!(read.names(&parts.under.columns), "AC.i AC.n.i AC.p.i G1.p.i G2.p.i");
    let found = safe_removals(&read.structure.incidence, &parts.under).columns;
    assert_eq!(read.names(&found), "AC.i G1.p.i G2.p.i");
}

/// A current in the law of the ground mends both, and no one would want it: proposed last, never first.
#[test]
fn e003_6_5_cross() {
    let read = Read::new(&with(TWO_GROUNDS, "p.v = 0", "p.v = 2*p.i"));
    assert!(read.structure.decomposition.is_well_determined());
    let mut blocks = read.blocks();
    blocks.sort_unstable();
    assert_eq!(blocks, [1, 1, 14]);
    let repairs = checked(TWO_GROUNDS, &RepairSearch::default()).repairs;
    let last = repairs.iter().position(|repair| repair.description.starts_with("add `")).unwrap();
    assert!(last > 0 && repairs[last..].iter().all(|repair| repair.description.starts_with("add `")));
}

/// To leave the current of the source out takes an equation of the resistor as well, which is not too many.
#[test]
fn e003_6_5_var12() {
    let read = Read::new(&with(TWO_GROUNDS, "  i = p.i;\n", ""));
    assert_eq!((read.deficit().over, read.deficit().under), (1, 3));
    let repairs = checked(TWO_GROUNDS, &RepairSearch::default()).repairs;
    assert!(repairs.iter().all(|repair| repair.removes != ["i = p.i"] && repair.removes != ["i"]));
}

/// Either ground can go, as a whole; what is left is solved one by one.
#[test]
fn e003_6_5_var14() {
    let repairs = checked(TWO_GROUNDS, &RepairSearch::default()).repairs;
    let mut components: Vec<String> = repairs[..2].iter().map(|repair| repair.removes.join(" ")).collect();
    components.sort();
    assert_eq!(components, ["G1", "G2"]);
    assert!(repairs[..2].iter().all(wellposed::Repair::is_verified));
    for (gone, kept, connection) in
        [("G1", "G2", "  connect(AC.n, G1.p);\n"), ("G2", "G1", "  connect(AC.p, G2.p);\n")]
    {
        let text = with(&with(TWO_GROUNDS, "Ground G1, G2;", &format!("Ground {kept};")), connection, "");
        let read = Read::new(&text);
        assert_eq!((read.size(), read.blocks()), ((14, 14), vec![1; 14]), "without {gone}");
        assert_eq!(read.rank(), 14, "without {gone}");
    }
}
