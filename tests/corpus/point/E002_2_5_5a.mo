// What a hidden constraint determines enters squared: Newton's method in Hessenberg form.
model Circle
  Real x1(start = 0, fixed = true);
  Real x2(start = 1);
  Real x3(start = 0.7);
equation
  der(x1) = x1;
  der(x2) = (x3^2 - 0.5)/x2;
  x1^2 + x2^2 = 1;
end Circle;
