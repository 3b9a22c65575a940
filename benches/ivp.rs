//! Work and precision from text to values: the models of `tests/ivp`, through flattening, index reduction, compilation and
//! integration, beside CVODE and IDA of SUNDIALS on hand-written residuals in the same run.
//!
//! `cargo bench -p wellposed --bench ivp` prints the table and ends with an error if a figure is missed; names of models
//! given as arguments measure those alone. CVODE solves what is an ordinary differential equation, IDA everything, with
//! mechanisms in a form of index one. Both have neither `Fekete` nor `SliderCrank` nor `TwoBit`.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, unreachable_pub)]

#[path = "../crates/wellposed/tests/ivp/models.rs"]
mod models;
#[path = "integrate/peer.rs"]
#[allow(dead_code, reason = "`integrate` asks more of the peers")]
mod peer;

use std::process::ExitCode;

use models::{PROBLEMS, Problem};
use peer::Peer;
use wellposed::IntegrationMethod;

/// The most steps beside those of SUNDIALS, and the fewest digits.
const STEPS: f64 = 1.2;
const DIGITS: f64 = -0.3;
/// Digits that every problem has at the tightest tolerance, and that most have.
const LEAST: f64 = 4.0;
const MOST: f64 = 6.0;

const TOLERANCES: [f64; 3] = [1e-4, 1e-7, 1e-10];

/// Where the unknowns of a model stand among those of its peer.
fn places(problem: &Problem) -> Vec<usize> {
    let number = |name: &str| name[name.find('[').unwrap() + 1..name.len() - 1].parse::<usize>().unwrap() - 1;
    problem.reference().iter().map(|(name, _)| number(name)).collect()
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let folder = std::env::temp_dir().join(format!("wellposed-ivp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let peer = Peer::find(&folder);
    let (mut count, mut few, mut many) = (0, 0, 0);
    let mut missed: Vec<String> = Vec::new();
    println!(
        "{:<20} {:>6} | {:>7} {:>6} {:>8} | {:>7} {:>6} {:>5} {:>6}   | {:>7} {:>6} {:>5} {:>6}",
        "model",
        "tol",
        "steps",
        "digits",
        "seconds",
        "CVODE",
        "digits",
        "steps",
        "digits",
        "IDA",
        "digits",
        "steps",
        "digits"
    );
    for problem in PROBLEMS
        .iter()
        .filter(|problem| wanted.is_empty() || wanted.iter().any(|wanted| wanted == problem.name))
    {
        for tolerance in TOLERANCES {
            let ours = problem.solve(tolerance, IntegrationMethod::Bdf);
            print!(
                "{:<20} {tolerance:>6.0e} | {:>7} {:>6.2} {:>8.3} |",
                problem.name, ours.steps, ours.digits, ours.seconds
            );
            for method in ["cvode", "ida"] {
                let (name, size) = problem.peer;
                let theirs = if name.is_empty() { None } else { peer.ask(method, name, size, tolerance) };
                let judged = theirs.map(|theirs| {
                    let places = places(problem);
                    let known = problem.reference();
                    let pairs = places.iter().zip(&known).map(|(&place, known)| (theirs.y[place], known.1));
                    (theirs.steps, problem.digits(pairs))
                });
                // Fewer digits than none are another solution.
                let Some((steps, digits)) = judged.filter(|judged| judged.1 > 0.0) else {
                    print!(" {:>7} {:>6} {:>5} {:>6}   |", "-", "-", "-", "-");
                    continue;
                };
                let (more, fewer) = (ours.steps as f64 / steps as f64, ours.digits - digits);
                let marks = format!(
                    "{}{}",
                    if more > STEPS { "*" } else { "" },
                    if fewer < DIGITS { "d" } else { "" }
                );
                print!(" {steps:>7} {digits:>6.2} {more:>5.2} {fewer:>+6.2} {marks:<2}|");
                count += 1;
                if !marks.is_empty() {
                    missed.push(format!(
                        "{} {tolerance:e} {method}: {more:.2} times the steps, {fewer:+.2} digits",
                        problem.name
                    ));
                }
            }
            println!();
            if tolerance == TOLERANCES[2] {
                few += usize::from(ours.digits < LEAST);
                many += usize::from(ours.digits >= MOST);
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    println!("*: more than {STEPS} times the steps; d: more than {} digits fewer", -DIGITS);
    println!(
        "{} of {count} comparisons miss steps or digits; {many} problems have {MOST} digits or more, {few} fewer than {LEAST}",
        missed.len()
    );
    missed.iter().for_each(|missed| println!("  missed: {missed}"));
    let most = !wanted.is_empty() || many * 2 > PROBLEMS.len();
    ExitCode::from(u8::from(!missed.is_empty() || few > 0 || !most))
}
