//! The libraries of `examples/DriveTrain` and `examples/Rectifiers.mo`, against times and values that were derived by hand
//! or by other means: E004-part8 and E004-part9.

#![allow(clippy::unwrap_used)]

use std::f64::consts::{FRAC_PI_2, PI};
use std::path::Path;

use wellposed::{Experiment, Overrides, Posed, Search, Trajectory, check, load, simulate};

#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
#[path = "../../cli/src/disk.rs"]
mod disk;
use disk::Disk;

/// Runs a model of the examples with some parameters given.
fn run(file: &str, model: &str, given: &[(&str, f64)], stop: f64) -> Trajectory {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
    let loaded = load(&Disk, &[root]);
    assert_eq!(loaded.errors(), 0);
    let checked = check(&Disk, &loaded, model, &Search::default());
    assert!(checked.posed == Posed::Well && checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    let experiment = Experiment { stop, tolerance: 1e-10, ..Experiment::default() };
    let mut overrides = Overrides::default();
    overrides.parameters.extend(given.iter().map(|&(name, value)| (name.to_string(), value)));
    simulate(&Disk, &loaded, checked.model.unwrap(), &experiment, &overrides, &|| true).unwrap()
}

fn at(trajectory: &Trajectory, point: usize, name: &str) -> f64 {
    trajectory.value(point, trajectory.variable(name).unwrap_or_else(|| panic!("no {name}")))
}

fn last(trajectory: &Trajectory, name: &str) -> f64 {
    at(trajectory, trajectory.times.len() - 1, name)
}

/// The times at which a variable changes its value, and the values.
fn changes(trajectory: &Trajectory, name: &str) -> Vec<(f64, f64)> {
    let points = 1..trajectory.times.len();
    let changed = points.filter(|&point| at(trajectory, point, name) != at(trajectory, point - 1, name));
    changed.map(|point| (trajectory.times[point], at(trajectory, point, name))).collect()
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found} is not {expected}");
}

/// Both lists have the same length, times are near and values equal.
fn same(found: &[(f64, f64)], expected: &[(f64, f64)], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        near(found.0, expected.0, tolerance);
        assert_eq!(found.1, expected.1, "{found:?}");
    }
}

const DRIVE: &str = "DriveTrain";
const RECTIFIERS: &str = "Rectifiers.mo";

// The modes of friction elements.
const FREE: f64 = 1.0;
const BACKWARD: f64 = 2.0;
const STUCK: f64 = 3.0;
const FORWARD: f64 = 4.0;

#[test]
fn e004_part8_1_a_diode_switches_where_the_voltages_meet() {
    let found = run(RECTIFIERS, "Rectifiers.Smoothed", &[], 3.2);
    let expected = [
        (0.355223775731, 1.0),
        (1.06353881548, 0.0),
        (1.35125254267, 1.0),
        (2.0644865543, 0.0),
        (2.35116767506, 1.0),
        (3.06450628914, 0.0),
    ];
    let switched: Vec<(f64, f64)> =
        changes(&found, "diode.off").into_iter().filter(|change| change.0 > 1e-6).collect();
    same(&switched, &expected, 1e-9);
    let voltages = [7.89292469366, 3.88705464445, 8.04366143442, 3.94185084329, 8.046828444, 3.9429903898];
    for ((time, _), voltage) in switched.into_iter().zip(voltages) {
        let point = found.times.iter().position(|&t| t == time).unwrap();
        near(at(&found, point, "store.u"), voltage, 1e-8);
    }
}

#[test]
fn e004_part8_3_a_thyristor_stays_on_after_the_pulse() {
    let found = run(RECTIFIERS, "Rectifiers.Fired", &[], 7.0);
    same(&changes(&found, "switch.off"), &[(1.0, 0.0), (PI, 1.0)], 1e-9);
    for point in 0..found.times.len() {
        let (t, off) = (found.times[point], at(&found, point, "switch.off") == 1.0);
        near(at(&found, point, "switch.s"), if off { 10.0 * t.sin() } else { 5.0 * t.sin() }, 1e-9);
    }
}

#[test]
fn e004_part8_4_one_that_turns_off_is_on_while_it_is_fired_and_the_source_is_positive() {
    let found = run(RECTIFIERS, "Rectifiers.Chopped", &[], 7.0);
    same(
        &changes(&found, "switch.off"),
        &[(1.0, 0.0), (2.0, 1.0), (3.0, 0.0), (PI, 1.0), (2.0 * PI, 0.0)],
        1e-9,
    );
}

#[test]
fn e004_part8_6_a_block_breaks_away_and_reverses() {
    let found = run(DRIVE, "DriveTrain.Examples.Pushed", &[], 8.0);
    let modes = changes(&found, "slider.mode");
    // It waits until it moves, which is a little after it breaks away.
    near(changes(&found, "slider.startForward")[0].0, PI / 6.0, 1e-9);
    near(modes[0].0, PI / 6.0, 1e-5);
    let values: Vec<f64> = modes.iter().map(|mode| mode.1).collect();
    assert_eq!(values, [FORWARD, BACKWARD, FORWARD]);
    near(modes[1].0, 3.81680191609, 1e-9);
    near(modes[2].0, 6.94979689115, 1e-9);
    let fastest = (0..found.times.len()).map(|point| at(&found, point, "slider.v")).fold(0.0, f64::max);
    near(fastest, 1.36970651274, 1e-4);
}

#[test]
fn e004_part8_6_with_viscous_friction_it_sticks_between() {
    let found = run(DRIVE, "DriveTrain.Examples.Pushed", &[("slider.f1", 0.5)], 5.0);
    let modes = changes(&found, "slider.mode");
    assert_eq!(modes.iter().map(|mode| mode.1).collect::<Vec<f64>>(), [FORWARD, STUCK, BACKWARD]);
    near(modes[1].0, 3.43284923963, 1e-9);
    near(
        changes(&found, "slider.startBackward").first().map_or(modes[2].0, |change| change.0),
        7.0 * PI / 6.0,
        1e-9,
    );
}

#[test]
fn e004_part8_7_a_static_peak_is_overcome_whatever_the_mass() {
    for mass in [0.5, 1.0, 2.0, 50.0] {
        let found =
            run(DRIVE, "DriveTrain.Examples.Pushed", &[("slider.peak", 1.5), ("slider.m", mass)], 5.0);
        let modes = changes(&found, "slider.mode");
        assert_eq!(modes.iter().map(|mode| mode.1).collect::<Vec<f64>>(), [FORWARD, STUCK, BACKWARD]);
        near(modes[0].0, 0.75f64.asin(), 1e-7);
        near(modes[1].0, 3.7786440531, 1e-9);
        near(modes[2].0, 3.98965473257, 1e-9);
    }
}

#[test]
fn e004_part8_8_two_blocks_find_the_one_mode_that_is_consistent() {
    // Forces of friction and pushes, then both accelerations and both curve parameters.
    let cases = [
        ([3.0, 1.0, 0.0, 2.0], [0.0, 1.0, 1.0 / 3.0, 2.0]),
        ([3.0, 4.0, 0.0, 5.0], [0.5, 0.5, 1.5, 1.5]),
        ([3.0, 4.0, 0.0, 2.5], [0.0, 0.0, 5.0 / 6.0, 5.0 / 8.0]),
        ([1.0, 4.0, 0.0, 4.0], [1.0, 0.0, 2.0, 0.75]),
        ([3.0, 4.0, -8.0, 0.0], [-5.0 / 3.0, 0.0, -8.0 / 3.0, 5.0 / 12.0]),
    ];
    for ([f1, f2, u1, u2], expected) in cases {
        let given = [("lower.f0", f1), ("upper.f0", f2), ("u1", u1), ("u2", u2)];
        let found = run(DRIVE, "DriveTrain.Examples.Stacked", &given, 0.1);
        for (name, expected) in ["a1", "a2", "lower.s", "upper.s"].into_iter().zip(expected) {
            near(at(&found, 0, name), expected, 1e-9);
            near(last(&found, name), expected, 1e-9);
        }
    }
}

#[test]
fn e004_part9_7_a_clutch_slides_from_free_and_locks() {
    let found = run(DRIVE, "DriveTrain.Examples.Engaging", &[], 2.0);
    same(&changes(&found, "clutch.mode"), &[(1.0, BACKWARD), (1.5, STUCK)], 1e-9);
    assert_eq!(at(&found, 0, "clutch.mode"), FREE);
    near(last(&found, "left.w"), 5.0, 1e-9);
    near(last(&found, "right.w"), 5.0, 1e-9);
    for point in 0..found.times.len() {
        if at(&found, point, "clutch.mode") == BACKWARD {
            near(at(&found, point, "clutch.tau"), -10.0, 1e-9);
        }
    }
}

#[test]
fn a_brake_stops_a_flywheel_and_holds_it() {
    // A torque of 0.5·40·0.2 = 4 slows 2 kg·m² down by 2 rad/s².
    let found = run(DRIVE, "DriveTrain.Examples.Stopping", &[], 5.0);
    same(&changes(&found, "brake.mode"), &[(3.0, STUCK)], 1e-9);
    near(last(&found, "wheel.phi"), 9.0, 1e-8);
    near(last(&found, "wheel.w"), 0.0, 1e-9);
}

#[test]
fn a_freewheel_lets_go_of_what_overtakes() {
    // The drive gains speed until 1 and loses it then; the wheel keeps the speed of 2.
    let found = run(DRIVE, "DriveTrain.Examples.Overtaking", &[], 1.5);
    same(&changes(&found, "freewheel.locked"), &[(1.0, 0.0)], 1e-9);
    near(last(&found, "wheel.w"), 2.0, 1e-8);
}

#[test]
fn e004_part9_10_play_gives_no_torque() {
    let found = run(DRIVE, "DriveTrain.Examples.Play", &[], FRAC_PI_2 * 3.0);
    for point in 0..found.times.len() {
        let dphi = 0.25 * found.times[point].sin();
        let expected = 100.0 * (dphi - 0.1).max(0.0) + 100.0 * (dphi + 0.1).min(0.0);
        near(at(&found, point, "play.tau"), expected, 1e-9);
    }
    near(last(&found, "play.tau"), -15.0, 1e-9);
}

#[test]
fn e004_part9_1_gears_lose_no_power_and_a_set_of_meshes_is_a_planetary_gear() {
    // Both sets are driven by the same sun and ring and have equal loads on their carriers.
    let found = run(DRIVE, "DriveTrain.Examples.Sets", &[], 2.0);
    for point in 0..found.times.len() {
        let t = found.times[point];
        let (sun, ring) = (2.0 * t + 0.1 * t * t, 0.1 * t * t - t);
        near(at(&found, point, "whole.carrier.phi"), (sun + 3.0 * ring) / 4.0, 1e-9);
        near(at(&found, point, "planet.carrier.phi"), (sun + 3.0 * ring) / 4.0, 1e-9);
        let [torque_sun, torque_ring, torque_carrier] =
            ["whole.sun.tau", "whole.ring.tau", "whole.carrier.tau"].map(|name| at(&found, point, name));
        near(torque_ring, 3.0 * torque_sun, 1e-9);
        near(torque_carrier, -4.0 * torque_sun, 1e-9);
        near(at(&found, point, "planet.a.tau"), torque_sun, 1e-9);
        near(at(&found, point, "outer_.b.tau"), torque_ring, 1e-9);
        near(at(&found, point, "whole.lost"), 0.0, 1e-9);
        near(at(&found, point, "planet.lost"), 0.0, 1e-9);
    }
}

#[test]
fn e004_part9_8_the_gears_have_the_ratios_of_their_wheels() {
    // From the Willis equation of each set: published for this gearbox are 2.48, 1.48, 1, 0.73 and about -2.09.
    let (i, i3) = (25.0 / 12.0, 2.7);
    let ratios = [2.0 + 1.0 / i, 1.0 + 1.0 / i, 1.0, i3 / (1.0 + i3), -i];
    for (gear, ratio) in (1..).zip(ratios) {
        let found = run(DRIVE, "DriveTrain.Examples.Shifting", &[("gear", f64::from(gear))], 2.0);
        let (fast, slow) = (last(&found, "engine.w"), last(&found, "car.w"));
        assert!(fast > 1.0, "the engine turns with {fast} in gear {gear}");
        near(fast / slow, ratio, 2e-3);
        near(last(&found, "box.first.lost"), 0.0, 1e-6);
    }
}
