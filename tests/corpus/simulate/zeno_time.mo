// Each wait is half as long as the one before: all of them are over at time 1.
model Impatient
  discrete Real next(start = 0.5, fixed = true), wait(start = 0.5, fixed = true);
equation
  when time >= pre(next) then
    wait = pre(wait)/2;
    next = pre(next) + wait;
  end when;
  annotation(experiment(StopTime = 3));
end Impatient;
