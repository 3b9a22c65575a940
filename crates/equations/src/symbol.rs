//! Names, each kept once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Symbol;

/// Names, each with its number. Numbers begin after those of the layer below.
#[derive(Clone, Debug, Default)]
struct SymbolLayer {
    names: Vec<Box<str>>,
    known: FxHashMap<Box<str>, Symbol>,
}

/// All names of a model: those that it was finished with, which its copies share, and those that were added since.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    finished: Arc<SymbolLayer>,
    added: SymbolLayer,
}

impl Symbols {
    /// The symbol of a name.
    pub fn add(&mut self, name: &str) -> Symbol {
        if let Some(known) = self.find(name) {
            return known;
        }
        let symbol = Symbol(self.len() as u32);
        self.added.names.push(name.into());
        self.added.known.insert(name.into(), symbol);
        symbol
    }

    /// The symbol of a name, if it occurs anywhere.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.finished.known.get(name).or_else(|| self.added.known.get(name)).copied()
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.finished.names.len() + self.added.names.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the symbol with a number.
    pub fn nth(&self, number: usize) -> Option<&str> {
        let finished = &self.finished.names;
        let name = match number.checked_sub(finished.len()) {
            None => finished.get(number),
            Some(at) => self.added.names.get(at),
        };
        name.map(AsRef::as_ref)
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        let finished = &self.finished.names;
        match symbol.at().checked_sub(finished.len()) {
            None => &finished[symbol.at()],
            Some(at) => &self.added.names[at],
        }
    }

    /// From now on copies share what there is.
    pub fn finish(&mut self) {
        let mut added = std::mem::take(&mut self.added);
        let mut layer = Arc::unwrap_or_clone(std::mem::take(&mut self.finished));
        layer.names.append(&mut added.names);
        layer.known.extend(added.known);
        self.finished = Arc::new(layer);
    }
}
