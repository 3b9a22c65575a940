// 3.7.4.1: the derivative of an expression of a state that is set anew: x4 = t^2/2 - n^2/2 since the second n, x6 = 2*x4*t.
model derivative_after_reinit
  Real x4(start = 0, fixed = true), x5 = x4^2, x6 = der(x5);
equation
  der(x4) = time;
  when sample(1, 1) then
    reinit(x4, 0);
  end when;
  annotation(experiment(StopTime = 2.5, Interval = 0.125, Tolerance = 1e-08));
end derivative_after_reinit;
