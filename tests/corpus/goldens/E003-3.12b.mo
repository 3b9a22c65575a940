// A resistor with an across and a through quantity.

connector Terminal
  Real v;
  flow Real i;
end Terminal;

model Resistor
  parameter Real resistance = 1;
  Terminal n1, n2;
  Real vr = n1.v - n2.v;
  Real ir = n1.i;
equation
  ir = vr/resistance;
  n1.i + n2.i = 0;
end Resistor;
