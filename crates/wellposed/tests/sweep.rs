//! Many runs from lists of values.

#![allow(clippy::unwrap_used)]

use wellposed::Sweep;

#[test]
fn every_value_is_tried_with_every_other() {
    let sweep = Sweep {
        parameters: vec![("R".into(), vec![1.0, 2.0]), ("C".into(), vec![5.0])],
        starts: vec![("v".into(), vec![0.0, 0.5, 1.0])],
    };
    assert_eq!(sweep.count(), 6);
    let labels: Vec<String> = (0..6).map(|number| sweep.run(number).unwrap().0).collect();
    assert_eq!(labels, ["R=1 v=0", "R=1 v=0.5", "R=1 v=1", "R=2 v=0", "R=2 v=0.5", "R=2 v=1"]);
    let run = sweep.run(4).unwrap().1;
    assert_eq!(run.parameters, [("R".to_string(), 2.0), ("C".to_string(), 5.0)]);
    assert_eq!(run.starts, [("v".to_string(), 0.5)]);
    assert!(sweep.run(6).is_none());
    assert_eq!(Sweep::default().run(0).unwrap().0, "");
    let none = Sweep { parameters: vec![("R".into(), Vec::new())], ..Sweep::default() };
    assert!(none.count() == 0 && none.run(0).is_none());
}
