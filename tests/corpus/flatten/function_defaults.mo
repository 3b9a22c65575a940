// Defaults that a model gives its functions are those of the instance: called from inside, through a component, after a
// redeclaration, and by a function that is handed over.

function scale
  input Real x;
  input Real c = 1;
  output Real y;
algorithm
  y := c*x;
end scale;

function twice
  input Law law;
  input Real x;
  output Real y;
algorithm
  y := law(law(x));
end twice;

partial function Law
  input Real x;
  output Real y;
end Law;

model Field
  parameter Real k = 1;
  function fixed = scale(c = 7);
  replaceable function f = scale(c = k);
  Real y = f(time);
  Real z = f(time, 3);
  Real n = f(time, c = 4);
  Real w = fixed(time);
end Field;

model Body
  outer Field field;
  Real a = field.f(2*time);
end Body;

model FunctionDefaults
  parameter Real g = 9;
  inner Field field(k = 5);
  Field other(k = 6, redeclare function f = scale(c = 2*g));
  Body body;
  function own = scale(c = g);
  Real u = twice(own, time);
end FunctionDefaults;
