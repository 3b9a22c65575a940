//! A chain of bodies on revolute joints, each axis turned by a quarter against the one before, as connected components
//! give it: every frame has its own orientation, angular velocity, accelerations, force and torque.

use std::collections::BTreeMap;

use structure::{Alias, Incidence, Signature, SignatureEntry, SubstitutedSystem, aliases};

/// Rows of names; an exclamation mark after a name means that the row can be solved for it. Positions and velocities of
/// the joints are known.
pub(crate) struct Chain {
    columns: BTreeMap<String, u32>,
    rows: Vec<Vec<(u32, bool)>>,
    aliases: Vec<Alias>,
}

/// The frames that a body takes part in: of its joint, where that holds the body before and this one, and its own two.
const FRAMES: [&str; 4] = ["ja", "jb", "ba", "bb"];

/// What a frame holds, and how many numbers that is. Forces and torques of two frames that are joined are opposite.
const PARTS: [(&str, usize, bool); 6] =
    [("R", 9, false), ("w", 3, false), ("z", 3, false), ("a", 3, false), ("f", 3, true), ("t", 3, true)];

impl Chain {
    /// A chain of so many bodies. Vectors are written in the frame of their body; a joint turns about its axis, so that
    /// along the axis values pass unchanged and across it they are mixed by sine and cosine, which can vanish.
    pub(crate) fn new(bodies: usize) -> Chain {
        let mut chain = Chain { columns: BTreeMap::new(), rows: Vec::new(), aliases: Vec::new() };
        for body in 1..=bodies {
            chain.joint(body);
            chain.body(body);
            chain.connect(&format!("{body}.{}", FRAMES[1]), &format!("{body}.{}", FRAMES[2]));
            if body < bodies {
                chain.connect(&format!("{body}.{}", FRAMES[3]), &format!("{}.{}", body + 1, FRAMES[0]));
            }
        }
        // The first joint is fixed to the world, and nothing hangs on the last body.
        for (part, size, flow) in PARTS {
            let frame = if flow { format!("{bodies}.bb") } else { "1.ja".to_owned() };
            for k in 0..size {
                chain.row([format!("{frame}.{part}{k}!")]);
            }
        }
        chain
    }

    fn joint(&mut self, body: usize) {
        let axis = 1 + body % 2;
        let (a, b) = (format!("{body}.ja"), format!("{body}.jb"));
        for k in 0..9 {
            // A row of the orientation is a vector of its own.
            let names = turned(&format!("{a}.R"), k / 3, axis).into_iter().map(|name| renumber(&name, k));
            self.row([format!("{b}.R{k}!")].into_iter().chain(names));
        }
        for part in ["w", "z", "a"] {
            for k in 0..3 {
                let mut row = vec![format!("{b}.{part}{k}!")];
                row.extend(turned(&format!("{a}.{part}"), k, axis));
                if part == "z" && k == axis {
                    row.push(format!("{body}.q!"));
                }
                self.row(row);
            }
        }
        for part in ["f", "t"] {
            for k in 0..3 {
                let mut row = vec![format!("{a}.{part}{k}!")];
                row.extend(turned(&format!("{b}.{part}"), k, axis));
                self.row(row);
            }
        }
        // No torque about the axis of the joint.
        self.row([format!("{b}.t{axis}!")]);
    }

    fn body(&mut self, body: usize) {
        let (a, b) = (format!("{body}.ba"), format!("{body}.bb"));
        let name = |part: &str, k: usize| format!("{body}.{part}{k}");
        for part in ["R", "w", "z"] {
            for k in 0..if part == "R" { 9 } else { 3 } {
                self.alias(&format!("{a}.{part}{k}"), &format!("{b}.{part}{k}"), false);
            }
        }
        for k in 0..3 {
            let [next, last] = [(k + 1) % 3, (k + 2) % 3];
            let across = |frame: &str, part: &str| [next, last].map(|at| format!("{frame}.{part}{at}!"));
            let speeds = || (0..3).map(|at| format!("{a}.w{at}"));
            // What turning adds to the accelerations of the tip and of the centre of mass, and these accelerations.
            for (added, frame) in [("p", &b), ("o", &a)] {
                let mut row = vec![name(added, k) + "!"];
                row.extend(across(frame, "z"));
                row.extend(speeds());
                self.row(row);
            }
            self.row([format!("{b}.a{k}!"), format!("{a}.a{k}!"), name("p", k) + "!"]);
            self.row([name("c", k) + "!", format!("{a}.a{k}!"), name("o", k) + "!"]);
            // Force and torque of inertia, and the moments of that force and of the one at the tip.
            self.row([name("F", k) + "!", name("c", k) + "!"]);
            let mut row = vec![name("T", k) + "!", format!("{a}.z{k}!")];
            row.extend(speeds());
            self.row(row);
            self.row([name("M", k) + "!", name("F", next) + "!", name("F", last) + "!"]);
            self.row([name("N", k) + "!"].into_iter().chain(across(&b, "f")));
            // Force and torque at the joint.
            self.row([format!("{a}.f{k}!"), format!("{b}.f{k}!"), name("F", k) + "!"]);
            let torques = [format!("{a}.t{k}!"), format!("{b}.t{k}!")];
            self.row(torques.into_iter().chain(["T", "M", "N"].map(|part| name(part, k) + "!")));
        }
    }

    fn connect(&mut self, a: &str, b: &str) {
        for (part, size, flow) in PARTS {
            for k in 0..size {
                self.alias(&format!("{a}.{part}{k}"), &format!("{b}.{part}{k}"), flow);
            }
        }
    }

    fn alias(&mut self, a: &str, b: &str, opposite: bool) {
        let row = self.rows.len() as u32;
        self.row([format!("{a}!"), format!("{b}!")]);
        let columns = [self.columns[a], self.columns[b]];
        self.aliases.push(Alias { row, columns, opposite });
    }

    fn row(&mut self, names: impl IntoIterator<Item = String>) {
        let mut row = Vec::new();
        for name in names {
            let next = self.columns.len() as u32;
            let (name, solvable) = name.strip_suffix('!').map_or((name.as_str(), false), |name| (name, true));
            row.push((*self.columns.entry(name.to_owned()).or_insert(next), solvable));
        }
        self.rows.push(row);
    }

    /// All places, and the solvable ones.
    pub(crate) fn incidences(&self) -> (Incidence, Incidence) {
        let all = self.rows.iter().map(|row| row.iter().map(|place| place.0).collect());
        let some =
            self.rows.iter().map(|row| row.iter().filter(|place| place.1).map(|place| place.0).collect());
        let width = self.columns.len();
        (
            Incidence::from_rows(width, all.collect::<Vec<Vec<u32>>>()),
            Incidence::from_rows(width, some.collect::<Vec<Vec<u32>>>()),
        )
    }

    /// What is left of the rows when columns that are equal or opposite are one.
    pub(crate) fn substituted(&self) -> SubstitutedSystem {
        let (all, some) = self.incidences();
        let entry = |&column: &u32| SignatureEntry { column, order: 0 };
        let rows = all.rows().map(|row| row.iter().map(entry).collect::<Vec<_>>());
        let signature = Signature::from_rows(all.width(), rows);
        aliases(all.width(), &self.aliases).substitute(&signature, &some)
    }
}

/// The component of a vector in the neighbouring frame: itself along the axis, the other two mixed across it.
fn turned(name: &str, component: usize, axis: usize) -> Vec<String> {
    if component == axis {
        return vec![format!("{name}{component}!")];
    }
    (0..3).filter(|&other| other != axis).map(|other| format!("{name}{other}")).collect()
}

/// An element of a matrix for a component of a vector: the row is that of the component, the column that of `k`.
fn renumber(name: &str, k: usize) -> String {
    let bare = name.trim_end_matches('!');
    let (stem, component) = bare.split_at(bare.len() - 1);
    let row: usize = component.parse().unwrap_or(0);
    format!("{stem}{}{}", 3 * row + k % 3, &name[bare.len()..])
}
