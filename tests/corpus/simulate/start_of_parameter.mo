// A capacitor across a source: its voltage is a parameter, and a start value that says otherwise contradicts that.

model StartOfParameter
  parameter Real V = 5;
  parameter Real C = 1e-6;
  Real v(start = 0, fixed = true), i;
equation
  v = V;
  C*der(v) = i;
end StartOfParameter;
