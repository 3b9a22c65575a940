model External "External functions: those that are built in give sizes and constants, others are called"
  function length
    input String string;
    output Integer result;
  external "C" result = ModelicaStrings_length(string);
  end length;

  function solve "A line through points, as the library does it"
    input Real A[:, :];
    input Real b[size(A, 1)];
    output Real x[size(A, 2)];
  protected
    Real all[max(size(A, 1), size(A, 2))];
    Integer rank;
    Integer info;

    function dgelsy
      input Real A[:, :];
      input Real b[size(A, 1)];
      output Real x[max(size(A, 1), size(A, 2))] = cat(1, b, zeros(max(nrow, ncol) - nrow));
      output Integer info;
      output Integer rank;
    protected
      Integer nrow = size(A, 1);
      Integer ncol = size(A, 2);
      Integer nx = max(nrow, ncol);
      Integer nrhs = 1;
      Integer lwork = 100;
      Real rcond = 1e-14;
      Real work[100];
      Real Awork[size(A, 1), size(A, 2)] = A;
      Integer jpvt[size(A, 2)] = zeros(ncol);
    external "FORTRAN 77" dgelsy(nrow, ncol, nrhs, Awork, nrow, x, nx, jpvt, rcond, rank, work, lwork, info);
    end dgelsy;
  algorithm
    (all, info, rank) := dgelsy(A, b);
    x := all[1:size(A, 2)];
  end solve;

  function two
    input Real x[2];
    output Real y[2] = x;
    output Integer n = 2;
  algorithm
  end two;

  function rounded "The first of two results is used in expressions"
    input Real x[2];
    output Integer y[2];
  protected
    Real p[2];
  algorithm
    p := two(x);
    y := {integer(p[i] + 0.5) for i in 1:2};
  end rounded;

  function outer_world "With the call that is meant if none is written"
    input Real x[:];
    input Integer n;
    output Real y;
  external "C";
  end outer_world;

  constant Integer line[2] = rounded(solve([1, 0; 1, 1; 1, 2], {1, 3, 5}));
  Real v[length("four")](each start = 0);
equation
  for i in 1:size(v, 1) loop
    der(v[i]) = line[1] + line[2]*i + outer_world({time, v[i]}, i);
  end for;
end External;
