model WrongPriority
  block State
  end State;
  State a, b, c;
  Boolean active;
equation
  initialState(a);
  transition(a, b, ticksInState() > 3, immediate = false);
  transition(a, c, ticksInState() > 2, immediate = false);
  when Clock(1, 10) then
    active = activeState(b);
  end when;
end WrongPriority;
