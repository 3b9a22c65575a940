//! Tables in files: the text format of the library, CSV and MATLAB's.

use crate::{ExternalFailure, ExternalResult, Matrix, ResourceFiles, model_error, read_mat};

/// The table of a name in a file, by the ending of the file's name. The delimiter and the number of lines to skip
/// are those of a CSV file, which holds one table, whatever its name.
pub fn read_table(
    files: &dyn ResourceFiles,
    file: &str,
    table: &str,
    delimiter: &str,
    header: usize,
) -> ExternalResult<Matrix> {
    let bytes = match files.read(file) {
        Ok(bytes) => bytes,
        Err(reason) => return model_error(format!("`{file}` cannot be read: {reason}")),
    };
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending).as_bytes();
    let is = |wanted: &[u8; 3]| ending.get(..3).is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    let found = if is(b"mat") {
        read_mat(&bytes, table)
    } else if is(b"csv") {
        match *delimiter.as_bytes() {
            [delimiter] => read_csv(&bytes, delimiter, header),
            _ => model_error(format!("the delimiter of columns is one character, not \"{delimiter}\"")),
        }
    } else {
        read_text(&bytes, table)
    };
    match found {
        Err(ExternalFailure::Wrong(message)) => model_error(format!("in `{file}`, {message}")),
        found => found,
    }
}

/// The table of a name in the text format: `#1` on the first line, and then any number of tables, each headed
/// `double name(rows,columns)`. Line breaks between numbers do not matter, and a `#` begins a comment.
pub fn read_text(bytes: &[u8], table: &str) -> ExternalResult<Matrix> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if !bytes.starts_with(b"#1") {
        return model_error("the first line does not begin with `#1`");
    }
    let mut lines = lines(bytes).enumerate().skip(1);
    let mut named = false;
    while let Some((_, line)) = lines.next() {
        let Some(size) = header(line, table) else { continue };
        named = true;
        if let Some((rows, columns)) = size {
            return numbers(&mut lines, rows, columns);
        }
    }
    if named {
        model_error(format!("the size of table `{table}` is not given"))
    } else {
        model_error(format!("there is no table `{table}`"))
    }
}

/// The size that a line gives to a table, if it is the head of that table.
fn header(line: &[u8], table: &str) -> Option<Option<(usize, usize)>> {
    let mut words = words(line, b" \t(,)\r");
    let kind = words.next()?;
    if (kind != b"double" && kind != b"float") || words.next()? != table.as_bytes() {
        return None;
    }
    let mut size = || std::str::from_utf8(words.next()?).ok()?.parse().ok();
    Some(size().zip(size()))
}

fn numbers(
    lines: &mut dyn Iterator<Item = (usize, &[u8])>,
    rows: usize,
    columns: usize,
) -> ExternalResult<Matrix> {
    let Some(count) = rows.checked_mul(columns) else { return model_error("a table is too large") };
    let mut items = Vec::new();
    while items.len() < count {
        let Some((number, line)) = lines.next() else {
            return model_error(format!("the table ends after {} of {count} numbers", items.len()));
        };
        for word in words(line, b" \t,;\r") {
            if word.starts_with(b"#") {
                break;
            }
            match real(word) {
                Some(_) if items.len() == count => {
                    return model_error(format!(
                        "line {} has more numbers than the table's size allows",
                        number + 1
                    ));
                }
                Some(value) => items.push(value),
                None => return model_error(no_number(number, word)),
            }
        }
    }
    Ok(Matrix { rows, columns, items })
}

/// The one table of a CSV file, after so many lines.
pub fn read_csv(bytes: &[u8], delimiter: u8, header: usize) -> ExternalResult<Matrix> {
    let delimiters = [b' ', b'\t', b'\r', delimiter];
    let mut matrix = Matrix::default();
    for (number, line) in lines(bytes).enumerate().skip(header) {
        let mut count = 0;
        for word in words(line, &delimiters) {
            // Columns beyond those of the first line are not looked at.
            if matrix.rows > 0 && count == matrix.columns {
                break;
            }
            let Some(value) = real(word) else { return model_error(no_number(number, word)) };
            matrix.items.push(value);
            count += 1;
        }
        if matrix.rows == 0 {
            matrix.columns = count;
        }
        if count != matrix.columns {
            let columns = matrix.columns;
            return model_error(format!("line {} has {count} columns, the first has {columns}", number + 1));
        }
        matrix.rows += 1;
    }
    Ok(matrix)
}

fn no_number(line: usize, word: &[u8]) -> String {
    format!("`{}` in line {} is no number", String::from_utf8_lossy(word), line + 1)
}

fn real(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The lines of a file; a line break at the end begins no line.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

fn words<'a>(line: &'a [u8], delimiters: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    line.split(move |byte| delimiters.contains(byte)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[u8] =
        b"#1\n# a comment\ndouble first(2,2) # the size\n 0 1 # here\n\n# between\n1, 2.5e0;\r\n\
        float second(1, 3)\n1\t2\n3\n";

    fn matrix(rows: usize, columns: usize, items: &[f64]) -> Matrix {
        Matrix { rows, columns, items: items.to_vec() }
    }

    #[test]
    fn text_holds_tables_by_name() {
        assert_eq!(read_text(TWO, "first"), Ok(matrix(2, 2, &[0.0, 1.0, 1.0, 2.5])));
        assert_eq!(read_text(TWO, "second"), Ok(matrix(1, 3, &[1.0, 2.0, 3.0])));
        assert_eq!(read_text(TWO, "third"), model_error("there is no table `third`"));
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let text = [b"\xef\xbb\xbf#1\ndouble t(1,1)\n7".as_slice()].concat();
        assert_eq!(read_text(&text, "t"), Ok(matrix(1, 1, &[7.0])));
    }

    #[test]
    fn text_that_is_wrong_says_where() {
        let read = |text: &[u8]| read_text(text, "t");
        assert_eq!(read(b"double t(1,1)\n1"), model_error("the first line does not begin with `#1`"));
        assert_eq!(read(b"#1\ndouble t(1,)\n1"), model_error("the size of table `t` is not given"));
        assert_eq!(read(b"#1\ndouble t(2,1)\n1"), model_error("the table ends after 1 of 2 numbers"));
        assert_eq!(read(b"#1\ndouble t(1,1)\nx"), model_error("`x` in line 3 is no number"));
        let long = read(b"#1\ndouble t(1,1)\n1 2");
        assert_eq!(long, model_error("line 3 has more numbers than the table's size allows"));
    }

    #[test]
    fn csv_is_one_table_after_its_header() {
        let text = b"time;value\n0;1\n1; 2\r\n";
        assert_eq!(read_csv(text, b';', 1), Ok(matrix(2, 2, &[0.0, 1.0, 1.0, 2.0])));
        assert_eq!(read_csv(text, b';', 0), model_error("`time` in line 1 is no number"));
        assert_eq!(read_csv(b"1,2\n3\n", b',', 0), model_error("line 2 has 1 columns, the first has 2"));
    }
}
