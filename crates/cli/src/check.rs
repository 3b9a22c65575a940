//! `wellposed check`

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::report::{
    CheckReport, ModelBoundary, ModelCheck, ModelVerdict, PackageCheck, UnappliedRepair,
};
use wellposed::{Checked, Loaded, RepairSearch, Wellposedness, check, check_package, report_repairs};

use crate::disk::Disk;
use crate::fix::{self, FixError, FixPlan};
use crate::model::{self, ModelSelection};
use crate::output::{Output, Status, count, report_error};
use crate::overlay::OverlayDisk;

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
        daring: text("sublevel").parse().unwrap_or(4),
        patient: &|| budget.is_none_or(|budget| start.elapsed() < budget),
    };
    if let Some(models) = package {
        return all(options, output, loaded, &name, &models, &search);
    }
    let mut checked = check(&Disk, &loaded, &name, &search);
    loaded.diagnostics.append(&mut checked.diagnostics);
    let counts = checked.model.as_ref().map(|model| (model.scalar_equations(), model.unknowns()));
    let (equations, unknowns) = counts.unwrap_or_default();
    let component = checked.component.as_ref();
    let open = component.map(|found| found.open.iter().map(|open| open.name.clone()).collect::<Vec<_>>());
    let mut summary = said(&name, checked.posed, open.as_deref(), equations, unknowns);
    if checked.has_inconsistent_initial_conditions() {
        summary = format!("{}; its initial conditions contradict each other\n", summary.trim_end());
    }
    if options.get_flag("verbose") {
        checked.details.iter().for_each(|line| summary.push_str(&format!("{line}\n")));
        for (at, repair) in checked.repairs.iter().enumerate() {
            summary.push_str(&format!(
                "repair {}, score {}: {} ({})\n",
                at + 1,
                repair.score,
                repair.description,
                repair.describe_outcome()
            ));
        }
    }
    let mut report = ModelCheck {
        model: name.clone(),
        status: checked.posed.status(),
        boundary: if open.is_some() { ModelBoundary::Component } else { ModelBoundary::Whole },
        open: open.unwrap_or_default(),
        equations,
        unknowns,
        repairs: report_repairs(&loaded.sources, &checked.repairs),
        details: checked.details.clone(),
        changed: Vec::new(),
        done: None.into(),
        left: None.into(),
    };
    let (posed, dry) = (checked.posed, options.get_flag("dry-run"));
    let wanted = options.get_one::<u32>("repair").is_some();
    let asked = options.get_flag("fix") || dry || wanted;
    let wrong = posed != Wellposedness::Well || !checked.repairs.is_empty() || wanted;
    let mut refused = None;
    if asked && wrong {
        match mend(options, output, &search, (&loaded, &name, &checked)) {
            Ok(done) => {
                let rank = |at: &usize| at + 1;
                report.changed = done.files;
                report.done = Some(done.plan.done.iter().map(rank).collect()).into();
                let left = done.plan.left.iter();
                let left = left
                    .map(|(at, why)| UnappliedRepair { rank: at.as_ref().map(rank), reason: why.clone() });
                report.left = Some(left.collect()).into();
                let status = output.finish(&done.loaded, &done.shown, || report.into());
                let fine = !dry && done.posed == Wellposedness::Well || posed == Wellposedness::Well;
                return if fine { status } else { status.max(Status::WrongInput) };
            }
            Err(reason) => refused = Some(reason),
        }
    }
    let status = output.finish(&loaded, &summary, || report.into());
    if let Some((reason, status)) = refused {
        report_error(&reason);
        return status;
    }
    if posed == Wellposedness::Well { status } else { status.max(Status::WrongInput) }
}

/// What repairs came to.
struct RepairSummary {
    plan: FixPlan,
    /// The files that were changed, or would be.
    files: Vec<String>,
    /// The differences, and what was done.
    shown: String,
    /// The texts as they are then, with what is still wrong with them.
    loaded: Loaded,
    posed: Wellposedness,
}

/// Carries repairs out, unless they are to be shown only: first in memory, where the model is read and checked anew.
fn mend(
    options: &ArgMatches,
    output: &Output<CheckReport>,
    search: &RepairSearch,
    (loaded, name, checked): (&Loaded, &str, &Checked),
) -> Result<RepairSummary, FixError> {
    let dry = options.get_flag("dry-run");
    let wanted = options.get_one::<u32>("repair").map(|&rank| rank as usize);
    let plan = FixPlan::new(loaded, &checked.repairs, wanted)?;
    let changed = plan.texts(loaded, dry)?;
    let texts = changed.iter().map(|file| (file.path, file.text.as_str()));
    let altered = Arc::new(OverlayDisk::new(loaded, texts));
    let unread =
        ("nothing is changed: the model could not be read after the change".to_string(), Status::WrongInput);
    let mut after = model::find(altered.clone(), options, output).map_err(|_| unread)?.loaded;
    lock(&mut after, options);
    let found = check(&*altered, &after, name, search);
    plan.accept(checked, &found, wanted.is_some())?;
    let mut shown: String = changed.iter().map(|file| file.shown.as_str()).collect();
    shown.push_str(&plan.summarize(&checked.repairs, &found, dry));
    let files = changed.iter().map(|file| file.name.clone()).collect();
    if dry {
        // The places of findings would be those of a text that nobody has.
        after.diagnostics.clear();
    } else {
        fix::write(changed)?;
        after.diagnostics.extend(found.diagnostics);
    }
    Ok(RepairSummary { plan, files, shown, loaded: after, posed: found.posed })
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
    let (standings, diagnostics) = check_package(&Disk, &loaded, models, search);
    loaded.diagnostics.extend(diagnostics);
    let well = standings.iter().filter(|one| one.posed == Wellposedness::Well).count();
    let mut summary = String::new();
    for one in standings.iter().filter(|one| options.get_flag("verbose") || one.posed != Wellposedness::Well)
    {
        summary.push_str(&said(&one.name, one.posed, one.open.as_deref(), one.equations, one.unknowns));
    }
    summary.push_str(&match standings.len() {
        0 => format!("{package} is a package without models\n"),
        total if well == total => format!("{package}: {} checked, well-posed\n", count(total, "model")),
        total => format!("{package}: {well} of {} well-posed\n", count(total, "model")),
    });
    let worst = standings.iter().map(|one| one.posed).max().unwrap_or(Wellposedness::Well);
    let models = standings.into_iter().map(|one| ModelVerdict {
        model: one.name,
        status: one.posed.status(),
        equations: one.equations,
        unknowns: one.unknowns,
    });
    let report =
        PackageCheck { package: package.to_string(), status: worst.status(), models: models.collect() };
    let status = output.finish(&loaded, &summary, || report.into());
    if worst == Wellposedness::Well { status } else { status.max(Status::WrongInput) }
}

/// How a model stands, in a line. `open` are the connectors of one that is balanced as a component and not as a whole model.
fn said(
    name: &str,
    posed: Wellposedness,
    open: Option<&[String]>,
    equations: usize,
    unknowns: usize,
) -> String {
    let counts = format!("{}, {}", count(equations, "equation"), count(unknowns, "unknown"));
    match (posed, open) {
        (Wellposedness::Error, _) => format!("{name} could not be built\n"),
        // The rest comes from what its buses and overdetermined connectors are connected to, or from what extends it.
        (Wellposedness::Well, Some([])) => {
            format!("{name} is balanced as a component: {counts}; its connections will determine the rest\n")
        }
        (Wellposedness::Well, Some(open)) => {
            format!("{name} is balanced as a component: {counts}; to simulate it, connect {}\n", list(open))
        }
        (Wellposedness::Well, None) => format!("{name} is well-posed: {counts}\n"),
        (Wellposedness::Over | Wellposedness::Under | Wellposedness::Mixed, _) => {
            format!("{name} is not well-posed: {counts}\n")
        }
    }
}

/// So many connectors are named in a line.
const MAX_NAMES: usize = 6;

/// Names in a row.
fn list(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    match (names.len().saturating_sub(MAX_NAMES), &shown[..]) {
        (0, [rest @ .., last]) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (0, _) => shown.join(", "),
        (more, _) => format!("{} and {more} others", shown.join(", ")),
    }
}
