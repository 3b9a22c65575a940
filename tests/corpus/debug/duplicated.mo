// The law of the spring is written twice, the second time in other words.
model Oscillator
  parameter Real m = 1, c = 10;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), f;
equation
  der(x) = v;
  m*der(v) = f;
  f = -c*x;
  f + c*x = 0;
end Oscillator;
