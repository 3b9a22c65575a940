//! What begins with a dot and defines nothing.

use syntax::{Diagnostic, DiagnosticCode, SourceMap, Span};

use super::card_reader::CardReader;
use super::cards::first_word;
use super::deck::Card;
use super::expand::NetlistExpander;
use super::lexer::{CardTokenKind, lex};
use crate::{
    AnalysisCommand, AnalysisKind, CircuitElementKind, ElementId, FourierCommand, OptionSetting,
    SubcircuitInstanceId, SweepSpacing, SweepVariable,
};

/// What ngspice knows, so that a misspelt one can be guessed.
const KNOWN: &[&str] = &[
    ".op", ".dc", ".tran", ".ac", ".tf", ".four", ".ic", ".nodeset", ".options", ".option", ".print",
    ".plot", ".save", ".probe", ".meas", ".measure", ".global", ".temp", ".width", ".param", ".model",
    ".subckt", ".ends", ".include", ".lib", ".end", ".func", ".title",
];

/// What ngspice has and we have not.
const UNSUPPORTED: &[&str] = &[
    ".noise",
    ".disto",
    ".pz",
    ".sens",
    ".pss",
    ".sp",
    ".if",
    ".elseif",
    ".else",
    ".endif",
    ".step",
    ".alter",
    ".data",
    ".hdl",
    ".nodealias",
    ".protect",
    ".unprotect",
    ".load",
];

/// Options that are carried out.
const OPTIONS: &str = "temp tnom gmin defl defw defad defas reltol vntol method maxord nobypass kick";
/// Options about how ngspice computes and prints, which change no result beyond its tolerance here.
const OWN: &str = "abstol chgtol trtol ltol pivtol pivrel itl1 itl2 itl3 itl4 itl5 itl6 srcsteps gminsteps itl minbreak \
    maxevtiter maxopalter noopiter noopac noopalter autostop acct noacct noinit nomod nopage list node opts numdgt cptime limpts \
    limtim lvltim post brief probe ingold klu sparse xmu bypass convlimit convstep convabsstep keepopinfo oldlimit \
    trytocompact noasciiplotvalue filetype warn maxwarns delmin vmax absdv reldv reltolc vntolc \
    delmax plotwinsize vabstol lvlcod trans dcon gmindc gshunt accurate fast relv reli absv absi relvar absvar rmax rmin \
    nomarch measdgt statistics pivot runlvl cshuntint numcore expand stepgmin itl0 itl7";
/// Options of ngspice that change results and are not carried out.
const REFUSED: &str = "scale scalm savecurrents rshunt cshunt ramptime badmos3 interp seed";

fn among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known.eq_ignore_ascii_case(word))
}

/// True for commands that everything else depends on.
pub(super) fn sets(sources: &SourceMap, card: Card) -> bool {
    let word = first_word(sources[card.file].text(), card.span);
    [".global", ".options", ".option", ".opt", ".temp"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

impl<'a> NetlistExpander<'a> {
    /// Carries out a command that everything else depends on.
    pub(super) fn set(&mut self, line: &mut CardReader<'a>) {
        let head = line.card.head(self.sources);
        match line.text[head.span.range()].to_ascii_lowercase().as_str() {
            ".global" => self.global(line),
            ".temp" => self.temperature(line),
            _ => self.settings(line),
        }
    }

    /// Carries out a command of the netlist.
    pub(super) fn command(&mut self, line: &mut CardReader<'a>) {
        let head = line.card.head(self.sources);
        let word = line.text[head.span.range()].to_ascii_lowercase();
        match word.as_str() {
            // How wide a page is, and what the commands of ngspice may know.
            ".width" | ".csparam" => {}
            ".op" => self.analysis(line, AnalysisKind::OperatingPoint),
            ".dc" => self.sweep(line),
            ".tran" => self.transient(line),
            ".ac" => self.small_signal(line),
            ".ic" | ".nodeset" => self.potentials(line, word == ".ic"),
            ".tf" => self.transfer(line),
            ".four" | ".fourier" => self.fourier(line),
            ".meas" | ".measure" => self.measure(line),
            ".print" | ".plot" | ".save" | ".probe" => {
                self.circuit.outputs.push(line.card.place());
            }
            other if UNSUPPORTED.contains(&other) => {
                let found = Diagnostic::new(
                    DiagnosticCode::NotSupported,
                    head,
                    format!("`{other}` is not supported yet"),
                );
                self.report(found);
            }
            other => {
                let mut found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    head,
                    format!("there is no command `{other}`"),
                );
                if let Some(guess) = syntax::nearest(other, KNOWN.iter().copied()) {
                    found = found.help(format!("is `{guess}` meant?")).edit(head, guess);
                }
                self.report(found);
            }
        }
    }

    fn analysis(&mut self, line: &CardReader, kind: AnalysisKind) {
        self.report_next_extra_word(line);
        self.circuit.analyses.push(AnalysisCommand { place: line.card.place(), kind });
    }

    fn sweep(&mut self, line: &mut CardReader<'a>) {
        let mut sweeps = Vec::new();
        let mut named = false;
        while let Some(word) = line.positional() {
            named = true;
            let place = line.place(word.span);
            let swept = self.element_named(line.word(word));
            let mut values = [0.0; 3];
            for value in &mut values {
                match line.positional() {
                    Some(word) => *value = self.value(line, word),
                    None => return self.missing(line, "start, stop or step"),
                }
            }
            let knob = match swept {
                Some(at)
                    if matches!(self.circuit.elements[at.at()].kind, CircuitElementKind::Resistor { .. }) =>
                {
                    SweepVariable::Resistor(at)
                }
                Some(at) => SweepVariable::Source(at),
                None if line.word(word).eq_ignore_ascii_case("temp") => SweepVariable::Temperature,
                None => {
                    let message = format!("there is no element `{}` to sweep", line.word(word));
                    self.report(Diagnostic::new(DiagnosticCode::UnknownControl, place, message));
                    continue;
                }
            };
            if let (SweepVariable::Temperature, Some(used)) = (knob, self.circuit.tempered) {
                let found = Diagnostic::new(
                    DiagnosticCode::NotSupported,
                    place,
                    "a sweep of the temperature of a netlist that computes with it is not supported yet",
                )
                .related(used, "computed once, with the temperature of `.temp`")
                .help("run the netlist with a line `.temp` for each temperature");
                return self.report(found);
            }
            sweeps.push((knob, values));
        }
        if !named {
            return self.missing(line, "the source to sweep, its start, stop and step,");
        }
        if sweeps.len() > 2 {
            return self.report_unsupported(line.card.place(), "a sweep of more than two quantities is");
        }
        self.analysis(line, AnalysisKind::Sweep(sweeps));
    }

    /// An element of the netlist itself.
    fn element_named(&mut self, name: &str) -> Option<ElementId> {
        let name = self.circuit.names.find(name)?;
        let own = |element: &crate::CircuitElement| {
            element.name == name && element.instance == SubcircuitInstanceId::TOP
        };
        self.circuit.elements.iter().position(own).map(|at| ElementId(at as u32))
    }

    /// `.tf v(out) vin`
    fn transfer(&mut self, line: &mut CardReader<'a>) {
        let mut words = Vec::new();
        while let Some(word) = line.next() {
            words.push(word);
        }
        let [first, .., last] = words[..] else {
            return self.missing(line, "the output and the source, as in `.tf v(out) vin`,");
        };
        let text = line.text[first.span.start as usize..last.span.start as usize].trim_end();
        let output = Span::new(first.span.start, first.span.start + text.len() as u32);
        let source = self.element_named(line.word(last)).filter(|source| {
            matches!(
                self.circuit.elements[source.at()].kind,
                CircuitElementKind::Voltage { .. } | CircuitElementKind::Current { .. }
            )
        });
        let Some(source) = source else {
            let message = format!("there is no source `{}`", line.word(last));
            let found = Diagnostic::new(DiagnosticCode::UnknownControl, line.place(last.span), message)
                .help("`.tf` ends with the source that is the input, as in `.tf v(out) vin`");
            return self.report(found);
        };
        let output = line.place(output);
        self.analysis(line, AnalysisKind::Transfer { output, source });
    }

    /// `.four 1k v(out) v(a,b)`
    fn fourier(&mut self, line: &mut CardReader<'a>) {
        let Some(word) = line.positional() else { return self.missing(line, "the frequency") };
        let frequency = self.value(line, word);
        let Some(signals) = line.before(&[]) else {
            return self.missing(line, "a signal, such as `v(out)`,");
        };
        let place = line.card.place();
        if frequency <= 0.0 {
            let message = format!("a frequency of {frequency} Hz");
            self.report(Diagnostic::new(DiagnosticCode::ZeroValue, line.place(word.span), message));
        }
        self.circuit.fouriers.push(FourierCommand { frequency, place, signals: line.place(signals) });
    }

    fn transient(&mut self, line: &mut CardReader<'a>) {
        let mut times = Vec::new();
        let mut uic = false;
        while let Some(word) = line.positional() {
            if line.word(word).eq_ignore_ascii_case("uic") {
                uic = true;
                break;
            }
            times.push(self.value(line, word));
        }
        if times.len() < 2 || times.len() > 4 {
            let found = Diagnostic::new(
                DiagnosticCode::CardSyntax,
                line.card.place(),
                "`.tran` takes two to four times",
            )
            .help("`.tran step stop`, perhaps with the start and the largest step, perhaps with `uic`");
            self.report(found);
        }
        self.analysis(line, AnalysisKind::Transient { times, uic });
    }

    fn small_signal(&mut self, line: &mut CardReader<'a>) {
        let spacing = match line.next().map(|word| line.word(word).to_ascii_lowercase()).as_deref() {
            Some("dec") => SweepSpacing::Decade,
            Some("oct") => SweepSpacing::Octave,
            Some("lin") => SweepSpacing::Linear,
            _ => {
                let found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    line.card.place(),
                    "how are the frequencies spaced?",
                )
                .help("`.ac dec 10 1 1meg`, or `oct` or `lin`");
                return self.report(found);
            }
        };
        let mut values = [0.0; 3];
        for value in &mut values {
            match line.positional() {
                Some(word) => *value = self.value(line, word),
                None => return self.missing(line, "a number or a frequency"),
            }
        }
        self.analysis(line, AnalysisKind::SmallSignal { spacing, values });
    }

    /// `.ic v(a)=1 v(b)=2`
    pub(super) fn potentials(&mut self, line: &mut CardReader<'a>, initial: bool) {
        let mut words = Vec::new();
        lex(line.text, line.card.span, &mut words);
        // Some part them with commas.
        words.retain(|word| word.kind != CardTokenKind::Comma);
        let mut rest = &words[1..];
        while let [v, open, name, close, equals, value, more @ ..] = rest {
            let shape = [open.kind, close.kind, equals.kind];
            if !line.word(*v).eq_ignore_ascii_case("v")
                || shape != [CardTokenKind::Open, CardTokenKind::Close, CardTokenKind::Equals]
            {
                break;
            }
            let place = line.place(name.span);
            let number = self.value(line, *value);
            match self.known_node(line.word(*name)) {
                Some(node) if initial => self.circuit.initial.push((node, number, place)),
                Some(node) => self.circuit.guesses.push((node, number, place)),
                None => {
                    let message = format!("there is no node `{}`", line.word(*name));
                    let found = Diagnostic::new(DiagnosticCode::UnknownControl, place, message);
                    self.report(found.help("nodes inside of a call are named with it, such as `x1.out`"));
                }
            }
            rest = more;
        }
        if let Some(word) = rest.first() {
            let found = Diagnostic::new(
                DiagnosticCode::CardSyntax,
                line.place(word.span),
                "`v(node)=value` is expected here",
            );
            self.report(found);
        }
    }

    /// `.temp 85` is `.options temp=85`.
    fn temperature(&mut self, line: &mut CardReader<'a>) {
        let Some(word) = line.positional() else { return self.missing(line, "the temperature") };
        let setting = OptionSetting {
            name: self.circuit.names.add("temp"),
            value: self.value(line, word),
            word: None,
            place: line.place(word.span),
        };
        self.circuit.options.push(setting);
        if let Some(word) = line.peek() {
            let found = Diagnostic::new(
                DiagnosticCode::NotSupported,
                line.place(word.span),
                "several temperatures are not supported yet",
            )
            .help("leave one of them; operating points over the temperature are `.dc temp 0 100 25`");
            self.report(found);
        }
    }

    fn settings(&mut self, line: &mut CardReader<'a>) {
        while let Some(word) = line.peek() {
            let place = line.place(word.span);
            let name = self.circuit.names.add(line.word(word));
            let (mut value, mut text) = (1.0, None);
            if line.named().is_some() {
                let Some(given) = line.next() else { return self.missing(line, "a value") };
                // Some options are words, such as `method=gear`; they are one.
                if crate::number::read(line.word(given)) != crate::number::ParsedNumber::Word
                    || given.kind == CardTokenKind::Formula
                {
                    value = self.value(line, given);
                } else {
                    text = Some(self.circuit.names.add(line.word(given)));
                }
            } else if line.positional().is_none() {
                return self.report_next_extra_word(line);
            }
            let known = line.word(word);
            if among(REFUSED, known) {
                let found = Diagnostic::new(
                    DiagnosticCode::NotSupported,
                    place,
                    format!("the option `{known}` is not supported yet"),
                );
                let help = match known.to_ascii_lowercase().as_str() {
                    "savecurrents" => "name the currents that you want to see: `.save all i(R1)`",
                    _ => "take it out if its effect does not matter here",
                };
                self.report(found.help(help));
            } else if !among(OPTIONS, known) && !among(OWN, known) {
                let found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    place,
                    format!("there is no option `{known}`"),
                );
                let all = OPTIONS.split_whitespace().chain(OWN.split_whitespace());
                self.report(match syntax::nearest(known, all) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => {
                        found.help(format!("options that have an effect are {}", OPTIONS.replace(' ', ", ")))
                    }
                });
            }
            self.circuit.options.push(OptionSetting { name, value, word: text, place });
        }
    }
}
