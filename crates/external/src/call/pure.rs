//! Functions that only compute: texts, random numbers and the Fourier transform.

use super::World;
use crate::argument::ExternalArguments;
use crate::{ExternalResult, ExternalValue, fft, model_error, random, strings};

type PureCallResult = ExternalResult<Option<ExternalValue>>;

/// The result of a function.
pub(super) fn give(value: impl Into<ExternalValue>) -> PureCallResult {
    Ok(Some(value.into()))
}

pub(super) fn error(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    model_error(arguments.text(0)?.trim_end())
}

pub(super) fn compare(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let order = strings::compare(arguments.text(0)?, arguments.text(1)?, arguments.boolean(2)?);
    // The literals of `Modelica.Utilities.Types.Compare` are less, equal and greater.
    give(i64::from(order as i8) + 2)
}

pub(super) fn hash(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    give(strings::hash(arguments.text(0)?))
}

pub(super) fn length(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    give(arguments.text(0)?.len() as i64)
}

pub(super) fn substring(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    give(strings::substring(arguments.text(0)?, arguments.integer(1)?, arguments.integer(2)?))
}

pub(super) fn skip(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    give(strings::skip(arguments.text(0)?, arguments.integer(1)?))
}

/// Puts the two results of a scanner into the last two arguments.
fn scanned(
    arguments: &mut ExternalArguments,
    at: usize,
    (next, value): (i64, impl Into<ExternalValue>),
) -> PureCallResult {
    arguments.set(at, next);
    arguments.set(at + 1, value);
    Ok(None)
}

pub(super) fn scan_identifier(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let found = strings::identifier(arguments.text(0)?, arguments.integer(1)?);
    scanned(arguments, 2, found)
}

pub(super) fn scan_string(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let found = strings::quoted(arguments.text(0)?, arguments.integer(1)?);
    scanned(arguments, 2, found)
}

pub(super) fn scan_integer(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let found = strings::integer(arguments.text(0)?, arguments.integer(1)?, arguments.boolean(2)?);
    scanned(arguments, 3, found)
}

pub(super) fn scan_real(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let found = strings::real(arguments.text(0)?, arguments.integer(1)?, arguments.boolean(2)?);
    scanned(arguments, 3, found)
}

/// Puts a new state and a number into the last two arguments.
fn drawn(
    arguments: &mut ExternalArguments,
    (state, number): (impl IntoIterator<Item = i32>, f64),
) -> PureCallResult {
    arguments.set(1, state.into_iter().map(i64::from).collect::<Vec<i64>>());
    arguments.set(2, number);
    Ok(None)
}

pub(super) fn xorshift64star(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let next = random::xorshift64star(arguments.words(0)?);
    drawn(arguments, next)
}

pub(super) fn xorshift128plus(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let next = random::xorshift128plus(arguments.words(0)?);
    drawn(arguments, next)
}

pub(super) fn xorshift1024star(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let next = random::xorshift1024star(arguments.words(0)?);
    drawn(arguments, next)
}

pub(super) fn set_random(arguments: &mut ExternalArguments, world: &mut World) -> PureCallResult {
    world.change()?;
    world.state.random = Some((arguments.integer(2)?, arguments.words(0)?));
    Ok(None)
}

pub(super) fn impure_random(arguments: &mut ExternalArguments, world: &mut World) -> PureCallResult {
    world.change()?;
    let id = arguments.integer(0)?;
    match &mut world.state.random {
        Some((own, state)) if *own == id => {
            let (next, number) = random::xorshift1024star(*state);
            *state = next;
            give(number)
        }
        _ => model_error("`impureRandom` is called before `initializeImpureRandom`"),
    }
}

pub(super) fn spectrum(arguments: &mut ExternalArguments, _: &mut World) -> PureCallResult {
    let samples = arguments.reals(0)?;
    let needed = 3 * samples.len() + 2 * (samples.len() / 2 + 1);
    let Some((amplitudes, phases)) = fft::spectrum(&samples) else { return give(1_i64) };
    if arguments.count(2) < needed {
        return give(2_i64);
    }
    arguments.set(4, amplitudes);
    arguments.set(5, phases);
    give(0_i64)
}
