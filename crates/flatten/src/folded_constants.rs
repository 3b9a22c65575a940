//! Where constants with units have become plain numbers.
//!
//! A constant is its value in the flat model, and `x / unitTime` is `x`. Whoever checks units must not
//! believe such equations, so they are remembered.

use equations::{OriginId, Unit};
use rustc_hash::FxHashSet;
use syntax::tree::{ExpressionKind, ModificationExpression};

use crate::Flattener;
use crate::instance::{InstId, LeafId};
use crate::layer::descend;
use crate::lower::unescape;

/// What has been folded.
#[derive(Default)]
pub(crate) struct FoldedConstants {
    /// True if what is being lowered has met a constant with a unit, or the value of a function.
    pub(crate) now: bool,
    /// Declarations whose values hide units.
    leaves: FxHashSet<LeafId>,
    /// Instances bound as a whole to values that do.
    wholes: FxHashSet<InstId>,
}

impl<'a> Flattener<'a> {
    /// Does something of which what is being lowered is not a part, and tells whether that hides units.
    pub(crate) fn lower_separately<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = std::mem::take(&mut self.folded.now);
        let result = work(self);
        let hides = std::mem::replace(&mut self.folded.now, before);
        (result, hides)
    }

    /// Notes whether the binding of a declaration hides units.
    pub(crate) fn fold_binding(&mut self, id: LeafId, hides: bool) {
        if hides {
            self.folded.leaves.insert(id);
        }
    }

    /// True if the binding of a declaration hides units.
    pub(crate) fn is_folded(&self, id: LeafId) -> bool {
        self.folded.leaves.contains(&id)
    }

    /// Notes that the value of an instance as a whole is used.
    pub(crate) fn fold_whole(&mut self, inst: InstId, hides: bool) {
        if hides {
            self.folded.wholes.insert(inst);
        }
        self.folded.now |= self.folded.wholes.contains(&inst);
    }

    /// Notes that a constant stands for its value.
    pub(crate) fn fold_constant(&mut self, id: LeafId) {
        self.folded.now |= self.is_folded(id);
    }

    /// Notes that a constant has a unit of its own, if it has.
    pub(crate) fn note_unit(&mut self, id: LeafId) {
        let name = self.model.symbols.add("unit");
        let given = descend(&self.leaf(id).layers, name, &self.model.symbols);
        let unit = given.into_iter().find_map(|layer| Some((layer.value?, layer.file)));
        let Some((ModificationExpression::Value(value), file)) = unit else { return };
        let plain = match file.tree[value].kind {
            ExpressionKind::String => {
                Unit::parse(&unescape(file.read(file.tree[value].span))).is_some_and(|it| it.same(Unit::ONE))
            }
            _ => false,
        };
        self.fold_binding(id, !plain);
    }

    /// Notes that what was just lowered hides units, if it does.
    pub(crate) fn fold_origin(&mut self, origin: OriginId) {
        if self.folded.now {
            self.model.folded.push(origin);
        }
    }
}
