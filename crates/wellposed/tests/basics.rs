//! The library of `examples/Basics`, against values from formulas: the electrical and thermal parts of E004, parts 1 to 3.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use wellposed::{Experiment, Overrides, RepairSearch, Trajectory, Wellposedness, check, load, simulate};

#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
use super::disk;
use disk::Disk;

/// Runs a model of the examples as its annotation says; nothing at all is said about it.
fn run(model: &str) -> Trajectory {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/Basics");
    let loaded = load(&Disk, &[root]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let name = format!("Basics.Examples.{model}");
    let checked = check(&Disk, &loaded, &name, &RepairSearch::default());
    assert!(
        checked.wellposedness == Wellposedness::Well && checked.diagnostics.is_empty(),
        "{:?}",
        checked.diagnostics
    );
    let experiment = Experiment::of(&loaded, &name);
    simulate(&Disk, &loaded, checked.model.unwrap(), &experiment, &Overrides::default(), &|| true, None)
        .unwrap()
}

fn at(trajectory: &Trajectory, time: f64, name: &str) -> f64 {
    let point = trajectory.times.iter().position(|&known| (known - time).abs() < 1e-9).unwrap();
    trajectory.value(point, trajectory.variable(name).unwrap_or_else(|| panic!("no {name}")))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1.0), "{found} is not {expected}");
}

#[test]
fn e004_part1_3_the_circuit_moves_as_its_solution_says() {
    let found = run("Filter");
    let solution = [
        (0.5, 0.444064106418, 0.222032053209),
        (1.0, 0.562803593174, 0.281401796587),
        (2.0, -0.520676144567, -0.260338072283),
    ];
    for (time, voltage, current) in solution {
        near(at(&found, time, "C.u"), voltage);
        near(at(&found, time, "L.p.i"), current);
        near(at(&found, time, "g.p.i"), 0.0);
        near(at(&found, time, "A.p.i"), -(((3.0 * time).sin() - voltage) + current));
    }
}

#[test]
fn e004_part3_2_heat_and_entropy_give_the_same_temperatures() {
    let (heat, entropy) = (run("Exchange"), run("EntropyExchange"));
    for time in [0.0f64, 0.5, 1.0, 2.0] {
        let apart = 50.0 * (-2.0 * time).exp();
        for found in [&heat, &entropy] {
            near(at(found, time, "hot.port.T"), 350.0 + apart);
            near(at(found, time, "cold.port.T"), 350.0 - apart);
        }
        // What the two bodies have gained together, the bar has made.
        let (hot, cold) = (350.0 + apart, 350.0 - apart);
        near(at(&entropy, time, "made"), (hot * cold / (400.0 * 300.0)).ln());
    }
}

#[test]
fn e004_part2_6_the_resistance_of_a_coil_can_be_exchanged() {
    for (model, resistance) in [("Coil", 250.0), ("HotCoil", 260.0)] {
        let found = run(model);
        for time in [0.004f64, 0.02] {
            near(at(&found, time, "L.p.i"), 10.0 / resistance * (1.0 - (-resistance / 2.0 * time).exp()));
        }
    }
    // In the end the surroundings take up all heat: G*d*(R + RT*d) = U^2 for the d that it is warmer by.
    let found = run("WarmCoil");
    let (g, r, rt, u) = (0.001f64, 250.0f64, 0.1, 10.0);
    let warmer = (-r * g + ((r * g).powi(2) + 4.0 * rt * g * u * u).sqrt()) / (2.0 * rt * g);
    near(at(&found, 10000.0, "copper.port.T"), 293.15 + warmer);
    near(at(&found, 10000.0, "L.p.i"), u / (r + rt * warmer));
}

#[test]
fn e004_part2_7_the_class_of_several_parts_is_exchanged_at_once() {
    let (cold, warm) = (run("Series"), run("WarmSeries"));
    near(at(&cold, 1.0, "R1.p.i"), 60.0 / 600.0);
    // Ten degrees more are ten Ohm more in each.
    near(at(&warm, 1.0, "R1.p.i"), 60.0 / 630.0);
    for (part, resistance) in [("R1", 110.0), ("R2", 210.0), ("R3", 310.0)] {
        let current = 60.0 / 630.0;
        near(at(&warm, 1.0, &format!("{part}.u")), resistance * current);
        near(at(&warm, 1.0, &format!("{part}.h.Q")), -resistance * current * current);
    }
}
