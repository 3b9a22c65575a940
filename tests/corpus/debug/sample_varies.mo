model Sampled
  Real period = 0.1 + time;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, period) then
    n = pre(n) + 1;
  end when;
end Sampled;
