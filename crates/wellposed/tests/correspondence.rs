//! E003-5.15: which flat equations each statement made, and which of these could go.

#![allow(clippy::unwrap_used)]

use repair::{Standing, Statements, Texts, row_text};
use wellposed::equations::FlatModel;
use wellposed::reduce::{Outside, rows};
use wellposed::{Loaded, Memory, flatten, load};

const TEXT: &str = include_str!("../../../tests/corpus/debug/E003-5.16.mo");

fn read() -> (Loaded, FlatModel) {
    let mut files = Memory::default();
    files.add("A.mo", TEXT);
    let loaded = load(&files, &["A.mo".into()]);
    let model = flatten(&files, &loaded, "Circuit").model.unwrap();
    (loaded, model)
}

/// The right graph: the thesis left out a place, and so the equations of the resistor and two more.
#[test]
fn e003_5_15() {
    let (loaded, model) = read();
    let rows = rows(&model, Outside::Anything);
    let texts = Texts::new(&loaded.trees, &loaded.sources);
    let statements = Statements::new(&model, &rows, &texts);
    let standing = Standing::new(&model, &rows);
    let over = &standing.decomposition.parts.over;
    let safe = structure::safe(&standing.incidence, over).rows;
    let mut found: Vec<(String, usize, Vec<String>)> = Vec::new();
    for statement in &statements.list {
        let text = loaded.sources[statement.place.file].text()[statement.place.span.range()].to_string();
        let able = statement.rows.iter().filter(|row| safe.contains(row));
        let able = able.map(|&row| row_text(&model, rows.rows[row as usize].source)).collect();
        found.push((text, statement.rows.len(), able));
    }
    found.sort();
    let shown: Vec<String> =
        found.iter().map(|(text, rows, able)| format!("{text}: {rows}, {}", able.join("; "))).collect();
    assert_eq!(
        shown,
        [
            "0 = p.i + n.i: 3, ",
            "R*i = v: 2, R1.R * R1.i = R1.v; R2.R * R2.i = R2.v",
            "connect(AC.n, G.p): 2, ",
            "connect(AC.p, R1.p): 2, AC.p.v = R1.p.v",
            "connect(R1.n, R2.n): 2, R1.n.v = R2.n.v",
            "connect(R1.p, R2.p): 2, R1.p.v = R2.p.v",
            "connect(R2.n, AC.n): 2, R2.n.v = AC.n.v",
            "i = 10: 3, R1.i = 10; R2.i = 10; AC.i = 10",
            "i = p.i: 3, R1.i = R1.p.i; R2.i = R2.p.i",
            "p.v = 0: 1, G.p.v = 0",
            "v = VA*sin(2*PI*f*time): 1, AC.v = AC.VA * sin(6.283184 * AC.f * time)",
            "v = p.v - n.v: 3, R1.v = R1.p.v - R1.n.v; R2.v = R2.p.v - R2.n.v",
        ]
    );
}
