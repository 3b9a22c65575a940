// Before the first tick `hold` gives the start value, and `change` sees what a tick changes.
model HoldStart
  Real u(start = 7);
  Real held = hold(u);
  Integer changes(start = 0, fixed = true);
  Boolean odd(start = false);
equation
  u = shiftSample(sample(time, Clock(1, 10)), 2);
  odd = if u >= 0 then not previous(odd) else false;
  when change(hold(odd)) then
    changes = pre(changes) + 1;
  end when;
  annotation(experiment(StopTime = 0.45));
end HoldStart;
