//! `wellposed circuit`

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};
use wellposed::circuit::{self, Topology};

use crate::disk::Disk;
use crate::output::{Format, Output, Status};

pub(crate) fn run(options: &ArgMatches, output: &dyn Fn(&ArgMatches) -> Output) -> Status {
    let Some((what, options)) = options.subcommand() else { return Status::Failed };
    let output = output(options);
    let path = options.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
    let (mut loaded, circuit) = circuit::open(&Disk, path);
    let Some(circuit) = circuit else { return output.finish(&loaded, "", Vec::new()) };
    let topology = Topology::new(&circuit);
    loaded.diagnostics.extend(circuit::diagnose(&loaded.sources, &circuit, &topology));
    let members = match output.format {
        Format::Json => circuit::members(&loaded.sources, &circuit, &topology),
        Format::Human | Format::Sarif => Vec::new(),
    };
    let result = match what {
        "index" => circuit::summary(&loaded.sources, &circuit, &topology),
        _ => circuit::verdict(&path.to_string_lossy(), &circuit, &topology, loaded.errors()),
    };
    output.finish(&loaded, &result, members)
}

pub(crate) fn command(format: &Arg, color: &Arg) -> Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .help("A netlist in the dialect of ngspice; `-` reads standard input")
        .value_parser(clap::value_parser!(PathBuf))
        .required(true);
    let with = |name: &'static str, about: &'static str| {
        Command::new(name).about(about).arg(file.clone()).arg(format).arg(color)
    };
    Command::new("circuit")
        .about("Reads a SPICE netlist and says what its network graph tells")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(with(
            "check",
            "Says whether a circuit has a solution, and what is wrong with it if it has none",
        ))
        .subcommand(with("index", "Says the index of a circuit, and which loops and cutsets are the reason"))
}
