//! What benches measure with: time on the wall, computing time, and memory.

#![allow(dead_code, reason = "each bench takes what it needs")]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What work gives, and the seconds that it takes by the clock on the wall.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begun = Instant::now();
    let made = std::hint::black_box(work());
    (begun.elapsed().as_secs_f64(), made)
}

/// The same for the quickest of some runs.
pub(crate) fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = timed(&mut work);
    for _ in 1..runs {
        let next = timed(&mut work);
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

/// Seconds that this thread has computed; by the clock on the wall where the system does not tell.
pub(crate) fn now() -> f64 {
    // The system counts when a thread stops, or every few milliseconds, which is too seldom for what takes twenty.
    std::thread::sleep(Duration::from_micros(1));
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.filter(|&told| told > 0.0).map_or_else(
        || BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// Seconds that all threads of this process have computed, in hundredths; by the clock on the wall where the system does
/// not tell. Others who wait for the same processor do not count.
pub(crate) fn total() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    let ticks = next().zip(next()).map(|(user, system)| user + system);
    ticks.map_or_else(|| BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

static BEGIN: OnceLock<Instant> = OnceLock::new();

/// The most memory this process has held, in bytes; zero where the system does not tell.
pub(crate) fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0
}
