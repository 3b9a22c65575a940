//! Whether two elaborated classes are one. The same class reached in two ways is elaborated for each of them, so their numbers
//! do not tell.

use syntax::tree::ClassSpecifier;

use super::{ElabId, ScopeId};
use crate::Flattener;
use crate::layer::Layer;
use crate::lookup::ClassReference;

/// So many classes and scopes are compared before two classes count as different: names may lead in circles.
const MAX_COMPARED: u32 = 1000;

/// So many short classes may stand for one another.
const MAX_RENAMED: usize = 50;

impl<'a> Flattener<'a> {
    /// True if two classes are the same text, modified alike, in surroundings that are the same, perhaps by different names.
    pub(crate) fn is_one(&mut self, a: ElabId, b: ElabId) -> bool {
        if a == b {
            return true;
        }
        let [a, b] = [a, b].map(|id| self.stands_for(id));
        let mut left = MAX_COMPARED;
        self.same_elab(a, b, &mut left)
    }

    /// The class that short classes which add nothing lead to.
    fn stands_for(&mut self, id: ElabId) -> ElabId {
        let mut at = id;
        for _ in 0..MAX_RENAMED {
            match self.renames(at) {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    fn renames(&mut self, id: ElabId) -> Option<ElabId> {
        let elab = self.elab(id);
        if !elab.layers.is_empty() || !elab.below.is_empty() {
            return None;
        }
        let (class, scope) = (elab.class?, elab.scope?);
        let (file, node) = (self.program.class(class).file, self.program.class(class).node);
        let ClassSpecifier::Short { prefixes, base, subscripts, modification: None, .. } = node.specifier
        else {
            return None;
        };
        if prefixes.iter().next().is_some() || !subscripts.is_empty() {
            return None;
        }
        let around = self.scope(scope).parent.unwrap_or(scope);
        // A base that is not found was told where the class was elaborated.
        let found =
            self.without_reports(|flattener| flattener.find_class(around, file, base, Some(class)))?;
        Some(match found {
            ClassReference::Scalar(kind) => self.scalar(kind),
            ClassReference::Class(class) => self.elaborate(&class),
        })
    }

    fn same_elab(&self, a: ElabId, b: ElabId, left: &mut u32) -> bool {
        if a == b {
            return true;
        }
        let (one, other) = (self.elab(a), self.elab(b));
        if one.class.is_none() || one.class != other.class {
            return false;
        }
        let [around, beside] =
            [one.scope, other.scope].map(|scope| scope.and_then(|scope| self.scope(scope).parent));
        self.same_layers(&one.layers, &other.layers, left)
            && self.same_layers(&one.below, &other.below, left)
            && self.same_scope(around, beside, left)
    }

    fn same_layers(&self, a: &[Layer<'a>], b: &[Layer<'a>], left: &mut u32) -> bool {
        a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| {
                a.is_same_modification(b) && self.same_scope(Some(a.scope), Some(b.scope), left)
            })
    }

    fn same_scope(&self, a: Option<ScopeId>, b: Option<ScopeId>, left: &mut u32) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return a == b };
        if a == b {
            return true;
        }
        let Some(less) = left.checked_sub(1) else { return false };
        *left = less;
        let (one, other) = (self.scope(a), self.scope(b));
        one.class == other.class
            && self.same_elab(one.top, other.top, left)
            && self.same_scope(one.parent, other.parent, left)
    }
}
