// Only square matrices have powers, and only those with an Integer (MLS 10.6.8).

model MatrixPower
  parameter Integer n = 2;
  Real square[2, 2] = {{1, 2}, {3, 4}}^n;
  Real one[2, 2] = {{1, 2}, {3, 4}}^0;
  Real wide[2, 3] = {{1, 2, 3}, {4, 5, 6}}^2;
  Real inverse[2, 2] = {{1, 2}, {3, 4}}^(-1);
  Real root[2, 2] = {{1, 2}, {3, 4}}^0.5;
end MatrixPower;
