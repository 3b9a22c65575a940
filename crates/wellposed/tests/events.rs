//! E004-part7: what the language of events means, and that no event is lost or doubled.

#![allow(clippy::unwrap_used)]

use super::model;

use std::f64::consts::PI;
use wellposed::Cancellation;

use model::{Text, at, at_time, last, near};
use wellposed::syntax::{Diagnostic, DiagnosticCode};
use wellposed::{Experiment, Overrides, PlannedModel, Trajectory, Wellposedness};

fn run_until(text: &str, experiment: &Experiment) -> Result<Trajectory, Vec<Diagnostic>> {
    let text = Text::new(text);
    let checked = text.check();
    assert_eq!(checked.wellposedness, Wellposedness::Well, "{:?}", checked.diagnostics);
    text.run(checked.model.unwrap(), experiment, &Overrides::default())
}

fn run(text: &str, stop: f64) -> Result<Trajectory, Vec<Diagnostic>> {
    run_until(text, &Experiment { stop, tolerance: 1e-10, ..Experiment::default() })
}

/// The points at which a variable changes its value.
fn changes(trajectory: &Trajectory, name: &str) -> Vec<usize> {
    let differs = |&point: &usize| at(trajectory, point, name) != at(trajectory, point - 1, name);
    (1..trajectory.times.len()).filter(differs).collect()
}

#[test]
fn e004_part7_1_a_sampled_controller_and_its_plant() {
    let text = "
        model Sampled
          Real xp(start = 0, fixed = true), y = xp; parameter Real yr = 1;
          discrete Real xc(start = 0, fixed = true), u(start = 0, fixed = true);
        equation
          der(xp) = -xp + u;
          when sample(0, 0.1) then xc = 0.5*pre(xc) + yr - y; u = pre(xc) + 2*(yr - y); end when;
        end Sampled;";
    let found = run(text, 0.55).unwrap();
    let expected = [
        (0.1, 0.1903251639, 1.309674836, 2.619349672),
        (0.2, 0.4214774078, 1.23336001, 2.466720021),
        (0.3, 0.6161079756, 1.00057203, 2.001144059),
        (0.4, 0.7479115854, 0.7523744294, 1.504748859),
        (0.5, 0.8199341744, 0.5562530403, 1.112506081),
    ];
    near(at(&found, 0, "xc"), 1.0, 1e-12);
    near(at(&found, 0, "u"), 2.0, 1e-12);
    let points = changes(&found, "u");
    assert_eq!(points.len(), expected.len());
    for (point, (t, y, xc, u)) in points.into_iter().zip(expected) {
        near(found.times[point], t, 1e-15);
        near(at(&found, point, "y"), y, 1e-8);
        near(at(&found, point, "xc"), xc, 1e-8);
        near(at(&found, point, "u"), u, 1e-8);
    }
}

#[test]
fn e004_part7_1_what_is_sampled_is_computed_in_order_and_without_a_loop() {
    let text = "
        model Sampled
          input Real yr; output Real y;
          Real xp[2](each start = 0, each fixed = true);
          parameter Real A[:, size(A, 1)] = 0.1*identity(5), B[size(A, 1)] = ones(5);
          parameter Real C[size(A, 2)] = ones(5), D = 2, Ts = 0.1;
          discrete Real xc[size(A, 1)](each start = 0, each fixed = true), u(start = 0, fixed = true);
        equation
          der(xp) = {xp[2], u - xp[1]}; y = xp[1] + xp[2];
          when sample(0, Ts) then
            xc = A*pre(xc) + B*(yr - y); u = C*pre(xc) + D*(yr - y);
          end when;
        end Sampled;";
    let checked = Text::new(text).check();
    let order = PlannedModel::new(checked.model.unwrap(), &Cancellation::default()).unwrap().print();
    let run = order.split("\nrun\n").nth(1).unwrap();
    let at = |what: &str| run.find(what).unwrap_or_else(|| panic!("no {what} in\n{run}"));
    assert!(!run.contains("solve"), "{run}");
    for k in 1..=5 {
        assert!(at("y :=") < at(&format!("xc[{k}] :=")), "{run}");
    }
    assert!(at("y :=") < at("u :=") && at("u :=") < at("der(xp[2]) :="), "{run}");
}

#[test]
fn e004_part8_1_a_diode_is_a_mixed_block_of_five_and_three_formulas() {
    let text = "
        model Rectifier
          input Real v0; parameter Real R1 = 1, R2 = 10, C = 0.1;
          Real v1, v2(start = 0, fixed = true), u, s, i0, i1, i2; Boolean off;
        equation
          off = s < 0; u = v1 - v2; u = if off then s else 0; i0 = if off then 0 else s;
          R1*i0 = v0 - v1; i2 = v2/R2; i1 = i0 - i2; der(v2) = i1/C;
        end Rectifier;";
    let checked = Text::new(text).check();
    let order = PlannedModel::new(checked.model.unwrap(), &Cancellation::default()).unwrap().print();
    let run = order.split("\nrun\n").nth(1).unwrap().split("\nrelations").next().unwrap();
    // Four unknowns are solved for, s, u, v1 and i0, and off beside them; between events off stays as it is.
    let lines: Vec<&str> = run.lines().filter(|line| !line.trim().starts_with("v0")).collect();
    assert_eq!(lines[0].trim(), "solve 4, linear, for s", "{run}");
    assert_eq!(lines[5].trim(), "then off := s < 0", "{run}");
    let rest: Vec<&str> = lines[6..].iter().map(|line| line.trim()).collect();
    assert_eq!(rest, ["i2 := v2 / R2", "i1 := i0 - i2", "der(v2) := i1 / C"]);
}

const TANKS: &str = "
    Real h1(start = 5, fixed = true), h2(start = -1, fixed = true); Boolean close(start = true, fixed = true);
    equation der(h1) = -1; der(h2) = 1;";

/// The places of the one finding, by the text they hold.
fn told(text: &str, code: DiagnosticCode) -> Vec<String> {
    let checked = Text::new(text).check();
    assert_ne!(checked.wellposedness, Wellposedness::Well);
    let [found] = checked.diagnostics.as_slice() else { panic!("{:?}", checked.diagnostics) };
    assert_eq!(found.code, code);
    let labels = found.related.iter().chain([&found.primary]);
    labels.map(|label| text[label.place.span.range()].to_string()).collect()
}

#[test]
fn e004_part7_2_two_whens_for_one_variable_are_told_with_both_places() {
    let text = format!(
        "model Tanks {TANKS}
          when h1 < 3 then close = true; end when; when h2 > 1 then close = false; end when;
        end Tanks;"
    );
    let places = told(&text, DiagnosticCode::SetTwice);
    assert_eq!(
        places,
        ["when h1 < 3 then close = true; end when", "when h2 > 1 then close = false; end when"]
    );
}

#[test]
fn e004_part7_3_in_an_algorithm_the_later_when_wins() {
    let text = format!(
        "model Tanks {TANKS}
          algorithm when h1 < 3 then close := true; end when; when h2 > 1 then close := false; end when;
        end Tanks;"
    );
    let found = run(&text, 4.0).unwrap();
    let points = changes(&found, "close");
    assert_eq!(points.len(), 1);
    at_time(found.times[points[0]], 2.0);
    assert_eq!(last(&found, "close"), 0.0);
}

#[test]
fn e004_part7_4_an_algorithm_and_an_equation_for_one_variable() {
    let text = format!(
        "model Tanks {TANKS}
          close = h1 > 2;
          algorithm when h1 < 3 then close := true; end when; when h2 > 1 then close := false; end when;
        end Tanks;"
    );
    let places = told(&text, DiagnosticCode::SetTwice);
    assert_eq!(places[0], "close = h1 > 2");
    assert_eq!(places.len(), 2);
}

#[test]
fn e004_part7_5_a_loop_in_one_when_is_solved_and_one_across_whens_is_told() {
    let start = "Real x(start = 0, fixed = true); discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
        equation der(x) = 1;";
    let text = format!("model One {start} when x > 0.5 then a = 2*b + 1; b = a - 3; end when; end One;");
    let found = run(&text, 1.0).unwrap();
    near(last(&found, "a"), 5.0, 1e-12);
    near(last(&found, "b"), 2.0, 1e-12);
    let text = format!(
        "model Two {start}
          when x > 0.5 then a = 2*b + 1; end when; when x > 0.7 then b = a - 3; end when;
        end Two;"
    );
    assert_eq!(told(&text, DiagnosticCode::WhenLoop).len(), 2);
    // With one condition, written twice, they are solved together as well.
    let text = format!(
        "model Same {start}
          when x > 0.5 then a = 2*b + 1; end when; when x > 0.5 then b = a - 3; end when;
        end Same;"
    );
    near(last(&run(&text, 1.0).unwrap(), "a"), 5.0, 1e-12);
}

#[test]
fn e004_part7_6_a_two_point_controller_switches_where_its_input_is_zero() {
    let text = "
        model Points
          Real u = sin(time), y, x(start = 0, fixed = true);
        equation
          y = if u > 0 then 1 else -1; der(x) = y;
        end Points;";
    let found = run(text, 2.0 * PI).unwrap();
    let points = changes(&found, "y");
    near(found.times[points[0]], 0.0, 1e-9);
    at_time(found.times[points[1]], PI);
    near(at(&found, points[1], "x"), PI, 1e-9);
    near(last(&found, "x"), 0.0, 1e-9);
}

#[test]
fn e004_part7_7_a_root_is_guarded_without_events_only() {
    let text = |guard: &str| {
        format!(
            "model Root
              Real u = cos(time), y, x(start = 0, fixed = true);
            equation
              y = if {guard} then sqrt(u) else 0; der(x) = y;
            end Root;"
        )
    };
    let found = run(&text("u >= 0"), 3.0).unwrap_err();
    assert_eq!(found[0].code, DiagnosticCode::Stuck, "{found:?}");
    let found = run(&text("noEvent(u >= 0)"), 3.0).unwrap();
    assert_eq!(last(&found, "y"), 0.0);
    // The integral of the root of the cosine over a quarter of its period.
    near(last(&found, "x"), 1.198_140_234_735_592, 1e-6);
}

#[test]
fn e004_part7_8_a_ball_bounces() {
    let text = "
        model Ball
          Real h(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true);
        equation
          der(h) = v; der(v) = -9.81;
          when h < 0 then reinit(v, -0.7*pre(v)); n = pre(n) + 1; end when;
        end Ball;";
    let found = run(text, 2.1).unwrap();
    let times: Vec<f64> = changes(&found, "n").into_iter().map(|point| found.times[point]).collect();
    let expected = [0.451523640986, 1.08365673837, 1.52614990653, 1.83589512425, 2.05271677665];
    assert_eq!(times.len(), expected.len(), "{times:?}");
    times.into_iter().zip(expected).for_each(|(found, expected)| at_time(found, expected));
    // Between two impacts it rises to 0.49 of the height before: the speed after an impact tells.
    for (point, height) in changes(&found, "n").into_iter().zip([0.49, 0.2401, 0.117649]) {
        near(at(&found, point, "v").powi(2) / (2.0 * 9.81), height, 1e-9);
    }
    // The impacts add up to a finite time, which is told.
    let wrong = run(text, 3.0).unwrap_err();
    assert_eq!(wrong[0].code, DiagnosticCode::Zeno);
    assert!(wrong[0].message.contains("`h < 0`") && wrong[0].message.contains("2.55863"), "{wrong:?}");
}

#[test]
fn a_ball_that_hardly_bounces_does_not_fall_through_the_floor() {
    for bounce in ["0.3", "0.1", "0.05", "0.01", "0.001", "1e-5"] {
        let text = format!(
            "model Clay
              Real h(start = 1, fixed = true), v(start = 0, fixed = true);
            equation
              der(h) = v; der(v) = -9.81;
              when h < 0 then reinit(v, -{bounce}*pre(v)); end when;
            end Clay;"
        );
        let wrong = run(&text, 3.0).unwrap_err();
        assert_eq!(wrong[0].code, DiagnosticCode::Zeno, "{wrong:?}");
        assert!(wrong[0].message.contains("`h < 0`"), "{wrong:?}");
    }
}

#[test]
fn branches_of_a_smooth_flow_may_take_turns_ever_faster() {
    // A swing that dies away crosses zero as often as before; one whose spring hardens crosses it ever faster.
    let text = "
        model Swing
          Real x(start = 1, fixed = true), v(start = 0, fixed = true), k(start = 1, fixed = true);
        equation
          der(x) = v; der(k) = 2*k; der(v) = -k*(if x > 0 then x else 2*x) - 6*v;
        end Swing;";
    run(text, 6.0).unwrap();
}

#[test]
fn a_ball_that_comes_to_rest_is_not_blamed() {
    let text = "
        model Ball
          Real h(start = 1, fixed = true), v(start = 0, fixed = true); Boolean flies(start = true, fixed = true);
        equation
          der(h) = v; der(v) = if flies then -9.81 else 0;
          when h < 0 then flies = pre(v) < -0.001; reinit(v, if flies then -0.7*pre(v) else 0); end when;
        end Ball;";
    let found = run(text, 3.0).unwrap();
    assert_eq!(last(&found, "flies"), 0.0);
    near(last(&found, "h"), 0.0, 1e-9);
}

#[test]
fn e004_part7_9_the_same_events_happen_each_time() {
    let text = "
        model Race
          Real x(start = 0, fixed = true), y(start = 1, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
        equation
          der(x) = 1; der(y) = -1;
          when {x > 0.5, y < 0.5} then n = pre(n) + 1; end when;
          when n > 0 then m = n + 1; end when;
        end Race;";
    let (first, second) = (run(text, 1.0).unwrap(), run(text, 1.0).unwrap());
    assert_eq!(first.times, second.times);
    for name in ["x", "y", "n", "m"] {
        let bits = |found: &Trajectory| {
            (0..found.times.len()).map(|point| at(found, point, name).to_bits()).collect::<Vec<u64>>()
        };
        assert_eq!(bits(&first), bits(&second));
    }
}

#[test]
fn e004_part8_5_friction_with_a_speed_of_zero_cannot_be_simulated_and_is_told() {
    let text = "
        model Declarative
          Real v(start = 0, fixed = true), s(start = 0), f, u = 2*sin(time); Boolean forward, backward;
        equation
          forward = s > 1; backward = s < -1;
          v = if forward then s - 1 elseif backward then s + 1 else 0;
          f = if forward then 1 + 0.5*(s - 1) elseif backward then -1 + 0.5*(s + 1) else s;
          der(v) = u - f;
        end Declarative;";
    let found = run(text, 2.0).unwrap_err();
    assert!(matches!(found[0].code, DiagnosticCode::Stuck | DiagnosticCode::NoStart), "{found:?}");
    let place = &text[found[0].primary.place.span.range()];
    assert_eq!(place, "v = if forward then s - 1 elseif backward then s + 1 else 0");
    assert!(found[0].help.as_ref().is_some_and(|help| help.contains("acceleration of zero")), "{found:?}");
}

#[test]
fn e004_part8_5_it_stops_where_the_speed_is_zero_and_cannot_break_away_again() {
    // It slides at first, with a speed of 3 exp(-t/2) - 2, and comes to rest at 2 log(3/2).
    let text = "
        model Declarative
          Real v(start = 1, fixed = true), s(start = 2), f; Boolean forward, backward;
        equation
          forward = s > 1; backward = s < -1;
          v = if forward then s - 1 elseif backward then s + 1 else 0;
          f = if forward then 1 + 0.5*(s - 1) elseif backward then -1 + 0.5*(s + 1) else s;
          der(v) = -f;
        end Declarative;";
    let found = run(text, 2.0).unwrap_err();
    assert_eq!(found[0].code, DiagnosticCode::Stuck, "{found:?}");
    assert!(found[0].message.contains("at time 0.81093"), "{found:?}");
    let place = &text[found[0].primary.place.span.range()];
    assert_eq!(place, "v = if forward then s - 1 elseif backward then s + 1 else 0");
}

#[test]
fn what_waits_for_the_end_happens_once() {
    let text = "
        model Last
          Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); discrete Real y(start = -1, fixed = true);
        equation
          der(x) = 1;
          when terminal() then n = pre(n) + 1; y = x; end when;
          when x > 0.75 then terminate(\"enough\"); end when;
        end Last;";
    for (stop, end) in [(0.5, 0.5), (1.0, 0.75)] {
        let found = run(text, stop).unwrap();
        assert_eq!(last(&found, "n"), 1.0);
        near(last(&found, "y"), end, 1e-9);
        // Before the end nothing of it is seen.
        let before = found.times.iter().rposition(|&t| t < end - 1e-9).unwrap();
        assert!((0..=before).all(|point| at(&found, point, "n") == 0.0));
    }
}

#[test]
fn what_is_true_or_a_literal_for_ever_has_its_value() {
    let text = "
        model Fixed
          type Mode = enumeration(Off, On);
          parameter Real force = 0;
          Boolean free = force <= 0, loose = free, tight = not true; Mode mode = Mode.On, other = mode;
          Real x(start = 1, fixed = true);
        equation
          der(x) = -x;
        end Fixed;";
    let found = run(text, 1.0).unwrap();
    let values = ["free", "loose", "tight", "mode", "other"].map(|name| last(&found, name));
    assert_eq!(values, [1.0, 1.0, 0.0, 2.0, 2.0]);
}

#[test]
fn no_bounce_is_lost_or_doubled() {
    // From one wall to the other and back, a hundred thousand times.
    let text = "
        model Walls
          Real h(start = 0.5, fixed = true), v(start = 1, fixed = true); Integer n(start = 0, fixed = true);
        equation
          der(h) = v; der(v) = 0;
          when {h < 0, h > 1} then reinit(v, -pre(v)); n = pre(n) + 1; end when;
        end Walls;";
    let found = run(text, 100_000.0).unwrap();
    assert_eq!(last(&found, "n"), 100_000.0);
    let times = changes(&found, "n");
    assert_eq!(times.len(), 100_000);
}

#[test]
fn no_sample_is_lost_or_doubled() {
    let text = "
        model Samples
          Integer n(start = 0, fixed = true); Real x(start = 0, fixed = true);
        equation
          der(x) = 1;
          when sample(0.0005, 0.001) then n = pre(n) + 1; end when;
        end Samples;";
    let found = run(text, 100.0).unwrap();
    assert_eq!(last(&found, "n"), 100_000.0);
    assert_eq!(changes(&found, "n").len(), 100_000);
}

#[test]
fn what_chatters_is_told_with_its_relation() {
    let text = "
        model Chatter
          Real x(start = 1, fixed = true);
        equation
          der(x) = if x > 0 then -1 else 1;
        end Chatter;";
    let found = run(text, 2.0).unwrap_err();
    assert_eq!(found[0].code, DiagnosticCode::Chattering);
    assert!(found[0].message.contains("`x > 0`"), "{found:?}");
    assert_eq!(&text[found[0].primary.place.span.range()], "der(x) = if x > 0 then -1 else 1");
}

#[test]
fn an_input_with_a_value_of_its_own_has_it() {
    let text =
        "model Given input Real u = 2*time; Real x(start = 0, fixed = true); equation der(x) = u; end Given;";
    near(last(&run(text, 1.0).unwrap(), "x"), 1.0, 1e-8);
}

#[test]
fn a_model_says_why_it_ends() {
    let text = "
        model Enough
          Real x(start = 0, fixed = true);
        equation
          der(x) = 1;
          when x > 0.5 then terminate(\"x is past \" + String(0.5)); end when;
        end Enough;";
    let found = run(text, 1.0).unwrap();
    at_time(*found.times.last().unwrap(), 0.5);
    assert_eq!(found.ended.as_deref(), Some("x is past 0.5"));
}

#[test]
fn what_a_flow_carries_makes_no_events() {
    // The flow turns six times in twenty seconds; the factor beside it changes once.
    let events = |law: &str| {
        let text = format!(
            "connector Port Real p; flow Real m; stream Real h; end Port;
            model Sea Port port; equation port.p = 0; port.h = 3; end Sea;
            model Tide
              Port port; Real moon(start = 0, fixed = true), sun(start = 1, fixed = true), y;
            equation
              der(moon) = sun; der(sun) = -moon; port.m = moon + 0.5; port.h = 2;
              {law};
            end Tide;
            model Shore Tide tide; Sea sea; equation connect(tide.port, sea.port); end Shore;"
        );
        let found = run(&text, 20.0).unwrap();
        for (point, &t) in found.times.iter().enumerate().filter(|_| law.starts_with("y = port.m*")) {
            let flow = t.sin() + 0.5;
            near(at(&found, point, "tide.y"), flow * if flow > 0.0 { 3.0 } else { 2.0 }, 1e-6);
        }
        found.statistics.root_events
    };
    assert_eq!(events("y = port.m*actualStream(port.h)"), 0);
    assert_eq!(events("y = actualStream(port.h)*(-2*port.m/7)"), 0);
    // What passes jumps where the flow turns, alone and beside any other flow.
    assert_eq!(events("y = actualStream(port.h)"), 6);
    assert_eq!(events("y = moon*actualStream(port.h)"), 6);
    // Other factors keep their events.
    assert_eq!(events("y = (if moon + time > 1.5 then 1 else 2)*port.m*actualStream(port.h)"), 1);
}
