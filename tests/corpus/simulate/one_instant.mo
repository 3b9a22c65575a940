// Marks that differ by nothing but rounding are passed at one instant: that is one event, not several that follow each other.
model OneInstant
  constant Integer many = 20;
  Real s = sin(time);
  Real c = cos(time);
  Boolean passed[many];
  Integer n(start = 0, fixed = true) "How many instants";
  Real x(start = 0, fixed = true) "How long after it";
equation
  for i in 1:many loop
    passed[i] = if mod(i, 2) == 0 then s > 0.6 + i * 1.2e-16 else c < 0.8 - i * 1.2e-16;
  end for;
  when passed then
    n = pre(n) + 1;
  end when;
  der(x) = n;
  annotation(experiment(StopTime = 1));
end OneInstant;
