// The `when` determines `d`, so that `d = x` is a second equation for `x`, and `u` stands in the condition only.
model Holder
  Real x(start = 0, fixed = true);
  Real u;
  discrete Real d;
equation
  der(x) = 1;
  when u > 1 then
    d = x;
  end when;
  d = x;
end Holder;
