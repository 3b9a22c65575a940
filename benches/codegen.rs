//! How fast register code runs: the interpreter and machine code beside plain Rust of the same formulas, and what compiling
//! and differentiating cost.
//!
//! `cargo bench -p codegen` measures everything and ends with an error if a figure is missed. Times are those that one
//! thread had a processor for, the least of several runs, so that neighbours disturb little. All figures are ratios
//! within this run, or per operation of register code.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "meter.rs"]
mod meter;

use std::hint::black_box;
use std::process::ExitCode;

use codegen::{ComputeStep, Executor, Interpreter, Jit, NoCalls, RegisterCode, Slots, compile};
use equations::{Builtin, Expr, ExprId, Exprs, Operator, VariableId};
use meter::now;

/// How much slower than plain Rust machine code may be, small enough to stay in the cache.
const SLOWER: f64 = 3.0;
/// How much faster than the interpreter machine code must be there, where no function is called.
const FASTER: f64 = 5.0;
/// The same for code that is so long that none of it is near, functions or not.
const LONG: f64 = 1.0;
/// The most nanoseconds to compile an operation of the largest code, to register code and on to machine code.
const LOWER: f64 = 500.0;
const COMPILE: f64 = 2_500.0;
/// How much more an operation of large code may cost to compile than one of small code.
const LINEAR: f64 = 2.0;

struct Plain;

impl Slots for Plain {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }
}

/// A model of some size: its unknowns in slots 0..n, its residuals as outputs.
struct Family {
    name: &'static str,
    /// True if functions such as `exp` take most of the time.
    functions: bool,
    residual: fn(&mut Exprs, ExprId, ExprId, ExprId) -> ExprId,
    /// The same in Rust.
    rust: fn(f64, f64, f64) -> f64,
    colours: usize,
}

fn op(exprs: &mut Exprs, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
    exprs.add(Expr::Binary(operator, a, b))
}

const FAMILIES: &[Family] = &[
    Family {
        name: "arithmetic",
        functions: false,
        residual: |e, left, here, right| {
            // (right - 2*here + left)*100 - here*here/(1 + left*left) + 0.5*here*right
            let two = e.real(2.0);
            let twice = op(e, Operator::Multiply, two, here);
            let ends = op(e, Operator::Subtract, right, twice);
            let ends = op(e, Operator::Add, ends, left);
            let hundred = e.real(100.0);
            let flow = op(e, Operator::Multiply, ends, hundred);
            let square = op(e, Operator::Multiply, here, here);
            let other = op(e, Operator::Multiply, left, left);
            let one = e.real(1.0);
            let below = op(e, Operator::Add, one, other);
            let loss = op(e, Operator::Divide, square, below);
            let half = e.real(0.5);
            let cross = op(e, Operator::Multiply, here, right);
            let cross = op(e, Operator::Multiply, half, cross);
            let sum = op(e, Operator::Subtract, flow, loss);
            op(e, Operator::Add, sum, cross)
        },
        rust: |left, here, right| {
            (right - 2.0 * here + left) * 100.0 - here * here / (1.0 + left * left) + 0.5 * (here * right)
        },
        colours: 3,
    },
    Family {
        name: "diodes",
        functions: true,
        residual: |e, left, here, right| {
            // (right - here) - 1e-9*(exp((here - left)/0.025) - 1)
            let across = op(e, Operator::Subtract, here, left);
            let thermal = e.real(0.025);
            let scaled = op(e, Operator::Divide, across, thermal);
            let exp = e.builtin(Builtin::Exp, &[scaled]);
            let one = e.real(1.0);
            let rise = op(e, Operator::Subtract, exp, one);
            let small = e.real(1e-9);
            let diode = op(e, Operator::Multiply, small, rise);
            let flow = op(e, Operator::Subtract, right, here);
            op(e, Operator::Subtract, flow, diode)
        },
        rust: |left, here, right| (right - here) - 1e-9 * (((here - left) / 0.025).exp() - 1.0),
        colours: 3,
    },
    Family {
        name: "branches",
        functions: false,
        residual: |e, left, here, right| {
            // if here > left then here*here/(0.5 + right*right) else 3*here - left*right
            let condition = op(e, Operator::Greater, here, left);
            let square = op(e, Operator::Multiply, here, here);
            let other = op(e, Operator::Multiply, right, right);
            let half = e.real(0.5);
            let below = op(e, Operator::Add, half, other);
            let yes = op(e, Operator::Divide, square, below);
            let three = e.real(3.0);
            let first = op(e, Operator::Multiply, three, here);
            let second = op(e, Operator::Multiply, left, right);
            let no = op(e, Operator::Subtract, first, second);
            e.add(Expr::If(condition, yes, no))
        },
        rust: |left, here, right| {
            if here > left { here * here / (0.5 + right * right) } else { 3.0 * here - left * right }
        },
        colours: 3,
    },
];

fn steps(family: &Family, n: u32) -> (Exprs, Vec<ComputeStep>) {
    let mut exprs = Exprs::default();
    let mut steps = Vec::new();
    for k in 1..n - 1 {
        let [left, here, right] = [k - 1, k, k + 1].map(|at| exprs.add(Expr::Variable(VariableId(at))));
        steps.push(ComputeStep::Output(k - 1, (family.residual)(&mut exprs, left, here, right)));
    }
    (exprs, steps)
}

/// The least seconds of several runs, each of enough repetitions.
fn time(mut act: impl FnMut()) -> f64 {
    // Once may take too little to be told from reading the clock.
    let mut repeat = 1;
    loop {
        let start = now();
        (0..repeat).for_each(|_| act());
        if now() - start >= 0.02 {
            break;
        }
        repeat *= 2;
    }
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = now();
        for _ in 0..repeat {
            act();
        }
        best = best.min((now() - start) / repeat as f64);
    }
    best
}

/// Seconds to run code once.
fn pace(machine: &mut dyn Executor, code: &RegisterCode, slots: &mut [f64]) -> f64 {
    let mut outputs = vec![0.0; code.outputs()];
    time(|| {
        machine.run(slots, &mut outputs, &mut NoCalls).unwrap();
        black_box(&outputs);
    })
}

fn main() -> ExitCode {
    let mut missed = Vec::new();
    let mut demand = |holds: bool, what: String| {
        if !holds {
            missed.push(what);
        }
    };
    println!(
        "{:<11} {:>7} {:>8} | {:>9} {:>9} {:>9} {:>8} {:>8} | {:>8} {:>8} | {:>7} {:>8} {:>9} {:>8}",
        "residuals",
        "n",
        "ops",
        "interp.",
        "JIT",
        "Rust",
        "in./JIT",
        "JIT/Ru.",
        "lower",
        "compile",
        "jac ops",
        "jac JIT",
        "coloured",
        "jac comp"
    );
    for family in FAMILIES {
        let mut costs = Vec::new();
        for n in [100u32, 10_000, 100_000] {
            let (exprs, steps) = steps(family, n);
            let lower = time(|| {
                black_box(compile(&exprs, &[], &Plain, &steps).unwrap());
            });
            let code = compile(&exprs, &[], &Plain, &steps).unwrap();
            let translate = time(|| {
                black_box(Jit::new(&code).unwrap());
            });
            let mut slots: Vec<f64> = (0..2 * n).map(|k| 0.3 + 0.2 * f64::from(k % 7).sin()).collect();
            let interpreter = pace(&mut Interpreter::new(&code), &code, &mut slots);
            let mut jit = Jit::new(&code).unwrap();
            let machine = pace(&mut jit, &code, &mut slots);
            let mut outputs = vec![0.0; n as usize];
            let rust = time(|| {
                let slots = black_box(&slots[..n as usize]);
                // One after the other, as straight code has them: a loop would be done two or four at a time.
                for (out, x) in outputs.iter_mut().zip(slots.windows(3)) {
                    *out = black_box((family.rust)(x[0], x[1], x[2]));
                }
            });
            let columns: Vec<u32> = (0..n).collect();
            let differentiate = time(|| {
                black_box(code.jacobian(&columns));
            });
            let jacobian = code.jacobian(&columns);
            let direct = pace(&mut Jit::new(&jacobian.code).unwrap(), &jacobian.code, &mut slots);
            let seeds: Vec<u32> = (n..2 * n).collect();
            let tangent = code.tangent(&columns, &seeds);
            let product = pace(&mut Jit::new(&tangent).unwrap(), &tangent, &mut slots);
            let ops = code.len() as f64;
            let each = |seconds: f64| seconds * 1e9 / ops;
            println!(
                "{:<11} {n:>7} {:>8} | {:>6.2} ns {:>6.2} ns {:>6.2} ns {:>8.1} {:>8.2} | {:>5.0} ns {:>5.0} ns | {:>7.2} {:>5.2} ns {:>6.2} ns {:>5.0} ns",
                family.name,
                code.len(),
                each(interpreter),
                each(machine),
                each(rust),
                interpreter / machine,
                machine / rust,
                each(lower),
                each(translate),
                jacobian.code.len() as f64 / ops,
                each(direct),
                each(product) * family.colours as f64,
                each(differentiate),
            );
            costs.push((each(lower), each(translate), each(differentiate)));
            if n == 100 {
                let (name, ratio, gain) = (family.name, machine / rust, interpreter / machine);
                demand(ratio <= SLOWER, format!("{name}: {ratio:.2} times the time of Rust"));
                demand(
                    family.functions || gain >= FASTER,
                    format!("{name}: {gain:.1} times faster than the interpreter"),
                );
            }
            let gain = interpreter / machine;
            demand(
                gain >= LONG,
                format!("{} of {n}: {gain:.1} times faster than the interpreter", family.name),
            );
            demand(
                direct <= product * family.colours as f64,
                format!("{}: the whole Jacobian is slower than {} products", family.name, family.colours),
            );
        }
        let (small, large) = (costs[1], costs[2]);
        demand(large.0 <= LOWER, format!("{}: {:.0} ns an operation to lower", family.name, large.0));
        demand(large.1 <= COMPILE, format!("{}: {:.0} ns an operation to compile", family.name, large.1));
        for (small, large) in [(small.0, large.0), (small.1, large.1), (small.2, large.2)] {
            demand(large <= LINEAR * small, format!("{}: {small:.0} grows to {large:.0} ns", family.name));
        }
    }
    for what in &missed {
        println!("missed: {what}");
    }
    if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
