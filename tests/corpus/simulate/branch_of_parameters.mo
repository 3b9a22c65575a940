// Parameters decide which branch holds, and the other one has an unknown that this one lacks: at the beginning `u` must not be
// computed from an equation that it is not in. The two initial equations say the same there, and `s` begins where it starts.
model BranchOfParameters
  parameter Real T1 = 0.2;
  parameter Real T2 = 0.5;
  Real p1 = T1;
  Real p2 = T2;
  Real u;
  Real y;
  Real w;
  Real x;
  Real s(start = 3);
initial equation
  y = 2;
  w = 2;
equation
  if abs(p1 - p2) < 1e-15 then
    y = u;
  else
    y = w;
  end if;
  w = x + T1/T2*(u - x);
  T2*der(x) = u - x;
  u = s;
  der(s) = 0;
end BranchOfParameters;
