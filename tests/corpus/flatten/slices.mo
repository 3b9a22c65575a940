// Subscripts that choose several elements, `end`, and `:`.

model Slices
  parameter Integer at[2] = {3, 1};
  Real v[4] = {time, 2, 3, 4};
  Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  Real tail[2] = v[3:end];
  Real some[2] = v[at];
  Real backwards[4] = v[end:-1:1];
  Real row[3] = A[2, :];
  Real column[2] = A[:, end];
  Real part[1, 2] = A[{1}, 2:3];
  Real odd[2];
equation
  odd = v[1:2:end];
end Slices;
