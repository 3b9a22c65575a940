// The mass is what the model differentiates: it goes on where the density jumps, and the level that is made of both jumps. The level
// is preferred as a state and yet none, since a state would keep its value at the event, and the mass would jump. The same
// where the density follows from a truth that changes with time, and where it is sampled. Where nothing jumps, the level is a state.
model JumpBesideState
  model Tank
    Real m(start = 10, fixed = true);
    Real level(stateSelect = StateSelect.prefer);
    input Real density;
  equation
    der(m) = 2;
    m = level*density;
  end Tank;
  Tank step(density = if time < 0.5 then 1 else 2);
  Tank switched(density = if warm then 2 else 1);
  Tank sampled(density = last);
  Tank smooth(density = 1 + time);
  Boolean warm = time >= 0.5;
  discrete Real last(start = 1, fixed = true);
equation
  when sample(0.5, 1) then
    last = 2;
  end when;
end JumpBesideState;
