//! KLU on the same file, in a process of its own. It is compiled when the bench runs and never linked into anything.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Times;

/// The program, if it could be built.
pub(crate) struct Klu(Option<PathBuf>);

impl Klu {
    pub(crate) fn find(folder: &Path) -> Klu {
        let binary = folder.join("klu");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers/klu.c");
        let built = Command::new("cc")
            .args(["-O3", "-I/usr/include/suitesparse"])
            .arg(&source)
            .args(["-lklu", "-lm", "-o"])
            .arg(&binary)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if !built {
            println!(
                "!!! KLU IS ABSENT, so nothing is compared with it. Install libsuitesparse-dev of Debian."
            );
        }
        Klu(built.then_some(binary))
    }

    pub(crate) fn measure(&self, file: &Path) -> Option<Times> {
        let output = Command::new(self.0.as_ref()?).arg(file).output().ok()?;
        Times::parse(&String::from_utf8_lossy(&output.stdout))
    }
}
