//! `wellposed parse`

use std::path::PathBuf;

use clap::ArgMatches;
use wellposed::load;
use wellposed::report::ParseReport;
use wellposed::syntax::tree::StoredDefinition;
use wellposed::syntax::{count, dump};

use crate::disk::Disk;
use crate::output::{Format, Output, Status};

pub(crate) fn run(options: &ArgMatches, output: &Output<ParseReport>) -> Status {
    let paths: Vec<PathBuf> = options.get_many("files").unwrap_or_default().cloned().collect();
    let loaded = load(&Disk, &paths);
    let files = loaded.trees.len();
    if options.contains_id("emit") && output.format == Format::Human {
        let dump = |tree: &StoredDefinition| dump(tree, loaded.sources[tree.file].text());
        let trees: String = loaded.trees.iter().map(|tree| dump(tree)).collect();
        return output.finish_without(&loaded, &trees);
    }
    let warnings = loaded.diagnostics.len() - loaded.errors();
    let mut summary = format!("{}, {}", count(files, "file"), count(loaded.errors(), "error"));
    if warnings > 0 {
        summary.push_str(&format!(", {}", count(warnings, "warning")));
    }
    output.finish(&loaded, &(summary + "\n"), || ParseReport { files })
}
