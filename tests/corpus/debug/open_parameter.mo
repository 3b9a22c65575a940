// Nothing finds `p`, and of `q` and `r` only the sum.
model OpenParameter
  parameter Real p(fixed = false);
  parameter Real q(fixed = false, start = 2), r(fixed = false);
  Real x(start = 1, fixed = true);
initial equation
  q + r = 3;
equation
  der(x) = -p*x + q*r;
end OpenParameter;
