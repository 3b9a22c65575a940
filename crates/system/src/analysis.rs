//! What the structure of a system tells: what is over- and under-determined, in which order the rest is solved, how
//! many initial values can be chosen, and the structural index.

use report::BlockKind;
use structure::{
    Decomposition, EnumerationExtent, Incidence, Matching, NONE, RankSets, Signature, SignatureEntry,
    Singular, all_column_ranks, all_row_ranks, column_ranks, decompose, lower, pantelides, row_ranks,
    structural_index,
};

use super::EquationSystem;
use super::numerical::NumericalFindings;
use super::tearing::BlockTearing;

/// The structure of a system. Its blocks hold every equation and every unknown once: first the over-determined part, then
/// the well-determined blocks in solving order, then the under-determined part.
#[derive(Clone, Debug)]
pub struct SystemAnalysis {
    /// Equations, block after block.
    rows: Vec<u32>,
    /// Unknowns, block after block.
    columns: Vec<u32>,
    /// Unknowns whose values are guessed to solve a block, block after block.
    tearing: Vec<u32>,
    bounds: Vec<BlockStart>,
    matching: Matching,
    row_block: Vec<u32>,
    column_block: Vec<u32>,
    /// The structural index of the system in first order, δ(n−1) − δ(n) + 1; none if the system is singular.
    pub index: Option<i64>,
    /// How many values can be chosen: initial values if the system is regular, otherwise unknowns that are left over.
    pub freedom: usize,
    /// Unknowns, or derivatives of them, whose initial values can be chosen. There may be other choices.
    pub states: Vec<SignatureEntry>,
    /// Smallest sets of equations that cannot all be matched, one for each equation that is left over.
    pub row_ranks: RankSets,
    /// Smallest sets of unknowns that cannot all be matched, one for each unknown that is left over.
    pub column_ranks: RankSets,
    /// What the numbers of the equations tell, where there are any.
    pub numbers: Option<NumericalFindings>,
}

/// So many sets are kept, with so many members in all: a thousand large ones would say no more.
const MAX_SETS: usize = 1000;
const MAX_MEMBERS: usize = 1_000_000;

/// The search for all sets ends after so many steps; there can be more than anyone could wait for.
const MAX_SEARCHES: usize = 100_000;

/// Where a block begins, and what it is.
#[derive(Clone, Copy, Debug)]
struct BlockStart {
    part: PartKind,
    row: usize,
    column: usize,
    tear: usize,
}

/// Whether equations and unknowns are too many, enough, or too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// More equations than unknowns.
    Over,
    /// As many equations as unknowns.
    Well,
    /// Fewer equations than unknowns.
    Under,
}

impl PartKind {
    /// The word for it in results.
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Over => "over",
            PartKind::Well => "well",
            PartKind::Under => "under",
        }
    }
}

/// Equations that are solved together.
#[derive(Clone, Copy, Debug)]
pub struct EquationBlock<'a> {
    /// The part it belongs to.
    pub part: PartKind,
    /// The equations. Those matched with an unknown come first.
    pub rows: &'a [u32],
    /// The unknowns. Those matched with an equation come first, in the order of the equations.
    pub columns: &'a [u32],
    /// Unknowns whose values are guessed; with these known the others follow one by one.
    pub tearing: &'a [u32],
}

impl EquationBlock<'_> {
    /// Its kind as results tell it.
    pub fn kind(&self) -> BlockKind {
        match self.part {
            PartKind::Over => BlockKind::Over,
            PartKind::Under => BlockKind::Under,
            PartKind::Well if self.rows.len() == 1 => BlockKind::Single,
            PartKind::Well => BlockKind::Simultaneous,
        }
    }
}

impl SystemAnalysis {
    /// How many blocks there are, the over- and the under-determined part among them.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// True if the system has neither equations nor unknowns.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A block, counted from zero.
    pub fn block(&self, index: u32) -> EquationBlock<'_> {
        let index = index as usize;
        let (start, end) = (self.bounds[index], self.bounds[index + 1]);
        EquationBlock {
            part: start.part,
            rows: &self.rows[start.row..end.row],
            columns: &self.columns[start.column..end.column],
            tearing: &self.tearing[start.tear..end.tear],
        }
    }

    /// All blocks in order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = EquationBlock<'_>> + ExactSizeIterator {
        (0..self.len() as u32).map(|index| self.block(index))
    }

    /// All equations in the order of the blocks.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// All unknowns in the order of the blocks.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The part with too many equations, if there is one.
    pub fn over(&self) -> Option<EquationBlock<'_>> {
        self.blocks().next().filter(|block| block.part == PartKind::Over)
    }

    /// The part with too few equations, if there is one.
    pub fn under(&self) -> Option<EquationBlock<'_>> {
        self.blocks().next_back().filter(|block| block.part == PartKind::Under)
    }

    /// True if every equation determines an unknown and every unknown is determined.
    pub fn is_regular(&self) -> bool {
        self.over().is_none() && self.under().is_none()
    }

    /// The block of an equation.
    pub fn row_block(&self, row: u32) -> u32 {
        self.row_block[row as usize]
    }

    /// The block of an unknown.
    pub fn column_block(&self, column: u32) -> u32 {
        self.column_block[column as usize]
    }

    /// Looks for all row ranks and column ranks, in the place of one for each equation and unknown that is left over.
    pub fn complete(&mut self, system: &EquationSystem) {
        let incidence = system.signature().incidence();
        let extent = EnumerationExtent { keep: MAX_SETS, searches: MAX_SEARCHES };
        self.row_ranks = all_row_ranks(&incidence, extent);
        self.column_ranks = all_column_ranks(&incidence, extent);
    }

    /// The unknown that an equation determines.
    pub(crate) fn matched_column(&self, row: u32) -> Option<u32> {
        Some(self.matching.column_of[row as usize]).filter(|&column| column != NONE)
    }
}

/// Takes a system apart.
pub fn analyze(system: &EquationSystem) -> SystemAnalysis {
    let signature = system.signature();
    let incidence = signature.incidence();
    match regular(signature) {
        Ok((matching, index)) => {
            let states = states(signature, &matching);
            let whole = Decomposition::from_matching(&incidence, matching);
            let mut analysis = arrange(&incidence, whole);
            analysis.index = Some(index);
            analysis.freedom = states.len();
            analysis.states = states;
            analysis
        }
        Err(_) => {
            let mut whole = decompose(&incidence);
            // Of all that could be left over, the latest is shown, whatever the search happened to find.
            whole.matching = whole.matching.canonical(&incidence, &whole.parts);
            let freedom = whole.matching.free_columns().count();
            let surplus = whole.matching.free_rows().count();
            let row_ranks = first(row_ranks(&incidence, &whole.matching), surplus);
            let column_ranks = first(column_ranks(&incidence, &whole.matching), freedom);
            let mut analysis = arrange(&incidence, whole);
            analysis.freedom = freedom;
            analysis.row_ranks = row_ranks;
            analysis.column_ranks = column_ranks;
            analysis
        }
    }
}

/// The first sets, and how many there are beyond them.
fn first(mut ranks: impl Iterator<Item = Vec<u32>>, total: usize) -> RankSets {
    let mut sets = Vec::new();
    let mut members = 0;
    while sets.len() < MAX_SETS && members < MAX_MEMBERS {
        let Some(rank) = ranks.next() else { break };
        members += rank.len();
        sets.push(rank);
    }
    RankSets { more: total - sets.len(), sets, complete: true }
}

/// A heaviest matching of a regular system, and the structural index of the system in first order: of higher orders the
/// formula gives a lower bound only.
fn regular(signature: &Signature) -> Result<(Matching, i64), Singular> {
    let higher = signature.rows().flatten().any(|entry| entry.order > 1);
    if higher {
        let matching = pantelides(signature)?.matching;
        return Ok((matching, structural_index(&lower(signature).signature)?.value()));
    }
    let found = structural_index(signature)?;
    let index = found.value();
    Ok((found.full.matching, index))
}

/// A choice of states. In a heaviest matching an equation determines its unknown in the order in which it occurs there,
/// and the derivatives of the equation determine the higher ones; all lower ones are left to be chosen.
fn states(signature: &Signature, matching: &Matching) -> Vec<SignatureEntry> {
    let mut states = Vec::new();
    for (column, &row) in (0..).zip(&matching.row_of) {
        let order = signature.order(row, column).unwrap_or(0);
        states.extend((0..order).map(|order| SignatureEntry { column, order }));
    }
    states
}

/// Puts the parts and blocks into one list.
fn arrange(incidence: &Incidence, whole: Decomposition) -> SystemAnalysis {
    let Decomposition { matching, parts, blocks } = whole;
    let (height, width) = (incidence.height(), incidence.width());
    let mut analysis = SystemAnalysis {
        rows: Vec::with_capacity(height),
        columns: Vec::with_capacity(width),
        tearing: Vec::new(),
        bounds: Vec::with_capacity(blocks.len() + 3),
        matching,
        row_block: vec![0; height],
        column_block: vec![0; width],
        index: None,
        freedom: 0,
        states: Vec::new(),
        row_ranks: first(std::iter::empty(), 0),
        column_ranks: first(std::iter::empty(), 0),
        numbers: None,
    };
    if !parts.over.is_empty() {
        let free = |&row: &u32| analysis.matching.column_of[row as usize] == NONE;
        let mut rows = parts.over.rows;
        rows.sort_by_key(free);
        let matched = rows.iter().map(|&row| analysis.matching.column_of[row as usize]);
        let columns: Vec<u32> = matched.filter(|&column| column != NONE).collect();
        analysis.close(PartKind::Over, &rows, &columns);
    }
    let mut tearing = BlockTearing::new(incidence);
    for block in blocks.iter() {
        analysis.close(PartKind::Well, block.rows, block.columns);
        if block.rows.len() > 1 {
            analysis.tearing.extend(tearing.guesses(block.rows, block.columns));
        }
    }
    if !parts.under.is_empty() {
        let rows = &parts.under.rows;
        let mut columns: Vec<u32> =
            rows.iter().map(|&row| analysis.matching.column_of[row as usize]).collect();
        columns.extend(analysis.matching.free_columns());
        analysis.close(PartKind::Under, rows, &columns);
    }
    analysis.bounds.push(analysis.end(PartKind::Under));
    analysis
}

impl SystemAnalysis {
    fn end(&self, part: PartKind) -> BlockStart {
        BlockStart { part, row: self.rows.len(), column: self.columns.len(), tear: self.tearing.len() }
    }

    /// Adds a block.
    fn close(&mut self, part: PartKind, rows: &[u32], columns: &[u32]) {
        let block = self.bounds.len() as u32;
        self.bounds.push(self.end(part));
        self.rows.extend_from_slice(rows);
        self.columns.extend_from_slice(columns);
        for &row in rows {
            self.row_block[row as usize] = block;
        }
        for &column in columns {
            self.column_block[column as usize] = block;
        }
    }
}
