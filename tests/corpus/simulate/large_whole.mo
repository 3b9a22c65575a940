// x passes 2^53 = 9.007e15 at time 0.9007.
model LargeWhole
  Real x = 1e16*time;
  Integer n = integer(x/1e3)*1000;
  annotation(experiment(StopTime = 1));
end LargeWhole;
