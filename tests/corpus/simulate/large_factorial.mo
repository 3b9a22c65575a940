// 18! = 6402373705728000 is less than 2^53, 19! is not: it is asked for at time 0.19.
model LargeFactorial
  Integer n(start = 1, fixed = true), k(start = 0, fixed = true);
equation
  when sample(0.01, 0.01) then
    k = pre(k) + 1;
    n = pre(n)*k;
  end when;
end LargeFactorial;
