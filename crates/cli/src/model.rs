//! The model that a command is about: which files are read, and which class of them is meant.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::{Loaded, load};

use crate::disk::Disk;
use crate::library::libraries;
use crate::output::{Output, Status, complain};

/// A command with the arguments that name a model.
pub(crate) fn command(name: &'static str) -> Command {
    Command::new(name)
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help("Files or package folders; may be left out if the libraries hold the model")
                .value_parser(clap::value_parser!(PathBuf))
                .num_args(0..),
        )
        .arg(
            Arg::new("model")
                .short('m')
                .long("model")
                .value_name("CLASS")
                .help("The full name of the model; by default the last class of the first file"),
        )
        .arg(
            Arg::new("libraries")
                .short('L')
                .long("library")
                .value_name("DIR")
                .value_parser(clap::value_parser!(PathBuf))
                .action(ArgAction::Append)
                .help("A folder with libraries, besides those of MODELICAPATH"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_parser(["human", "json", "sarif"])
                .default_value("human")
                .help("How to print diagnostics and the result"),
        )
        .arg(
            Arg::new("color")
                .long("color")
                .value_parser(["auto", "always", "never"])
                .default_value("auto")
                .help("Whether to colour diagnostics"),
        )
}

/// Reads the files and libraries that the arguments name, and finds the class that is meant. What is wrong has been
/// shown if there is none.
pub(crate) fn read(options: &ArgMatches, output: &Output) -> Result<(Loaded, String), Status> {
    let mut paths: Vec<PathBuf> = options.get_many("files").unwrap_or_default().cloned().collect();
    let own = paths.len();
    let folders: Vec<PathBuf> = options.get_many("libraries").unwrap_or_default().cloned().collect();
    paths.extend(libraries(&folders));
    let loaded = load(&Disk, &paths);
    if loaded.errors() > 0 {
        return Err(output.finish(&loaded, "", Vec::new()));
    }
    let model = options.get_one::<String>("model").cloned().or_else(|| {
        let tree = loaded.trees.first().filter(|_| own > 0)?;
        let class = tree[tree.classes].last()?;
        Some(loaded.sources[tree.file].text()[class.name.span.range()].to_string())
    });
    let Some(model) = model else {
        complain("name a file, or a model with -m");
        return Err(Status::Failed);
    };
    if loaded.trees.is_empty() {
        complain("there is nothing to read: name a file, or a folder of libraries with -L");
        return Err(Status::Failed);
    }
    Ok((loaded, model))
}
