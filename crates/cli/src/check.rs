//! `wellposed check`

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::report::CheckReport;
use wellposed::{
    AppliedRepairs, Cancellation, ChangedFile, Checked, Files, FixRefusal, FixRequest, Loaded, RepairSearch,
    Wellposedness, apply_repairs, check, check_package, report_package, summarize_package, worst,
};

use crate::atomic_write::{self, FileRewrite};
use crate::disk::{Disk, is_stdin};
use crate::model::{self, ModelSelection};
use crate::output::{Output, Status, report_error};

/// The command with what says how repairs are searched for and carried out.
pub(crate) fn with_options(command: Command) -> Command {
    let number = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).value_parser(clap::value_parser!(u32).range(1..))
    };
    command
        .arg(Arg::new("fix").long("fix").action(ArgAction::SetTrue).help(
            "Applies the repair of each error for which one is clearly the best, and prints the diff",
        ))
        .arg(
            Arg::new("dry-run")
                .long("dry-run")
                .action(ArgAction::SetTrue)
                .help("Prints the diff of --fix, and changes nothing"),
        )
        .arg(number("repair", "N").help("Applies the repair with this rank, as JSON and --verbose number them"))
        .arg(
            Arg::new("lock")
                .long("lock")
                .value_name("CLASS")
                .action(ArgAction::Append)
                .help("A class or package that repairs must not change; libraries are locked anyway"),
        )
        .arg(
            Arg::new("level")
                .long("level")
                .value_parser(["1", "2"])
                .default_value("1")
                .help("1: repairs leave locked classes alone; 2: they may change all classes"),
        )
        .arg(
            Arg::new("sublevel")
                .long("sublevel")
                .value_parser(["1", "2", "3", "4"])
                .default_value("4")
                .help("Which kinds of repairs to search: 1 removes what disconnects nothing; 2 removes anything, connections and components too; 3 also adds equations; 4 also adds unknowns to equations"),
        )
        .arg(
            Arg::new("budget")
                .long("budget")
                .value_name("SECONDS")
                .value_parser(seconds)
                .help("Time limit for the search of repairs, such as 0.5; candidates that were not checked are counted"),
        )
        .arg(
            Arg::new("verbose")
                .long("verbose")
                .short('v')
                .action(ArgAction::SetTrue)
                .help("Also prints Dulmage-Mendelsohn parts, matching and alternating paths, and lists all candidate repairs with their scores"),
        )
}

/// A time that is more than nothing.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if time.is_zero() { Err("it must be greater than zero".to_string()) } else { Ok(time) }
}

pub(crate) fn run(options: &ArgMatches, output: &Output<CheckReport>) -> Status {
    let ModelSelection { mut loaded, name, package } = match model::find(Arc::new(Disk), options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    lock(&mut loaded, options);
    let start = Instant::now();
    let budget = options.get_one::<Duration>("budget").copied();
    let text = |name: &str| options.get_one::<String>(name).map_or("", String::as_str);
    let search = RepairSearch {
        unlocked: text("level") == "2",
        thorough: false,
        details: options.get_flag("verbose"),
        sublevel: text("sublevel").parse().unwrap_or(4),
        budget: Cancellation::new(move || budget.is_some_and(|budget| start.elapsed() >= budget)),
    };
    if let Some(models) = package {
        return all(options, output, loaded, &name, &models, &search);
    }
    let mut checked = check(&Disk, &loaded, &name, &search);
    loaded.diagnostics.append(&mut checked.diagnostics);
    let report = checked.report(&name, &loaded.sources);
    let is_well = checked.wellposedness == Wellposedness::Well;
    let dry = options.get_flag("dry-run");
    let wanted = options.get_one::<u32>("repair").is_some();
    let asked = options.get_flag("fix") || dry || wanted;
    let mut refused = None;
    if asked && (!is_well || !checked.repairs.is_empty() || wanted) {
        match fix(options, output, &search, (&loaded, &name, &checked)) {
            Ok(applied) => {
                let status = output.finish(&applied.loaded, &applied.shown, || applied.report(report).into());
                let fine = !dry && applied.is_well_posed() || is_well;
                return if fine { status } else { status.max(Status::WrongInput) };
            }
            Err(refusal) => refused = Some(refusal),
        }
    }
    let summary = checked.summarize(&name, options.get_flag("verbose"));
    let status = output.finish(&loaded, &summary, || report.into());
    match refused {
        Some((reason, status)) => {
            report_error(&reason);
            status
        }
        None if is_well => status,
        None => status.max(Status::WrongInput),
    }
}

/// Why something is not changed, and how the program ends because of it.
type FixError = (String, Status);

/// Carries repairs out, unless they are to be shown only.
fn fix<'a>(
    options: &ArgMatches,
    output: &Output<CheckReport>,
    search: &RepairSearch,
    (loaded, name, checked): (&'a Loaded, &str, &Checked),
) -> Result<AppliedRepairs<'a>, FixError> {
    let dry = options.get_flag("dry-run");
    let read = |files: Arc<dyn Files>| {
        let mut after = model::find(files, options, output).ok()?.loaded;
        lock(&mut after, options);
        Some(after)
    };
    let request = FixRequest {
        rank: options.get_one::<u32>("repair").map(|&rank| rank as usize),
        dry,
        files: Arc::new(Disk),
        is_stream: &is_stdin,
        read: &read,
    };
    let mut applied =
        apply_repairs(loaded, name, checked, search, &request).map_err(|refusal| match refusal {
            FixRefusal::Model(reason) => (reason, Status::WrongInput),
            FixRefusal::Request(reason) => (reason, Status::Failed),
        })?;
    if dry {
        // The places of findings would be those of a text that nobody has.
        applied.loaded.diagnostics.clear();
    } else {
        write(&applied.changed)?;
        let found = std::mem::take(&mut applied.checked.diagnostics);
        applied.loaded.diagnostics.extend(found);
    }
    Ok(applied)
}

/// Replaces the files, all of them or none: the only way in which a model of the user is ever changed.
fn write(changed: &[ChangedFile]) -> Result<(), FixError> {
    let rewrites =
        changed.iter().map(|file| FileRewrite { path: file.path, old: file.old, new: file.text.clone() });
    atomic_write::files(&rewrites.collect::<Vec<_>>())
        .map_err(|(path, error)| (format!("{} cannot be written: {error}", path.display()), Status::Failed))
}

/// Locks the classes that the arguments name, besides those of the project.
fn lock(loaded: &mut Loaded, options: &ArgMatches) {
    let locked = options.get_many::<String>("lock").unwrap_or_default();
    loaded.project.locked.extend(locked.cloned());
}

/// Checks each model of a package.
fn all(
    options: &ArgMatches,
    output: &Output<CheckReport>,
    mut loaded: Loaded,
    package: &str,
    models: &[String],
    search: &RepairSearch,
) -> Status {
    if options.get_flag("fix") || options.get_flag("dry-run") || options.contains_id("repair") {
        report_error(&format!("{package} is a package: name the model to repair with -m"));
        return Status::Failed;
    }
    let (verdicts, diagnostics) = check_package(&Disk, &loaded, models, search);
    loaded.diagnostics.extend(diagnostics);
    let summary = summarize_package(package, &verdicts, options.get_flag("verbose"));
    let status = output.finish(&loaded, &summary, || report_package(package, &verdicts).into());
    if worst(&verdicts) == Wellposedness::Well { status } else { status.max(Status::WrongInput) }
}
