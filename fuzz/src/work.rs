//! One reader in this process: input after input, until the time is over or one of them is a finding.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::mutate::damage;
use crate::random::Random;
use crate::readers::Reader;

/// No input is long, so a reader that takes longer hangs, on a slow machine too.
const LONGEST: Duration = Duration::from_secs(10);

/// The stack of the reader, as small as Rust gives to a thread by default.
const STACK: usize = 2 << 20;

/// Where the input is that is read just now; it stays there if the process ends.
pub(crate) fn current(reader: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz").join(format!("{reader}.current"))
}

/// Reads inputs on a thread of its own, while this one looks at the clock.
pub(crate) fn run(reader: &'static Reader, seed: u64, time: Duration) -> Result<(), String> {
    let count = Arc::new(AtomicU64::new(0));
    let (tell, told) = mpsc::channel();
    let counted = count.clone();
    let work = move || {
        let _ = tell.send(read_all(reader, seed, time, &counted));
    };
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn(work).map_err(|error| format!("no thread: {error}"))?;
    let mut before = 0;
    loop {
        match told.recv_timeout(LONGEST) {
            Ok(outcome) => {
                let count = count.load(Ordering::Relaxed);
                return outcome.map(|()| println!("fuzz: {} read {count} inputs", reader.name));
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err("the reader ended".to_string()),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let now = count.load(Ordering::Relaxed);
                if now == before {
                    return Err(format!("input {now} takes longer than {} s", LONGEST.as_secs()));
                }
                before = now;
            }
        }
    }
}

fn read_all(reader: &Reader, seed: u64, time: Duration, count: &AtomicU64) -> Result<(), String> {
    let begin = Instant::now();
    let seeds = (reader.seeds)();
    let path = current(reader.name);
    let mut file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    // The seeds as they are come first.
    let mut random = Random(seed);
    let mut number = 0;
    while number < seeds.len() || begin.elapsed() < time {
        let bytes = match seeds.get(number) {
            Some(seed) => seed.clone(),
            None => damage(&mut random, &seeds, reader.dictionary),
        };
        keep(&mut file, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        catch_unwind(AssertUnwindSafe(|| (reader.read)(&bytes)))
            .map_err(|_| format!("input {number} panics"))?;
        number += 1;
        count.store(number as u64, Ordering::Relaxed);
    }
    Ok(())
}

/// Writes over the input before. The file stays open, because some systems wait for the disk when a short file is closed.
fn keep(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)
}
