// A flow turns round, and something is divided by it: no step meets that instant, and nothing fails. What is kept away from
// zero, by a jump over it, or vanishes with its dividend, is left alone.
model Pole
  Real m(start = 1, fixed = true);
  Real kept;
  Real h;
  Real g;
  Real r;
equation
  der(m) = -0.7;
  kept = noEvent(if m > 0 then max(m, 0.1) else min(m, -0.1));
  h = 1000/m;
  g = 1000/kept;
  r = 3*m/m;
  annotation(experiment(StopTime = 2));
end Pole;
