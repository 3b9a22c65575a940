//! Problems with known digits, from text to values: correct digits and counted work. Each line is what is reached, with
//! room for the last bits of another machine's exponential function, after which errors cancel by chance or do not:
//! digits may be half a one fewer, steps a fifth more. `benches/ivp.rs` has all of them beside CVODE and IDA.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, unreachable_pub)]

mod models;

use models::PROBLEMS;
use wellposed::IntegrationMethod;

fn check(name: &str, expected: [(f64, f64, u64); 3]) {
    let problem = PROBLEMS.iter().find(|problem| problem.name == name).unwrap();
    let mut wrong = String::new();
    for (tolerance, digits, steps) in expected {
        let answer = problem.solve(tolerance, IntegrationMethod::Bdf);
        let done = answer.steps;
        if answer.digits < digits - 0.5 || done as f64 > 1.2 * steps as f64 {
            wrong += &format!("\n({tolerance:e}, {:.2}, {done}), not ({digits}, {steps})", answer.digits);
        }
    }
    assert!(wrong.is_empty(), "{name}{wrong}");
}

#[test]
fn hires() {
    check("Hires", [(1e-4, 3.67, 104), (1e-7, 6.71, 252), (1e-10, 9.24, 689)]);
}

#[test]
fn pollution() {
    check("Pollution", [(1e-4, 4.02, 97), (1e-7, 7.73, 249), (1e-10, 9.10, 642)]);
}

#[test]
fn robertson() {
    check("Robertson", [(1e-4, 4.59, 634), (1e-7, 6.48, 1455), (1e-10, 8.94, 3880)]);
}

#[test]
fn van_der_pol() {
    check("VanDerPol", [(1e-4, 4.05, 697), (1e-7, 6.69, 1948), (1e-10, 9.12, 5565)]);
}

#[test]
fn van_der_pol_slow() {
    check("VanDerPolSlow", [(1e-4, 4.26, 721), (1e-7, 6.60, 1969), (1e-10, 9.38, 5664)]);
}

#[test]
fn e5() {
    check("E5", [(1e-4, 4.34, 979), (1e-7, 6.46, 2229), (1e-10, 8.82, 5857)]);
}

#[test]
fn chemical_akzo() {
    check("ChemicalAkzo", [(1e-4, 4.75, 91), (1e-7, 6.76, 240), (1e-10, 9.06, 541)]);
}

#[test]
fn medical_akzo() {
    check("MedicalAkzo", [(1e-4, 4.94, 360), (1e-7, 7.58, 902), (1e-10, 9.60, 2608)]);
}

#[test]
fn transistor_amplifier() {
    check("TransistorAmplifier", [(1e-4, 4.01, 924), (1e-7, 7.26, 2396), (1e-10, 9.75, 7034)]);
}

#[test]
fn nand() {
    check("Nand", [(1e-4, 7.23, 1079), (1e-7, 8.07, 3534), (1e-10, 10.25, 8813)]);
}

// What is published of it has six digits.
#[test]
fn two_bit() {
    check("TwoBit", [(1e-4, 4.86, 8781), (1e-7, 6.22, 33668), (1e-10, 6.18, 100_027)]);
}

#[test]
fn pendulum() {
    check("Pendulum", [(1e-4, 3.64, 97), (1e-7, 6.31, 272), (1e-10, 8.99, 792)]);
}

#[test]
fn andrews() {
    check("Andrews", [(1e-4, 4.01, 194), (1e-7, 6.17, 552), (1e-10, 8.63, 1644)]);
}

#[test]
fn fekete() {
    check("Fekete", [(1e-4, 4.57, 372), (1e-7, 7.43, 1056), (1e-10, 9.77, 2737)]);
}

#[test]
fn slider_crank() {
    check("SliderCrank", [(1e-4, 6.66, 3172), (1e-7, 8.36, 6897), (1e-10, 9.80, 22919)]);
}
