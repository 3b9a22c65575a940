//! The scoreboard: a line for each kind of fault.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::fault::Kind;
use crate::judge::Outcome;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/mutants");

/// What came of all faults of a kind.
#[derive(Clone, Default)]
pub struct Line {
    /// Ill-posed models that were checked.
    pub mutants: usize,
    /// Faults that left a well-posed model by accident.
    pub harmless: usize,
    /// Well-posed models that were called ill-posed.
    pub alarms: usize,
    /// Faults that left nothing that could be flattened.
    pub broken: usize,
    pub panics: usize,
    /// Models of which `simulate` or `init` say something else than `check`.
    pub contradictions: usize,
    pub detected: usize,
    pub first: usize,
    pub three: usize,
    pub exact: usize,
    pub verified: usize,
    times: Vec<Duration>,
    /// The last model, and how many mutants of it there are.
    last: (usize, usize),
}

impl Line {
    pub fn add(&mut self, model: usize, outcome: &Outcome, time: Duration) {
        self.last = (model, self.of_model(model) + 1);
        self.mutants += 1;
        self.detected += usize::from(outcome.detected);
        self.first += usize::from(outcome.rank == Some(1));
        self.three += usize::from(outcome.rank.is_some_and(|rank| rank <= 3));
        self.exact += usize::from(outcome.exact);
        self.verified += usize::from(outcome.verified);
        self.times.push(time);
    }

    /// How many mutants of a model there are so far.
    pub fn of_model(&self, model: usize) -> usize {
        if self.last.0 == model { self.last.1 } else { 0 }
    }

    fn join(&mut self, other: &Line) {
        let counts =
            [&mut self.mutants, &mut self.harmless, &mut self.alarms, &mut self.broken, &mut self.panics];
        let others = [other.mutants, other.harmless, other.alarms, other.broken, other.panics];
        self.contradictions += other.contradictions;
        counts.into_iter().zip(others).for_each(|(count, other)| *count += other);
        let marks =
            [&mut self.detected, &mut self.first, &mut self.three, &mut self.exact, &mut self.verified];
        let others = [other.detected, other.first, other.three, other.exact, other.verified];
        marks.into_iter().zip(others).for_each(|(count, other)| *count += other);
        self.times.extend(&other.times);
    }

    fn cells(&self) -> [usize; 9] {
        let counts = [self.mutants, self.harmless, self.alarms, self.broken];
        let marks = [self.detected, self.first, self.three, self.exact, self.verified];
        let mut cells = [0; 9];
        cells[..4].copy_from_slice(&counts);
        cells[4..].copy_from_slice(&marks);
        cells
    }

    /// A time that a share of all mutants does not take longer than, in milliseconds.
    fn quantile(&self, share: f64) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = (times.len() as f64 * share) as usize;
        times.get(at.min(times.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }
}

/// All lines.
pub struct Board {
    pub lines: BTreeMap<Kind, Line>,
    /// How many models were broken.
    pub models: usize,
}

impl Default for Board {
    fn default() -> Board {
        Board { lines: Kind::ALL.iter().map(|&kind| (kind, Line::default())).collect(), models: 0 }
    }
}

impl Board {
    /// All lines with their names, and two for their sums.
    fn named(&self) -> Vec<(&'static str, Line)> {
        let mut named: Vec<(&str, Line)> =
            self.lines.iter().map(|(kind, line)| (kind.text(), line.clone())).collect();
        let [mut twelve, mut all] = [Line::default(), Line::default()];
        for (kind, line) in &self.lines {
            all.join(line);
            if kind.counts() {
                twelve.join(line);
            }
        }
        named.push(("the first twelve", twelve));
        named.push(("all", all));
        named
    }

    /// The board for people, with times.
    pub fn table(&self) -> String {
        let mut table = String::from(
            "kind                mutants harmless alarms broken contradictions  detected   first  in three   exact verified   median ms   p95 ms\n",
        );
        let named = self.named();
        for (name, line) in &named {
            let share = |count: usize| 100.0 * count as f64 / line.mutants.max(1) as f64;
            let _ = writeln!(
                table,
                "{name:<19} {:>7} {:>8} {:>6} {:>6} {:>14} {:>7.1} % {:>5.1} % {:>7.1} % {:>5.1} % {:>6.1} % {:>11.1} {:>8.1}",
                line.mutants,
                line.harmless,
                line.alarms,
                line.broken,
                line.contradictions,
                share(line.detected),
                share(line.first),
                share(line.three),
                share(line.exact),
                share(line.verified),
                line.quantile(0.5),
                line.quantile(0.95),
            );
        }
        table
    }

    /// Compares with the board of this name as it was, or writes it. False if it was better.
    pub fn compare(&self, name: &str) -> bool {
        let named = self.named();
        let file = format!("{FOLDER}/{name}.tsv");
        if std::env::var_os("BLESS").is_some() {
            let mut text = String::from(
                "kind\tmutants\tharmless\talarms\tbroken\tdetected\tfirst\tin three\texact\tverified\n",
            );
            for (name, line) in &named {
                let cells = line.cells().map(|cell| cell.to_string());
                let _ = writeln!(text, "{name}\t{}", cells.join("\t"));
            }
            std::fs::write(file, text).unwrap();
            return true;
        }
        let before = std::fs::read_to_string(file).unwrap_or_default();
        let mut lost = named.iter().any(|(_, line)| line.panics > 0 || line.contradictions > 0);
        for row in before.lines().skip(1) {
            let mut cells = row.split('\t');
            let name = cells.next().unwrap_or_default();
            let old: Vec<usize> = cells.filter_map(|cell| cell.parse().ok()).collect();
            let (Some((_, line)), [mutants, _, alarms, _, marks @ ..]) =
                (named.iter().find(|known| known.0 == name), &old[..])
            else {
                println!("LOST {name}: there are no such faults any more");
                lost = true;
                continue;
            };
            if line.alarms > *alarms {
                println!(
                    "LOST {name}: {} well-posed models are called ill-posed, they were {alarms}",
                    line.alarms
                );
                lost = true;
            }
            let names = ["detected", "first", "in the first three", "exact", "verified"];
            for ((what, old), new) in names.iter().zip(marks).zip(&line.cells()[4..]) {
                // Shares, not counts: there may be more models than there were.
                if new * mutants < old * line.mutants {
                    println!("LOST {name}: {what} {new} of {}, it was {old} of {mutants}", line.mutants);
                    lost = true;
                }
            }
        }
        !lost
    }
}
