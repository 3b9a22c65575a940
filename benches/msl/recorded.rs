//! The library as it was when the numbers were recorded, and what it says about a number that differs now.

use std::path::{Path, PathBuf};

use wellposed::{Loaded, load};

use crate::disk::Disk;
use crate::{Row, count};

/// Stands for the recording tool's own `ModelicaServices`.
const SERVICES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/msl/ModelicaServices.mo");

/// The library at one revision.
pub(crate) struct Library {
    /// As its authors published it: visualizers without variables.
    plain: Loaded,
    /// With visualizers that have as many variables as those of the recording tool.
    drawn: Loaded,
}

impl Library {
    /// Reads the library in a folder; none if there is no such folder.
    pub(crate) fn read(folder: &Path) -> Option<Library> {
        let shared = ["Modelica", "ModelicaTest", "Complex.mo"].map(|name| folder.join(name));
        if !shared.iter().all(|path| path.exists()) {
            return None;
        }
        let with = |services: PathBuf| load(&Disk, &[shared.as_slice(), &[services]].concat());
        let (plain, drawn) = (with(folder.join("ModelicaServices")), with(SERVICES.into()));
        Some(Library { plain, drawn })
    }

    /// What makes up the difference between the number of a model today and the recorded one; nothing if they are
    /// the same. Known only if the library of that time with the visualizers of that tool gives the recorded number.
    pub(crate) fn reason(&self, row: &Row, today: usize) -> Option<String> {
        let plain = count(&self.plain, &row.model).ok()?;
        let drawn = count(&self.drawn, &row.model).ok()?;
        if drawn != (row.equations, row.equations) {
            return None;
        }
        let part = |from: usize, to: usize, what: &str| {
            (from != to).then(|| format!("{:+} {what}", to as i64 - from as i64))
        };
        let parts = [part(today, plain.0, "older library"), part(plain.0, drawn.0, "visualizers")];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
