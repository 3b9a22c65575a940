//! What would be left without some rows, or with others: exactly, and without starting anew.

use structure::{Incidence, Matching, NONE};

/// A system whose rows can be taken away to see what is left.
pub struct RemovalTrial<'a> {
    incidence: &'a Incidence,
    /// The rows of each column.
    columns: Incidence,
    matching: &'a Matching,
    /// As it is: to count takes a look at every row, and many ask.
    deficit: Deficit,
}

/// How far a system is from being square and regular.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Deficit {
    /// Equations that determine nothing.
    pub over: usize,
    /// Unknowns that nothing determines.
    pub under: usize,
}

impl Deficit {
    /// Both together.
    pub fn total(self) -> usize {
        self.over + self.under
    }
}

impl<'a> RemovalTrial<'a> {
    /// A system with a maximum matching of it.
    pub fn new(incidence: &'a Incidence, matching: &'a Matching) -> RemovalTrial<'a> {
        let size = matching.size();
        let deficit = Deficit { over: incidence.height() - size, under: incidence.width() - size };
        RemovalTrial { incidence, columns: incidence.transpose(), matching, deficit }
    }

    /// The deficit as it is.
    pub fn deficit(&self) -> Deficit {
        self.deficit
    }

    /// The deficit that would be left if these rows were not there.
    ///
    /// The matching loses their columns. A path that makes it larger again must end at one of these, for any other
    /// would have made the old one larger too.
    pub fn deficit_without(&self, rows: &[u32]) -> Deficit {
        let mut matching = self.matching.clone();
        let mut gone = vec![false; self.incidence.height()];
        let mut freed = Vec::new();
        for &row in rows {
            if !std::mem::replace(&mut gone[row as usize], true) {
                let column = std::mem::replace(&mut matching.column_of[row as usize], NONE);
                if column != NONE {
                    matching.row_of[column as usize] = NONE;
                    freed.push(column);
                }
            }
        }
        let removed = gone.iter().filter(|&&gone| gone).count();
        let mut from = vec![NONE; self.incidence.width()];
        let mut seen = vec![NONE; self.incidence.width()];
        // A search that failed may succeed after another one has changed the matching only if it meets the change,
        // and then that search would have passed it first; so one round is enough.
        for (round, column) in (0..).zip(freed) {
            self.augment(&mut matching, &gone, column, (&mut from, &mut seen, round));
        }
        let size = matching.size();
        Deficit { over: self.incidence.height() - removed - size, under: self.incidence.width() - size }
    }

    /// The deficit that would be left if these rows were there as well.
    ///
    /// Each can make the matching larger by one, by a path that begins at it.
    pub fn with(&self, rows: &[Vec<u32>]) -> Deficit {
        let mut matching = self.matching.clone();
        let height = self.incidence.height() as u32;
        matching.column_of.resize(self.incidence.height() + rows.len(), NONE);
        let mut size = self.matching.size();
        let mut seen = vec![NONE; self.incidence.width()];
        let mut from = vec![NONE; self.incidence.width()];
        for (round, start) in (0..).zip(height..height + rows.len() as u32) {
            let columns = |row: u32| match row.checked_sub(height) {
                Some(added) => rows[added as usize].as_slice(),
                None => self.incidence.row(row),
            };
            let mut todo = vec![start];
            'search: while let Some(row) = todo.pop() {
                for &column in columns(row) {
                    if std::mem::replace(&mut seen[column as usize], round) == round {
                        continue;
                    }
                    from[column as usize] = row;
                    let taken = matching.row_of[column as usize];
                    if taken != NONE {
                        todo.push(taken);
                        continue;
                    }
                    // Every row on the way takes the column that led on from it.
                    let mut column = column;
                    while column != NONE {
                        let row = from[column as usize];
                        matching.row_of[column as usize] = row;
                        column = std::mem::replace(&mut matching.column_of[row as usize], column);
                    }
                    size += 1;
                    break 'search;
                }
            }
        }
        Deficit { over: self.incidence.height() + rows.len() - size, under: self.incidence.width() - size }
    }

    /// Gives a free column a row, if some row that is free can be reached by exchanging.
    fn augment(
        &self,
        matching: &mut Matching,
        gone: &[bool],
        start: u32,
        (from, seen, round): (&mut [u32], &mut [u32], u32),
    ) {
        let mut todo = vec![start];
        seen[start as usize] = round;
        while let Some(column) = todo.pop() {
            for &row in self.columns.row(column) {
                if gone[row as usize] {
                    continue;
                }
                let next = matching.column_of[row as usize];
                if next == NONE {
                    let (mut row, mut column) = (row, column);
                    loop {
                        let given_up = matching.row_of[column as usize];
                        matching.row_of[column as usize] = row;
                        matching.column_of[row as usize] = column;
                        if column == start {
                            return;
                        }
                        // The column that led here gets the row that this one had.
                        row = given_up;
                        column = from[column as usize];
                    }
                }
                if seen[next as usize] != round {
                    seen[next as usize] = round;
                    from[next as usize] = column;
                    todo.push(next);
                }
            }
        }
    }
}
