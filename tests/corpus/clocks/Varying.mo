// The specification's example of a clock whose interval is computed: it ticks at 0, 0.003, 0.007 and 0.012.
model Varying
  Integer nextInterval(start = 2);
  Real length;
  Real y(start = 0);
equation
  when Clock(nextInterval, 1000) then
    nextInterval = previous(nextInterval) + 1;
    length = interval();
    y = previous(y) + 1;
  end when;
  annotation(experiment(StopTime = 0.013));
end Varying;
