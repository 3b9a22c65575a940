// A jump comes out as a jump, also after a time that changes: t - (0.2 + t/2) = 0.3 at t = 1, and 0.31 at t = 1.02. How long it
// lasts and when something switches with it does not depend on steps.
model Jumps
  Real u = if time > 0.3 and time < 0.31 then 1 else 0, y = delay(u, 0.4), z = delay(u, 0.2 + time/2, 2);
  Real area(start = 0, fixed = true), stretched(start = 0, fixed = true);
  discrete Real first(start = 0, fixed = true), second(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(area) = y;
  der(stretched) = z;
  when y > 0.5 then
    first = time;
  end when;
  when z > 0.5 then
    second = time;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-4));
end Jumps;
