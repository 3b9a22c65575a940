// An array of integers without elements is still one of integers for a function of LAPACK: the declaration of the input says
// so, no element does. The solution of no equations has the sum 0; that of x = 4 and y = 4 has 8.
model EmptyPivots
  function solve
    input Real LU[:, size(LU, 1)];
    input Integer pivots[size(LU, 1)];
    input Real B[size(LU, 1), :];
    output Real X[size(B, 1), size(B, 2)] = B;
    output Integer info;
  external "FORTRAN 77" dgetrs("N", size(LU, 1), size(B, 2), LU, size(LU, 1), pivots, X, size(LU, 1), info);
  end solve;

  function total
    input Integer n;
    output Real y;
  protected
    Real X[n, 1];
    Integer pivots[n];
  algorithm
    for k in 1:n loop
      pivots[k] := k;
    end for;
    X := solve(identity(n), pivots, fill(4.0, n, 1));
    y := sum(X);
    // A loop that nothing but running it ends keeps the call a call.
    while y > 100 loop
      y := y/2;
    end while;
  end total;

  Real none, two;
algorithm
  when initial() then
    none := total(0);
    two := total(2);
  end when;
end EmptyPivots;
