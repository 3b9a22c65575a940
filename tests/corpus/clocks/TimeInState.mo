// A state that is left after a time, and comes back to itself with what it counts kept or begun anew.
model TimeInState
  inner Real since(start = 0);
  block Work
    outer output Real since;
    Integer steps(start = 0);
  equation
    since = timeInState();
    steps = previous(steps) + 1;
  end Work;
  block Rest
    Integer rests(start = 0);
  equation
    rests = previous(rests) + 1;
  end Rest;
  Work work;
  Rest rest;
  Boolean working;
equation
  initialState(work);
  transition(work, rest, timeInState() > 0.15, immediate = false);
  transition(rest, work, true, immediate = false, reset = false);
  when Clock(1, 10) then
    working = activeState(work);
  end when;
  annotation(experiment(StopTime = 1));
end TimeInState;
