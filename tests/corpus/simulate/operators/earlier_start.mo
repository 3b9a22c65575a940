// A run from -1 to 1: the time is negative at first, floor and mod go down, and 0 is a time like others.
model earlier_start
  Integer n(start = 0, fixed = true), k = integer(2*time);
  Real m = mod(time, 0.75), y = delay(time^2, 0.5), x(start = 3, fixed = true);
  Boolean late = time >= 0;
equation
  der(x) = if late then 1 else -1;
  when sample(-0.5, 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StartTime = -1, StopTime = 1, Interval = 0.125, Tolerance = 1e-08));
end earlier_start;
