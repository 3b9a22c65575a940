//! Functions that change the machine a model runs on, or ask it for more than files.

#[cfg(test)]
mod tests;

use super::World;
use super::pure::give;
use crate::argument::ExternalArguments;
use crate::{ExternalFailure, ExternalResult, ExternalValue, Host, PathEntry, mat, model_error};

type HostCallResult = ExternalResult<Option<ExternalValue>>;

/// What was done, or a message that says what could not be.
fn done(result: Result<(), String>, what: impl FnOnce() -> String) -> HostCallResult {
    match result {
        Ok(()) => Ok(None),
        Err(reason) => model_error(format!("{}: {reason}", what())),
    }
}

fn host<'a>(world: &World<'a>) -> ExternalResult<&'a dyn Host> {
    world.host.ok_or(ExternalFailure::Refused("does something outside of the model"))
}

/// Without a file the text is shown; in a file it is a line more.
pub(super) fn print(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (line, file) = (arguments.text(0)?, arguments.text(1)?);
    if file.is_empty() {
        return done(host(world)?.print(line), || "the text cannot be shown".to_string());
    }
    let place = world.target(file)?;
    done(host(world)?.append(&place, format!("{line}\n").as_bytes()), || {
        format!("`{file}` cannot be written")
    })
}

pub(super) fn write_matrix(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (file, name) = (arguments.text(0)?, arguments.text(1)?);
    let matrix = arguments.matrix(2)?;
    let (append, format) = (arguments.boolean(5)?, arguments.text(6)?);
    let place = world.target(file)?;
    let old = match append && world.files()?.entry(&place).is_some() {
        true => match world.files()?.read(&place) {
            Ok(bytes) => Some(bytes),
            Err(reason) => return model_error(format!("`{file}` cannot be read: {reason}")),
        },
        false => None,
    };
    let bytes = match mat::write(old.as_deref(), name, &matrix, format) {
        Err(ExternalFailure::Wrong(message)) => {
            return model_error(format!("`{file}` cannot be written: {message}"));
        }
        bytes => bytes?,
    };
    done(host(world)?.write(&place, &bytes), || format!("`{file}` cannot be written"))?;
    give(1i64)
}

pub(super) fn make_folder(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let folder = arguments.text(0)?;
    let place = world.target(folder)?;
    done(host(world)?.make_folder(&place), || format!("the folder `{folder}` cannot be made"))
}

pub(super) fn remove_folder(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let folder = arguments.text(0)?;
    let place = world.target(folder)?;
    done(host(world)?.remove_folder(&place), || format!("the folder `{folder}` cannot be removed"))
}

pub(super) fn remove_file(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let file = arguments.text(0)?;
    let place = world.target(file)?;
    done(host(world)?.remove_file(&place), || format!("`{file}` cannot be removed"))
}

pub(super) fn rename(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (from, to) = (arguments.text(0)?, arguments.text(1)?);
    let (old, new) = (world.target(from)?, world.target(to)?);
    done(host(world)?.rename(&old, &new), || format!("`{from}` cannot be renamed to `{to}`"))
}

/// A file that exists is not written over.
pub(super) fn copy(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (from, to) = (arguments.text(0)?, arguments.text(1)?);
    let (old, new) = (world.target(from)?, world.target(to)?);
    let files = world.files()?;
    match (files.entry(&old), files.entry(&new)) {
        (Some(PathEntry::File), None) => {}
        (Some(PathEntry::File), Some(_)) => return model_error(format!("`{to}` exists already")),
        (_, _) => return model_error(format!("there is no file `{from}`")),
    }
    let bytes =
        files.read(&old).or_else(|reason| model_error(format!("`{from}` cannot be read: {reason}")))?;
    done(host(world)?.write(&new, &bytes), || format!("`{to}` cannot be written"))
}

pub(super) fn folder(_: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    give(world.folder()?)
}

/// The folder is another one for this model only: the program itself stays where it is.
pub(super) fn change_folder(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let folder = arguments.text(0)?;
    match host(world)?.folder(&world.target(folder)?) {
        Ok(full) => world.state.moved = Some(full),
        Err(reason) => return model_error(format!("`{folder}` cannot be the working folder: {reason}")),
    }
    Ok(None)
}

/// Names of files in the environment may be asked for with slashes.
pub(super) fn variable(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (name, slashes) = (arguments.text(0)?, arguments.boolean(1)?);
    let own = world.state.variables.iter().find(|known| known.0 == name).map(|known| known.1.clone());
    let mut value = match own {
        Some(value) => Some(value),
        None => host(world)?.variable(name),
    };
    if let (Some(value), true) = (&mut value, slashes && std::path::MAIN_SEPARATOR != '/') {
        *value = value.replace(std::path::MAIN_SEPARATOR, "/");
    }
    arguments.set(3, value.is_some());
    arguments.set(2, value.unwrap_or_default());
    Ok(None)
}

/// What a model sets in the environment is seen by this model only.
pub(super) fn set_variable(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (name, value) = (arguments.text(0)?.to_string(), arguments.text(1)?);
    let value = match arguments.boolean(2)? && std::path::MAIN_SEPARATOR != '/' {
        true => value.replace('/', std::path::MAIN_SEPARATOR_STR),
        false => value.to_string(),
    };
    host(world)?;
    world.state.variables.retain(|known| known.0 != name);
    world.state.variables.push((name, value));
    Ok(None)
}

pub(super) fn time(arguments: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let now = host(world)?.now();
    let parts = [now.second, now.minute, now.hour, now.day, now.month].map(i64::from);
    let parts = std::iter::once(i64::from(now.millisecond)).chain(parts).chain([now.year]);
    for (at, part) in parts.enumerate() {
        arguments.set(at, part);
    }
    Ok(None)
}

pub(super) fn process(_: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    give(i64::from(host(world)?.process()))
}

/// A name that leads nowhere yet.
pub(super) fn temporary(_: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let (host, files) = (host(world)?, world.files()?);
    let folder = host.temporary();
    for number in 1..=100_000u32 {
        let name = format!("{}/wellposed-{}-{number}", folder.trim_end_matches('/'), host.process());
        if files.entry(&name).is_none() && !world.state.names.contains(&name) {
            world.state.names.push(name.clone());
            return give(name);
        }
    }
    model_error("there is no name left for a temporary file")
}

/// A number that differs from run to run, between 1 and 2³¹ - 1.
pub(super) fn seed(_: &mut ExternalArguments, world: &mut World) -> HostCallResult {
    let host = host(world)?;
    let now = host.now();
    let parts = [now.day, now.hour, now.minute, now.second].map(u64::from);
    let mut word = u64::from(host.process());
    for part in parts.into_iter().chain([u64::from(now.millisecond)]) {
        word = (word ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    give((word % 0x7fff_ffff).max(1) as i64)
}
