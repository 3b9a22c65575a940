// Resistors around an amplifier whose supply floats. From one limit whole steps lead to the other one and back; the solution
// lies between, on a four thousandth part of the way.
model BetweenLimits
  parameter Real gain = 1e4;
  parameter Real supply = 15;
  parameter Real a = sqrt(80000);
  parameter Real r = 1e5;
  parameter Real k = 100;
  parameter Real alpha = 0;
  parameter Real T = 300;
  Real large = r * (1 + alpha * (T - 300));
  Real small = r / k * (1 + alpha * (T - 300));
  Real i1(start = 0), i2(start = 0), ig(start = 0), i5;
  Real v1, v2, v3, v4, vg, v5;
  Real minus, plus, out, high, low, drive;
equation
  v1 = large * i1;
  v2 = large * i2;
  v3 = small * i1;
  v4 = small * i2;
  vg = large * ig;
  v5 = large * i5;
  a = v1 + minus;
  minus = v3 + out;
  -a = v2 + plus;
  plus = v4 - vg;
  out = v5 - vg;
  high = supply - vg;
  low = -supply - vg;
  drive = plus - minus;
  out = smooth(0, noEvent(if gain * drive > high then high else if gain * drive < low then low else gain * drive));
  0 = i2 + ig + i5;
  annotation(experiment(StopTime = 1));
end BetweenLimits;
