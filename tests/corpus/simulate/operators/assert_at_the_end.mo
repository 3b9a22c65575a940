// 8.3.7: at the stop time 2 the time is 2: it is at most 2, and a when that waits for more never acts.
model assert_at_the_end
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  assert(time <= 2, "the run is over");
  when time > 2 then
    n = pre(n) + 1;
  end when;
  when time >= 2 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end assert_at_the_end;
