// The zero of a divisor lies right in the middle of two points, where the search looks first. What is kept away from zero is
// left alone there too.
model PoleExactly
  Real x(start = -1, fixed = true);
  Real kept;
  Real y;
  Real z;
equation
  der(x) = 1;
  kept = noEvent(if x > 0 then max(x, 0.1) else min(x, -0.1));
  y = 1/x;
  z = 1/kept;
  annotation(experiment(StopTime = 2, Interval = 2));
end PoleExactly;
