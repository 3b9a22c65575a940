// It toggles when it toggles: at each instant it could do so, or not.
model Toggle
  Real x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  der(x) = 1;
  when {x > 0.5, change(b)} then
    b = not pre(b);
  end when;
end Toggle;
