//! The statements of the text, each with all rows that it made. What is written once in a class stands for many flat
//! equations, and an edit of it changes all of them.

use dae::{ModelRows, RowSource};
use equations::{FlatModel, Origin};
use rustc_hash::FxHashMap;
use syntax::Place;

use crate::class_text::{ClassTextId, ClassTexts};

/// A statement by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceStatementId(pub u32);

impl SourceStatementId {
    /// Its position among the statements.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// A statement that makes flat equations.
#[derive(Clone, Debug)]
pub struct SourceStatement {
    /// Where it is written.
    pub place: Place,
    /// The class it is written in.
    pub class: Option<ClassTextId>,
    /// What it is.
    pub kind: SourceStatementKind,
    /// The rows that it made, ascending. Those of a `connect` may depend on others as well.
    pub rows: Vec<u32>,
}

/// What a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourceStatementKind {
    /// An equation or an algorithm.
    Equation,
    /// The value of a variable, in its declaration or in a modification.
    Value,
    /// A `connect`.
    Connect,
}

/// All statements that made rows, in the order of their first row.
#[derive(Clone, Debug, Default)]
pub struct SourceStatements {
    /// The statements.
    pub list: Vec<SourceStatement>,
    /// Those that made each row: one, or for flows all that are connected; none for flows that nothing reaches.
    pub of_row: Vec<Vec<SourceStatementId>>,
}

impl SourceStatements {
    /// Finds the statements behind all rows.
    pub fn new(model: &FlatModel, rows: &ModelRows, texts: &ClassTexts) -> SourceStatements {
        let mut statements = SourceStatements { list: Vec::new(), of_row: vec![Vec::new(); rows.rows.len()] };
        let mut known: FxHashMap<Place, SourceStatementId> = FxHashMap::default();
        for (at, row) in rows.rows.iter().enumerate() {
            let (places, kind): (Vec<Place>, _) = match (&model.origins[row.origin.at()], row.source) {
                (Origin::Written { place, .. }, RowSource::Binding(_)) => {
                    (vec![*place], SourceStatementKind::Value)
                }
                (Origin::Written { place, .. }, RowSource::Equation(..)) => {
                    (vec![*place], SourceStatementKind::Equation)
                }
                (Origin::Connected { connects }, _) => {
                    let mut places: Vec<Place> = connects.iter().map(|connect| connect.0).collect();
                    places.dedup();
                    (places, SourceStatementKind::Connect)
                }
                (Origin::Unconnected { .. } | Origin::Derived { .. }, _) => continue,
            };
            for place in places {
                let next = SourceStatementId(statements.list.len() as u32);
                let id = *known.entry(place).or_insert(next);
                if id == next {
                    let class = texts.class_at(place);
                    statements.list.push(SourceStatement { place, class, kind, rows: Vec::new() });
                }
                statements.list[id.at()].rows.push(at as u32);
                statements.of_row[at].push(id);
            }
        }
        statements
    }

    /// The statement with a number.
    pub fn get(&self, id: SourceStatementId) -> &SourceStatement {
        &self.list[id.at()]
    }
}
