//! All row ranks, each once, up to a bound.
//!
//! If a set is found, every other set misses at least one of its rows. So the rows of the set are left out one after
//! the other, and those that were left out before must occur from then on: no set comes twice, and none is missed.

use crate::decompose::decompose;
use crate::incidence::{Incidence, NONE};
use crate::matching::{Matching, make_canonical};
use crate::subsystem::{pairs, restrict};

/// How far an enumeration goes; the sets can be exponentially many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumerationExtent {
    /// How many sets are kept. Others are only counted.
    pub keep: usize,
    /// After how many searches the counting ends.
    pub searches: usize,
}

/// Row ranks or column ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankSets {
    /// The sets that were kept, each ascending.
    pub sets: Vec<Vec<u32>>,
    /// How many more were counted.
    pub more: usize,
    /// Whether all were counted.
    pub complete: bool,
}

/// All row ranks.
pub fn all_row_ranks(incidence: &Incidence, extent: EnumerationExtent) -> RankSets {
    let found = decompose(incidence);
    let part = &found.parts.over;
    let inside = restrict(incidence, part);
    let mut matching = pairs(&found.matching, part).transpose();
    make_canonical(&inside.transpose(), &mut matching);
    let mut ranks = enumerate(&inside, matching.transpose(), extent);
    for row in ranks.sets.iter_mut().flatten() {
        *row = part.rows[*row as usize];
    }
    ranks
}

/// All column ranks.
pub fn all_column_ranks(incidence: &Incidence, extent: EnumerationExtent) -> RankSets {
    all_row_ranks(&incidence.transpose(), extent)
}

/// One set, and which of its rows is left out at present.
struct EnumerationLevel {
    /// Maximum among the rows that are not left out.
    matching: Matching,
    /// The free row whose set it is.
    free: u32,
    /// The rows to leave out.
    rows: Vec<u32>,
    /// How many of them were left out before.
    at: usize,
}

fn enumerate(incidence: &Incidence, matching: Matching, extent: EnumerationExtent) -> RankSets {
    let mut search = RankEnumeration {
        incidence,
        tree: ReachTree::new(incidence.height()),
        out: vec![false; incidence.height()],
        must: vec![false; incidence.height()],
        required: 0,
        left: extent.searches,
        keep: extent.keep,
        ranks: RankSets { sets: Vec::new(), more: 0, complete: true },
    };
    let mut levels: Vec<EnumerationLevel> = search.open(matching).into_iter().collect();
    while let Some(level) = levels.last_mut() {
        if level.at > 0 {
            // The row left out last occurs in every set that is still to come on this level.
            let row = level.rows[level.at - 1];
            search.out[row as usize] = false;
            search.must[row as usize] = true;
            search.required += 1;
        }
        if level.at == level.rows.len() {
            for &row in &level.rows {
                search.must[row as usize] = false;
            }
            search.required -= level.rows.len();
            levels.pop();
            continue;
        }
        if search.left == 0 {
            search.ranks.complete = false;
            break;
        }
        let row = level.rows[level.at];
        level.at += 1;
        let matching = search.leave(level, row);
        search.out[row as usize] = true;
        levels.extend(search.open(matching));
    }
    search.ranks
}

struct RankEnumeration<'a> {
    incidence: &'a Incidence,
    tree: ReachTree,
    /// Rows left out.
    out: Vec<bool>,
    /// Rows that must occur, and how many.
    must: Vec<bool>,
    required: usize,
    left: usize,
    keep: usize,
    ranks: RankSets,
}

impl RankEnumeration<'_> {
    /// Finds a set among the rows that are not left out and reports it if all rows occur that must.
    fn open(&mut self, matching: Matching) -> Option<EnumerationLevel> {
        self.left = self.left.saturating_sub(1);
        let free: Vec<u32> = matching.free_rows().filter(|&row| !self.out[row as usize]).collect();
        let &first = free.first()?;
        self.tree.run(self.incidence, &matching.row_of, first);
        let rows = self.tree.sorted();
        if self.covers() {
            if self.ranks.sets.len() < self.keep {
                self.ranks.sets.push(rows.clone());
            } else {
                self.ranks.more += 1;
            }
        } else {
            // A row that no free row leads to occurs in no set.
            for row in free {
                if !self.tree.has(row) {
                    self.tree.extend(self.incidence, &matching.row_of, row);
                }
            }
            if !self.covers() {
                return None;
            }
        }
        let rows = rows.into_iter().filter(|&row| !self.must[row as usize]).collect();
        Some(EnumerationLevel { matching, free: first, rows, at: 0 })
    }

    fn covers(&self) -> bool {
        self.tree.found.iter().filter(|&&row| self.must[row as usize]).count() == self.required
    }

    /// The matching after a row of the set is left out and the free row takes its part.
    fn leave(&mut self, level: &EnumerationLevel, row: u32) -> Matching {
        let mut matching = level.matching.clone();
        self.tree.run(self.incidence, &matching.row_of, level.free);
        let mut last = row;
        let mut column = std::mem::replace(&mut matching.column_of[row as usize], NONE);
        while last != level.free {
            let parent = self.tree.parent[self.tree.seen[last as usize] as usize];
            let given = matching.column_of[parent as usize];
            matching.join(parent, column);
            column = given;
            last = parent;
        }
        matching
    }
}

/// What free rows lead to, and how.
struct ReachTree {
    /// The place of each row in `found`.
    seen: Vec<u32>,
    found: Vec<u32>,
    /// The row through which each was found.
    parent: Vec<u32>,
}

impl ReachTree {
    fn new(height: usize) -> ReachTree {
        ReachTree { seen: vec![NONE; height], found: Vec::new(), parent: Vec::new() }
    }

    /// Finds all rows that a free row leads to, in the order of a breadth-first search, and forgets others.
    fn run(&mut self, incidence: &Incidence, row_of: &[u32], start: u32) {
        for &row in &self.found {
            self.seen[row as usize] = NONE;
        }
        self.found.clear();
        self.parent.clear();
        self.extend(incidence, row_of, start);
    }

    /// The same for one more free row.
    fn extend(&mut self, incidence: &Incidence, row_of: &[u32], start: u32) {
        let mut at = self.found.len();
        self.add(start, NONE);
        while let Some(&row) = self.found.get(at) {
            at += 1;
            for &column in incidence.row(row) {
                let next = row_of[column as usize];
                if next != NONE && self.seen[next as usize] == NONE {
                    self.add(next, row);
                }
            }
        }
    }

    fn add(&mut self, row: u32, parent: u32) {
        self.seen[row as usize] = self.found.len() as u32;
        self.found.push(row);
        self.parent.push(parent);
    }

    fn has(&self, row: u32) -> bool {
        self.seen[row as usize] != NONE
    }

    fn sorted(&self) -> Vec<u32> {
        let mut sorted = self.found.clone();
        sorted.sort_unstable();
        sorted
    }
}
