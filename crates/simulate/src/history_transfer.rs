//! The last points of a solution, so that it goes on in other unknowns without beginning anew.
//!
//! A pendulum that is described by its other coordinate after a quarter turn moves as smoothly as before: what an integrator
//! knows of its past can be told in the new coordinate, point by point, and order and step stay what they were.

/// Points that an integrator reached one after another, without an event between them.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionHistory {
    /// When, the last one first.
    pub times: Vec<f64>,
    /// The unknowns at each of them.
    pub values: Vec<Vec<f64>>,
    /// The step that was to come next.
    pub step: f64,
}

impl SolutionHistory {
    /// Whether the points are in order, and end at this time with values of this size.
    pub(crate) fn fits(&self, t: f64, size: usize) -> bool {
        self.times.len() > 1
            && self.times.len() == self.values.len()
            && self.times[0] == t
            && self.times.windows(2).all(|pair| pair[0] > pair[1])
            && self.values.iter().all(|values| values.len() == size)
            && self.step > 0.0
    }
}
