// The other way round: a resistor lacks what one that knows its temperature has.

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

model Circuit
  replaceable Resistor resistor;
end Circuit;

model Hot
  replaceable TempResistor resistor;
end Hot;

model Not
  Hot hot(redeclare Resistor resistor);
end Not;
