//! `.meas` against figures that ngspice 39 gave, `tests/corpus/circuit/measure`: each netlist with a line for each measure.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use wellposed::circuit::{self, Topology};

use super::disk;
use disk::Disk;

/// A measure of a transient may differ by this part of its value: the steps of both simulators do not end at the same times.
const RELATIVE: f64 = 2e-3;
/// So may one of a sweep or of small signals, which have the same points.
const SAME: f64 = 1e-5;
const ABSOLUTE: f64 = 1e-15;

fn netlists() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/circuit/measure");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "cir"));
    paths.sort();
    paths
}

#[test]
fn measures_agree_with_ngspice() {
    let netlists = netlists();
    assert!(netlists.len() >= 12);
    let mut wrong = Vec::new();
    for path in netlists {
        let (loaded, circuit) = circuit::open(&Disk, &path);
        let circuit = circuit.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let topology = Topology::new(&circuit);
        let asked = circuit::requested_analyses(&circuit)[0];
        let outcome = circuit::analyze(&loaded.sources, &circuit, &topology, asked)
            .unwrap_or_else(|found| panic!("{}: {found:?}", path.display()));
        let found = outcome.found.measures();
        let relative = if asked == circuit::RequestedAnalysis::Transient { RELATIVE } else { SAME };
        let recorded = fs::read_to_string(path.with_extension("meas")).unwrap();
        let mut count = 0;
        for line in recorded.lines().filter(|line| !line.starts_with('#')) {
            let (name, expected) = line.split_once(' ').unwrap();
            let expected: f64 = expected.parse().unwrap();
            let measure = found.iter().find(|measure| measure.name == name);
            let value = measure.unwrap_or_else(|| panic!("{name}")).value.unwrap_or(f64::NAN);
            let difference = (value - expected).abs();
            if difference.is_nan() || difference > relative * expected.abs() + ABSOLUTE {
                wrong.push(format!("{}: {name} is {value:e}, not {expected:e}", path.display()));
            }
            count += 1;
        }
        assert_eq!(count, circuit.measures.len(), "{}", path.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
