//! Calls with directions: the results, and how they change when the arguments do.

use std::sync::Arc;

use equations::{Derivative, Function, FunctionId, Local, Type};

use super::run::RoutineFrame;
use super::{LANES, RoutineStopped};
use crate::calls::{ArgumentShape, CallSite, Calls, difference};
use crate::evaluate::Evaluator;
use crate::interpret::Executor;

/// A derivative function that an annotation names (MLS 12.7.1), and how it is called for a call of the function.
#[derive(Debug)]
pub(crate) struct AnnotatedDerivative {
    site: CallSite,
    /// The numbers among the arguments whose derivatives it takes.
    passed: Vec<u32>,
    /// The numbers among the arguments whose derivatives must be zero.
    zero: Vec<u32>,
    /// The numbers among the results that it gives the derivatives of.
    results: Vec<u32>,
}

impl Evaluator<'_> {
    /// The routine of a call, if there is one.
    pub(crate) fn routine(&mut self, site: &CallSite) -> Option<usize> {
        // What only the caller can carry out has no routine, and may answer otherwise the next time.
        let given = self.given.as_ref().is_some_and(|given| given.0 == site.function);
        if !self.compiled || given || self.model.functions[site.function.at()].acts {
            return None;
        }
        self.routines.find(&self.model.exprs, &self.model.functions, site)
    }

    /// Makes a call by a routine; false if the evaluator has to.
    pub(crate) fn compute(&mut self, site: &CallSite, arguments: &[f64], results: &mut [f64]) -> bool {
        self.routine(site).is_some_and(|number| self.perform(number, arguments, results))
    }

    fn perform(&mut self, number: usize, arguments: &[f64], results: &mut [f64]) -> bool {
        if let Some(known) = self.routines.lookup_call(number, arguments) {
            results.copy_from_slice(&known.results);
            return true;
        }
        let mut frame = std::mem::take(&mut self.routines.frames[number]);
        // A routine that is under way has no second frame.
        if frame.values.is_empty() {
            return false;
        }
        let routine = self.routines.list[number].clone();
        frame.values[..routine.inputs].copy_from_slice(arguments);
        let RoutineFrame { values, plain, .. } = &mut frame;
        let made = match plain {
            Some(plain) => plain.run(values, results, self).is_ok(),
            None => self.interpret_routine::<0>(&routine, values, &mut [], results, &mut []).is_ok(),
        };
        self.routines.frames[number] = frame;
        if made {
            self.routines.remember_call(number, arguments, results);
        }
        made
    }

    /// The same with derivatives in some directions.
    fn differentiate(
        &mut self,
        number: usize,
        arguments: &[f64],
        seeds: &[[f64; LANES]],
        tangents: &mut [[f64; LANES]],
    ) -> Result<(), RoutineStopped> {
        let RoutineFrame { mut values, mut lanes, plain } = std::mem::take(&mut self.routines.frames[number]);
        if values.is_empty() {
            return Err(RoutineStopped);
        }
        lanes.resize(values.len(), [0.0; LANES]);
        let routine = self.routines.list[number].clone();
        values[..routine.inputs].copy_from_slice(arguments);
        lanes[..routine.inputs].copy_from_slice(seeds);
        let mut outputs = self.row(routine.outputs);
        let made = self.interpret_routine::<LANES>(&routine, &mut values, &mut lanes, &mut outputs, tangents);
        self.routines.frames[number] = RoutineFrame { values, lanes, plain };
        self.routines.pool.push(outputs);
        made
    }

    /// A row of zeros.
    fn row(&mut self, count: usize) -> Vec<f64> {
        let mut row = self.routines.pool.pop().unwrap_or_default();
        row.clear();
        row.resize(count, 0.0);
        row
    }

    /// A call that a routine makes.
    pub(super) fn nested<const W: usize>(
        &mut self,
        site: &CallSite,
        target: Option<usize>,
        values: &mut [f64],
        lanes: &mut [[f64; W]],
    ) -> Result<(), RoutineStopped> {
        let mut arguments = self.row(site.arguments.len());
        for (argument, reg) in arguments.iter_mut().zip(&site.arguments) {
            *argument = values[reg.0 as usize];
        }
        let mut results = self.row(site.results.len());
        let made = if W == 0 {
            if target.is_some_and(|number| self.perform(number, &arguments, &mut results)) {
                Ok(())
            } else {
                self.interpret(site, &arguments, &mut results).map_err(|_| RoutineStopped)
            }
        } else {
            let seed = |reg: &crate::op::Reg| {
                let mut seed = [0.0; LANES];
                seed[..W].copy_from_slice(&lanes[reg.0 as usize]);
                seed
            };
            let seeds: Vec<[f64; LANES]> = site.arguments.iter().map(seed).collect();
            let mut tangents = vec![[0.0; LANES]; results.len()];
            let made = self.push(site, &arguments, &seeds, &mut results, &mut tangents);
            for (&to, tangent) in site.results.iter().zip(&tangents) {
                lanes[to as usize].copy_from_slice(&tangent[..W]);
            }
            made.map_err(|_| RoutineStopped)
        };
        for (&to, &result) in site.results.iter().zip(&results) {
            values[to as usize] = result;
        }
        self.routines.pool.extend([arguments, results]);
        made
    }

    /// The derivatives of all results by one of the numbers of the arguments. Those by its neighbours are computed along
    /// with them and remembered.
    pub(crate) fn partial_derivatives(
        &mut self,
        site: &CallSite,
        by: usize,
        arguments: &[f64],
        results: &mut [f64],
    ) -> Result<(), String> {
        let (group, lane) = (by / LANES, by % LANES);
        let number = self.routine(site);
        if let Some(number) = number
            && let Some(known) = self.routines.lookup_call(number, arguments)
            && let Some((_, slopes)) = known.slopes.iter().find(|slopes| slopes.0 == group)
        {
            results.iter_mut().zip(slopes).for_each(|(result, slope)| *result = slope[lane]);
            return Ok(());
        }
        let real: Vec<bool> = site.inputs.iter().flat_map(crate::differentiate::reals).collect();
        let mut seeds = vec![[0.0; LANES]; arguments.len()];
        // By differences each direction costs as much as all of them along with the values.
        let wanted = if number.is_some() { group * LANES..(group + 1) * LANES } else { by..by + 1 };
        // The last group may reach beyond the last argument.
        for at in wanted.filter(|&at| real.get(at) == Some(&true)) {
            seeds[at][at % LANES] = 1.0;
        }
        let mut values = vec![0.0; results.len()];
        let mut tangents = vec![[0.0; LANES]; results.len()];
        self.push(site, arguments, &seeds, &mut values, &mut tangents)?;
        results.iter_mut().zip(&tangents).for_each(|(result, slope)| *result = slope[lane]);
        if let Some(number) = number
            && let Some(known) = self.routines.lookup_call(number, arguments)
        {
            known.slopes.push((group, tangents));
        }
        Ok(())
    }

    /// Makes a call and differentiates it in some directions: by the derivative function that an annotation names where
    /// it is right, else along with the values, and where that cannot be done by differences.
    pub(crate) fn push(
        &mut self,
        site: &CallSite,
        arguments: &[f64],
        seeds: &[[f64; LANES]],
        results: &mut [f64],
        tangents: &mut [[f64; LANES]],
    ) -> Result<(), String> {
        self.call(site, arguments, results)?;
        tangents.fill([0.0; LANES]);
        let moves = |lane: usize| seeds.iter().any(|seed| seed[lane] != 0.0);
        let mut left: Vec<usize> = (0..LANES).filter(|&lane| moves(lane)).collect();
        if left.is_empty() {
            return Ok(());
        }
        for given in self.given(site).iter() {
            left.retain(|&lane| !self.annotated(given, arguments, seeds, lane, tangents));
        }
        if left.is_empty() {
            return Ok(());
        }
        let mut rest = seeds.to_vec();
        for seed in &mut rest {
            (0..LANES).filter(|lane| !left.contains(lane)).for_each(|lane| seed[lane] = 0.0);
        }
        let mut found = vec![[0.0; LANES]; tangents.len()];
        let made = match self.routine(site) {
            Some(number) => self.differentiate(number, arguments, &rest, &mut found),
            None => Err(RoutineStopped),
        };
        if made.is_err() {
            found.fill([0.0; LANES]);
            self.differences(site, arguments, &rest, &mut found)?;
        }
        for (tangent, found) in tangents.iter_mut().zip(found) {
            left.iter().for_each(|&lane| tangent[lane] = found[lane]);
        }
        Ok(())
    }

    fn differences(
        &mut self,
        site: &CallSite,
        arguments: &[f64],
        seeds: &[[f64; LANES]],
        tangents: &mut [[f64; LANES]],
    ) -> Result<(), String> {
        let real: Vec<bool> = site.inputs.iter().flat_map(crate::differentiate::reals).collect();
        let mut column = vec![0.0; tangents.len()];
        for (by, seed) in seeds.iter().enumerate() {
            if !real[by] || seed.iter().all(|&lane| lane == 0.0) {
                continue;
            }
            let mut act = |arguments: &[f64], results: &mut [f64]| self.call(site, arguments, results);
            difference(&mut act, by, arguments, &mut column)?;
            for (tangent, slope) in tangents.iter_mut().zip(&column) {
                for lane in 0..LANES {
                    tangent[lane] += slope * seed[lane];
                }
            }
        }
        Ok(())
    }

    /// Asks a derivative function for the derivatives in one direction; false if it is not right for it.
    fn annotated(
        &mut self,
        given: &AnnotatedDerivative,
        arguments: &[f64],
        seeds: &[[f64; LANES]],
        lane: usize,
        tangents: &mut [[f64; LANES]],
    ) -> bool {
        if given.zero.iter().any(|&at| seeds[at as usize][lane] != 0.0) {
            return false;
        }
        let mut all = arguments.to_vec();
        all.extend(given.passed.iter().map(|&at| seeds[at as usize][lane]));
        let mut results = vec![0.0; given.results.len()];
        if self.call(&given.site, &all, &mut results).is_err() {
            return false;
        }
        for (&to, result) in given.results.iter().zip(results) {
            tangents[to as usize][lane] = result;
        }
        true
    }

    /// The derivative functions of the function of a call.
    fn given(&mut self, site: &CallSite) -> Arc<[AnnotatedDerivative]> {
        let function = &self.model.functions[site.function.at()];
        if function.derivatives.is_empty() {
            return Arc::new([]);
        }
        let key = (site.function, Arc::as_ptr(&site.inputs).cast::<ArgumentShape>() as usize);
        if let Some(known) = self.routines.derivatives.get(&key) {
            return known.1.clone();
        }
        let functions = &self.model.functions;
        let made: Arc<[AnnotatedDerivative]> = function
            .derivatives
            .iter()
            .filter(|derivative| derivative.order <= 1 && !ignores(derivative))
            .filter_map(|derivative| prepare(functions, function, derivative, site))
            .collect();
        self.routines.derivatives.insert(key, (site.inputs.clone(), made.clone()));
        made
    }
}

/// True if a derivative function leaves inputs out that change (`noDerivative`): what it gives is right along the way that a
/// simulation takes, where these follow from the others, and is no derivative by any of them alone.
fn ignores(derivative: &Derivative) -> bool {
    derivative.without.iter().any(|input| !derivative.zero.contains(input))
}

/// The call of a derivative function; none if it does not take what it should.
fn prepare(
    functions: &[Function],
    of: &Function,
    derivative: &Derivative,
    site: &CallSite,
) -> Option<AnnotatedDerivative> {
    let to = functions.get(derivative.function.at())?;
    if site.inputs.len() != of.inputs as usize {
        return None;
    }
    let mut inputs = site.inputs.to_vec();
    let (mut passed, mut zero, mut first) = (Vec::new(), Vec::new(), 0u32);
    for (at, shape) in site.inputs.iter().enumerate() {
        let numbers = first..first + shape.count() as u32;
        first = numbers.end;
        if derivative.zero.contains(&(at as u32)) {
            zero.extend(numbers.clone());
        }
        if holds_real(&of.locals[at]) && !derivative.without.contains(&(at as u32)) {
            // The derivative of a record with other numbers in it is not a record of the same class.
            if crate::differentiate::reals(shape).contains(&false) {
                return None;
            }
            inputs.push(shape.clone());
            passed.extend(numbers);
        }
    }
    let (mut outputs, mut results, mut first) = (Vec::new(), Vec::new(), 0u32);
    for (shape, local) in site.outputs.iter().zip(&of.locals[of.inputs as usize..]) {
        let numbers = first..first + shape.count() as u32;
        first = numbers.end;
        if holds_real(local) {
            outputs.push(shape.clone());
            results.extend(numbers);
        }
    }
    if inputs.len() != to.inputs as usize || outputs.len() != to.outputs as usize {
        return None;
    }
    let function: FunctionId = derivative.function;
    let (inputs, outputs) = (inputs.into(), outputs.into());
    let repeats = to.body.is_some() && !to.acts;
    let site =
        CallSite { function, inputs, outputs, by: None, repeats, arguments: Vec::new(), results: Vec::new() };
    Some(AnnotatedDerivative { site, passed, zero, results })
}

/// Whether a local holds Real numbers.
fn holds_real(local: &Local) -> bool {
    match local.kind {
        Type::Real => true,
        Type::Record(_) => local.fields.iter().any(holds_real),
        _ => false,
    }
}
