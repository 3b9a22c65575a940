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

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.at()]
    }
}
