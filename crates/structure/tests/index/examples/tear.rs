//! Tearing examples of Otter's course.

use structure::{Incidence, decompose, tear, tear_exact};

use super::super::chain::Chain;
use super::super::tear::{check, cut};
use super::super::text::system;

#[test]
fn e004_part4_5() {
    // z1 = f1(z5), z2 = f2(z1), z3 = f3(z1, z2), z4 = f4(z2, z3), z5 = f5(z4, z1); only left-hand sides can be solved for.
    let five = system("f1: z1 z5; f2: z2 z1; f3: z3 z1 z2; f4: z4 z2 z3; f5: z5 z4 z1");
    let left = ["z1", "z2", "z3", "z4", "z5"].map(|name| {
        let column = five.columns.iter().position(|known| known == name).expect("known");
        vec![column as u32]
    });
    let solvable = Incidence::from_rows(5, left);
    assert_eq!(decompose(&five.incidence()).blocks.len(), 1);
    let torn = tear(&five.incidence(), &solvable);
    check(&five.incidence(), &solvable, &torn);
    assert_eq!((torn.columns.len(), torn.sequence.len()), (1, 4));
    let exact = tear_exact(&five.incidence(), &solvable, 5).expect("small");
    assert_eq!(exact.columns.len(), 1);
    // The source takes z5; z1 does as well, for all others follow from it, too.
    assert!(["z1", "z5"].contains(&five.name_columns(torn.columns).as_str()));
    // In the sequence each function is evaluated once. Put into each other down to z5 and then solved backwards, f1 is
    // evaluated five times and f2 three times.
    let uses: [&[usize]; 5] = [&[], &[0], &[0, 1], &[1, 2], &[3, 0]];
    fn count(uses: &[&[usize]; 5], from: usize, of: usize) -> u32 {
        u32::from(from == of) + uses[from].iter().map(|&next| count(uses, next, of)).sum::<u32>()
    }
    let substituted = |of: usize| count(&uses, 4, of) + 1;
    assert_eq!([0, 1].map(substituted), [5, 3]);
}

#[test]
fn e004_part4_6() {
    // z1 z2 = sin(z3) must not be divided by z1, which vanishes now and then; 0 = z2^2 - z3 gives z3.
    let pair = system("b: z2 z3; c: z2 z3");
    let solvable = Incidence::from_rows(2, [&[][..], &[1]]);
    let torn = tear(&pair.incidence(), &solvable);
    assert_eq!(pair.name_columns(torn.columns), "z2");
    assert_eq!(pair.name_rows(torn.rows), "b");
    assert_eq!(torn.sequence, [(1, 1)]);
}

#[test]
fn e004_part4_7() {
    // The source counts about 3600 rows of the connected components, a linear loop of 1200 rows after sorting, and 30
    // unknowns to guess, one to a joint, the least that mechanics allows. Its library is not printed. Ours is written after
    // the description and has 59 rows to 60 of the source; the loop has 97 rows to a hundred, and the guesses are as many.
    // Between the two lies a number that the source does not give: 1674 rows after equal unknowns became one.
    //
    // The same chain from the components of the Modelica Standard Library 4.1.0 (World, Revolute, BodyShape) has 7179 rows,
    // more because frames carry positions and shapes; `wellposed analyze --emit schedule` finds a linear loop of 1410 rows
    // in it and guesses 30 unknowns.
    let chain = Chain::new(30);
    let (all, _) = chain.incidences();
    assert_eq!((all.height(), all.width()), (3540, 3540));
    let close = |ours: usize, source: usize| 100 * ours.abs_diff(source) <= 5 * source;
    assert!(close(all.height(), 3600));
    let left = chain.substituted();
    assert_eq!(left.rows.len(), 1674);
    let all = left.signature.incidence();
    let blocks = decompose(&all).blocks;
    let largest = blocks.iter().max_by_key(|block| block.rows.len()).expect("a block");
    assert_eq!(largest.rows.len(), 1163);
    assert!(close(largest.rows.len(), 1200));
    let (block, solvable) = (cut(&all, largest), cut(&left.solvable, largest));
    let torn = tear(&block, &solvable);
    check(&block, &solvable, &torn);
    assert_eq!(torn.columns.len(), 30);
}

#[test]
fn e004_part4_8() {
    // The source sorts 10,000 to 50,000 rows in seconds; `benches/structure.rs` measures such chains up to a million rows.
    let size = 50_000;
    let near = |row: u32| [row, row.saturating_sub(1), row.saturating_sub(7)];
    // Against the order of solving.
    let rows = (0..size).rev().map(near);
    let blocks = decompose(&Incidence::from_rows(size as usize, rows)).blocks;
    assert!(blocks.iter().map(|block| block.columns.to_vec()).eq((0..size).map(|column| vec![column])));
}

#[test]
fn e004_part6_6() {
    // The block of the reduced drive train, all factors plus or minus one.
    let train = system("a1: p1 w1; b: w1 t1; c2: p1 p2; d: t1 t2; e1: p2 w2; f: w2 t2");
    let torn = tear(&train.incidence(), &train.incidence());
    check(&train.incidence(), &train.incidence(), &torn);
    assert_eq!(torn.columns.len(), 1);
}
