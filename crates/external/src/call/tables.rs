//! Tables as external objects.

use super::pure::give;
use super::{ExternalObject, ObjectId, World};
use crate::argument::ExternalArguments;
use crate::{
    ExternalResult, ExternalValue, Extrapolation, LookupTime, Matrix, Smoothness, Table1D, Table2D,
    TimeEvents, TimeTable, TimeTableOptions, model_error, read_table,
};

type TableCallResult = ExternalResult<Option<ExternalValue>>;

/// The matrix of a table: the argument itself, or what the file holds. The delimiter and the number of lines to
/// skip stand at the end.
fn data(arguments: &ExternalArguments, world: &World, delimiter: usize) -> ExternalResult<Matrix> {
    let given = |name: &str| name != "NoName" && name.bytes().any(|byte| byte != b' ');
    let (file, table) = (arguments.text(0)?, arguments.text(1)?);
    match (given(file), given(table)) {
        (false, false) => arguments.matrix(2),
        (true, true) => {
            let header = usize::try_from(arguments.integer(delimiter + 1)?).unwrap_or(0);
            read_table(world.files()?, &world.place(file), table, arguments.text(delimiter)?, header)
        }
        (true, false) => model_error(format!("the table in `{file}` has no name")),
        (false, true) => {
            model_error(format!("the table `{table}` has no file; tables written in C are not supported"))
        }
    }
}

pub(super) fn time(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    world.change()?;
    let options = TimeTableOptions {
        start: arguments.real(5)?,
        smoothness: Smoothness::new(arguments.integer(8)?)?,
        extrapolation: Extrapolation::new(arguments.integer(9)?)?,
        shift: arguments.real(10)?,
        events: TimeEvents::new(arguments.integer(11)?)?,
    };
    let table = TimeTable::new(&data(arguments, world, 13)?, &arguments.integers(6)?, options)?;
    give(world.add(ExternalObject::Time(table)))
}

pub(super) fn one(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    world.change()?;
    let smoothness = Smoothness::new(arguments.integer(7)?)?;
    let extrapolation = Extrapolation::new(arguments.integer(8)?)?;
    let data = data(arguments, world, 10)?;
    let table = Table1D::new(&data, &arguments.integers(5)?, smoothness, extrapolation)?;
    give(world.add(ExternalObject::One(table)))
}

pub(super) fn two(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    world.change()?;
    let smoothness = Smoothness::new(arguments.integer(5)?)?;
    let extrapolation = Extrapolation::new(arguments.integer(6)?)?;
    let table = Table2D::new(&data(arguments, world, 8)?, smoothness, extrapolation)?;
    give(world.add(ExternalObject::Two(table)))
}

pub(super) fn close(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    *world.object(arguments.object(0)?)? = ExternalObject::Closed;
    Ok(None)
}

impl World<'_> {
    fn time_table(&mut self, id: ObjectId) -> ExternalResult<&mut TimeTable> {
        match self.object(id)? {
            ExternalObject::Time(table) => Ok(table),
            _ => model_error("the external object is no table of time"),
        }
    }

    fn table1d(&mut self, id: ObjectId) -> ExternalResult<&mut Table1D> {
        match self.object(id)? {
            ExternalObject::One(table) => Ok(table),
            _ => model_error("the external object is no table of one input"),
        }
    }

    fn table2d(&mut self, id: ObjectId) -> ExternalResult<&mut Table2D> {
        match self.object(id)? {
            ExternalObject::Two(table) => Ok(table),
            _ => model_error("the external object is no table of two inputs"),
        }
    }
}

fn output(arguments: &ExternalArguments) -> ExternalResult<usize> {
    Ok(usize::try_from(arguments.integer(1)?).unwrap_or(0))
}

fn instant(arguments: &ExternalArguments) -> ExternalResult<LookupTime> {
    Ok(LookupTime { time: arguments.real(2)?, next: arguments.real(3)?, before: arguments.real(4)? })
}

pub(super) fn time_value(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let table = world.time_table(arguments.object(0)?)?;
    give(table.value(output(arguments)?, instant(arguments)?)?)
}

pub(super) fn time_derivative(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let table = world.time_table(arguments.object(0)?)?;
    give(table.derivative(output(arguments)?, instant(arguments)?, arguments.real(5)?)?)
}

pub(super) fn time_second(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let table = world.time_table(arguments.object(0)?)?;
    let (first, second) = (arguments.real(5)?, arguments.real(6)?);
    give(table.second(output(arguments)?, instant(arguments)?, first, second)?)
}

pub(super) fn time_minimum(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.time_table(arguments.object(0)?)?.range().0)
}

pub(super) fn time_maximum(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.time_table(arguments.object(0)?)?.range().1)
}

pub(super) fn time_event(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.time_table(arguments.object(0)?)?.next_event(arguments.real(1)?))
}

pub(super) fn one_value(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.table1d(arguments.object(0)?)?.value(output(arguments)?, arguments.real(2)?)?)
}

pub(super) fn one_derivative(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let table = world.table1d(arguments.object(0)?)?;
    give(table.derivative(output(arguments)?, arguments.real(2)?, arguments.real(3)?)?)
}

pub(super) fn one_second(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let table = world.table1d(arguments.object(0)?)?;
    let (u, du, ddu) = (arguments.real(2)?, arguments.real(3)?, arguments.real(4)?);
    give(table.second(output(arguments)?, u, du, ddu)?)
}

pub(super) fn one_minimum(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.table1d(arguments.object(0)?)?.range().0)
}

pub(super) fn one_maximum(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.table1d(arguments.object(0)?)?.range().1)
}

fn pair(arguments: &ExternalArguments, at: usize) -> ExternalResult<[f64; 2]> {
    Ok([arguments.real(at)?, arguments.real(at + 1)?])
}

pub(super) fn two_value(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.table2d(arguments.object(0)?)?.value(pair(arguments, 1)?)?)
}

pub(super) fn two_derivative(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    give(world.table2d(arguments.object(0)?)?.derivative(pair(arguments, 1)?, pair(arguments, 3)?)?)
}

pub(super) fn two_second(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let table = world.table2d(arguments.object(0)?)?;
    give(table.second(pair(arguments, 1)?, pair(arguments, 3)?, pair(arguments, 5)?)?)
}

pub(super) fn two_minimum(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let range = world.table2d(arguments.object(0)?)?.range();
    arguments.set(1, range.map(|(low, _)| low).to_vec());
    Ok(None)
}

pub(super) fn two_maximum(arguments: &mut ExternalArguments, world: &mut World) -> TableCallResult {
    let range = world.table2d(arguments.object(0)?)?.range();
    arguments.set(1, range.map(|(_, high)| high).to_vec());
    Ok(None)
}
