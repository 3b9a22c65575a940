record System "As many states as the value has"
  Real A[:, size(A, 1)];
  Real B[size(A, 1), :];
  String names[size(A, 1)] = fill("", size(A, 1));
end System;

function made "Sizes of the record that follow from the inputs"
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :] = fill(0.0, size(A, 1), 0);
  output System result(
    redeclare Real A[size(A, 1), size(A, 2)],
    redeclare Real B[size(B, 1), size(B, 2)],
    redeclare String names[size(A, 1)]);
algorithm
  result.A := A;
  result.B := B;
  result.names := fill("x", size(A, 1));
end made;

function found "Sizes that only the computation knows"
  input Integer n;
  output System result;
protected
  Integer count = 0;
algorithm
  for i in 1:n loop
    count := count + 1;
  end for;
  result.A := identity(count);
  result.B := ones(count, 1);
  result.names := fill("y", count);
end found;

model RedeclaredFields
  parameter Real w = 2;
  parameter System one = made([0, 1; -w*w, -w], [0; 1]);
  parameter System none = made(fill(0, 0, 0), fill(0, 0, 1));
  parameter System three = found(3);
  Real x[size(one.A, 1)] = one.B[:, 1] * time;
  Real y = sum(three.A) + size(none.B, 2);
end RedeclaredFields;
