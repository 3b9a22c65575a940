// Inputs and free parameters that nothing determines: what is taken for them is told. x = 1 + u*t = 1 + 3*t, y = p*t = 2*t;
// of q + r = 10 one has to be chosen.
model Undetermined
  input Real u(start = 3);
  input Real w[2];
  input Boolean b;
  input Integer n(start = 4);
  parameter Real p(fixed = false, start = 2);
  parameter Real q(fixed = false), r(fixed = false, start = 7);
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real total = q + r + w[1] + w[2] + n + (if b then 1 else 0);
initial equation
  q + r = 10;
equation
  der(x) = u;
  der(y) = p;
  annotation(experiment(StopTime = 1));
end Undetermined;
