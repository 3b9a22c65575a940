// Pulses of a few hundred femtoseconds: their edges are nearer to each other than most clocks can tell apart.
model Picoseconds
  Real begun(start = 0, fixed = true);
  Real y = if time < begun + 1e-13 then 1e13 * (time - begun) elseif time < begun + 3e-13 then 1 else 0;
  Real x(start = 0, fixed = true) "How long it was up, in picoseconds";
equation
  when sample(4e-12, 2e-12) then
    begun = time;
  end when;
  der(x) = 1e12 * (if time < 4e-12 then 0 else y);
  annotation(experiment(StopTime = 1e-11));
end Picoseconds;
