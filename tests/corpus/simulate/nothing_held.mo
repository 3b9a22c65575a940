// A capacitance that is zero because of a factor in front of a long formula: its voltage is no state, whatever its start value.
model NothingHeld
  parameter Real c0 = 0;
  Real v(start = 7);
  Real u = 1 + sin(time);
  Real a = if noEvent(v > 0) then v * v + 3 * v * u + 2 * u * u else v * v - 3 * v * u + 2 * u * u;
  Real b = 2 * (if noEvent(u > 0.5) then c0 * (1 - (a - u) * (a - u) / ((2 * a - v + u * (a + v) - v * (a - u) + 3 * u * v) * (2 * a - v + u * (a + v) - v * (a - u) + 3 * u * v)) + (v - u) * (v + u) / (1 + a * a + u * u + v * v * (1 + a * a))) / 3 else 0);
equation
  b * der(v) = u - v;
  annotation(experiment(StopTime = 2));
end NothingHeld;
