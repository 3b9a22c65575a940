// A capacitance of zero leaves no state that a fixed start value could set.
model NoStore
  parameter Real R = 2;
  parameter Real C = 0;
  Real v(start = 0, fixed = true);
  Real i;
equation
  R*i = 1 - v;
  C*der(v) = i;
end NoStore;
