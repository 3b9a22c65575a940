// E004-part8-1 (6.3): a mixed block of off, s, u, v1 and i0, then three assignments; between events the four real unknowns
// of the block are a linear system.
model Rectifier
  parameter Real R1 = 1, R2 = 10, C = 0.1;
  Real v0 = 10*sin(6.283185307179586*time), v1, v2(start = 0, fixed = true), i0, i1, i2, s, u;
  Boolean off;
equation
  off = s < 0;
  u = v1 - v2;
  u = if off then s else 0;
  i0 = if off then 0 else s;
  R1*i0 = v0 - v1;
  i2 = v2/R2;
  i1 = i0 - i2;
  C*der(v2) = i1;
end Rectifier;
