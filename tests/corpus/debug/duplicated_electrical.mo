// Ohm's law is written twice in the lamp, the second time with its conductance.
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

model Lamp
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 20;
equation
  v = R*i;
  i = v/R;
end Lamp;

model Circuit
  Source source;
  Lamp lamp1, lamp2;
  Ground ground;
equation
  connect(source.p, lamp1.p);
  connect(lamp1.n, lamp2.p);
  connect(lamp2.n, source.n);
  connect(source.n, ground.p);
end Circuit;
