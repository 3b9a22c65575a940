#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::*;

/// A folder of its own for each test, with two files in it.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("wellposed-write-{}-{test}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a"), "one").unwrap();
    fs::write(folder.join("b"), "two").unwrap();
    folder
}

/// What lies in a folder: names, and texts of what is no folder.
fn content(folder: &Path) -> Vec<(String, Option<String>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, Option<String>)> = entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).ok()))
        .collect();
    found.sort();
    found
}

fn text(name: &str, text: &str) -> (String, Option<String>) {
    (name.to_string(), Some(text.to_string()))
}

#[test]
fn all_are_replaced_and_nothing_else_is_left() {
    let folder = folder("all");
    let [a, b] = ["a", "b"].map(|name| folder.join(name));
    let rewrites = [
        FileRewrite { path: &a, old: "one", new: "three".to_string() },
        FileRewrite { path: &b, old: "two", new: "four".to_string() },
    ];
    files(&rewrites).unwrap();
    assert_eq!(content(&folder), [text("a", "three"), text("b", "four")]);
    fs::remove_dir_all(folder).unwrap();
}

/// A folder that holds something cannot be replaced by a file, whoever asks.
#[test]
fn what_was_replaced_before_one_fails_is_put_back() {
    let folder = folder("back");
    fs::create_dir_all(folder.join("c").join("d")).unwrap();
    let stay = |path: &Path| {
        let write = |out: &mut dyn Write| out.write_all(b"new");
        stage(path, &write).unwrap().unwrap()
    };
    let staged = ["a", "b", "c"].map(|name| stay(&folder.join(name)));
    // The old folder cannot be kept as a second name, and this is noticed before anything is replaced.
    assert_eq!(place(&staged).unwrap_err().0, fs::canonicalize(folder.join("c")).unwrap());
    let folder_only = || vec![text("a", "one"), text("b", "two"), ("c".to_string(), None)];
    assert_eq!(content(&folder), folder_only());
    // And where it becomes one only later.
    fs::remove_dir_all(folder.join("c")).unwrap();
    fs::write(folder.join("c"), "file").unwrap();
    let staged = ["a", "b", "c"].map(|name| stay(&folder.join(name)));
    let old: Vec<StagedFile> = staged.iter().map(|one| keep(&one.path).unwrap()).collect();
    fs::remove_file(folder.join("c")).unwrap();
    fs::create_dir_all(folder.join("c").join("d")).unwrap();
    assert_eq!(exchange(&staged, &old).unwrap_err().0, fs::canonicalize(folder.join("c")).unwrap());
    assert_eq!(content(&folder), folder_only());
    assert!(WRITING.lock().unwrap().iter().all(|path| !path.starts_with(&folder)), "nothing is remembered");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_someone_else_has_changed_is_not_overwritten() {
    let folder = folder("changed");
    let [a, b] = ["a", "b"].map(|name| folder.join(name));
    let rewrites = [
        FileRewrite { path: &a, old: "one", new: "three".to_string() },
        FileRewrite { path: &b, old: "what it was", new: "four".to_string() },
    ];
    let (path, error) = files(&rewrites).unwrap_err();
    assert_eq!(path, b);
    assert!(error.to_string().contains("changed by someone else"), "{error}");
    assert_eq!(content(&folder), [text("a", "one"), text("b", "two")]);
    fs::remove_dir_all(folder).unwrap();
}
