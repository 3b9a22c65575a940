//! `wellposed check`

use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use wellposed::{Posed, Search, check, to_repairs};

use crate::disk::Disk;
use crate::fix;
use crate::model;
use crate::output::{Format, Output, Status, complain};

/// The command with what says how repairs are searched for and carried out.
pub(crate) fn with_options(command: Command) -> Command {
    let number = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).value_parser(clap::value_parser!(u32).range(1..))
    };
    command
        .arg(Arg::new("fix").long("fix").action(ArgAction::SetTrue).help(
            "Carries out the repair that mends the model, if one is clearly the best, and prints the difference",
        ))
        .arg(
            Arg::new("dry-run")
                .long("dry-run")
                .action(ArgAction::SetTrue)
                .help("Prints the difference that --fix would make, and changes nothing"),
        )
        .arg(number("repair", "N").help("Carries out the repair with this rank, as JSON and --verbose number them"))
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
                .help("How daring repairs may be: 1 takes away what cuts nothing off; 2 takes away anything, connections and components too; 3 also adds equations; 4 also brings unknowns into equations"),
        )
        .arg(number("budget", "SECONDS").help("How long to try repairs; what was not tried is counted"))
        .arg(
            Arg::new("verbose")
                .long("verbose")
                .short('v')
                .action(ArgAction::SetTrue)
                .help("Also tells parts, matching and paths, and lists all repairs that were tried, with their scores"),
        )
}

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let locked = options.get_many::<String>("lock").unwrap_or_default();
    loaded.project.locked.extend(locked.cloned());
    let start = Instant::now();
    let budget = options.get_one::<u32>("budget").map(|&seconds| Duration::from_secs(seconds.into()));
    let text = |name: &str| options.get_one::<String>(name).map_or("", String::as_str);
    let search = Search {
        unlocked: text("level") == "2",
        thorough: false,
        details: options.get_flag("verbose"),
        daring: text("sublevel").parse().unwrap_or(4),
        patient: &|| budget.is_none_or(|budget| start.elapsed() < budget),
    };
    let checked = check(&Disk, &loaded, &name, &search);
    loaded.diagnostics.extend(checked.diagnostics);
    let counts = checked.model.as_ref().map(|model| (model.scalar_equations(), model.unknowns()));
    let (equations, unknowns) = counts.unwrap_or_default();
    let mut summary = match checked.posed {
        Posed::Error => format!("{name} could not be built\n"),
        Posed::Well => format!("{name} is well-posed: {equations} equations, {unknowns} unknowns\n"),
        Posed::Over | Posed::Under | Posed::Mixed => {
            format!("{name} is not well-posed: {equations} equations, {unknowns} unknowns\n")
        }
    };
    if options.get_flag("verbose") {
        checked.details.iter().for_each(|line| summary.push_str(&format!("{line}\n")));
        for (at, repair) in checked.repairs.iter().enumerate() {
            summary.push_str(&format!(
                "repair {}, score {}: {} ({})\n",
                at + 1,
                repair.score,
                repair.description,
                repair.outcome()
            ));
        }
    }
    let wanted = options.get_one::<u32>("repair").map(|&rank| rank as usize);
    let (fix, dry) = (options.get_flag("fix"), options.get_flag("dry-run"));
    let mut failed = None;
    let mut changed = json!([]);
    if fix || dry || wanted.is_some() {
        match fix::choose(&checked.repairs, wanted).and_then(|repair| fix::carry_out(&loaded, repair, dry)) {
            Ok(done) => {
                summary = if output.format == Format::Human { done.shown } else { summary };
                changed = json!(done.files);
                loaded.diagnostics.clear();
            }
            Err(reason) => failed = Some(reason),
        }
    }
    let members = vec![
        ("model", json!(name)),
        ("status", json!(checked.posed.text())),
        ("equations", json!(equations)),
        ("unknowns", json!(unknowns)),
        ("repairs", to_repairs(&loaded.sources, &checked.repairs)),
        ("details", json!(checked.details)),
        ("changed", changed),
    ];
    let fixed = failed.is_none() && (fix || wanted.is_some()) && !dry;
    let status = output.finish(&loaded, &summary, members);
    if let Some((reason, status)) = failed {
        complain(&reason);
        return status;
    }
    if checked.posed == Posed::Well || fixed { status } else { status.max(Status::WrongInput) }
}
