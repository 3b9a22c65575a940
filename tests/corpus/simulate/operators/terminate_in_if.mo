// 8.3.8: terminate in a branch of an if inside a when: at 0.25 and 0.5 the branch is another one, at 0.75 the run ends.
model terminate_in_if
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2;
  when sample(0.25, 0.25) then
    n = pre(n) + 1;
    if x > 1.2 then
      terminate("far enough");
    end if;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end terminate_in_if;
