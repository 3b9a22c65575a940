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
    check("Hires", [(1e-4, 3.67, 104), (1e-7, 6.71, 252), (1e-10, 9.24, 689)]);
}

#[test]
fn pollution() {
    check("Pollution", [(1e-4, 4.02, 97), (1e-7, 7.73, 249), (1e-10, 9.10, 642)]);
}

#[test]
fn robertson() {
    check("Robertson", [(1e-4, 4.59, 634), (1e-7, 6.48, 1455), (1e-10, 8.95, 3905)]);
}

#[test]
fn van_der_pol() {
    check("VanDerPol", [(1e-4, 4.03, 686), (1e-7, 6.84, 1898), (1e-10, 9.14, 5564)]);
}

#[test]
fn van_der_pol_slow() {
    check("VanDerPolSlow", [(1e-4, 3.88, 684), (1e-7, 6.64, 1960), (1e-10, 9.29, 5652)]);
}

#[test]
fn e5() {
    check("E5", [(1e-4, 4.22, 963), (1e-7, 6.65, 2202), (1e-10, 8.80, 5815)]);
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
    check("TransistorAmplifier", [(1e-4, 3.84, 915), (1e-7, 7.18, 2412), (1e-10, 9.76, 7035)]);
}

#[test]
fn nand() {
    check("Nand", [(1e-4, 5.92, 1092), (1e-7, 8.19, 3491), (1e-10, 10.24, 8838)]);
}

// What is published of it has six digits.
#[test]
fn two_bit() {
    check("TwoBit", [(1e-4, 5.01, 8800), (1e-7, 6.18, 33546), (1e-10, 6.18, 103_731)]);
}

#[test]
fn pendulum() {
    check("Pendulum", [(1e-4, 3.54, 100), (1e-7, 6.36, 273), (1e-10, 9.04, 789)]);
}

#[test]
fn andrews() {
    check("Andrews", [(1e-4, 3.64, 197), (1e-7, 6.17, 552), (1e-10, 8.53, 1630)]);
}

#[test]
fn fekete() {
    check("Fekete", [(1e-4, 4.57, 372), (1e-7, 7.43, 1056), (1e-10, 9.77, 2593)]);
}

#[test]
fn slider_crank() {
    check("SliderCrank", [(1e-4, 5.95, 3138), (1e-7, 8.36, 6889), (1e-10, 9.80, 22938)]);
}
