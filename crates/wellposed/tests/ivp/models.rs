//! Initial value problems with known digits as models: the public test set of Bari and CWI, release 2.4 (Mazzia and
//! Magherini, 2008), written in Modelica. `X.mo` in `tests/ivp` has its values at the end in `X.csv`.

use std::path::PathBuf;

use wellposed::{
    Experiment, IntegrationMethod, MemoryFiles, Overrides, RepairSearch, Wellposedness, check, load, simulate,
};

/// A problem by the name of its model.
pub struct Problem {
    /// The model.
    pub name: &'static str,
    /// What the peers call it, and its size there; empty if they do not have it.
    #[allow(dead_code, reason = "the bench asks")]
    pub peer: (&'static str, usize),
    /// What is added to the size of a value where its error is measured: the absolute by the relative tolerance.
    pub floor: f64,
}

const fn problem(name: &'static str, peer: (&'static str, usize), floor: f64) -> Problem {
    Problem { name, peer, floor }
}

/// All problems.
pub const PROBLEMS: [Problem; 16] = [
    problem("Hires", ("hires", 8), 1.0),
    problem("Pollution", ("pollution", 20), 1e-3),
    problem("Robertson", ("rober", 3), 1e-8),
    problem("VanDerPol", ("vdpol", 2), 1.0),
    problem("VanDerPolSlow", ("vdpolm", 2), 1e-3),
    problem("E5", ("e5", 3), 1e-22),
    problem("RingModulator", ("ringmod", 15), 1.0),
    problem("ChemicalAkzo", ("chemakzo", 6), 1e-2),
    problem("MedicalAkzo", ("medakzo", 400), 1.0),
    problem("TransistorAmplifier", ("transamp", 8), 1.0),
    problem("Nand", ("nand", 14), 1.0),
    problem("TwoBit", ("", 0), 1.0),
    problem("Pendulum", ("pendulum", 5), 1.0),
    problem("Andrews", ("andrews", 27), 1.0),
    problem("Fekete", ("", 0), 1.0),
    problem("SliderCrank", ("", 0), 1.0),
];

/// What came of a problem.
pub struct Answer {
    /// Correct digits of the worst value.
    pub digits: f64,
    /// Steps of the integrator.
    pub steps: u64,
    /// Seconds of the processor from the flat model to the values, where the system tells.
    #[allow(dead_code, reason = "the bench asks")]
    pub seconds: f64,
}

impl Problem {
    fn file(&self, ending: &str) -> String {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/ivp");
        std::fs::read_to_string(folder.join(format!("{}.{ending}", self.name))).unwrap()
    }

    /// The values at the end, by name.
    pub fn reference(&self) -> Vec<(String, f64)> {
        let text = self.file("csv");
        let mut lines = text.lines().map(split);
        let (names, values) = (lines.next().unwrap(), lines.next().unwrap());
        assert_eq!(names.len(), values.len(), "{}", self.name);
        let pairs = names.into_iter().zip(values).skip(1);
        pairs.map(|(name, value)| (name, value.parse().unwrap())).collect()
    }

    /// Correct digits, given the error of each value.
    pub fn digits(&self, values: impl Iterator<Item = (f64, f64)>) -> f64 {
        let errors = values.map(|(value, known)| (value - known).abs() / (self.floor + known.abs()));
        -errors.map(|error| if error.is_nan() { 1e99 } else { error }).fold(1e-20, f64::max).log10()
    }

    /// Simulates the model.
    pub fn solve(&self, tolerance: f64, method: IntegrationMethod) -> Answer {
        let mut files = MemoryFiles::default();
        files.add("Model.mo", self.file("mo"));
        let loaded = load(&files, &[PathBuf::from("Model.mo")]);
        let checked = check(&files, &loaded, self.name, &RepairSearch::default());
        assert_eq!(checked.wellposedness, Wellposedness::Well, "{}", self.name);
        let mut experiment = Experiment::of(&loaded, self.name);
        (experiment.tolerance, experiment.method) = (tolerance, method);
        experiment.interval = Some(experiment.stop - experiment.start);
        let begun = seconds();
        let done = simulate(
            &files,
            &loaded,
            checked.model.unwrap(),
            &experiment,
            &Overrides::default(),
            &|| true,
            None,
        );
        let seconds = seconds() - begun;
        let trajectory = done
            .unwrap_or_else(|failed| panic!("{} at {tolerance:e}: {}", self.name, failed.found[0].message));
        let end = trajectory.times.len() - 1;
        let value = |name: &str| trajectory.value(end, trajectory.variable(name).unwrap());
        let digits = self.digits(self.reference().iter().map(|(name, known)| (value(name), *known)));
        Answer { digits, steps: trajectory.statistics.steps, seconds }
    }
}

/// Cells of a line, separated by commas outside of brackets.
fn split(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut depth = 0;
    for letter in line.chars() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        match letter {
            ',' if depth == 0 => cells.push(String::new()),
            letter => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

/// The processor's time of this thread: others may use the machine too.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ')
        .next()
        .and_then(|word| word.parse::<f64>().ok())
        .map_or(0.0, |nanoseconds| nanoseconds * 1e-9)
}
