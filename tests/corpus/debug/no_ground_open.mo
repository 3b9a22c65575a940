// The ground is gone together with all that led to it: the source has an open end, and the potentials have no level.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

partial model TwoPin
  Pin p, n;
  Real v(unit = "V");
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end TwoPin;

model Source
  extends TwoPin;
equation
  v = 10*sin(time);
end Source;

model Diode
  extends TwoPin;
equation
  p.i = 1e-9*(exp(v/0.025) - 1);
end Diode;

model Resistor
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 10;
equation
  v = R*p.i;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Rectifier
  Diode one, two, three, four;
  Resistor load;
  Source source;
equation
  connect(source.p, one.p);
  connect(one.p, two.n);
  connect(one.n, three.n);
  connect(three.n, load.p);
  connect(load.n, two.p);
  connect(two.p, four.p);
  connect(four.n, three.p);
end Rectifier;
