//! Does a result solve its model? What `certify` finds, in words.

use std::borrow::Cow;
use std::fmt::Write;

use certify::{
    Certificate, CertificateFinding, CertificateFindingKind, CertificateVerdict, ColumnSource,
    RecordedPrecision, ResultColumn, ResultRows, ResultTable, UndecidedReason, VerifyOptions, certify,
};
use equations::{FlatModel, Origin, OriginId, Variability, VariableId};
use report::{CertificateStatus, ReportedCertificate, ReportedLostEvent, ReportedPlace, ReportedResidual};
use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap, count, nearest};

use crate::{Experiment, Files, Loaded, Overrides, ResultFile, Trajectory};
use project::Resources;
use runtime::{build, structural_parameters};

/// So many equations that do not hold are told one by one.
const TOLD: usize = 5;

/// So many names are listed.
const LISTED: usize = 5;

/// A certificate in all the forms that it is told in.
#[derive(Clone, Debug)]
pub struct CertificateReport {
    /// What was found.
    pub certificate: Certificate,
    /// What is wrong, if something is.
    pub diagnostics: Vec<Diagnostic>,
    /// The certificate in a few lines.
    pub text: String,
    /// The certificate for scripts.
    pub report: ReportedCertificate,
}

/// Puts the result of a run back into the model. The run must have kept all variables (`Experiment::complete`).
pub fn certify_run(
    files: &dyn Files,
    loaded: &Loaded,
    model: &FlatModel,
    trajectory: &Trajectory,
    experiment: &Experiment,
    overrides: &Overrides,
) -> CertificateReport {
    let column = |signal: &crate::ResultVariable| ResultColumn {
        name: signal.name.clone(),
        source: match signal.column {
            Some(column) => ColumnSource::Column(column, signal.factor),
            None => ColumnSource::Constant(signal.factor),
        },
        precision: RecordedPrecision::FULL,
    };
    let table = ResultTable {
        times: &trajectory.times,
        time_precision: RecordedPrecision::FULL,
        // What has no value is as if it was not there.
        columns: trajectory
            .signals
            .iter()
            .map(column)
            .filter(|column| !matches!(column.source, ColumnSource::Constant(value) if value.is_nan()))
            .collect(),
        points: trajectory,
    };
    let names = |list: &[(String, f64)]| list.iter().map(|pair| pair.0.clone()).collect();
    let options = VerifyOptions {
        tolerance: experiment.tolerance,
        steps: trajectory.statistics.steps as f64 / trajectory.times.len().max(1) as f64,
        taken: trajectory.steps.clone(),
        parameters: names(&overrides.parameters),
        starts: names(&overrides.starts),
        lenient: false,
    };
    // The run was accepted with these values.
    let resources = Resources::new(files, loaded);
    let built = build(&resources, Cow::Borrowed(model), overrides).unwrap_or(Cow::Borrowed(model));
    finish(&resources, &built, &table, &options)
}

/// Puts a result that was read from a file of some name back into a model. Parameters that were given other values, which the
/// options name, have those of the result, or where it does not tell them those that are `told` beside it.
///
/// # Errors
/// Why it is no result of this model.
pub fn verify(
    files: &dyn Files,
    loaded: &Loaded,
    model: &FlatModel,
    name: &str,
    result: &ResultFile,
    options: &VerifyOptions,
    told: &[(String, f64)],
) -> Result<CertificateReport, Vec<Diagnostic>> {
    let resources = Resources::new(files, loaded);
    let table = ResultTable {
        times: &result.times,
        time_precision: result.time_precision,
        columns: result.columns.clone(),
        points: &result.rows,
    };
    let (recorded, told) = other_values(model, result, options, told);
    let parameters = recorded.into_iter().chain(told.iter().cloned()).collect();
    let mut model =
        build(&resources, Cow::Borrowed(model), &Overrides { parameters, ..Overrides::default() })?;
    if !told.is_empty() {
        bind(model.to_mut(), &told);
    }
    let model = &*model;
    let certified = finish(&resources, model, &table, options);
    let certificate = &certified.certificate;
    let known = result.columns.len() - certificate.unknown.len();
    if known == 0 || (certificate.unknown.len() > known && !certificate.missing.is_empty()) {
        let place = model.instances[0].place;
        let message = format!("`{name}` is not a result of {}", model.name);
        let mut found = Diagnostic::new(DiagnosticCode::OtherResult, place, message)
            .label(format!("{known} of its {} columns are variables of this model", result.columns.len()))
            .note(unknown_names(model, &certificate.unknown));
        if !certificate.missing.is_empty() {
            found = found.note(missing_names(model, &certificate.missing));
        }
        return Err(vec![found.help("name the model that it was made from with -m")]);
    }
    Ok(certified)
}

/// Says of a file of some name why it is no result of any model, beside the model it should belong to.
pub fn unreadable_result(model: &FlatModel, name: &str, reason: &str) -> Diagnostic {
    let place = model.instances[0].place;
    Diagnostic::new(DiagnosticCode::OtherResult, place, format!("`{name}` {reason}"))
        .label("this model has no result in it")
}

/// Values of parameters by name.
type NamedValues = Vec<(String, f64)>;

/// The values of parameters that were given others than the model has: what the result tells, and what it does not.
fn other_values(
    model: &FlatModel,
    result: &ResultFile,
    options: &VerifyOptions,
    told: &[(String, f64)],
) -> (NamedValues, NamedValues) {
    let value = |name: &str| {
        let found = result.columns.iter().find(|column| column.name == name)?;
        match found.source {
            ColumnSource::Constant(value) => Some(value),
            ColumnSource::Column(column, factor) if !result.times.is_empty() => {
                Some(factor * result.rows.point(0)[column as usize])
            }
            _ => None,
        }
    };
    let named = options.parameters.iter();
    let mut recorded: NamedValues = named.filter_map(|name| Some((name.clone(), value(name)?))).collect();
    if options.lenient {
        // A number of the model that the result has otherwise was given from outside, though nobody says so.
        let own = |id: &VariableId| {
            model.variables[id.at()].binding.and_then(|own| model.exprs.literal_number(own))
        };
        let free = |id: &VariableId| !model.locked.iter().any(|found| found.variable == *id);
        let other = structural_parameters(model).into_iter().filter(free).filter_map(|id| {
            let (own, name) = (own(&id)?, model.variable_name(id));
            let value = value(&name).filter(|&value| value != own)?;
            Some((name, value))
        });
        recorded.extend(other);
        recorded.sort_by(|a, b| a.0.cmp(&b.0));
        recorded.dedup_by(|a, b| a.0 == b.0);
    }
    (recorded, told.iter().filter(|told| value(&told.0).is_none()).cloned().collect())
}

/// Gives parameters other values, as far as the model has them.
fn bind(model: &mut FlatModel, values: &[(String, f64)]) {
    for id in (0..model.variables.len() as u32).map(VariableId) {
        let variable = model.variables[id.at()];
        let name = model.variable_name(id);
        let value = values
            .iter()
            .rfind(|value| value.0 == name)
            .filter(|_| variable.variability == Variability::Parameter);
        if let Some(literal) = value.and_then(|value| model.literal(variable.kind, value.1)) {
            model.variables[id.at()].binding = Some(model.exprs.add(literal));
        }
    }
}

fn finish(
    resources: &Resources,
    model: &FlatModel,
    table: &ResultTable,
    options: &VerifyOptions,
) -> CertificateReport {
    let loaded = resources.loaded;
    let certificate = certify(model, resources, table, options);
    let diagnostics = diagnostics(model, &certificate);
    let text = text(&loaded.sources, model, &certificate);
    let report = report(&loaded.sources, model, &certificate);
    CertificateReport { certificate, diagnostics, text, report }
}

fn names(model: &FlatModel, ids: &[VariableId]) -> String {
    let all: Vec<String> = ids.iter().map(|&id| format!("`{}`", model.variable_name(id))).collect();
    list(&all)
}

fn list(all: &[String]) -> String {
    let more = match all.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", all[..all.len().min(LISTED)].join(", "))
}

fn missing_names(model: &FlatModel, missing: &[VariableId]) -> String {
    format!("variables that the result does not have: {}", names(model, missing))
}

/// How a result gets the values of parameters that it does not have: a table has those alone that were asked for by name, and
/// where the initialization determines them the model does not tell them either.
fn missing_parameters(model: &FlatModel, missing: &[VariableId]) -> Option<String> {
    let is_parameter = |id: &VariableId| model.variables[id.at()].variability <= Variability::Parameter;
    let parameters: Vec<VariableId> = missing.iter().copied().filter(is_parameter).collect();
    let first = model.variable_name(*parameters.first()?);
    Some(format!(
        "parameters that the initialization determines: {}; record them with `--variables '*'` or in a MAT file, or tell \
         them with `--param {first}=VALUE`",
        names(model, &parameters)
    ))
}

fn unknown_names(model: &FlatModel, unknown: &[String]) -> String {
    let all: Vec<String> =
        (0..model.variables.len() as u32).map(|id| model.variable_name(VariableId(id))).collect();
    let one = |name: &String| match nearest(name, all.iter().map(String::as_str)) {
        Some(near) => format!("`{name}` (did you mean `{near}`?)"),
        None => format!("`{name}`"),
    };
    let told: Vec<String> = unknown
        .iter()
        .enumerate()
        .map(|(at, name)| if at < LISTED { one(name) } else { String::new() })
        .collect();
    format!("columns that are no variables of the model: {}", list(&told))
}

/// Where an equation is written.
fn place_of(model: &FlatModel, origin: OriginId) -> Place {
    match model.source(origin) {
        Origin::Connected { connects } => {
            connects.first().map_or(model.instances[0].place, |connect| connect.0)
        }
        Origin::Unconnected { variable } => model.written(model.variables[variable.at()].origin),
        _ => model.written(origin),
    }
}

/// The instance that an equation belongs to, if it is not the model itself.
fn instance_of(model: &FlatModel, origin: OriginId) -> Option<String> {
    match model.source(origin) {
        Origin::Written { instance, .. } => {
            Some(model.instance_name(*instance)).filter(|name| !name.is_empty())
        }
        _ => None,
    }
}

fn diagnostics(model: &FlatModel, certificate: &Certificate) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        certificate.failures.iter().take(TOLD).map(|failure| tell(model, failure)).collect();
    let more = certificate.failures.len().saturating_sub(TOLD);
    if let (true, Some(last)) = (more > 0, found.last_mut()) {
        last.notes.push(match more {
            1 => "one more equation does not hold".to_string(),
            more => format!("{more} more equations do not hold"),
        });
    }
    for lost in certificate.lost.iter().take(TOLD) {
        let (from, to) = lost.between;
        let message = format!(
            "the result has no event where `{}` changes, at about time {}",
            lost.relation,
            short(lost.time)
        );
        let mut diagnostic =
            Diagnostic::new(DiagnosticCode::LostEvent, place_of(model, lost.origin), message)
                .label("this relation makes an event there")
                .note(format!(
                    "there is no event between the points at {} and {}: two points at one time",
                    short(from),
                    short(to)
                ));
        if lost.count > 1 {
            diagnostic = diagnostic.note(format!("the same in {} intervals in all", lost.count));
        }
        if let Some(instance) = instance_of(model, lost.origin) {
            diagnostic = diagnostic.note(format!("in the component `{instance}`"));
        }
        found.push(diagnostic);
    }
    if certificate.verdict() == CertificateVerdict::Undecided {
        found.push(undecided(model, certificate));
    }
    found
}

/// Nothing is wrong, and next to nothing could be judged.
fn undecided(model: &FlatModel, certificate: &Certificate) -> Diagnostic {
    let all = certificate.judged + certificate.lacking;
    let message = match certificate.judged {
        0 => "no equation could be checked: the result does not show whether it solves the model".to_string(),
        judged => format!("next to none of the equations could be checked: {judged} of {all} equations"),
    };
    let place = model.instances[0].place;
    let mut found = Diagnostic::new(DiagnosticCode::Undecided, place, message).label(format!(
        "{} of its equations determine the course of a result, and need values that this one lacks",
        certificate.lacking
    ));
    for (reason, number) in certificate.undecided.iter().filter(|found| found.0.is_missing_data()) {
        found = found.note(format!("not decided: {number} ({})", reason.text()));
    }
    if certificate.missing.is_empty() {
        return found.help("record more points, or the derivatives of states");
    }
    found.notes.push(missing_names(model, &certificate.missing));
    found.notes.extend(missing_parameters(model, &certificate.missing));
    found.help(format!("record these too: {}", names(model, &certificate.missing)))
}

fn tell(model: &FlatModel, failure: &CertificateFinding) -> Diagnostic {
    let time = short(failure.time);
    let (left, right) = failure.sides.unwrap_or_default();
    let (left, right) = (exact(left), exact(right));
    let name = |id: VariableId| model.variable_name(id);
    let (message, label) = match failure.kind {
        CertificateFindingKind::Equation => (
            format!("the result does not satisfy this equation at time {time}"),
            format!("one side is {left}, the other {right}"),
        ),
        CertificateFindingKind::Binding(id) => (
            format!("the result does not satisfy the binding of `{}` at time {time}", name(id)),
            format!("it is {left} in the result, and this is {right}"),
        ),
        CertificateFindingKind::Initial => (
            format!("the result does not satisfy this initial condition at time {time}"),
            format!("{left} in the result, and {right} by this"),
        ),
        CertificateFindingKind::Algorithm(id) => (
            format!("the result does not have what this algorithm assigns to `{}` at time {time}", name(id)),
            format!("it is {left} in the result, and {right} by the algorithm"),
        ),
        CertificateFindingKind::When => (
            format!("the result does not satisfy this `when` at the event at time {time}"),
            format!("{left} in the result, and {right} by this"),
        ),
        CertificateFindingKind::Assertion => {
            (format!("the result violates this assertion at time {time}"), "it is false there".to_string())
        }
        CertificateFindingKind::Derivative(id) => (
            format!("`{}` does not follow its derivative up to time {time}", name(id)),
            format!(
                "it changes by {left} over the points before, and the integral of its derivative is {right}"
            ),
        ),
        CertificateFindingKind::Discrete(id) => (
            format!("`{}` changes at time {time} without an event", name(id)),
            format!("it is {left}, and was {right} at the point before, which is another time"),
        ),
        CertificateFindingKind::Jump(id) => (
            format!("`{}` jumps at the event at time {time}, and nothing reinitializes it", name(id)),
            format!("it is differentiated here: {right} before the event, {left} after it"),
        ),
    };
    let mut found =
        Diagnostic::new(DiagnosticCode::Uncertified, place_of(model, failure.origin), message).label(label);
    found = found.note(format!("in the flat model: {}", one_line(&failure.equation)));
    if let Some(instance) = instance_of(model, failure.origin) {
        found = found.note(format!("in the component `{instance}`"));
    }
    found.note(format!(
        "the residual is {} of the terms, and {} is allowed",
        short(failure.residual),
        short(failure.allowed)
    ))
}

fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= 160 { text } else { text.chars().take(157).chain("...".chars()).collect() }
}

/// A number as people want to read it.
fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.3e}").parse().unwrap_or(number);
    plain(rounded)
}

/// A number with so many digits that a difference shows.
fn exact(number: f64) -> String {
    let rounded: f64 = format!("{number:.9e}").parse().unwrap_or(number);
    plain(rounded)
}

fn plain(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        format!("{number:e}")
    } else {
        format!("{}", number + 0.0)
    }
}

fn text(sources: &SourceMap, model: &FlatModel, certificate: &Certificate) -> String {
    let mut text = String::new();
    let (checked, equations) = (certificate.checked, count(certificate.equations, "equation"));
    let verdict = match certificate.verdict() {
        CertificateVerdict::Holds => format!("holds: {checked} of {equations} checked"),
        CertificateVerdict::Partly => format!("holds for {checked} of {equations}"),
        CertificateVerdict::Undecided => format!("UNDECIDED: {checked} of {equations} checked"),
        CertificateVerdict::Fails => format!("FAILS: {checked} of {equations} checked"),
    };
    let _ = write!(text, "certificate {verdict}");
    if certificate.computed > 0 {
        let _ = write!(text, " ({} more determine values that the result lacks)", certificate.computed);
    }
    let _ = write!(
        text,
        ", {}, {} lost",
        count(certificate.points, "point"),
        count(certificate.lost.len(), "event")
    );
    if certificate.verdict() == CertificateVerdict::Partly {
        let _ = write!(text, "; not decided: {}", lack(model, certificate));
    }
    text.push('\n');
    if let Some(worst) = &certificate.worst {
        let place = place_of(model, worst.origin);
        let source = &sources[place.file];
        let at = source.locate(place.span.start);
        let _ = writeln!(
            text,
            "  worst residual {} of the terms of {} at time {} ({}:{}:{})",
            short(worst.residual),
            one_line(&worst.equation),
            short(worst.time),
            source.name(),
            at.line,
            at.column
        );
    }
    for (reason, number) in &certificate.undecided {
        let _ = writeln!(text, "  not decided: {number} ({})", reason.text());
    }
    if !certificate.overridden.is_empty() {
        let all: Vec<String> = certificate
            .overridden
            .iter()
            .map(|&(id, value)| format!("{} = {}", model.variable_name(id), plain(value)))
            .collect();
        let _ = writeln!(text, "  parameters with other values than in the model: {}", list(&all));
    }
    if !certificate.unknown.is_empty() {
        let _ = writeln!(text, "  {}", unknown_names(model, &certificate.unknown));
    }
    if !certificate.missing.is_empty() {
        let _ = writeln!(text, "  {}", missing_names(model, &certificate.missing));
    }
    if let Some(parameters) = missing_parameters(model, &certificate.missing) {
        let _ = writeln!(text, "  {parameters}");
    }
    text
}

/// What is not decided because the result lacks something, in a few words.
fn lack(model: &FlatModel, certificate: &Certificate) -> String {
    let number = |reason: UndecidedReason| certificate.undecided.get(&reason).copied().unwrap_or_default();
    let columns = number(UndecidedReason::MissingVariable) + number(UndecidedReason::MissingDerivative);
    let mut parts = Vec::new();
    if columns > 0 {
        let missing = match certificate.missing.is_empty() {
            true => "derivatives".to_string(),
            false => names(model, &certificate.missing),
        };
        parts.push(format!("{columns} because columns are missing ({missing})"));
    }
    if !certificate.unresolved.is_empty() {
        let states = names(model, &certificate.unresolved);
        parts.push(format!("whether {states} follow their derivatives, because points are missing"));
    }
    parts.join(", and ")
}

fn report(sources: &SourceMap, model: &FlatModel, certificate: &Certificate) -> ReportedCertificate {
    let place = |origin: OriginId| ReportedPlace::new(sources, place_of(model, origin));
    let finding = |found: &CertificateFinding| ReportedResidual {
        residual: found.residual,
        allowed: found.allowed,
        time: found.time,
        equation: found.equation.clone(),
        place: place(found.origin),
        component: instance_of(model, found.origin),
        sides: found.sides.map(|sides| [sides.0, sides.1]),
    };
    let lost = certificate.lost.iter().map(|lost| ReportedLostEvent {
        time: lost.time,
        between: [lost.between.0, lost.between.1],
        relation: lost.relation.clone(),
        count: lost.count,
        place: place(lost.origin),
    });
    let undecided = certificate.undecided.iter();
    let name = |&id: &VariableId| model.variable_name(id);
    ReportedCertificate {
        equations: certificate.equations,
        checked: certificate.checked,
        points: certificate.points,
        worst: certificate.worst.as_ref().map(finding),
        failures: certificate.failures.iter().map(finding).collect(),
        lost_events: lost.collect(),
        undecided: undecided.map(|(reason, &number)| (reason.key().to_string(), number)).collect(),
        computed: certificate.computed,
        unresolved: certificate.unresolved.iter().map(name).collect(),
        status: match certificate.verdict() {
            CertificateVerdict::Holds => CertificateStatus::Holds,
            CertificateVerdict::Partly => CertificateStatus::Partly,
            CertificateVerdict::Undecided => CertificateStatus::Undecided,
            CertificateVerdict::Fails => CertificateStatus::Fails,
        },
        overridden: certificate.overridden.iter().map(|found| name(&found.0)).collect(),
        missing: certificate.missing.iter().map(name).collect(),
        unknown: certificate.unknown.clone(),
        passed: certificate.passed(),
    }
}
