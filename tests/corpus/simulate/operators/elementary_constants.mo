// 3.7.3: all quadrants of atan2, and ends of the ranges; the same of constants and of variables that equal them.
model elementary_constants
  constant Real known[18] = {atan2(0, 1), atan2(1, 1), atan2(1, 0), atan2(1, -1), atan2(-1, -1), atan2(-1, 0), atan2(-1, 1), asin(1), acos(-1), exp(0), log(1), log10(0.001), sqrt(0), tanh(100), cosh(0), 2^0.5, (-2)^3, 0^0.5};
  Real v[18] = known;
  Real one(start = 1, fixed = true);
  Real quadrants[4] = {atan2(one, one), atan2(one, -one), atan2(-one, -one), atan2(-one, one)};
equation
  der(one) = 0;
  annotation(experiment(StopTime = 2, Interval = 1, Tolerance = 1e-08));
end elementary_constants;
