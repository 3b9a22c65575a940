// Functions of components as arguments: the function that the component's class has, with what the component gives it.

partial function Law
  input Real u;
  output Real y;
end Law;

function twice
  input Law f;
  input Real u;
  output Real y;
algorithm
  y := f(f(u));
end twice;

model Amplifier
  parameter Real k = 2;
  replaceable function law = Linear(k=k) constrainedby Law;
  function Fixed
    extends Law;
  algorithm
    y := u + 1;
  end Fixed;
end Amplifier;

function Linear
  extends Law;
  input Real k = 1;
algorithm
  y := k*u;
end Linear;

function Square
  extends Law;
algorithm
  y := u^2;
end Square;

model Rack
  Amplifier inner1(k=5);
end Rack;

model FunctionOfComponent
  Amplifier a;
  Amplifier b(k=3);
  Amplifier c(redeclare function law = Square);
  Amplifier[2] d(k={7, 8});
  Rack rack;
  Real x1 = twice(a.Fixed, time);
  Real x2 = twice(a.law, time);
  Real x3 = twice(b.law, time);
  Real x4 = twice(c.law, time);
  Real x5 = twice(d[2].law, time);
  Real x6 = twice(rack.inner1.law, time);
  Real x7 = b.law(time);
end FunctionOfComponent;
