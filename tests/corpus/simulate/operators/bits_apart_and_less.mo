// 8.6: times that are a few bits apart, as sums of tenths are: each condition becomes true, once.
model bits_apart_and_less
  Integer n0(start = 0, fixed = true), n1(start = 0, fixed = true), n2(start = 0, fixed = true), n3(start = 0, fixed = true), n4(start = 0, fixed = true), n5(start = 0, fixed = true);
equation
  when time >= 0.3 then
    n0 = pre(n0) + 1;
  end when;
  when sample(3*0.1, 100) then
    n1 = pre(n1) + 1;
  end when;
  when time - 3*0.1 >= 0 then
    n2 = pre(n2) + 1;
  end when;
  when (if time < 0.2999999999999999 then -1 else 1) > 0 then
    n3 = pre(n3) + 1;
  end when;
  when time > 0.3 then
    n4 = pre(n4) + 1;
  end when;
  when time >= 3*0.1 then
    n5 = pre(n5) + 1;
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.5, Tolerance = 1e-08));
end bits_apart_and_less;
