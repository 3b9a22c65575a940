//! Plans carried out with numbers: whatever the values of states, every row holds after the schedule has run, among them
//! the rows that were differentiated and those that were taken out as aliases.

use super::carried::Run;
use super::corpus;

#[test]
fn every_row_holds() {
    for name in [
        "E003_7_6",
        "E004_part4_5",
        "E004_part4_6",
        "E004_part5_1_capacitors",
        "E004_part5_1_capacitors_apart",
        "E004_part5_1_damper",
        "E004_part5_1_pendulum",
        "E004_part5_2",
        "E004_part5_2_regular",
        "E004_part5_3",
        "E004_part5_6",
        "E004_part6_3_repaired",
        "E004_part6_4",
        "initial_derivative",
        "inlined",
        "pendulum",
        "prefer",
        "selected",
        "zero_parameter",
    ] {
        let text = corpus(name);
        for seed in 0..5 {
            let mut run = Run::new(&text, &|at, _| 0.1 + 0.13 * ((at * 7 + seed * 3) % 5) as f64);
            let worst = run.worst();
            assert!(worst < 1e-8, "{name}: {worst}");
        }
    }
}

/// E004-part5-4: the state form of the drive train.
#[test]
fn the_drive_train_has_its_state_form() {
    let run = Run::new(&corpus("E004_part5_3"), &|_, name| match name {
        "phi2" => 0.2,
        "w2" => 0.5,
        "phi3" => -0.1,
        "w3" => 0.3,
        other => panic!("{other} is no state"),
    });
    let tau3 = -100.0 * (-0.1 - 0.2);
    let expected = [
        ("phi1", 0.4),
        ("w1", 1.0),
        ("tau3", tau3),
        ("der(w2)", -tau3 / (4.0 * 0.5 + 1.0)),
        ("der(w3)", tau3 / 3.0),
        ("tau1", 2.0 * 0.5 * tau3 / 3.0),
    ];
    for (name, value) in expected {
        assert!((run.value(name) - value).abs() < 1e-9, "{name}: {} {value}", run.value(name));
    }
}

/// E004-part6-4: x3' = -2 x3 u' / (1 + 2 u), also where u is zero.
#[test]
fn the_choice_of_dummies_survives_zero() {
    let run = Run::new(&corpus("E004_part6_4"), &|_, name| if name == "x3" { 1.5 } else { panic!("{name}") });
    let (u, du) = (0.4 * 0.3f64.sin(), 0.4 * 0.3f64.cos());
    assert!((run.value("der(x3)") + 2.0 * 1.5 * du / (1.0 + 2.0 * u)).abs() < 1e-12);
}
