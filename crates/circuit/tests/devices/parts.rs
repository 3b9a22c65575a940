//! Switches and lines: what they remember.

use super::circuit;
use circuit::{DeviceConditions, Switch, TransmissionLine};

fn switch(lines: &str) -> Switch {
    let circuit = circuit(lines);
    Switch::new(&circuit, &circuit.devices[0], &DeviceConditions::new(&circuit)).unwrap()
}

#[test]
fn a_switch_stays_as_it_is_between_its_edges() {
    let mut switch = switch("S1 a b c d s\n.model s sw(vt=1 vh=0.25 ron=2 roff=1meg)");
    let mut states = Vec::new();
    for control in [0.0, 1.2, 1.3, 1.0, 0.8, 0.7, 1.2, 1.26] {
        switch.accept(control);
        states.push(switch.closed());
    }
    assert_eq!(states, [false, false, true, true, true, false, false, true]);
    assert_eq!((switch.conductance(), switch.edge()), (0.5, 0.75));
    assert!(switch.accept(0.0) && !switch.accept(0.0));
    assert_eq!((switch.conductance(), switch.edge()), (1e-6, 1.25));
}

#[test]
fn a_switch_begins_as_it_is_told() {
    assert!(switch("S1 a b c d s on\n.model s sw(vt=1 vh=0.25)").closed());
    assert!(!switch("V1 c 0 1\nW1 a b V1 s off\n.model s csw(it=1m)").closed());
    // Without values: one ohm, or as much as lies across a junction.
    let mut switch = switch("S1 a b c d s\n.model s sw");
    assert_eq!(switch.conductance(), 1e-12);
    assert!(switch.accept(1e-3));
    assert_eq!(switch.conductance(), 1.0);
}

fn line(settings: &str) -> TransmissionLine {
    let circuit = circuit(&format!("T1 a 0 b 0 {settings}"));
    TransmissionLine::new(&circuit, &circuit.devices[0], &DeviceConditions::new(&circuit)).unwrap()
}

#[test]
fn delays_are_times_or_waves() {
    assert_eq!((line("z0=50 td=2n").impedance, line("z0=50 td=2n").delay), (50.0, 2e-9));
    assert!((line("z0=75 f=100meg").delay - 2.5e-9).abs() < 1e-20);
    assert!((line("z0=75 f=100meg nl=1").delay - 1e-8).abs() < 1e-20);
}

#[test]
fn what_goes_in_comes_out_at_the_other_end() {
    let mut line = line("z0=50 td=1");
    line.initialize(0.0, [1.0, 2.0], [0.01, 0.02]);
    // Before the first wave arrives it is as if nothing had ever changed.
    assert_eq!(line.incident_waves(0.5), [3.0, 1.5]);
    // A parabola is carried exactly, whatever the steps.
    let wave = |time: f64| 1.5 + 2.0 * time - 0.3 * time * time;
    let mut time = 0.0;
    for step in 1..400 {
        time += 0.01 + 0.02 * f64::from(step % 3);
        let [first, second] = line.incident_waves(time);
        if time > 1.1 {
            assert!((second - wave(time - 1.0)).abs() < 1e-12, "{second} at {time}");
            assert_eq!(first, 3.0);
        }
        line.accept_point(time, [wave(time), 3.0], [0.0, 0.0], false);
    }
    // No more is kept than the delay needs.
    assert!(line.len() < 60, "{}", line.len());
}

#[test]
fn corners_stay_corners() {
    let mut line = line("z0=50 td=1");
    line.initialize(0.0, [0.0; 2], [0.0; 2]);
    line.accept_point(0.2, [0.0; 2], [0.0; 2], true);
    line.accept_point(0.4, [1.0, 0.0], [0.0; 2], false);
    // No parabola is laid across the corner at 0.2, and a jump has two values.
    assert!((line.incident_waves(1.3)[1] - 0.5).abs() < 1e-12);
    assert_eq!(line.incident_waves(1.1)[1], 0.0);
    line.accept_point(0.6, [2.0, 0.0], [0.0; 2], true);
    line.accept_point(0.6, [5.0, 0.0], [0.0; 2], true);
    line.accept_point(0.8, [5.0, 0.0], [0.0; 2], false);
    assert!((line.incident_waves(1.6 - 1e-9)[1] - 2.0).abs() < 1e-6);
    assert_eq!(line.incident_waves(1.6)[1], 5.0);
    assert_eq!(line.incident_waves(1.7)[1], 5.0);
}
