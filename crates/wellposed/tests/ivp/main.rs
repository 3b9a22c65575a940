//! Problems with known digits, from text to values: correct digits and counted work. Each line is what is reached, with
//! room for the last bits of another machine's exponential function, after which errors cancel by chance or do not:
//! digits may be half a one fewer, steps a fifth more. `benches/ivp.rs` has all of them beside CVODE and IDA.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, unreachable_pub)]

mod models;

use models::PROBLEMS;
use wellposed::Method;

fn check(name: &str, expected: [(f64, f64, u64); 3]) {
    let problem = PROBLEMS.iter().find(|problem| problem.name == name).unwrap();
    let mut wrong = String::new();
    for (tolerance, digits, steps) in expected {
        let answer = problem.solve(tolerance, Method::Bdf);
        let done = answer.steps;
        if answer.digits < digits - 0.5 || done as f64 > 1.2 * steps as f64 {
            wrong += &format!("\n({tolerance:e}, {:.2}, {done}), not ({digits}, {steps})", answer.digits);
        }
    }
    assert!(wrong.is_empty(), "{name}{wrong}");
}

#[test]
fn hires() {
    check("Hires", [(1e-4, 3.66, 103), (1e-7, 6.68, 260), (1e-10, 9.16, 685)]);
}

#[test]
fn pollution() {
    check("Pollution", [(1e-4, 4.63, 96), (1e-7, 7.82, 255), (1e-10, 9.05, 643)]);
}

#[test]
fn robertson() {
    check("Robertson", [(1e-4, 4.63, 625), (1e-7, 6.53, 1464), (1e-10, 8.94, 3923)]);
}

#[test]
fn van_der_pol() {
    check("VanDerPol", [(1e-4, 3.93, 681), (1e-7, 6.71, 1923), (1e-10, 9.09, 5548)]);
}

#[test]
fn van_der_pol_slow() {
    check("VanDerPolSlow", [(1e-4, 3.96, 709), (1e-7, 6.50, 1970), (1e-10, 9.28, 5663)]);
}

#[test]
fn e5() {
    check("E5", [(1e-4, 4.84, 963), (1e-7, 6.45, 2181), (1e-10, 8.85, 5778)]);
}

#[test]
fn chemical_akzo() {
    check("ChemicalAkzo", [(1e-4, 4.76, 93), (1e-7, 6.77, 250), (1e-10, 9.04, 534)]);
}

#[test]
fn medical_akzo() {
    check("MedicalAkzo", [(1e-4, 5.06, 354), (1e-7, 7.20, 893), (1e-10, 9.63, 2574)]);
}

#[test]
fn transistor_amplifier() {
    check("TransistorAmplifier", [(1e-4, 4.42, 907), (1e-7, 7.45, 2411), (1e-10, 9.64, 7043)]);
}

#[test]
fn nand() {
    check("Nand", [(1e-4, 5.92, 1077), (1e-7, 11.01, 3511), (1e-10, 10.40, 8799)]);
}

// What is published of it has six digits.
#[test]
fn two_bit() {
    check("TwoBit", [(1e-4, 5.26, 8687), (1e-7, 6.20, 33720), (1e-10, 6.18, 99600)]);
}

#[test]
fn pendulum() {
    check("Pendulum", [(1e-4, 3.63, 94), (1e-7, 6.54, 268), (1e-10, 9.00, 782)]);
}

#[test]
fn andrews() {
    check("Andrews", [(1e-4, 3.55, 196), (1e-7, 5.98, 546), (1e-10, 8.60, 1577)]);
}

#[test]
fn fekete() {
    check("Fekete", [(1e-4, 4.35, 309), (1e-7, 7.29, 994), (1e-10, 9.76, 2625)]);
}

#[test]
fn slider_crank() {
    check("SliderCrank", [(1e-4, 6.36, 3391), (1e-7, 8.39, 6958), (1e-10, 9.80, 22950)]);
}
