//! Lines without losses: what goes in at one end comes out at the other, later.
//!
//! Branin's method of characteristics: with v and i (into the line) at both ends, v1(t) - z0 i1(t) is the wave
//! v2(t - delay) + z0 i2(t - delay), and the same the other way round. So each end is a resistance and a source that knows
//! the past.

use std::collections::VecDeque;

use super::parameters::DeviceParameters;
use super::{DeviceConditions, InvalidParameter};
use crate::{Circuit, DeviceData};

/// A line without losses, and the waves that are on their way.
///
/// Terminals: two at each end.
#[derive(Clone, Debug)]
pub struct TransmissionLine {
    /// The resistance that a wave sees.
    pub impedance: f64,
    /// How long it is on its way.
    pub delay: f64,
    history: VecDeque<TravellingWave>,
}

/// What left both ends at a time: v + z0 i.
#[derive(Clone, Copy, Debug)]
struct TravellingWave {
    time: f64,
    value: [f64; 2],
    /// The wave bends or jumps here; curves are not laid across it.
    corner: bool,
}

impl TransmissionLine {
    /// The line of an element.
    pub fn new(
        circuit: &Circuit,
        data: &DeviceData,
        _: &DeviceConditions,
    ) -> Result<TransmissionLine, Vec<InvalidParameter>> {
        let mut card = DeviceParameters::new(circuit, data);
        let impedance = card.size(if card.element_value("zo").is_some() { "zo" } else { "z0" }, 1.0);
        let delay = match card.element_value("td") {
            Some(_) => card.size("td", 1.0),
            // A quarter of a wave unless `nl` says how many.
            None => card.size("nl", 0.25) / card.size("f", 1e9),
        };
        card.finish(TransmissionLine { impedance, delay, history: VecDeque::new() })
    }

    /// Forgets everything; since ever both ends have had these voltages and currents into the line.
    pub fn initialize(&mut self, time: f64, voltages: [f64; 2], currents: [f64; 2]) {
        self.history.clear();
        self.accept_point(time, voltages, currents, true);
    }

    /// Notes an accepted point. At a corner, such as that of a source, the wave may bend; it comes out `delay` later, and a
    /// step should end there. Where a wave jumps it is noted twice, before and after.
    pub fn accept_point(&mut self, time: f64, voltages: [f64; 2], currents: [f64; 2], corner: bool) {
        let value = [0, 1].map(|end| voltages[end] + self.impedance * currents[end]);
        self.history.push_back(TravellingWave { time, value, corner });
        // One point before the oldest that may still be asked for, and one more for the curve.
        while self.history.get(2).is_some_and(|wave| wave.time <= time - self.delay) {
            self.history.pop_front();
        }
    }

    /// The waves that arrive at both ends at a time: v - z0 i there. Steps may not be longer than the delay.
    pub fn incident_waves(&self, time: f64) -> [f64; 2] {
        let asked = time - self.delay;
        let at = self.history.partition_point(|wave| wave.time <= asked);
        let left = |at: usize| at.checked_sub(1).map(|before| self.history[before]);
        let [first, second] = match (left(at), self.history.get(at)) {
            (None, None) => [0.0; 2],
            (Some(wave), None) | (None, Some(&wave)) => wave.value,
            (Some(before), Some(after)) => {
                let third = left(at - 1).filter(|_| !before.corner);
                [0, 1].map(|end| curve(asked, end, before, *after, third))
            }
        };
        [second, first]
    }

    /// How often it had to remember.
    pub fn len(&self) -> usize {
        self.history.len()
    }

    /// True before it began.
    pub fn is_empty(&self) -> bool {
        self.history.is_empty()
    }
}

/// A parabola through three points, or a straight line through two.
fn curve(
    time: f64,
    end: usize,
    before: TravellingWave,
    after: TravellingWave,
    third: Option<TravellingWave>,
) -> f64 {
    let slope = (after.value[end] - before.value[end]) / (after.time - before.time);
    let straight = before.value[end] + slope * (time - before.time);
    match third.filter(|third| third.time < before.time) {
        Some(third) => {
            let earlier = (before.value[end] - third.value[end]) / (before.time - third.time);
            let bow = (slope - earlier) / (after.time - third.time);
            straight + bow * (time - before.time) * (time - after.time)
        }
        None => straight,
    }
}
