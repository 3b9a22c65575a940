//! How far a Newton step may move the voltages of a device, after Nagel's SPICE2.
//!
//! An exponential makes of a step that is too long a current that no later step recovers from; near the threshold of a
//! field effect transistor a straight line tells nothing of the other side.

/// The voltage of a junction, with the logarithm of the step where the current would explode.
pub(super) fn junction(now: f64, before: f64, over: f64, critical: f64) -> f64 {
    if now > critical && (now - before).abs() > 2.0 * over {
        if before > 0.0 {
            let rise = 1.0 + (now - before) / over;
            return if rise > 0.0 { before + over * rise.ln() } else { critical };
        }
        return over * (now / over).ln();
    }
    if now < 0.0 {
        let least = if before > 0.0 { -before - 1.0 } else { 2.0 * before - 1.0 };
        return now.max(least);
    }
    now
}

/// From where on a junction is limited.
pub(super) fn critical(over: f64, saturation: f64) -> f64 {
    over * (over / (std::f64::consts::SQRT_2 * saturation)).ln()
}

/// The voltage from gate to source, which may not jump over the threshold.
pub(super) fn gate(now: f64, before: f64, threshold: f64) -> f64 {
    let far = threshold + 3.5;
    let high = (2.0 * (before - threshold)).abs() + 2.0;
    let low = high / 2.0 + 2.0;
    let step = now - before;
    if before >= threshold {
        if before >= far {
            if step <= 0.0 {
                return if now >= far {
                    if -step > low { before - low } else { now }
                } else {
                    now.max(threshold + 2.0)
                };
            }
            return if step >= high { before + high } else { now };
        }
        return if step <= 0.0 { now.max(threshold - 0.5) } else { now.min(threshold + 4.0) };
    }
    if step <= 0.0 {
        return if -step > high { before - high } else { now };
    }
    let edge = threshold + 0.5;
    if now <= edge { if step > low { before + low } else { now } } else { edge }
}

/// The voltage from drain to source.
pub(super) fn drain(now: f64, before: f64) -> f64 {
    if before >= 3.5 {
        if now > before {
            now.min(3.0 * before + 2.0)
        } else if now < 3.5 {
            now.max(2.0)
        } else {
            now
        }
    } else if now > before {
        now.min(4.0)
    } else {
        now.max(-0.5)
    }
}
