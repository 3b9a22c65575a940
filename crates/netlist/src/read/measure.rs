//! `.meas`: what is to be taken from a result.

use syntax::{Code, Diagnostic, Place, Span};

use super::expand::Expand;
use super::formula::Term;
use super::line::Line;
use super::words::{Word, WordKind, lex};
use crate::number::{self, Read};
use crate::{Aim, Curve, Edge, Instant, Level, Measure, Summary, Window};

/// What may stand after the name.
const TASKS: &[&str] = &[
    "trig",
    "find",
    "when",
    "deriv",
    "derivative",
    "avg",
    "rms",
    "min",
    "max",
    "pp",
    "integ",
    "integral",
    "min_at",
    "max_at",
    "param",
];

/// What a measure looks like.
const FORM: &str = "`.meas tran name find v(out) at=1u`, or `dc` or `ac` for `tran`";

/// How many crossings may be counted.
const MOST: f64 = 1e9;

/// A problem that was told.
struct Told;

/// The words of a card with its brackets, and what was found so far.
struct Reading {
    words: Vec<Word>,
    at: usize,
    quantities: Vec<Place>,
}

/// What stands after a curve: `VAL=1 RISE=2 TD=3n`.
#[derive(Default)]
struct Options {
    at: Option<f64>,
    value: Option<f64>,
    edge: Option<(Edge, Option<u32>)>,
    window: Window,
}

impl<'a> Expand<'a> {
    /// Notes a measure.
    pub(super) fn measure(&mut self, line: &Line<'a>) {
        let mut words = Vec::new();
        lex(line.text, line.card.span, &mut words);
        let mut reading = Reading { words, at: 1, quantities: Vec::new() };
        if let Ok(measure) = self.measured(line, &mut reading) {
            self.circuit.measures.push(measure);
        }
    }

    fn measured(&mut self, line: &Line<'a>, reading: &mut Reading) -> Result<Measure, Told> {
        let Some(kind) = reading.next() else {
            return self.told(line, line.end(), "which result is measured?", FORM);
        };
        let of = match line.word(kind).to_ascii_lowercase().as_str() {
            "tran" => Curve::Transient,
            "dc" => Curve::Sweep,
            "ac" => Curve::SmallSignal,
            other => {
                let message = format!("results of `{other}` cannot be measured");
                return self.told(line, line.place(kind.span), &message, FORM);
            }
        };
        let Some(name) = reading.next().filter(|word| word.kind == WordKind::Plain) else {
            return self.told(line, line.end(), "a measure without a name", FORM);
        };
        let id = self.circuit.names.add(line.word(name));
        let mut all = self.circuit.measures.iter();
        if let Some(before) = all.find(|before| before.name == id && before.of == of) {
            let found = Diagnostic::new(
                Code::DuplicateElement,
                line.place(name.span),
                format!("there are two measures `{}`", line.word(name)),
            )
            .label("the second")
            .related(before.place, "the first")
            .help("give one of them another name");
            self.report(found);
            return Err(Told);
        }
        let aim = self.aim(line, reading, of)?;
        if reading.peek().is_some() {
            let place = reading.place(line);
            let text = &line.text[place.span.range()];
            return self.told(line, place, &format!("`{text}` is too much here"), FORM);
        }
        let quantities = std::mem::take(&mut reading.quantities);
        Ok(Measure { name: id, place: line.card.place(), of, quantities, aim })
    }

    /// What stands after the name.
    fn aim(&mut self, line: &Line<'a>, reading: &mut Reading, of: Curve) -> Result<Aim, Told> {
        let Some(word) = reading.next() else {
            return self.told(line, line.end(), "what is to be measured?", FORM);
        };
        let lower = line.word(word).to_ascii_lowercase();
        if let Some(summary) = summary(&lower) {
            let what = self.curve_of(line, reading)?;
            let options = self.measure_options(line, reading, &["td", "from", "to"])?;
            return Ok(Aim::Over(summary, what, options.window));
        }
        match lower.as_str() {
            "trig" => {
                let trigger = self.trigger(line, reading)?;
                if !reading.take(line, "targ") {
                    return self.told(
                        line,
                        reading.place(line),
                        "`targ` is expected here",
                        "`.meas tran delay trig v(in) val=0.5 rise=1 targ v(out) val=0.5 rise=1`",
                    );
                }
                Ok(Aim::Between(trigger, self.trigger(line, reading)?))
            }
            "when" => Ok(Aim::Where(self.when(line, reading)?)),
            "find" => Ok(Aim::Find(self.curve_of(line, reading)?, self.instant(line, reading)?)),
            "deriv" | "derivative" => {
                Ok(Aim::Slope(self.curve_of(line, reading)?, self.instant(line, reading)?))
            }
            "param" => self.parameter(line, reading, of),
            _ => {
                let message = format!("there is no measure `{}`", line.word(word));
                let found = Diagnostic::new(Code::CardSyntax, line.place(word.span), message);
                self.report(match syntax::nearest(&lower, TASKS.iter().copied()) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => found.help(format!("measures are {}", TASKS.join(", "))),
                });
                Err(Told)
            }
        }
    }

    /// `at=1u` or `when v(in)=0.5`
    fn instant(&mut self, line: &Line<'a>, reading: &mut Reading) -> Result<Instant, Told> {
        if reading.take(line, "when") {
            return self.when(line, reading);
        }
        let options = self.measure_options(line, reading, &["at"])?;
        let Some(at) = options.at else {
            return self.told(
                line,
                reading.place(line),
                "where is it to be taken?",
                "`at=1u`, or `when v(in)=0.5`",
            );
        };
        Ok(Instant::At(at))
    }

    fn told<T>(&mut self, line: &Line<'a>, place: Place, message: &str, help: &str) -> Result<T, Told> {
        let place = if place.span.start == place.span.end { line.end() } else { place };
        self.report(Diagnostic::new(Code::CardSyntax, place, message).help(help));
        Err(Told)
    }

    /// A curve: a word with what stands in brackets after it.
    fn curve_of(&mut self, line: &Line<'a>, reading: &mut Reading) -> Result<usize, Told> {
        let Some(word) = reading.next().filter(|word| word.kind == WordKind::Plain) else {
            return self.told(line, reading.last(line), "which curve is meant?", "`v(node)` or `i(element)`");
        };
        let mut span = word.span;
        if reading.peek().is_some_and(|next| next.kind == WordKind::Open) {
            loop {
                let Some(next) = reading.next() else {
                    return self.told(
                        line,
                        line.end(),
                        "`)` is expected here",
                        "`v(node)` or `v(node,node)`",
                    );
                };
                span = span.to(next.span);
                match next.kind {
                    WordKind::Close => break,
                    WordKind::Plain | WordKind::Open | WordKind::Comma => {}
                    WordKind::Formula | WordKind::Text => {
                        let place = line.place(next.span);
                        let found = Diagnostic::new(
                            Code::NotSupported,
                            place,
                            "formulas of curves are not supported by `.meas` yet",
                        )
                        .help("add a source with the formula, such as `Bm m 0 V=…`, and measure `v(m)`");
                        self.report(found);
                        return Err(Told);
                    }
                    WordKind::Equals | WordKind::Broken => {
                        let place = line.place(next.span);
                        return self.told(
                            line,
                            place,
                            "`)` is expected before this",
                            "`v(node)` or `v(node,node)`",
                        );
                    }
                }
            }
        }
        reading.quantities.push(line.place(span));
        Ok(reading.quantities.len() - 1)
    }

    /// `v(a)=0.5 rise=1` or `v(a)=v(b)`
    fn when(&mut self, line: &Line<'a>, reading: &mut Reading) -> Result<Instant, Told> {
        let curve = self.curve_of(line, reading)?;
        let equals = reading.next().is_some_and(|word| word.kind == WordKind::Equals);
        let level = reading.peek();
        let (true, Some(word)) = (equals, level) else {
            return self.told(
                line,
                reading.last(line),
                "`=` and a value are expected here",
                "`when v(out)=0.5`, or `when v(a)=v(b)`",
            );
        };
        let level = if word.kind == WordKind::Formula || number::read(line.word(word)) != Read::Word {
            reading.next();
            Level::Value(self.value(line, word))
        } else {
            Level::Curve(self.curve_of(line, reading)?)
        };
        let options = self.measure_options(line, reading, &["rise", "fall", "cross", "td", "from", "to"])?;
        Ok(crossing(curve, level, &options))
    }

    /// `v(a) val=0.5 rise=1 td=1n` or `at=1n`
    fn trigger(&mut self, line: &Line<'a>, reading: &mut Reading) -> Result<Instant, Told> {
        if reading.named().is_some() {
            let options = self.measure_options(line, reading, &["at"])?;
            if let Some(at) = options.at {
                return Ok(Instant::At(at));
            }
        }
        let curve = self.curve_of(line, reading)?;
        let known = ["val", "td", "rise", "fall", "cross", "from", "to"];
        let options = self.measure_options(line, reading, &known)?;
        match options.value {
            Some(value) => Ok(crossing(curve, Level::Value(value), &options)),
            None => self.told(
                line,
                reading.last(line),
                "which value is to be crossed?",
                "`trig v(in) val=0.5 rise=1`, or `trig at=1n`",
            ),
        }
    }

    fn measure_options(
        &mut self,
        line: &Line<'a>,
        reading: &mut Reading,
        known: &[&str],
    ) -> Result<Options, Told> {
        let mut options = Options::default();
        while let Some(name) = reading.named() {
            let text = line.word(name).to_ascii_lowercase();
            if !known.contains(&text.as_str()) {
                let place = line.place(name.span);
                let mut found =
                    Diagnostic::new(Code::CardSyntax, place, format!("there is no option `{text}` here"));
                found = match syntax::nearest(&text, known.iter().copied()) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => found.help(format!("options here are {}", known.join(", "))),
                };
                self.report(found);
                return Err(Told);
            }
            reading.at += 2;
            let Some(value) = reading.next() else {
                return self.told(line, line.end(), "a value is missing", &format!("`{text}=1`"));
            };
            let edge = match text.as_str() {
                "rise" => Some(Edge::Rise),
                "fall" => Some(Edge::Fall),
                "cross" => Some(Edge::Any),
                _ => None,
            };
            if let Some(edge) = edge {
                let count = if line.word(value).eq_ignore_ascii_case("last") {
                    None
                } else {
                    let count = self.value(line, value);
                    if !(1.0..MOST).contains(&count) || count.fract() != 0.0 {
                        let help = format!("`{text}=1` is the first, `{text}=last` the last");
                        return self.told(line, line.place(value.span), "which crossing is meant?", &help);
                    }
                    Some(count as u32)
                };
                options.edge = Some((edge, count));
                continue;
            }
            let number = Some(self.value(line, value));
            match text.as_str() {
                "at" => options.at = number,
                "val" => options.value = number,
                "to" => options.window.to = number,
                _ => options.window.from = number,
            }
        }
        Ok(options)
    }

    /// `param='…'`: a formula of parameters and of measures that stand before it.
    fn parameter(&mut self, line: &Line<'a>, reading: &mut Reading, of: Curve) -> Result<Aim, Told> {
        if !reading.peek().is_some_and(|word| word.kind == WordKind::Equals) {
            return self.told(line, reading.last(line), "`=` is expected here", "`param='2*delay'`");
        }
        reading.at += 1;
        let Some(word) = reading.peek() else {
            return self.told(line, line.end(), "a formula is missing", "`param='2*delay'`");
        };
        let span = match word.kind {
            WordKind::Formula | WordKind::Text => word.span,
            _ => Span::new(word.span.start, line.card.span.end),
        };
        reading.at = match word.kind {
            WordKind::Formula | WordKind::Text => reading.at + 1,
            _ => reading.words.len(),
        };
        match self.wish(line.place(span), of) {
            Some(Term::Number(value)) => Ok(Aim::Number(value)),
            Some(Term::Formula(value)) => Ok(Aim::Formula(value)),
            None => Err(Told),
        }
    }
}

fn crossing(curve: usize, level: Level, options: &Options) -> Instant {
    let (edge, count) = options.edge.unwrap_or((Edge::Any, Some(1)));
    Instant::Crossing { curve, level, edge, count, window: options.window }
}

impl Reading {
    fn peek(&self) -> Option<Word> {
        self.words.get(self.at).copied()
    }

    /// Takes a word; a comma parts words and is nothing else.
    fn next(&mut self) -> Option<Word> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    fn take(&mut self, line: &Line<'_>, text: &str) -> bool {
        let is = self.peek().is_some_and(|word| line.word(word).eq_ignore_ascii_case(text));
        self.at += usize::from(is);
        is
    }

    /// The word ahead, if `=` stands after it.
    fn named(&self) -> Option<Word> {
        let equals = self.words.get(self.at + 1).is_some_and(|word| word.kind == WordKind::Equals);
        self.peek().filter(|word| equals && word.kind == WordKind::Plain)
    }

    /// Where the word ahead stands, or the end.
    fn place(&self, line: &Line<'_>) -> Place {
        self.peek().map_or_else(|| line.end(), |word| line.place(word.span))
    }

    /// Where the word before stands.
    fn last(&self, line: &Line<'_>) -> Place {
        self.words.get(self.at.saturating_sub(1)).map_or_else(|| line.end(), |word| line.place(word.span))
    }
}

/// What is taken from all of a curve.
fn summary(word: &str) -> Option<Summary> {
    match word {
        "avg" => Some(Summary::Average),
        "rms" => Some(Summary::Rms),
        "min" => Some(Summary::Least),
        "max" => Some(Summary::Largest),
        "pp" => Some(Summary::Range),
        "integ" | "integral" => Some(Summary::Integral),
        "min_at" => Some(Summary::WhereLeast),
        "max_at" => Some(Summary::WhereLargest),
        _ => None,
    }
}
