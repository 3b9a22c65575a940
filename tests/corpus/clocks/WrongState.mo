// `b` is a component like any other, and no state.
model WrongState
  block State
  end State;
  State a, b, c;
  Boolean active;
equation
  initialState(a);
  transition(a, c, ticksInState() > 3, immediate = false);
  when Clock(1, 10) then
    active = activeState(b);
  end when;
end WrongState;
