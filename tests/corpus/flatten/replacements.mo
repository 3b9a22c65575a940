// Redeclarations by classes that cannot stand for what they replace, and some that can.

connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Fixed
  extends TwoPin;
  parameter Integer R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Fixed;

model Changing
  extends TwoPin;
  Real R = time;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Changing;

model Rows
  extends TwoPin;
  parameter Real R[2] = {1, 2};
equation
  p.v - n.v = R[1]*p.i;
  p.i + n.i = 0;
end Rows;

model Hiding
  extends TwoPin;
protected
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Hiding;

connector Odd
  Real v;
  Real i;
end Odd;

model Turned
  Pin p;
  Odd n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Turned;

model Capacitor
  extends TwoPin;
  parameter Real C = 1;
equation
  p.i = C*der(p.v - n.v);
  p.i + n.i = 0;
end Capacitor;

model More
  extends Resistor;
  parameter Real extra = 1;
end More;

function Law
  input Real u;
  input Real k = 1;
  output Real y = k*u;
end Law;

function Swapped
  input Real k = 1;
  input Real u;
  output Real y = k*u;
end Swapped;

function Longer
  input Real u;
  input Real k = 1;
  input Real m;
  output Real y = m*k*u;
end Longer;

function Defaulted
  input Real u;
  input Real k = 1;
  input Real m = 1;
  output Real y = m*k*u;
end Defaulted;

model Circuit
  replaceable Resistor r(R = 5);
  replaceable Resistor free constrainedby TwoPin;
  replaceable Resistor default constrainedby Capacitor;
  replaceable model Part = Resistor;
  replaceable function law = Law;
  Part part;
  Real y = law(time);
equation
  r.p.v = time;
  r.n.v = 0;
  connect(part.p, r.p);
  connect(part.n, r.n);
  connect(free.p, r.p);
  connect(free.n, r.n);
end Circuit;

model Street
  inner Capacitor load;
  House house;
equation
  connect(load.p, load.n);
end Street;

model House
  outer Resistor load;
end House;

model Replacements
  Circuit c1(redeclare Capacitor r);
  Circuit c2(redeclare Fixed r);
  Circuit c3(redeclare Changing r);
  Circuit c4(redeclare Rows r);
  Circuit c5(redeclare Hiding r);
  Circuit c6(redeclare Turned r);
  Circuit c7(redeclare More r, redeclare Capacitor free);
  Circuit c8(redeclare model Part = Capacitor);
  Circuit c9(redeclare model Part = More);
  Circuit c10(redeclare function law = Swapped);
  Circuit c11(redeclare function law = Longer);
  Circuit c12(redeclare function law = Defaulted);
  Circuit c13(redeclare function law = Longer(m = 2));
  Circuit c14(redeclare Pin r);
  Street street;
end Replacements;
