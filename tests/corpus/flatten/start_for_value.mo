model StartForValue "A parameter without a value takes its start value where the model is built from it"
  parameter Integer n(start=2);
  Real x[n];
equation
  x = {1, 2};
end StartForValue;
