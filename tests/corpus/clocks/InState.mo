// The specification's example: A1 becomes active at 10 ms and stays for five ticks.
model InState
  block State
  end State;
  State A0;
  State A1;
  State A2;
  Boolean active;
  Integer now;
equation
  initialState(A0);
  transition(A0, A1, sample(time, Clock(1, 1000)) > 0.0095);
  transition(A1, A2, ticksInState() >= 5, immediate = false);
  active = activeState(A1);
  now = if activeState(A0) then 0 elseif active then 1 else 2;
  annotation(experiment(StopTime = 0.017));
end InState;
