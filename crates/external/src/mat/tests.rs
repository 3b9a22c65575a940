use super::*;

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn doubles(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The matrix [1, 2, 3; 4, 5, 6], column by column.
const COLUMNS: [f64; 6] = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];

fn matrix() -> Matrix {
    Matrix { rows: 2, columns: 3, items: vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0] }
}

#[test]
fn version_four_in_both_byte_orders() {
    let little = [words(&[0, 2, 3, 0, 2]), b"A\0".to_vec(), doubles(&COLUMNS)].concat();
    assert_eq!(read_mat(&little, "A"), Ok(matrix()));
    let mut big: Vec<u8> = [1020u32, 2, 3, 0, 2].iter().flat_map(|value| value.to_be_bytes()).collect();
    big.extend(b"B\0");
    big.extend(COLUMNS.iter().flat_map(|&value| (value as i32).to_be_bytes()));
    assert_eq!(read_mat(&big, "B"), Ok(matrix()));
    let both = [little.clone(), big].concat();
    assert_eq!(read_mat(&both, "B"), Ok(matrix()));
    assert_eq!(read_mat(&both, "C"), missing("C"));
    assert_eq!(read_mat(&little[..40], "A"), model_error("the file ends in the middle of a matrix"));
}

fn element(kind: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = words(&[kind, data.len() as u32]);
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn array(class: u32, dims: [u32; 2], name: &[u8], rest: &[u8]) -> Vec<u8> {
    // A name of up to four bytes stands in the tag.
    let mut short = words(&[1 | (name.len() as u32) << 16]);
    short.extend(name);
    short.resize(8, 0);
    let name = if name.is_empty() { element(1, &[]) } else { short };
    element(14, &[element(6, &words(&[class, 0])), element(5, &words(&dims)), name, rest.to_vec()].concat())
}

fn file(elements: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b' '; 124];
    bytes.extend([0, 1, b'I', b'M']);
    bytes.extend(elements);
    bytes
}

#[test]
fn version_six_finds_by_name_and_path() {
    let bytes: Vec<u8> = COLUMNS.iter().map(|&value| value as i8 as u8).collect();
    let a = array(6, [2, 3], b"A", &element(9, &doubles(&COLUMNS)));
    let inner = array(6, [2, 3], b"", &element(1, &bytes));
    let names = [words(&[5 | 4 << 16, 4]), element(1, b"x\0\0\0b\0\0\0")].concat();
    let other = array(6, [1, 1], b"", &element(9, &doubles(&[7.0])));
    let s = array(2, [1, 1], b"S", &[names, other, inner].concat());
    let file = file(&[a, s].concat());
    assert_eq!(read_mat(&file, "A"), Ok(matrix()));
    assert_eq!(read_mat(&file, "S.b"), Ok(matrix()));
    assert_eq!(read_mat(&file, "S.c"), missing("S.c"));
    assert_eq!(read_mat(&file, "S"), model_error("`S` is no matrix of numbers"));
    assert_eq!(read_mat(&file, "A.b"), model_error("`A.b` goes into something that is no single structure"));
}

#[test]
fn version_seven_is_compressed() {
    let a = array(6, [2, 3], b"A", &element(9, &doubles(&COLUMNS)));
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&a, 6);
    let mut element = words(&[15, packed.len() as u32]);
    element.extend(packed);
    assert_eq!(read_mat(&file(&element), "A"), Ok(matrix()));
    let last = element.len() - 1;
    element[last / 2] ^= 0x55;
    assert_eq!(read_mat(&file(&element), "A"), model_error("a compressed matrix is damaged"));
}

#[test]
fn damaged_files_are_no_panic() {
    let a = file(&array(6, [2, 3], b"A", &element(9, &doubles(&COLUMNS))));
    for at in 0..a.len() {
        let _ = read_mat(&a[..at], "A");
        for bit in [0x01, 0x80, 0xff] {
            let mut damaged = a.clone();
            damaged[at] ^= bit;
            let _ = read_mat(&damaged, "A");
        }
    }
    let seven = [vec![b' '; 124], vec![0, 2, b'I', b'M']].concat();
    assert!(read_mat(&seven, "A").is_err());
}

#[test]
fn what_is_written_is_read_again_in_every_version() {
    for format in ["4", "6", "7"] {
        let mut file = write(None, "A", &matrix(), format).unwrap();
        assert_eq!(read_mat(&file, "A"), Ok(matrix()), "{format}");
        // A second matrix stands beside the first, a matrix of the same name in its place, whatever the format says.
        let other = Matrix { rows: 1, columns: 2, items: vec![0.5, -7.0] };
        file = write(Some(&file), "a long name", &other, "4").unwrap();
        assert_eq!(read_mat(&file, "A"), Ok(matrix()), "{format}");
        assert_eq!(read_mat(&file, "a long name"), Ok(other.clone()), "{format}");
        let size = file.len();
        file = write(Some(&file), "a long name", &matrix(), "7").unwrap();
        file = write(Some(&file), "a long name", &other, "7").unwrap();
        assert_eq!(read_mat(&file, "a long name"), Ok(other), "{format}");
        assert_eq!(read_mat(&file, "A"), Ok(matrix()), "{format}");
        assert_eq!(file.len(), size, "{format}");
        let empty = Matrix { rows: 0, columns: 3, items: Vec::new() };
        file = write(None, "E", &empty, format).unwrap();
        assert_eq!(read_mat(&file, "E"), Ok(empty), "{format}");
    }
    assert!(write(None, "A", &matrix(), "7.3").is_err());
    assert!(write(None, "A", &matrix(), "five").is_err());
    assert!(write(Some(b"no MAT file at all, but some text"), "A", &matrix(), "4").is_err());
}

#[test]
fn version_four_is_written_byte_for_byte() {
    let wanted = [words(&[0, 2, 3, 0, 2]), b"A\0".to_vec(), doubles(&COLUMNS)].concat();
    assert_eq!(write(None, "A", &matrix(), "4"), Ok(wanted));
}
