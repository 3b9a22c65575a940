//! Lists and ranges of values, as Modelica writes ranges.

use super::MAX_RUNS;

/// A name with its values, as they are written beside a model /// (`name=1,2,5` or `name=1:0.5:3`).
///
/// # Errors
/// What is wrong with the text.
pub fn parse_values(text: &str) -> Result<(String, Vec<f64>), String> {
    let (name, list) = text.rsplit_once('=').ok_or("write it as name=value")?;
    let mut values = Vec::new();
    for part in list.split(',') {
        values.extend(range(part)?);
    }
    // A value that is given twice is one.
    let mut seen = Vec::new();
    values.retain(|value: &f64| {
        let new = !seen.contains(&value.to_bits());
        seen.push(value.to_bits());
        new
    });
    Ok((name.trim().to_string(), values))
}

/// One value, or those from the first to the last as Modelica writes it: `first:last` or `first:step:last`.
fn range(text: &str) -> Result<Vec<f64>, String> {
    let numbers: Vec<f64> = text.split(':').map(number).collect::<Result<_, _>>()?;
    let (first, step, last) = match *numbers.as_slice() {
        [value] => return Ok(vec![value]),
        [first, last] => (first, 1.0, last),
        [first, step, last] => (first, step, last),
        _ => return Err(format!("`{text}` has too many colons: write first:step:last")),
    };
    if !numbers.iter().all(|number| number.is_finite()) {
        return Err(format!("`{text}` has no end: its numbers have to be finite"));
    }
    if step == 0.0 {
        return Err(format!("`{text}` has no end: its step is zero"));
    }
    let steps = (last - first) / step;
    // The last value belongs to it although 0.1 is no number of sixteen digits.
    let steps = (steps + 1e-9 * (1.0 + steps.abs())).floor();
    if steps < 0.0 {
        return Err(format!(
            "`{text}` has no values: for falling ones write first:step:last, such as 3:-1:1"
        ));
    }
    if steps >= MAX_RUNS as f64 {
        return Err(format!("`{text}` has more than {MAX_RUNS} values"));
    }
    Ok((0..=steps as usize).map(|at| round(first + at as f64 * step)).collect())
}

/// A sum of decimals without the digits that rounding leaves behind, such as 0.30000000000000004.
fn round(value: f64) -> f64 {
    format!("{value:.14e}").parse().unwrap_or(value)
}

fn number(text: &str) -> Result<f64, String> {
    match text.trim() {
        "true" => Ok(1.0),
        "false" => Ok(0.0),
        number => number.parse().map_err(|_| format!("`{number}` is no number")),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_values;

    #[test]
    fn values_are_written_as_in_modelica() {
        let list = |text: &str| parse_values(text).map(|found| found.1);
        assert_eq!(list("R=2"), Ok(vec![2.0]));
        assert_eq!(list("R=1,2.5,-4"), Ok(vec![1.0, 2.5, -4.0]));
        assert_eq!(list("R=0:0.1:0.3"), Ok(vec![0.0, 0.1, 0.2, 0.3]));
        assert_eq!(list("R=1:3,10"), Ok(vec![1.0, 2.0, 3.0, 10.0]));
        assert_eq!(list("R=3:-1:1"), Ok(vec![3.0, 2.0, 1.0]));
        assert_eq!(list("on=true,false"), Ok(vec![1.0, 0.0]));
        assert_eq!(list("R=1,2,1"), Ok(vec![1.0, 2.0]));
        assert_eq!(parse_values("a[2].x=1").map(|found| found.0), Ok("a[2].x".to_string()));
        for wrong in [
            "R",
            "R=",
            "R=x",
            "R=1:2:3:4",
            "R=1:-1:3",
            "R=0:1e-9:1",
            "R=1,,2",
            "R=1:0:2",
            "R=nan:1",
            "R=1:inf",
        ] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
    }
}
