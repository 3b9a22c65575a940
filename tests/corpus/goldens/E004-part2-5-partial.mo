// A partial class cannot be a component.

connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real u;
equation
  u = p.v - n.v;
  p.i + n.i = 0;
end TwoPin;

model Circuit
  TwoPin something;
end Circuit;
