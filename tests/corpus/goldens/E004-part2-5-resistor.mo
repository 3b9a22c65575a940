// A resistor alone has three equations for five variables; the two that are left are its currents from outside, where nothing
// is connected.

connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real u;
equation
  u = p.v - n.v;
  n.i = -p.i "The same as p.i + n.i = 0";
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  u = R*p.i;
end Resistor;
