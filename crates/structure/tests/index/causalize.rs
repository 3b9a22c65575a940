//! The two rules against matching and strongly connected components.

use structure::{CausalizationRule, causalize, decompose};

use super::random::Random;

#[test]
fn every_choice_follows_its_rule() {
    let mut random = Random(21);
    for _ in 0..3000 {
        let (height, width) = (1 + random.below(8), 1 + random.below(8));
        let incidence = random.signature(height, width, 25, 0).incidence();
        let turned = incidence.transpose();
        let found = causalize(&incidence);
        let (mut rows, mut columns) = (vec![false; height], vec![false; width]);
        for choice in &found.choices {
            let black = match choice.rule {
                CausalizationRule::OnlyColumn => {
                    incidence.row(choice.row).iter().filter(|&&at| !columns[at as usize]).count()
                }
                CausalizationRule::OnlyRow => {
                    turned.row(choice.column).iter().filter(|&&at| !rows[at as usize]).count()
                }
            };
            assert_eq!(black, 1);
            assert!(incidence.row(choice.row).contains(&choice.column));
            assert!(!std::mem::replace(&mut rows[choice.row as usize], true));
            assert!(!std::mem::replace(&mut columns[choice.column as usize], true));
        }
        // Neither rule applies to what is left.
        for &row in &found.rows {
            assert_ne!(incidence.row(row).iter().filter(|&&at| !columns[at as usize]).count(), 1);
        }
        for &column in &found.columns {
            assert_ne!(turned.row(column).iter().filter(|&&at| !rows[at as usize]).count(), 1);
        }
        assert_eq!(found.choices.len() + found.rows.len(), height);
        assert_eq!(found.choices.len() + found.columns.len(), width);
    }
}

#[test]
fn complete_causalization_is_the_matching_and_its_order() {
    let mut random = Random(22);
    let mut complete = 0;
    for _ in 0..4000 {
        let size = 1 + random.below(9);
        let percent = random.below(25);
        let incidence = random.matched(size, percent, 0).incidence();
        let found = causalize(&incidence);
        let sorted = decompose(&incidence);
        // What a rule decides is a block of its own.
        let single = sorted.blocks.iter().filter(|block| block.rows.len() == 1).count();
        assert!(found.choices.len() <= single);
        for choice in &found.choices {
            assert_eq!(sorted.matching.column_of[choice.row as usize], choice.column);
        }
        if single == size {
            assert!(found.is_complete());
            complete += 1;
            let mut known = vec![false; size];
            for (row, column) in found.sequence() {
                known[column as usize] = true;
                assert!(incidence.row(row).iter().all(|&at| known[at as usize]));
            }
        } else {
            assert!(!found.is_complete());
        }
    }
    assert!((500..3500).contains(&complete));
}
