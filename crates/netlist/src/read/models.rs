//! `.model` lines.

use syntax::{Diagnostic, DiagnosticCode, Place};

use super::card_reader::CardReader;
use super::deck::Card;
use super::expand::NetlistExpander;
use super::lexer::{CardToken, CardTokenKind};
use crate::number::{self, ParsedNumber};
use crate::{ModelCard, ModelId, NAND, NameId, SubcircuitDefinitionId};

/// The parameters of each kind of model, as ngspice names them.
const DIODE: &str = "level is js jsw n rs bv ibv nbv ikf ik ikr tt cjo cj0 cj cjsw cjp vj pb php m mj mjsw fc fcs area pj \
    eg xti tnom tref trs trs2 tm1 tm2 ttt1 ttt2 kf af ef isr nr tlev tlevc cta ctc tpb tphp tcv jtun jtunsw ntun xtitun keg \
    bv_max fv_max id_max te_max pd_max rth0 cth0 lm lp wm wp ns";
const BIPOLAR: &str = "level is ibe ibc bf nf vaf va ikf ik ise c2 ne br nr var vb ikr isc c4 nc rb irb rbm re rc cje vje pe mje \
    me tf xtf vtf itf ptf cjc vjc pc mjc mc xcjc tr cjs ccs csub vjs ps mjs ms xtb eg xti kf af fc tnom tref iss ns nk nkf subs tlev tlevc \
    tre1 tre2 trc1 trc2 trb1 trb2 trm1 trm2 vbe_max vbc_max vce_max pd_max ic_max ib_max te_max rth0 quasimod rco vo gamma qco";
const JFET: &str =
    "level vto vt0 beta lambda rd rs cgs cgd pb is b fc tnom tcv vtotc bex betatce xti eg kf af nlev gdsnoi";
const MOSFET: &str = "level vto vt0 kp gamma phi rd rs cbd cbs is pb cgso cgdo cgbo rsh cj mj cjsw mjsw js tox ld u0 uo fc \
    nsub tpg nss tnom kf af nlev gdsnoi l w";
/// What levels 1, 2 and 3 of MOSFETs have besides.
const LEVELS: [&str; 3] = [
    "lambda",
    "lambda delta uexp ucrit utra vmax xj neff nfs",
    "delta vmax xj nfs theta eta kappa xl xw wd delvto",
];
/// Level 100 of MOSFETs has its own, see `device/mosfet/level100.rs`.
const NAND_MOSFET: &str = "level vto vt0 beta gamma phi lambda is ut ib1 ib2 rd rs rsd cgs cgd cbd cbs pb";
/// What vendors write into models for those who choose parts, some of it in words; no simulator computes with it.
const RATINGS: &str = "mfg type vpk iave ipk irms vceo icrating";
const RESISTOR: &str = "r res rsh tc1 tc2 tce tnom tref l w defw narrow short kf af wf lf ef bv_max";
const CAPACITOR: &str = "cap cj cjsw l w defl defw narrow short tc1 tc2 tnom tref bv_max";
const INDUCTOR: &str = "ind tc1 tc2 tnom tref";
const SWITCH: &str = "vt vh ron roff";
const CURRENT_SWITCH: &str = "it ih ron roff";

/// The parameters of a kind of model, in two lists.
fn parameters(kind: &str, level: f64) -> Option<[&'static str; 2]> {
    let mosfet = |level: f64| match level {
        NAND => [NAND_MOSFET, ""],
        2.0 => [MOSFET, LEVELS[1]],
        3.0 => [MOSFET, LEVELS[2]],
        _ => [MOSFET, LEVELS[0]],
    };
    match kind {
        "r" | "res" => Some([RESISTOR, ""]),
        "c" | "cap" => Some([CAPACITOR, ""]),
        "l" | "ind" => Some([INDUCTOR, ""]),
        "d" => Some([DIODE, ""]),
        "npn" | "pnp" => Some([BIPOLAR, ""]),
        "njf" | "pjf" => Some([JFET, ""]),
        "nmos" | "pmos" => Some(mosfet(level)),
        "sw" => Some([SWITCH, ""]),
        "csw" => Some([CURRENT_SWITCH, ""]),
        _ => None,
    }
}

impl<'a> NetlistExpander<'a> {
    /// The card of a model and the frame that has it, as seen from where we are written.
    fn model_card(&self, name: NameId) -> Option<(usize, Card)> {
        let mut at = self.frames[self.frame()].definition;
        loop {
            let definition = &self.deck.definitions[at.at()];
            if let Some(&card) = definition.models.get(&name) {
                let frame = self.frames.iter().rposition(|frame| frame.definition == at).unwrap_or(0);
                return Some((frame, card));
            }
            if at == SubcircuitDefinitionId::TOP {
                return None;
            }
            at = definition.parent;
        }
    }

    /// True if a word is the name of a model.
    pub(super) fn has_model(&self, name: &str) -> bool {
        self.circuit.names.find(name).is_some_and(|name| self.model_card(name).is_some())
    }

    /// The model of a name, if it is of one of some kinds.
    pub(super) fn model(&mut self, name: &str, place: Place, kinds: &[&str]) -> Option<ModelId> {
        let known = self.circuit.names.find(name).and_then(|id| Some((id, self.model_card(id)?)));
        let Some((id, (frame, card))) = known else {
            self.no_model(name, place);
            return None;
        };
        let model = match self.frames[frame].models.get(&id) {
            Some(&model) => model,
            None => {
                let model = self.read_model(id, card, frame);
                self.frames[frame].models.insert(id, model);
                model
            }
        };
        let kind = self.circuit.names.get(self.circuit.models[model?.at()].kind).to_string();
        if !kinds.contains(&kind.as_str()) {
            let found = Diagnostic::new(
                DiagnosticCode::WrongModel,
                place,
                format!("the model `{name}` is one of kind `{kind}`"),
            )
            .label(format!("`{}` is needed here", kinds.join("` or `")))
            .related(card.place(), "the model");
            self.report(found);
            return None;
        }
        model
    }

    fn no_model(&mut self, name: &str, place: Place) {
        let mut known: Vec<&str> = Vec::new();
        for definition in &self.deck.definitions {
            known.extend(model_names(definition, &self.circuit.names));
        }
        known.sort_unstable();
        let message = format!("there is no model `{name}`");
        let found =
            Diagnostic::new(DiagnosticCode::UnknownModel, place, message).label("nothing defines this");
        let found = match syntax::nearest(name, known) {
            Some(guess) => found.help(format!("is `{guess}` meant?")),
            None => found.help(format!("add `.model {name} …`, or `.include` the file that has it")),
        };
        self.report(found);
    }

    fn read_model(&mut self, name: NameId, card: Card, frame: usize) -> Option<ModelId> {
        let mut line = CardReader::new(self.sources, card, Vec::new());
        line.next();
        let Some(kind) = line.positional() else {
            self.missing(&line, "the kind of model");
            return None;
        };
        let lower = line.word(kind).to_ascii_lowercase();
        if parameters(&lower, 1.0).is_none() {
            let message = format!("models of kind `{lower}` are not supported yet");
            self.report(Diagnostic::new(DiagnosticCode::NotSupported, line.place(kind.span), message));
            return None;
        }
        if !self.supported(&line, &lower) {
            return None;
        }
        let mut values = Vec::new();
        let mut written = Vec::new();
        // Values are computed in the subcircuit that has the model, whoever asks.
        let frames = self.frames.split_off(frame + 1);
        // Some leave `=` out.
        while let Some(word) = line.named().or_else(|| line.positional().filter(|_| line.peek().is_some())) {
            if is_rating(&lower, line.word(word)) {
                line.next();
                continue;
            }
            written.push(word);
            let Some(value) = line.next() else {
                self.missing(&line, "a value");
                break;
            };
            let value = self.value(&line, value);
            values.push((self.circuit.names.add(line.word(word)), value));
        }
        self.report_next_extra_word(&line);
        self.frames.extend(frames);
        let kind = self.circuit.names.add(&lower);
        self.circuit.models.push(ModelCard { name, kind, place: card.place(), values });
        let model = ModelId(self.circuit.models.len() as u32 - 1);
        self.known(model, &lower, &line, &written);
        Some(model)
    }

    /// Refuses parameters that a model of this kind and level does not have: whoever wrote one expects something of it.
    fn known(&mut self, model: ModelId, kind: &str, line: &CardReader<'a>, written: &[CardToken]) {
        let level = self.circuit.model_value(model, "level");
        let Some(lists) = parameters(kind, level.unwrap_or(1.0)) else { return };
        let known = || lists.iter().flat_map(|list| list.split_whitespace());
        for word in written {
            let text = line.word(*word);
            if known().any(|known| known.eq_ignore_ascii_case(text)) {
                continue;
            }
            let which = match level {
                Some(level) => format!("models of kind `{kind}` and level {level}"),
                None => format!("models of kind `{kind}`"),
            };
            let message = format!("{which} have no parameter `{text}`");
            let mut found =
                Diagnostic::new(DiagnosticCode::UnknownModelParameter, line.place(word.span), message)
                    .label("would have no effect");
            let has = |level: &f64| {
                parameters(kind, *level).is_some_and(|lists| {
                    lists
                        .iter()
                        .flat_map(|list| list.split_whitespace())
                        .any(|known| known.eq_ignore_ascii_case(text))
                })
            };
            let others: Vec<String> = levels(kind)
                .iter()
                .filter(|level| has(level))
                .map(|level| format!("level={level}"))
                .collect();
            found = match syntax::nearest(text, known()) {
                _ if !others.is_empty() => found.help(format!(
                    "write `{}` for the model that has it, or take it out",
                    others.join("` or `")
                )),
                Some(guess) => found.help(format!("is `{guess}` meant? Otherwise take it out")),
                None => found.help("take it out if its effect does not matter here"),
            };
            self.report(found);
        }
    }

    /// False for a level that there is not: its parameters mean nothing then.
    fn supported(&mut self, line: &CardReader<'a>, kind: &str) -> bool {
        let words = || (0..).map_while(|at| line.ahead(at));
        let Some(at) = words().position(|word| line.word(word).eq_ignore_ascii_case("level")) else {
            return true;
        };
        let Some(word) = words().skip(at + 1).find(|word| word.kind != CardTokenKind::Equals) else {
            return true;
        };
        let ParsedNumber::Number(level) = number::read(line.word(word)) else { return true };
        if levels(kind).contains(&level) {
            return true;
        }
        let found = Diagnostic::new(
            DiagnosticCode::NotSupported,
            line.place(word.span),
            format!("level {level} of models of kind `{kind}` is not supported yet"),
        );
        let known: Vec<String> = levels(kind).iter().map(f64::to_string).collect();
        self.report(found.help(format!("there is level {}", known.join(", "))));
        false
    }
}

/// The levels of a kind of model.
fn levels(kind: &str) -> &'static [f64] {
    match kind {
        "nmos" | "pmos" => &[1.0, 2.0, 3.0, NAND],
        _ => &[1.0],
    }
}

fn is_rating(kind: &str, word: &str) -> bool {
    matches!(kind, "d" | "npn" | "pnp" | "njf" | "pjf" | "nmos" | "pmos")
        && RATINGS.split_whitespace().any(|known| known.eq_ignore_ascii_case(word))
}

fn model_names<'n>(
    definition: &super::deck::SubcircuitDefinition,
    names: &'n crate::NameTable,
) -> impl Iterator<Item = &'n str> {
    // The caller sorts by name.
    definition.models.keys().map(|&name| names.get(name))
}
