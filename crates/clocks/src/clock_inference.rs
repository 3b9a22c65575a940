//! Clock inference: when each set of equations ticks (MLS 3.6, 16.7.5): periods and shifts as exact fractions, from the clocks that are
//! given through the conversions between them.

use base::DisjointSets;
use equations::OriginId;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Diagnostic;

use crate::clock_graph::{ClockConversion, ClockGraph, ClockSpec};
use crate::diagnostics;
use crate::ratio::Ratio;

/// What was found out about the sets of a net.
pub(crate) struct InferredClocks {
    /// The base partition of each set that is clocked, by the node that stands for it.
    pub(crate) base: FxHashMap<u32, u32>,
    /// The clock that each base partition goes by.
    pub(crate) paces: Vec<ClockSpec>,
    /// Period and begin of each set: in seconds, or in ticks of the clock of the base partition.
    pub(crate) times: FxHashMap<u32, (Ratio, Ratio)>,
    /// What is to be said of clocks that nothing gives and that tick every second.
    pub(crate) by_default: Vec<Diagnostic>,
}

/// A set relative to the one its component was begun with: its period is `period` of that one's, and it begins
/// `start` periods of that one later.
#[derive(Clone, Copy, PartialEq)]
struct RelativeClock {
    component: u32,
    period: Ratio,
    start: Ratio,
}

/// Which nodes belong together.
struct ClockPartition {
    /// The node that stands for the set of each node.
    root: Vec<u32>,
    /// The node that stands for the base partition of each node.
    base: Vec<u32>,
    /// Each set by the node that stands for it.
    relative: FxHashMap<u32, RelativeClock>,
}

/// The clocks that are given.
#[derive(Default)]
struct DeclaredClocks {
    /// For each base partition, with where it is said.
    paces: FxHashMap<u32, (ClockSpec, OriginId)>,
    /// Period and begin of the first set of each component, with where they are said.
    anchors: FxHashMap<u32, (Ratio, Ratio, OriginId)>,
}

impl ClockGraph<'_> {
    /// Finds the clock of every set, and what is wrong with them.
    pub(crate) fn infer(&mut self) -> Result<InferredClocks, Vec<Diagnostic>> {
        let mut wrong = std::mem::take(&mut self.wrong);
        let count = self.sets.size() as u32;
        let root: Vec<u32> = (0..count).map(|node| self.sets.root(node)).collect();
        let mut bases = DisjointSets::new(count as usize);
        for edge in &self.edges {
            bases.join(root[edge.from as usize], root[edge.to as usize]);
        }
        let base: Vec<u32> = root.iter().map(|&node| bases.root(node)).collect();
        let firsts = |marks: &[(u32, OriginId)]| {
            let mut firsts: FxHashMap<u32, OriginId> = FxHashMap::default();
            for &(node, origin) in marks {
                firsts.entry(base[node as usize]).or_insert(origin);
            }
            firsts
        };
        let (clocked, continuous) = (firsts(&self.clocked), firsts(&self.continuous));
        // Sets in the order of their first nodes, so that what is said has an order too.
        let mut found = InferredClocks {
            base: FxHashMap::default(),
            paces: Vec::new(),
            times: FxHashMap::default(),
            by_default: Vec::new(),
        };
        let mut order: Vec<u32> = clocked.keys().copied().collect();
        order.sort_unstable();
        let mut number: FxHashMap<u32, u32> = FxHashMap::default();
        for &at in &order {
            if let Some(&other) = continuous.get(&at) {
                wrong.push(diagnostics::mixed(self.model, clocked[&at], other));
            }
            number.insert(at, number.len() as u32);
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        for node in 0..count {
            if let (true, Some(&base)) = (root[node as usize] == node, number.get(&base[node as usize])) {
                found.base.insert(node, base);
            }
        }
        let relative = self.relate(&root, &mut wrong);
        let parts = ClockPartition { root, base, relative };
        let mut given = self.given(&parts, &mut wrong);
        for &base in &order {
            if let Some((node, anchor)) = self.default_clock(&parts, &given, &found, base, clocked[&base]) {
                let told = diagnostics::by_default(self.model, anchor.2, self.named(node, &parts.root));
                found.by_default.push(told);
                given.anchors.insert(parts.relative[&node].component, anchor);
            }
        }
        let open = self.time(&parts, &given, &mut found, &mut wrong);
        if let Some((node, base)) = open.filter(|_| wrong.is_empty()) {
            let origin = self.why(node, &parts.root).unwrap_or(clocked[&base]);
            wrong.push(diagnostics::open(self.model, origin, self.named(node, &parts.root)));
        }
        self.check_factors(&parts.root, &found, &mut wrong);
        let pace = |at| given.paces.get(at).map_or(ClockSpec::Every(Ratio::ONE), |pace| pace.0);
        found.paces = order.iter().map(pace).collect();
        if wrong.is_empty() { Ok(found) } else { Err(wrong) }
    }

    /// Goes along the conversions whose factors are known.
    fn relate(&self, root: &[u32], wrong: &mut Vec<Diagnostic>) -> FxHashMap<u32, RelativeClock> {
        let mut links: FxHashMap<u32, Vec<(u32, Ratio, Ratio, OriginId)>> = FxHashMap::default();
        for edge in &self.edges {
            let ClockConversion::Rate(factor, shift) = edge.link else { continue };
            let (from, to) = (root[edge.from as usize], root[edge.to as usize]);
            links.entry(from).or_default().push((to, factor, shift, edge.origin));
            // Backwards: the period is divided by the factor, and the shift is one of periods of the other end.
            if let (Some(back), Some(shift)) = (Ratio::ONE.divide(factor), shift.divide(factor)) {
                links.entry(to).or_default().push((from, back, shift.minus(), edge.origin));
            }
        }
        let mut relative: FxHashMap<u32, RelativeClock> = FxHashMap::default();
        // A conversion is met from both ends, and blamed once.
        let mut told = FxHashSet::default();
        for (node, &own) in (0..).zip(root) {
            if own != node || relative.contains_key(&node) {
                continue;
            }
            relative.insert(node, RelativeClock { component: node, period: Ratio::ONE, start: Ratio::ZERO });
            let mut todo = vec![node];
            while let Some(at) = todo.pop() {
                let here = relative[&at];
                for &(to, factor, shift, origin) in links.get(&at).map_or(&[][..], Vec::as_slice) {
                    let period = here.period.times(factor);
                    let start = shift.times(here.period).and_then(|shift| here.start.checked_add(shift));
                    let (Some(period), Some(start)) = (period, start) else {
                        wrong.push(diagnostics::overflow(self.model, origin));
                        continue;
                    };
                    let next = RelativeClock { component: node, period, start };
                    match relative.get(&to) {
                        None => {
                            relative.insert(to, next);
                            todo.push(to);
                        }
                        Some(&known) if known != next && told.insert(origin) => {
                            wrong.push(diagnostics::circle(self.model, origin));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        relative
    }

    /// The clocks that are given, each base partition by one kind and each component by one begin.
    fn given(&self, parts: &ClockPartition, wrong: &mut Vec<Diagnostic>) -> DeclaredClocks {
        let mut given = DeclaredClocks::default();
        for &(node, spec, origin) in &self.specs {
            let node = parts.root[node as usize];
            let own = parts.base[node as usize];
            let other = *given.paces.entry(own).or_insert((spec, origin));
            let fits = match (other.0, spec) {
                (ClockSpec::Every(_), ClockSpec::Every(_)) => true,
                (a, b) => a == b,
            };
            if !fits {
                wrong.push(diagnostics::kinds(self.model, other, (spec, origin)));
                continue;
            }
            let period = if let ClockSpec::Every(period) = spec { period } else { Ratio::ONE };
            let here = parts.relative[&node];
            let Some(unit) = period.divide(here.period) else { continue };
            let Some(start) = here.start.times(unit) else { continue };
            let anchor = (unit, start.minus(), origin);
            let known = *given.anchors.entry(here.component).or_insert(anchor);
            if (known.0, known.1) != (anchor.0, anchor.1) {
                wrong.push(diagnostics::two(self.model, known.2, origin));
            }
        }
        given
    }

    /// The clock of a base partition that nothing gives one: its fastest set ticks every second (MLS 3.6, 16.3). None if one
    /// is given, or if factors between its sets are not known. The node stands for the fastest set.
    fn default_clock(
        &self,
        parts: &ClockPartition,
        given: &DeclaredClocks,
        found: &InferredClocks,
        base: u32,
        first: OriginId,
    ) -> Option<(u32, (Ratio, Ratio, OriginId))> {
        if given.paces.contains_key(&base) {
            return None;
        }
        let sets = (0..).zip(&parts.root).filter(|&(node, &root)| root == node).map(|set| set.0);
        let own: Vec<u32> =
            sets.filter(|node| parts.base[*node as usize] == base && found.base.contains_key(node)).collect();
        let less = |a: Ratio, b: Ratio| a.checked_add(b.minus()).is_some_and(Ratio::is_negative);
        let (mut fastest, mut begin) = (*own.first()?, Ratio::ZERO);
        let component = parts.relative[&fastest].component;
        for &node in &own {
            let here = parts.relative[&node];
            if here.component != component {
                return None;
            }
            if less(here.period, parts.relative[&fastest].period) {
                fastest = node;
            }
            if less(here.start, begin) {
                begin = here.start;
            }
        }
        let unit = Ratio::ONE.divide(parts.relative[&fastest].period)?;
        let origin = self.why(fastest, &parts.root).unwrap_or(first);
        Some((fastest, (unit, begin.times(unit)?.minus(), origin)))
    }

    /// Puts the clocks that are given in. Returns the first set that stays open, with its base partition.
    fn time(
        &self,
        parts: &ClockPartition,
        given: &DeclaredClocks,
        found: &mut InferredClocks,
        wrong: &mut Vec<Diagnostic>,
    ) -> Option<(u32, u32)> {
        let mut open = None;
        for (node, &own) in (0..).zip(&parts.root) {
            if own != node || !found.base.contains_key(&node) {
                continue;
            }
            let (here, base) = (parts.relative[&node], parts.base[node as usize]);
            let Some(&(unit, begin, origin)) = given.anchors.get(&here.component) else {
                open.get_or_insert((node, base));
                continue;
            };
            let period = here.period.times(unit);
            let start = here.start.times(unit).and_then(|start| start.checked_add(begin));
            let (Some(period), Some(start)) = (period, start) else {
                wrong.push(diagnostics::overflow(self.model, origin));
                continue;
            };
            let why = || self.why(node, &parts.root).unwrap_or(origin);
            if start.is_negative() {
                wrong.push(diagnostics::early(self.model, why(), start));
            }
            let events = matches!(given.paces.get(&base), Some((ClockSpec::Event(..), _)));
            if events && (period.as_integer().is_none() || start.as_integer().is_none()) {
                wrong.push(diagnostics::between(self.model, why()));
            }
            found.times.insert(node, (period, start));
        }
        open
    }

    /// Factors that were not said must be whole numbers.
    fn check_factors(&self, root: &[u32], found: &InferredClocks, wrong: &mut Vec<Diagnostic>) {
        for edge in &self.edges {
            let (from, to) = (root[edge.from as usize], root[edge.to as usize]);
            let (Some(from), Some(to)) = (found.times.get(&from), found.times.get(&to)) else { continue };
            let factor = match edge.link {
                ClockConversion::Slower => to.0.divide(from.0),
                ClockConversion::Faster => from.0.divide(to.0),
                ClockConversion::Rate(..) | ClockConversion::Loose => continue,
            };
            let whole = factor.and_then(Ratio::as_integer).is_some_and(|factor| factor >= 1);
            if !whole || from.1 != to.1 {
                wrong.push(diagnostics::uneven(self.model, edge.origin, from.0, to.0));
            }
        }
    }

    /// An equation or a conversion that belongs to a set.
    fn why(&self, set: u32, root: &[u32]) -> Option<OriginId> {
        let own = |&&(node, _): &&(u32, OriginId)| root[node as usize] == set;
        let edge = self.edges.iter().find(|edge| root[edge.to as usize] == set).map(|edge| edge.origin);
        edge.or_else(|| self.clocked.iter().find(own).map(|mark| mark.1))
    }

    /// A variable of a set.
    fn named(&self, set: u32, root: &[u32]) -> Option<equations::VariableId> {
        let variables = self.model.variables.len();
        let at = root[..variables].iter().position(|&root| root == set)?;
        Some(equations::VariableId(at as u32))
    }
}
