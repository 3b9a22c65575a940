//! Work and precision of the BDF integrator on problems with known digits and on ladders of diodes, beside CVODE and IDA
//! of SUNDIALS in the same run.
//!
//! `cargo bench -p simulate` prints the table and ends with an error if a figure is missed; names given as arguments
//! measure those problems alone. Times are the processor's of one thread, with setting up. CVODE and
//! IDA differ from one another in steps by up to 1.4 and in digits by up to 1.7; the figures are asked against each of
//! them, problem by problem and over all problems.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "integrate/peer.rs"]
mod peer;
#[path = "../crates/simulate/tests/problems/mod.rs"]
mod problems;

use std::process::ExitCode;

use peer::{Answer, Peer};
use problems::Case;
use simulate::{Bdf, Integrator, IntegratorOptions, run};

/// The most steps beside those of SUNDIALS, and the fewest digits.
const STEPS: f64 = 1.2;
const DIGITS: f64 = -0.3;
/// Fewer digits than this are another solution.
const WRONG: f64 = 0.0;

const TOLERANCES: [f64; 3] = [1e-4, 1e-7, 1e-10];

/// A problem, how large it is, and at which tolerances it is solved.
type Entry = (&'static str, usize, Box<dyn Fn() -> Case>, &'static [f64]);

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let folder = std::env::temp_dir().join(format!("wellposed-integrate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let peer = Peer::find(&folder);
    let mut sums = [Sum::default(), Sum::default()];
    println!(
        "{:<10} {:>6} {:>6} | {:>8} {:>6} {:>10} | {:>8} {:>6} {:>10} {:>5} {:>5} | {:>8} {:>6} {:>10} {:>5} {:>5}",
        "problem",
        "n",
        "tol",
        "steps",
        "digits",
        "seconds",
        "CVODE",
        "digits",
        "seconds",
        "steps",
        "time",
        "IDA",
        "digits",
        "seconds",
        "steps",
        "time"
    );
    for (name, size, make, tolerances) in entries() {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        for &tolerance in tolerances {
            let ours = measure(&*make, tolerance);
            let case = make();
            let digits = case.digits(&ours.y).1;
            print!(
                "{name:<10} {size:>6} {tolerance:>6.0e} | {:>8} {digits:>6.2} {:>10.6} |",
                ours.steps, ours.seconds
            );
            for (method, sum) in ["cvode", "ida"].into_iter().zip(&mut sums) {
                match peer.ask(method, name, size, tolerance) {
                    Some(theirs) if case.digits(&theirs.y).1 > WRONG => {
                        compare(&ours, digits, &theirs, case.digits(&theirs.y).1, sum);
                    }
                    Some(_) => print!(" {:>8} {:>6} {:>10} {:>5} {:>5} |", "wrong", "-", "-", "-", "-"),
                    None => print!(" {:>8} {:>6} {:>10} {:>5} {:>5} |", "-", "-", "-", "-", "-"),
                }
            }
            println!();
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    println!(
        "digits: of the worst component, relative to its size plus the absolute by the relative tolerance"
    );
    println!("*: more than {STEPS} times the steps; d: more than {} digits fewer; t: slower", -DIGITS);
    let reached =
        ["CVODE", "IDA"].iter().zip(&sums).map(|(name, sum)| sum.report(name)).fold(true, |a, b| a & b);
    ExitCode::from(u8::from(!reached))
}

fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (k, case) in problems::all().into_iter().enumerate() {
        let make = move || problems::all().swap_remove(k);
        entries.push((case.name, case.y.len(), Box::new(make), &TOLERANCES));
    }
    entries.push(("rc", 100, Box::new(|| problems::ladder(100)), &TOLERANCES));
    for n in [10, 1_000, 10_000] {
        entries.push(("diode", n, Box::new(move || problems::diode_ladder(n)), &[1e-4, 1e-6]));
    }
    entries
}

/// Solves a problem as often as is needed to measure it with a clock that ticks every few milliseconds.
fn measure(make: &dyn Fn() -> Case, tolerance: f64) -> Answer {
    let mut times = 1;
    loop {
        let mut cases: Vec<Case> = (0..times).map(|_| make()).collect();
        let begin = seconds();
        let last = cases.iter_mut().map(|case| solve(case, tolerance)).last();
        let all = seconds() - begin;
        if all > 0.1 {
            let (steps, y) = last.unwrap();
            return Answer { seconds: all / f64::from(times), steps, y };
        }
        times = if all > 0.01 { (f64::from(times) * 0.15 / all).ceil() as u32 } else { times * 8 };
    }
}

fn solve(case: &mut Case, tolerance: f64) -> (u64, Vec<f64>) {
    let options = IntegratorOptions {
        relative: tolerance,
        absolute: tolerance * case.ratio,
        ..IntegratorOptions::default()
    };
    let (mut y, mut yp) = (case.y.clone(), case.yp.clone());
    let mut bdf = Bdf::new(&*case.system, options);
    let end = run(&mut *case.system, &mut bdf, (case.start, case.stop), (&mut y, &mut yp), &mut ());
    if let Err(failure) = end {
        panic!("{}: {failure}", case.name);
    }
    (bdf.statistics().steps, y)
}

/// The processor's time of this thread: others may use the machine too.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9
}

/// Prints the columns of a peer.
fn compare(ours: &Answer, digits: f64, theirs: &Answer, their_digits: f64, sum: &mut Sum) {
    let steps = ours.steps as f64 / theirs.steps as f64;
    let time = ours.seconds / theirs.seconds;
    let (many, few, slow) = (steps > STEPS, digits - their_digits < DIGITS, time > 1.0);
    let mark = |is: bool, mark: &'static str| if is { mark } else { "" };
    let marks = format!("{}{}{}", mark(many, "*"), mark(few, "d"), mark(slow, "t"));
    print!(
        " {:>8} {their_digits:>6.2} {:>10.6} {steps:>5.2} {time:>5.2}{marks:<3}|",
        theirs.steps, theirs.seconds
    );
    sum.count += 1;
    sum.steps += steps.ln();
    sum.time += time.ln();
    sum.digits += digits - their_digits;
    sum.missed += usize::from(many || few);
    sum.slow += usize::from(slow);
}

/// All comparisons with one peer.
#[derive(Default)]
struct Sum {
    count: usize,
    steps: f64,
    time: f64,
    digits: f64,
    missed: usize,
    slow: usize,
}

impl Sum {
    /// Prints the means and says whether the figures are reached.
    fn report(&self, name: &str) -> bool {
        if self.count == 0 {
            return true;
        }
        let count = self.count as f64;
        let (steps, time) = ((self.steps / count).exp(), (self.time / count).exp());
        let digits = self.digits / count;
        println!(
            "{name}: {steps:.2} times its steps, {time:.2} times its time, {digits:+.2} digits; of {} comparisons {} miss \
             steps or digits, {} time",
            self.count, self.missed, self.slow
        );
        steps <= STEPS && digits >= DIGITS && time <= 1.0 && self.missed + self.slow == 0
    }
}
