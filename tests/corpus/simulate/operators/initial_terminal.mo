// 3.7.5: initial() is true during the initialization, terminal() at the end: what they trigger happens once.
model initial_terminal
  discrete Real first(start = -1), last(start = -1, fixed = true);
  Integer begun(start = 0), ended(start = 0, fixed = true);
  Boolean beginning = initial(), over = terminal();
  Real x(start = 1, fixed = true);
equation
  der(x) = 2;
  when initial() then
    first = 5 + time;
    begun = pre(begun) + 1;
  end when;
  when terminal() then
    last = x;
    ended = pre(ended) + 1;
  end when;
initial equation
  pre(first) = 0;
  pre(begun) = 0;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end initial_terminal;
