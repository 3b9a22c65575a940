// The temperature of the resistor is used in its law, and nothing says what it is.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

partial model TwoPin
  Pin p, n;
  Real v(unit = "V"), i(unit = "A");
equation
  v = p.v - n.v;
  i = p.i;
  0 = p.i + n.i;
end TwoPin;

model Source
  extends TwoPin;
  parameter Real V(unit = "V") = 10;
equation
  v = V;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Resistor
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 1;
  parameter Real alpha(unit = "1/K") = 4e-3;
  Real T(unit = "K");
equation
  v = R*(1 + alpha*(T - 293))*i;
end Resistor;

model Circuit
  Source source;
  Resistor r;
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, source.n);
  connect(source.n, ground.p);
end Circuit;
