//! What a simulation may do outside of itself.

/// The machine that a model runs on, as far as external functions change it or ask it for more than files. Whoever
/// gives one to a [`crate::World`] allows all of this; without one such calls are refused. Names of files are relative
/// to the working folder or full, and errors are reasons for people.
pub trait Host {
    /// Shows a line.
    fn print(&self, line: &str) -> Result<(), String>;

    /// Adds bytes at the end of a file, which is made if there is none.
    fn append(&self, file: &str, bytes: &[u8]) -> Result<(), String>;

    /// Makes a file, or makes it anew.
    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String>;

    /// Gives a file or a folder another name.
    fn rename(&self, from: &str, to: &str) -> Result<(), String>;

    /// Removes a file.
    fn remove_file(&self, file: &str) -> Result<(), String>;

    /// Makes a folder in one that exists.
    fn make_folder(&self, folder: &str) -> Result<(), String>;

    /// Removes a folder that is empty.
    fn remove_folder(&self, folder: &str) -> Result<(), String>;

    /// The full name of a folder that exists, without detours; the working folder is `.`.
    fn folder(&self, folder: &str) -> Result<String, String>;

    /// The folder for files that nobody keeps.
    fn temporary(&self) -> String;

    /// A variable of the environment.
    fn variable(&self, name: &str) -> Option<String>;

    /// What the clock shows.
    fn now(&self) -> DateTime;

    /// The number of the process.
    fn process(&self) -> u32;
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DateTime {
    pub year: i64,
    /// From one on.
    pub month: u8,
    /// From one on.
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    pub millisecond: u16,
}

impl DateTime {
    /// The time so many milliseconds after the beginning of 1970, in the same time zone.
    pub fn since_1970(milliseconds: i64) -> DateTime {
        let (day, rest) = (milliseconds.div_euclid(86_400_000), milliseconds.rem_euclid(86_400_000));
        let (year, month, day) = date(day);
        DateTime {
            year,
            month,
            day,
            hour: (rest / 3_600_000) as u8,
            minute: (rest / 60_000 % 60) as u8,
            second: (rest / 1000 % 60) as u8,
            millisecond: (rest % 1000) as u16,
        }
    }
}

/// Year, month and day so many days after the beginning of 1970. Years begin in March here, so that the day that some
/// of them have more is their last.
fn date(days: i64) -> (i64, u8, u8) {
    // From the first of March of the year zero on; 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + 400 * era + next, month as u8, day as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        for (day, wanted) in [
            (0, (1970, 1, 1)),
            (-1, (1969, 12, 31)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (19_782, (2024, 2, 29)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date(day), wanted, "{day}");
        }
    }

    #[test]
    fn times_of_day_are_exact() {
        let found = DateTime::since_1970(951_782_400_000 + 3_723_004);
        let wanted =
            DateTime { year: 2000, month: 2, day: 29, hour: 1, minute: 2, second: 3, millisecond: 4 };
        assert_eq!(found, wanted);
    }
}
