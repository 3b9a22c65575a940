//! `.meas`: what is to be taken from a result.

use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::card_reader::CardReader;
use super::expand::NetlistExpander;
use super::formula::FormulaTerm;
use super::lexer::{CardToken, CardTokenKind, lex};
use crate::number::{self, ParsedNumber};
use crate::{
    CrossingDirection, CrossingLevel, CurveStatistic, Measure, MeasureAnalysis, MeasureKind, MeasurePoint,
    MeasureWindow,
};

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
struct AlreadyReported;

/// What is read of a measure.
type MeasureReadResult<T> = Result<T, AlreadyReported>;

/// The words of a card with its brackets, and what was found so far.
struct MeasureReader {
    words: Vec<CardToken>,
    at: usize,
    quantities: Vec<Place>,
}

/// What stands after a curve: `VAL=1 RISE=2 TD=3n`.
#[derive(Default)]
struct MeasureOptions {
    at: Option<f64>,
    value: Option<f64>,
    edge: Option<(CrossingDirection, Option<u32>)>,
    window: MeasureWindow,
}

impl<'a> NetlistExpander<'a> {
    /// Notes a measure.
    pub(super) fn measure(&mut self, line: &CardReader<'a>) {
        let mut words = Vec::new();
        lex(line.text, line.card.span, &mut words);
        let mut reading = MeasureReader { words, at: 1, quantities: Vec::new() };
        if let Ok(measure) = self.measured(line, &mut reading) {
            self.circuit.measures.push(measure);
        }
    }

    fn measured(&mut self, line: &CardReader<'a>, reading: &mut MeasureReader) -> MeasureReadResult<Measure> {
        let Some(kind) = reading.next() else {
            return self.told(line, line.end(), "which result is measured?", FORM);
        };
        let of = match line.word(kind).to_ascii_lowercase().as_str() {
            "tran" => MeasureAnalysis::Transient,
            "dc" => MeasureAnalysis::Sweep,
            "ac" => MeasureAnalysis::SmallSignal,
            other => {
                let message = format!("results of `{other}` cannot be measured");
                return self.told(line, line.place(kind.span), &message, FORM);
            }
        };
        let Some(name) = reading.next().filter(|word| word.kind == CardTokenKind::Plain) else {
            return self.told(line, line.end(), "a measure without a name", FORM);
        };
        let id = self.circuit.names.add(line.word(name));
        let mut all = self.circuit.measures.iter();
        if let Some(before) = all.find(|before| before.name == id && before.of == of) {
            let found = Diagnostic::new(
                DiagnosticCode::DuplicateElement,
                line.place(name.span),
                format!("there are two measures `{}`", line.word(name)),
            )
            .label("the second")
            .related(before.place, "the first")
            .help("give one of them another name");
            self.report(found);
            return Err(AlreadyReported);
        }
        let aim = self.aim(line, reading, of)?;
        if reading.peek().is_some() {
            let place = reading.place(line);
            let text = &line.text[place.span.range()];
            return self.told(line, place, &format!("unexpected `{text}`"), FORM);
        }
        let quantities = std::mem::take(&mut reading.quantities);
        Ok(Measure { name: id, place: line.card.place(), of, quantities, aim })
    }

    /// What stands after the name.
    fn aim(
        &mut self,
        line: &CardReader<'a>,
        reading: &mut MeasureReader,
        of: MeasureAnalysis,
    ) -> MeasureReadResult<MeasureKind> {
        let Some(word) = reading.next() else {
            return self.told(line, line.end(), "what is to be measured?", FORM);
        };
        let lower = line.word(word).to_ascii_lowercase();
        if let Some(summary) = summary(&lower) {
            let what = self.curve_of(line, reading)?;
            let options = self.measure_options(line, reading, &["td", "from", "to"])?;
            return Ok(MeasureKind::Over(summary, what, options.window));
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
                Ok(MeasureKind::Between(trigger, self.trigger(line, reading)?))
            }
            "when" => Ok(MeasureKind::Where(self.when(line, reading)?)),
            "find" => Ok(MeasureKind::Find(self.curve_of(line, reading)?, self.instant(line, reading)?)),
            "deriv" | "derivative" => {
                Ok(MeasureKind::Slope(self.curve_of(line, reading)?, self.instant(line, reading)?))
            }
            "param" => self.parameter(line, reading, of),
            _ => {
                let message = format!("there is no measure `{}`", line.word(word));
                let found = Diagnostic::new(DiagnosticCode::CardSyntax, line.place(word.span), message);
                self.report(match syntax::nearest(&lower, TASKS.iter().copied()) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => found.help(format!("measures are {}", TASKS.join(", "))),
                });
                Err(AlreadyReported)
            }
        }
    }

    /// `at=1u` or `when v(in)=0.5`
    fn instant(
        &mut self,
        line: &CardReader<'a>,
        reading: &mut MeasureReader,
    ) -> MeasureReadResult<MeasurePoint> {
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
        Ok(MeasurePoint::At(at))
    }

    fn told<T>(
        &mut self,
        line: &CardReader<'a>,
        place: Place,
        message: &str,
        help: &str,
    ) -> MeasureReadResult<T> {
        let place = if place.span.start == place.span.end { line.end() } else { place };
        self.report(Diagnostic::new(DiagnosticCode::CardSyntax, place, message).help(help));
        Err(AlreadyReported)
    }

    /// A curve: a word with what stands in brackets after it.
    fn curve_of(&mut self, line: &CardReader<'a>, reading: &mut MeasureReader) -> MeasureReadResult<usize> {
        let Some(word) = reading.next().filter(|word| word.kind == CardTokenKind::Plain) else {
            return self.told(line, reading.last(line), "which curve is meant?", "`v(node)` or `i(element)`");
        };
        let mut span = word.span;
        if reading.peek().is_some_and(|next| next.kind == CardTokenKind::Open) {
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
                    CardTokenKind::Close => break,
                    CardTokenKind::Plain | CardTokenKind::Open | CardTokenKind::Comma => {}
                    CardTokenKind::Formula | CardTokenKind::Text => {
                        let place = line.place(next.span);
                        let found = Diagnostic::new(
                            DiagnosticCode::NotSupported,
                            place,
                            "formulas of curves are not supported by `.meas` yet",
                        )
                        .help("add a source with the formula, such as `Bm m 0 V=…`, and measure `v(m)`");
                        self.report(found);
                        return Err(AlreadyReported);
                    }
                    CardTokenKind::Equals | CardTokenKind::Broken => {
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
    fn when(
        &mut self,
        line: &CardReader<'a>,
        reading: &mut MeasureReader,
    ) -> MeasureReadResult<MeasurePoint> {
        let curve = self.curve_of(line, reading)?;
        let equals = reading.next().is_some_and(|word| word.kind == CardTokenKind::Equals);
        let level = reading.peek();
        let (true, Some(word)) = (equals, level) else {
            return self.told(
                line,
                reading.last(line),
                "`=` and a value are expected here",
                "`when v(out)=0.5`, or `when v(a)=v(b)`",
            );
        };
        let level =
            if word.kind == CardTokenKind::Formula || number::read(line.word(word)) != ParsedNumber::Word {
                reading.next();
                CrossingLevel::Value(self.value(line, word))
            } else {
                CrossingLevel::Curve(self.curve_of(line, reading)?)
            };
        let options = self.measure_options(line, reading, &["rise", "fall", "cross", "td", "from", "to"])?;
        Ok(crossing(curve, level, &options))
    }

    /// `v(a) val=0.5 rise=1 td=1n` or `at=1n`
    fn trigger(
        &mut self,
        line: &CardReader<'a>,
        reading: &mut MeasureReader,
    ) -> MeasureReadResult<MeasurePoint> {
        if reading.named().is_some() {
            let options = self.measure_options(line, reading, &["at"])?;
            if let Some(at) = options.at {
                return Ok(MeasurePoint::At(at));
            }
        }
        let curve = self.curve_of(line, reading)?;
        let known = ["val", "td", "rise", "fall", "cross", "from", "to"];
        let options = self.measure_options(line, reading, &known)?;
        match options.value {
            Some(value) => Ok(crossing(curve, CrossingLevel::Value(value), &options)),
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
        line: &CardReader<'a>,
        reading: &mut MeasureReader,
        known: &[&str],
    ) -> MeasureReadResult<MeasureOptions> {
        let mut options = MeasureOptions::default();
        while let Some(name) = reading.named() {
            let text = line.word(name).to_ascii_lowercase();
            if !known.contains(&text.as_str()) {
                let place = line.place(name.span);
                let mut found = Diagnostic::new(
                    DiagnosticCode::CardSyntax,
                    place,
                    format!("there is no option `{text}` here"),
                );
                found = match syntax::nearest(&text, known.iter().copied()) {
                    Some(guess) => found.help(format!("is `{guess}` meant?")),
                    None => found.help(format!("options here are {}", known.join(", "))),
                };
                self.report(found);
                return Err(AlreadyReported);
            }
            reading.at += 2;
            let Some(value) = reading.next() else {
                return self.told(line, line.end(), "a value is missing", &format!("`{text}=1`"));
            };
            let edge = match text.as_str() {
                "rise" => Some(CrossingDirection::Rise),
                "fall" => Some(CrossingDirection::Fall),
                "cross" => Some(CrossingDirection::Any),
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
    fn parameter(
        &mut self,
        line: &CardReader<'a>,
        reading: &mut MeasureReader,
        of: MeasureAnalysis,
    ) -> MeasureReadResult<MeasureKind> {
        if !reading.peek().is_some_and(|word| word.kind == CardTokenKind::Equals) {
            return self.told(line, reading.last(line), "`=` is expected here", "`param='2*delay'`");
        }
        reading.at += 1;
        let Some(word) = reading.peek() else {
            return self.told(line, line.end(), "a formula is missing", "`param='2*delay'`");
        };
        let span = match word.kind {
            CardTokenKind::Formula | CardTokenKind::Text => word.span,
            _ => Span::new(word.span.start, line.card.span.end),
        };
        reading.at = match word.kind {
            CardTokenKind::Formula | CardTokenKind::Text => reading.at + 1,
            _ => reading.words.len(),
        };
        match self.measure_formula(line.place(span), of) {
            Some(FormulaTerm::Number(value)) => Ok(MeasureKind::Number(value)),
            Some(FormulaTerm::Formula(value)) => Ok(MeasureKind::Formula(value)),
            None => Err(AlreadyReported),
        }
    }
}

fn crossing(curve: usize, level: CrossingLevel, options: &MeasureOptions) -> MeasurePoint {
    let (edge, count) = options.edge.unwrap_or((CrossingDirection::Any, Some(1)));
    MeasurePoint::Crossing { curve, level, edge, count, window: options.window }
}

impl MeasureReader {
    fn peek(&self) -> Option<CardToken> {
        self.words.get(self.at).copied()
    }

    /// Takes a word; a comma parts words and is nothing else.
    fn next(&mut self) -> Option<CardToken> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    fn take(&mut self, line: &CardReader<'_>, text: &str) -> bool {
        let is = self.peek().is_some_and(|word| line.word(word).eq_ignore_ascii_case(text));
        self.at += usize::from(is);
        is
    }

    /// The word ahead, if `=` stands after it.
    fn named(&self) -> Option<CardToken> {
        let equals = self.words.get(self.at + 1).is_some_and(|word| word.kind == CardTokenKind::Equals);
        self.peek().filter(|word| equals && word.kind == CardTokenKind::Plain)
    }

    /// Where the word ahead stands, or the end.
    fn place(&self, line: &CardReader<'_>) -> Place {
        self.peek().map_or_else(|| line.end(), |word| line.place(word.span))
    }

    /// Where the word before stands.
    fn last(&self, line: &CardReader<'_>) -> Place {
        self.words.get(self.at.saturating_sub(1)).map_or_else(|| line.end(), |word| line.place(word.span))
    }
}

/// What is taken from all of a curve.
fn summary(word: &str) -> Option<CurveStatistic> {
    match word {
        "avg" => Some(CurveStatistic::Average),
        "rms" => Some(CurveStatistic::Rms),
        "min" => Some(CurveStatistic::Least),
        "max" => Some(CurveStatistic::Largest),
        "pp" => Some(CurveStatistic::Range),
        "integ" | "integral" => Some(CurveStatistic::Integral),
        "min_at" => Some(CurveStatistic::WhereLeast),
        "max_at" => Some(CurveStatistic::WhereLargest),
        _ => None,
    }
}
