//! Names, each kept once. SPICE does not tell capitals from small letters.

use crate::NameId;

/// All names of a netlist in lower case, one after the other in one text.
///
/// The table is open-addressed by hand: a netlist of a million elements mentions some three million names, and nothing
/// is allocated for any of them.
#[derive(Clone, Debug)]
pub struct NameTable {
    text: Vec<u8>,
    ends: Vec<u32>,
    /// The hash of a name and one more than its id, zero where there is none; its length is a power of two. Most names
    /// are told apart by their hashes, without a look at the text.
    slots: Vec<(u32, u32)>,
}

impl Default for NameTable {
    fn default() -> NameTable {
        NameTable { text: Vec::new(), ends: Vec::new(), slots: vec![(0, 0); 64] }
    }
}

impl NameTable {
    /// The id of a name, whatever its case.
    pub fn add(&mut self, name: &str) -> NameId {
        if (self.ends.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let (hash, at) = match self.look(name) {
            Ok(id) => return id,
            Err(free) => free,
        };
        self.text.extend(name.bytes().map(|byte| byte.to_ascii_lowercase()));
        self.ends.push(self.text.len() as u32);
        self.slots[at] = (hash, self.ends.len() as u32);
        NameId(self.ends.len() as u32 - 1)
    }

    /// The id of a name, if anything has it.
    pub fn find(&self, name: &str) -> Option<NameId> {
        self.look(name).ok()
    }

    /// The id of a name, or its hash and where it would stand.
    fn look(&self, name: &str) -> Result<NameId, (u32, usize)> {
        let own = hash(name.as_bytes());
        let mut at = own as usize & (self.slots.len() - 1);
        loop {
            let (hash, next) = self.slots[at];
            if next == 0 {
                return Err((own, at));
            }
            if hash == own && self.bytes(NameId(next - 1)).eq_ignore_ascii_case(name.as_bytes()) {
                return Ok(NameId(next - 1));
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
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

    fn grow(&mut self) {
        let larger = vec![(0, 0); self.slots.len() * 4];
        for (hash, id) in std::mem::replace(&mut self.slots, larger) {
            if id > 0 {
                let mut at = hash as usize & (self.slots.len() - 1);
                while self.slots[at].1 != 0 {
                    at = (at + 1) & (self.slots.len() - 1);
                }
                self.slots[at] = (hash, id);
            }
        }
    }
}

fn hash(name: &[u8]) -> u32 {
    let mut hash = 0u64;
    for &byte in name {
        // Bit 5 tells capitals from small letters; other pairs that differ in it alone merely meet.
        hash = (hash.rotate_left(5) ^ u64::from(byte | 0x20)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash >> 32) as u32
}
