//! Large sparse systems whose index, hidden constraints and free values are known: the families that are measured.

#[path = "../../../benches/consistent/families.rs"]
mod families;

use consistent::{
    ChainVerdict, Constraints, DaeProblem, MatrixChain, RankPrecision, TractabilityIndex, UnknownRole,
    UnknownRoles, examine, start,
};
use families::{Case, FAMILIES};

#[test]
fn every_family_is_what_it_is_made_to_be() {
    for (name, _, make) in FAMILIES {
        for size in [60, 2_000] {
            let Case { problem, at, index, hidden, freedom } = make(size);
            let precision = RankPrecision::default();
            let (a, b) = problem.jacobians(&at).expect("both matrices");
            let chain = MatrixChain::new(a, b, &precision);
            let found = (chain.found, chain.y.height(), chain.freedom());
            assert_eq!(found, (ChainVerdict::Index(index), hidden, freedom), "{name}, {size}");
            if index > 2 {
                assert_eq!(
                    examine(&problem, &at, &precision).index,
                    TractabilityIndex::Higher(index),
                    "{name}, {size}"
                );
                continue;
            }
            assert_eq!(examine(&problem, &at, &precision).index, TractabilityIndex::Two, "{name}, {size}");
            let found =
                start(&problem, &at, &precision).unwrap_or_else(|_| panic!("{name}, {size}: refused"));
            // What was found satisfies the equations and the derivatives of the hidden constraints.
            let (a, b) = problem.jacobians(&found.point).expect("both matrices");
            let chain = MatrixChain::new(a, b, &precision);
            let check = Constraints::new(&problem, &chain, &found.point).expect("values");
            let slopes = found.point.y.iter().fold(1f64, |most, y| most.max(y.abs()));
            let worst = check.hidden_defects.iter().fold(0f64, |most, defect| most.max(defect.abs()));
            assert!(worst < 1e-9 * slopes, "{name}, {size}: {worst} beside {slopes}");
        }
    }
}

#[test]
fn forces_that_are_nearly_zero_do_not_spoil_what_is_known_of_the_others() {
    // Rods that happen to carry nothing stand beside rods that carry much, and 2,000 of them are solved at once.
    let (_, _, make) = FAMILIES.iter().find(|family| family.0 == "chain").expect("the family");
    let Case { problem, at, .. } = make(10_000);
    let found = start(&problem, &at, &RankPrecision::default()).map(|found| found.point);
    let point = found.unwrap_or_else(|_| panic!("refused"));
    let least = (0..2_000).map(|rod| point.x[5 * rod + 4].abs()).fold(f64::INFINITY, f64::min);
    let most = (0..2_000).map(|rod| point.x[5 * rod + 4].abs()).fold(0f64, f64::max);
    assert!(least < 1e-8 * most, "{least} and {most}");
    let (a, b) = problem.jacobians(&point).expect("both matrices");
    let chain = MatrixChain::new(a, b, &RankPrecision::default());
    assert_eq!((chain.found, chain.hidden.decision.is_clear()), (ChainVerdict::Index(2), true));
    assert_eq!(UnknownRoles::new(&chain).of(UnknownRole::Hidden).count(), 2_000);
}
