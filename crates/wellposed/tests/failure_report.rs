//! What is told of a step that fails is about what runs then, also where states were chosen again on the way.

#![allow(clippy::unwrap_used)]

use super::model;

use model::Text;
use wellposed::syntax::Diagnostic;
use wellposed::{Experiment, Overrides};

/// A point on a circle that is turned faster and faster until the time 1.5. It begins where `y` has to be the state; a
/// quarter of a turn later, where it ends, `x` has to be.
const TURNED: &str = "model Turned
  Real x(start = 1), y(start = 0, fixed = true);
  Real vx, vy, w;
equation
  x^2 + y^2 = 1;
  vx = der(x);
  vy = der(y);
  x*vy - y*vx = w;
  w = 1 + 0.005/(1.5 - time);
end Turned;
";

fn failure(text: &Text) -> Diagnostic {
    let model = text.flatten().model.unwrap();
    let experiment = Experiment { stop: 2.0, ..Experiment::default() };
    let mut found = text.run(model, &experiment, &Overrides::default()).unwrap_err();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn a_step_that_fails_is_about_the_states_of_that_time() {
    let text = Text::new(TURNED);
    let found = failure(&text);
    assert!(found.notes[0].starts_with("the unknown concerned is `x`, with value "), "{found:?}");
    // Of a state it is known how fast it changes, and its derivative has an equation of its own.
    assert!(found.notes[0].contains(" and derivative -"), "{found:?}");
    let place = found.primary.place;
    assert_eq!(&text.loaded.sources[place.file].text()[place.span.range()], "vx = der(x)");
}
