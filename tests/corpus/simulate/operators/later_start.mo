// A run from 1.125 to 3: samples are at s + k*i from then on, delay has the value at the start, counts of floor begin where the
// time is, and what became true before does not act.
model later_start
  Integer n(start = 0, fixed = true), k = integer(2*time), never(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y = delay(time, 0.5);
equation
  der(x) = time;
  when sample(0, 0.5) then
    n = pre(n) + 1;
  end when;
  when time > 0.5 then
    never = pre(never) + 1;
  end when;
  annotation(experiment(StartTime = 1.125, StopTime = 3, Interval = 0.125, Tolerance = 1e-08));
end later_start;
