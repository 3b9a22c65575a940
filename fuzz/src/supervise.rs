//! A reader in a process of its own, whose memory is limited where there is a shell to do so.

use std::fs;
use std::process::{Command, Stdio};

use crate::readers::Reader;
use crate::work::current;

/// KiB of memory. A reader needs a few hundred times its input at most, which is some MB.
const MEMORY: u32 = 1 << 20;

/// Reads for some seconds. Afterwards the input of a finding is in a file of its own.
pub(crate) fn run(reader: &Reader, seed: u64, seconds: u64) -> Result<(), String> {
    let file = current(reader.name);
    let folder = file.parent().unwrap_or(&file);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = std::env::current_exe().map_err(|error| format!("no program: {error}"))?;
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(program);
        shell
    } else {
        Command::new(program)
    };
    command.args(["--work", reader.name, &seed.to_string(), &seconds.to_string()]);
    let status = command.stdin(Stdio::null()).status().map_err(|error| format!("no process: {error}"))?;
    if status.success() {
        return fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()));
    }
    let kept = folder.join(format!("{}-{seed}", reader.name));
    fs::rename(&file, &kept).map_err(|error| format!("{}: {error}", file.display()))?;
    let again = format!("cargo run -p fuzz -- {} {}", reader.name, kept.display());
    Err(format!("{} fails with seed {seed} ({status}); again with `{again}`", reader.name))
}
