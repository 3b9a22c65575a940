// A Real variable that an equation says to be an Integer is that number, whichever side it stands on; one whose derivative is
// an Integer is integrated.

model integer_to_real
  Integer n = integer(2*time);
  Real y, z, x(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Real u;
equation
  y = n;
  n = 2*z;
  der(x) = n;
  when sample(0.25, 0.5) then
    d = y + 1;
  end when;
  u = d;
end integer_to_real;
