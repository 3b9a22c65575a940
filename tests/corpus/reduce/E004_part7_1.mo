// E004-part7-1: with yr, xp and pre(xc) known, y comes first, then the controller, then der(xp): no loop.
model SampledSystem
  parameter Real A[:, size(A, 1)] = [0.5], B[size(A, 1)] = {1}, C[size(A, 1)] = {1}, D = 2;
  input Real yr;
  output Real y;
  Real xp(start = 0, fixed = true);
  discrete Real xc[size(A, 1)](each start = 0, each fixed = true), u(start = 0, fixed = true);
equation
  der(xp) = -xp + u;
  y = xp;
  when sample(0, 0.1) then
    xc = A*pre(xc) + B*(yr - y);
    u = C*pre(xc) + D*(yr - y);
  end when;
end SampledSystem;
