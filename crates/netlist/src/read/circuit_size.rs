//! How large a circuit will be, before any of it is written out.
//!
//! Ten lines of subcircuits that call each other twice make a thousand elements, and thirty lines a thousand million.

use syntax::SourceMap;

use super::card_reader::CardReader;
use super::deck::Deck;
use crate::{NameTable, SubcircuitDefinitionId};

/// What the calls of a netlist come to.
pub(super) struct CircuitSize {
    /// The number of elements and calls. Calls in a circle count nothing: they are told where they are met.
    pub(super) weight: u64,
    /// Which subcircuits lie on circles of calls, or between two circles.
    pub(super) cyclic: Vec<bool>,
}

/// Counts elements and calls.
pub(super) fn estimate_size(sources: &SourceMap, deck: &Deck, names: &NameTable) -> CircuitSize {
    let mut weights: Vec<u64> = deck.definitions.iter().map(|found| found.elements.len() as u64).collect();
    if let [weight] = weights[..] {
        return CircuitSize { weight, cyclic: vec![false] };
    }
    let calls = calls(sources, deck, names);
    // Those that reach a circle, and of these the ones that a circle reaches.
    let reaching = left_over(&calls, |call| (call.1, call.0), &vec![true; weights.len()], |_, _| {});
    let cyclic = left_over(&calls, |call| call, &reaching, |_, _| {});
    let acyclic: Vec<(u32, u32)> =
        calls.into_iter().filter(|call| !(cyclic[call.0 as usize] && cyclic[call.1 as usize])).collect();
    left_over(
        &acyclic,
        |call| (call.1, call.0),
        &vec![true; weights.len()],
        |called, caller| {
            weights[caller] = weights[caller].saturating_add(weights[called]);
        },
    );
    CircuitSize { weight: weights[0], cyclic }
}

/// Each call: the subcircuit in which it stands, and the one that is called.
fn calls(sources: &SourceMap, deck: &Deck, names: &NameTable) -> Vec<(u32, u32)> {
    let mut calls = Vec::new();
    let mut words = Vec::new();
    for (at, definition) in (0..).zip(&deck.definitions) {
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
            let called = last.and_then(|name| find(deck, names, SubcircuitDefinitionId(at), name));
            calls.extend(called.map(|called| (at, called.at() as u32)));
            words = line.recycle();
        }
    }
    calls
}

/// Takes away, again and again, what no edge among the rest leads to, and marks what is left. Each edge of what goes is told.
fn left_over(
    calls: &[(u32, u32)],
    edge: impl Fn((u32, u32)) -> (u32, u32),
    within: &[bool],
    mut told: impl FnMut(usize, usize),
) -> Vec<bool> {
    let mut left = within.to_vec();
    let mut next: Vec<Vec<u32>> = vec![Vec::new(); left.len()];
    let mut missing = vec![0usize; left.len()];
    for (from, to) in calls.iter().map(|&call| edge(call)) {
        if left[from as usize] && left[to as usize] {
            next[from as usize].push(to);
            missing[to as usize] += 1;
        }
    }
    let mut ready: Vec<u32> =
        (0..left.len() as u32).filter(|&at| left[at as usize] && missing[at as usize] == 0).collect();
    while let Some(from) = ready.pop() {
        left[from as usize] = false;
        for &to in &next[from as usize] {
            told(from as usize, to as usize);
            missing[to as usize] -= 1;
            if missing[to as usize] == 0 {
                ready.push(to);
            }
        }
    }
    left
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
