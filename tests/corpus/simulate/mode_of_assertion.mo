// What an assertion is about is shown as it is written: enumerations by name, and truth as truth.
model ModeOfAssertion
  type Mode = enumeration(open, moving, closed);
  Mode mode = if time > 0.5 then Mode.closed else Mode.open;
  Boolean ready = time < 2;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(mode <> Mode.closed or not ready, "closed while it is ready");
  annotation(experiment(StopTime = 1));
end ModeOfAssertion;
