use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::call::{ACTING, ExternalDeclaration, REFUSED, World, has_side_effects};
use crate::{DateTime, ExternalArray, ExternalFailure, ExternalValue, Host, PathEntry, ResourceFiles};

/// Calls a function of the standard library, whatever its arguments are called.
fn call(
    name: &str,
    arguments: &mut [ExternalValue],
    world: &mut World,
) -> Result<Option<ExternalValue>, ExternalFailure> {
    crate::call(ExternalDeclaration { name, argument: &|_| "" }, arguments, world)
}

/// A disk of files and folders, a clock that stands still, and what was printed.
#[derive(Default)]
struct Desk {
    disk: Mutex<BTreeMap<String, Option<Vec<u8>>>>,
    printed: Mutex<Vec<String>>,
}

impl ResourceFiles for Desk {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.disk.lock().unwrap().get(name).cloned().flatten().ok_or_else(|| "no such file".to_string())
    }

    fn entry(&self, name: &str) -> Option<PathEntry> {
        let disk = self.disk.lock().unwrap();
        Some(if disk.get(name)?.is_some() { PathEntry::File } else { PathEntry::Folder })
    }

    fn list(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    fn full_name(&self, name: &str) -> Option<String> {
        Some(name.to_string())
    }
}

impl Host for Desk {
    fn print(&self, line: &str) -> Result<(), String> {
        self.printed.lock().unwrap().push(line.to_string());
        Ok(())
    }

    fn append(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        if file.contains("full") {
            return Err("the disk is full".to_string());
        }
        let mut disk = self.disk.lock().unwrap();
        let content = disk.entry(file.to_string()).or_insert(Some(Vec::new()));
        content.as_mut().ok_or("a folder")?.extend_from_slice(bytes);
        Ok(())
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        self.disk.lock().unwrap().insert(file.to_string(), Some(bytes.to_vec()));
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), String> {
        let mut disk = self.disk.lock().unwrap();
        let content = disk.remove(from).ok_or("no such file")?;
        disk.insert(to.to_string(), content);
        Ok(())
    }

    fn remove_file(&self, file: &str) -> Result<(), String> {
        self.disk.lock().unwrap().remove(file).map(drop).ok_or_else(|| "no such file".to_string())
    }

    fn make_folder(&self, folder: &str) -> Result<(), String> {
        self.disk.lock().unwrap().insert(folder.to_string(), None);
        Ok(())
    }

    fn remove_folder(&self, folder: &str) -> Result<(), String> {
        self.remove_file(folder)
    }

    fn folder(&self, folder: &str) -> Result<String, String> {
        match (folder, self.entry(folder)) {
            (".", _) => Ok("/home".to_string()),
            (_, Some(PathEntry::Folder)) => Ok(format!("/home/{}", folder.trim_start_matches("/home/"))),
            _ => Err("no such folder".to_string()),
        }
    }

    fn temporary(&self) -> String {
        "/tmp".to_string()
    }

    fn variable(&self, name: &str) -> Option<String> {
        (name == "HOME").then(|| "/home".to_string())
    }

    fn now(&self) -> DateTime {
        DateTime { year: 2026, month: 5, day: 4, hour: 3, minute: 2, second: 1, millisecond: 999 }
    }

    fn process(&self) -> u32 {
        42
    }
}

fn text(text: &str) -> ExternalValue {
    ExternalValue::Text(text.to_string())
}

/// Calls a function with a host; gives what it returns and its arguments afterwards.
fn act(
    world: &mut World,
    name: &str,
    arguments: &[ExternalValue],
) -> Result<(Option<ExternalValue>, Vec<ExternalValue>), ExternalFailure> {
    let mut arguments = arguments.to_vec();
    let returned = call(name, &mut arguments, world)?;
    Ok((returned, arguments))
}

fn file(desk: &Desk, name: &str) -> Option<String> {
    desk.read(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn without_a_host_nothing_is_done_and_the_reason_told() {
    let desk = Desk::default();
    for (name, reason, _) in ACTING {
        assert!(has_side_effects(name));
        for world in [&mut World::fixed(None), &mut World::new(&desk, None)] {
            assert_eq!(call(name, &mut [], world), Err(ExternalFailure::Refused(reason)), "{name}");
        }
    }
    assert!(desk.disk.lock().unwrap().is_empty() && desk.printed.lock().unwrap().is_empty());
    // These are refused with a host as well.
    for (name, reason) in REFUSED {
        let world = &mut World::new(&desk, Some(&desk));
        assert_eq!(call(name, &mut [text("true")], world), Err(ExternalFailure::Refused(reason)));
    }
}

#[test]
fn printing_shows_lines_or_adds_them_to_files() {
    let desk = Desk::default();
    let world = &mut World::new(&desk, Some(&desk));
    for line in ["one", "two"] {
        act(world, "ModelicaInternal_print", &[text(line), text("")]).unwrap();
        act(world, "ModelicaInternal_print", &[text(line), text("log.txt")]).unwrap();
    }
    assert_eq!(*desk.printed.lock().unwrap(), ["one", "two"]);
    assert_eq!(file(&desk, "log.txt").unwrap(), "one\ntwo\n");
    let full = act(world, "ModelicaInternal_print", &[text("x"), text("full.txt")]);
    assert_eq!(
        full,
        Err(ExternalFailure::Wrong("`full.txt` cannot be written: the disk is full".to_string()))
    );
}

#[test]
fn the_working_folder_is_the_models_own() {
    let desk = Desk::default();
    let world = &mut World::new(&desk, Some(&desk));
    let at = |world: &mut World| act(world, "ModelicaInternal_getcwd", &[ExternalValue::Integer(0)]);
    assert_eq!(at(world).unwrap().0, Some(text("/home")));
    assert!(act(world, "ModelicaInternal_chdir", &[text("inner")]).is_err());
    act(world, "ModelicaInternal_mkdir", &[text("inner")]).unwrap();
    act(world, "ModelicaInternal_chdir", &[text("inner")]).unwrap();
    assert_eq!(at(world).unwrap().0, Some(text("/home/inner")));
    act(world, "ModelicaInternal_print", &[text("x"), text("log.txt")]).unwrap();
    assert_eq!(file(&desk, "/home/inner/log.txt").unwrap(), "x\n");
    // What is read is found from there too.
    let count = act(world, "ModelicaInternal_countLines", &[text("log.txt")]).unwrap().0;
    assert_eq!(count, Some(ExternalValue::Integer(1)));
    let full = act(world, "ModelicaInternal_fullPathName", &[text("log.txt")]).unwrap().0;
    assert_eq!(full, Some(text("/home/inner/log.txt")));
}

#[test]
fn files_are_copied_renamed_and_removed() {
    let desk = Desk::default();
    let world = &mut World::new(&desk, Some(&desk));
    desk.write("a", b"content").unwrap();
    act(world, "ModelicaInternal_copyFile", &[text("a"), text("b")]).unwrap();
    assert_eq!(file(&desk, "b").unwrap(), "content");
    let again = act(world, "ModelicaInternal_copyFile", &[text("a"), text("b")]);
    assert_eq!(again, Err(ExternalFailure::Wrong("`b` exists already".to_string())));
    let missing = act(world, "ModelicaInternal_copyFile", &[text("c"), text("d")]);
    assert_eq!(missing, Err(ExternalFailure::Wrong("there is no file `c`".to_string())));
    act(world, "ModelicaInternal_rename", &[text("b"), text("c")]).unwrap();
    act(world, "ModelicaInternal_removeFile", &[text("a")]).unwrap();
    assert_eq!(file(&desk, "a"), None);
    let gone = act(world, "ModelicaInternal_removeFile", &[text("a")]);
    assert_eq!(gone, Err(ExternalFailure::Wrong("`a` cannot be removed: no such file".to_string())));
    assert_eq!(file(&desk, "c").unwrap(), "content");
    act(world, "ModelicaInternal_mkdir", &[text("f")]).unwrap();
    act(world, "ModelicaInternal_rmdir", &[text("f")]).unwrap();
    assert_eq!(desk.entry("f"), None);
}

#[test]
fn the_environment_is_read_and_what_is_set_stays_inside() {
    let desk = Desk::default();
    let world = &mut World::new(&desk, Some(&desk));
    let get = |world: &mut World, name: &str| {
        let arguments = [text(name), ExternalValue::Boolean(true), text(""), ExternalValue::Boolean(false)];
        act(world, "ModelicaInternal_getenv", &arguments).unwrap().1[2..].to_vec()
    };
    assert_eq!(get(world, "HOME"), [text("/home"), ExternalValue::Boolean(true)]);
    assert_eq!(get(world, "NONE"), [text(""), ExternalValue::Boolean(false)]);
    let arguments = [text("NONE"), text("/a/b"), ExternalValue::Boolean(true)];
    act(world, "ModelicaInternal_setenv", &arguments).unwrap();
    assert_eq!(get(world, "NONE"), [text("/a/b"), ExternalValue::Boolean(true)]);
    assert_eq!(desk.variable("NONE"), None);
}

#[test]
fn clock_process_and_names_are_asked_for() {
    let desk = Desk::default();
    let world = &mut World::new(&desk, Some(&desk));
    let zeros = vec![ExternalValue::Integer(0); 7];
    let time = act(world, "ModelicaInternal_getTime", &zeros).unwrap().1;
    assert_eq!(time, [999, 1, 2, 3, 4, 5, 2026].map(ExternalValue::Integer));
    assert_eq!(act(world, "ModelicaInternal_getpid", &[]).unwrap().0, Some(ExternalValue::Integer(42)));
    let one = act(world, "ModelicaInternal_temporaryFileName", &[]).unwrap().0;
    let two = act(world, "ModelicaInternal_temporaryFileName", &[]).unwrap().0;
    assert_eq!((one, two), (Some(text("/tmp/wellposed-42-1")), Some(text("/tmp/wellposed-42-2"))));
    let seed = act(world, "ModelicaRandom_automaticGlobalSeed", &[ExternalValue::Real(0.0)]).unwrap().0;
    assert!(matches!(seed, Some(ExternalValue::Integer(seed)) if seed > 0 && seed < 1 << 31));
}

#[test]
fn matrices_are_written_and_added() {
    let desk = Desk::default();
    let world = &mut World::new(&desk, Some(&desk));
    let matrix = |items: &[f64]| {
        ExternalValue::Reals(ExternalArray { dims: vec![1, items.len()], items: items.to_vec() })
    };
    let arguments = |name: &str, items: &[f64], append: bool, format: &str| {
        let sizes = [ExternalValue::Integer(1), ExternalValue::Integer(items.len() as i64)];
        let mut all = vec![text("m.mat"), text(name), matrix(items)];
        all.extend(sizes.into_iter().chain([ExternalValue::Boolean(append), text(format)]));
        all
    };
    let write = "ModelicaIO_writeRealMatrix";
    let written = act(world, write, &arguments("A", &[1.0, 2.0], true, "6")).unwrap().0;
    assert_eq!(written, Some(ExternalValue::Integer(1)));
    act(world, write, &arguments("B", &[3.0], true, "4")).unwrap();
    let read = |world: &mut World, name: &str| {
        let sizes = vec![
            text("m.mat"),
            text(name),
            ExternalValue::Integers(ExternalArray { dims: vec![2], items: vec![0; 2] }),
        ];
        act(world, "ModelicaIO_readMatrixSizes", &sizes).map(|found| found.1[2].clone())
    };
    let sizes =
        |rows, columns| ExternalValue::Integers(ExternalArray { dims: vec![2], items: vec![rows, columns] });
    assert_eq!(read(world, "A"), Ok(sizes(1, 2)));
    assert_eq!(read(world, "B"), Ok(sizes(1, 1)));
    // Without being asked to add, the file is made anew.
    act(world, write, &arguments("B", &[3.0, 4.0, 5.0], false, "7")).unwrap();
    assert!(read(world, "A").is_err());
    assert_eq!(read(world, "B"), Ok(sizes(1, 3)));
    let hdf = act(world, write, &arguments("B", &[3.0], false, "7.3"));
    assert!(matches!(hdf, Err(ExternalFailure::Wrong(message)) if message.contains("version 7.3")));
}
