//! Operating points over the values of one or two sources, each beginning where the last one ended.

use crate::{ElementId, Mna, NoPoint, NodeId};

/// A source and the values it takes: first, last and how far apart.
pub type Range = (ElementId, [f64; 3]);

/// So many points at most.
const MOST: f64 = 1e7;

/// The points of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swept {
    /// The values of the first source, and of the second one if there is one.
    pub levels: Vec<Vec<f64>>,
    /// All unknowns at each point, one point after the other; the first source changes fastest.
    pub values: Vec<f64>,
}

/// Why a sweep ends early.
#[derive(Clone, Debug, PartialEq)]
pub enum NoSweep {
    /// A step of zero or in the wrong direction, or too many points; the number of the range.
    Range(usize),
    /// What is swept is no independent source; the number of the range.
    Source(usize),
    /// There is no operating point at these values.
    Point(Vec<f64>, NoPoint),
}

/// The values of a range; none if it makes no sense.
pub fn levels([first, last, step]: [f64; 3]) -> Option<Vec<f64>> {
    let count = if first == last { 0.0 } else { ((last - first) / step * (1.0 + 1e-9)).floor() };
    if !(0.0..MOST).contains(&count) {
        return None;
    }
    Some((0..=count as u32).map(|at| first + f64::from(at) * step).collect())
}

impl Mna {
    /// Sweeps one source, or two of which the first changes fastest.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn sweep(
        &mut self,
        ranges: &[Range],
        guess: Vec<f64>,
        held: &[(NodeId, f64)],
    ) -> Result<Swept, NoSweep> {
        let mut swept = Swept::default();
        for (at, &(source, range)) in ranges.iter().enumerate() {
            swept.levels.push(levels(range).ok_or(NoSweep::Range(at))?);
            if !self.set(source, range[0]) {
                return Err(NoSweep::Source(at));
            }
        }
        let outer: Vec<Option<f64>> = match swept.levels.get(1) {
            Some(levels) => levels.iter().map(|&level| Some(level)).collect(),
            None => vec![None],
        };
        let mut row = guess;
        for second in outer {
            if let (Some(second), Some(range)) = (second, ranges.get(1)) {
                self.set(range.0, second);
            }
            let mut y = row.clone();
            for (number, &first) in swept.levels.first().into_iter().flatten().enumerate() {
                if let Some(range) = ranges.first() {
                    self.set(range.0, first);
                }
                let point = self.operating_point(&y, held).map_err(|failed| {
                    NoSweep::Point([Some(first), second].into_iter().flatten().collect(), failed)
                })?;
                y = point.y;
                if number == 0 {
                    row.clone_from(&y);
                }
                swept.values.extend_from_slice(&y);
            }
        }
        Ok(swept)
    }
}
