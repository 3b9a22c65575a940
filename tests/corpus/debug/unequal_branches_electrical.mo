// The switch says what its voltage is when it is closed, and nothing when it is open.
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

model Switch
  extends TwoPin;
  parameter Real t(unit = "s") = 1;
equation
  if time > t then
    v = 0;
  end if;
end Switch;

model Circuit
  Source source;
  Switch switch;
  Resistor r;
  Ground ground;
equation
  connect(source.p, switch.p);
  connect(switch.n, r.p);
  connect(r.n, source.n);
  connect(source.n, ground.p);
end Circuit;
