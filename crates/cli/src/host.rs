//! What a model does outside of itself while it is simulated: it prints, writes files and asks for the time.

use std::fs;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use wellposed::{DateTime, Host};

use crate::progress::ProgressBar;
use crate::time_zone;

/// This machine. What is printed goes to standard output, unless the result does: then to standard error.
pub(crate) struct OsHost<'a> {
    pub(crate) bar: &'a ProgressBar,
    pub(crate) result_on_stdout: bool,
}

/// What was done, or why not as people say it.
fn told<T>(done: io::Result<T>) -> Result<T, String> {
    done.map_err(|error| error.to_string())
}

impl Host for OsHost<'_> {
    fn print(&self, line: &str) -> Result<(), String> {
        self.bar.clear();
        let written = match self.result_on_stdout {
            true => writeln!(io::stderr(), "{line}"),
            false => writeln!(io::stdout(), "{line}"),
        };
        match written {
            // Nobody reads any more, which is no mistake of the model.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => told(written),
        }
    }

    fn append(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        told(
            fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(file)
                .and_then(|mut file| file.write_all(bytes)),
        )
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        told(fs::write(file, bytes))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), String> {
        told(fs::rename(from, to))
    }

    fn remove_file(&self, file: &str) -> Result<(), String> {
        told(fs::remove_file(file))
    }

    fn make_folder(&self, folder: &str) -> Result<(), String> {
        told(fs::create_dir(folder))
    }

    fn remove_folder(&self, folder: &str) -> Result<(), String> {
        told(fs::remove_dir(folder))
    }

    fn folder(&self, folder: &str) -> Result<String, String> {
        let full = told(fs::canonicalize(folder))?;
        if !full.is_dir() {
            return Err("this is no folder".to_string());
        }
        Ok(slashes(&full.to_string_lossy()))
    }

    fn temporary(&self) -> String {
        slashes(&std::env::temp_dir().to_string_lossy())
    }

    fn variable(&self, name: &str) -> Option<String> {
        // These cannot be names, and asking for them is an error of the program.
        let impossible = name.is_empty() || name.contains(['=', '\0']);
        std::env::var_os(name).filter(|_| !impossible).map(|value| value.to_string_lossy().into_owned())
    }

    fn now(&self) -> DateTime {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let milliseconds = i64::try_from(since.as_millis()).unwrap_or(i64::MAX / 2);
        DateTime::since_1970(milliseconds + 1000 * time_zone::offset(milliseconds.div_euclid(1000)))
    }

    fn process(&self) -> u32 {
        std::process::id()
    }
}

/// Names with slashes, as Modelica has them everywhere.
fn slashes(name: &str) -> String {
    if std::path::MAIN_SEPARATOR == '/' {
        name.to_string()
    } else {
        name.replace(std::path::MAIN_SEPARATOR, "/")
    }
}
