//! External functions by name.

mod files;
mod foreign;
mod host;
mod lapack;
mod pure;
mod tables;

#[cfg(test)]
mod tests;

use crate::argument::ExternalArguments;
use crate::modelica_internal::full_name;
use crate::{
    ExternalFailure, ExternalResult, ExternalValue, Host, ResourceFiles, Table1D, Table2D, TimeTable,
    model_error,
};

/// The number of an external object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectId(u32);

/// What external functions find outside their arguments: files, the machine they run on, and the objects and states of
/// earlier calls.
pub struct World<'a> {
    files: Option<&'a dyn ResourceFiles>,
    host: Option<&'a dyn Host>,
    /// True if calls must leave nothing behind.
    fixed: bool,
    state: WorldState,
}

/// What earlier calls left behind for later ones.
#[derive(Clone, Debug, Default)]
pub struct WorldState {
    /// The working folder, if the model changed it.
    moved: Option<String>,
    /// What the model set in the environment.
    variables: Vec<(String, String)>,
    /// Names of files that were given away and may not lead anywhere yet.
    names: Vec<String>,
    objects: Vec<ExternalObject>,
    /// The generator that the library keeps by itself, with the number it was set under.
    random: Option<(i64, [i32; 33])>,
}

impl<'a> World<'a> {
    /// A world without objects. Without a host everything is refused that would be done outside of the model.
    pub fn new(files: &'a dyn ResourceFiles, host: Option<&'a dyn Host>) -> World<'a> {
        World { host, fixed: false, ..World::fixed(Some(files)) }
    }

    /// A world in which calls are refused that would be remembered or do something outside of the model, and without
    /// files those that would read one. The results of all others depend on their arguments and the files alone.
    pub fn fixed(files: Option<&'a dyn ResourceFiles>) -> World<'a> {
        World { files, host: None, fixed: true, state: WorldState::default() }
    }

    /// What calls left behind so far.
    pub fn state(&self) -> &WorldState {
        &self.state
    }

    /// Goes back to what calls had left behind.
    pub fn restore(&mut self, state: WorldState) {
        self.state = state;
    }

    fn files(&self) -> ExternalResult<&'a dyn ResourceFiles> {
        self.files.ok_or(ExternalFailure::Refused("reads files"))
    }

    /// A name of a file as seen from the folder that the program is in.
    fn place(&self, name: &str) -> String {
        let full = name.starts_with("modelica://") || std::path::Path::new(name).is_absolute();
        match &self.state.moved {
            Some(folder) if !full => join(folder, name),
            _ => name.to_string(),
        }
    }

    /// The same for what is written: names in packages are names on disk.
    fn target(&self, name: &str) -> ExternalResult<String> {
        full_name(self.files()?, &self.place(name))
    }

    /// The full name of the working folder.
    fn folder(&self) -> ExternalResult<String> {
        let full = match (&self.state.moved, self.host) {
            (Some(folder), _) => Ok(folder.clone()),
            (None, Some(host)) => host.folder("."),
            (None, None) => return Err(ExternalFailure::Refused("asks for the working folder")),
        };
        full.or_else(|reason| model_error(format!("the working folder is not known: {reason}")))
    }

    /// Says no if calls must leave nothing behind.
    fn change(&self) -> ExternalResult<()> {
        if self.fixed { Err(ExternalFailure::Refused("keeps a state between its calls")) } else { Ok(()) }
    }

    fn add(&mut self, object: ExternalObject) -> ObjectId {
        self.state.objects.push(object);
        ObjectId(self.state.objects.len() as u32 - 1)
    }

    fn object(&mut self, id: ObjectId) -> ExternalResult<&mut ExternalObject> {
        self.state
            .objects
            .get_mut(id.0 as usize)
            .map_or_else(|| model_error("there is no such external object"), Ok)
    }
}

/// A name in a folder.
fn join(folder: &str, name: &str) -> String {
    format!("{}/{name}", folder.trim_end_matches('/'))
}

/// An external object.
#[derive(Clone, Debug)]
enum ExternalObject {
    Time(TimeTable),
    One(Table1D),
    Two(Table2D),
    Closed,
}

/// A function: it may change its arguments and may have a result.
type ExternalFunction = fn(&mut ExternalArguments, &mut World) -> ExternalResult<Option<ExternalValue>>;

/// What a model says of an external function.
#[derive(Clone, Copy)]
pub struct ExternalDeclaration<'a> {
    /// Its name in C or FORTRAN.
    pub name: &'a str,
    /// The name of the variable that each argument is, by number; empty for one that is none.
    pub argument: &'a dyn Fn(usize) -> &'a str,
}

/// Calls an external function. Outputs among the arguments are changed; their dimensions must be right
/// before. The result is what the function returns, if it returns something.
pub fn call(
    declared: ExternalDeclaration,
    arguments: &mut [ExternalValue],
    world: &mut World,
) -> ExternalResult<Option<ExternalValue>> {
    let name = declared.name;
    let refused = REFUSED.iter().find(|entry| entry.0 == name);
    if let Some((_, reason)) = refused {
        return Err(ExternalFailure::Refused(reason));
    }
    let native = match ACTING.iter().find(|entry| entry.0 == name) {
        Some((_, act, _)) if world.host.is_none() => return Err(ExternalFailure::Refused(act)),
        Some((.., native)) => native,
        None => match known().find(|entry| entry.0 == name) {
            Some((_, native)) => native,
            None => foreign::find(declared, arguments).ok_or(ExternalFailure::Missing)?,
        },
    };
    native(&mut ExternalArguments(arguments), world)
}

/// Whether there is an external function of a name, or it is known and refused.
pub fn is_known(name: &str) -> bool {
    known().any(|entry| entry.0 == name) || has_side_effects(name) || foreign::has(name)
}

/// Whether an external function finds nothing outside its arguments, so that what it gave need not be computed again.
pub fn repeats(name: &str) -> bool {
    COMPUTING.iter().any(|entry| entry.0 == name)
}

fn known() -> impl Iterator<Item = &'static (&'static str, ExternalFunction)> {
    NATIVE.iter().chain(COMPUTING)
}

/// Whether an external function does something outside of the model, or is refused because it would.
pub fn has_side_effects(name: &str) -> bool {
    ACTING.iter().any(|entry| entry.0 == name) || REFUSED.iter().any(|entry| entry.0 == name)
}

/// The functions that find nothing outside their arguments: the same arguments have the same results.
const COMPUTING: &[(&str, ExternalFunction)] = &[
    ("ModelicaStrings_compare", pure::compare),
    ("ModelicaStrings_hashString", pure::hash),
    ("ModelicaStrings_length", pure::length),
    ("ModelicaStrings_scanIdentifier", pure::scan_identifier),
    ("ModelicaStrings_scanInteger", pure::scan_integer),
    ("ModelicaStrings_scanReal", pure::scan_real),
    ("ModelicaStrings_scanString", pure::scan_string),
    ("ModelicaStrings_skipWhiteSpace", pure::skip),
    ("ModelicaStrings_substring", pure::substring),
    ("ModelicaRandom_xorshift64star", pure::xorshift64star),
    ("ModelicaRandom_xorshift128plus", pure::xorshift128plus),
    ("ModelicaRandom_xorshift1024star", pure::xorshift1024star),
    ("ModelicaFFT_kiss_fftr", pure::spectrum),
    ("dgbsv", lapack::dgbsv),
    ("dgecon", lapack::dgecon),
    ("dgees", lapack::dgees),
    ("dgeev", lapack::dgeev),
    ("dgehrd", lapack::dgehrd),
    ("dgels", lapack::dgels),
    ("dgelsy", lapack::dgelsy),
    ("dgeqp3", lapack::dgeqp3),
    ("dgeqrf", lapack::dgeqrf),
    ("dgesdd", lapack::dgesdd),
    ("dgesv", lapack::dgesv),
    ("dgesvd", lapack::dgesvd),
    ("dgesvx", lapack::dgesvx),
    ("dgetrf", lapack::dgetrf),
    ("dgetri", lapack::dgetri),
    ("dgetrs", lapack::dgetrs),
    ("dgglse", lapack::dgglse),
    ("dgtsv", lapack::dgtsv),
    ("dhseqr", lapack::dhseqr),
    ("dlange", lapack::dlange),
    ("dorghr", lapack::dorghr),
    ("dorgqr", lapack::dorgqr),
    ("dormqr", lapack::dormqr),
    ("dpotrf", lapack::dpotrf),
    ("dtrsen", lapack::dtrsen),
    ("dtrsm", lapack::dtrsm),
    ("dtrsyl", lapack::dtrsyl),
];

/// The others there are.
const NATIVE: &[(&str, ExternalFunction)] = &[
    ("ModelicaError", pure::error),
    ("ModelicaRandom_setInternalState_xorshift1024star", pure::set_random),
    ("ModelicaRandom_impureRandom_xorshift1024star", pure::impure_random),
    ("ModelicaInternal_countLines", files::count_lines),
    ("ModelicaInternal_fullPathName", files::full_name),
    ("ModelicaInternal_getNumberOfFiles", files::count_entries),
    ("ModelicaInternal_readDirectory", files::list),
    ("ModelicaInternal_readFile", files::read_file),
    ("ModelicaInternal_readLine", files::read_line),
    ("ModelicaInternal_stat", files::stat),
    ("ModelicaStreams_closeFile", files::close),
    ("ModelicaIO_readMatrixSizes", files::matrix_sizes),
    ("ModelicaIO_readRealMatrix", files::matrix),
    ("ModelicaStandardTables_CombiTimeTable_init3", tables::time),
    ("ModelicaStandardTables_CombiTimeTable_close", tables::close),
    ("ModelicaStandardTables_CombiTimeTable_getValue", tables::time_value),
    ("ModelicaStandardTables_CombiTimeTable_getDerValue", tables::time_derivative),
    ("ModelicaStandardTables_CombiTimeTable_getDer2Value", tables::time_second),
    ("ModelicaStandardTables_CombiTimeTable_minimumTime", tables::time_minimum),
    ("ModelicaStandardTables_CombiTimeTable_maximumTime", tables::time_maximum),
    ("ModelicaStandardTables_CombiTimeTable_nextTimeEvent", tables::time_event),
    ("ModelicaStandardTables_CombiTable1D_init3", tables::one),
    ("ModelicaStandardTables_CombiTable1D_close", tables::close),
    ("ModelicaStandardTables_CombiTable1D_getValue", tables::one_value),
    ("ModelicaStandardTables_CombiTable1D_getDerValue", tables::one_derivative),
    ("ModelicaStandardTables_CombiTable1D_getDer2Value", tables::one_second),
    ("ModelicaStandardTables_CombiTable1D_minimumAbscissa", tables::one_minimum),
    ("ModelicaStandardTables_CombiTable1D_maximumAbscissa", tables::one_maximum),
    ("ModelicaStandardTables_CombiTable2D_init3", tables::two),
    ("ModelicaStandardTables_CombiTable2D_close", tables::close),
    ("ModelicaStandardTables_CombiTable2D_getValue", tables::two_value),
    ("ModelicaStandardTables_CombiTable2D_getDerValue", tables::two_derivative),
    ("ModelicaStandardTables_CombiTable2D_getDer2Value", tables::two_second),
    ("ModelicaStandardTables_CombiTable2D_minimumAbscissa", tables::two_minimum),
    ("ModelicaStandardTables_CombiTable2D_maximumAbscissa", tables::two_maximum),
];

/// Functions that need a host, and what they do with it.
const ACTING: &[(&str, &str, ExternalFunction)] = &[
    ("ModelicaIO_writeRealMatrix", "writes a file", host::write_matrix),
    ("ModelicaInternal_chdir", "changes the working folder", host::change_folder),
    ("ModelicaInternal_copyFile", "writes a file", host::copy),
    ("ModelicaInternal_getTime", "reads the clock", host::time),
    ("ModelicaInternal_getcwd", "asks for the working folder", host::folder),
    ("ModelicaInternal_getenv", "reads the environment", host::variable),
    ("ModelicaInternal_getpid", "asks for the process", host::process),
    ("ModelicaInternal_mkdir", "makes a folder", host::make_folder),
    ("ModelicaInternal_print", "prints", host::print),
    ("ModelicaInternal_removeFile", "removes a file", host::remove_file),
    ("ModelicaInternal_rename", "renames a file", host::rename),
    ("ModelicaInternal_rmdir", "removes a folder", host::remove_folder),
    ("ModelicaInternal_setenv", "changes the environment", host::set_variable),
    ("ModelicaInternal_temporaryFileName", "asks for a name that nobody has", host::temporary),
    ("ModelicaRandom_automaticGlobalSeed", "reads the clock", host::seed),
];

/// Functions of the library that no model may call, and what they would do: a model is read and run without looking at
/// all of it first, so it must not start programs, nor end this one.
const REFUSED: &[(&str, &str)] = &[("exit", "ends the program"), ("system", "runs a program")];
