//! A machine for tests: it keeps what models do outside of themselves, a line for each deed.

use std::sync::Mutex;

use wellposed::{Host, Moment};

/// What was done.
#[derive(Default)]
pub struct Desk {
    done: Mutex<Vec<String>>,
}

impl Desk {
    /// What was done until now, line by line.
    pub fn lines(&self) -> Vec<String> {
        self.done.lock().map(|done| done.clone()).unwrap_or_default()
    }

    fn note(&self, name: &str, line: String) -> Result<(), String> {
        if name.contains('/') {
            return Err("there is no such folder".to_string());
        }
        self.done.lock().map_err(|error| error.to_string())?.push(line);
        Ok(())
    }
}

impl Host for Desk {
    fn print(&self, line: &str) -> Result<(), String> {
        self.note("", line.to_string())
    }

    fn append(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        self.note(file, format!("[{file}] {}", String::from_utf8_lossy(bytes).trim_end()))
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        self.note(file, format!("[{file}] {} bytes", bytes.len()))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), String> {
        self.note(to, format!("{from} is called {to}"))
    }

    fn remove_file(&self, file: &str) -> Result<(), String> {
        self.note(file, format!("{file} is gone"))
    }

    fn make_folder(&self, folder: &str) -> Result<(), String> {
        self.note(folder, format!("{folder} is a folder"))
    }

    fn remove_folder(&self, folder: &str) -> Result<(), String> {
        self.note(folder, format!("{folder} is gone"))
    }

    fn folder(&self, folder: &str) -> Result<String, String> {
        Ok(format!("/desk/{folder}").trim_end_matches("/.").to_string())
    }

    fn temporary(&self) -> String {
        "/desk".to_string()
    }

    fn variable(&self, name: &str) -> Option<String> {
        (name == "DESK").then(|| "wood".to_string())
    }

    fn now(&self) -> Moment {
        Moment::since_1970(0)
    }

    fn process(&self) -> u32 {
        7
    }
}
