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
    check("Hires", [(1e-4, 3.75, 101), (1e-7, 6.58, 279), (1e-10, 9.12, 720)]);
}

#[test]
fn pollution() {
    check("Pollution", [(1e-4, 4.76, 88), (1e-7, 7.24, 257), (1e-10, 9.17, 695)]);
}

#[test]
fn robertson() {
    check("Robertson", [(1e-4, 4.59, 630), (1e-7, 6.98, 1659), (1e-10, 9.01, 4029)]);
}

#[test]
fn van_der_pol() {
    check("VanDerPol", [(1e-4, 3.97, 712), (1e-7, 6.79, 2004), (1e-10, 9.36, 6379)]);
}

#[test]
fn van_der_pol_slow() {
    check("VanDerPolSlow", [(1e-4, 3.80, 729), (1e-7, 6.48, 2051), (1e-10, 9.48, 6441)]);
}

#[test]
fn e5() {
    check("E5", [(1e-4, 4.10, 921), (1e-7, 6.53, 2400), (1e-10, 8.96, 6161)]);
}

#[test]
fn chemical_akzo() {
    check("ChemicalAkzo", [(1e-4, 4.34, 89), (1e-7, 6.71, 208), (1e-10, 9.08, 546)]);
}

#[test]
fn medical_akzo() {
    check("MedicalAkzo", [(1e-4, 5.02, 356), (1e-7, 7.34, 954), (1e-10, 10.03, 2773)]);
}

#[test]
fn transistor_amplifier() {
    check("TransistorAmplifier", [(1e-4, 4.31, 888), (1e-7, 7.01, 2377), (1e-10, 9.67, 7009)]);
}

#[test]
fn nand() {
    check("Nand", [(1e-4, 5.70, 1055), (1e-7, 8.17, 3513), (1e-10, 10.75, 9217)]);
}

// What is published of it has six digits.
#[test]
fn two_bit() {
    check("TwoBit", [(1e-4, 5.10, 8409), (1e-7, 6.18, 33214), (1e-10, 6.18, 103_731)]);
}

#[test]
fn pendulum() {
    check("Pendulum", [(1e-4, 3.76, 95), (1e-7, 5.99, 268), (1e-10, 9.04, 806)]);
}

#[test]
fn andrews() {
    check("Andrews", [(1e-4, 3.64, 221), (1e-7, 5.93, 541), (1e-10, 8.70, 1874)]);
}

#[test]
fn fekete() {
    check("Fekete", [(1e-4, 4.69, 268), (1e-7, 7.27, 963), (1e-10, 9.51, 2763)]);
}

#[test]
fn slider_crank() {
    check("SliderCrank", [(1e-4, 6.42, 3403), (1e-7, 8.30, 6674), (1e-10, 9.82, 22659)]);
}
