// Two rates that give each other values at the same tick: the slow one uses what the fast one measured, and the fast one
// what the slow one made of it.
model Cascade
  Real measured = sample(time, Clock(1, 10));
  Real wanted = 10*subSample(measured, 2);
  Real y = superSample(wanted, 2) + measured;
  annotation(experiment(StopTime = 0.5));
end Cascade;
