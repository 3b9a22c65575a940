// 3.7.5: a tenth is no binary number: eleven samples from 0 to 1 all the same, the last one at the stop time.
model sample_tenths
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-08));
end sample_tenths;
