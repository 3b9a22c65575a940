//! A chain of bodies on revolute joints, each turned by a quarter against the one before: the rows that remain when
//! positions and velocities are known and trivial equations have been substituted, 43 to a body.

use std::collections::BTreeMap;

use structure::Incidence;

/// Rows of names; an exclamation mark after a name means that the row can be solved for it.
pub(crate) struct Chain {
    columns: BTreeMap<String, u32>,
    rows: Vec<Vec<(u32, bool)>>,
}

impl Chain {
    /// A chain of so many bodies. Vectors are written in the frame of their body; a joint turns about its axis, so that
    /// along the axis values pass unchanged and across it they are mixed by sine and cosine, which can vanish.
    pub(crate) fn new(bodies: usize) -> Chain {
        let mut chain = Chain { columns: BTreeMap::new(), rows: Vec::new() };
        for body in 1..=bodies {
            chain.body(body, body == bodies);
        }
        chain
    }

    fn body(&mut self, body: usize, last: bool) {
        let axis = 1 + body % 2;
        let before = body - 1;
        for k in 0..3 {
            // Angular acceleration and acceleration of the joint, from those of the body before.
            let mut spin = vec![format!("z{body}.{k}!")];
            let mut pull = vec![format!("a{body}.{k}!")];
            if body > 1 {
                spin.extend(turned("z", before, k, axis));
                pull.extend(turned("b", before, k, axis));
            }
            if k == axis {
                spin.push(format!("q{body}!"));
            }
            self.row(spin);
            self.row(pull);
            // Accelerations of the tip and of the centre of mass; both lie on the first axis of the body.
            if k > 0 {
                let across = 3 - k;
                self.row([format!("p{body}.{k}!"), format!("z{body}.{across}!")]);
                self.row([format!("o{body}.{k}!"), format!("z{body}.{across}!")]);
            } else {
                self.row([format!("p{body}.{k}!")]);
                self.row([format!("o{body}.{k}!")]);
            }
            self.row([format!("b{body}.{k}!"), format!("a{body}.{k}!"), format!("p{body}.{k}!")]);
            self.row([format!("c{body}.{k}!"), format!("a{body}.{k}!"), format!("o{body}.{k}!")]);
            // Force and torque of inertia, and the moment of the force.
            self.row([format!("F{body}.{k}!"), format!("c{body}.{k}!")]);
            self.row([format!("T{body}.{k}!"), format!("z{body}.{k}!")]);
            if k > 0 {
                self.row([format!("M{body}.{k}!"), format!("F{body}.{}!", 3 - k)]);
            } else {
                self.row([format!("M{body}.{k}!")]);
            }
            // Force and torque of the joint: inertia, and what the next body takes.
            let mut force = vec![format!("f{body}.{k}!"), format!("F{body}.{k}!")];
            let mut torque = vec![format!("t{body}.{k}!"), format!("T{body}.{k}!"), format!("M{body}.{k}!")];
            if !last {
                force.push(format!("g{body}.{k}!"));
                torque.push(format!("u{body}.{k}!"));
                torque.push(format!("N{body}.{k}!"));
                let next = 1 + (body + 1) % 2;
                let mut taken = vec![format!("g{body}.{k}!")];
                taken.extend(turned("f", body + 1, k, next));
                self.row(taken);
                let mut taken = vec![format!("u{body}.{k}!")];
                taken.extend(turned("t", body + 1, k, next));
                self.row(taken);
                if k > 0 {
                    self.row([format!("N{body}.{k}!"), format!("g{body}.{}!", 3 - k)]);
                } else {
                    self.row([format!("N{body}.{k}!")]);
                }
            }
            self.row(force);
            self.row(torque);
        }
        // No torque about the axis of the joint.
        self.row([format!("t{body}.{axis}!")]);
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
}

/// The component of a vector in the neighbouring frame: itself along the axis, the other two mixed across it.
fn turned(name: &str, body: usize, component: usize, axis: usize) -> Vec<String> {
    if component == axis {
        return vec![format!("{name}{body}.{component}!")];
    }
    (0..3).filter(|&other| other != axis).map(|other| format!("{name}{body}.{other}")).collect()
}
