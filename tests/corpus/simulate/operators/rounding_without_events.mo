// 3.7.2: inside noEvent and inside when nothing triggers events; the values are the same at each row.
model rounding_without_events
  Real x(start = 0.1, fixed = true), y = noEvent(floor(x)) + noEvent(mod(x, 0.75));
  Integer n(start = 0, fixed = true), events(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.5, 0.5) then
    n = integer(4*x);
    events = pre(events) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end rounding_without_events;
