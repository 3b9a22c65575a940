// 3.7.5: a ball that falls from 1.25 with g = 10 and bounces with half its speed: at 0.5, 1, 1.25, 1.375, ...; looked at up to 1.25.
model bouncing
  Real h(start = 1.25, fixed = true), v(start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -10;
  when h < 0 then
    reinit(v, -0.5*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime = 1.3125, Interval = 0.0625, Tolerance = 1e-08));
end bouncing;
