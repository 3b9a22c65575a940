//! Tolerances so small that the last digits of charges count.

#![allow(clippy::unwrap_used)]

use circuit::{Conditions, Includes, Method, Mna, Run, Settings, read, transient};
use syntax::{FileId, Source, Sources};

struct Nothing;

impl Includes for Nothing {
    fn open(&mut self, _: &mut Sources, name: &str, _: FileId) -> Result<FileId, String> {
        Err(format!("there is no {name}"))
    }
}

/// A potential at a time, and how many steps were made.
fn simulate(text: &str, (step, stop): (f64, f64), tolerance: f64, node: &str, t: f64) -> (f64, u64) {
    let mut sources = Sources::default();
    sources.add(Source::new("a.cir", text));
    let (circuit, found) = read(&mut sources, FileId(0), &mut Nothing);
    assert!(found.is_empty(), "{found:#?}");
    let mut mna = Mna::new(&circuit, &Conditions::default(), Run { step, stop }).unwrap();
    let mut settings = Settings::new(step / 20.0, stop).tolerate(tolerance, 1e-3 * tolerance);
    settings.method = Method::suited(&circuit, 5);
    settings.kept = (0..mna.size()).filter(|&at| mna.unknowns.name(&circuit, at) == node).collect();
    let made = transient(&circuit, &mut mna, &settings);
    let recorded = made.unwrap_or_else(|failed| panic!("with {tolerance}: {failed:?}"));
    (recorded.at(0, t), recorded.statistics.steps)
}

/// While no diode conducts, ten microfarads float on diodes of ten picofarads and a megohm: the last digit of the charge of
/// the one is a voltage of the other that is larger than the error asked for.
#[test]
fn a_large_capacitor_floats_on_small_ones() {
    let text = "a bridge of diodes that floats
V1 a b SIN(0 10 1k)
RG b 0 1meg
D1 a p d
D2 b p d
D3 q a d
D4 q b d
C1 p q 10u
R1 p q 1k
RQ q 0 1meg
.model d D(is=1e-14 rs=0.5 cjo=10p)
";
    let run = |tolerance: f64| simulate(text, (1e-5, 3e-3), tolerance, "v(p)", 2.6e-3);
    let (exact, _) = run(1e-7);
    for tolerance in [1e-3, 1e-4, 1e-5, 1e-6] {
        let (found, steps) = run(tolerance);
        assert!(
            (found - exact).abs() < 10.0 * (tolerance + 1e-6),
            "{found} and not {exact} with {tolerance}"
        );
        assert!(steps < 100_000, "{steps} steps with {tolerance}");
    }
}
