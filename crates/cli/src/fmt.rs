//! `wellposed fmt`

use std::path::PathBuf;

use clap::ArgMatches;
use wellposed::load;
use wellposed::report::FormatReport;
use wellposed::syntax::{count, format};

use crate::atomic_write;
use crate::disk::{Disk, is_stdin};
use crate::output::{Format, Output, Status, print, report_error};

pub(crate) fn run(options: &ArgMatches, output: &Output<FormatReport>) -> Status {
    let paths: Vec<PathBuf> = options.get_many("files").unwrap_or_default().cloned().collect();
    let check = options.get_flag("check");
    let loaded = load(&Disk, &paths);
    let mut changed = Vec::new();
    let mut status = Status::Fine;
    for tree in &loaded.trees {
        let text = loaded.sources[tree.file].text();
        let path = loaded.path(tree.file);
        // A file with errors is left alone; they are shown below.
        let Ok(formatted) = format(tree.file, text) else { continue };
        if is_stdin(path) && !check {
            print(&formatted);
            continue;
        }
        if formatted == text || loaded.is_altered(tree.file) {
            continue;
        }
        changed.push(path.display().to_string());
        if check {
            status = Status::WrongInput;
        } else if let Err(error) = atomic_write::file(path, &|out| out.write_all(formatted.as_bytes())) {
            report_error(&format!("{} cannot be written: {error}", path.display()));
            status = Status::Failed;
        }
    }
    let verb = if check { "would change" } else { "changed" };
    let mut result = String::new();
    if !paths.iter().any(|path| is_stdin(path)) {
        for path in changed.iter().filter(|_| output.format == Format::Human) {
            result.push_str(&format!("{path}\n"));
        }
        result.push_str(&format!("{} of {} {verb}\n", changed.len(), count(loaded.trees.len(), "file")));
    }
    let report = || FormatReport { files: loaded.trees.len(), changed };
    output.finish(&loaded, &result, report).max(status)
}
