//! How large a circuit will be, before any of it is written out.
//!
//! Ten lines of subcircuits that call each other twice make a thousand elements, and thirty lines a thousand million.

use syntax::SourceMap;

use super::card_reader::CardReader;
use super::deck::Deck;
use crate::{NameTable, SubcircuitDefinitionId};

/// The number of elements and calls that a netlist comes to. Calls in a circle count nothing: they are told where they are
/// met.
pub(super) fn estimate_size(sources: &SourceMap, deck: &Deck, names: &NameTable) -> u64 {
    if deck.definitions.len() == 1 {
        return deck.definitions[0].elements.len() as u64;
    }
    let count = deck.definitions.len();
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut missing = vec![0usize; count];
    let mut words = Vec::new();
    for (at, definition) in deck.definitions.iter().enumerate() {
        for &card in &definition.elements {
            if !matches!(sources[card.file].text().as_bytes()[card.span.start as usize], b'x' | b'X') {
                continue;
            }
            let mut line = CardReader::new(sources, card, words);
            let mut last = None;
            while let Some(word) = line.positional() {
                if line.word(word).eq_ignore_ascii_case("params:") {
                    break;
                }
                last = Some(line.word(word));
            }
            if let Some(called) =
                last.and_then(|name| find(deck, names, SubcircuitDefinitionId(at as u32), name))
            {
                callers[called.at()].push(at as u32);
                missing[at] += 1;
            }
            words = line.recycle();
        }
    }
    // From those that call nothing upwards.
    let mut weights: Vec<u64> = deck.definitions.iter().map(|found| found.elements.len() as u64).collect();
    let mut ready: Vec<u32> = (0..count as u32).filter(|&at| missing[at as usize] == 0).collect();
    while let Some(at) = ready.pop() {
        for &caller in &callers[at as usize] {
            weights[caller as usize] = weights[caller as usize].saturating_add(weights[at as usize]);
            missing[caller as usize] -= 1;
            if missing[caller as usize] == 0 {
                ready.push(caller);
            }
        }
    }
    weights[0]
}

/// The subcircuit that a name means inside of another.
pub(super) fn find(
    deck: &Deck,
    names: &NameTable,
    mut from: SubcircuitDefinitionId,
    name: &str,
) -> Option<SubcircuitDefinitionId> {
    let name = names.find(name)?;
    loop {
        let definition = &deck.definitions[from.at()];
        if let Some(&found) = definition.subcircuits.get(&name) {
            return Some(found);
        }
        if from == SubcircuitDefinitionId::TOP {
            return None;
        }
        from = definition.parent;
    }
}
