//! Machine code gives its memory back. Alone in its process, because it looks at the size of that.
#![cfg(all(feature = "jit", target_os = "linux"))]

use codegen::{ComputeStep, Executor, Jit, NoCalls, RegisterCode, Slots, compile};
use equations::{Builtin, Expr, Exprs, Operator, VariableId};

struct Plain;

impl Slots for Plain {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }
}

/// x[k] = x[k - 1] + sin(x[k - 1]) for k = 1..n
fn chain(n: u32) -> RegisterCode {
    let mut exprs = Exprs::default();
    let mut steps = Vec::new();
    for k in 1..=n {
        let before = exprs.add(Expr::Variable(VariableId(k - 1)));
        let sine = exprs.builtin(Builtin::Sin, &[before]);
        steps.push(ComputeStep::Assign(VariableId(k), exprs.add(Expr::Binary(Operator::Add, before, sine))));
    }
    compile(&exprs, &[], &Plain, &steps).expect("code")
}

/// The other tests of this program take memory while this one measures, so it starts the program again for itself alone.
#[test]
#[allow(clippy::disallowed_methods)]
fn machine_code_is_freed() {
    const ALONE: &str = "MEASURES_MEMORY_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return measure();
    }
    let this = module_path!().split_once("::").expect("a module of the program").1;
    let program = std::env::current_exe().expect("this program");
    let mut again = std::process::Command::new(program);
    again.args(["--exact", "--nocapture", &format!("{this}::machine_code_is_freed")]).env(ALONE, "1");
    let output = again.output().expect("the same program");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[allow(clippy::disallowed_methods)]
fn measure() {
    let codes: Vec<RegisterCode> = (1..9).map(|n| chain(50 * n)).collect();
    let pages = || {
        let text = std::fs::read_to_string("/proc/self/statm").expect("the size of this process");
        text.split_whitespace().next().and_then(|size| size.parse::<usize>().ok()).expect("a number")
    };
    let build = || {
        // Many small codes share their memory; the last to go takes it along.
        let mut all = Jit::all(&codes.iter().collect::<Vec<_>>()).expect("machine code");
        let last = all.pop();
        drop(all);
        let mut slots = vec![0.5; 500];
        let mut last = last.expect("eight of them");
        last.run(&mut slots, &mut [], &mut NoCalls).expect("values");
        assert_eq!(slots[1], 0.5 + 0.5f64.sin());
    };
    (0..10).for_each(|_| build());
    let before = pages();
    (0..100).for_each(|_| build());
    // Each takes twenty pages and more.
    assert!(pages() < before + 500, "{before} {}", pages());
}
