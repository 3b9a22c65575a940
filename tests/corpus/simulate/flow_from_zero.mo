// At a flow of zero, where the search begins, its square does not depend on it: the search begins beside it.
model FlowFromZero
  Real m "flow";
  Real dp;
equation
  dp = m * abs(m);
  dp + 0.5 * m * m = 4 + time;
end FlowFromZero;
