// Two inputs are connected to each other, and no output is among them.
connector RealInput = input Real;
connector RealOutput = output Real;

block Gain
  RealInput u;
  RealOutput y;
equation
  y = 2*u;
end Gain;

model Wired
  Gain a, b;
equation
  connect(a.u, b.u);
end Wired;
