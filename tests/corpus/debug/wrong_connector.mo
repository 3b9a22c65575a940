// The source leads to the wrong end of the resistor: it is shorted, and the other end is open.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

model Source
  parameter Real U(unit = "V") = 12;
  Pin p, n;
equation
  p.v - n.v = U;
  p.i + n.i = 0;
end Source;

model Resistor
  parameter Real R(unit = "Ohm") = 10;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Lamp
  Source source;
  Resistor filament;
  Ground ground;
equation
  connect(source.p, filament.n);
  connect(filament.n, source.n);
  connect(source.n, ground.p);
end Lamp;
