// In a clocked algorithm a variable begins with its value at the tick before.
model Algorithm
  Integer count(start = 0);
  Real u = sample(time, Clock(1, 10));
algorithm
  if u > 0.15 then
    count := count + 1;
  end if;
  annotation(experiment(StopTime = 0.5));
end Algorithm;
