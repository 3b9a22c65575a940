// What waits for the end happens there, once.
model Summary
  Real x(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
  Integer count(start = 0, fixed = true);
  Boolean over = terminal();
equation
  der(x) = 2;
  when terminal() then
    last = x;
    count = pre(count) + 1;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Summary;
