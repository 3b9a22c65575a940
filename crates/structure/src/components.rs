//! The pieces of a part that have nothing in common.

use crate::incidence::{Incidence, NONE};
use crate::parts::Part;
use crate::subsystem::restrict;
use base::DisjointSets;

impl Part {
    /// All rows and columns of an incidence.
    pub fn all(incidence: &Incidence) -> Part {
        Part {
            rows: (0..incidence.height() as u32).collect(),
            columns: (0..incidence.width() as u32).collect(),
        }
    }

    /// The connected pieces, in the order of their first rows; columns that stand alone come last.
    pub fn components(&self, incidence: &Incidence) -> Vec<Part> {
        let inside = restrict(incidence, self);
        let mut sets = DisjointSets::new(inside.width());
        for row in inside.rows() {
            for pair in row.windows(2) {
                sets.join(pair[0], pair[1]);
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
                    let at = &mut piece_of[sets.root(column) as usize];
                    if *at == NONE {
                        *at = fresh(&mut pieces);
                    }
                    *at
                }
            };
            pieces[at as usize].rows.push(row);
        }
        for (at, &column) in (0..).zip(&self.columns) {
            let piece = &mut piece_of[sets.root(at) as usize];
            if *piece == NONE {
                *piece = fresh(&mut pieces);
            }
            pieces[*piece as usize].columns.push(column);
        }
        pieces
    }
}
