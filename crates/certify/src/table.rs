//! A result as a table: times, and columns by name.

/// The values of a result, row by row.
pub trait ResultRows {
    /// The values of a row as they are stored.
    fn point(&self, at: usize) -> &[f64];
}

/// Rows of equal width one after the other.
#[derive(Clone, Debug, Default)]
pub struct DenseRows {
    /// All values.
    pub values: Vec<f64>,
    /// How many a row has.
    pub width: usize,
}

impl ResultRows for DenseRows {
    fn point(&self, at: usize) -> &[f64] {
        &self.values[at * self.width..(at + 1) * self.width]
    }
}

/// A result.
pub struct ResultTable<'a> {
    /// The times of its rows; at an event there are two with the same time.
    pub times: &'a [f64],
    /// How exact these are.
    pub time_precision: RecordedPrecision,
    /// Its columns.
    pub columns: Vec<ResultColumn>,
    /// Its values.
    pub points: &'a dyn ResultRows,
}

impl ResultTable<'_> {
    /// Times that differ by no more than the rounding of the time that passes are one instant, also next to time zero.
    pub(crate) fn instant(&self) -> f64 {
        let span = self.times.last().zip(self.times.first()).map_or(0.0, |(last, first)| last - first);
        4.0 * f64::EPSILON * span
    }
}

/// A column of a result.
#[derive(Clone, Debug)]
pub struct ResultColumn {
    /// The name of the variable, such as `motor.phi` or `der(x[1])`.
    pub name: String,
    /// Where its values are.
    pub source: ColumnSource,
    /// How exact its values are.
    pub precision: RecordedPrecision,
}

/// How far recorded values may be from what was computed: half a unit of the last digit that was written. A format may keep a
/// number of digits, or a number of decimals, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPrecision {
    /// In parts of the value.
    pub relative: f64,
    /// In the unit of the value.
    pub absolute: f64,
}

impl Default for RecordedPrecision {
    fn default() -> RecordedPrecision {
        RecordedPrecision::FULL
    }
}

impl RecordedPrecision {
    /// That of a number as the machine has it.
    pub const FULL: RecordedPrecision = RecordedPrecision::relative(f64::EPSILON);

    /// A part of the value.
    pub const fn relative(relative: f64) -> RecordedPrecision {
        RecordedPrecision { relative, absolute: 0.0 }
    }

    /// How far a value of some size may be off.
    pub fn of(self, value: f64) -> f64 {
        (self.relative * value.abs()).max(self.absolute)
    }

    /// Whether nothing was cut off.
    pub(crate) fn is_full(self) -> bool {
        self.relative <= f64::EPSILON && self.absolute == 0.0
    }
}

/// Where the values of a variable are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnSource {
    /// Nowhere.
    None,
    /// It never changes.
    Constant(f64),
    /// A stored value of each row, and a factor.
    Column(u32, f64),
}

/// A name as it is looked up: without spaces, so that `x[1, 2]` is `x[1,2]`, and with a derivative inside of a component
/// (`a.der(b)`) written as the derivative of the whole (`der(a.b)`).
pub(crate) fn plain_name(name: &str) -> String {
    let name: String = name.chars().filter(|letter| !letter.is_whitespace()).collect();
    if let Some(at) = name.find(".der(")
        && name.ends_with(')')
    {
        return format!("der({}.{})", &name[..at], &name[at + 5..name.len() - 1]);
    }
    name
}
