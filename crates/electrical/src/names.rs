//! Names as the designer wrote them.

use ::circuit::{Circuit, CircuitElement, ElementId, NetworkGraph, NodeId, SubcircuitInstanceId};
use syntax::{Place, SourceMap};

use super::recognize::RecognizedCircuit;

/// A circuit and its text. In a model names are not words of the text.
#[derive(Clone, Copy)]
pub(super) struct CircuitNames<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) circuit: &'a Circuit,
    pub(super) network: Option<&'a RecognizedCircuit>,
}

impl CircuitNames<'_> {
    fn first_word(&self, place: Place) -> String {
        let text = &self.sources[place.file].text()[place.span.range()];
        let end = text.find(|letter: char| letter.is_whitespace() || "=(,;".contains(letter));
        text[..end.unwrap_or(text.len())].to_string()
    }

    fn path(&self, mut instance: SubcircuitInstanceId, last: String) -> String {
        let mut parts = vec![last];
        while instance != SubcircuitInstanceId::TOP {
            let found = &self.circuit.instances[instance.at()];
            parts.push(self.first_word(found.place));
            instance = found.parent;
        }
        parts.reverse();
        parts.join(".")
    }

    /// The place of the first word of an element.
    pub(super) fn head(&self, element: &CircuitElement) -> Place {
        let mut place = element.place;
        place.span.end = place.span.start + self.first_word(place).len() as u32;
        place
    }

    pub(super) fn element(&self, id: ElementId) -> String {
        if let Some(network) = self.network {
            return network.elements[id.at()].clone();
        }
        let element = &self.circuit.elements[id.at()];
        self.path(element.instance, self.first_word(element.place))
    }

    pub(super) fn branch(&self, graph: &NetworkGraph, branch: u32) -> String {
        self.element(graph.branches[branch as usize].element)
    }

    /// The name of a node; one inside of a device has none.
    pub(super) fn node(&self, node: u32) -> Option<String> {
        let found = self.circuit.nodes.get(node as usize)?;
        if let Some(network) = self.network {
            return Some(network.nodes[node as usize].clone());
        }
        if NodeId(node) == NodeId::GROUND {
            return Some("0".to_string());
        }
        let text = &self.sources[found.place.file].text()[found.place.span.range()];
        Some(self.path(found.instance, text.to_string()))
    }

    /// The elements of branches, each once, in their order.
    pub(super) fn elements(&self, graph: &NetworkGraph, branches: &[u32]) -> Vec<ElementId> {
        let mut elements: Vec<ElementId> = Vec::new();
        for &branch in branches {
            let element = graph.branches[branch as usize].element;
            if !elements.contains(&element) {
                elements.push(element);
            }
        }
        elements
    }
}

/// `a`, `b` and `c`; of many only the first.
pub(super) fn list(names: &[String], most: usize) -> String {
    let quoted: Vec<String> = names.iter().take(most).map(|name| format!("`{name}`")).collect();
    if names.len() > most {
        return format!("{} and {} others", quoted.join(", "), names.len() - most);
    }
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}
