// A parameter that is given its value by an equation: it belongs where the parameter is declared.

model ParameterByEquation
  parameter Real k(unit = "1/s") "Rate";
  Real x(start = 1, fixed = true);
equation
  k = 2*(3 + 1);
  der(x) = -k*x;
end ParameterByEquation;
