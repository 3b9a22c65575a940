//! The libraries of `examples/DriveTrain` and `examples/Rectifiers.mo`, against times and values that were derived by hand
//! or by other means: E004-part8 and E004-part9.

#![allow(clippy::unwrap_used)]

use super::model;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::f64::consts::{FRAC_PI_2, PI};
use std::path::Path;

use model::{at, at_time, last, near};
use wellposed::{Experiment, Overrides, RepairSearch, Trajectory, Wellposedness, check, load, simulate};

#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
use super::disk;
use disk::Disk;

/// Runs a model of the examples with some parameters given.
fn run(file: &str, model: &str, given: &[(&str, f64)], stop: f64) -> Trajectory {
    let mut all = runs(file, model, &[given.to_vec()], stop);
    all.remove(0)
}

/// Runs a model several times.
fn runs(file: &str, model: &str, given: &[Vec<(&str, f64)>], stop: f64) -> Vec<Trajectory> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
    let loaded = load(&Disk, &[root]);
    assert_eq!(loaded.errors(), 0);
    let checked = check(&Disk, &loaded, model, &RepairSearch::default());
    assert!(
        checked.wellposedness == Wellposedness::Well && checked.diagnostics.is_empty(),
        "{:?}",
        checked.diagnostics
    );
    let experiment = Experiment { stop, tolerance: 1e-12, ..Experiment::default() };
    let flat = checked.model.unwrap();
    let one = |given: &Vec<(&str, f64)>| {
        let mut overrides = Overrides::default();
        overrides.parameters.extend(given.iter().map(|&(name, value)| (name.to_string(), value)));
        simulate(&Disk, &loaded, flat.clone(), &experiment, &overrides, &|| true, None).unwrap()
    };
    given.iter().map(one).collect()
}

/// The times at which a variable changes its value, and the values.
fn changes(trajectory: &Trajectory, name: &str) -> Vec<(f64, f64)> {
    let points = 1..trajectory.times.len();
    let changed = points.filter(|&point| at(trajectory, point, name) != at(trajectory, point - 1, name));
    changed.map(|point| (trajectory.times[point], at(trajectory, point, name))).collect()
}

/// Both lists have the same length, times agree and values are equal.
fn same(found: &[(f64, f64)], expected: &[(f64, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        at_time(found.0, expected.0);
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
    same(&switched, &expected);
    let voltages = [7.89292469366, 3.88705464445, 8.04366143442, 3.94185084329, 8.046828444, 3.9429903898];
    for ((time, _), voltage) in switched.into_iter().zip(voltages) {
        let point = found.times.iter().position(|&t| t == time).unwrap();
        near(at(&found, point, "store.u"), voltage, 1e-8);
    }
}

#[test]
fn e004_part8_2_coupled_switches_agree_with_each_other_at_every_instant() {
    // Of the 64 assumptions about six diodes one is consistent: none blocks a current, none lets one flow back.
    let found = run(RECTIFIERS, "Rectifiers.Bridge", &[], 2.0);
    let diodes = ["upper", "lower"].map(|side| [1, 2, 3].map(|phase| format!("{side}[{phase}]"))).concat();
    for point in 0..found.times.len() {
        for diode in &diodes {
            let [u, i] = ["u", "i"].map(|what| at(&found, point, &format!("{diode}.{what}")));
            assert!(u <= 1e-8 && i >= -1e-8 && u.abs().min(i.abs()) <= 1e-8, "{diode}: {u} V, {i} A");
        }
        let peaks = [0.0, 1.0, 2.0].map(|phase| 10.0 * (2.0 * PI * (found.times[point] + phase / 3.0)).sin());
        let widest =
            peaks.iter().fold(f64::MIN, |a, &b| a.max(b)) - peaks.iter().fold(f64::MAX, |a, &b| a.min(b));
        let voltage = at(&found, point, "load.u");
        assert!(voltage <= widest + 1e-8 && voltage >= widest * 10.0 / 10.2 - 0.2, "{voltage} of {widest}");
    }
    // Each of the diodes turns on and off once in each period.
    for diode in &diodes {
        let switched = changes(&found, &format!("{diode}.off"));
        let inner = switched.iter().filter(|change| change.0 > 1e-6 && change.0 < 2.0 - 1e-6).count();
        assert!((3..=4).contains(&inner), "{diode}: {switched:?}");
    }
}

#[test]
fn e004_part8_3_a_thyristor_stays_on_after_the_pulse() {
    let found = run(RECTIFIERS, "Rectifiers.Fired", &[], 7.0);
    same(&changes(&found, "switch.off"), &[(1.0, 0.0), (PI, 1.0)]);
    for point in 0..found.times.len() {
        let (t, off) = (found.times[point], at(&found, point, "switch.off") == 1.0);
        near(at(&found, point, "switch.s"), if off { 10.0 * t.sin() } else { 5.0 * t.sin() }, 1e-9);
    }
}

#[test]
fn e004_part8_4_one_that_turns_off_is_on_while_it_is_fired_and_the_source_is_positive() {
    let found = run(RECTIFIERS, "Rectifiers.Chopped", &[], 7.0);
    same(&changes(&found, "switch.off"), &[(1.0, 0.0), (2.0, 1.0), (3.0, 0.0), (PI, 1.0), (2.0 * PI, 0.0)]);
}

#[test]
fn e004_part8_6_a_block_breaks_away_and_reverses() {
    let found = run(DRIVE, "DriveTrain.Examples.Pushed", &[], 8.0);
    let modes = changes(&found, "slider.mode");
    // It waits until it moves, which it does as soon as it breaks away.
    at_time(changes(&found, "slider.startForward")[0].0, PI / 6.0);
    at_time(modes[0].0, PI / 6.0);
    let values: Vec<f64> = modes.iter().map(|mode| mode.1).collect();
    assert_eq!(values, [FORWARD, BACKWARD, FORWARD]);
    at_time(modes[1].0, 3.81680191609);
    at_time(modes[2].0, 6.94979689115);
    // Where it reverses the push is larger than the friction: it sticks only while the event is being dealt with.
    let stop = found.times.iter().position(|&t| t == modes[1].0).unwrap();
    near(at(&found, stop, "slider.u"), -1.25012135147, 1e-9);
    // It is fastest where the push is as large as the friction.
    let until = run(DRIVE, "DriveTrain.Examples.Pushed", &[], 5.0 * PI / 6.0);
    near(last(&until, "slider.v"), 1.36970651274, 1e-9);
}

#[test]
fn e004_part8_6_with_viscous_friction_it_sticks_between() {
    let found = run(DRIVE, "DriveTrain.Examples.Pushed", &[("slider.f1", 0.5)], 5.0);
    let modes = changes(&found, "slider.mode");
    assert_eq!(modes.iter().map(|mode| mode.1).collect::<Vec<f64>>(), [FORWARD, STUCK, BACKWARD]);
    at_time(modes[0].0, PI / 6.0);
    at_time(modes[1].0, 3.43284923963);
    at_time(modes[2].0, 7.0 * PI / 6.0);
    let stop = found.times.iter().position(|&t| t == modes[1].0).unwrap();
    near(at(&found, stop, "slider.u"), -0.574312229814, 1e-9);
}

#[test]
fn e004_part8_7_a_static_peak_is_overcome_whatever_the_mass() {
    for mass in [0.5, 1.0, 2.0, 50.0] {
        let found =
            run(DRIVE, "DriveTrain.Examples.Pushed", &[("slider.peak", 1.5), ("slider.m", mass)], 5.0);
        let modes = changes(&found, "slider.mode");
        assert_eq!(modes.iter().map(|mode| mode.1).collect::<Vec<f64>>(), [FORWARD, STUCK, BACKWARD]);
        at_time(changes(&found, "slider.startForward")[0].0, 0.848062078981);
        at_time(modes[0].0, 0.848062078981);
        at_time(modes[1].0, 3.7786440531);
        at_time(modes[2].0, 3.98965473257);
        let stop = found.times.iter().position(|&t| t == modes[1].0).unwrap();
        near(at(&found, stop, "slider.u"), -1.18965557754, 1e-9);
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
    same(&changes(&found, "clutch.mode"), &[(1.0, BACKWARD), (1.5, STUCK)]);
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
fn e004_part9_7_the_lever_of_discs_is_their_mean_radius_for_each_face() {
    let given = [("clutch.faces", 4.0), ("clutch.inside", 0.08), ("clutch.outside", 0.10)];
    let found = run(DRIVE, "DriveTrain.Examples.Engaging", &given, 2.0);
    near(last(&found, "clutch.lever"), 0.36, 1e-15);
    // A torque of 0.5·100·0.36 = 18 takes a difference of 10 rad/s away by 36 rad/s².
    same(&changes(&found, "clutch.mode"), &[(1.0, BACKWARD), (1.0 + 10.0 / 36.0, STUCK)]);
}

#[test]
fn a_brake_stops_a_flywheel_and_holds_it() {
    // A torque of 0.5·40·0.2 = 4 slows 2 kg·m² down by 2 rad/s².
    let found = run(DRIVE, "DriveTrain.Examples.Stopping", &[], 5.0);
    same(&changes(&found, "brake.mode"), &[(3.0, STUCK)]);
    near(last(&found, "wheel.phi"), 9.0, 1e-8);
    near(last(&found, "wheel.w"), 0.0, 1e-9);
}

#[test]
fn a_freewheel_lets_go_of_what_overtakes() {
    // The drive gains speed until 1 and loses it then; the wheel keeps the speed of 2.
    let found = run(DRIVE, "DriveTrain.Examples.Overtaking", &[], 1.5);
    same(&changes(&found, "freewheel.locked"), &[(1.0, 0.0)]);
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
    // What is pressed is what the table of the text says.
    let (i, i3) = (25.0 / 12.0, 2.7);
    let ratios = [2.0 + 1.0 / i, 1.0 + 1.0 / i, 1.0, i3 / (1.0 + i3), -i];
    for (gear, ratio) in (1..).zip(ratios) {
        let found = run(DRIVE, "DriveTrain.Examples.Shifting", &[("gear", f64::from(gear))], 2.0);
        let (fast, slow) = (last(&found, "engine.w"), last(&found, "car.w"));
        assert!(fast > 1.0, "the engine turns with {fast} in gear {gear}");
        near(fast / slow, ratio, 1e-9);
        for set in ["first", "second", "third"] {
            near(last(&found, &format!("box.{set}.lost")), 0.0, 1e-9);
        }
    }
}

#[test]
fn e004_part9_8_gears_are_shifted_while_the_car_accelerates() {
    let found = run(DRIVE, "DriveTrain.Examples.Upshifts", &[], 6.0);
    let ratio = |point: usize| at(&found, point, "engine.w") / at(&found, point, "car.w");
    let i = 25.0 / 12.0;
    for (until, expected) in [(3.0, 1.0 + 1.0 / i), (4.5, 1.0), (6.0, 2.7 / 3.7)] {
        let point = found.times.iter().position(|&t| t >= until).unwrap();
        near(ratio(point), expected, 1e-9);
    }
    // While a gear is engaged its elements slide, and then stick again.
    for (element, from, until) in [("c6", 1.5, 3.0), ("c5", 3.0, 4.5), ("c12", 4.5, 6.1)] {
        let modes = changes(&found, &format!("box.{element}.mode"));
        let own: Vec<(f64, f64)> = modes.into_iter().filter(|mode| (from..until).contains(&mode.0)).collect();
        assert!(own.len() == 2 && own[0].0 == from && own[1].1 == STUCK, "{element}: {own:?}");
        assert!(own[0].1 == FORWARD || own[0].1 == BACKWARD, "{element}: {own:?}");
    }
    // The car is pushed on all the time, and never by a jump of its speed.
    for point in 1..found.times.len() {
        let (before, now) = (at(&found, point - 1, "car.w"), at(&found, point, "car.w"));
        let jumps = found.times[point] == found.times[point - 1] && now != before;
        assert!(now >= before - 1e-9 && !jumps, "{before} {now} at {}", found.times[point]);
    }
}

#[test]
fn e004_part9_8_the_elements_that_are_pressed_are_those_of_the_table() {
    let elements = ["C4", "C5", "C6", "C7", "C8", "C11", "C12"];
    let table: [&[&str]; 5] = [
        &["C4", "C11"],
        &["C4", "C6", "C7", "C11"],
        &["C4", "C5", "C7", "C11"],
        &["C4", "C5", "C7", "C12"],
        &["C5", "C8", "C11"],
    ];
    for (gear, expected) in (1..).zip(table) {
        let found = run(DRIVE, "DriveTrain.Examples.Shifting", &[("gear", f64::from(gear))], 0.1);
        let pressed = (1..).zip(elements).filter(|(k, _)| last(&found, &format!("box.engaged[{k}]")) == 1.0);
        assert_eq!(pressed.map(|(_, name)| name).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn e004_part9_1_a_motor_turns_two_wheels_by_way_of_every_kind_of_part() {
    // Referred to the shaft behind the gear: 9 before the spring, 2 and 3 behind it, and a torque of 18.
    let found = run(DRIVE, "DriveTrain.Examples.Axle", &[], 2.0);
    let rate = (400.0f64 * (1.0 / 9.0 + 1.0 / 5.0)).sqrt();
    for point in 0..found.times.len() {
        let t = found.times[point];
        let (swing, turn) = (1.0 - (rate * t).cos(), (rate * t).sin());
        near(at(&found, point, "torque.y"), 45.0 / 7.0 * swing, 1e-6);
        near(at(&found, point, "acceleration.y"), 27.0 / 14.0 * swing, 1e-6);
        near(at(&found, point, "speed.y"), 27.0 / 14.0 * (t - turn / rate), 1e-7);
        near(at(&found, point, "angle.y"), 27.0 / 14.0 * (0.5 * t * t - swing / (rate * rate)), 1e-7);
        near(at(&found, point, "right.w"), at(&found, point, "speed.y") / 3.0, 1e-9);
        near(at(&found, point, "gear.lost"), 0.0, 1e-12 * 200.0);
        near(at(&found, point, "differential.lost"), 0.0, 1e-12 * 200.0);
    }
}

#[test]
fn e004_part9_9_every_combination_of_seven_elements_is_a_structure_that_runs() {
    // Free or pressed: two to the power of seven; each pressed one slides either way or sticks.
    let patterns: Vec<Vec<(&str, f64)>> =
        (0..1 << 7).map(|pattern| vec![("pattern", f64::from(pattern))]).collect();
    let mut locked = 0;
    for (pattern, found) in (0..).zip(runs(DRIVE, "DriveTrain.Examples.Combination", &patterns, 0.6)) {
        let engaged = (1..=7).filter(|k| last(&found, &format!("box.engaged[{k}]")) == 1.0);
        assert_eq!(engaged.map(|k| 1 << (k - 1)).sum::<i32>(), pattern);
        locked += i32::from(last(&found, "engine.w").abs() < 1e-3);
    }
    // Some hold the engine, some let it go.
    assert!(locked > 10 && locked < 100, "{locked} hold it");
}

/// Multiples of the relative speeds of C4, C5, C6, C8, C11 and C12, given those of turbine, sun, second ring and the sun of
/// the third set, all in whole numbers: rings have twice as many teeth as suns here.
fn slips([turbine, sun, middle, overdrive]: [i64; 4]) -> [i64; 6] {
    [3 * middle - sun - 2 * turbine, sun - turbine, sun, sun + 2 * middle, overdrive - middle, overdrive]
}

/// Speeds at which three of the elements stick, if that leaves one way for the rest to move.
fn ray(elements: [usize; 3]) -> Option<[i64; 4]> {
    let columns: [[i64; 6]; 4] = std::array::from_fn(|at| slips(std::array::from_fn(|k| i64::from(k == at))));
    let minor = |left_out: usize| {
        let kept: Vec<usize> = (0..4).filter(|&at| at != left_out).collect();
        let m = |row: usize, column: usize| columns[kept[column]][elements[row]];
        m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1)) - m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0))
            + m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0))
    };
    let found: [i64; 4] = std::array::from_fn(|at| if at % 2 == 0 { minor(at) } else { -minor(at) });
    (found != [0; 4]).then_some(found)
}

#[test]
fn e004_part9_9_of_the_2187_states_each_that_the_wheels_allow_is_found() {
    // Whatever sticks and slides is a sum of the ways to move in which as much as possible sticks.
    let mut states: BTreeMap<[i64; 6], [i64; 4]> = [([0; 6], [0; 4])].into();
    let triples = (0..6).flat_map(|a| (a + 1..6).flat_map(move |b| (b + 1..6).map(move |c| [a, b, c])));
    let rays: Vec<[i64; 4]> =
        triples.filter_map(ray).flat_map(|ray| [ray, ray.map(|speed: i64| -speed)]).collect();
    let mut todo: Vec<[i64; 4]> = vec![[0; 4]];
    while let Some(from) = todo.pop() {
        for ray in &rays {
            // So much larger that nothing turns round which slides already.
            let speeds = std::array::from_fn(|at| 32 * from[at] + ray[at]);
            let signs = slips(speeds).map(i64::signum);
            if let Entry::Vacant(free) = states.entry(signs) {
                free.insert(speeds);
                todo.push(speeds);
            }
        }
    }
    // C7 holds the same shaft as C6, so that their states are one; of the other 729 the gears allow these, which speeds
    // drawn at random show as well.
    let all = 3i32.pow(7);
    assert_eq!((all, all / 3, states.len()), (2187, 729, 289));
    let given: Vec<Vec<(String, f64)>> = states
        .iter()
        .map(|(signs, speeds)| {
            let own = [signs[0], signs[1], signs[2], signs[2], signs[3], signs[4], signs[5]];
            // What sticks is pressed so hard that what slides does not tear it away.
            let force = |sign: i64| if sign == 0 { 1e7 } else { 1.0 };
            let forces = (1..).zip(own).map(|(k, sign)| (format!("force[{k}]"), force(sign)));
            let speeds = (1..).zip(speeds).map(|(k, &speed)| (format!("speeds[{k}]"), speed as f64 / 64.0));
            let teeth = ["i1", "i2"].map(|name| (name.to_string(), 2.0));
            forces.chain(speeds).chain(teeth).collect()
        })
        .collect();
    let given: Vec<Vec<(&str, f64)>> =
        given.iter().map(|one| one.iter().map(|(name, value)| (name.as_str(), *value)).collect()).collect();
    for (expected, found) in states.keys().zip(runs(DRIVE, "DriveTrain.Examples.States", &given, 1e-6)) {
        let modes = ["c4", "c5", "c6", "c8", "c11", "c12"].map(|name| last(&found, &format!("{name}.mode")));
        assert_eq!(
            modes,
            expected.map(|sign| [BACKWARD, STUCK, FORWARD][(sign + 1) as usize]),
            "{expected:?}"
        );
    }
}
