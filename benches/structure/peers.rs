//! Other programs on the same file, each in a process of its own and with a limit of time.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a peer may compute before it is stopped, in seconds.
pub(crate) const LIMIT: u64 = 20;

/// What a program said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The median of the seconds and how many rows were matched.
    Done { seconds: f64, matched: usize },
    /// It was stopped after the limit.
    Late,
    /// It is not installed, or failed.
    Absent,
}

impl Answer {
    pub(crate) fn seconds(self) -> Option<f64> {
        match self {
            Answer::Done { seconds, .. } => Some(seconds),
            _ => None,
        }
    }
}

/// The peers that are there.
pub(crate) struct Peers {
    suitesparse: Option<PathBuf>,
    scipy: bool,
    pyomo: bool,
}

impl Peers {
    /// Builds or looks for each peer, and says which are missing.
    pub(crate) fn find(folder: &Path) -> Peers {
        let binary = folder.join("suitesparse");
        let source = sources().join("suitesparse.c");
        let built = Command::new("cc")
            .args(["-O3", "-march=native", "-I/usr/include/suitesparse"])
            .arg(&source)
            .args(["-lcxsparse", "-lbtf", "-o"])
            .arg(&binary)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        let has = |module: &str| {
            Command::new("python3")
                .args(["-c", &format!("import {module}")])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        };
        let peers = Peers {
            suitesparse: built.then_some(binary),
            scipy: has("scipy"),
            pyomo: has("scipy, pyomo.contrib.incidence_analysis, networkx"),
        };
        for (there, name, package) in [
            (peers.suitesparse.is_some(), "SuiteSparse", "libsuitesparse-dev of Debian"),
            (peers.scipy, "SciPy", "scipy of PyPI"),
            (peers.pyomo, "Pyomo", "pyomo and networkx of PyPI"),
        ] {
            if !there {
                println!("!!! {name} IS ABSENT, so nothing is compared with it. Install {package}.");
            }
        }
        peers
    }

    /// `dmperm` or `btf`.
    pub(crate) fn suitesparse(&self, analysis: &str, file: &Path) -> Answer {
        self.suitesparse
            .as_ref()
            .map_or(Answer::Absent, |binary| ask(Command::new(binary).arg(analysis).arg(file)))
    }

    pub(crate) fn scipy(&self, file: &Path) -> Answer {
        if self.scipy { python("scipy", file) } else { Answer::Absent }
    }

    pub(crate) fn pyomo(&self, file: &Path) -> Answer {
        if self.pyomo { python("pyomo", file) } else { Answer::Absent }
    }
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers")
}

fn python(library: &str, file: &Path) -> Answer {
    ask(Command::new("python3").arg(sources().join("graphs.py")).arg(library).arg(file))
}

fn ask(command: &mut Command) -> Answer {
    let Ok(mut child) = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        return Answer::Absent;
    };
    if !wait(&mut child) {
        return Answer::Late;
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.split_whitespace();
    match (words.next().and_then(|word| word.parse().ok()), words.next().and_then(|word| word.parse().ok())) {
        (Some(seconds), Some(matched)) => Answer::Done { seconds, matched },
        _ => Answer::Absent,
    }
}

/// Whether the process ended within the limit; it is stopped if not.
fn wait(child: &mut Child) -> bool {
    let start = Instant::now();
    let limit = Duration::from_secs(LIMIT);
    while start.elapsed() < limit || computed(child).is_some_and(|computed| computed < limit) {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// How long a process has computed, if the system tells.
fn computed(child: &Child) -> Option<Duration> {
    let told = std::fs::read_to_string(format!("/proc/{}/schedstat", child.id())).ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
