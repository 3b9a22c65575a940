// 3.7.5 and 8.3.6: the values of all reinit are taken before any is set, so that x and y change places at each half second;
// z is set to twice what it was. Between events x, y and z move with 1, -1 and 0.
model reinit_exchange
  Real x(start = 1, fixed = true), y(start = 5, fixed = true), z(start = 0.5, fixed = true);
equation
  der(x) = 1;
  der(y) = -1;
  der(z) = 0;
  when sample(0.5, 0.5) then
    reinit(x, y);
    reinit(y, x);
    reinit(z, 2*pre(z));
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end reinit_exchange;
