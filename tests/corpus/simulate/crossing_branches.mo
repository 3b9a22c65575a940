// Four bars of length 1 as a rhombus, which is flat at t = 1 and could go on there in two ways: with the second bar parallel
// to the base, as it came, or with the third. Its smooth way goes on as it came, so that b = pi and c = pi + a all the time,
// and y = ((t - 1)^2 - 1)/4 is the integral of c - pi.
model CrossingBranches
  constant Real pi = 3.141592653589793;
  Real a = (time - 1)/2 "crank";
  Real b(start = 3.1) "second bar";
  Real c(start = 2.6) "third bar";
  Real y(start = 0, fixed = true);
equation
  cos(a) + cos(b) + cos(c) + 1 = 0;
  sin(a) + sin(b) + sin(c) = 0;
  der(y) = c - pi;
  annotation(experiment(StopTime = 2));
end CrossingBranches;
