//! How a model or a package stands: in a line, and for scripts.

use repair::{ModelDeficits, Wellposedness, report_repairs};
use report::{ModelBoundary, ModelCheck, ModelVerdict, PackageCheck};
use syntax::{SourceMap, count};

use super::{Checked, Verdict};

/// So many connectors are named in a line.
const MAX_NAMES: usize = 6;

impl Checked {
    /// How a model of some name stands, in numbers and connectors.
    pub(super) fn verdict(&self, name: &str) -> Verdict {
        let counts = self.model.as_ref().map(|model| (model.scalar_equations(), model.unknowns()));
        let (equations, unknowns) = counts.unwrap_or_default();
        let open =
            self.component.as_ref().map(|found| found.open.iter().map(|open| open.name.clone()).collect());
        Verdict { name: name.to_string(), wellposedness: self.wellposedness, open, equations, unknowns }
    }

    /// The same in numbers alone, to compare it with what repairs make of it.
    pub fn deficits(&self) -> ModelDeficits {
        ModelDeficits {
            wellposedness: self.wellposedness,
            structure: self.deficit,
            initialization: self.initialization,
        }
    }

    /// How the model stands, in a line; `verbose` adds what was asked for in detail, and all repairs.
    pub fn summarize(&self, name: &str, verbose: bool) -> String {
        let mut summary = self.verdict(name).summarize();
        if self.has_inconsistent_initial_conditions() {
            summary = format!("{}; its initial conditions contradict each other\n", summary.trim_end());
        }
        if verbose {
            self.details.iter().for_each(|line| summary.push_str(&format!("{line}\n")));
            for (at, repair) in self.repairs.iter().enumerate() {
                summary.push_str(&format!(
                    "repair {}, score {}: {} ({})\n",
                    at + 1,
                    repair.score,
                    repair.description,
                    repair.describe_outcome()
                ));
            }
        }
        summary
    }

    /// The same for scripts; no file was changed.
    pub fn report(&self, name: &str, sources: &SourceMap) -> ModelCheck {
        let Verdict { name, wellposedness, open, equations, unknowns } = self.verdict(name);
        ModelCheck {
            model: name,
            status: wellposedness.status(),
            boundary: if open.is_some() { ModelBoundary::Component } else { ModelBoundary::Whole },
            open: open.unwrap_or_default(),
            equations,
            unknowns,
            repairs: report_repairs(sources, &self.repairs),
            details: self.details.clone(),
            changed: Vec::new(),
            done: None.into(),
            left: None.into(),
        }
    }
}

impl Verdict {
    /// The verdict in a line.
    pub fn summarize(&self) -> String {
        let name = &self.name;
        let counts = format!("{}, {}", count(self.equations, "equation"), count(self.unknowns, "unknown"));
        match (self.wellposedness, self.open.as_deref()) {
            (Wellposedness::Error, _) => format!("{name} could not be built\n"),
            // The rest comes from what its buses and overdetermined connectors are connected to, or from what extends it.
            (Wellposedness::Well, Some([])) => {
                format!(
                    "{name} is balanced as a component: {counts}; its connections will determine the rest\n"
                )
            }
            (Wellposedness::Well, Some(open)) => {
                format!(
                    "{name} is balanced as a component: {counts}; to simulate it, connect {}\n",
                    list(open)
                )
            }
            (Wellposedness::Well, None) => format!("{name} is well-posed: {counts}\n"),
            (Wellposedness::Over | Wellposedness::Under | Wellposedness::Mixed, _) => {
                format!("{name} is not well-posed: {counts}\n")
            }
        }
    }
}

/// How the models of a package stand: those that are wrong, `verbose` all of them, and how many are right.
pub fn summarize_package(package: &str, verdicts: &[Verdict], verbose: bool) -> String {
    let is_well = |verdict: &&Verdict| verdict.wellposedness == Wellposedness::Well;
    let shown = verdicts.iter().filter(|verdict| verbose || !is_well(verdict));
    let mut summary: String = shown.map(Verdict::summarize).collect();
    let well = verdicts.iter().filter(is_well).count();
    summary.push_str(&match verdicts.len() {
        0 => format!("{package} is a package without models\n"),
        total if well == total => format!("{package}: {} checked, well-posed\n", count(total, "model")),
        total => format!("{package}: {well} of {} well-posed\n", count(total, "model")),
    });
    summary
}

/// The same for scripts.
pub fn report_package(package: &str, verdicts: &[Verdict]) -> PackageCheck {
    let model = |verdict: &Verdict| ModelVerdict {
        model: verdict.name.clone(),
        status: verdict.wellposedness.status(),
        equations: verdict.equations,
        unknowns: verdict.unknowns,
    };
    PackageCheck {
        package: package.to_string(),
        status: worst(verdicts).status(),
        models: verdicts.iter().map(model).collect(),
    }
}

/// How the worst of some models stands.
pub fn worst(verdicts: &[Verdict]) -> Wellposedness {
    verdicts.iter().map(|verdict| verdict.wellposedness).max().unwrap_or(Wellposedness::Well)
}

/// Names in a row.
fn list(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    match (names.len().saturating_sub(MAX_NAMES), &shown[..]) {
        (0, [rest @ .., last]) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (0, _) => shown.join(", "),
        (more, _) => format!("{} and {more} others", shown.join(", ")),
    }
}
