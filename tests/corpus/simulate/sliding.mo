model sliding
  Real x(start = 1, fixed = true);
equation
  der(x) = -sign(x) + 0.1*sin(time);
  annotation(experiment(StopTime = 10));
end sliding;
