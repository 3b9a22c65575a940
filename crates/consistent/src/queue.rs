//! Columns and rows in the order in which they are tried for pivots: the fewest entries first, and of equally short ones
//! those that have waited longest. What a pivot has just changed thus comes after what is far from it: the multiple
//! elimination of J. W. H. Liu, Modification of the minimum-degree algorithm by multiple elimination, ACM TOMS 11 (1985).

use std::collections::VecDeque;

/// A column or a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatrixLine {
    Column(u32),
    Row(u32),
}

/// Lists by counts. A line that is put in again with another count stays in its old list, too, and is passed over there.
#[derive(Clone, Debug)]
pub(crate) struct PivotQueue {
    /// Columns of a count, then rows of it.
    lists: Vec<VecDeque<MatrixLine>>,
    /// No list before this one has entries.
    first: usize,
    /// In which list each column and each row is now.
    columns: Vec<u32>,
    rows: Vec<u32>,
}

/// In no list.
const NOWHERE: u32 = u32::MAX;

impl PivotQueue {
    pub(crate) fn new(rows: usize, columns: usize) -> PivotQueue {
        PivotQueue { lists: Vec::new(), first: 0, columns: vec![NOWHERE; columns], rows: vec![NOWHERE; rows] }
    }

    fn place(&mut self, line: MatrixLine) -> &mut u32 {
        match line {
            MatrixLine::Column(at) => &mut self.columns[at as usize],
            MatrixLine::Row(at) => &mut self.rows[at as usize],
        }
    }

    /// Puts a line in or moves it; one without entries is taken out.
    pub(crate) fn put(&mut self, line: MatrixLine, count: u32) {
        let list =
            if count == 0 { NOWHERE } else { 2 * count + u32::from(matches!(line, MatrixLine::Row(_))) };
        let place = self.place(line);
        if std::mem::replace(place, list) == list || list == NOWHERE {
            return;
        }
        let list = list as usize;
        if self.lists.len() <= list {
            self.lists.resize(list + 1, VecDeque::new());
        }
        self.lists[list].push_back(line);
        self.first = self.first.min(list);
    }

    /// Takes the first line out.
    pub(crate) fn take(&mut self) -> Option<MatrixLine> {
        loop {
            let list = self.lists.get_mut(self.first)?;
            let Some(line) = list.pop_front() else {
                self.first += 1;
                continue;
            };
            let first = self.first as u32;
            let place = self.place(line);
            if *place == first {
                *place = NOWHERE;
                return Some(line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ones_come_first_and_each_comes_once() {
        let mut queue = PivotQueue::new(2, 3);
        for (line, count) in [
            (MatrixLine::Column(0), 3),
            (MatrixLine::Column(1), 2),
            (MatrixLine::Row(1), 2),
            (MatrixLine::Column(2), 2),
        ] {
            queue.put(line, count);
        }
        queue.put(MatrixLine::Column(1), 4);
        queue.put(MatrixLine::Column(0), 1);
        let order: Vec<MatrixLine> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(
            order,
            [MatrixLine::Column(0), MatrixLine::Column(2), MatrixLine::Row(1), MatrixLine::Column(1)]
        );
        queue.put(MatrixLine::Row(0), 1);
        queue.put(MatrixLine::Row(0), 0);
        assert_eq!(queue.take(), None);
    }
}
