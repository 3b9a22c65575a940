// The capacitance of a junction is zero in every branch because of parameters, one of which is not zero itself; so the
// voltage is no state, and nothing is divided by the capacitance.
model Junction
  parameter Real C = 0, D = 2, part = 1, R = 1e3;
  Real u, c, i;
equation
  c = if noEvent(u > 0.5) then C*sqrt(1 + u) + D*(1 - part)*u else C/(1.5 - u);
  i = c*der(u);
  i = (sin(time) - u)/R;
end Junction;
