// The remainder is small, what it is taken of is not: 3037000500 squared is 9223372037000250000.
model LargeBetween
  discrete Integer s(start = 3037000500, fixed = true);
equation
  when time > 0.5 then
    s = mod(pre(s)*pre(s), 1000);
  end when;
end LargeBetween;
