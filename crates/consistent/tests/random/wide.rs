use consistent::{Chain, Found, Point, Precision, Problem};
use crate::circuit::{Circuit, Element, Kind, Sets};
use crate::dice::Dice;

#[test]
fn wide() {
    let (mut wrong, mut seen, mut nogap) = (Vec::new(), 0, 0);
    let from: u64 = std::env::var("FROM").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let to: u64 = std::env::var("TO").ok().and_then(|s| s.parse().ok()).unwrap_or(40);
    let max: usize = std::env::var("MAX").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    let tree: usize = std::env::var("TREE").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    for seed in from..to {
        let mut dice = Dice::new(seed);
        let nodes = max / 2 + dice.below(max / 2 + 1);
        let elements = (0..2 * nodes)
            .map(|_| {
                let kinds = [Kind::Capacitor, Kind::Resistor, Kind::Source, Kind::Inductor, Kind::Current];
                let kind = kinds[[0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4][dice.below(11)]];
                let from = dice.below(nodes + 1);
                let to = (from + 1 + dice.below(nodes)) % (nodes + 1);
                let value = match kind {
                    Kind::Capacitor => dice.power(-12.0, -6.0),
                    Kind::Inductor => dice.power(-9.0, -3.0),
                    Kind::Resistor => dice.power(-6.0, 0.0),
                    Kind::Source | Kind::Current => dice.between(-2.0, 2.0),
                };
                Element { kind, from, to, value, slope: dice.between(-1.0, 1.0) }
            })
            .collect();
        let mut circuit = Circuit { nodes, elements };
        if tree == 1 {
            circuit.elements.extend((1..=nodes).map(|from| {
                let to = if seed % 2 == 0 { from - 1 } else { dice.below(from) };
                let kind = if seed % 3 == 0 && from % 3 != 0 { Kind::Capacitor } else { Kind::Resistor };
                let value = if kind == Kind::Resistor { dice.power(-6.0, 0.0) } else { dice.power(-12.0, -6.0) };
                Element { kind, from, to, value, slope: 0.0 }
            }));
        }
        let mut sources = Sets((0..=nodes).collect());
        circuit.elements.retain(|element| element.kind != Kind::Source || sources.join(element.from, element.to));
        if !circuit.sound() { continue; }
        let (loops, cutsets) = circuit.critical();
        for charges in [false, true] {
            let problem = circuit.equations(charges);
            let at = Point { t: 0.0, x: vec![0.0; problem.unknowns()], y: vec![0.0; problem.unknowns()] };
            let (a, b) = problem.jacobians(&at).expect("both matrices");
            let chain = Chain::new(a, b, &Precision::default());
            let spanned =
                circuit.joined(&[Kind::Capacitor]).count() == 1 && circuit.of(Kind::Source).next().is_none();
            let index = if loops + cutsets > 0 { 2 } else { usize::from(charges || !spanned) };
            seen += 1;
            let undecided = chain.decisions().iter().any(|d| d.1.undecided());
            if undecided { nogap += 1; }
            if chain.found != Found::Index(index) || chain.y.height() != loops + cutsets || undecided {
                println!("seed {seed} charges {charges} nodes {nodes} wanted {index} found {:?} y {} wanted {} undecided {undecided}", chain.found, chain.y.height(), loops + cutsets);
                let lead = circuit.joined(&[Kind::Capacitor]).count();
                println!("   capacitor parts {lead} loops {loops} cutsets {cutsets}");
                for (stage, d) in chain.decisions() {
                    println!("   {stage:?} {:?} rank {} kept {:?} dropped {:e} noise {:e} part {}x{} around {:?}", d.size, d.rank, d.kept, d.dropped, d.noise, d.rows.len(), d.columns.len(), d.around);
                }
                wrong.push((seed, charges));
            }
        }
    }
    println!("seen {seen} wrong {} of these no gap {nogap}", wrong.len());
}
