//! Netlists of `tests/corpus/circuit/agree` and the figures beside them.
//!
//! A line `* op:` names what is looked at in the operating point, `* tran:` what is looked at over time. `X.op` has a figure to
//! a line; `X.tran.csv` has the range of each signal over the whole time, then a time and the values there.

use std::path::{Path, PathBuf};

/// A netlist and what is looked at.
pub(crate) struct Netlist {
    /// The name without folder and ending.
    pub(crate) name: String,
    /// Without its ending.
    pub(crate) path: PathBuf,
    /// The text.
    pub(crate) text: String,
    /// Signals of the operating point.
    pub(crate) point: Vec<String>,
    /// Signals over time.
    pub(crate) signals: Vec<String>,
}

/// All netlists, by name.
pub(crate) fn all() -> Vec<Netlist> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/circuit/agree");
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "cir"));
    paths.sort();
    paths.iter().map(|path| open(path)).collect()
}

fn open(path: &Path) -> Netlist {
    let text = std::fs::read_to_string(path).unwrap();
    let words = |mark: &str| -> Vec<String> {
        let line = text.lines().find_map(|line| line.strip_prefix(mark));
        line.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect()
    };
    Netlist {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        path: path.with_extension(""),
        point: words("* op:"),
        signals: words("* tran:"),
        text,
    }
}

/// Figures over time.
#[derive(Default)]
pub(crate) struct Table {
    /// The largest minus the smallest value of each signal.
    pub(crate) ranges: Vec<f64>,
    /// Times with the values of all signals.
    pub(crate) rows: Vec<(f64, Vec<f64>)>,
}

impl Netlist {
    /// The recorded operating point.
    pub(crate) fn recorded_point(&self) -> Option<Vec<f64>> {
        let text = std::fs::read_to_string(self.path.with_extension("op")).ok()?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let figures: Vec<(String, f64)> = lines
            .filter_map(|line| line.split_once(' '))
            .map(|(name, value)| (name.to_string(), value.parse().unwrap()))
            .collect();
        Some(self.point.iter().map(|name| figures.iter().find(|found| found.0 == *name).unwrap().1).collect())
    }

    /// The recorded figures over time.
    pub(crate) fn recorded_table(&self) -> Option<Table> {
        let text = std::fs::read_to_string(self.path.with_extension("tran.csv")).ok()?;
        let mut table = Table::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (first, rest) = line.split_once(',').unwrap();
            let numbers = || rest.split(',').map(|word| word.parse().unwrap()).collect();
            match first {
                "time" => assert_eq!(rest, self.signals.join(","), "{}", self.name),
                "range" => table.ranges = numbers(),
                time => table.rows.push((time.parse().unwrap(), numbers())),
            }
        }
        Some(table)
    }
}
