//! Names, each kept once.

use rustc_hash::FxHashMap;

use crate::Symbol;

/// All names of a model.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<Box<str>>,
    known: FxHashMap<Box<str>, Symbol>,
}

impl Symbols {
    /// The symbol of a name.
    pub fn add(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.known.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.into());
        self.known.insert(name.into(), symbol);
        symbol
    }

    /// The symbol of a name, if it occurs anywhere.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.known.get(name).copied()
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of the symbol with a number.
    pub fn nth(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(AsRef::as_ref)
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.at()]
    }
}
