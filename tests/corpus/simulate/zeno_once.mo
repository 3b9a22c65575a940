// Already the second bounce is too small to be seen.
model Putty
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -1e-6*pre(v));
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end Putty;
