// By way of another variable.
model Counter
  Integer n(start = 0, fixed = true);
  Boolean full = n >= 3;
equation
  when {sample(0.1, 0.1), full} then
    n = if full then 0 else pre(n) + 1;
  end when;
end Counter;
