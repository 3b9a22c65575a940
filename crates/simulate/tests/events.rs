//! Events: found once each, in order, and where they are.

#![allow(clippy::unwrap_used)]

use super::problems;

use problems::{Equations, Number, Written};
use simulate::{
    Bdf, Crossing, DormandPrince, Event, EventResponse, HybridDae, IntegrationFailure,
    IntegrationFailureKind, Integrator, IntegratorOptions, RunControl, RunEnd, StepObserver, run,
};

/// A body that falls and is thrown back. Its height and speed, and two more heights that are only looked at.
struct Ball {
    restitution: f64,
    heights: Vec<f64>,
    seen: Vec<(f64, Crossing)>,
    sample: f64,
    samples: Vec<f64>,
    margin: f64,
}

const GRAVITY: f64 = 9.81;

impl Ball {
    fn new(restitution: f64, heights: &[f64]) -> Ball {
        Ball {
            restitution,
            heights: heights.to_vec(),
            seen: Vec::new(),
            sample: f64::INFINITY,
            samples: Vec::new(),
            margin: 0.0,
        }
    }

    /// The times at which the ball hit the ground.
    fn bounces(&self) -> Vec<f64> {
        self.seen.iter().filter(|(_, c)| c.root == 0 && c.to < 0).map(|(t, _)| *t).collect()
    }
}

impl Equations for Ball {
    const SIZE: usize = 2;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - y[1];
        r[1] = yp[1] + GRAVITY;
    }
    fn root_count(&self) -> usize {
        1 + self.heights.len()
    }
    fn roots(&self, y: &[f64], g: &mut [f64]) {
        g[0] = y[0];
        for (g, height) in g[1..].iter_mut().zip(&self.heights) {
            *g = y[0] - height;
        }
    }
    fn margin(&self) -> f64 {
        self.margin
    }
    fn next_time(&self, t: f64) -> Option<f64> {
        let k = (t / self.sample + 1e-9).floor() + 1.0;
        self.sample.is_finite().then_some(k * self.sample)
    }
    fn event(&mut self, event: &Event<'_>, y: &mut [f64]) -> EventResponse {
        if event.timed {
            self.samples.push(event.t);
        }
        let mut action = EventResponse::Resume;
        for &crossing in event.roots {
            self.seen.push((event.t, crossing));
            if crossing.root == 0 && crossing.to < 0 {
                y[1] *= -self.restitution;
                action = EventResponse::Restart;
            }
        }
        action
    }
}

/// Such a ball as a system.
fn thrown(restitution: f64, heights: &[f64]) -> Written<Ball> {
    Written::new(Ball::new(restitution, heights), &[0.0, 0.0])
}

fn simulate(
    system: &mut dyn HybridDae,
    stop: f64,
    y: &mut [f64],
    tolerance: f64,
) -> Result<RunEnd, IntegrationFailure> {
    let mut bdf = Bdf::new(system, IntegratorOptions::tolerance(tolerance));
    let mut yp = vec![0.0; y.len()];
    run(system, &mut bdf, (0.0, stop), (y, &mut yp), &mut ())
}

#[test]
fn a_ball_bounces_when_it_should() {
    let mut ball = thrown(0.8, &[]);
    simulate(&mut ball, 3.0, &mut [1.0, 0.0], 1e-10).unwrap();
    let bounces = ball.bounces();
    let fall = (2.0 / GRAVITY).sqrt();
    let mut expected = fall;
    for (k, t) in bounces.iter().enumerate() {
        assert!((t - expected).abs() < 1e-9, "bounce {k}: {t}, not {expected}");
        expected += 2.0 * fall * 0.8f64.powi(k as i32 + 1);
    }
    assert!(expected > 3.0 && bounces.len() == 6, "{}", bounces.len());
}

#[test]
fn the_explicit_method_finds_the_same() {
    let mut ball = thrown(0.8, &[]);
    let mut explicit = DormandPrince::new(&ball, IntegratorOptions::tolerance(1e-10));
    let (mut y, mut yp) = ([1.0, 0.0], [0.0, 0.0]);
    run(&mut ball, &mut explicit, (0.0, 3.0), (&mut y, &mut yp), &mut ()).unwrap();
    let fall = (2.0 / GRAVITY).sqrt();
    let mut expected = fall;
    for (k, t) in ball.bounces().iter().enumerate() {
        assert!((t - expected).abs() < 1e-9, "bounce {k}: {t}, not {expected}");
        expected += 2.0 * fall * 0.8f64.powi(k as i32 + 1);
    }
    assert_eq!(ball.bounces().len(), 6);
}

/// Stops after every step at whose end nothing happens.
struct StepByStep;

impl StepObserver for StepByStep {
    fn step(&mut self, _: &dyn Integrator) -> RunControl {
        RunControl::Stop
    }
}

#[test]
fn no_event_is_lost_by_stopping_after_each_step() {
    // The same ball, looked at every eighth of a second: 24 times until 3 s, the last time included.
    let mut ball = thrown(0.8, &[]);
    ball.sample = 0.125;
    let (mut y, mut yp, mut t, mut runs) = ([1.0, 0.0], [0.0, 0.0], 0.0, 0);
    while t < 3.0 {
        let mut explicit = DormandPrince::new(&ball, IntegratorOptions::tolerance(1e-10));
        run(&mut ball, &mut explicit, (t, 3.0), (&mut y, &mut yp), &mut StepByStep).unwrap();
        (t, runs) = (explicit.t(), runs + 1);
    }
    assert!(runs > 1);
    assert_eq!((ball.bounces().len(), ball.samples.len()), (6, 24));
}

#[test]
fn bounces_that_become_ever_lower_are_told_with_the_time_at_which_they_end() {
    // The times between bounces are a geometric series. E004-part7-8 for 0.7; of the last ones a bounce or none is seen.
    let fall = (2.0 / GRAVITY).sqrt();
    for restitution in [0.9, 0.7, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 1e-3, 1e-4, 1e-6] {
        let mut ball = thrown(restitution, &[]);
        ball.margin = 1e-10;
        let found = simulate(&mut ball, 20.0, &mut [1.0, 0.0], 1e-12);
        let found = found.err().unwrap_or_else(|| panic!("{restitution}: {} bounces", ball.bounces().len()));
        let limit = fall * (1.0 + 2.0 * restitution / (1.0 - restitution));
        assert_eq!((found.kind, found.row), (IntegrationFailureKind::Zeno, Some(0)), "{restitution}");
        // Where the ratio of two times is not known yet, what is left is less than the last of them.
        let exact = if restitution >= 0.05 { 1e-9 } else { 2.0 * restitution };
        assert!((found.t - limit).abs() <= exact * limit, "{restitution}: {} is not {limit}", found.t);
    }
    let mut ball = thrown(0.7, &[]);
    ball.margin = 1e-10;
    let found = simulate(&mut ball, 3.0, &mut [1.0, 0.0], 1e-12).unwrap_err();
    assert!((found.t - 2.55863396559).abs() <= 1e-9 * 2.55863396559, "{}", found.t);
}

#[test]
fn a_ball_that_is_let_go_on_the_ground_falls() {
    // It loses all of its speed at the event: nothing comes back, and nothing is lost.
    let mut ball = thrown(0.0, &[]);
    ball.margin = 1e-10;
    simulate(&mut ball, 1.0, &mut [1.0, 0.0], 1e-10).unwrap();
    assert_eq!(ball.bounces().len(), 1);
}

#[test]
fn a_hundred_thousand_bounces_and_none_lost_or_doubled() {
    // A ball that loses nothing, thrown up with this speed, is back after 1/8: the count is known.
    let speed = GRAVITY / 16.0;
    let mut ball = thrown(1.0, &[]);
    simulate(&mut ball, 12500.0625, &mut [0.0, speed], 1e-12).unwrap();
    let bounces = ball.bounces();
    assert_eq!(bounces.len(), 100_000);
    let gaps = bounces.windows(2).map(|pair| pair[1] - pair[0]);
    let (least, most) = gaps.fold((f64::MAX, 0f64), |(least, most), gap| (least.min(gap), most.max(gap)));
    assert!(least > 0.1249 && most < 0.1251, "{least} {most}");
    // Each time down and up again, and nothing else.
    let signs: Vec<i8> = ball.seen.iter().map(|(_, crossing)| crossing.to).filter(|&to| to != 0).collect();
    assert!(signs.windows(2).all(|pair| pair[0] == -pair[1]));
}

#[test]
fn a_hundred_thousand_samples_and_none_lost_or_doubled() {
    let mut ball = thrown(1.0, &[]);
    ball.sample = 0.001;
    simulate(&mut ball, 100.0005, &mut [1e6, 0.0], 1e-6).unwrap();
    assert_eq!(ball.samples.len(), 100_000);
    assert!(ball.samples.iter().enumerate().all(|(k, &t)| t == (k + 1) as f64 * 0.001));
}

#[test]
fn all_roots_of_a_step_come_in_order() {
    // The order of the functions is not that of the times, and the last two cross together.
    let heights = [0.2, 0.9, 0.5, 0.7, 0.3, 0.3];
    let mut ball = thrown(1.0, &heights);
    simulate(&mut ball, 0.44, &mut [1.0, 0.0], 1e-9).unwrap();
    let found: Vec<usize> = ball.seen.iter().map(|(_, crossing)| crossing.root).collect();
    assert_eq!(found, [2, 4, 3, 5, 6, 1]);
    for (t, crossing) in &ball.seen {
        let expected = (2.0 * (1.0 - heights[crossing.root - 1]) / GRAVITY).sqrt();
        assert!((t - expected).abs() < 1e-9, "{t} {expected}");
        assert_eq!((crossing.from, crossing.to), (1, -1));
    }
}

#[test]
fn a_ball_that_touches_a_height_crosses_it_twice() {
    // It rises to 1 and comes back; 1 - 1e-9 is passed and left again within one step.
    let mut ball = thrown(1.0, &[1.0 - 1e-7]);
    let up = (2.0 * GRAVITY).sqrt();
    simulate(&mut ball, 0.9 * 2.0 * up / GRAVITY, &mut [0.0, up], 1e-11).unwrap();
    let told: Vec<i8> = ball.seen.iter().filter(|(_, c)| c.root == 1).map(|(_, c)| c.to).collect();
    assert_eq!(told, [1, -1]);
}

#[test]
fn a_root_at_the_start_is_told_when_it_is_left() {
    let mut ball = thrown(1.0, &[1.0]);
    simulate(&mut ball, 0.4, &mut [1.0, 0.0], 1e-9).unwrap();
    assert_eq!(ball.seen.len(), 1);
    assert_eq!(ball.seen[0].1, Crossing { root: 1, from: 0, to: -1 });
}

/// x' = rate, a = x - 1 as an algebraic unknown whose sign is watched: the rate changes with it.
struct Saw {
    rate: f64,
    told: Vec<(f64, i8)>,
    action: EventResponse,
    reset: bool,
}

impl Equations for Saw {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - self.rate;
        r[1] = (y[1] * y[1] * y[1] + y[1]) - (y[0] - 1.0);
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, false]
    }
    fn root_count(&self) -> usize {
        1
    }
    fn roots(&self, y: &[f64], g: &mut [f64]) {
        g[0] = y[1];
    }
    fn event(&mut self, event: &Event<'_>, y: &mut [f64]) -> EventResponse {
        for crossing in event.roots {
            self.told.push((event.t, crossing.to));
        }
        if self.reset && event.round == 0 {
            y[0] = 0.0;
        } else if !self.reset {
            self.rate = 0.5;
        }
        self.action
    }
}

/// A saw that answers its events in this way.
fn saw(action: EventResponse) -> Written<Saw> {
    Written::new(Saw { rate: 1.0, told: Vec::new(), action, reset: false }, &[0.0, 0.0])
}

#[test]
fn a_root_of_an_algebraic_unknown_is_found_once() {
    for tolerance in [1e-3, 1e-6, 1e-9] {
        let mut saw = saw(EventResponse::Restart);
        let mut y = [0.0, 0.0];
        simulate(&mut saw, 2.0, &mut y, tolerance).unwrap();
        assert_eq!(saw.told.len(), 1, "{:?}", saw.told);
        assert!((saw.told[0].0 - 1.0).abs() < 10.0 * tolerance && saw.told[0].1 == 1);
        assert!((y[0] - 1.5).abs() < 10.0 * tolerance);
    }
}

#[test]
fn what_a_handler_changes_is_told_at_the_same_instant() {
    let mut saw = saw(EventResponse::Restart);
    saw.reset = true;
    simulate(&mut saw, 2.5, &mut [0.0, 0.0], 1e-8).unwrap();
    let signs: Vec<i8> = saw.told.iter().map(|told| told.1).collect();
    assert_eq!(signs, [1, -1, 1, -1]);
    assert_eq!(saw.told[0].0, saw.told[1].0);
    assert!((saw.told[2].0 - 2.0).abs() < 1e-6);
}

#[test]
fn events_without_end_are_a_failure() {
    let failure = simulate(&mut saw(EventResponse::Repeat), 2.0, &mut [0.0, 0.0], 1e-6).unwrap_err();
    assert_eq!(failure.kind, IntegrationFailureKind::EventLoop);
    assert!((failure.t - 1.0).abs() < 1e-4);
}

#[test]
fn a_system_can_stop() {
    let mut saw = saw(EventResponse::Stop);
    let mut y = [0.0, 0.0];
    assert_eq!(simulate(&mut saw, 2.0, &mut y, 1e-6), Ok(RunEnd::System));
    assert!((y[0] - 1.0).abs() < 1e-6);
}

/// Keeps what it is told and ends when it has seen enough.
#[derive(Default)]
struct Record {
    pieces: Vec<(f64, f64)>,
    events: Vec<f64>,
    enough: usize,
}

impl StepObserver for Record {
    fn advance(&mut self, _: &mut dyn HybridDae, _: &dyn Integrator, from: f64, to: f64) -> RunControl {
        self.pieces.push((from, to));
        if self.pieces.len() == self.enough { RunControl::Stop } else { RunControl::Continue }
    }
    fn event(&mut self, _: &mut dyn HybridDae, t: f64, _: &[f64], _: &[f64]) -> RunControl {
        self.events.push(t);
        RunControl::Continue
    }
}

#[test]
fn a_watch_sees_every_moment_once() {
    let mut ball = thrown(0.8, &[0.5]);
    let mut bdf = Bdf::new(&ball, IntegratorOptions::tolerance(1e-8));
    let mut record = Record::default();
    let (mut y, mut yp) = ([1.0, 0.0], [0.0, 0.0]);
    let end = run(&mut ball, &mut bdf, (0.0, 2.0), (&mut y, &mut yp), &mut record);
    assert_eq!(end, Ok(RunEnd::Time));
    assert_eq!(record.pieces[0].0, 0.0);
    assert_eq!(record.pieces.last().unwrap().1, 2.0);
    assert!(record.pieces.windows(2).all(|pair| pair[0].1 == pair[1].0));
    assert_eq!(record.events.len() as u64, 1 + bdf.statistics().root_events);
}

#[test]
fn a_watch_can_stop() {
    let mut ball = thrown(0.8, &[]);
    let mut bdf = Bdf::new(&ball, IntegratorOptions::tolerance(1e-8));
    let mut record = Record { enough: 5, ..Record::default() };
    let (mut y, mut yp) = ([1.0, 0.0], [0.0, 0.0]);
    let end = run(&mut ball, &mut bdf, (0.0, 2.0), (&mut y, &mut yp), &mut record);
    assert_eq!(end, Ok(RunEnd::Watch));
    assert_eq!(bdf.statistics().steps, 5);
}

/// Something that passes zero once, shaken as rounding would; a clock beside it is set back there.
struct Ramp {
    grain: f64,
}

impl Equations for Ramp {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, _: &[T], yp: &[T], r: &mut [T]) {
        r.iter_mut().zip(yp).for_each(|(r, yp)| *r = *yp - 1.0);
    }
    fn root_count(&self) -> usize {
        1
    }
    fn roots(&self, y: &[f64], g: &mut [f64]) {
        g[0] = y[0] + 0.01 * (1e3 * y[0]).sin();
    }
    fn margin(&self) -> f64 {
        0.5
    }
    fn grain(&self) -> f64 {
        self.grain
    }
    fn event(&mut self, _: &Event<'_>, y: &mut [f64]) -> EventResponse {
        y[1] = 0.0;
        EventResponse::Restart
    }
}

#[test]
fn what_rounding_shakes_does_not_bounce() {
    let mut y = [-1.0, 0.0];
    let mut ramp = Written::new(Ramp { grain: 0.05 }, &y);
    assert_eq!(simulate(&mut ramp, 3.0, &mut y, 1e-6).unwrap(), RunEnd::Time);
    assert!((y[0] - 2.0).abs() < 1e-6 && (y[1] - 2.0).abs() < 0.02);
    // Without a word about rounding it is taken for what it looks like.
    ramp.grain = 0.0;
    let told = simulate(&mut ramp, 3.0, &mut [-1.0, 0.0], 1e-6);
    assert_eq!(told.unwrap_err().kind, IntegrationFailureKind::Zeno);
}

/// Whether z, with z + bend z² = x - 1, is positive: a function that jumps from -1 to 1. The system believes its values
/// and not what it is told.
struct Switch {
    bend: f64,
    on: bool,
    told: Vec<f64>,
    fired: Vec<f64>,
}

impl Equations for Switch {
    const SIZE: usize = 2;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - 1.0;
        r[1] = y[1] + y[1] * y[1] * self.bend - (y[0] - 1.0);
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, false]
    }
    fn root_count(&self) -> usize {
        1
    }
    fn roots(&self, y: &[f64], g: &mut [f64]) {
        g[0] = if y[1] > 0.0 { 1.0 } else { -1.0 };
    }
    fn side(&self) -> Option<i8> {
        Some(if self.on { 1 } else { -1 })
    }
    fn event(&mut self, event: &Event<'_>, y: &mut [f64]) -> EventResponse {
        self.told.push(event.t);
        if y[1] > 0.0 && !self.on {
            self.fired.push(event.t);
        }
        self.on = y[1] > 0.0;
        EventResponse::Restart
    }
}

#[test]
fn a_jump_that_is_taken_back_is_found_again() {
    let mut again = 0;
    for bend in [0.2, 0.1, -0.1, -0.2] {
        for tolerance in [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8] {
            let mut y = [0.0, -1.0];
            let switch = Switch { bend, on: false, told: Vec::new(), fired: Vec::new() };
            let mut switch = Written::new(switch, &y);
            simulate(&mut switch, 1.5, &mut y, tolerance).unwrap();
            assert_eq!(switch.fired.len(), 1, "{bend} {tolerance}: told {:?}", switch.told);
            assert!(
                (switch.fired[0] - 1.0).abs() < 10.0 * tolerance,
                "{bend} {tolerance}: {:?}",
                switch.fired
            );
            // It comes back later, never at the same instant, and soon it stays.
            let later = switch.told.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(later && switch.told.len() < 6, "{bend} {tolerance}: {:?}", switch.told);
            again += usize::from(switch.told.len() > 1);
        }
    }
    assert!(again > 0, "values that are made consistent never took it back");
}
