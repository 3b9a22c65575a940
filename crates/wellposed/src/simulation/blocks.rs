//! Blocks of equations, compiled one by one: for the beginning and for events, where each is solved in its turn.

use codegen::{Calls, Fault, Interpreter, Jacobian, Run, Slots, Step, compile};
use equations::{ExprId, VariableId};
use linear::{Lu, Pattern, Symbolic};
use reduce::{Assign, Block, Dae, RowId, Torn};

use super::Halt;

/// How often Newton's method goes on, and how often a step is halved.
const MAX_ITERATIONS: usize = 100;
const MAX_HALVINGS: usize = 12;

/// How near to the solution is near enough, relative to the size of an unknown.
const NEAR: f64 = 1e-11;

/// How often what is discrete in a block may change while the rest is solved for.
const MAX_ROUNDS: usize = 50;

/// Blocks in order.
pub(super) struct Blocks {
    list: Vec<Solver>,
}

enum Solver {
    Formulas(Formulas),
    System(Box<System>),
}

/// Formulas that are computed one after the other.
struct Formulas {
    code: Interpreter,
    rows: Vec<RowId>,
}

/// Equations that are solved at once.
struct System {
    unknowns: Vec<u32>,
    nominal: Vec<f64>,
    residual: Interpreter,
    jacobian: Interpreter,
    shape: Jacobian,
    symbolic: Option<Symbolic>,
    rows: Vec<RowId>,
    steps: Vec<RowId>,
    discrete: Option<Formulas>,
    changing: Vec<u32>,
}

impl Blocks {
    /// Compiles blocks.
    pub(super) fn new(dae: &Dae, slots: &dyn Slots, blocks: &[Block]) -> Result<Blocks, Halt> {
        let mut list = Vec::new();
        let mut run: Vec<Assign> = Vec::new();
        for block in blocks {
            match block {
                Block::Assign(assign) => run.push(*assign),
                Block::Procedure(number) => {
                    return Err(Halt::Procedure(dae.procedures[*number as usize].origin));
                }
                Block::Torn(torn) => {
                    if !run.is_empty() {
                        list.push(Solver::Formulas(Formulas::new(dae, slots, &std::mem::take(&mut run))?));
                    }
                    list.push(Solver::System(Box::new(System::new(dae, slots, torn)?)));
                }
            }
        }
        if !run.is_empty() {
            list.push(Solver::Formulas(Formulas::new(dae, slots, &run)?));
        }
        Ok(Blocks { list })
    }

    /// Computes all of them.
    pub(super) fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        for solver in &mut self.list {
            match solver {
                Solver::Formulas(formulas) => formulas.run(values, calls)?,
                Solver::System(system) => system.solve(values, calls)?,
            }
        }
        Ok(())
    }
}

impl Formulas {
    fn new(dae: &Dae, slots: &dyn Slots, assigns: &[Assign]) -> Result<Formulas, Halt> {
        let steps: Vec<Step> =
            assigns.iter().map(|assign| Step::Assign(assign.variable, assign.value)).collect();
        let rows: Vec<RowId> = assigns.iter().map(|assign| assign.row).collect();
        let code = compile(&dae.model.exprs, &dae.model.functions, slots, &steps)
            .map_err(|refusal| Halt::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        Ok(Formulas { code: Interpreter::new(&code), rows })
    }

    fn run(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        let row = |fault: &Fault| self.rows.get(fault.place.step as usize).copied();
        self.code.run(values, &mut [], calls).map_err(|fault| Halt::Fault(row(&fault), fault))
    }
}

impl System {
    fn new(dae: &Dae, slots: &dyn Slots, torn: &Torn) -> Result<System, Halt> {
        let mut steps = Vec::new();
        let mut rows = Vec::new();
        for step in &torn.inner {
            match step {
                reduce::Step::Assign(assign) => {
                    steps.push(Step::Assign(assign.variable, assign.value));
                    rows.push(assign.row);
                }
                reduce::Step::Procedure(number) => {
                    return Err(Halt::Procedure(dae.procedures[*number as usize].origin));
                }
            }
        }
        for (at, &(residual, row)) in (0..).zip(&torn.residuals) {
            steps.push(Step::Output(at, residual));
            rows.push(row);
        }
        let code = compile(&dae.model.exprs, &dae.model.functions, slots, &steps)
            .map_err(|refusal| Halt::Refused(rows.get(refusal.step as usize).copied(), refusal))?;
        let unknowns: Vec<u32> = torn.tearing.iter().map(|variable| variable.0).collect();
        let shape = code.jacobian(&unknowns);
        let pattern = Pattern::new(shape.starts.clone(), shape.rows.clone());
        let symbolic = pattern.ok().and_then(|pattern| Symbolic::analyze(&pattern).ok());
        let discrete =
            (!torn.discrete.is_empty()).then(|| Formulas::new(dae, slots, &torn.discrete)).transpose()?;
        Ok(System {
            nominal: torn.tearing.iter().map(|&variable| nominal(dae, variable)).collect(),
            residual: Interpreter::new(&code),
            jacobian: Interpreter::new(&shape.code),
            shape,
            symbolic,
            unknowns,
            rows: torn.residuals.iter().map(|residual| residual.1).collect(),
            steps: rows,
            discrete,
            changing: torn.discrete.iter().map(|assign| assign.variable.0).collect(),
        })
    }

    /// Solves for the unknowns, and for what changes with them at events.
    fn solve(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        for _ in 0..MAX_ROUNDS {
            self.newton(values, calls)?;
            let Some(discrete) = &mut self.discrete else { return Ok(()) };
            let before: Vec<f64> = self.changing.iter().map(|&slot| values[slot as usize]).collect();
            discrete.run(values, calls)?;
            if self.changing.iter().zip(&before).all(|(&slot, &before)| values[slot as usize] == before) {
                return Ok(());
            }
        }
        Err(Halt::Undecided(self.rows.clone()))
    }

    /// Newton's method with steps that are halved while the residual grows.
    fn newton(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        let size = self.unknowns.len();
        let (mut residual, mut trial) = (vec![0.0; size], vec![0.0; size]);
        let row = |fault: &Fault| self.steps.get(fault.place.step as usize).copied();
        self.residual.run(values, &mut residual, calls).map_err(|fault| Halt::Fault(row(&fault), fault))?;
        if residual.iter().all(|&residual| residual == 0.0) {
            return Ok(());
        }
        let mut entries = vec![0.0; self.shape.rows.len()];
        let mut lu: Option<Lu> = None;
        for _ in 0..MAX_ITERATIONS {
            self.jacobian.run(values, &mut entries, calls).map_err(|fault| Halt::Fault(None, fault))?;
            let Some(symbolic) = &self.symbolic else { return Err(Halt::Singular(self.rows.clone())) };
            let factored = match &mut lu {
                Some(lu) => lu.renew(&entries).map(|_| ()),
                None => Lu::factor(symbolic, &entries).map(|made| lu = Some(made)),
            };
            let Some(lu) = lu.as_mut().filter(|_| factored.is_ok()) else {
                return Err(Halt::Singular(self.rows.clone()));
            };
            let mut step = residual.clone();
            if lu.solve(&mut step).is_err() {
                return Err(Halt::Singular(self.rows.clone()));
            }
            let start: Vec<f64> = self.unknowns.iter().map(|&slot| values[slot as usize]).collect();
            let far = |scale: f64| {
                let parts = step.iter().zip(&start).zip(&self.nominal);
                parts.map(|((step, x), nominal)| scale * step.abs() / (x.abs() + nominal)).fold(0.0, f64::max)
            };
            let norm = |residual: &[f64]| residual.iter().map(|r| r * r).sum::<f64>();
            let old = norm(&residual);
            let mut scale = 1.0;
            let mut moved = false;
            for _ in 0..MAX_HALVINGS {
                for ((&slot, x), step) in self.unknowns.iter().zip(&start).zip(&step) {
                    values[slot as usize] = x - scale * step;
                }
                let fine = self.residual.run(values, &mut trial, calls).is_ok();
                if fine && (norm(&trial) <= old || far(scale) < 1e-6) {
                    moved = true;
                    break;
                }
                scale *= 0.5;
            }
            if !moved {
                break;
            }
            residual.copy_from_slice(&trial);
            if far(scale) < NEAR || norm(&residual) == 0.0 {
                return Ok(());
            }
        }
        Err(Halt::NoSolution(self.rows.clone()))
    }
}

/// The size that is usual for a variable.
pub(super) fn nominal(dae: &Dae, variable: VariableId) -> f64 {
    let given: Option<ExprId> = dae.attributes.get(variable).nominal;
    let number = given.and_then(|id| dae.model.exprs.number(id));
    number.map(f64::abs).filter(|number| *number > 0.0 && number.is_finite()).unwrap_or(1.0)
}
