// 8.3.8: the run ends where terminate acts, after the event of that time; the last of its rows has what the event set.
model terminate_in_when
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2;
  when x >= 1.5 then
    n = pre(n) + 1;
    terminate("far enough");
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end terminate_in_when;
