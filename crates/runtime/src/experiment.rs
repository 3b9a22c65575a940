//! When a simulation begins and ends, and how exactly (MLS 3.6, section 18.4).

use std::cmp::Ordering;

use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, ElementKind, ModificationArgumentKind,
    ModificationExpression, Section, StoredDefinition,
};

use super::IntegrationMethod;
use project::Loaded;

/// How a model is simulated.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// When it begins.
    pub start: f64,
    /// When it ends.
    pub stop: f64,
    /// The error that is allowed in a step, relative to the size of an unknown.
    pub tolerance: f64,
    /// The time between two points of the result; none for 500 intervals.
    pub interval: Option<f64>,
    /// The longest step of the integrator.
    pub max_step: f64,
    /// Which method integrates.
    pub method: IntegrationMethod,
    /// Whether every step is searched for events that do not show at its ends. Without it they are lost: that is only for
    /// measuring what the search costs.
    pub search: bool,
    /// The variables of the result, by names in which `*` stands for anything; all if there are none.
    pub variables: Vec<String>,
    /// Variables that are to be shown whatever the result has, by names of the same kind.
    pub shown: Vec<String>,
    /// Whether all variables are kept beside those, so that the result can be put back into the model.
    pub complete: bool,
}

impl Default for Experiment {
    fn default() -> Experiment {
        Experiment {
            start: 0.0,
            stop: 1.0,
            tolerance: 1e-6,
            interval: None,
            max_step: f64::INFINITY,
            method: IntegrationMethod::Bdf,
            search: true,
            variables: Vec::new(),
            shown: Vec::new(),
            complete: false,
        }
    }
}

/// So many intervals a result has if nothing is said.
const INTERVALS: f64 = 500.0;

/// So many points a result has at most.
const MAX_POINTS: f64 = 1e7;

impl Experiment {
    /// What the annotation of a class says, and else what is usual.
    pub fn of(loaded: &Loaded, name: &str) -> Experiment {
        let mut experiment = Experiment::default();
        for tree in loaded.trees_around(name) {
            let text = loaded.sources[tree.file].text();
            let within = tree.within.and_then(|within| within.name).map(|name| &text[name.span.range()]);
            for class in &tree[tree.classes] {
                let full = match within {
                    Some(within) => format!("{within}.{}", &text[class.name.span.range()]),
                    None => text[class.name.span.range()].to_string(),
                };
                experiment.find(tree, text, class, &full, name);
            }
        }
        experiment
    }

    fn find(&mut self, tree: &StoredDefinition, text: &str, class: &ClassDefinition, full: &str, name: &str) {
        let ClassSpecifier::Long { composition, .. } = class.specifier else { return };
        if full == name {
            self.read(tree, text, composition.annotation);
        } else if name.strip_prefix(full).is_some_and(|rest| rest.starts_with('.')) {
            for section in &tree[composition.sections] {
                let Section::Elements { elements, .. } = *section else { continue };
                for element in &tree[elements] {
                    if let ElementKind::Class { class, .. } = element.kind {
                        let class = &tree[class];
                        let inner = format!("{full}.{}", &text[class.name.span.range()]);
                        self.find(tree, text, class, &inner, name);
                    }
                }
            }
        }
    }

    fn read(&mut self, tree: &StoredDefinition, text: &str, annotation: Option<ClassModification>) {
        let arguments = annotation.map_or(&[][..], |annotation| &tree[annotation.arguments]);
        for argument in arguments {
            let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
            let Some(inner) = modification.class.filter(|_| &text[name.span.range()] == "experiment") else {
                continue;
            };
            for argument in &tree[inner.arguments] {
                let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else {
                    continue;
                };
                let Some(ModificationExpression::Value(value)) = modification.value else { continue };
                let number: Option<f64> = text[tree[value].span.range()].replace(' ', "").parse().ok();
                match (&text[name.span.range()], number) {
                    ("StartTime", Some(number)) => self.start = number,
                    ("StopTime", Some(number)) => self.stop = number,
                    ("Tolerance", Some(number)) => self.tolerance = number,
                    ("Interval", Some(number)) if number > 0.0 => self.interval = Some(number),
                    _ => {}
                }
            }
        }
    }

    /// The longest time between two points of the result.
    pub(super) fn width(&self) -> f64 {
        let width = self.interval.unwrap_or((self.stop - self.start) / INTERVALS);
        if width > 0.0 { width } else { f64::INFINITY }
    }

    /// The points in time of the result.
    pub fn grid(&self) -> Vec<f64> {
        (0..).map_while(|at| self.point(at)).collect()
    }

    /// A point in time of the result, by its number; none after the last, which is the stop time.
    pub(super) fn point(&self, at: usize) -> Option<f64> {
        let length = self.stop - self.start;
        let intervals = self.interval.map_or(INTERVALS, |interval| (length / interval - 1e-9).ceil());
        let intervals = intervals.clamp(1.0, MAX_POINTS);
        let step = self.interval.unwrap_or(length / intervals);
        match (at as f64).total_cmp(&intervals) {
            Ordering::Less => Some((self.start + at as f64 * step).min(self.stop)),
            Ordering::Equal => Some(self.stop),
            Ordering::Greater => None,
        }
    }
}
