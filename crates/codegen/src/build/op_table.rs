//! Operations that were made, to be found by what they do.
//!
//! An operation stands with the youngest register it reads, most of which were made just before it: what is looked for is
//! in the cache, however long the code is. A register that very many operations read would make long chains, so the
//! chains end early and the rest is found by hashing.

use rustc_hash::FxHashMap;

use super::RegionId;
use crate::op::{OpKind, Reg};

/// The most operations in a chain.
const CHAIN: usize = 8;

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// What an operation does: its kind and its operands.
pub(super) type OpKey = (OpKind, u32, u32, u32);

/// The register that has the value of an operation, and the branch where it was made.
#[derive(Clone, Copy)]
pub(super) struct OpEntry {
    pub(super) reg: Reg,
    pub(super) region: RegionId,
}

struct OpLink {
    key: OpKey,
    /// None if the operation is forgotten.
    entry: Option<OpEntry>,
    next: u32,
}

/// Operations that were made.
#[derive(Default)]
pub(super) struct OpTable {
    /// The first of the operations of each register.
    heads: Vec<u32>,
    links: Vec<OpLink>,
    rest: FxHashMap<OpKey, OpEntry>,
}

/// Where an operation is, or could be put.
enum OpSlot {
    Link(usize),
    /// In the chain of a register, which has room.
    Chain(usize),
    Rest,
}

impl OpTable {
    fn find(&self, key: &OpKey) -> OpSlot {
        let operands = [key.1, key.2, key.3];
        let registers = operands.iter().take(key.0.operands()).filter_map(|&reg| Reg(reg).register());
        let Some(youngest) = registers.max() else { return OpSlot::Rest };
        let mut at = self.heads.get(youngest).copied().unwrap_or(NONE);
        for _ in 0..CHAIN {
            let Some(link) = self.links.get(at as usize) else { return OpSlot::Chain(youngest) };
            if link.key == *key {
                return OpSlot::Link(at as usize);
            }
            at = link.next;
        }
        OpSlot::Rest
    }

    /// What is known of an operation.
    pub(super) fn get(&self, key: &OpKey) -> Option<OpEntry> {
        match self.find(key) {
            OpSlot::Link(at) => self.links[at].entry,
            OpSlot::Chain(_) => None,
            OpSlot::Rest => self.rest.get(key).copied(),
        }
    }

    /// Remembers an operation, in the place of an equal one.
    pub(super) fn insert(&mut self, key: OpKey, entry: OpEntry) {
        match self.find(&key) {
            OpSlot::Link(at) => self.links[at].entry = Some(entry),
            OpSlot::Chain(register) => {
                if register >= self.heads.len() {
                    self.heads.resize(register + 1, NONE);
                }
                let next = std::mem::replace(&mut self.heads[register], self.links.len() as u32);
                self.links.push(OpLink { key, entry: Some(entry), next });
            }
            OpSlot::Rest => {
                self.rest.insert(key, entry);
            }
        }
    }

    /// Forgets what does not hold.
    pub(super) fn retain(&mut self, holds: impl Fn(&OpKey, &OpEntry) -> bool) {
        for link in &mut self.links {
            link.entry = link.entry.filter(|entry| holds(&link.key, entry));
        }
        self.rest.retain(|key, entry| holds(key, entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_that_all_operations_read() {
        let mut known = OpTable::default();
        let key = |at: u32| (OpKind::Add, at, 1000, 0);
        let entry = |at: u32| OpEntry { reg: Reg(2000 + at), region: RegionId(0) };
        (0..100).for_each(|at| known.insert(key(at), entry(at)));
        let held = |known: &OpTable, at: u32| known.get(&key(at)).map(|entry| entry.reg);
        assert!((0..100).all(|at| held(&known, at) == Some(Reg(2000 + at))));
        assert_eq!(held(&known, 100), None);
        known.retain(|_, entry| entry.reg.0 < 2004 || entry.reg.0 >= 2050);
        assert_eq!((held(&known, 3), held(&known, 4)), (Some(Reg(2003)), None));
        assert_eq!((held(&known, 49), held(&known, 50)), (None, Some(Reg(2050))));
        known.insert(key(4), entry(7));
        assert_eq!(held(&known, 4), Some(Reg(2007)));
    }
}
