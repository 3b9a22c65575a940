// 8.6: a sample each tenth, and conditions at the same times written as decimals and as products: each becomes true once.
model tenths
  Integer a(start = 0, fixed = true), b[9](each start = 0, each fixed = true), c[9](each start = 0, each fixed = true), d[9](each start = 0, each fixed = true);
  parameter Real t[9] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
equation
  when sample(0, 0.1) then
    a = pre(a) + 1;
  end when;
  for i in 1:9 loop
    when time >= t[i] then
      b[i] = pre(b[i]) + 1;
    end when;
    when time > t[i] then
      c[i] = pre(c[i]) + 1;
    end when;
    when time >= i*0.1 then
      d[i] = pre(d[i]) + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 1, Interval = 0.25, Tolerance = 1e-08));
end tenths;
