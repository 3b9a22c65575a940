//! What an independent source does over time.
//!
//! Numbers that are not written, and some that are written as zero, stand for others: the step and the stop time of the
//! analysis. The rules are those of ngspice 39, measured.

use std::f64::consts::TAU;

use crate::{IndependentSource, Waveform, WaveformKind};

/// The times of a transient analysis, from which missing numbers are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransientTimes {
    /// The step that is written in `.tran`.
    pub step: f64,
    /// The end.
    pub stop: f64,
}

/// The value of a source as a function of time, with every number known.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceWaveform {
    /// The same at all times.
    Constant(f64),
    /// Up, across, down, again and again.
    Pulse {
        /// The value before, and during the pulse.
        levels: [f64; 2],
        /// When the first one begins.
        delay: f64,
        /// When it has risen, begins to fall and has fallen, counted from its beginning.
        corners: [f64; 3],
        /// From one beginning to the next.
        period: f64,
        /// How many there are.
        count: f64,
    },
    /// A sine that dies away.
    Sine {
        /// Offset and amplitude.
        levels: [f64; 2],
        /// In radians for each second.
        rate: f64,
        /// When it begins.
        delay: f64,
        /// How fast it dies away.
        damping: f64,
        /// In radians.
        phase: f64,
    },
    /// A rise and a fall, each an exponential.
    Exponential {
        /// The value before, and the one that is risen to.
        levels: [f64; 2],
        /// When it rises and when it falls.
        delays: [f64; 2],
        /// The time constants of both.
        constants: [f64; 2],
    },
    /// Straight lines between points.
    Lines {
        /// Times and values; times increase.
        points: Vec<[f64; 2]>,
        /// How much later everything happens.
        delay: f64,
        /// The time that is gone back to at the end.
        repeat: Option<f64>,
    },
    /// A sine whose phase follows another.
    Frequency {
        /// Offset and amplitude.
        levels: [f64; 2],
        /// Of the carrier and of the signal, in radians for each second.
        rates: [f64; 2],
        /// How far the phase swings.
        index: f64,
        /// Of the carrier and of the signal, in radians.
        phases: [f64; 2],
    },
    /// A sine whose amplitude follows another.
    Amplitude {
        /// Amplitude and offset.
        levels: [f64; 2],
        /// Of the signal and of the carrier, in radians for each second.
        rates: [f64; 2],
        /// When it begins.
        delay: f64,
    },
}

/// Times that differ by this part of them are the same.
const DIGITS: f64 = 4.0 * f64::EPSILON;

/// A time right after another, where a signal that jumps there has jumped.
pub(crate) fn after(time: f64) -> f64 {
    time + 2.0 * DIGITS * time.abs()
}

impl SourceWaveform {
    /// The signal of a source in a transient analysis.
    pub fn new(source: &IndependentSource, run: TransientTimes) -> SourceWaveform {
        match &source.wave {
            Some(wave) => SourceWaveform::of(wave, run),
            None => SourceWaveform::Constant(source.dc.unwrap_or(0.0)),
        }
    }

    fn of(wave: &Waveform, run: TransientTimes) -> SourceWaveform {
        let get = |at: usize| wave.values.get(at).copied().unwrap_or(0.0);
        // A time of zero is one that is not written.
        let time = |at: usize, instead: f64| if get(at) == 0.0 { instead } else { get(at) };
        let levels = [get(0), get(1)];
        match wave.form {
            WaveformKind::Pulse => {
                let rise = time(3, run.step);
                let fall = rise + time(5, run.stop);
                let count = if get(7) > 0.0 { get(7) } else { f64::INFINITY };
                let corners = [rise, fall, fall + time(4, run.step)];
                SourceWaveform::Pulse { levels, delay: get(2), corners, period: time(6, run.stop), count }
            }
            WaveformKind::Sin => SourceWaveform::Sine {
                levels,
                rate: TAU * time(2, run.stop.recip()),
                delay: get(3),
                damping: get(4),
                phase: get(5).to_radians(),
            },
            WaveformKind::Exp => {
                let rise = time(2, run.step);
                let delays = [rise, time(4, rise + run.step)];
                let constants = [time(3, run.step), time(5, run.step)];
                SourceWaveform::Exponential { levels, delays, constants }
            }
            WaveformKind::Pwl => {
                let points: Vec<[f64; 2]> =
                    wave.values.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
                // Ngspice takes a negative time for no repetition; one after the end has nothing to repeat.
                let end = points.last().map_or(0.0, |point| point[0]);
                let repeat = wave.repeat.filter(|&from| from >= 0.0 && from < end);
                SourceWaveform::Lines { points, delay: wave.delay.unwrap_or(0.0), repeat }
            }
            WaveformKind::Sffm => SourceWaveform::Frequency {
                levels,
                rates: [2, 4].map(|at| TAU * time(at, run.stop.recip())),
                index: get(3),
                phases: [5, 6].map(|at| get(at).to_radians()),
            },
            WaveformKind::Am => SourceWaveform::Amplitude {
                levels,
                rates: [TAU * time(2, run.stop.recip()), TAU * get(3)],
                delay: get(4),
            },
        }
    }

    /// The value at a time; where it jumps, that before the jump.
    pub fn value(&self, time: f64) -> f64 {
        match self {
            SourceWaveform::Constant(value) => *value,
            SourceWaveform::Pulse {
                levels: [low, high],
                delay,
                corners: [rise, fall, end],
                period,
                count,
            } => {
                let since = time - delay;
                // A pulse that is longer than its period is cut off: it jumps back after the period, not at its end,
                // where a step ends.
                let whole = (since / period).round();
                let ends = (since - whole * period).abs() <= DIGITS * time.abs();
                let number = if ends { whole - 1.0 } else { (since / period).floor() }.max(0.0);
                if number >= *count {
                    return *low;
                }
                let since = since - number * period;
                if since <= 0.0 || since >= *end {
                    *low
                } else if since < *rise {
                    low + (high - low) * since / rise
                } else if since <= *fall {
                    *high
                } else {
                    high + (low - high) * (since - fall) / (end - fall)
                }
            }
            SourceWaveform::Sine { levels: [offset, amplitude], rate, delay, damping, phase } => {
                let since = time - delay;
                if since <= 0.0 {
                    return offset + amplitude * phase.sin();
                }
                offset + amplitude * (rate * since + phase).sin() * (-since * damping).exp()
            }
            SourceWaveform::Exponential { levels: [low, high], delays, constants } => {
                let part = |at: usize| {
                    let since = time - delays[at];
                    if since > 0.0 { -(-since / constants[at]).exp_m1() } else { 0.0 }
                };
                low + (high - low) * (part(0) - part(1))
            }
            SourceWaveform::Lines { points, delay, repeat } => {
                let end = points.last().map_or(0.0, |point| point[0]);
                let mut since = time - delay;
                if let Some(from) = repeat.filter(|_| since > end) {
                    let period = end - from;
                    // It goes back after the end and not there, where a step ends: the values may differ.
                    let whole = ((since - end) / period).round();
                    let ends = (since - end - whole * period).abs() <= DIGITS * time.abs();
                    since = if ends { end } else { since - period * ((since - from) / period).floor() };
                }
                between(points, since)
            }
            SourceWaveform::Frequency { levels, rates, index, phases } => {
                let swing = index * (rates[1] * time + phases[1]).sin();
                levels[0] + levels[1] * (rates[0] * time + phases[0] + swing).sin()
            }
            SourceWaveform::Amplitude { levels, rates, delay } => {
                let since = time - delay;
                if since <= 0.0 {
                    return 0.0;
                }
                levels[0] * (levels[1] + (rates[0] * since).sin()) * (rates[1] * since).sin()
            }
        }
    }

    /// The first time after another at which the value jumps or bends, if there is one.
    pub fn next(&self, time: f64) -> Option<f64> {
        match self {
            SourceWaveform::Constant(_) | SourceWaveform::Frequency { .. } => None,
            SourceWaveform::Pulse { delay, corners, period, count, .. } => {
                let offsets = [0.0, corners[0], corners[1], corners[2]];
                let within = |offset: &&f64| **offset < *period;
                cyclic(time, *delay, *period, *count, &offsets.iter().filter(within).copied())
            }
            SourceWaveform::Sine { delay, .. } | SourceWaveform::Amplitude { delay, .. } => {
                Some(*delay).filter(|&at| at > time)
            }
            SourceWaveform::Exponential { delays, .. } => {
                let later = delays.iter().copied().filter(|&at| at > time);
                later.min_by(f64::total_cmp)
            }
            SourceWaveform::Lines { points, delay, repeat } => {
                let first = points.partition_point(|point| point[0] + delay <= time);
                if let Some(point) = points.get(first) {
                    return Some(point[0] + delay);
                }
                let from = (*repeat)?;
                let end = points.last()?[0];
                let inside = points.iter().map(|point| point[0] - from).filter(|&offset| offset > 0.0);
                cyclic(time, end + delay, end - from, f64::INFINITY, &inside)
            }
        }
    }
}

/// The value of straight lines between points, constant before the first and after the last.
fn between(points: &[[f64; 2]], time: f64) -> f64 {
    let at = points.partition_point(|point| point[0] <= time);
    match (at.checked_sub(1).map(|before| points[before]), points.get(at)) {
        (Some([from, low]), Some([to, high])) => low + (high - low) * (time - from) / (to - from),
        (Some([_, value]), None) | (None, Some(&[_, value])) => value,
        (None, None) => 0.0,
    }
}

/// The first of `begin + k * period + offset` after a time, for k from zero up to a count.
///
/// What it gives is computed in one way only, so that the same time is never given twice when it is asked for again.
fn cyclic(
    time: f64,
    begin: f64,
    period: f64,
    count: f64,
    offsets: &(impl Iterator<Item = f64> + Clone),
) -> Option<f64> {
    let around = ((time - begin) / period).floor();
    let mut found: Option<f64> = None;
    for number in [around - 1.0, around, around + 1.0].map(|number| number.max(0.0)) {
        // After the last one only its end is left.
        let offsets =
            offsets.clone().take_while(|&offset| number < count || (number == count && offset == 0.0));
        for at in offsets.map(|offset| begin + number * period + offset) {
            if at > time && found.is_none_or(|best| at < best) {
                found = Some(at);
            }
        }
    }
    found
}
