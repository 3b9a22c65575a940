//! Several runs of one model, side by side.

mod runs;
mod side_by_side;
mod values;

use super::Overrides;

pub use values::parse_values;

/// More runs than this are a mistake: all of them are kept until they stand side by side.
const MAX_RUNS: usize = 1_000;

/// Values of which each is tried with each of the others: names with their values.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Parameters.
    pub parameters: Vec<(String, Vec<f64>)>,
    /// Start values.
    pub starts: Vec<(String, Vec<f64>)>,
}

impl Sweep {
    /// Of several lists of values for one name the last counts.
    ///
    /// # Errors
    /// Why there are too many runs.
    pub fn new(
        parameters: impl Iterator<Item = (String, Vec<f64>)>,
        starts: impl Iterator<Item = (String, Vec<f64>)>,
    ) -> Result<Sweep, String> {
        let sweep = Sweep { parameters: last_of_each(parameters), starts: last_of_each(starts) };
        if sweep.count() > MAX_RUNS {
            return Err(format!(
                "these values make more than {MAX_RUNS} runs, which are too many for one table"
            ));
        }
        Ok(sweep)
    }

    /// The values of the only run; none if there are several.
    pub fn single(&self) -> Option<Overrides> {
        self.run(0).filter(|_| self.count() == 1).map(|run| run.1)
    }

    /// How many runs there are; as many as there can be if they cannot be counted.
    pub fn count(&self) -> usize {
        let lengths = self.parameters.iter().chain(&self.starts).map(|(_, values)| values.len());
        lengths.fold(1, usize::saturating_mul)
    }

    /// The values of a run, and its name: the values that other runs do not have. None if there are fewer runs. The last
    /// name changes from run to run.
    pub fn run(&self, number: usize) -> Option<(String, Overrides)> {
        if number >= self.count() {
            return None;
        }
        let (mut rest, mut labels) = (number, Vec::new());
        let mut pick = |list: &[(String, Vec<f64>)]| {
            let mut picked: Vec<(String, f64)> = Vec::with_capacity(list.len());
            for (name, values) in list.iter().rev() {
                let value = values[rest % values.len()];
                rest /= values.len();
                if values.len() > 1 {
                    labels.push(format!("{name}={value}"));
                }
                picked.push((name.clone(), value));
            }
            picked.reverse();
            picked
        };
        let starts = pick(&self.starts);
        let parameters = pick(&self.parameters);
        labels.reverse();
        Some((labels.join(" "), Overrides { parameters, starts }))
    }
}

fn last_of_each(given: impl Iterator<Item = (String, Vec<f64>)>) -> Vec<(String, Vec<f64>)> {
    let mut list: Vec<(String, Vec<f64>)> = Vec::new();
    for (name, values) in given {
        list.retain(|known| known.0 != name);
        list.push((name, values));
    }
    list
}
