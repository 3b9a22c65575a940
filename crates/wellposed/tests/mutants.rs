//! No verdict that the next command contradicts, on models with a fault: examples and models of the corpus are broken at random,
//! one fault at a time. What `check` accepts must not fail in `simulate` for a structural reason, what it refuses must not run,
//! what it says must not depend on its time, and a repair that it calls verified must mend the model. The seed is another one in
//! each run; a failure tells it, and `SEED=…` repeats it. All faults of the boards are asked by `cargo bench --bench mutants`.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, dead_code, unreachable_pub)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use wellposed::{Cancellation, RepairSearch, Wellposedness, check, flatten};

#[path = "../../../benches/mutants/agreement.rs"]
mod agreement;
#[path = "../../../benches/mutants/classes.rs"]
mod classes;
#[path = "../../../benches/mutants/fault.rs"]
mod fault;
#[path = "../../../benches/mutants/faults.rs"]
mod faults;
#[path = "../../../benches/mutants/home.rs"]
mod home;
use super::random;
#[path = "../../../benches/mutants/names.rs"]
mod names;

use agreement::contradictions;
use classes::{Classes, runnable};
use home::{Home, own, sources};
use random::Random;

/// So many mutants are asked, and so many of a model at most.
const MUTANTS: usize = 1_500;
const OF_A_MODEL: usize = 4;

/// What the commands say of some mutants of one model: how many of them were accepted and refused, and what contradicts.
#[derive(Default)]
struct Asked {
    accepted: usize,
    refused: usize,
    contradictions: String,
}

impl Asked {
    /// Breaks some model of a file or package at random, if it has one that is right.
    fn ask(&mut self, home: &Home, random: &mut Random) {
        let (files, loaded) = home.load(None);
        if loaded.errors() > 0 {
            return;
        }
        let names = runnable(&Classes::new(loaded.trees.iter().map(|tree| &**tree), &loaded.sources));
        let Some(name) = random.some_of(&names) else { return };
        let search = RepairSearch { budget: Cancellation::new(|| true), ..RepairSearch::default() };
        let Some(model) = flatten(&*files, &loaded, name).model else { return };
        if check(&*files, &loaded, name, &search).wellposedness != Wellposedness::Well {
            return;
        }
        let classes = Classes::new(loaded.trees_of(&model).into_iter(), &loaded.sources);
        let faults =
            faults::faults(&classes, &model, &|file| loaded.trees.iter().any(|tree| tree.file == file));
        for _ in 0..OF_A_MODEL {
            let Some(fault) = random.some_of(&faults) else { return };
            let source = &loaded.sources[fault.file];
            let (after, _) = fault.apply(source.text());
            let (files, broken) = home.load(Some((Path::new(source.name()), &after)));
            if broken.errors() > 0 {
                continue;
            }
            let checked = check(&*files, &broken, name, &RepairSearch::default());
            match checked.wellposedness {
                Wellposedness::Well => self.accepted += 1,
                Wellposedness::Error => continue,
                _ => self.refused += 1,
            }
            for what in contradictions(&home.with(files.clone()), &broken, name, &checked) {
                let (kind, told) = (fault.kind.text(), fault.tell(source.text()));
                writeln!(self.contradictions, "{name}: {kind} {told}\n    {what}").unwrap();
            }
        }
    }
}

#[test]
fn no_command_contradicts_check_on_mutants() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let all: Vec<PathBuf> = sources(&root);
    let mut random = Random::new();
    let mut asked = Asked::default();
    while asked.accepted + asked.refused < MUTANTS {
        let home = own(random.some_of(&all).unwrap());
        asked.ask(&home, &mut random);
    }
    assert!(asked.contradictions.is_empty(), "{}", asked.contradictions);
    assert!(asked.accepted > 0 && asked.refused > 0, "{} and {}", asked.accepted, asked.refused);
}
