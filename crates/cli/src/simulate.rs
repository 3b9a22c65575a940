//! `wellposed simulate` and `wellposed run`

use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::plot::{Plot, TerminalSize, terminal};
use wellposed::report::{SimulateReport, SimulatedModel, UnfinishedSimulation};
use wellposed::syntax::{count, format_number};
use wellposed::{
    Experiment, RepairSearch, ResultFormat, Simulator, Trajectory, Wellposedness, certify_run, check_with,
    report_run, simulate_once, summarize_run, write_csv,
};

use crate::disk::Disk;
use crate::experiment::{experiment, names, with_options as with_experiment};
use crate::host::OsHost;
use crate::output::{Color, Format, Output, Status, report_error};
use crate::progress::ProgressBar;
use crate::result_files::ResultFiles;
use crate::result_target::targets;
use crate::sweep::sweep;
use crate::{atomic_write, model};

/// What the user wants to see if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultView {
    /// The table.
    Table,
    /// The plot of what is interesting.
    Plot,
}

/// The command with what says how a model is simulated and where the result goes.
pub(crate) fn with_options(command: Command) -> Command {
    with_experiment(command)
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .action(ArgAction::Append)
                .value_parser(clap::value_parser!(PathBuf))
                .help("Where the result goes: the table as .csv or .mat, the plot as .svg or .html; may be repeated; by default the table goes to standard output"),
        )
        .arg(
            Arg::new("plot")
                .long("plot")
                .value_name("NAMES")
                .value_delimiter(',')
                .action(ArgAction::Append)
                .help("Draws these variables; in the terminal, and in a name that ends in .svg or .html"),
        )
        .arg(
            Arg::new("certify")
                .long("certify")
                .action(ArgAction::SetTrue)
                .help("Puts the result back into the equations of the model as written, and fails if it does not solve them"),
        )
}

/// Where the result goes and what is drawn.
struct OutputRequest {
    files: Vec<(PathBuf, ResultFormat)>,
    plotted: Vec<String>,
    /// Whether to draw in the terminal.
    draw: bool,
    /// How often the model runs.
    runs: usize,
}

impl OutputRequest {
    /// What the arguments say. What makes no sense has been told, before a long simulation.
    fn new(options: &ArgMatches, wish: ResultView, runs: usize) -> Result<OutputRequest, Status> {
        let mut plotted = names(options, "plot");
        let pictures: Vec<PathBuf> = plotted
            .extract_if(.., |name| name.ends_with(".svg") || name.ends_with(".html"))
            .map(PathBuf::from)
            .collect();
        let draw = options.contains_id("plot") && pictures.is_empty() || wish == ResultView::Plot;
        let named = options.get_many::<PathBuf>("output").unwrap_or_default().cloned();
        let files = targets(named.chain(pictures), ResultFormat::OF_MODELS)?;
        Ok(OutputRequest { files, plotted, draw, runs })
    }

    /// Keeps of a simulation what is wanted of it.
    fn prepare(&self, experiment: &mut Experiment, printed: bool) {
        experiment.shown.clone_from(&self.plotted);
        let table = printed || self.files.iter().any(|file| file.1.is_table());
        if !table && experiment.variables.is_empty() {
            experiment.variables.clone_from(&self.plotted);
        }
    }

    /// Lets everything go to files of other names: a file that was asked for is the result as a whole.
    fn rename(&mut self) {
        for (path, _) in &mut self.files {
            let kind = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            path.set_extension(format!("partial.{kind}"));
        }
    }

    /// The plot, or the table, or what was done; how the user wants to see the result.
    fn show(&self, name: &str, trajectory: &Trajectory, screen: TerminalSize, printed: bool) -> String {
        let mut text = String::new();
        if self.draw {
            text.push_str(&terminal(&Plot::of(name, trajectory), screen));
        }
        if printed {
            let mut table = Vec::new();
            let _ = write_csv(trajectory, &mut table);
            text.push_str(&String::from_utf8_lossy(&table));
        } else {
            text.push_str(&summarize_run(name, trajectory, self.runs, &self.names()));
        }
        text
    }

    /// The names of the files.
    fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.0.display().to_string()).collect()
    }

    /// The tables that are written while the model runs: all files, unless curves are drawn, for which the result is kept.
    fn begin(&self) -> Result<Option<ResultFiles>, Status> {
        if self.draw || self.runs > 1 {
            return Ok(None);
        }
        ResultFiles::new(&self.files).map_err(|error| {
            report_error(&format!("the result cannot be written: {error}"));
            Status::Failed
        })
    }

    /// Writes the files, or puts in their places those that were written while the model ran; the first that cannot be
    /// written is told.
    fn write(&self, name: &str, trajectory: &Trajectory, begun: Option<&ResultFiles>) -> Result<(), Status> {
        if let Some(begun) = begun {
            return begun.finish(&self.files).map_err(unwritable);
        }
        for (path, kind) in &self.files {
            let plot = || Plot::of(name, trajectory);
            let written = atomic_write::file(path, &|out| kind.write(out, trajectory, &plot, None));
            written.map_err(|error| unwritable((path.clone(), error)))?;
        }
        Ok(())
    }
}

/// Tells of a file that cannot be written.
fn unwritable((path, error): (PathBuf, std::io::Error)) -> Status {
    report_error(&format!("{} cannot be written: {error}", path.display()));
    Status::Failed
}

pub(crate) fn run(options: &ArgMatches, output: &Output<SimulateReport>, wish: ResultView) -> Status {
    match go(options, output, wish) {
        Ok(status) | Err(status) => status,
    }
}

fn go(options: &ArgMatches, output: &Output<SimulateReport>, wish: ResultView) -> Result<Status, Status> {
    let sweep = sweep(options)?;
    let certified = options.get_flag("certify");
    if certified && sweep.count() > 1 {
        report_error("--certify is about one run: give each parameter one value");
        return Err(Status::Failed);
    }
    let Some((_, given)) = sweep.run(0) else { return Err(Status::Failed) };
    let (mut loaded, name) = model::read(options, output)?;
    let begun = Instant::now();
    let checked = check_with(&Disk, &loaded, &name, &RepairSearch::default(), &given);
    loaded.diagnostics.extend(checked.diagnostics);
    let Some(model) = checked.model.filter(|_| checked.wellposedness == Wellposedness::Well) else {
        let status = output.finish_without(&loaded, &format!("{name} is not simulated\n"));
        return Err(status.max(Status::WrongInput));
    };
    let counts = (model.scalar_equations(), model.unknowns());
    let mut experiment = experiment(options, &loaded, &name)?;
    let mut wanted = OutputRequest::new(options, wish, sweep.count())?;
    let printed = output.format == Format::Human && wanted.files.is_empty() && !wanted.draw;
    wanted.prepare(&mut experiment, printed);
    experiment.complete = certified;
    let written = certified.then(|| model.clone());
    let mut bar = ProgressBar::new(&experiment, output.format);
    // What is put back into the model is kept.
    bar.files = if certified { None } else { wanted.begin()? };
    let host = OsHost { bar: &bar, result_on_stdout: printed || output.format != Format::Human };
    let done = if sweep.count() > 1 {
        let mut simulator = Simulator::new(Arc::new(Disk), Arc::new(loaded.clone()), model);
        sweep.simulate(&mut simulator, &experiment, |simulator, given| {
            let bar = ProgressBar::new(&experiment, output.format);
            let done = simulator.run(&experiment, given, &bar, Some(&OsHost { bar: &bar, ..host }));
            bar.clear();
            done
        })
    } else {
        let model = (model, checked.planned);
        simulate_once(&Disk, &loaded, model, &experiment, &given, &bar, Some(&host))
    };
    bar.clear();
    if let Some(failure) = bar.files.as_ref().and_then(ResultFiles::failure) {
        return Err(unwritable(failure));
    }
    loaded.diagnostics.extend(done.diagnostics);
    if let (Some(ended), Format::Human) = (&done.ended, output.format) {
        report_error(ended);
    }
    let Some(trajectory) = done.whole else {
        let (mut result, mut partial) = (String::new(), None);
        if let Some(trajectory) = done.partial {
            loaded.diagnostics.extend(trajectory.warnings.iter().cloned());
            wanted.rename();
            wanted.write(&name, &trajectory, bar.files.as_ref())?;
            result = wanted.show(&name, &trajectory, screen(options), printed);
            partial = Some(wanted.names());
        }
        let report = UnfinishedSimulation { runs: done.runs.into(), partial: partial.into() };
        return Err(output.finish(&loaded, &result, || report.into()).max(Status::WrongInput));
    };
    let seconds = begun.elapsed().as_secs_f64();
    loaded.diagnostics.extend(trajectory.warnings.iter().cloned());
    wanted.write(&name, &trajectory, bar.files.as_ref())?;
    if let (Some(reason), Format::Human) = (&trajectory.ended, output.format) {
        let time = format_number(trajectory.end);
        report_error(&format!("the model ended the simulation at time {time}: {reason}"));
    }
    let mut result = String::new();
    if wish == ResultView::Plot {
        let (equations, unknowns) = counts;
        let (equations, unknowns) = (count(equations, "equation"), count(unknowns, "unknown"));
        let _ = writeln!(result, "{name} is well-posed: {equations}, {unknowns}");
    }
    result.push_str(&wanted.show(&name, &trajectory, screen(options), printed));
    let certificate =
        written.map(|model| certify_run(&Disk, &loaded, &model, &trajectory, &experiment, &given));
    if let Some(certificate) = &certificate {
        loaded.diagnostics.extend(certificate.diagnostics.iter().cloned());
        // The table alone goes to standard output.
        match (printed, output.format) {
            (true, Format::Human) => report_error(certificate.text.trim_end()),
            _ => result.push_str(&certificate.text),
        }
    }
    let report = SimulatedModel {
        runs: done.runs.into(),
        certificate: certificate.map(|certificate| certificate.report).into(),
        ..report_run(&name, &experiment, &trajectory, seconds, wanted.names())
    };
    Ok(output.finish(&loaded, &result, || report.into()))
}

/// What the terminal is like, as far as it tells.
pub(crate) fn screen(options: &ArgMatches) -> TerminalSize {
    let size = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let usual = TerminalSize::default();
    let color = match Color::of(options) {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && std::io::stdout().is_terminal()
        }
    };
    TerminalSize {
        columns: size("COLUMNS").unwrap_or(usual.columns).clamp(40, 400),
        rows: size("LINES").map_or(usual.rows, |lines| lines.saturating_sub(6)).clamp(10, 60),
        color,
    }
}
