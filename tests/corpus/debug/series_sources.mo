// Two current sources one after the other: the current is given twice, and nothing says how high the node between them lies.
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

model Resistor
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 1;
equation
  v = R*i;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model CurrentSource
  extends TwoPin;
  parameter Real I(unit = "A") = 1;
equation
  i = I;
end CurrentSource;

model Circuit
  CurrentSource first(I = 1), second(I = 2);
  Resistor r;
  Ground ground;
equation
  connect(first.p, ground.p);
  connect(first.n, second.p);
  connect(second.n, r.p);
  connect(r.n, ground.p);
end Circuit;
