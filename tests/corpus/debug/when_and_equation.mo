// A value that a `when` sets at samples, and an equation that sets it all the time: the equation cannot be solved for it.
model WhenAndEquation
  discrete Real y(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    y = pre(y) + 1;
  end when;
  y = 1;
end WhenAndEquation;
