// A circuit without a ground: the current laws of its components and nodes add up to 0 = 0.
connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real v;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R*p.i;
end Resistor;

model Source
  extends TwoPin;
equation
  v = 1;
end Source;

model Ungrounded
  Source source;
  Resistor resistor;
equation
  connect(source.p, resistor.p);
  connect(source.n, resistor.n);
end Ungrounded;
