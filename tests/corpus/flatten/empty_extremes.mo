// `min` and `max` of nothing are the greatest and the least value of the type (MLS 10.3.4.1).

model EmptyExtremes
  type Level = enumeration(low, middle, high);
  parameter Integer n = 0;
  Real x[n];
  Real a = min(x);
  Real b = max(i^2 for i in 1.0:0.0);
  Integer c = min(fill(1, n));
  Boolean d = max(fill(true, n));
  Level e = min(fill(Level.low, n));
  Level f = max(fill(Level.high, n));
end EmptyExtremes;
