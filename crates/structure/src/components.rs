//! The pieces of a part that have nothing in common.

use crate::incidence::{Incidence, NONE};
use crate::parts::Part;
use crate::restrict::restrict;

impl Part {
    /// All rows and columns of an incidence.
    pub fn whole(incidence: &Incidence) -> Part {
        Part {
            rows: (0..incidence.height() as u32).collect(),
            columns: (0..incidence.width() as u32).collect(),
        }
    }

    /// The connected pieces, in the order of their first rows; columns that stand alone come last.
    pub fn components(&self, incidence: &Incidence) -> Vec<Part> {
        let inside = restrict(incidence, self);
        let mut leader: Vec<u32> = (0..inside.width() as u32).collect();
        for row in inside.rows() {
            for pair in row.windows(2) {
                let (one, other) = (root(&mut leader, pair[0]), root(&mut leader, pair[1]));
                leader[one.max(other) as usize] = one.min(other);
            }
        }
        let mut pieces: Vec<Part> = Vec::new();
        let mut piece_of = vec![NONE; inside.width()];
        let fresh = |pieces: &mut Vec<Part>| {
            pieces.push(Part::default());
            pieces.len() as u32 - 1
        };
        for (&row, columns) in self.rows.iter().zip(inside.rows()) {
            let at = match columns.first() {
                None => fresh(&mut pieces),
                Some(&column) => {
                    let at = &mut piece_of[root(&mut leader, column) as usize];
                    if *at == NONE {
                        *at = fresh(&mut pieces);
                    }
                    *at
                }
            };
            pieces[at as usize].rows.push(row);
        }
        for (at, &column) in (0..).zip(&self.columns) {
            let piece = &mut piece_of[root(&mut leader, at) as usize];
            if *piece == NONE {
                *piece = fresh(&mut pieces);
            }
            pieces[*piece as usize].columns.push(column);
        }
        pieces
    }
}

/// The first of the columns that a column is known to be connected with.
fn root(leader: &mut [u32], column: u32) -> u32 {
    let mut column = column;
    while leader[column as usize] != column {
        let next = leader[leader[column as usize] as usize];
        leader[column as usize] = next;
        column = next;
    }
    column
}
