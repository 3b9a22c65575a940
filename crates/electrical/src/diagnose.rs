//! Everything that the network graph tells.

use ::circuit::{Circuit, RepairOutcome, ResistorRepair, RuleViolation, RuleViolationKind, Topology};
use equations::InstanceId;
use syntax::{Diagnostic, SourceMap};

use super::names::CircuitNames;
use super::recognize::RecognizedCircuit;
use super::repairs::add_repair;
use super::topology_report::{MOST, TopologyReporter};

/// What is told, the resistor that may help, and what it comes to where it does.
type FindingWithRepair = (Diagnostic, Option<ResistorRepair>, &'static str);

const LOOP_GONE: &str = "this loop is gone after this change";
const CUTSET_GONE: &str = "this cutset is gone after this change";

/// Everything that is wrong with a circuit or deserves a look, the worst first.
pub fn diagnose(sources: &SourceMap, circuit: &Circuit, topology: &Topology) -> Vec<Diagnostic> {
    let tell = TopologyReporter { names: CircuitNames { sources, circuit, network: None }, topology };
    let survey = &topology.survey;
    if survey.no_ground {
        return vec![tell.no_ground()];
    }
    let part = |found| ResistorRepair::of_part(circuit, found);
    let around = |found| ResistorRepair::for_loop(topology, found);
    let across = |found| ResistorRepair::of_cutset(topology, found);
    let mut told = Vec::new();
    let gone = "its potential is determined after this change";
    told.extend(survey.floating.shown.iter().map(|found| (tell.floating(found), part(found), gone)));
    let gone = "the loop is gone after this change";
    told.extend(
        survey.voltage_loops.shown.iter().map(|found| (tell.voltage_loop(found), around(found), gone)),
    );
    let gone = "the cutset is gone after this change";
    told.extend(
        survey.current_cutsets.shown.iter().map(|found| (tell.current_cutset(found), part(found), gone)),
    );
    let gone = "there is an operating point after this change";
    told.extend(survey.no_dc_path.shown.iter().map(|found| (tell.no_dc_path(found), part(found), gone)));
    let gone = "the loop is gone after this change";
    told.extend(survey.dc_loops.shown.iter().map(|found| (tell.dc_loop(found), around(found), gone)));
    told.extend(survey.cv_loops.shown.iter().map(|found| (tell.cv_loop(found), around(found), LOOP_GONE)));
    told.extend(
        survey.li_cutsets.shown.iter().map(|found| (tell.li_cutset(found), across(found), CUTSET_GONE)),
    );
    let mut all = once(mend(&tell, told));
    let devices = |rule: &RuleViolation| tell.is_device(rule.branch);
    all.extend(
        survey
            .rules
            .shown
            .iter()
            .filter(|rule| !devices(rule) && topology.is_index_uncertain(rule))
            .map(|rule| tell.rule(rule)),
    );
    let floating = survey.floating.count > 0;
    all.extend(topology.loose.iter().take(if floating { 0 } else { MOST }).map(|&node| tell.loose(node)));
    let faults = ::circuit::invalid_parameters(circuit);
    all.extend(
        faults
            .iter()
            .take(MOST)
            .map(|(element, fault)| fault.diagnose(sources, circuit, circuit.elements[element.at()].place)),
    );
    all
}

/// Why the equations of a model with a circuit in it must be differentiated, in the words for netlists.
pub fn explain_index(sources: &SourceMap, network: &RecognizedCircuit) -> Vec<Diagnostic> {
    let (circuit, topology) = (&network.circuit, &network.topology);
    let tell =
        TopologyReporter { names: CircuitNames { sources, circuit, network: Some(network) }, topology };
    let survey = &topology.survey;
    let around = |found| ResistorRepair::for_loop(topology, found);
    let across = |found| ResistorRepair::of_cutset(topology, found);
    let mut told = Vec::new();
    told.extend(survey.cv_loops.shown.iter().map(|found| (tell.cv_loop(found), around(found), LOOP_GONE)));
    let loops = survey.capacitor_loops.shown.iter();
    told.extend(loops.map(|found| (tell.capacitor_loop(found), around(found), LOOP_GONE)));
    told.extend(
        survey.li_cutsets.shown.iter().map(|found| (tell.li_cutset(found), across(found), CUTSET_GONE)),
    );
    let mut all = mend(&tell, told);
    // Values are not known here, so that only sources are told which are part of a loop or a cutset, or look into one.
    let takes_part = |rule: &&RuleViolation| {
        matches!(
            rule.reason,
            RuleViolationKind::InLoop | RuleViolationKind::LoopCurrent(_) | RuleViolationKind::InCutset
        )
    };
    all.extend(survey.rules.shown.iter().filter(takes_part).map(|rule| tell.rule(rule)));
    all
}

/// What no values can mend in the circuit of a model, each with the components that it is about.
pub fn unsolvable_findings(
    sources: &SourceMap,
    network: &RecognizedCircuit,
) -> Vec<(Vec<InstanceId>, String)> {
    let (circuit, topology) = (&network.circuit, &network.topology);
    let tell =
        TopologyReporter { names: CircuitNames { sources, circuit, network: Some(network) }, topology };
    let owners = |branches: &[u32]| {
        let of = |&at: &u32| network.owners[topology.graph.branches[at as usize].element.at()];
        branches.iter().map(of).collect()
    };
    let loops = topology.survey.voltage_loops.shown.iter();
    let loops = loops.map(|found| (owners(&found.branches), tell.voltage_loop(found).message));
    let cutsets = topology.survey.current_cutsets.shown.iter();
    let cutsets = cutsets.map(|found| (owners(&found.branches), tell.current_cutset(found).message));
    loops.chain(cutsets).collect()
}

/// Adds what to do about each finding.
fn mend(tell: &TopologyReporter<'_>, told: Vec<FindingWithRepair>) -> Vec<Diagnostic> {
    let repairs: Vec<ResistorRepair> = told.iter().filter_map(|told| told.1).collect();
    let mut tried = ResistorRepair::verify_all(tell.names.circuit, tell.topology, &repairs).into_iter();
    let with = |(found, repair, gone): FindingWithRepair| match repair {
        Some(repair) => {
            add_repair(tell.names, found, repair, tried.next().unwrap_or(RepairOutcome::Fails), gone)
        }
        None => found,
    };
    told.into_iter().map(with).collect()
}

/// What is wrong in a subcircuit is told once, however often it is called.
fn once(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<(Diagnostic, usize)> = Vec::new();
    for found in all {
        let same = |kept: &&mut (Diagnostic, usize)| {
            (kept.0.code, kept.0.primary.place) == (found.code, found.primary.place)
                && kept.0.edits == found.edits
        };
        match kept.iter_mut().find(same) {
            Some(before) => before.1 += 1,
            None => kept.push((found, 0)),
        }
    }
    let note = |(found, more): (Diagnostic, usize)| match more {
        0 => found,
        1 => found.note("the same in another call of this subcircuit"),
        _ => found.note(format!("the same in {more} more calls of this subcircuit")),
    };
    kept.into_iter().map(note).collect()
}
