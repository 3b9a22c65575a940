//! Systems as text: `name: x y^1` is a row with the columns x and y, y differentiated once. Rows end at a line end or `;`.

use structure::{Incidence, Signature, SignatureEntry};

/// A system with the names of its rows and columns. Columns are numbered as they occur.
pub(crate) struct System {
    pub(crate) signature: Signature,
    pub(crate) rows: Vec<String>,
    pub(crate) columns: Vec<String>,
}

/// Reads a system.
pub(crate) fn system(text: &str) -> System {
    let (mut names, mut columns) = (Vec::new(), Vec::<String>::new());
    let mut rows = Vec::new();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let (name, places) = line.split_once(':').expect("a name and a colon");
        let mut row = Vec::new();
        for place in places.split_whitespace() {
            let (column, order) = place.split_once('^').unwrap_or((place, "0"));
            let at = columns.iter().position(|known| known == column).unwrap_or_else(|| {
                columns.push(column.to_owned());
                columns.len() - 1
            });
            row.push(SignatureEntry { column: at as u32, order: order.parse().expect("an order") });
        }
        names.push(name.trim().to_owned());
        rows.push(row);
    }
    System { signature: Signature::from_rows(columns.len(), rows), rows: names, columns }
}

impl System {
    pub(crate) fn incidence(&self) -> Incidence {
        self.signature.incidence()
    }

    /// `e1-x e2-y`, rows in order; rows without a column are left out.
    pub(crate) fn pairs(&self, column_of: &[u32]) -> String {
        let pairs = self.rows.iter().zip(column_of).filter(|(_, column)| **column != structure::NONE);
        join(pairs.map(|(row, &column)| format!("{row}-{}", self.columns[column as usize])))
    }

    /// `c:2 a:1`, rows in order; rows with a count of 0 are left out.
    pub(crate) fn counts(&self, counts: &[u32]) -> String {
        let counted = self.rows.iter().zip(counts).filter(|(_, count)| **count > 0);
        join(counted.map(|(row, count)| format!("{row}:{count}")))
    }

    /// Names of rows.
    pub(crate) fn name_rows(&self, rows: impl IntoIterator<Item = u32>) -> String {
        join(rows.into_iter().map(|row| self.rows[row as usize].clone()))
    }

    /// Names of columns.
    pub(crate) fn name_columns(&self, columns: impl IntoIterator<Item = u32>) -> String {
        join(columns.into_iter().map(|column| self.columns[column as usize].clone()))
    }
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
