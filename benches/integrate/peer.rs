//! SUNDIALS on the same problem, in a process of its own and with a limit of time.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long SUNDIALS may take for a problem, in seconds.
const LIMIT: u64 = 100;

/// The libraries to link, in this order.
const LIBRARIES: [&str; 15] = [
    "sundials_cvode",
    "sundials_ida",
    "sundials_sunlinsoldense",
    "sundials_sunlinsolband",
    "sundials_sunlinsolklu",
    "sundials_sunmatrixdense",
    "sundials_sunmatrixband",
    "sundials_sunmatrixsparse",
    "sundials_nvecserial",
    "sundials_generic",
    "klu",
    "amd",
    "colamd",
    "btf",
    "suitesparseconfig",
];

/// What an integrator did.
pub(crate) struct Answer {
    pub(crate) seconds: f64,
    pub(crate) steps: u64,
    pub(crate) y: Vec<f64>,
}

/// The program that solves the problems with SUNDIALS, if it could be built.
pub(crate) struct Peer(Option<PathBuf>);

impl Peer {
    /// Builds the program against the libraries of the system, or against those below the folder in `SUNDIALS_ROOT`,
    /// such as one that packages were unpacked into.
    pub(crate) fn find(folder: &Path) -> Peer {
        let binary = folder.join("sundials");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers/sundials.c");
        let root = std::env::var("SUNDIALS_ROOT").unwrap_or_default();
        let mut command = Command::new("cc");
        command.args(["-O3", "-march=native"]).arg(&source);
        command.args([format!("-I{root}/usr/include"), format!("-I{root}/usr/include/suitesparse")]);
        command.arg(format!("-L{root}/usr/lib/x86_64-linux-gnu"));
        // Static ones: packages of shared libraries bring half of MPI.
        command.arg("-Wl,-Bstatic").args(LIBRARIES.map(|name| format!("-l{name}")));
        command.args(["-Wl,-Bdynamic", "-lm", "-o"]).arg(&binary);
        let built = command.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !built {
            println!("!!! SUNDIALS IS ABSENT, so nothing is compared with it. Install libsundials-dev and");
            println!(
                "!!! libsuitesparse-dev of Debian, or unpack them and name the folder in SUNDIALS_ROOT."
            );
        }
        Peer(built.then_some(binary))
    }

    /// Asks `cvode` or `ida`. Nothing if it fails, takes too long or cannot solve such a problem.
    pub(crate) fn ask(&self, method: &str, name: &str, size: usize, tolerance: f64) -> Option<Answer> {
        let mut command = Command::new(self.0.as_ref()?);
        command.args([method, name]).arg(size.to_string()).arg(format!("{tolerance:e}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        if !wait(&mut child) {
            return None;
        }
        let output = child.wait_with_output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut words = text.split_whitespace();
        let seconds = words.next()?.parse().ok()?;
        let steps = words.next()?.parse().ok()?;
        Some(Answer { seconds, steps, y: words.map(|word| word.parse().unwrap_or(f64::NAN)).collect() })
    }
}

/// Whether the process ended within the limit; it is stopped if not.
fn wait(child: &mut Child) -> bool {
    let end = Instant::now() + Duration::from_secs(LIMIT);
    while Instant::now() < end {
        if child.try_wait().is_ok_and(|status| status.is_some()) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}
