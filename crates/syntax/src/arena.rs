//! Typed indices into the node tables of a tree.

use std::fmt;
use std::marker::PhantomData;

/// One node.
pub struct Id<T> {
    pub(crate) index: u32,
    node: PhantomData<fn() -> T>,
}

/// Nodes that stand side by side in their table.
pub struct List<T> {
    pub(crate) start: u32,
    pub(crate) len: u32,
    node: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub(crate) fn new(index: usize) -> Id<T> {
        Id { index: index as u32, node: PhantomData }
    }
}

impl<T> List<T> {
    pub(crate) fn new(start: usize, end: usize) -> List<T> {
        List { start: start as u32, len: (end - start) as u32, node: PhantomData }
    }

    /// The list without nodes.
    pub const fn empty() -> List<T> {
        List { start: 0, len: 0, node: PhantomData }
    }

    /// How many nodes.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// True if there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The first nodes of the list, at most as many as it has.
    pub fn first(self, len: usize) -> List<T> {
        List { len: self.len.min(len as u32), ..self }
    }

    /// The nodes one by one.
    pub fn ids(self) -> impl DoubleEndedIterator<Item = Id<T>> {
        (self.start..self.start + self.len).map(|index| Id { index, node: PhantomData })
    }
}

// Written by hand because a derive would ask the same of `T`.
impl<T> Clone for Id<T> {
    fn clone(&self) -> Id<T> {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Id<T>) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Id<T> {}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &List<T>) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "#{}+{}", self.start, self.len)
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List::empty()
    }
}
