//! Models are simulated from text to values, and the values are those that are known by other means.

#![allow(clippy::unwrap_used)]

use super::model;

use model::{Text, last};
use wellposed::syntax::DiagnosticCode;
use wellposed::{
    Experiment, IntegrationMethod, Overrides, RepairSearch, Trajectory, Wellposedness, check, check_whole,
    simulate,
};

fn run(
    text: &str,
    experiment: &Experiment,
    overrides: &Overrides,
) -> Result<Trajectory, Vec<DiagnosticCode>> {
    let text = Text::new(text);
    let checked = text.check();
    assert_eq!(checked.wellposedness, Wellposedness::Well);
    let result = text.run(checked.model.unwrap(), experiment, overrides);
    result.map_err(|found| found.iter().map(|found| found.code).collect())
}

fn until(stop: f64, tolerance: f64) -> Experiment {
    Experiment { stop, tolerance, ..Experiment::default() }
}

#[test]
fn a_circuit_charges_as_its_formula_says() {
    let text = "
        connector Pin Real v; flow Real i; end Pin;
        partial model TwoPin Pin p, n; Real v = p.v - n.v; equation 0 = p.i + n.i; end TwoPin;
        model Resistor extends TwoPin; parameter Real R = 2; equation v = R*p.i; end Resistor;
        model Capacitor extends TwoPin(v(start = 0, fixed = true)); parameter Real C = 0.5; equation C*der(v) = p.i; end Capacitor;
        model Source extends TwoPin; equation v = 10; end Source;
        model Ground Pin p; equation p.v = 0; end Ground;
        model Circuit
          Resistor r; Capacitor c; Source s; Ground g;
        equation
          connect(s.p, r.p); connect(r.n, c.p); connect(c.n, s.n); connect(s.n, g.p);
        end Circuit;";
    let trajectory = run(text, &until(3.0, 1e-8), &Overrides::default()).unwrap();
    let expected = 10.0 * (1.0 - (-3.0f64).exp());
    assert!((last(&trajectory, "c.v") - expected).abs() < 1e-5);
    // What was an alias is there all the same.
    assert!((last(&trajectory, "s.p.i") + last(&trajectory, "r.p.i")).abs() < 1e-12);
    let other = Overrides { parameters: vec![("r.R".to_string(), 4.0)], ..Overrides::default() };
    let slower = run(text, &until(3.0, 1e-8), &other).unwrap();
    assert!((last(&slower, "c.v") - 10.0 * (1.0 - (-1.5f64).exp())).abs() < 1e-5);
}

/// Who loses patience while the beginning is iterated does not wait for the end of it.
#[test]
fn patience_is_asked_inside_of_a_step() {
    let text = "model M Real x(start = 40), y(start = 40), z(start = 0, fixed = true); equation
        exp(x/5) + y = 7; y^3 + x*y = 30; der(z) = x; end M;";
    let Text { files, loaded } = &Text::new(text);
    let model = check(files, loaded, "M", &RepairSearch::default()).model.unwrap();
    let asked = std::cell::Cell::new(0);
    let patient = || {
        asked.set(asked.get() + 1);
        asked.get() < 3
    };
    let run = simulate(files, loaded, model, &until(1.0, 1e-6), &Overrides::default(), &patient, None);
    let found = run.err().unwrap().found;
    assert_eq!(
        (found[0].code, found[0].message.as_str()),
        (DiagnosticCode::Stuck, "the simulation was cancelled at time 0")
    );
    assert_eq!(asked.get(), 3);
}

const PENDULUM: &str = "
    model Pendulum
      parameter Real v = 6;
      Real x(start = 0, fixed = true), y(start = -1), vx(start = v, fixed = true), vy, F;
    equation
      der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81;
      x^2 + y^2 = 1;
    end Pendulum;";

/// How far the length of the pendulum is from one, its velocity from a tangent and its energy from that at the
/// beginning, at worst, and how often it passes the top.
fn pendulum(trajectory: &Trajectory, v: f64) -> (f64, f64, f64, usize) {
    let ids = ["x", "y", "vx", "vy"].map(|name| trajectory.variable(name).unwrap());
    let (mut length, mut tangent, mut energy): (f64, f64, f64) = (0.0, 0.0, 0.0);
    let (mut turns, mut before) = (0, 0.0);
    for point in 0..trajectory.times.len() {
        let [x, y, vx, vy] = ids.map(|id| trajectory.value(point, id));
        length = length.max((x.hypot(y) - 1.0).abs());
        tangent = tangent.max((x * vx + y * vy).abs());
        energy = energy.max((0.5 * (vx * vx + vy * vy - v * v) + 9.81 * (y + 1.0)).abs());
        turns += usize::from(y > 0.5 && before * x < 0.0);
        before = x;
    }
    (length, tangent, energy, turns)
}

#[test]
fn a_pendulum_in_cartesian_coordinates_turns_and_keeps_its_length() {
    for method in [IntegrationMethod::Bdf, IntegrationMethod::Explicit] {
        let fast = Overrides { parameters: vec![("v".to_string(), 7.0)], ..Overrides::default() };
        let experiment = Experiment { method, ..until(10.0, 1e-8) };
        let (length, tangent, energy, turns) = pendulum(&run(PENDULUM, &experiment, &fast).unwrap(), 7.0);
        assert!(length < 1e-8 && tangent < 1e-8, "{length} {tangent}");
        assert!(energy < 1e-4, "{energy}");
        assert!(turns > 5, "{turns}");
        // It swings through the lowest point and nearly to the highest one.
        let slow = Overrides { parameters: vec![("v".to_string(), 6.2)], ..Overrides::default() };
        let (length, _, energy, turns) = pendulum(&run(PENDULUM, &experiment, &slow).unwrap(), 6.2);
        assert!(length < 1e-8 && energy < 1e-4, "{length} {energy}");
        assert_eq!(turns, 0);
    }
}

/// Two choices at once, each with several variables: the attitude of a body as a quaternion of length one, and a bead
/// on a ring.
#[test]
fn states_of_a_quaternion_are_chosen_anew() {
    let text = "
        model Spin
          Real q[4](start = {1, 0, 0, 0}), w[3] = {0.9, 2.1 + time, -1.4};
          Real x(start = 1), y(start = 0), s(start = 0, fixed = true);
        initial equation
          q[1:3] = {1, 0, 0};
        equation
          der(q[1]) = 0.5*(-q[2]*w[1] - q[3]*w[2] - q[4]*w[3]) + F*q[1];
          der(q[2]) = 0.5*( q[1]*w[1] - q[4]*w[2] + q[3]*w[3]) + F*q[2];
          der(q[3]) = 0.5*( q[4]*w[1] + q[1]*w[2] - q[2]*w[3]) + F*q[3];
          der(q[4]) = 0.5*(-q[3]*w[1] + q[2]*w[2] + q[1]*w[3]) + F*q[4];
          q*q = 1;
          der(x) = -y + G*x; der(y) = x + G*y; x^2 + y^2 = 1; der(s) = 1;
        protected
          Real F, G;
        end Spin;";
    let trajectory = run(text, &until(12.0, 1e-8), &Overrides::default()).unwrap();
    let q = [1, 2, 3, 4].map(|at| last(&trajectory, &format!("q[{at}]")));
    assert!((q.iter().map(|q| q * q).sum::<f64>() - 1.0).abs() < 1e-8);
    assert!((last(&trajectory, "x") - 12f64.cos()).abs() < 1e-5);
    assert!((last(&trajectory, "y") - 12f64.sin()).abs() < 1e-5);
    for name in ["F", "G"] {
        assert!(last(&trajectory, name).abs() < 1e-5, "nothing pulls: {name}");
    }
}

/// p cannot be computed from q at the beginning, which only shows when c is computed: then the start of p is used.
#[test]
fn the_beginning_is_tried_with_other_states() {
    let text = "
        model Late
          Real q(start = 0.9), p(start = 0.5);
          Real a = 1.5707963267948966 + time, c = cos(a), s = sin(a);
        equation
          c*sin(p) + s*q = 1; der(p) + der(q) = -p;
        end Late;";
    let trajectory = run(text, &until(0.5, 1e-8), &Overrides::default()).unwrap();
    let first = |name: &str| trajectory.value(0, trajectory.variable(name).unwrap());
    assert!((first("p") - 0.5).abs() < 1e-12 && (first("q") - 1.0).abs() < 1e-12);
    let [p, q, c, s] = ["p", "q", "c", "s"].map(|name| last(&trajectory, name));
    assert!((c * p.sin() + s * q - 1.0).abs() < 1e-9);
}

/// x is the solution of a loop that no formula solves; beside it a linear one.
#[test]
fn an_explicit_method_solves_loops_on_its_way() {
    let text = "
        model Loop
          Real x(start = 1), s(start = 0, fixed = true), a, b;
        equation
          x + 0.1*sin(x) = 2 + s; der(s) = x - s + a;
          a + 2*b = s; 3*a - b*(1 + s) = time;
        end Loop;";
    let [implicit, explicit] = [IntegrationMethod::Bdf, IntegrationMethod::Explicit]
        .map(|method| run(text, &Experiment { method, ..until(1.0, 1e-9) }, &Overrides::default()).unwrap());
    for name in ["x", "s", "a", "b"] {
        let (a, b) = (last(&implicit, name), last(&explicit, name));
        assert!((a - b).abs() < 1e-6 * (1.0 + a.abs()), "{name}: {a} {b}");
    }
    let (x, s) = (last(&explicit, "x"), last(&explicit, "s"));
    assert!((x + 0.1 * x.sin() - 2.0 - s).abs() < 1e-10);
}

/// The state is so slow that steps are long; what the event depends on is fast and follows from a loop.
#[test]
fn events_by_loops_are_found_once_and_in_time() {
    let text = "
        model Fast
          Real s(start = 0, fixed = true), v = sin(50*time), i, last(start = 0, fixed = true);
          Integer n(start = 0, fixed = true);
        equation
          i + 0.1*i^3 = v; der(s) = 1e-3;
          when i > 0.2 then n = pre(n) + 1; last = time; end when;
        end Fast;";
    for method in [IntegrationMethod::Bdf, IntegrationMethod::Explicit] {
        let trajectory =
            run(text, &Experiment { method, ..until(1.0, 1e-6) }, &Overrides::default()).unwrap();
        assert_eq!(last(&trajectory, "n"), 8.0, "{method:?}");
        let due = (0.2f64 + 0.1 * 0.008).asin() / 50.0 + 7.0 * std::f64::consts::PI / 25.0;
        assert!(
            (last(&trajectory, "last") - due).abs() < 1e-6,
            "{method:?} {}",
            last(&trajectory, "last") - due
        );
    }
}

#[test]
fn an_explicit_method_gives_up_where_a_model_is_stiff() {
    let text =
        "model Stiff Real x(start = 0, fixed = true); equation der(x) = 1e9*(cos(time) - x); end Stiff;";
    let experiment = Experiment { method: IntegrationMethod::Explicit, ..until(10.0, 1e-6) };
    assert_eq!(run(text, &experiment, &Overrides::default()).unwrap_err(), [DiagnosticCode::Stuck]);
    let trajectory = run(text, &until(10.0, 1e-6), &Overrides::default()).unwrap();
    assert!((last(&trajectory, "x") - 10f64.cos()).abs() < 1e-5);
}

/// What settles fast is not stiff for long: until 0.1 nothing happens, and then 1 - e^(-1e4 (t - 0.1)) of the way to 1e4 is
/// done in less than ten thousandths of a second, by steps that are short because the solution asks for them.
#[test]
fn an_explicit_method_does_not_give_up_where_a_model_settles_fast() {
    let text = "
        model Settling
          Real x(start = 0, fixed = true);
          discrete Real u(start = 0, fixed = true);
        equation
          der(x) = -1e4*(x - u);
          when time > 0.1 then u = 10000; end when;
        end Settling;";
    let experiment = Experiment { method: IntegrationMethod::Explicit, ..until(1.0, 1e-6) };
    let trajectory = run(text, &experiment, &Overrides::default()).unwrap();
    assert!((last(&trajectory, "x") - 1e4).abs() < 1e-2, "{}", last(&trajectory, "x"));
}

/// The first equation hardly depends on its unknowns beside its term of 1e5, whose last digit is 1.5e-11: divided by the
/// slope of 1e-6 that is 1.5e-5, and nearer to sin(t), by which the right-hand sides were made, nobody can come.
#[test]
fn a_loop_ends_where_rounding_ends_it() {
    let text = "
        model Ill
          Real x(start = 0), y(start = 1), z(start = 1);
          Real s(start = 0, fixed = true);
        protected
          Real a = sin(time), b = cos(time), c = cos(2*time);
        equation
          1e5*exp(1e-11*x) + 1e-6*tanh(y + x) + 1e-6*tanh(z) = 1e5*exp(1e-11*a) + 1e-6*tanh(b + a) + 1e-6*tanh(c);
          y + 1e-1*y^3 + 0.3*sin(x) + 0.2*sin(z) = b + 1e-1*b^3 + 0.3*sin(a) + 0.2*sin(c);
          z + 1e-1*z^3 - 0.2*tanh(x*y) = c + 1e-1*c^3 - 0.2*tanh(a*b);
          der(s) = x;
        end Ill;";
    let trajectory = run(text, &until(3.0, 1e-6), &Overrides::default()).unwrap();
    for (name, value) in [("x", 3f64.sin()), ("y", 3f64.cos()), ("z", 6f64.cos())] {
        assert!((last(&trajectory, name) - value).abs() < 1e-4, "{name} {}", last(&trajectory, name));
    }
}

/// Where the search for the next solution begins is extrapolated from those before, which are the same at all times.
#[test]
fn a_loop_that_does_not_change_stays_the_same_to_the_last_digit() {
    let text = "
        model Con
          Real T(start = 300), U(start=100);
          Real s(start = 0, fixed = true);
        equation
          700*T + 0.3*T^1.5 + 40*log(T)  + U = 212846.48623394096;
          U = 3*sqrt(T)+ 20*log(U);
          der(s) = sin(30*time);
        end Con;";
    let trajectory = run(text, &until(1.0, 1e-6), &Overrides::default()).unwrap();
    for name in ["T", "U"] {
        let variable = trajectory.variable(name).unwrap();
        let values = (0..trajectory.times.len()).map(|point| trajectory.value(point, variable).to_bits());
        assert_eq!(values.collect::<std::collections::BTreeSet<_>>().len(), 1, "{name}");
    }
}

#[test]
fn a_ball_bounces_when_it_should() {
    let text = "
        model Ball
          Real h(start = 1, fixed = true), v(start = 0, fixed = true);
          Integer bounces(start = 0, fixed = true);
        equation
          der(h) = v; der(v) = -9.81;
          when h < 0 then
            reinit(v, -0.8*pre(v));
            bounces = pre(bounces) + 1;
          end when;
        end Ball;";
    let trajectory = run(text, &until(2.0, 1e-9), &Overrides::default()).unwrap();
    assert_eq!(last(&trajectory, "bounces"), 3.0);
    let count = trajectory.variable("bounces").unwrap();
    let first = (0..trajectory.times.len()).find(|&point| trajectory.value(point, count) == 1.0).unwrap();
    assert!((trajectory.times[first] - (2.0f64 / 9.81).sqrt()).abs() < 1e-9);
}

#[test]
fn a_sampled_controller_acts_at_its_times() {
    let text = "
        model Sampled
          discrete Real u(start = 0, fixed = true);
          Real x(start = 1, fixed = true);
        equation
          der(x) = u;
          when sample(0, 0.1) then u = -2*x; end when;
        end Sampled;";
    let trajectory = run(text, &until(0.95, 1e-6), &Overrides::default()).unwrap();
    // Every tenth of a second a fifth of it goes.
    let expected = 0.8f64.powi(9) * 0.9;
    assert!((last(&trajectory, "x") - expected).abs() < 1e-9);
}

#[test]
fn start_values_that_contradict_each_other_are_told() {
    let text = "
        model Tank
          Real level(start = 1, fixed = true), volume(start = 5, fixed = true);
        equation
          der(level) = -level;
          volume = 2*level;
        end Tank;";
    let text = Text::new(text);
    let checked = text.check();
    assert!(checked.wellposedness == Wellposedness::Over && checked.has_inconsistent_initial_conditions());
    // Who simulates it all the same is told the same.
    let run = text.run(checked.model.unwrap(), &until(1.0, 1e-6), &Overrides::default());
    let codes: Vec<DiagnosticCode> = run.unwrap_err().iter().map(|found| found.code).collect();
    assert_eq!(codes, [DiagnosticCode::NoStart]);
}

/// Connectors are named where they have to do with what is wrong, and only there: `q` is grounded inside.
#[test]
fn open_connectors_are_named_where_they_matter() {
    let text = Text::new(
        "connector Pin Real v; flow Real i; end Pin;
        model Ground Pin p; equation p.v = 0; end Ground;
        model M Pin p, n, q; Ground g; equation connect(q, g.p); p.v - n.v = p.i; p.i + n.i = 0; end M;",
    );
    let checked = check_whole(&text.files, &text.loaded, "M", &RepairSearch::default());
    let component = checked.component.unwrap();
    let open: Vec<&str> = component.open.iter().map(|open| open.name.as_str()).collect();
    assert_eq!((checked.wellposedness, open), (Wellposedness::Mixed, vec!["p", "n"]));
    assert_eq!(component.open[0].flows, ["p.i"]);
    assert_eq!(component.open[0].undetermined, ["p.v"]);
    let told = &checked.diagnostics[0];
    assert_eq!(
        (told.code, told.primary.text.as_str()),
        (DiagnosticCode::OpenComponent, "`p.i` is zero, and nothing determines `p.v`")
    );
    // What is wrong all the same is told as that, whatever is connected.
    let text = Text::new(
        "connector Pin Real v; flow Real i; end Pin;
        model Ground Pin p; equation p.v = 0; end Ground;
        model M Pin p; Ground g; Real x; equation connect(p, g.p); x = 1; x = 2; end M;",
    );
    let checked = check_whole(&text.files, &text.loaded, "M", &RepairSearch::default());
    assert!(checked.component.is_none());
    assert!(checked.diagnostics.iter().all(|found| found.code != DiagnosticCode::OpenComponent));
}

#[test]
fn values_for_what_is_not_there_are_refused() {
    let text = "model Decay parameter Real rate = 1; Real x(start = 1, fixed = true); equation der(x) = -rate*x; end Decay;";
    let wrong = Overrides { parameters: vec![("rates".to_string(), 2.0)], ..Overrides::default() };
    assert_eq!(run(text, &until(1.0, 1e-6), &wrong).unwrap_err(), [DiagnosticCode::UnknownName]);
}

/// Errors are measured by the sizes that variables usually have.
#[test]
fn small_variables_are_as_exact_as_large_ones() {
    let model = |size: &str, attribute: &str| {
        format!(
            "model Swing Real x(start = {size}, fixed = true{attribute}), v(start = 0, fixed = true{attribute}); equation
             der(x) = v; der(v) = -x; end Swing;"
        )
    };
    let error = |size: &str, attribute: &str, method: IntegrationMethod| {
        let experiment = Experiment { method, ..until(20.0, 1e-6) };
        let trajectory = run(&model(size, attribute), &experiment, &Overrides::default()).unwrap();
        (last(&trajectory, "x") / size.parse::<f64>().unwrap() - 20f64.cos()).abs()
    };
    for method in [IntegrationMethod::Bdf, IntegrationMethod::Explicit] {
        let (one, small) = (error("1", "", method), error("1e-9", ", nominal = 1e-9", method));
        assert!(one < 1e-3 && small < 1e-3, "{one} {small}");
        // Beside what is usually one it is nothing.
        assert!(error("1e-9", "", method) > 0.1);
    }
}

/// A loop whose equations depend on each other is led to the nearest of its solutions, and what follows from it has
/// derivatives all the same: stiff states converge with them, and as fast as without the loop.
#[test]
fn derivatives_pass_through_loops_with_many_solutions() {
    let steps = |loops: &str, sum: &str| {
        let text = format!(
            "model Loose Real x(start = 1, fixed = true), z(start = 0.5, fixed = true), w, o, a, b; equation
             o = noEvent(if z < 0.3 then 1 - z else 0); {loops}
             w + 0.1*w^3 = x; der(x) = 1000*(2*z - ({sum}) - w); der(z) = 0.1*(x - z) + 0.2*cos(time);
             end Loose;"
        );
        let trajectory = run(&text, &until(1.0, 1e-7), &Overrides::default()).unwrap();
        (trajectory.statistics, last(&trajectory, "x"), last(&trajectory, "z"))
    };
    let (loose, x, z) = steps("(2 + z)*(a + b) = (2 + z)*x; a + (1 + o)*b = x + o*z;", "a + b");
    let (firm, x_firm, z_firm) = steps("a = o*x; b = x;", "b");
    assert!((x - x_firm).abs() < 1e-6 && (z - z_firm).abs() < 1e-6, "{x} {x_firm} {z} {z_firm}");
    assert_eq!(loose.newton_failures, 0);
    assert!(loose.jacobians <= 2 * firm.jacobians, "{loose:?} {firm:?}");
}

/// With many states what loops iterate is an unknown beside them, with few it is solved for on the way; a hundred equal
/// pairs move as one does.
#[test]
fn many_states_and_loops_are_one_system() {
    let [few, many] = [2, 200].map(|size| {
        let text = format!(
            "model Pairs Real x[{size}](start = {{1 + 0.5*mod(k, 2) for k in 1:{size}}}, each fixed = true), y[{size}]; equation
             der(x) = -y;
             for k in 1:{size} loop
               y[k] + 0.1*y[k]^3 + 0.3*sin(y[if mod(k, 2) == 1 then k + 1 else k - 1] - y[k]) = x[k];
             end for;
             end Pairs;"
        );
        run(&text, &until(2.0, 1e-9), &Overrides::default()).unwrap()
    });
    for k in 1..=200 {
        for name in ["x", "y"] {
            let one = last(&many, &format!("{name}[{k}]"));
            let other = last(&few, &format!("{name}[{}]", 2 - k % 2));
            assert!((one - other).abs() < 1e-7, "{name}[{k}]: {one} {other}");
        }
    }
}

/// Where nothing moves the derivatives are rounding errors, and nothing is wrong with that.
#[test]
fn many_states_may_begin_at_rest() {
    let text = "
        model Rest
          Real x[200](each start = 1), y[200](each start = 1);
        initial equation
          der(x) = zeros(200);
        equation
          der(x) = 1e3*(y - x);
          for k in 1:200 loop y[k] + 0.1*y[k]^3 + exp(x[k]/7) = 3 + 0.3*sin(k) + time*0; end for;
        end Rest;";
    let trajectory = run(text, &until(1.0, 1e-6), &Overrides::default()).unwrap();
    for k in [1, 77, 200] {
        let name = format!("x[{k}]");
        let (begin, end) =
            (trajectory.value(0, trajectory.variable(&name).unwrap()), last(&trajectory, &name));
        assert!((begin - end).abs() < 1e-6, "{begin} {end}");
        assert!(
            (begin + 0.1 * begin.powi(3) + (begin / 7.0).exp() - 3.0 - 0.3 * f64::from(k).sin()).abs() < 1e-9
        );
    }
}

/// The slope of a root at zero is no number. Differences stand in for it, of all columns at once that have no row in common:
/// whoever waits is asked once for each evaluation.
#[test]
fn differences_do_not_grow_with_the_number_of_states() {
    struct Count(std::cell::Cell<usize>);
    impl wellposed::Progress for Count {
        fn on_step(&self, _: f64, _: u64) -> bool {
            true
        }
        fn should_continue(&self) -> bool {
            self.0.set(self.0.get() + 1);
            true
        }
    }
    let asked = |size: usize| {
        let text = Text::new(&format!(
            "model Tanks
              Real x[{size}](each start = 0, each fixed = true);
            equation
              der(x[1]) = (if time > 0.5 then 1 else 0) - sqrt(noEvent(max(x[1], 0)));
              for i in 2:{size} loop der(x[i]) = x[i-1] - x[i] - sqrt(noEvent(max(x[i], 0))); end for;
            end Tanks;"
        ));
        let model = text.check().model.unwrap();
        let (experiment, overrides, count) = (until(1.0, 1e-6), Overrides::default(), Count(0.into()));
        let run = simulate(&text.files, &text.loaded, model, &experiment, &overrides, &count, None).unwrap();
        // The root of the first tank, whose level r² has 2 r' = 1 / r - 1.
        let r = last(&run, "x[1]").sqrt();
        assert!((-2.0 * (r + (1.0 - r).ln()) - 0.5).abs() < 1e-4, "{r}");
        count.0.get()
    };
    // All derivatives together take fewer evaluations than there are columns.
    let (few, many) = (asked(10), asked(300));
    assert!(few > 0 && many < 300, "{few} and {many}");
}
