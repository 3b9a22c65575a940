//! Names, each kept once. SPICE does not tell capitals from small letters.

use crate::NameId;

/// All names of a netlist in lower case, one after the other in one text.
///
/// The table is open-addressed by hand: a netlist of a million elements mentions some three million names, and nothing
/// is allocated for any of them.
#[derive(Clone, Debug)]
pub struct Names {
    text: Vec<u8>,
    ends: Vec<u32>,
    /// One more than the name at this place, zero where there is none; its length is a power of two.
    slots: Vec<u32>,
}

impl Default for Names {
    fn default() -> Names {
        Names { text: Vec::new(), ends: Vec::new(), slots: vec![0; 64] }
    }
}

impl Names {
    /// The id of a name, whatever its case.
    pub fn add(&mut self, name: &str) -> NameId {
        if (self.ends.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let mut at = self.slot(name.as_bytes());
        while self.slots[at] != 0 {
            let id = NameId(self.slots[at] - 1);
            if self.bytes(id).eq_ignore_ascii_case(name.as_bytes()) {
                return id;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.text.extend(name.bytes().map(|byte| byte.to_ascii_lowercase()));
        self.ends.push(self.text.len() as u32);
        self.slots[at] = self.ends.len() as u32;
        NameId(self.ends.len() as u32 - 1)
    }

    /// The id of a name, if anything has it.
    pub fn find(&self, name: &str) -> Option<NameId> {
        let mut at = self.slot(name.as_bytes());
        while self.slots[at] != 0 {
            let id = NameId(self.slots[at] - 1);
            if self.bytes(id).eq_ignore_ascii_case(name.as_bytes()) {
                return Some(id);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        None
    }

    /// A name in lower case.
    pub fn get(&self, id: NameId) -> &str {
        // Only letters of ASCII were changed, so this is still text.
        std::str::from_utf8(self.bytes(id)).unwrap_or_default()
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True before the first name.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn bytes(&self, id: NameId) -> &[u8] {
        let start = if id.0 == 0 { 0 } else { self.ends[id.at() - 1] as usize };
        &self.text[start..self.ends[id.at()] as usize]
    }

    fn slot(&self, name: &[u8]) -> usize {
        let mut hash = 0u64;
        for &byte in name {
            // Bit 5 tells capitals from small letters; other pairs that differ in it alone merely meet.
            hash = (hash.rotate_left(5) ^ u64::from(byte | 0x20)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        (hash >> 20) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for id in 0..self.ends.len() as u32 {
            let mut at = self.slot(self.bytes(NameId(id)));
            while self.slots[at] != 0 {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = id + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_matter_and_everything_else_does() {
        let mut names = Names::default();
        let first = names.add("Out");
        assert_eq!((names.add("oUT"), names.get(first)), (first, "out"));
        assert_ne!(names.add("out1"), first);
        assert_ne!(names.add("Ä"), names.add("ä"));
        let ids: Vec<NameId> = (0..5000).map(|at| names.add(&format!("n{at}"))).collect();
        for (at, &id) in ids.iter().enumerate() {
            assert_eq!((names.find(&format!("N{at}")), names.get(id)), (Some(id), &*format!("n{at}")));
        }
        assert_eq!(names.find("nobody"), None);
    }
}
