// 3.7.5 and 8.3.6: the same exchange written the other way round, and through a discrete variable of the same when.
model reinit_reversed
  Real x(start = 1, fixed = true), y(start = 5, fixed = true);
  discrete Real sum(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = -1;
  when sample(0.5, 0.5) then
    reinit(y, x);
    sum = x + y;
    reinit(x, y);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end reinit_reversed;
