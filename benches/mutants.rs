//! `cargo bench --bench mutants`: breaks models one fault at a time, checks each, and counts how often the fault is found, and
//! how often what is proposed is what was broken.
//!
//! Three boards in `tests/mutants`: the models of `examples/Workbench`; those of the other examples and of the corpus that are
//! well-posed; and, if `MODELICAPATH` names a folder with it, copies of examples of the standard library. Without an
//! argument it fails if a share on one of them is lower than it was; `BLESS=1` writes the new boards, `SHOW=1` shows every
//! fault that was not found or whose truth is not in first place. Arguments select boards, kinds of faults and models by
//! name; if kinds or models are named nothing is compared.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code, unreachable_pub)]

use std::path::Path;
use std::process::ExitCode;

#[path = "mutants/agreement.rs"]
mod agreement;
#[path = "mutants/board.rs"]
mod board;
#[path = "mutants/classes.rs"]
mod classes;
#[path = "mutants/copies.rs"]
mod copies;
#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "mutants/fault.rs"]
mod fault;
#[path = "mutants/faults.rs"]
mod faults;
#[path = "mutants/home.rs"]
mod home;
#[path = "mutants/judge.rs"]
mod judge;
#[path = "../crates/cli/src/library.rs"]
mod library;
#[path = "mutants/names.rs"]
mod names;
#[path = "mutants/oracle.rs"]
mod oracle;
#[path = "mutants/set.rs"]
mod set;

use board::Board;
use fault::Kind;
use home::{own, sources};
use set::{Set, Wanted};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const BOARDS: [&str; 3] = ["scoreboard", "corpus", "library"];

fn main() -> ExitCode {
    let words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let (boards, words): (Vec<String>, Vec<String>) = words.partition(|word| BOARDS.contains(&word.as_str()));
    let is_kind = |word: &String| Kind::ALL.iter().any(|kind| kind.text() == word);
    let (kinds, models) = words.into_iter().partition(is_kind);
    let wanted = Wanted { models, kinds };
    let everything = wanted.models.is_empty() && wanted.kinds.is_empty();
    let mut status = ExitCode::SUCCESS;
    for name in
        BOARDS.into_iter().filter(|name| boards.is_empty() || boards.iter().any(|board| board == name))
    {
        let board = match name {
            "scoreboard" => workbench(&wanted),
            "corpus" => corpus(&wanted),
            _ => standard(&wanted),
        };
        if board.models == 0 {
            println!("{name}: there are no models");
            continue;
        }
        print!("{name}: {} models\n{}", board.models, board.table());
        if everything && !board.compare(name) {
            status = ExitCode::FAILURE;
        }
    }
    status
}

/// The examples that are written as people should write.
fn workbench(wanted: &Wanted) -> Board {
    let home = own(&Path::new(ROOT).join("examples/Workbench"));
    let mut board = Board::default();
    Set { home: &home, within: "Workbench.Examples.", mutants: 3 }.run(wanted, &mut board);
    board
}

/// The other examples, and whatever is well-posed in the corpus.
fn corpus(wanted: &Wanted) -> Board {
    let mut board = Board::default();
    for path in sources(Path::new(ROOT)).into_iter().filter(|path| !path.ends_with("Workbench")) {
        let home = own(&path);
        Set { home: &home, within: "", mutants: 1 }.run(wanted, &mut board);
    }
    board
}

/// Copies of examples of the standard library.
fn standard(wanted: &Wanted) -> Board {
    let mut board = Board::default();
    for copy in library::folders(&[]).iter().flat_map(|folder| copies::copies(folder)) {
        Set { home: &copy.home, within: &copy.model, mutants: 1 }.run(wanted, &mut board);
    }
    board
}
