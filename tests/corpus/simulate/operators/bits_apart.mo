// 8.6: times that are a few bits apart, as sums of tenths are: each condition becomes true, once.
model bits_apart
  Integer n0(start = 0, fixed = true), n1(start = 0, fixed = true), n2(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 4.812299999999999 then
    n0 = pre(n0) + 1;
  end when;
  when time >= 4.8123 then
    n1 = pre(n1) + 1;
  end when;
  when sample(4.8123000000000005, 100) then
    n2 = pre(n2) + 1;
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.5, Tolerance = 1e-08));
end bits_apart;
