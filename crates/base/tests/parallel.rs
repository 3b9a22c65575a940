//! Work side by side comes in the order of its items.

use base::parallel::{join, map, map_mut};

#[test]
fn what_comes_out_has_the_order_of_what_went_in() {
    let mut items: Vec<usize> = (0..10_000).map(|at| at * 3).collect();
    let found = map(&items, |at, &item| (at, item));
    assert!(found.iter().enumerate().all(|(at, &found)| found == (at, 3 * at)));
    let found = map_mut(&mut items, |item| {
        *item += 1;
        *item / 3
    });
    assert!(found.into_iter().eq(0..10_000));
    assert!(items.iter().enumerate().all(|(at, &item)| item == 3 * at + 1));
    assert_eq!(join(|| "one", || 2), ("one", 2));
}
