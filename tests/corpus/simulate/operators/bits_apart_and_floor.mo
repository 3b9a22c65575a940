// 8.6: times that are a few bits apart, as sums of tenths are: each condition becomes true, once.
model bits_apart_and_floor
  Integer n0(start = 0, fixed = true), n1(start = 0, fixed = true), n2(start = 0, fixed = true), n3(start = 0, fixed = true);
equation
  when floor(time/0.9000000000000001) >= 1 then
    n0 = pre(n0) + 1;
  end when;
  when time - 0.9000000000000002 >= 0 then
    n1 = pre(n1) + 1;
  end when;
  when time > 0.9 then
    n2 = pre(n2) + 1;
  end when;
  when (if time < 0.9 then -1 else 1) > 0 then
    n3 = pre(n3) + 1;
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.5, Tolerance = 1e-08));
end bits_apart_and_floor;
