// Counters in equations that forget `pre`: integers, reals that are only shifted, branches. What has a solution is left
// alone.

model SetFromItself
  Integer n(start = 0, fixed = true);
  discrete Real sum(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
  discrete Real half(start = 0, fixed = true) "Solved: it is 2";
  Integer right(start = 0, fixed = true);
equation
  when sample(0, 1) then
    n = n + 1;
    if time > 3 then
      sum = sum + time;
    else
      sum = pre(sum) + 1;
    end if;
    on = not on;
    half = 0.5*half + 1;
    right = pre(right) + 1;
  end when;
end SetFromItself;
