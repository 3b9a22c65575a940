// 11.2.7: in an algorithm a discrete variable has its pre value first: counters without pre, a sum in a loop, and the last
// assignment that acts.
model when_algorithms
  Integer n(start = 0, fixed = true), sum(start = 0, fixed = true), last(start = 0, fixed = true), k(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    n := n + 1;
    k := 1;
    while k <= n loop
      sum := sum + k;
      k := k + 1;
    end while;
  end when;
  when n == 3 then
    last := 30;
  end when;
  when time >= 1 then
    last := last + n;
  elsewhen time >= 0.5 then
    last := 7;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end when_algorithms;
