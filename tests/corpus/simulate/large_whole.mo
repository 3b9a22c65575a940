// 1e16*t is more than 2^53 = 9.007e15 when it is looked at for the tenth time.
model LargeWhole
  Real x = 1e16*time;
  Integer n(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = integer(x);
  end when;
  annotation(experiment(StopTime = 2));
end LargeWhole;
