// 3.7.3: each function of a state x = time, and its derivative by the rules of calculus (3.7.4.1).
model elementary
  Real x(start = 0, fixed = true);
  Real y[17] = {sin(3*x - 2), cos(3*x - 2), tan(x - 1), asin((x - 1)/2), acos((x - 1)/2), atan(3*x - 2), atan2(sin(4*x + 0.1), cos(4*x + 0.1)), sinh(x - 1), cosh(x - 1), tanh(x - 1), exp(-x), log(x + 0.5), log10(x + 0.5), sqrt(x + 1), (x - 1)^3, 2^(x - 1), (x + 1)^(-0.5)};
  Real d[17] = der(y);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end elementary;
