// 8.3.8: terminate in an if of an equation section acts where the branch is taken: x = 2*t is more than 1.25 from 0.625 on.
model terminate_without_when
  Real x(start = 0, fixed = true);
equation
  der(x) = 2;
  if x > 1.25 then
    terminate("far enough");
  end if;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end terminate_without_when;
