//! Independent sources and their waveforms.

/// An independent source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndependentSource {
    /// The value for the operating point, if one is written.
    pub dc: Option<f64>,
    /// Magnitude and phase in degrees for small signals.
    pub ac: Option<[f64; 2]>,
    /// What it does over time; constant if nothing is written.
    pub wave: Option<Waveform>,
}

impl IndependentSource {
    /// Makes it so many times as large.
    pub(crate) fn scale(&mut self, factor: f64) {
        if factor == 1.0 {
            return;
        }
        if let Some(dc) = &mut self.dc {
            *dc *= factor;
        }
        if let Some([magnitude, _]) = &mut self.ac {
            *magnitude *= factor;
        }
        if let Some(wave) = &mut self.wave {
            let levels: &mut dyn Iterator<Item = &mut f64> = match wave.form {
                WaveformKind::Pwl => &mut wave.values.iter_mut().skip(1).step_by(2),
                WaveformKind::Pulse | WaveformKind::Sin | WaveformKind::Exp | WaveformKind::Sffm => {
                    &mut wave.values.iter_mut().take(2)
                }
                // Its value is its amplitude times everything else.
                WaveformKind::Am => &mut wave.values.iter_mut().take(1),
            };
            for level in levels {
                *level *= factor;
            }
        }
    }
}

/// A value over time, with its numbers in the order in which SPICE writes them; those at the end may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Waveform {
    /// Its form.
    pub form: WaveformKind,
    /// Its numbers.
    pub values: Vec<f64>,
    /// `r=` of `PWL`: the time to go back to at the end.
    pub repeat: Option<f64>,
    /// `td=` of `PWL`: how much later everything happens.
    pub delay: Option<f64>,
}

/// The form of a waveform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum WaveformKind {
    /// initial, pulsed, delay, rise, fall, width, period
    Pulse,
    /// offset, amplitude, frequency, delay, damping, phase
    Sin,
    /// initial, peak, rise delay, rise time constant, fall delay, fall time constant
    Exp,
    /// time, value, time, value, …
    Pwl,
    /// offset, amplitude, carrier, index, signal
    Sffm,
    /// amplitude, offset, modulation, carrier, delay
    Am,
}
