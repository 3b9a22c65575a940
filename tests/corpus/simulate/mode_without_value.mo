// What has no value depends on an enumeration, which is shown as it is written.
model ModeWithoutValue
  type Mode = enumeration(open, moving, closed);
  Mode mode = if time > 0.5 then Mode.closed else Mode.open;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1/(Integer(mode) - 3);
  annotation(experiment(StopTime = 1));
end ModeWithoutValue;
