//! `cargo xtask test` carries out everything that must hold of a change; `cargo xtask fuzz [SECONDS] [READER…]` reads damaged
//! files. Both need nothing that does not come with Rust. Everything else belongs in the program or in a test.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program of its own"
)]

mod command;
mod features;
mod licences;
mod parts;
mod questions;
mod sources;
mod tests;
mod type_names;

use std::process::ExitCode;

use command::cargo;

const USAGE: &str = "cargo xtask test [PART…]             what must hold of every change, or some parts of it
cargo xtask fuzz [SECONDS] [READER…] reads damaged files; `--seed N` repeats what was read
cargo xtask questions                whether things are found by the words one would search for";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["test", ref chosen @ ..] => parts::run(chosen),
        ["fuzz", ref rest @ ..] => fuzz(rest),
        ["questions"] => questions::check(),
        _ => Err(USAGE.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn fuzz(words: &[&str]) -> Result<(), String> {
    let mut arguments = vec!["run", "--quiet", "--package", "fuzz", "--"];
    let rest = match words {
        [seconds, rest @ ..] if seconds.parse::<u32>().is_ok() => {
            arguments.extend(["--seconds", seconds]);
            rest
        }
        rest => rest,
    };
    arguments.extend(rest);
    cargo(&arguments).run()
}
