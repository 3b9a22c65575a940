// One pipe fills two tanks that both leak faster than it can fill them: it is moved to and fro faster and faster.
model Tanks
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  Boolean first(start = true, fixed = true);
equation
  der(x) = (if first then 0.75 else 0) - 0.5;
  der(y) = (if first then 0 else 0.75) - 0.5;
  when x < 0 then
    first = true;
  elsewhen y < 0 then
    first = false;
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end Tanks;
