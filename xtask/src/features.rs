//! What is built without features: no Cranelift, no threads, and nothing that a browser does not have.

use std::process::Command;

use crate::command::cargo;
use crate::parts::Outcome;

/// Without features the facade has neither machine code nor threads below it.
pub(crate) fn check() -> Result<(), String> {
    for package in ["wellposed", "cli"] {
        let without = packages(package, &["--no-default-features"])?;
        let with = packages(package, &[])?;
        for gone in ["cranelift-codegen", "cranelift-jit", "regalloc2", "rayon"] {
            let has = |list: &[String]| list.iter().any(|found| found == gone);
            if has(&without) {
                return Err(format!("`{package}` without features still builds `{gone}`"));
            }
            if !has(&with) {
                return Err(format!(
                    "`{package}` does not build `{gone}`, so nothing shows that it can do without"
                ));
            }
        }
        println!("{package}: {} packages with default features, {} without", with.len(), without.len());
    }
    Ok(())
}

/// The names of all packages that one builds.
fn packages(package: &str, features: &[&str]) -> Result<Vec<String>, String> {
    let tree =
        ["tree", "--package", package, "--edges", "normal,build", "--prefix", "none", "--format", "{p}"];
    let text = cargo(&[&tree[..], features].concat()).output()?;
    let mut names: Vec<String> =
        text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// The facade for browsers, where the toolchain knows them. Elsewhere the lints stand in for it: `clippy.toml` forbids files,
/// clocks, the environment and threads in everything but the programs.
pub(crate) fn wasm() -> Result<Outcome, String> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let sysroot =
        Command::new("rustc").args(["--print", "sysroot"]).output().map_err(|error| error.to_string())?;
    let sysroot = String::from_utf8_lossy(&sysroot.stdout).trim().to_string();
    let library = std::path::Path::new(&sysroot).join("lib/rustlib").join(TARGET);
    if !library.is_dir() {
        return Ok(Outcome::Impossible(format!(
            "the toolchain has no {TARGET}; the lints forbid what it has not"
        )));
    }
    cargo(&["check", "--package", "wellposed", "--no-default-features", "--target", TARGET]).run()?;
    Ok(Outcome::Passed)
}
