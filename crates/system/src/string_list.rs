//! Many short texts side by side.

/// A list of texts in one allocation: a million names cost no more than their letters and eight bytes each.
#[derive(Clone, Debug, Default)]
pub struct StringList {
    text: String,
    ends: Vec<usize>,
}

impl StringList {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// The text that was added as number `index`, counted from zero.
    pub fn get(&self, index: u32) -> &str {
        let index = index as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True before the first text is added.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All texts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len() as u32).map(|index| self.get(index))
    }
}
