//! Which node a name is.

use rustc_hash::FxHashMap;
use syntax::Place;

use super::NetlistExpander;
use crate::read::card_reader::CardReader;
use crate::{NameId, Node, NodeId, SubcircuitInstanceId};

/// Calls and nodes by where they stand and what they are called.
#[derive(Default)]
pub(super) struct InstanceScopes {
    calls: FxHashMap<(SubcircuitInstanceId, NameId), SubcircuitInstanceId>,
    nodes: FxHashMap<(SubcircuitInstanceId, NameId), NodeId>,
}

impl<'a> NetlistExpander<'a> {
    /// The node of a name where we are.
    pub(in crate::read) fn node_of(&mut self, name: &str, place: Place) -> NodeId {
        let name = self.circuit.names.add(name);
        if self.grounds.contains(&name) {
            return NodeId::GROUND;
        }
        let next = NodeId(self.circuit.nodes.len() as u32);
        let at = if self.globals.contains(&name) { 0 } else { self.frame() };
        let node = if at == 0 {
            if self.top_nodes.len() <= name.at() {
                self.top_nodes.resize(self.circuit.names.len().next_power_of_two(), 0);
            }
            let slot = &mut self.top_nodes[name.at()];
            if *slot == 0 {
                *slot = next.0 + 1;
            }
            NodeId(*slot - 1)
        } else {
            *self.frames[at].nodes.entry(name).or_insert(next)
        };
        if node == next {
            self.circuit.nodes.push(Node { name, instance: self.frames[at].instance, place });
        }
        node
    }

    /// The node of a name, such as `out` or `x1.mid`, if there is one: commands make no nodes.
    pub(in crate::read) fn known_node(&mut self, name: &str) -> Option<NodeId> {
        let path = name;
        let Some(name) = self.circuit.names.find(name) else { return self.inner_node(path) };
        if self.grounds.contains(&name) {
            return Some(NodeId::GROUND);
        }
        if self.frame() > 0 && !self.globals.contains(&name) {
            return self.frames[self.frame()].nodes.get(&name).copied();
        }
        let slot = self.top_nodes.get(name.at()).copied().filter(|&slot| slot > 0);
        slot.map(|slot| NodeId(slot - 1)).or_else(|| self.inner_node(path))
    }

    /// A node inside of calls, by the names of these.
    fn inner_node(&mut self, path: &str) -> Option<NodeId> {
        let (calls, name) = path.rsplit_once('.')?;
        if self.inner.is_none() {
            let mut inner = InstanceScopes::default();
            for (at, instance) in self.circuit.instances.iter().enumerate().skip(1) {
                inner.calls.insert((instance.parent, instance.name), SubcircuitInstanceId(at as u32));
            }
            for (at, node) in self.circuit.nodes.iter().enumerate() {
                inner.nodes.insert((node.instance, node.name), NodeId(at as u32));
            }
            self.inner = Some(inner);
        }
        let inner = self.inner.as_ref()?;
        let mut instance = SubcircuitInstanceId::TOP;
        for call in calls.split('.') {
            instance = *inner.calls.get(&(instance, self.circuit.names.find(call)?))?;
        }
        inner.nodes.get(&(instance, self.circuit.names.find(name)?)).copied()
    }

    /// `.global`
    pub(in crate::read) fn global(&mut self, line: &mut CardReader<'a>) {
        while let Some(word) = line.next() {
            let name = self.circuit.names.add(line.word(word));
            self.globals.insert(name);
        }
    }
}
