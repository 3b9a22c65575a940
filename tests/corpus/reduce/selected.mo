// StateSelect decides between two angles; a start that is fixed counts after it.
model Selected
  parameter Real J1 = 1, J2 = 2;
  Real a(stateSelect = StateSelect.avoid), b(stateSelect = StateSelect.prefer), c(start = 1, fixed = true), t;
equation
  J1*der(a) = t;
  J2*der(b) = -t + c;
  der(c) = -c;
  a = 3*b + 1;
end Selected;
