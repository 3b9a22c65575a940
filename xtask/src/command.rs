//! Programs that are called, cargo most of all.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// A call with what it is in words, for messages.
pub(crate) struct Call {
    command: Command,
    words: String,
}

/// The cargo that called us.
pub(crate) fn cargo(arguments: &[&str]) -> Call {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    Call { command, words: format!("cargo {}", arguments.join(" ")) }
}

impl Call {
    pub(crate) fn env(mut self, name: &str, value: &str) -> Call {
        self.command.env(name, value);
        self.words = format!("{name}=\"{value}\" {}", self.words);
        self
    }

    /// Lets it write where we write.
    pub(crate) fn run(mut self) -> Result<(), String> {
        println!("$ {}", self.words);
        let status = self.command.status().map_err(|error| format!("{}: {error}", self.words))?;
        if status.success() { Ok(()) } else { Err(format!("`{}` fails", self.words)) }
    }

    /// What it writes, or what it says if it fails.
    pub(crate) fn output(mut self) -> Result<String, String> {
        let output = self.command.output().map_err(|error| format!("{}: {error}", self.words))?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            Err(format!("`{}` fails\n{}", self.words, text(&output.stderr)))
        }
    }

    /// Shows what it writes to standard output and gives it line by line, until it ends.
    pub(crate) fn watch(mut self, mut line: impl FnMut(&str)) -> Result<(), String> {
        println!("$ {}", self.words);
        let failed = |error: std::io::Error| error.to_string();
        let mut child = self.command.stdout(Stdio::piped()).spawn().map_err(failed)?;
        if let Some(stdout) = child.stdout.take() {
            for text in BufReader::new(stdout).split(b'\n') {
                let text = String::from_utf8_lossy(&text.map_err(failed)?).into_owned();
                println!("{text}");
                line(&text);
            }
        }
        let status = child.wait().map_err(failed)?;
        if status.success() { Ok(()) } else { Err(format!("`{}` fails", self.words)) }
    }
}

/// Whether a program is there at all.
pub(crate) fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
