// 3.7.2: at the start and at the stop time the argument is an integer exactly: the value is that of this instant, and
// not that of a moment later, which at the stop time never comes.
model rounding_at_the_ends
  Real x = time;
  Real f = floor(x), c = ceil(x), g = floor(-x), h = ceil(-x), m = mod(x, 1), k = mod(-x, 1);
  Boolean above = x > 2, reached = x >= 2, below = x < 2, not_yet = x <= 2;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end rounding_at_the_ends;
