// What is discrete had its start value before the beginning: two names of one variable may have had different ones.
model DiscreteStarts
  Integer count(start = 1, fixed = true);
  Integer shown(start = 7, fixed = true) = count;
  Boolean grown = count <> pre(count);
equation
  count = if time < 0.5 then 2 else 3;
  annotation(experiment(StopTime = 1));
end DiscreteStarts;
