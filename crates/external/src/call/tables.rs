//! Tables as external objects.

use super::pure::give;
use super::{Object, ObjectId, World};
use crate::argument::Arguments;
use crate::{
    Argument, Extrapolation, Failure, Instant, Matrix, Smoothness, Table1D, Table2D, TimeEvents, TimeOptions,
    TimeTable, read_table, wrong,
};

type Returned = Result<Option<Argument>, Failure>;

/// The matrix of a table: the argument itself, or what the file holds. The delimiter and the number of lines to
/// skip stand at the end.
fn data(arguments: &Arguments, world: &World, delimiter: usize) -> Result<Matrix, Failure> {
    let given = |name: &str| name != "NoName" && name.bytes().any(|byte| byte != b' ');
    let (file, table) = (arguments.text(0)?, arguments.text(1)?);
    match (given(file), given(table)) {
        (false, false) => arguments.matrix(2),
        (true, true) => {
            let header = usize::try_from(arguments.integer(delimiter + 1)?).unwrap_or(0);
            read_table(world.files()?, &world.place(file), table, arguments.text(delimiter)?, header)
        }
        (true, false) => wrong(format!("the table in `{file}` has no name")),
        (false, true) => {
            wrong(format!("the table `{table}` has no file; tables written in C are not supported"))
        }
    }
}

pub(super) fn time(arguments: &mut Arguments, world: &mut World) -> Returned {
    world.change()?;
    let options = TimeOptions {
        start: arguments.real(5)?,
        smoothness: Smoothness::new(arguments.integer(8)?)?,
        extrapolation: Extrapolation::new(arguments.integer(9)?)?,
        shift: arguments.real(10)?,
        events: TimeEvents::new(arguments.integer(11)?)?,
    };
    let table = TimeTable::new(&data(arguments, world, 13)?, &arguments.integers(6)?, options)?;
    give(world.add(Object::Time(table)))
}

pub(super) fn one(arguments: &mut Arguments, world: &mut World) -> Returned {
    world.change()?;
    let smoothness = Smoothness::new(arguments.integer(7)?)?;
    let extrapolation = Extrapolation::new(arguments.integer(8)?)?;
    let data = data(arguments, world, 10)?;
    let table = Table1D::new(&data, &arguments.integers(5)?, smoothness, extrapolation)?;
    give(world.add(Object::One(table)))
}

pub(super) fn two(arguments: &mut Arguments, world: &mut World) -> Returned {
    world.change()?;
    let smoothness = Smoothness::new(arguments.integer(5)?)?;
    let extrapolation = Extrapolation::new(arguments.integer(6)?)?;
    let table = Table2D::new(&data(arguments, world, 8)?, smoothness, extrapolation)?;
    give(world.add(Object::Two(table)))
}

pub(super) fn close(arguments: &mut Arguments, world: &mut World) -> Returned {
    *world.object(arguments.object(0)?)? = Object::Closed;
    Ok(None)
}

impl World<'_> {
    fn time_table(&mut self, id: ObjectId) -> Result<&mut TimeTable, Failure> {
        match self.object(id)? {
            Object::Time(table) => Ok(table),
            _ => wrong("the external object is no table of time"),
        }
    }

    fn table1d(&mut self, id: ObjectId) -> Result<&mut Table1D, Failure> {
        match self.object(id)? {
            Object::One(table) => Ok(table),
            _ => wrong("the external object is no table of one input"),
        }
    }

    fn table2d(&mut self, id: ObjectId) -> Result<&mut Table2D, Failure> {
        match self.object(id)? {
            Object::Two(table) => Ok(table),
            _ => wrong("the external object is no table of two inputs"),
        }
    }
}

fn output(arguments: &Arguments) -> Result<usize, Failure> {
    Ok(usize::try_from(arguments.integer(1)?).unwrap_or(0))
}

fn instant(arguments: &Arguments) -> Result<Instant, Failure> {
    Ok(Instant { time: arguments.real(2)?, next: arguments.real(3)?, before: arguments.real(4)? })
}

pub(super) fn time_value(arguments: &mut Arguments, world: &mut World) -> Returned {
    let table = world.time_table(arguments.object(0)?)?;
    give(table.value(output(arguments)?, instant(arguments)?)?)
}

pub(super) fn time_derivative(arguments: &mut Arguments, world: &mut World) -> Returned {
    let table = world.time_table(arguments.object(0)?)?;
    give(table.derivative(output(arguments)?, instant(arguments)?, arguments.real(5)?)?)
}

pub(super) fn time_second(arguments: &mut Arguments, world: &mut World) -> Returned {
    let table = world.time_table(arguments.object(0)?)?;
    let (first, second) = (arguments.real(5)?, arguments.real(6)?);
    give(table.second(output(arguments)?, instant(arguments)?, first, second)?)
}

pub(super) fn time_minimum(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.time_table(arguments.object(0)?)?.range().0)
}

pub(super) fn time_maximum(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.time_table(arguments.object(0)?)?.range().1)
}

pub(super) fn time_event(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.time_table(arguments.object(0)?)?.next_event(arguments.real(1)?))
}

pub(super) fn one_value(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.table1d(arguments.object(0)?)?.value(output(arguments)?, arguments.real(2)?)?)
}

pub(super) fn one_derivative(arguments: &mut Arguments, world: &mut World) -> Returned {
    let table = world.table1d(arguments.object(0)?)?;
    give(table.derivative(output(arguments)?, arguments.real(2)?, arguments.real(3)?)?)
}

pub(super) fn one_second(arguments: &mut Arguments, world: &mut World) -> Returned {
    let table = world.table1d(arguments.object(0)?)?;
    let (u, du, ddu) = (arguments.real(2)?, arguments.real(3)?, arguments.real(4)?);
    give(table.second(output(arguments)?, u, du, ddu)?)
}

pub(super) fn one_minimum(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.table1d(arguments.object(0)?)?.range().0)
}

pub(super) fn one_maximum(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.table1d(arguments.object(0)?)?.range().1)
}

fn pair(arguments: &Arguments, at: usize) -> Result<[f64; 2], Failure> {
    Ok([arguments.real(at)?, arguments.real(at + 1)?])
}

pub(super) fn two_value(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.table2d(arguments.object(0)?)?.value(pair(arguments, 1)?)?)
}

pub(super) fn two_derivative(arguments: &mut Arguments, world: &mut World) -> Returned {
    give(world.table2d(arguments.object(0)?)?.derivative(pair(arguments, 1)?, pair(arguments, 3)?)?)
}

pub(super) fn two_second(arguments: &mut Arguments, world: &mut World) -> Returned {
    let table = world.table2d(arguments.object(0)?)?;
    give(table.second(pair(arguments, 1)?, pair(arguments, 3)?, pair(arguments, 5)?)?)
}

pub(super) fn two_minimum(arguments: &mut Arguments, world: &mut World) -> Returned {
    let range = world.table2d(arguments.object(0)?)?.range();
    arguments.set(1, range.map(|(low, _)| low).to_vec());
    Ok(None)
}

pub(super) fn two_maximum(arguments: &mut Arguments, world: &mut World) -> Returned {
    let range = world.table2d(arguments.object(0)?)?.range();
    arguments.set(1, range.map(|(_, high)| high).to_vec());
    Ok(None)
}
