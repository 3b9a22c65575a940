// A redeclaration with the same type needs no `replaceable`, in a class as in a modification.
package Numbers
  type Length = Real(unit = "m");
end Numbers;

model Open
  parameter Real x[:];
  parameter Numbers.Length y[:];
end Open;

model Closed
  extends Open;
  import L = Numbers.Length;
  redeclare parameter Real x[3] = {1, 2, 3};
  redeclare parameter L y[2] = {1, 2};
end Closed;

model RedeclaredSizes
  Closed inClass;
  Open inModification(redeclare parameter Real x[3] = {1, 2, 3}, redeclare parameter Numbers.Length y[2] = {1, 2});
end RedeclaredSizes;
