// 8.5: the same without a state: nothing but the events says that anything happens.
model crossings_alone
  constant Real pi = 2*acos(0);
  Integer n(start = 0, fixed = true), slow(start = 0, fixed = true);
equation
  when sin(10*pi*time) > 0.99 then
    n = pre(n) + 1;
  end when;
  when cos(2*pi*time) < -0.9999 then
    slow = pre(slow) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.0625, Tolerance = 1e-08));
end crossings_alone;
