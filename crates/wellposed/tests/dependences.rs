//! Equations that follow from others or contradict them, though matching sees nothing: they are found where they are, and
//! nowhere else.

use wellposed::dae::{Boundary, ModelRows, RowDependence, RowSource, dependences, rows};
use wellposed::equations::FlatModel;
use wellposed::{MemoryFiles, flatten, freedom_at_start, load};

const LIBRARY: &str = "
connector Pin Real v; flow Real i; end Pin;
connector Port Real p; flow Real m; stream Real h; end Port;
partial model TwoPin
  Pin p, n; Real v, i;
equation
  v = p.v - n.v; 0 = p.i + n.i; i = p.i;
end TwoPin;
model Resistor extends TwoPin; parameter Real R = 1; equation R*i = v; end Resistor;
model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor;
model Voltage extends TwoPin; parameter Real V = 1; equation v = V; end Voltage;
model Current extends TwoPin; parameter Real I = 1; equation i = I; end Current;
model Ground Pin p; equation p.v = 0; end Ground;
model Pipe
  Port a, b;
equation
  a.m + b.m = 0; a.m = a.p - b.p; a.h = inStream(b.h); b.h = inStream(a.h);
end Pipe;
";

/// The flat model of a text that uses the library.
fn flat(text: &str, name: &str) -> FlatModel {
    let mut files = MemoryFiles::default();
    files.add("Example.mo", format!("{LIBRARY}{text}"));
    let loaded = load(&files, &["Example.mo".into()]);
    assert_eq!(loaded.errors(), 0, "{text}");
    let flattened = flatten(&files, &loaded, name);
    assert!(flattened.diagnostics.is_empty(), "{text}: {:?}", flattened.diagnostics);
    flattened.model.expect("a model")
}

/// What is found in a model `M`: a line for each dependence, with the rows that it consists of.
fn found(body: &str) -> Vec<String> {
    let model = flat(&format!("model M {body} end M;"), "M");
    let rows = rows(&model, Boundary::Whole);
    let found = dependences(&model, &rows);
    let line = |found: &RowDependence| {
        let parts: Vec<String> = found.rows.iter().map(|row| text(&model, &rows, row.0)).collect();
        let sum = if found.is_sum() { "sum" } else { "combination" };
        let verdict = match found.agree {
            Some(true) => "is 0 = 0",
            Some(false) => "is false",
            None => "holds no unknown",
        };
        format!("the {sum} of {} {verdict}", parts.join("; "))
    };
    found.iter().map(line).collect()
}

fn text(model: &FlatModel, rows: &ModelRows, row: u32) -> String {
    match rows.rows[row as usize].source {
        RowSource::Equation(equation, _) => model.equation_text(&model.equations[equation as usize]),
        RowSource::Binding(variable) => model.variable_name(variable),
    }
}

#[test]
fn a_circuit_without_ground_has_one_current_law_too_many() {
    let ring = "Voltage s; Resistor r; equation connect(s.p, r.p); connect(s.n, r.n);";
    assert_eq!(
        found(ring),
        [
            "the sum of 0 = s.p.i + s.n.i; 0 = r.p.i + r.n.i; s.p.i + r.p.i = 0.0; s.n.i + r.n.i = 0.0 is 0 = 0"
        ]
    );
    let grounded = ring.replace("equation", "Ground g; equation connect(g.p, s.n);");
    assert_eq!(found(&grounded), [""; 0]);
}

#[test]
fn sources_that_contradict_each_other_are_a_condition() {
    let parallel = "Voltage a(V = 1), b(V = 2); Resistor r; Ground g;
        equation connect(a.p, b.p); connect(a.n, b.n); connect(r.p, a.p); connect(r.n, a.n); connect(g.p, a.n);";
    let found_there = found(parallel);
    assert_eq!(found_there.len(), 1, "{found_there:?}");
    assert!(found_there[0].ends_with("is false"), "{found_there:?}");
    for part in ["a.v = a.V", "b.v = b.V", "a.v = a.p.v - a.n.v", "b.v = b.p.v - b.n.v"] {
        assert!(found_there[0].contains(part), "{part} {found_there:?}");
    }
    assert!(!found_there[0].contains("r."), "the resistor has no part in it: {found_there:?}");
    // In series they add up.
    let series = "Voltage a, b; Resistor r; Ground g;
        equation connect(a.p, b.n); connect(b.p, r.p); connect(r.n, a.n); connect(g.p, a.n);";
    assert_eq!(found(series), [""; 0]);
    // Two current sources are the other way round.
    let currents = series.replace("Voltage", "Current");
    assert!(found(&currents)[0].ends_with("is false"));
}

#[test]
fn constraints_between_states_are_none() {
    // Two capacitors in parallel share their voltage: one of them is no state, and nothing is wrong.
    let parallel = "Capacitor a, b; Resistor r; Ground g;
        equation connect(a.p, b.p); connect(a.n, b.n); connect(r.p, a.p); connect(r.n, a.n); connect(g.p, a.n);";
    assert_eq!(found(parallel), [""; 0]);
    // Said twice, it is one equation too few for the rest.
    assert!(found("Real x, y; equation der(x) = y; x = y; y = x;")[0].ends_with("is 0 = 0"));
}

#[test]
fn factors_count() {
    assert_eq!(found("Real x, y, z; equation x + y = 1; 2*x + 2*y + z = 2; z = 0;").len(), 1);
    assert_eq!(found("Real x, y, z; equation x + y = 1; 2*x + 3*y + z = 2; z = 0;"), [""; 0]);
    // Whatever the parameter is.
    let parameter = "parameter Real k = 2; Real x, y, z; equation x + y = 1; k*x + k*y + z = k; z = 0;";
    assert!(found(parameter)[0].ends_with("is 0 = 0"));
    assert_eq!(found(&parameter.replace("k*y", "y")), [""; 0]);
    assert!(
        found("Real x, y, z; equation x + y = 1; 0.1*x + 0.1*y + z = 2; z = 0;")[0].ends_with("is false")
    );
    assert_eq!(found("Real x, y, z; equation x + y = 1; x*x + y = z; z + x*x = time;"), [""; 0]);
}

#[test]
fn streams_of_open_connectors_come_from_outside() {
    // As a component a pipe is right; alone, each enthalpy is the other, and nothing gives either.
    let pipe = flat("", "Pipe");
    assert_eq!(dependences(&pipe, &rows(&pipe, Boundary::Component)), []);
    assert_eq!(dependences(&pipe, &rows(&pipe, Boundary::Whole)).len(), 2);
    // A resistor as a component, and alone with both ends open.
    let resistor = flat("", "Resistor");
    assert_eq!(dependences(&resistor, &rows(&resistor, Boundary::Component)), []);
    assert_eq!(dependences(&resistor, &rows(&resistor, Boundary::Whole)).len(), 1);
}

/// Numbers that look random: SplitMix64.
fn below(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((mixed ^ (mixed >> 31)) % limit as u64) as usize
}

/// Networks of resistors, capacitors and voltage sources: one dependence for each island without a ground, one for each
/// loop of voltage sources, and no other.
#[test]
fn random_networks_have_one_for_each_island_and_each_loop_of_sources() {
    let mut random = 51;
    let mut most = 0;
    for _ in 0..200 {
        let nodes = 2 + below(&mut random, 6);
        let (mut islands, mut loops) = ((0..nodes).collect::<Vec<_>>(), (0..nodes).collect::<Vec<_>>());
        let mut pins = vec![Vec::new(); nodes];
        let (mut declared, mut connected) = (String::new(), String::new());
        let mut expected = 0;
        for at in 0..1 + below(&mut random, 14) {
            let kind = ["Resistor", "Capacitor", "Voltage"][below(&mut random, 3)];
            let [a, b] = [0; 2].map(|_| below(&mut random, nodes));
            if a == b {
                continue;
            }
            declared += &format!("{kind} c{at}; ");
            pins[a].push(format!("c{at}.p"));
            pins[b].push(format!("c{at}.n"));
            join(&mut islands, a, b);
            if kind == "Voltage" {
                expected += usize::from(!join(&mut loops, a, b));
            }
        }
        let mut grounded = vec![false; nodes];
        for node in 0..nodes {
            let island = islands[node];
            if !pins[node].is_empty() && !grounded[island] && below(&mut random, 3) == 0 {
                grounded[island] = true;
                declared += &format!("Ground g{node}; ");
                pins[node].push(format!("g{node}.p"));
            }
        }
        let used = |island: usize| (0..nodes).any(|node| islands[node] == island && !pins[node].is_empty());
        expected += (0..nodes).filter(|&island| used(island) && !grounded[island]).count();
        for pins in pins.iter().filter(|pins| pins.len() > 1) {
            for pin in &pins[1..] {
                connected += &format!("connect({}, {pin}); ", pins[0]);
            }
        }
        let body = format!("{declared} equation {connected}");
        assert_eq!(found(&body).len(), expected, "{body}");
        most = most.max(expected);
    }
    assert!(most >= 3);
}

/// Puts two nodes into one island; false if they were in one.
fn join(islands: &mut [usize], a: usize, b: usize) -> bool {
    let (from, to) = (islands[a], islands[b]);
    islands.iter_mut().filter(|island| **island == from).for_each(|island| *island = to);
    from != to
}

/// An unknown and its derivative have values that have nothing to do with each other.
#[test]
fn a_rate_relative_to_its_unknown_is_not_constant() {
    assert!(found("Real x(start = 1), y; equation y = der(x)/x; y = 0;").is_empty());
    assert_eq!(found("Real x(start = 1), y; equation y = der(x)/x - der(x)/x; y = 0;").len(), 1);
}

/// How many values may be chosen is counted by numbers where structure counts others.
#[test]
fn what_may_be_chosen_is_counted_by_numbers() {
    let count = |body: &str| {
        let mut files = MemoryFiles::default();
        files.add("M.mo", format!("model M {body} end M;"));
        let loaded = load(&files, &["M.mo".into()]);
        let model = flatten(&files, &loaded, "M").model.expect("a model");
        freedom_at_start(&files, &loaded, model, 0.0)
    };
    // E002-2.4.2, where structure sees one; a pendulum of index three; a plain equation.
    let blind = "Real x, y, z; equation der(x) = x + 2*y + 3*z; x + y + z + 1 = 0; 2*x + y + z = 0;";
    let pendulum = "Real x(start = 0.6), y(start = -0.8), u(start = 0.8), v(start = 0.6), f(start = 4);
        equation der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - 9.81; x^2 + y^2 = 1;";
    let plain = "Real x(start = 1), y; equation der(x) = -y; y = 2*x;";
    assert_eq!([count(blind), count(pendulum), count(plain)], [Some(0), Some(2), Some(1)]);
    // Nothing is claimed where there is no index.
    assert_eq!(count("Real x, y, z; equation der(x) = y; y + z = x; 2*y + 2*z = 2*x;"), None);
}
