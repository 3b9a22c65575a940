//! The points that an analysis asks for.

use crate::SweepSpacing;

/// So many points at most: a slip of the pen in a step must not fill the memory.
pub const MOST_POINTS: f64 = 1e7;

/// Why there are no points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridError {
    /// They lead nowhere.
    Nowhere,
    /// There would be more than [`MOST_POINTS`]: so many.
    Many(f64),
}

/// A number of points that can be kept.
pub(crate) fn bounded(count: f64) -> Result<f64, GridError> {
    match count {
        _ if count > MOST_POINTS => Err(GridError::Many(count)),
        _ if count >= 1.0 => Ok(count),
        _ => Err(GridError::Nowhere),
    }
}

/// The values of a range of `.dc`.
///
/// # Errors
/// If the step is zero or leads away from the last value, or is so short that there are too many.
pub(crate) fn levels([first, last, step]: [f64; 3]) -> Result<Vec<f64>, GridError> {
    let steps = if first == last { 0.0 } else { ((last - first) / step * (1.0 + 1e-9)).floor() };
    let count = bounded(if step == 0.0 && steps != 0.0 { f64::NAN } else { steps + 1.0 })?;
    Ok((0..count as u32).map(|at| first + f64::from(at) * step).collect())
}

/// The frequencies of `.ac`.
///
/// # Errors
/// If they are not above zero, lead downwards, or are too many.
pub fn frequencies(spacing: SweepSpacing, [points, first, last]: [f64; 3]) -> Result<Vec<f64>, GridError> {
    let sound = points >= 1.0 && first > 0.0 && last >= first && last.is_finite();
    if !sound {
        return Err(GridError::Nowhere);
    }
    let points = points.floor();
    let base: f64 = match spacing {
        SweepSpacing::Linear => {
            let step = if points > 1.0 { (last - first) / (points - 1.0) } else { 0.0 };
            return Ok((0..bounded(points)? as u32).map(|at| first + f64::from(at) * step).collect());
        }
        SweepSpacing::Decade => 10.0,
        SweepSpacing::Octave => 2.0,
    };
    let steps = ((last / first).ln() / base.ln() * points * (1.0 + 1e-9)).floor();
    let (count, factor) = (bounded(steps + 1.0)?, base.powf(points.recip()));
    Ok((0..count as u32).map(|at| first * factor.powi(at as i32)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_nowhere_is_told_from_what_is_too_much() {
        assert_eq!(levels([0.0, 1.0, 0.25]), Ok(vec![0.0, 0.25, 0.5, 0.75, 1.0]));
        assert_eq!(levels([2.0, 2.0, 0.0]), Ok(vec![2.0]));
        for wrong in [[0.0, 1.0, -1.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 1.0, f64::NAN]] {
            assert_eq!(levels(wrong), Err(GridError::Nowhere), "{wrong:?}");
        }
        assert!(matches!(levels([0.0, 1.0, 1e-9]), Err(GridError::Many(count)) if (count - 1e9).abs() < 9.0));
        assert_eq!(frequencies(SweepSpacing::Octave, [1.0, 1.0, 4.0]), Ok(vec![1.0, 2.0, 4.0]));
        assert_eq!(frequencies(SweepSpacing::Linear, [3.0, 1.0, 2.0]), Ok(vec![1.0, 1.5, 2.0]));
        for wrong in [[0.0, 1.0, 2.0], [1.0, 0.0, 2.0], [1.0, 2.0, 1.0], [1.0, 1.0, f64::INFINITY]] {
            assert_eq!(frequencies(SweepSpacing::Decade, wrong), Err(GridError::Nowhere), "{wrong:?}");
        }
        for spacing in [SweepSpacing::Linear, SweepSpacing::Decade, SweepSpacing::Octave] {
            let found = frequencies(spacing, [1e8, 1.0, 1e6]);
            assert!(matches!(found, Err(GridError::Many(count)) if count >= 1e8), "{found:?}");
        }
    }
}
