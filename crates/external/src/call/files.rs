//! Functions that read files.

use super::World;
use super::pure::give;
use crate::argument::ExternalArguments;
use crate::modelica_internal::{full_name as name_of, kind, read_lines};
use crate::{ExternalFailure, ExternalResult, ExternalValue, Matrix, model_error, read_mat, read_table};

type FileCallResult = ExternalResult<Option<ExternalValue>>;

pub(super) fn count_lines(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    give(read_lines(world.files()?, &world.place(arguments.text(0)?))?.len() as i64)
}

/// Lines that there are not are as the last.
pub(super) fn read_file(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let mut lines = read_lines(world.files()?, &world.place(arguments.text(0)?))?;
    let last = lines.last().cloned().unwrap_or_default();
    lines.resize(arguments.count(1), last);
    arguments.set(1, lines);
    Ok(None)
}

pub(super) fn read_line(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let mut lines = read_lines(world.files()?, &world.place(arguments.text(0)?))?;
    let at = usize::try_from(arguments.integer(1)? - 1).unwrap_or(usize::MAX);
    let beyond = at >= lines.len();
    arguments.set(2, beyond);
    give(if beyond { String::new() } else { lines.swap_remove(at) })
}

pub(super) fn stat(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    give(kind(world.files()?, &world.place(arguments.text(0)?)))
}

pub(super) fn full_name(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let full = name_of(world.files()?, &world.place(arguments.text(0)?))?;
    // Where the working folder is matters to those only who may ask for it.
    let relative = world.host.is_some() && !std::path::Path::new(&full).is_absolute();
    give(if relative { super::join(&world.folder()?, &full) } else { full })
}

fn entries(arguments: &ExternalArguments, world: &World) -> ExternalResult<Vec<String>> {
    let folder = arguments.text(0)?;
    let listed = world.files()?.list(&world.place(folder));
    listed.map_or_else(|| model_error(format!("there is no folder `{folder}`")), Ok)
}

pub(super) fn count_entries(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    give(entries(arguments, world)?.len() as i64)
}

pub(super) fn list(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let names = entries(arguments, world)?;
    if names.len() != arguments.count(2) {
        return model_error("a folder has another number of entries than expected");
    }
    arguments.set(2, names);
    Ok(None)
}

/// Files are read whole, so none is open.
pub(super) fn close(_: &mut ExternalArguments, _: &mut World) -> FileCallResult {
    Ok(None)
}

fn read(arguments: &ExternalArguments, world: &World) -> ExternalResult<Matrix> {
    let file = arguments.text(0)?;
    let bytes = world.files()?.read(&world.place(file));
    let found = match bytes {
        Ok(bytes) => read_mat(&bytes, arguments.text(1)?),
        Err(reason) => return model_error(format!("`{file}` cannot be read: {reason}")),
    };
    match found {
        Err(ExternalFailure::Wrong(message)) => model_error(format!("in `{file}`, {message}")),
        found => found,
    }
}

pub(super) fn matrix_sizes(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let matrix = read(arguments, world)?;
    arguments.set(2, vec![matrix.rows as i64, matrix.columns as i64]);
    Ok(None)
}

pub(super) fn matrix(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let matrix = read(arguments, world)?;
    let wanted = (arguments.integer(3)?, arguments.integer(4)?);
    if wanted != (matrix.rows as i64, matrix.columns as i64) {
        return model_error(format!(
            "a matrix of {} rows and {} columns cannot be read as one of {} and {}",
            matrix.rows, matrix.columns, wanted.0, wanted.1
        ));
    }
    arguments.set(2, matrix);
    Ok(None)
}

/// When the weather of a file begins, and when it ends: the last time and the mean distance of two times. The libraries
/// for buildings (IBPSA and those that grew from it) ask for it wherever there is weather.
pub(super) fn time_span(arguments: &mut ExternalArguments, world: &mut World) -> FileCallResult {
    let (file, table) = (arguments.text(0)?, arguments.text(1)?);
    let found = read_table(world.files()?, &world.place(file), table, "", 0)?;
    let times: Vec<f64> = found.items.chunks(found.columns.max(1)).map(|row| row[0]).collect();
    let [first, .., last] = times[..] else {
        return model_error(format!("table `{table}` in `{file}` has fewer than two times"));
    };
    arguments.set(2, vec![first, last + (last - first) / (times.len() - 1) as f64]);
    Ok(None)
}
