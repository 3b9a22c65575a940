// A resistor that obeys two laws at once has one equation too many.

connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 10;
equation
  v = R*i;
end Resistor;

model TempResistor
  extends TwoPin;
  parameter Real R = 10;
  parameter Real RT = 0.1;
  parameter Real Tref = 20;
  Real T = 30;
equation
  v = i*(R + RT*(T - Tref));
end TempResistor;

model BothLaws
  extends TempResistor;
equation
  v = R*i;
end BothLaws;

model Source
  extends TwoPin;
equation
  v = 5;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Source source;
  BothLaws resistor;
  Ground ground;
equation
  connect(source.p, resistor.p);
  connect(source.n, resistor.n);
  connect(source.n, ground.p);
end Circuit;
