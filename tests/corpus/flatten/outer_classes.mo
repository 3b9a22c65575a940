// `outer` classes stand for the `inner` class of the nearest component around them: field functions and models.

partial function Field
  input Real x;
  output Real g;
end Field;

model Body
  outer function field = Field;
  outer model Law = Base;
  parameter Real x = 1;
  Real g = field(x);
  Law law;
end Body;

partial model Base
  Real f;
end Base;

model Hooke
  extends Base;
  parameter Real c = 3;
equation
  f = c*time;
end Hooke;

model Still
  extends Base(f = 0);
end Still;

function constant_
  extends Field;
algorithm
  g := 9.81;
end constant_;

model Moon
  inner function field = weak;
  Body a(x = 2);
end Moon;

function weak
  extends Field;
algorithm
  g := 1.6*x;
end weak;

model Test
  inner function field = constant_;
  inner model Law = Hooke;
  Body b;
  Moon moon;
end Test;
