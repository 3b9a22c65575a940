// A cylinder and a parabola: in Hessenberg form, and linear in what the hidden constraint x3 = -x1^2 determines.
model Cylinder
  Real x1(start = 0.6, fixed = true), x2(start = 0.8), x3(start = -0.5);
equation
  der(x1) - x1 = 0;
  der(x2) - x3/x2 = 0;
  x1^2 + x2^2 - 1 = 0;
end Cylinder;
