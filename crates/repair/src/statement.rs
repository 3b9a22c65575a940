//! The statements of the text, each with all rows that it made. What is written once in a class stands for many flat
//! equations, and an edit of it changes all of them.

use dae::{Rows, Source};
use equations::{FlatModel, Origin};
use rustc_hash::FxHashMap;
use syntax::Place;

use crate::text::{ClassTextId, Texts};

/// A statement by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(pub u32);

impl StatementId {
    /// Its position among the statements.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// A statement that makes flat equations.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Where it is written.
    pub place: Place,
    /// The class it is written in.
    pub class: Option<ClassTextId>,
    /// What it is.
    pub kind: StatementKind,
    /// The rows that it made, ascending. Those of a `connect` may depend on others as well.
    pub rows: Vec<u32>,
}

/// What a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatementKind {
    /// An equation or an algorithm.
    Equation,
    /// The value of a variable, in its declaration or in a modification.
    Value,
    /// A `connect`.
    Connect,
}

/// All statements that made rows, in the order of their first row.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// The statements.
    pub list: Vec<Statement>,
    /// Those that made each row: one, or for flows all that are connected; none for flows that nothing reaches.
    pub of_row: Vec<Vec<StatementId>>,
}

impl Statements {
    /// Finds the statements behind all rows.
    pub fn new(model: &FlatModel, rows: &Rows, texts: &Texts) -> Statements {
        let mut statements = Statements { list: Vec::new(), of_row: vec![Vec::new(); rows.rows.len()] };
        let mut known: FxHashMap<Place, StatementId> = FxHashMap::default();
        for (at, row) in rows.rows.iter().enumerate() {
            let (places, kind): (Vec<Place>, _) = match (&model.origins[row.origin.at()], row.source) {
                (Origin::Written { place, .. }, Source::Binding(_)) => (vec![*place], StatementKind::Value),
                (Origin::Written { place, .. }, Source::Equation(..)) => {
                    (vec![*place], StatementKind::Equation)
                }
                (Origin::Connected { connects }, _) => {
                    let mut places: Vec<Place> = connects.iter().map(|connect| connect.0).collect();
                    places.dedup();
                    (places, StatementKind::Connect)
                }
                (Origin::Unconnected { .. } | Origin::Derived { .. }, _) => continue,
            };
            for place in places {
                let next = StatementId(statements.list.len() as u32);
                let id = *known.entry(place).or_insert(next);
                if id == next {
                    let class = texts.class_at(place);
                    statements.list.push(Statement { place, class, kind, rows: Vec::new() });
                }
                statements.list[id.at()].rows.push(at as u32);
                statements.of_row[at].push(id);
            }
        }
        statements
    }

    /// The statement with a number.
    pub fn get(&self, id: StatementId) -> &Statement {
        &self.list[id.at()]
    }
}
