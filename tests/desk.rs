//! A machine for tests: it keeps what models do outside of themselves, a line for each deed. What they write lies in its
//! memory, where they find it again, and nowhere else.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use wellposed::{DateTime, EntryKind, Files, FolderEntry, Host};

/// The working folder, which is also that for files which nobody keeps.
const FOLDER: &str = "/desk";

/// What was done, and what lies there now.
#[derive(Default)]
pub struct Desk {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    done: Vec<String>,
    /// Files have bytes, folders have none.
    things: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

/// The full name of something, without detours.
fn full(name: &Path) -> PathBuf {
    let mut path = PathBuf::new();
    for part in Path::new(FOLDER).join(name).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            _ => path.push(part),
        }
    }
    path
}

impl Kept {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        match self.things.get(path) {
            Some(Some(_)) => Some(EntryKind::File),
            Some(None) => Some(EntryKind::Folder),
            None => (path == Path::new(FOLDER)).then_some(EntryKind::Folder),
        }
    }

    /// A name for something new.
    fn place(&self, name: &str) -> Result<PathBuf, String> {
        let path = full(Path::new(name));
        match path.parent().and_then(|folder| self.kind(folder)) {
            Some(EntryKind::Folder) => Ok(path),
            _ => Err("there is no such folder".to_string()),
        }
    }

    /// What a name leads to is taken away.
    fn take(&mut self, name: &str, kind: EntryKind) -> Result<(), String> {
        let path = full(Path::new(name));
        if self.kind(&path) != Some(kind) {
            return Err("there is no such thing".to_string());
        }
        if self.things.keys().any(|thing| thing.parent() == Some(&path)) {
            return Err("the folder is not empty".to_string());
        }
        self.things.remove(&path);
        self.done.push(format!("{name} is gone"));
        Ok(())
    }
}

impl Desk {
    /// What was done until now, line by line.
    pub fn lines(&self) -> Vec<String> {
        self.kept.lock().map(|kept| kept.done.clone()).unwrap_or_default()
    }

    fn kept(&self) -> Result<MutexGuard<'_, Kept>, String> {
        self.kept.lock().map_err(|error| error.to_string())
    }
}

impl Host for Desk {
    fn print(&self, line: &str) -> Result<(), String> {
        self.kept()?.done.push(line.to_string());
        Ok(())
    }

    fn append(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let mut kept = self.kept()?;
        let path = kept.place(file)?;
        let content = kept.things.entry(path).or_insert_with(|| Some(Vec::new()));
        content.as_mut().ok_or("it is a folder")?.extend_from_slice(bytes);
        kept.done.push(format!("[{file}] {}", String::from_utf8_lossy(bytes).trim_end()));
        Ok(())
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let mut kept = self.kept()?;
        let path = kept.place(file)?;
        if kept.kind(&path) == Some(EntryKind::Folder) {
            return Err("it is a folder".to_string());
        }
        kept.things.insert(path, Some(bytes.to_vec()));
        kept.done.push(format!("[{file}] {} bytes", bytes.len()));
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), String> {
        let mut kept = self.kept()?;
        let (old, new) = (full(Path::new(from)), kept.place(to)?);
        let under: Vec<PathBuf> =
            kept.things.keys().filter(|thing| thing.starts_with(&old)).cloned().collect();
        if under.is_empty() || kept.kind(&new).is_some() {
            return Err("there is no such thing, or another one is called so".to_string());
        }
        for path in under {
            let moved =
                path.strip_prefix(&old).map_or(new.clone(), |rest| match rest.as_os_str().is_empty() {
                    true => new.clone(),
                    false => new.join(rest),
                });
            if let Some(thing) = kept.things.remove(&path) {
                kept.things.insert(moved, thing);
            }
        }
        kept.done.push(format!("{from} is called {to}"));
        Ok(())
    }

    fn remove_file(&self, file: &str) -> Result<(), String> {
        self.kept()?.take(file, EntryKind::File)
    }

    fn make_folder(&self, folder: &str) -> Result<(), String> {
        let mut kept = self.kept()?;
        let path = kept.place(folder)?;
        if kept.kind(&path).is_some() {
            return Err("there is one already".to_string());
        }
        kept.things.insert(path, None);
        kept.done.push(format!("{folder} is a folder"));
        Ok(())
    }

    fn remove_folder(&self, folder: &str) -> Result<(), String> {
        self.kept()?.take(folder, EntryKind::Folder)
    }

    fn folder(&self, folder: &str) -> Result<String, String> {
        let path = full(Path::new(folder));
        match self.kept()?.kind(&path) {
            Some(EntryKind::Folder) => Ok(path.to_string_lossy().into_owned()),
            _ => Err("there is no such folder".to_string()),
        }
    }

    fn temporary(&self) -> String {
        FOLDER.to_string()
    }

    fn variable(&self, name: &str) -> Option<String> {
        (name == "DESK").then(|| "wood".to_string())
    }

    fn now(&self) -> DateTime {
        DateTime::since_1970(0)
    }

    fn process(&self) -> u32 {
        7
    }
}

/// What lies on a desk, and where that has nothing of a name what lies below it.
pub struct Above<'a> {
    /// Looked at first.
    pub desk: &'a Desk,
    /// Never changed.
    pub below: &'a dyn Files,
}

impl Above<'_> {
    fn on_desk<T>(&self, path: &Path, found: impl FnOnce(&Kept, PathBuf) -> Option<T>) -> Option<T> {
        found(&*self.desk.kept().ok()?, full(path))
    }
}

impl Files for Above<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let content = self.on_desk(path, |kept, path| kept.things.get(&path).cloned().flatten());
        content.map_or_else(|| self.below.read(path), Ok)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let entries = self.on_desk(folder, |kept, folder| {
            (kept.kind(&folder)? == EntryKind::Folder).then_some(())?;
            let inside = kept.things.keys().filter(|thing| thing.parent() == Some(&folder));
            let entry = |path: &PathBuf| {
                Some(FolderEntry {
                    name: path.file_name()?.to_string_lossy().into_owned(),
                    kind: kept.kind(path)?,
                })
            };
            Some(inside.filter_map(entry).collect())
        });
        entries.map_or_else(|| self.below.list(folder), Ok)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        self.on_desk(path, |kept, path| kept.kind(&path)).map_or_else(|| self.below.kind(path), Ok)
    }

    fn same(&self, a: &Path, b: &Path) -> bool {
        self.below.same(a, b)
    }
}
