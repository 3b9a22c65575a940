//! The model that a command is about: which files are read, and which class of them is meant.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::report::{Report, UnreadModel};
use wellposed::{Files, LoadRequest, Loaded, PROJECT, Project, models, open_sources, read_project};

use crate::disk::{Disk, is_stdin};
use crate::library;
use crate::output::{Output, Status, report_error};

/// A command with the arguments that name a model.
pub(crate) fn command(name: &'static str) -> Command {
    Command::new(name)
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help("Files or package folders; may be left out if the libraries contain the model")
                .value_parser(clap::value_parser!(PathBuf))
                .num_args(0..),
        )
        .arg(
            Arg::new("model")
                .short('m')
                .long("model")
                .value_name("CLASS")
                .help("The full name of the model; by default the last class of the first file, or without a file the model of wellposed.toml"),
        )
        .arg(
            Arg::new("libraries")
                .short('L')
                .long("library")
                .value_name("DIR")
                .value_parser(clap::value_parser!(PathBuf))
                .action(ArgAction::Append)
                .help("A folder with libraries, besides those of wellposed.toml and MODELICAPATH"),
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

/// Reads the files that the arguments name, lists the libraries, and finds the model that is meant. What is wrong
/// has been shown if there is none.
pub(crate) fn read<R: Report + From<UnreadModel>>(
    options: &ArgMatches,
    output: &Output<R>,
) -> Result<(Loaded, String), Status> {
    read_own(own_files(options), options, output)
}

/// The files that the arguments name.
pub(crate) fn own_files(options: &ArgMatches) -> Vec<PathBuf> {
    options.get_many("files").unwrap_or_default().cloned().collect()
}

/// The same as [`read`] for some of the files.
pub(crate) fn read_own<R: Report + From<UnreadModel>>(
    own: Vec<PathBuf>,
    options: &ArgMatches,
    output: &Output<R>,
) -> Result<(Loaded, String), Status> {
    let ModelSelection { loaded, name, package } = find_own(Arc::new(Disk), own, options, output)?;
    let Some(package) = package else { return Ok((loaded, name)) };
    report_error(&match package.split_first() {
        Some((first, rest)) => {
            let more = match rest.len() {
                0 => String::new(),
                count => format!(" ({} in all)", count + 1),
            };
            format!("{name} is a package, and no model: name one with -m, such as {first}{more}")
        }
        None => format!("{name} is a package without models"),
    });
    Err(Status::Failed)
}

/// What the arguments mean.
pub(crate) struct ModelSelection {
    pub(crate) loaded: Loaded,
    pub(crate) name: String,
    /// The models in it, if it is a package that nobody named as a model.
    pub(crate) package: Option<Vec<String>>,
}

/// The same, for commands that take packages too, and with files from anywhere.
pub(crate) fn find<R: Report + From<UnreadModel>>(
    files: Arc<dyn Files>,
    options: &ArgMatches,
    output: &Output<R>,
) -> Result<ModelSelection, Status> {
    find_own(files, own_files(options), options, output)
}

fn find_own<R: Report + From<UnreadModel>>(
    files: Arc<dyn Files>,
    own: Vec<PathBuf>,
    options: &ArgMatches,
    output: &Output<R>,
) -> Result<ModelSelection, Status> {
    if let Some((file, command)) = own.iter().find_map(|file| Some((file, other_command(file)?))) {
        let file = file.display();
        report_error(&format!("`{file}` is not a file of models: `wellposed {command} {file}` reads it"));
        return Err(Status::Failed);
    }
    let project = project(own.first(), output)?;
    let mut folders: Vec<PathBuf> = options.get_many("libraries").unwrap_or_default().cloned().collect();
    folders.extend(project.libraries.iter().cloned());
    let typed: Option<&String> = options.get_one("model");
    let named = typed.or(project.model.as_ref().filter(|_| own.is_empty())).cloned();
    let named_in = Some(if typed.is_some() { "the command line" } else { PROJECT }.to_string());
    let request = LoadRequest { own, folders: library::folders(&folders), model: named.clone(), named_in };
    let mut loaded = open_sources(files, &request);
    loaded.project = project;
    if loaded.errors() > 0 {
        // A script that asks how a model stands has an answer where it could not be read, too.
        return Err(output.finish(&loaded, "", || UnreadModel::default().into()));
    }
    let told = named.is_some();
    let Some(name) = named.or_else(|| loaded.last_class()) else {
        report_error("name a file, or a model with -m or in wellposed.toml");
        return Err(Status::Failed);
    };
    if loaded.known() == 0 {
        for folder in request.folders.iter().filter(|folder| !folder.is_dir()) {
            report_error(&format!("there is no folder `{}`", folder.display()));
        }
        report_error(
            "there is nothing to read: name a file, or a folder of libraries with -L or MODELICAPATH",
        );
        return Err(Status::Failed);
    }
    let package = if told { None } else { models(&loaded, &name) };
    Ok(ModelSelection { loaded, name, package })
}

/// The command for files of another language, where their names tell.
fn other_command(file: &Path) -> Option<&'static str> {
    match file.extension()?.to_str()? {
        "eqs" => Some("system"),
        "cir" | "sp" | "spice" => Some("circuit check"),
        "csv" | "mat" => Some("verify MODEL.mo"),
        _ => None,
    }
}

/// The project file of the folder that a file lies in, or of the nearest folder above it that has one; without a
/// file the search begins at the working folder.
fn project<R: Report>(file: Option<&PathBuf>, output: &Output<R>) -> Result<Project, Status> {
    let start = file.filter(|file| !is_stdin(file)).map_or(PathBuf::from("."), PathBuf::clone);
    let start = std::path::absolute(&start).unwrap_or(start);
    let Some(path) = start.ancestors().map(|folder| folder.join(PROJECT)).find(|path| path.is_file()) else {
        return Ok(Project::default());
    };
    // The shorter name is what people read in messages.
    let here = std::env::current_dir().unwrap_or_default();
    let read = read_project(&Disk, path.strip_prefix(here).unwrap_or(&path));
    if read.errors() > 0 {
        return Err(output.finish_without(&read, ""));
    }
    Ok(read.project)
}
