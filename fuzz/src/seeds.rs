//! What is damaged: files of the project, and small files that hold every part of a format.

use std::path::{Path, PathBuf};

use crate::mutate::LONGEST;

/// All files below the folders of tests and examples whose names end so, in the order of their names.
pub(crate) fn files(endings: &[&str]) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for folder in ["tests/corpus", "examples"] {
        collect(&root.join(folder), endings, &mut paths);
    }
    paths.sort();
    let texts = paths.iter().filter_map(|path| std::fs::read(path).ok());
    texts.filter(|bytes| bytes.len() <= LONGEST / 2).collect()
}

fn collect(folder: &Path, endings: &[&str], paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, endings, paths);
        } else if endings.iter().any(|&ending| path.extension().is_some_and(|found| found == ending)) {
            paths.push(path);
        }
    }
}

/// A matrix of version 4, column by column: the type is 0 for doubles, 20 for integers, 51 for letters.
fn matrix_four(name: &str, kind: u32, (rows, columns): (u32, u32), values: &[f64]) -> Vec<u8> {
    let mut bytes = words(&[kind, rows, columns, 0, name.len() as u32 + 1]);
    bytes.extend(name.bytes());
    bytes.push(0);
    for &value in values {
        match kind {
            0 => bytes.extend(value.to_le_bytes()),
            20 => bytes.extend((value as i32).to_le_bytes()),
            _ => bytes.push(value as u8),
        }
    }
    bytes
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn letters(name: &str, lines: &[&str]) -> Vec<u8> {
    let width = lines.iter().map(|line| line.len()).max().unwrap_or_default();
    let letter =
        |at: usize| f64::from(*lines[at % lines.len()].as_bytes().get(at / lines.len()).unwrap_or(&b' '));
    let values: Vec<f64> = (0..lines.len() * width).map(letter).collect();
    matrix_four(name, 51, (lines.len() as u32, width as u32), &values)
}

/// A trajectory as Dymola writes it, a line to a name and a row to a point.
pub(crate) fn trajectory() -> Vec<u8> {
    let mut bytes = letters("Aclass", &["Atrajectory", "1.1", "", "binNormal"]);
    bytes.extend(letters("name", &["Time", "x", "y", "k"]));
    bytes.extend(letters("description", &["time in s", "a", "minus a", "parameter"]));
    let info = [0, 2, 2, 1, 1, 2, -2, 2, 0, 0, 0, 0, -1, -1, -1, 0].map(f64::from);
    bytes.extend(matrix_four("dataInfo", 20, (4, 4), &info));
    bytes.extend(matrix_four("data_1", 0, (2, 2), &[0.0, 1.0, 7.0, 7.0]));
    bytes.extend(matrix_four("data_2", 0, (3, 2), &[0.0, 0.5, 1.0, 1.0, 2.0, 4.0]));
    bytes
}

/// One matrix `t` of version 4.
pub(crate) fn mat_four() -> Vec<u8> {
    matrix_four("t", 0, (2, 3), &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
}

fn element(kind: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = words(&[kind, data.len() as u32]);
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn array(class: u32, name: &[u8], rest: &[u8]) -> Vec<u8> {
    let head = [element(6, &words(&[class, 0])), element(5, &words(&[1, 2])), element(1, name)].concat();
    element(14, &[&head, rest].concat())
}

/// A matrix `t` and a structure `s` with a field `t` of version 6, and the same compressed as in version 7.
pub(crate) fn mat_five(compressed: bool) -> Vec<u8> {
    let numbers: Vec<u8> = [1.5f64, -2.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    let plain = array(6, b"t", &element(9, &numbers));
    let names = [words(&[5 | 4 << 16, 4]), element(1, b"t\0\0\0")].concat();
    let inner = array(6, b"", &element(9, &numbers));
    let structure = array(2, b"s", &[names, inner].concat());
    let mut bytes = vec![b' '; 124];
    bytes.extend([0, 1, b'I', b'M']);
    for part in [plain, structure] {
        if compressed {
            let packed = miniz_oxide::deflate::compress_to_vec_zlib(&part, 6);
            bytes.extend(words(&[15, packed.len() as u32]));
            bytes.extend(packed);
        } else {
            bytes.extend(part);
        }
    }
    bytes
}
