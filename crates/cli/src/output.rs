//! Results to standard output, everything else to standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ArgMatches;
use wellposed::report::{Document, Findings, Report};
use wellposed::syntax::{DiagnosticCode, Severity};
use wellposed::{Loaded, RenderStyle, render, to_sarif};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Fine = 0,
    WrongInput = 1,
    Failed = 2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Human,
    Json,
    Sarif,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// What the arguments say.
    pub(crate) fn of(options: &ArgMatches) -> Color {
        match options.get_one::<String>("color").map_or("", String::as_str) {
            "always" => Color::Always,
            "never" => Color::Never,
            _ => Color::Auto,
        }
    }
}

/// Where and how a command speaks that reports an `R`.
pub(crate) struct Output<R> {
    pub(crate) format: Format,
    style: RenderStyle,
    reports: PhantomData<R>,
}

impl<R: Report> Output<R> {
    pub(crate) fn new(format: Format, color: Color) -> Output<R> {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !unwanted && std::io::stderr().is_terminal()
            }
        };
        Output { format, style: RenderStyle { color }, reports: PhantomData }
    }

    /// Shows the diagnostics of what was read and the result of the command, as text for people or as the report for
    /// scripts, which is made if it is asked for.
    pub(crate) fn finish(&self, loaded: &Loaded, result: &str, report: impl FnOnce() -> R) -> Status {
        self.show(loaded, result, || Some(report()))
    }

    /// The same where there is nothing to report but diagnostics.
    pub(crate) fn finish_without(&self, loaded: &Loaded, result: &str) -> Status {
        self.show(loaded, result, || None)
    }

    fn show(&self, loaded: &Loaded, result: &str, report: impl FnOnce() -> Option<R>) -> Status {
        match self.format {
            Format::Human => {
                let mut text = String::new();
                for diagnostic in &loaded.diagnostics {
                    text.push_str(&render(&loaded.sources, diagnostic, self.style));
                    text.push('\n');
                }
                let _ = write(std::io::stderr(), &text);
                print(result);
            }
            Format::Json => {
                let findings = Findings::new(&loaded.sources, &loaded.diagnostics);
                print(&Document { findings, report: report() }.print());
            }
            Format::Sarif => print(&to_sarif(&loaded.sources, &loaded.diagnostics)),
        }
        status(loaded)
    }
}

fn status(loaded: &Loaded) -> Status {
    let worst = loaded.diagnostics.iter().map(|found| match (found.code, found.severity()) {
        (DiagnosticCode::Unreadable, _) => Status::Failed,
        (_, Severity::Error) => Status::WrongInput,
        (_, Severity::Warning) => Status::Fine,
    });
    worst.max().unwrap_or(Status::Fine)
}

/// Whether a result could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// Writes a result. If that fails, as on a full disk, it is told, and the program ends with [`Status::Failed`].
pub(crate) fn print(text: &str) {
    if let Err(error) = write(std::io::stdout(), text)
        && error.kind() != ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        report_error(&format!("the result cannot be written: {error}"));
    }
}

/// How the program ends, whatever it found: a result that is lost is a failure.
pub(crate) fn exit_status(status: Status) -> Status {
    if LOST.load(Ordering::Relaxed) { Status::Failed } else { status }
}

/// Writes a line about the program itself.
pub(crate) fn report_error(text: &str) {
    // If nobody hears it, there is nobody to tell.
    let _ = write(std::io::stderr(), &format!("wellposed: {text}\n"));
}

/// A reader that has gone away (`| head`) is no error of ours.
fn write(mut stream: impl Write, text: &str) -> std::io::Result<()> {
    stream.write_all(text.as_bytes()).and_then(|()| stream.flush())
}
