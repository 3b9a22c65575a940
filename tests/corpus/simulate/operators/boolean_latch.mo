// Appendix B: an equation between discrete variables determines the one that stands alone, `q` in the first and `nq` in the
// second, whatever else occurs in them. Of both states that hold until 0.3 the start values choose one; from then on there is one.
model boolean_latch
  Boolean reset = time > 0.3;
  Boolean q(start = false), nq(start = true);
  Integer n(start = 0, fixed = true), m;
equation
  q = not (nq or reset);
  nq = not q;
  when sample(0.25, 0.25) then
    n = pre(n) + 2;
  end when;
  m = if n > 3 then 10*n else n;
  annotation(experiment(StopTime = 1, Interval = 0.5));
end boolean_latch;
