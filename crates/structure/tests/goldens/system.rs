//! Systems as text: `name: variable variable …`, one equation to a line or between bars. A derivative `x^1` is `x`.
//!
//! Variables are numbered as they appear, but by their value if they are numbers: `7` is declared before `12`.

use structure::{Block, Decomposition, Incidence, Matching, Part, decompose};

pub(crate) struct System {
    pub(crate) incidence: Incidence,
    equations: Vec<String>,
    variables: Vec<String>,
}

impl System {
    pub(crate) fn new(text: &str) -> System {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut equations = Vec::new();
        for line in text.split(['\n', '|']).map(str::trim).filter(|line| !line.is_empty()) {
            let (name, rest) = line.split_once(':').unwrap();
            equations.push(name.trim().to_owned());
            let bare = |word: &str| word.split('^').next().unwrap().to_owned();
            rows.push(rest.split_whitespace().map(bare).collect());
        }
        let mut variables: Vec<String> = Vec::new();
        for variable in rows.iter().flatten() {
            if !variables.contains(variable) {
                variables.push(variable.clone());
            }
        }
        if variables.iter().all(|name| name.parse::<u32>().is_ok()) {
            variables.sort_by_key(|name| name.parse::<u32>().unwrap());
        }
        let place = |name: &String| variables.iter().position(|other| other == name).unwrap() as u32;
        let rows: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().map(place).collect()).collect();
        System { incidence: Incidence::from_rows(variables.len(), rows), equations, variables }
    }

    pub(crate) fn decompose(&self) -> Decomposition {
        decompose(&self.incidence)
    }

    /// The matching that leaves the latest equations and variables free.
    pub(crate) fn canonical(&self) -> Matching {
        let found = self.decompose();
        found.matching.canonical(&self.incidence, &found.parts)
    }

    pub(crate) fn equation(&self, name: &str) -> u32 {
        self.equations.iter().position(|other| other == name).unwrap() as u32
    }

    pub(crate) fn variable(&self, name: &str) -> u32 {
        self.variables.iter().position(|other| other == name).unwrap() as u32
    }

    /// All maximum matchings by trying everything, `equation-variable`, sorted.
    pub(crate) fn matchings(&self) -> Vec<String> {
        fn walk(system: &System, row: usize, chosen: &mut Vec<(u32, u32)>, found: &mut Vec<Vec<(u32, u32)>>) {
            if row == system.incidence.height() {
                found.push(chosen.clone());
                return;
            }
            walk(system, row + 1, chosen, found);
            for &column in system.incidence.row(row as u32) {
                if chosen.iter().all(|pair| pair.1 != column) {
                    chosen.push((row as u32, column));
                    walk(system, row + 1, chosen, found);
                    chosen.pop();
                }
            }
        }
        let mut found = Vec::new();
        walk(self, 0, &mut Vec::new(), &mut found);
        let most = found.iter().map(Vec::len).max().unwrap();
        let name = |&(row, column): &(u32, u32)| format!("{}-{}", self.rows(&[row]), self.columns(&[column]));
        let largest = found.iter().filter(|pairs| pairs.len() == most);
        let mut named: Vec<String> =
            largest.map(|pairs| pairs.iter().map(name).collect::<Vec<_>>().join(" ")).collect();
        named.sort();
        named
    }

    /// Whether equations, solved one by one in this order, have one unknown variable each.
    pub(crate) fn is_order(&self, equations: &str) -> bool {
        let mut known = vec![false; self.incidence.width()];
        let mut solves = |name: &str| {
            let row = self.incidence.row(self.equation(name));
            let open: Vec<u32> = row.iter().copied().filter(|&column| !known[column as usize]).collect();
            open.iter().for_each(|&column| known[column as usize] = true);
            open.len() == 1
        };
        let names: Vec<&str> = equations.split_whitespace().collect();
        names.len() == self.incidence.height() && names.iter().all(|name| solves(name))
    }

    /// Names of equations as text, in the order given.
    pub(crate) fn rows(&self, rows: &[u32]) -> String {
        rows.iter().map(|&row| self.equations[row as usize].as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Names of variables as text, in the order given.
    pub(crate) fn columns(&self, columns: &[u32]) -> String {
        columns.iter().map(|&column| self.variables[column as usize].as_str()).collect::<Vec<_>>().join(" ")
    }

    /// `equations / variables`, both in order of declaration.
    pub(crate) fn part(&self, part: &Part) -> String {
        format!("{} / {}", self.rows(&part.rows), self.columns(&part.columns))
    }

    /// `equations / variables` of a block, both in order of declaration.
    pub(crate) fn block(&self, block: &Block) -> String {
        let mut columns = block.columns.to_vec();
        columns.sort_unstable();
        format!("{} / {}", self.rows(block.rows), self.columns(&columns))
    }

    /// The blocks in solving order.
    pub(crate) fn blocks(&self) -> Vec<String> {
        self.decompose().blocks.iter().map(|block| self.block(&block)).collect()
    }

    /// The matching of everything, `equation-variable`.
    pub(crate) fn pairs(&self) -> String {
        let matching = self.decompose().matching;
        let pair = |(row, &column): (usize, &u32)| {
            format!("{}-{}", self.equations[row], self.variables[column as usize])
        };
        matching.column_of.iter().enumerate().map(pair).collect::<Vec<_>>().join(" ")
    }
}

/// The system without some equations, and without the variables that occur in no other.
pub(crate) fn without(text: &str, equations: &str) -> String {
    let gone: Vec<&str> = equations.split_whitespace().collect();
    let lines = text.split(['\n', '|']).map(str::trim).filter(|line| !line.is_empty());
    let kept = lines.filter(|line| !gone.contains(&line.split(':').next().unwrap().trim()));
    kept.collect::<Vec<_>>().join("\n")
}

/// The system without some variables.
pub(crate) fn without_variables(text: &str, variables: &str) -> String {
    let gone: Vec<&str> = variables.split_whitespace().collect();
    let lines = text.split(['\n', '|']).map(str::trim).filter(|line| !line.is_empty());
    let bare = |line: &str| {
        let (name, rest) = line.split_once(':').unwrap();
        let kept: Vec<&str> = rest.split_whitespace().filter(|word| !gone.contains(word)).collect();
        format!("{name}: {}", kept.join(" "))
    };
    lines.map(bare).collect::<Vec<_>>().join("\n")
}
