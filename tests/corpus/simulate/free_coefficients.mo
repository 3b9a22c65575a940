// Coefficients that initial equations determine: with their start values, which are guesses, each pair of equations has no
// solution, or many. With k = 3 the equations k*y + z = 2*k, y + z = 4 are 3*y + z = 6, y + z = 4: y = 1, z = 3.
model Pair
  parameter Real k(fixed = false, start = 1);
  Real y, z;
equation
  k*y + z = 2*k;
  y + z = 4;
end Pair;

model Given
  extends Pair;
initial equation
  k = 3;
end Given;

model Dependent
  parameter Real k0(fixed = false, start = 0.5);
  parameter Real k = 2*k0;
  Real y, z;
initial equation
  k0 = 1.5;
equation
  k*y + z = 2*k;
  y + z = 4;
end Dependent;

// 0 = der(x) = k - x + y - z with x = 1 and, by the pair, y = 1, z = 3 for k = 3: 3 - 1 + 1 - 3 = 0. In general
// y = (2*k - 4)/(k - 1), z = 4 - y, so that k - 5 + 2*y = 0, (k - 5)*(k - 1) + 4*k - 8 = 0, k*k - 2*k - 3 = 0: k = 3 or -1.
model Steady
  extends Pair(k(start = 1));
  Real x(start = 1, fixed = true);
initial equation
  der(x) = 0;
equation
  der(x) = k - x + y - z;
end Steady;

// A factor whose guess is zero is no zero: z = 2*k - k*y with y = 1.
model Zero
  parameter Real k(fixed = false, start = 0);
  Real y, z;
initial equation
  k = 3;
equation
  k*y + z = 2*k;
  y = 1;
end Zero;

model FreeCoefficients
  Given given;
  Dependent dependent;
  Steady steady(k(start = 2));
  Zero zero;
  annotation(experiment(StopTime = 1));
end FreeCoefficients;
