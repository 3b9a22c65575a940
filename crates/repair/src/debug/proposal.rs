//! Changes that would mend a model.

use crate::{Deficit, EditEffect};
use equations::InstanceId;
use syntax::{Edit, Place};

use super::diagnostics::verification_note;

/// A change of the text that would mend a problem.
#[derive(Clone, Debug)]
pub struct Repair {
    /// What it is, in words.
    pub description: String,
    /// The statement, class or component that it is about.
    pub place: Place,
    /// The changes.
    pub edits: Vec<Edit>,
    /// What the changes do to the flat model; none if it has to be flattened again to know.
    pub(super) effects: Option<Vec<EditEffect>>,
    /// The statements that go, as they are written.
    pub removes: Vec<String>,
    /// What is to be added.
    pub adds: Vec<String>,
    /// Of an equation that is to be added: which unknowns it could determine, so that one of them has to be in it.
    pub must: Vec<String>,
    /// What else its class knows, parameters among it, and may be in it.
    pub may: Vec<String>,
    /// Those of both that no equation of the class uses yet.
    pub unused: Vec<String>,
    /// How often the equation will stand in the model; zero if none is added.
    pub copies: usize,
    /// True if the text that is added stands for one that only the modeller knows.
    pub sketch: bool,
    /// The class that may not be changed and that it would change.
    pub locked: Option<String>,
    /// True if a class that may not be changed is about as likely to be wrong.
    pub outdone: bool,
    /// True if everything that is about as likely was tried as well.
    pub unrivalled: bool,
    /// True if a class would be left without equations.
    pub empties: bool,
    /// Rows and columns without which what competes or is open may fall apart.
    pub(super) cuts: Option<(Vec<u32>, Vec<u32>)>,
    /// True if a connection leads elsewhere, to one of several connectors that nothing reaches.
    pub(super) rewires: bool,
    /// True if what it changes is known to be wrong without the model around it.
    pub(super) inside: bool,
    /// What it mends.
    pub(super) mistake: Mistake,
    /// How likely it is what was meant; higher is likelier.
    pub score: i32,
    /// What is left once it is carried out; none if that could not be tried.
    pub left: Option<Deficit>,
    /// True if the unknowns stand in the right places then, but the equations depend on each other.
    pub singular: bool,
    /// True if equations and unknowns come out even then, but initial conditions contradict each other.
    pub contradicts: bool,
    /// True if it was tried on top of the likeliest repair of another mistake, without which nobody could tell.
    pub later: bool,
    /// The mistake that it mends, by its number among those that were found: what has the same number are different
    /// ways to mend the same.
    pub group: usize,
    /// The mistake on top of whose likeliest repair it was tried, which itself may have been tried on top of others.
    pub on: Option<usize>,
}

impl Repair {
    /// A repair of which nothing is known but where and how likely it is.
    pub(super) fn new(place: Place, score: i32, description: String) -> Repair {
        let (edits, removes, adds) = Default::default();
        Repair {
            description,
            place,
            edits,
            effects: None,
            removes,
            adds,
            must: Vec::new(),
            may: Vec::new(),
            unused: Vec::new(),
            copies: 0,
            sketch: false,
            locked: None,
            outdone: false,
            unrivalled: true,
            empties: false,
            cuts: None,
            rewires: false,
            inside: false,
            mistake: Mistake::Uneven,
            score,
            left: None,
            singular: false,
            contradicts: false,
            later: false,
            group: 0,
            on: None,
        }
    }

    /// What came out when it was tried, in words.
    pub fn describe_outcome(&self) -> String {
        verification_note(self)
    }

    /// True if it was tried, and the model is well-posed then with nothing else changed.
    pub fn is_verified(&self) -> bool {
        self.is_verified_repair() && !self.later
    }

    /// True if it was tried, and nothing is wrong with the model then.
    pub(super) fn is_verified_repair(&self) -> bool {
        self.left == Some(Deficit::default()) && !self.contradicts
    }
}

/// What a modeller would call the mistake that a repair mends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// Equations and unknowns do not come out even, and more is not known.
    Uneven,
    /// A potential is measured from nowhere.
    Reference,
    /// This connector is connected to nothing.
    Open(InstanceId),
    /// A connection leads to the wrong connector.
    Wire,
    /// A loop of joints in a plane is closed by one that says too much.
    Loop,
    /// An input has no value.
    Input,
    /// A component says what others say.
    Component,
    /// Too many or too few values of initialization are given.
    Start,
    /// An equation that is too many lacks an unknown that is open: always possible, and seldom meant.
    Cross,
}

/// A repair, and the problems that it would end.
#[derive(Clone)]
pub(super) struct Proposal {
    pub(super) repair: Repair,
    /// By their numbers.
    pub(super) ends: Vec<usize>,
}
