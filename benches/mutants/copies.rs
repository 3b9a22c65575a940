//! Examples of a library as models of a user: the same text in a file of their own, which may be broken without touching
//! the library.
//!
//! A copy stands in packages that import what the packages around the example hold, one inside the other, so that every
//! name means what it meant.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wellposed::syntax::tree::{ElementKind, Prefix, Restriction};
use wellposed::{EntryKind, Files, FolderEntry, Loaded, load};

use crate::classes::{Class, Classes, elements};
use crate::disk::Disk;
use crate::home::Home;

/// The packages that examples are taken from, and how many of each, far from each other.
const PACKAGES: &[(&str, usize)] = &[
    ("Modelica.Blocks.Examples", 8),
    ("Modelica.Electrical.Analog.Examples", 14),
    ("Modelica.Electrical.Analog.Examples.OpAmps", 4),
    ("Modelica.Electrical.Spice3.Examples", 4),
    ("Modelica.Magnetic.FluxTubes.Examples", 4),
    ("Modelica.Mechanics.MultiBody.Examples.Elementary", 7),
    ("Modelica.Mechanics.Rotational.Examples", 12),
    ("Modelica.Mechanics.Translational.Examples", 12),
    ("Modelica.Thermal.FluidHeatFlow.Examples", 7),
    ("Modelica.Thermal.HeatTransfer.Examples", 3),
    ("Modelica.StateGraph.Examples", 3),
];

/// A copy, and where it is read from.
pub struct Copy {
    pub home: Home,
    pub model: String,
}

/// Copies of the examples of the library in a folder.
pub fn copies(folder: &Path) -> Vec<Copy> {
    let parts = ["Modelica", "ModelicaServices", "Complex.mo"].map(|part| folder.join(part));
    if !parts.iter().all(|part| part.exists()) {
        return Vec::new();
    }
    let library: Loaded = load(&Disk, &parts);
    let classes = Classes::new(library.trees.iter().map(|tree| &**tree), &library.sources);
    let disk: Arc<dyn Files> = Arc::new(Kept::new(folder));
    let mut copies = Vec::new();
    for (package, wanted) in PACKAGES {
        let all: Vec<Class> = classes.iter().filter(|class| runs(class, package)).collect();
        let few = (*wanted).min(all.len());
        for at in 0..few {
            let (text, model) = copy(&classes, &all[at * all.len() / few]);
            let own = Own { files: disk.clone(), text };
            let paths = vec![PathBuf::from(OWN)];
            let home = Home { files: Arc::new(own), paths, folders: vec![folder.to_path_buf()] };
            copies.push(Copy { home, model });
        }
    }
    copies
}

/// True for models in a package itself that can be simulated.
fn runs(class: &Class, package: &str) -> bool {
    class.name.rsplit_once('.').is_some_and(|(around, _)| around == package)
        && class.class.restriction == Restriction::Model
        && !class.class.prefixes.has(Prefix::Partial)
}

/// The text of a copy, and the full name of the model in it.
fn copy(classes: &Classes, class: &Class) -> (String, String) {
    let parts: Vec<&str> = class.name.split('.').collect();
    let (mut text, mut end, mut name) = (String::new(), String::new(), String::new());
    for depth in 1..parts.len() {
        let package = parts[..depth].join(".");
        let own = format!("Own{depth}");
        text.push_str(&format!("package {own}\n  import {package}.*;\n"));
        let around = classes.get(&package);
        for import in around.iter().flat_map(|around| elements(around.tree, around.class)) {
            if let (ElementKind::Import { .. }, Some(around)) = (&import.kind, &around) {
                text.push_str(&format!("  {};\n", &around.text[import.span.range()]));
            }
        }
        end = format!("end {own};\n{end}");
        name.push_str(&format!("{own}."));
    }
    text.push_str(&format!("  {};\n{end}", &class.text[class.class.span.range()]));
    (text, name + parts[parts.len() - 1])
}

/// The name of the file with a copy.
const OWN: &str = "Own.mo";

/// A library, and a file of the user.
struct Own {
    files: Arc<dyn Files>,
    text: String,
}

impl Files for Own {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        if path == Path::new(OWN) { Ok(self.text.as_bytes().to_vec()) } else { self.files.read(path) }
    }

    fn list(&self, folder: &Path) -> std::io::Result<Vec<FolderEntry>> {
        self.files.list(folder)
    }

    fn kind(&self, path: &Path) -> std::io::Result<EntryKind> {
        if path == Path::new(OWN) { Ok(EntryKind::File) } else { self.files.kind(path) }
    }
}

/// The folders of a library, listed once; its files are read from the disk.
struct Kept(BTreeMap<PathBuf, Vec<FolderEntry>>);

impl Kept {
    fn new(folder: &Path) -> Kept {
        let mut lists = BTreeMap::new();
        let mut todo = vec![folder.to_path_buf()];
        while let Some(folder) = todo.pop() {
            let list = Disk.list(&folder).unwrap_or_default();
            let below = list.iter().filter(|entry| entry.kind == EntryKind::Folder);
            todo.extend(below.map(|entry| folder.join(&entry.name)));
            lists.insert(folder, list);
        }
        Kept(lists)
    }
}

impl Files for Kept {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        Disk.read(path)
    }

    fn list(&self, folder: &Path) -> std::io::Result<Vec<FolderEntry>> {
        self.0.get(folder).map_or_else(|| Disk.list(folder), |list| Ok(list.clone()))
    }

    fn kind(&self, path: &Path) -> std::io::Result<EntryKind> {
        Disk.kind(path)
    }
}
