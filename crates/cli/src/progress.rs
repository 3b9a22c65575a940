//! How far a simulation is, on a terminal.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use wellposed::{Experiment, Progress, ResultSink};

use crate::output::{Format, report_error};
use crate::result_files::ResultFiles;
use wellposed::syntax::format_number;

/// The time that was reached, for whoever stops the program; not a number before the beginning.
static REACHED: AtomicU64 = AtomicU64::new(f64::NAN.to_bits());

/// Shorter simulations need no bar, and nobody reads faster than this.
const QUIET: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_millis(100);

const WIDTH: usize = 24;

/// The time that was reached, if a simulation has begun.
pub(crate) fn time_reached() -> Option<f64> {
    Some(f64::from_bits(REACHED.load(Ordering::Relaxed))).filter(|reached| reached.is_finite())
}

/// A bar with simulated time, steps and rate.
pub(crate) struct ProgressBar {
    span: (f64, f64),
    shown: bool,
    begun: Instant,
    last: Cell<Option<Instant>>,
    /// The files that the result goes to while it is computed.
    pub(crate) files: Option<ResultFiles>,
}

impl ProgressBar {
    /// A bar, which is seen on a terminal only.
    pub(crate) fn new(experiment: &Experiment, format: Format) -> ProgressBar {
        let shown = format == Format::Human && std::io::stderr().is_terminal();
        let span = (experiment.start, experiment.stop);
        ProgressBar { span, shown, begun: Instant::now(), last: Cell::new(None), files: None }
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        if self.last.take().is_some() {
            draw("");
        }
    }
}

impl Progress for ProgressBar {
    fn on_step(&self, t: f64, steps: u64) -> bool {
        REACHED.store(t.to_bits(), Ordering::Relaxed);
        let now = Instant::now();
        let begun = now - self.begun;
        let due = self.last.get().is_none_or(|last| now - last >= PAUSE);
        if self.shown && begun >= QUIET && due {
            self.last.set(Some(now));
            draw(&line(self.span, t, steps, begun));
        }
        true
    }

    fn sink(&self) -> Option<&dyn ResultSink> {
        self.files.as_ref().map(|files| files as &dyn ResultSink)
    }

    fn stiff(&self, t: f64) {
        self.clear();
        report_error(&format!(
            "at time {} the model is stiff: the explicit method makes many short steps, `--solver bdf` few long ones",
            format_number(t)
        ));
    }
}

fn draw(text: &str) {
    let mut stream = std::io::stderr();
    let _ = write!(stream, "\r\x1b[2K{text}").and_then(|()| stream.flush());
}

fn line((start, stop): (f64, f64), t: f64, steps: u64, begun: Duration) -> String {
    let part = if stop > start { ((t - start) / (stop - start)).clamp(0.0, 1.0) } else { 1.0 };
    let full = (part * WIDTH as f64) as usize;
    let rate = (steps as f64 / begun.as_secs_f64()).round();
    format!(
        "{}{} {:3.0} %  time {t:.4} of {stop}  {steps} steps  {rate} steps/s",
        "█".repeat(full),
        "░".repeat(WIDTH - full),
        100.0 * part
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::line;

    #[test]
    fn a_bar_tells_time_steps_and_rate() {
        let text = line((0.0, 2.0), 0.5, 300, Duration::from_secs(3));
        assert!(text.starts_with("██████░"), "{text}");
        assert!(text.contains(" 25 %  time 0.5000 of 2  300 steps  100 steps/s"), "{text}");
    }
}
