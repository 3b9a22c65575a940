// Three phases in star without a neutral wire: their currents add up to zero by the node, and to three times the current of
// the inductor i0, which is therefore no state. The rows that say so have numbers for coefficients, but others of their
// block turn with the angle, so that the coefficients of the block as a whole change.
// By hand, with planes as complex numbers, z = x + j*y, r = exp(2j*t) and G = 1/4: the source gives e = r - i, the
// resistors leave v = e - i, and i = r*z + G*v. So v = r*(1 - 2*z)/1.5, and der(z) = v/r gives z = (1 - exp(-4*t/3))/2.
// Then i1 = cos(2*t)*(2*z/3 + 1/6), i2 the same with 2*t - 2*pi/3, and i0 = star = 0.
model StarWithLosses
  parameter Real n = 1 "turns ratio";
  parameter Real G = 0.25 "conductance of the losses";
  Real i[3], p[3], u[3], v[3];
  Real star, i0, v0;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real c = cos(2*time), s = sin(2*time);
  Real a, b, va, vb, ea, eb, ed, eq;
equation
  p[1] + p[2] + p[3] = 0;
  p = n*i;
  3*i0 = i[1] + i[2] + i[3];
  a = (2*i[1] - i[2] - i[3])/3;
  b = (i[2] - i[3])/sqrt(3);
  // Source: a controller in the turning frame.
  ed = 1 - (c*a + s*b);
  eq = -(c*b - s*a);
  ea = c*ed - s*eq;
  eb = s*ed + c*eq;
  u = {ea, -ea/2 + sqrt(3)/2*eb, -ea/2 - sqrt(3)/2*eb};
  // Resistors of 1 ohm.
  for k in 1:3 loop
    u[k] - i[k] - star = v[k];
  end for;
  3*v0 = v[1] + v[2] + v[3];
  v0 = der(i0);
  va = (2*v[1] - v[2] - v[3])/3;
  vb = (v[2] - v[3])/sqrt(3);
  // Losses beside what turns.
  a = c*x - s*y + G*va;
  b = s*x + c*y + G*vb;
  der(x) = c*va + s*vb;
  der(y) = c*vb - s*va;
end StarWithLosses;
