// A function that says `GenerateEvents` makes events: its result jumps where it should, and an `edge` of it is seen. One
// that says `Inline = false` stays a call with the derivative that its annotation names: with index reduction the value
// of `v` is that of `slope`, which is not the derivative of the formula.

model InlinedEvents
  function step
    input Real x;
    output Boolean y;
  algorithm
    y := x > 0.5;
    annotation (GenerateEvents = true);
  end step;
  function height
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (Inline = false, derivative = slope);
  end height;
  function slope
    input Real x;
    input Real dx;
    output Real y;
  algorithm
    y := 3*x*dx;
    annotation (Inline = false);
  end slope;
  Boolean b = step(time);
  discrete Real jumped(start = 0, fixed = true);
  Real h = height(time);
  Real v = der(h);
equation
  when b then
    jumped = time;
  end when;
  annotation (experiment(StopTime = 1));
end InlinedEvents;
