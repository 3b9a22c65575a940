// Of two transitions that could fire the one with the smaller number does.
model Priority
  block State
  end State;
  State a, b, c;
  Integer where;
equation
  initialState(a);
  transition(a, b, true, immediate = false, priority = 2);
  transition(a, c, true, immediate = false, priority = 1);
  when Clock(1, 10) then
    where = if activeState(a) then 1 elseif activeState(b) then 2 else 3;
  end when;
  annotation(experiment(StopTime = 0.15));
end Priority;
