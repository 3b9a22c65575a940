//! A model of the corpus, analyzed out in rows and columns, with the names that the thesis gives them.

use repair::{
    ClassTexts, Deficit, DescribedEquation, SourceStatements, StructuralAnalysis, describe, row_text,
};
use wellposed::dae::{Boundary, ModelRows, rows};
use wellposed::equations::FlatModel;
use wellposed::{Checked, Loaded, MemoryFiles, RepairSearch, check, flatten, load};

/// A model as far as the debugger sees it.
pub(crate) struct Read {
    pub(crate) loaded: Loaded,
    pub(crate) model: FlatModel,
    pub(crate) rows: ModelRows,
    pub(crate) structure: StructuralAnalysis,
    pub(crate) texts: ClassTexts,
}

/// The last class of a text, which is read from memory.
fn last(loaded: &Loaded) -> String {
    let tree = loaded.trees.last().unwrap();
    let class = tree[tree.classes].last().unwrap();
    loaded.sources[tree.file].text()[class.name.span.range()].to_string()
}

impl Read {
    pub(crate) fn new(text: &str) -> Read {
        let mut files = MemoryFiles::default();
        files.add("A.mo", text);
        let loaded = load(&files, &["A.mo".into()]);
        let model = flatten(&files, &loaded, &last(&loaded)).model.unwrap();
        let rows = rows(&model, Boundary::Component);
        let structure = StructuralAnalysis::new(&model, &rows);
        let texts = ClassTexts::new(loaded.trees.iter().map(|tree| &**tree), &loaded.sources);
        Read { loaded, model, rows, structure, texts }
    }

    /// How many equations and unknowns there are.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.structure.incidence.height(), self.structure.incidence.width())
    }

    /// The flat equation of a row.
    pub(crate) fn equation(&self, row: u32) -> String {
        row_text(&self.model, self.rows.rows[row as usize].source)
    }

    pub(crate) fn unknown(&self, column: u32) -> String {
        self.model.variable_name(self.rows.columns[column as usize])
    }

    /// The numbers of rows in a list of flat equations, ascending.
    pub(crate) fn numbers(&self, rows: &[u32], list: &[&str]) -> String {
        numbered(rows.iter().map(|&row| self.equation(row)), list)
    }

    /// The numbers of unknowns in a list of names, ascending.
    pub(crate) fn columns(&self, columns: &[u32], list: &[&str]) -> String {
        numbered(columns.iter().map(|&column| self.unknown(column)), list)
    }

    /// All names of unknowns, sorted.
    pub(crate) fn names(&self, columns: &[u32]) -> String {
        let mut names: Vec<String> = columns.iter().map(|&column| self.unknown(column)).collect();
        names.sort();
        names.join(" ")
    }

    /// Which unknowns stand in which equations, by the numbers of lists.
    pub(crate) fn places(&self, equations: &[&str], unknowns: &[&str]) -> Vec<String> {
        let row = |text: &&str| (0..).take(self.size().0).find(|&row| self.equation(row) == *text);
        let rows = equations.iter().map(|text| row(text).unwrap_or_else(|| panic!("there is no `{text}`")));
        rows.map(|row| self.columns(self.structure.incidence.row(row), unknowns)).collect()
    }

    pub(crate) fn described(&self) -> Vec<DescribedEquation> {
        describe(&self.model, &self.rows, &self.texts, &self.loaded.sources, &|_, _| false)
    }

    /// Each statement with the numbers of the flat equations that it made, and of those of them that are safe; sorted.
    pub(crate) fn correspondence(&self, list: &[&str]) -> Vec<String> {
        let statements = SourceStatements::new(&self.model, &self.rows, &self.texts);
        let safe =
            structure::safe_removals(&self.structure.incidence, &self.structure.decomposition.parts.over)
                .rows;
        let line = |statement: &repair::SourceStatement| {
            let text = &self.loaded.sources[statement.place.file].text()[statement.place.span.range()];
            let class = self.texts.class(statement.class.unwrap());
            let able: Vec<u32> = statement.rows.iter().copied().filter(|row| safe.contains(row)).collect();
            let (made, able) = (self.numbers(&statement.rows, list), self.numbers(&able, list));
            format!("{} `{text}`: {made}; safe {able}", class.name)
        };
        let mut lines: Vec<String> = statements.list.iter().map(line).collect();
        lines.sort();
        lines
    }

    /// The sizes of the blocks in which the model is solved.
    pub(crate) fn blocks(&self) -> Vec<usize> {
        self.structure.decomposition.blocks.iter().map(|block| block.rows.len()).collect()
    }

    /// True if every block uses only what blocks before it determine.
    pub(crate) fn is_ordered(&self) -> bool {
        let mut known = Vec::new();
        self.structure.decomposition.blocks.iter().all(|block| {
            known.extend_from_slice(block.columns);
            let mut uses = block.rows.iter().flat_map(|&row| self.structure.incidence.row(row));
            uses.all(|column| known.contains(column))
        })
    }

    /// How many of the equations are independent at a random point, by their places and numbers.
    pub(crate) fn rank(&self) -> usize {
        self.structure.decomposition.matching.size() - self.structure.hidden.len()
    }

    pub(crate) fn deficit(&self) -> Deficit {
        self.structure.deficit()
    }
}

fn numbered(found: impl Iterator<Item = String>, list: &[&str]) -> String {
    let number = |text: String| {
        1 + list.iter().position(|known| *known == text).unwrap_or_else(|| panic!("`{text}` is not listed"))
    };
    let mut numbers: Vec<usize> = found.map(number).collect();
    numbers.sort_unstable();
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A text with something else in the place of something that stands in it once.
pub(crate) fn with(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "`{old}` does not stand there once");
    text.replace(old, new)
}

/// What `check` says of the last class.
pub(crate) fn checked(text: &str, search: &RepairSearch) -> Checked {
    let mut files = MemoryFiles::default();
    files.add("A.mo", text);
    let loaded = load(&files, &["A.mo".into()]);
    check(&files, &loaded, &last(&loaded), search)
}
