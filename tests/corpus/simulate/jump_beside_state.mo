// The mass is what the model differentiates: it goes on where the density jumps, and the level that is made of both jumps. The level
// is preferred as a state and yet none, since a state would keep its value at the event, and the mass would jump. The same
// where the density follows from a truth that changes with time, and where it is sampled. Where nothing jumps, the level is a state.
model JumpBesideState
  model Tank
    Real m(start = 10, fixed = true);
    Real level(stateSelect = StateSelect.prefer);
    Real density;
  equation
    der(m) = 2;
    m = level*density;
  end Tank;
  Tank step, switched, sampled, smooth;
  Boolean warm = time >= 0.5;
  discrete Real last(start = 1, fixed = true);
equation
  step.density = if time < 0.5 then 1 else 2;
  switched.density = if warm then 2 else 1;
  when sample(0.5, 1) then
    last = 2;
  end when;
  sampled.density = last;
  smooth.density = 1 + time;
end JumpBesideState;
