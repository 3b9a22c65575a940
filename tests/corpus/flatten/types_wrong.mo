connector Pin
  Real v;
  flow Real i;
end Pin;

connector Odd
  flow Real v;
  Real i;
end Odd;

model Resistor
  parameter Real R = 1;
  Pin p;
  Odd o;
end Resistor;

model Circuit
  Resistor r(Q=3);
  Boolean on = 1;
  String name = 2.5;
  Integer n = 1.5;
  Real x = 1000*on;
  Real y = 1 + "two";
  Boolean b = n > 2 and x;
  parameter Real a = c;
  parameter Real c = a;
  Real z[integer(a)];
equation
  connect(r.p, r.o);
end Circuit;
