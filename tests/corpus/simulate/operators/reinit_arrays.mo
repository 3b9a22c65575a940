// 3.7.5: reinit sets an array at once: a is turned around, b is set to numbers, an element of c alone is set, and in a loop each of d.
model reinit_arrays
  Real a[2](start = {1, 2}, each fixed = true), b[2](each start = 0, each fixed = true), c[2](each start = 0, each fixed = true), d[2](each start = 0, each fixed = true);
equation
  der(a) = {0, 1};
  der(b) = {1, 1};
  der(c) = {1, 1};
  der(d) = {1, 1};
  when sample(0.75, 0.5) then
    reinit(a, {a[2], a[1]});
    reinit(b, {5, 6});
    reinit(c[2], 7);
  end when;
  for i in 1:2 loop
    when time >= 0.75 + i/2 then
      reinit(d[i], 10*i);
    end when;
  end for;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end reinit_arrays;
