use std::collections::BTreeMap;

use super::*;
use crate::{ExternalArray, PathEntry};

/// Calls a function of the standard library, whatever its arguments are called.
fn call(
    name: &str,
    arguments: &mut [ExternalValue],
    world: &mut World,
) -> Result<Option<ExternalValue>, ExternalFailure> {
    super::call(ExternalDeclaration { name, argument: &|_| "" }, arguments, world)
}

/// Files in memory, for all names as they are.
struct StoredFiles(BTreeMap<&'static str, &'static [u8]>);

impl ResourceFiles for StoredFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).map(|bytes| bytes.to_vec()).ok_or_else(|| "no such file".to_string())
    }

    fn entry(&self, name: &str) -> Option<PathEntry> {
        self.0.contains_key(name).then_some(PathEntry::File)
    }

    fn list(&self, _: &str) -> Option<Vec<String>> {
        Some(self.0.keys().map(|name| (*name).to_string()).collect())
    }

    fn full_name(&self, name: &str) -> Option<String> {
        Some(format!("/{name}"))
    }
}

fn stored_files() -> StoredFiles {
    StoredFiles(BTreeMap::from([
        ("lines.txt", b"one\ntwo\r\n\nfour".as_slice()),
        ("table.txt", b"#1\ndouble t(2,2)\n0 1\n1 3\n".as_slice()),
    ]))
}

fn text(text: &str) -> ExternalValue {
    ExternalValue::Text(text.to_string())
}

fn matrix(rows: usize, columns: usize, items: &[f64]) -> ExternalValue {
    ExternalValue::Reals(ExternalArray { dims: vec![rows, columns], items: items.to_vec() })
}

#[test]
fn names_are_in_order_and_stand_once() {
    for table in
        [known().map(|entry| entry.0).collect::<Vec<_>>(), REFUSED.iter().map(|entry| entry.0).collect()]
    {
        let mut sorted = table.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), table.len());
    }
    assert!(REFUSED.iter().all(|entry| known().all(|native| native.0 != entry.0)));
}

#[test]
fn what_only_computes_is_told_from_what_remembers() {
    assert!(["dgesv", "ModelicaFFT_kiss_fftr", "ModelicaStrings_length"].into_iter().all(repeats));
    let others = [
        "ModelicaRandom_impureRandom_xorshift1024star",
        "ModelicaStandardTables_CombiTimeTable_nextTimeEvent",
        "ModelicaIO_readRealMatrix",
        "ModelicaInternal_getTime",
        "nothing",
    ];
    assert!(!others.into_iter().any(repeats));
}

#[test]
fn whatever_the_arguments_nothing_panics() {
    let files = stored_files();
    let odd = [
        ExternalValue::Real(f64::NAN),
        ExternalValue::Integer(-7),
        ExternalValue::Boolean(true),
        text("V"),
        ExternalValue::Reals(ExternalArray { dims: vec![0], items: vec![] }),
        matrix(2, 3, &[1.0, f64::NAN, 0.0, 4.0, 5.0, 6.0]),
        matrix(3, 3, &[0.0; 9]),
        ExternalValue::Integers(ExternalArray { dims: vec![2], items: vec![9, -9] }),
        ExternalValue::Object(ObjectId(3)),
    ];
    for (name, _) in known() {
        for count in 0..16 {
            for first in 0..odd.len() {
                let mut arguments: Vec<ExternalValue> =
                    (0..count).map(|at| odd[(first + at * (1 + first % 2)) % odd.len()].clone()).collect();
                let _ = call(name, &mut arguments, &mut World::new(&files, None));
            }
        }
    }
}

#[test]
fn files_are_read_line_by_line() {
    let files = stored_files();
    let mut world = World::new(&files, None);
    let count = call("ModelicaInternal_countLines", &mut [text("lines.txt")], &mut world);
    assert_eq!(count, Ok(Some(ExternalValue::Integer(4))));
    let mut arguments = [text("lines.txt"), ExternalValue::Integer(2), ExternalValue::Boolean(true)];
    let line = call("ModelicaInternal_readLine", &mut arguments, &mut world);
    assert_eq!((line, &arguments[2]), (Ok(Some(text("two\r"))), &ExternalValue::Boolean(false)));
    arguments[1] = ExternalValue::Integer(5);
    let line = call("ModelicaInternal_readLine", &mut arguments, &mut world);
    assert_eq!((line, &arguments[2]), (Ok(Some(text(""))), &ExternalValue::Boolean(true)));
    let kind = |name, world: &mut World| call("ModelicaInternal_stat", &mut [text(name)], world);
    assert_eq!(kind("lines.txt", &mut world), Ok(Some(ExternalValue::Integer(2))));
    assert_eq!(kind("no.txt", &mut world), Ok(Some(ExternalValue::Integer(1))));
    assert!(call("ModelicaInternal_countLines", &mut [text("no.txt")], &mut world).is_err());
    let without = kind("lines.txt", &mut World::fixed(None));
    assert_eq!(without, Err(ExternalFailure::Refused("reads files")));
}

#[test]
fn tables_are_objects() {
    let files = stored_files();
    let mut world = World::new(&files, None);
    let columns = ExternalValue::Integers(ExternalArray { dims: vec![1], items: vec![2] });
    let make = |file: &str, table: &str| {
        let size = ExternalValue::Integer(0);
        let smoothness = ExternalValue::Integer(1);
        let mut all = vec![text(file), text(table), matrix(0, 2, &[]), size.clone(), size];
        all.extend([columns.clone(), ExternalValue::Integer(1), smoothness.clone(), smoothness]);
        all.extend([ExternalValue::Boolean(false), text(","), ExternalValue::Integer(0)]);
        all
    };
    let init = "ModelicaStandardTables_CombiTable1D_init3";
    let Ok(Some(table)) = call(init, &mut make("table.txt", "t"), &mut world) else { panic!("no table") };
    let value = |table: &ExternalValue, world: &mut World| {
        let mut arguments = [table.clone(), ExternalValue::Integer(1), ExternalValue::Real(0.25)];
        call("ModelicaStandardTables_CombiTable1D_getValue", &mut arguments, world)
    };
    assert_eq!(value(&table, &mut world), Ok(Some(ExternalValue::Real(1.5))));
    let close = "ModelicaStandardTables_CombiTable1D_close";
    assert_eq!(call(close, &mut [table.clone()], &mut world), Ok(None));
    assert!(value(&table, &mut world).is_err());
    let wrong_name = call(init, &mut make("table.txt", "u"), &mut world);
    assert_eq!(wrong_name, model_error("in `table.txt`, there is no table `u`"));
    assert!(call(init, &mut make("NoName", "u"), &mut world).is_err());
    let kept = call(init, &mut make("table.txt", "t"), &mut World::fixed(Some(&files)));
    assert_eq!(kept, Err(ExternalFailure::Refused("keeps a state between its calls")));
}

/// The numbers that a recorded simulation of `Modelica.Math.Random.Examples.GenerateRandomNumbers` has for the local
/// seed 614657 and the global seed 30020.
#[test]
fn random_numbers_as_recorded() {
    let files = stored_files();
    let mut world = World::new(&files, None);
    let mut draw = |name: &str, state: &mut Vec<i64>| {
        let array = ExternalValue::Integers(ExternalArray { dims: vec![state.len()], items: state.clone() });
        let mut arguments = [array.clone(), array, ExternalValue::Real(0.0)];
        call(name, &mut arguments, &mut world).unwrap();
        let [_, ExternalValue::Integers(next), ExternalValue::Real(number)] = arguments else {
            panic!("no number")
        };
        *state = next.items;
        number
    };
    // The library begins with ten numbers that are thrown away, and fills longer states with the ones after them.
    let star = "ModelicaRandom_xorshift64star";
    let mut seed = vec![614_657, 30_020];
    for _ in 0..10 {
        draw(star, &mut seed);
    }
    let mut long = seed.clone();
    let mut last = seed.clone();
    while long.len() < 32 {
        draw(star, &mut last);
        long.extend_from_slice(&last);
    }
    // The odd element at the end follows from the two before it.
    draw(star, &mut last);
    long.push(last[0]);
    let recorded = [
        (star, seed, [0.313_592_52, 0.511_034_5, 0.042_445_754]),
        ("ModelicaRandom_xorshift128plus", long[..4].to_vec(), [0.461_154_06, 0.031_701_477, 0.919_226_48]),
        ("ModelicaRandom_xorshift1024star", long, [0.311_559_29, 0.059_952_1, 0.946_800_44]),
    ];
    for (name, state, expected) in recorded {
        let mut state = state;
        for expected in expected {
            let found = draw(name, &mut state);
            assert!((found - expected).abs() < 1e-8, "{name}: {found} instead of {expected}");
        }
    }
}

#[test]
fn the_generator_of_the_library_has_to_be_set() {
    let files = stored_files();
    let mut world = World::new(&files, None);
    let draw = "ModelicaRandom_impureRandom_xorshift1024star";
    assert!(call(draw, &mut [ExternalValue::Integer(1)], &mut world).is_err());
    let state = ExternalValue::Integers(ExternalArray { dims: vec![33], items: (1..=33).collect() });
    let mut arguments = [state, ExternalValue::Integer(33), ExternalValue::Integer(1)];
    let set = "ModelicaRandom_setInternalState_xorshift1024star";
    assert_eq!(call(set, &mut arguments, &mut world), Ok(None));
    let first = call(draw, &mut [ExternalValue::Integer(1)], &mut world).unwrap();
    let second = call(draw, &mut [ExternalValue::Integer(1)], &mut world).unwrap();
    assert_ne!(first, second);
    assert!(call(draw, &mut [ExternalValue::Integer(2)], &mut world).is_err());
    assert!(call(set, &mut arguments, &mut World::fixed(Some(&files))).is_err());
}

#[test]
fn linear_equations_by_their_fortran_names() {
    let files = stored_files();
    let n = ExternalValue::Integer(2);
    let a = matrix(2, 2, &[2.0, 1.0, 1.0, 3.0]);
    let b = ExternalValue::Reals(ExternalArray { dims: vec![2], items: vec![4.0, 7.0] });
    let pivots = ExternalValue::Integers(ExternalArray { dims: vec![2], items: vec![0, 0] });
    let one = ExternalValue::Integer(1);
    let mut arguments = [n.clone(), one, a, n.clone(), pivots, b, n, ExternalValue::Integer(9)];
    assert_eq!(call("dgesv", &mut arguments, &mut World::new(&files, None)), Ok(None));
    let ExternalValue::Reals(x) = &arguments[5] else { panic!("no solution") };
    assert_eq!(x.dims, [2]);
    assert!((x.items[0] - 1.0).abs() < 1e-15 && (x.items[1] - 2.0).abs() < 1e-15);
    assert_eq!(arguments[7], ExternalValue::Integer(0));
    assert_eq!(call("dgesw", &mut arguments, &mut World::new(&files, None)), Err(ExternalFailure::Missing));
    assert_eq!(
        call("system", &mut arguments, &mut World::new(&files, None)),
        Err(ExternalFailure::Refused("runs a program"))
    );
}

#[test]
fn weather_ends_one_distance_after_its_last_time() {
    let files = StoredFiles(BTreeMap::from([
        ("w.mos", b"#1\ndouble tab1(3,2)\n7200 1\n10800 3\n14400 4\n".as_slice()),
        ("short.mos", b"#1\ndouble tab1(1,2)\n7200 1\n".as_slice()),
    ]));
    let names = ["filNam", "tabNam", "timeSpan"];
    let span = |names: [&str; 3], file: &str, size: usize| {
        let both = ExternalValue::Reals(ExternalArray { dims: vec![size], items: vec![0.0; size] });
        let mut arguments = [text(file), text("tab1"), both];
        let declared = ExternalDeclaration { name: "getTimeSpan", argument: &|at| names[at] };
        super::call(declared, &mut arguments, &mut World::new(&files, None)).map(|_| arguments[2].clone())
    };
    let found = ExternalValue::Reals(ExternalArray { dims: vec![2], items: vec![7200.0, 18000.0] });
    assert_eq!(span(names, "w.mos", 2), Ok(found));
    assert!(matches!(span(names, "short.mos", 2), Err(ExternalFailure::Wrong(_))));
    // Someone else's function may have the same name: what it gives is not known here.
    assert_eq!(span(["file", "table", "span"], "w.mos", 2), Err(ExternalFailure::Missing));
    assert_eq!(span(["filNam", "tabNam", ""], "w.mos", 2), Err(ExternalFailure::Missing));
    assert_eq!(span(names, "w.mos", 3), Err(ExternalFailure::Missing));
}
