// 3.7.5: sample(s, i) at s + k*i: at the start after the initialization, at the stop time, with a start before the run,
// several at one time, and true in the first iteration alone, so that a recorded row has it false.
model sample_counts
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), early(start = 0, fixed = true), both(start = 0, fixed = true);
  Boolean s = sample(0, 0.25);
  discrete Real at(start = -1, fixed = true);
equation
  when s then
    n = pre(n) + 1;
    at = time;
  end when;
  when sample(0.5, 0.375) then
    m = pre(m) + 1;
  end when;
  when sample(-0.75, 0.5) then
    early = pre(early) + 1;
  end when;
  when {sample(0, 0.5), sample(0, 0.75)} then
    both = pre(both) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end sample_counts;
